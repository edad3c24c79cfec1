// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page of the language as Help shows it: every heading, found by its words, its links leading somewhere, and no
// HTML made of what it says.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Blocks, foundSections, sectionsOf, type Section } from '../../../web/app/help/help-markdown';
import { FAILURE_POINTS } from '../../../web/app/store/actions/help-topic';

const page = readFileSync(new URL('../../../web/scenario/language/language.md', import.meta.url), 'utf8');
const sections = sectionsOf(page);

interface Drawn {
  readonly tags: string[];
  readonly links: string[];
  text: string;
}

// All that is drawn: elements and texts, components looked into.
function drawn(node: unknown, into: Drawn = { tags: [], links: [], text: '' }): Drawn {
  if (Array.isArray(node)) for (const one of node) drawn(one, into);
  else if (typeof node === 'string') into.text += node;
  else if (typeof node === 'object' && node !== null && 'type' in node) {
    const { type, props } = node as { type: unknown; props: Record<string, unknown> };
    expect(props).not.toHaveProperty('dangerouslySetInnerHTML');
    if (typeof type === 'function') drawn((type as (given: unknown) => unknown)(props), into);
    else {
      into.tags.push(type as string);
      if (type === 'button') (props['onClick'] as () => void)();
      drawn(props['children'], into);
    }
  }
  return into;
}

function draw(of: Section): Drawn {
  const into: Drawn = { tags: [], links: [], text: '' };
  return drawn(
    {
      type: Blocks,
      props: { of: of.body, drawing: { onLink: (id: string) => into.links.push(id), code: (text: string) => text } },
    },
    into,
  );
}

describe('the page of the language in Help', () => {
  test('has each heading once, and every link leads to one', () => {
    const headings = page.replace(/^```[^]*?^```$/gm, '').match(/^#+ .+$/gm) ?? [];
    expect(sections.map(({ depth, title }) => `${'#'.repeat(depth)} ${title}`)).toEqual(headings);
    const ids = sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain(FAILURE_POINTS);
    const links = sections.flatMap((section) => draw(section).links);
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) expect(ids).toContain(link);
  });

  test('tells the twelve failure points', () => {
    const section = sections.find(({ id }) => id === FAILURE_POINTS)!;
    const { text, tags } = draw(section);
    expect(tags.filter((tag) => tag === 'tr')).toHaveLength(13);
    for (let k = 1; k <= 12; k++) expect(text).toContain(`F${k}`);
  });

  test('shows every example as it is written', () => {
    const examples = [...page.matchAll(/^```maple\n([^]*?)\n```$/gm)].map((found) => found[1]!);
    const all = sections.map((section) => draw(section).text).join('');
    expect(examples.filter((text) => !all.includes(text))).toEqual([]);
  });

  test('is searched by words, in any order and case; headings above what is found stay', () => {
    const found = (query: string): string[] => foundSections(sections, query).map(({ title }) => title);
    expect(found('')).toHaveLength(sections.length);
    expect(found('userfaultfd F9')).toEqual(found('f9 USERFAULTFD'));
    expect(found('userfaultfd F9')).toEqual([
      'Failures',
      expect.stringContaining('fail SITE') as string,
      'Failure points F1 to F12',
    ]);
    expect(found('quokka')).toEqual([]);
  });

  test('text stays text', () => {
    const [, section] = sectionsOf(
      '# a\n\n## b\n\nSee <script>alert(1)</script> & `a < b` [x](javascript:alert(1)) <b>c</b>\n\n' +
        '<img src=x onerror=alert(1)>\n',
    );
    const { tags, text, links } = draw(section!);
    expect(new Set(tags)).toEqual(new Set(['p', 'code']));
    expect(links).toEqual([]);
    expect(text).toContain('<script>alert(1)</script> & a < b x <b>c</b>');
    expect(text).toContain('<img src=x onerror=alert(1)>');
  });
});
