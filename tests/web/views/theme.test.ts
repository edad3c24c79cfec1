// SPDX-License-Identifier: GPL-2.0-or-later
//
// Contrast of the tokens in both schemes, read from theme.css itself: WCAG 2.2 AA asks for 4.5 for text.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CELL_KINDS } from '../../../web/views/shared/palette';

const web = join(import.meta.dirname, '../../../web');
const css = readFileSync(join(web, 'views/shared/theme.css'), 'utf8');
/** Of every sheet of the page. */
const sheets = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => readFileSync(join(web, name), 'utf8'));
const tokens = new Map(
  [...sheets.join('\n').matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map((m) => [
    m[1]!,
    [m[2]!, m[3]!] as const,
  ]),
);
// A token that is another one.
for (const [, name = '', other = ''] of css.matchAll(/--([\w-]+): var\(--([\w-]+)\);/g)) {
  const token = tokens.get(other);
  if (token !== undefined) tokens.set(name, token);
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = parseInt(colour.slice(at, at + 2), 16) / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string, scheme: 0 | 1): number {
  const [x, y] = [a, b].map((name) => {
    const token = tokens.get(name);
    if (token === undefined) throw new Error(`no token --${name}`);
    return luminance(token[scheme]);
  });
  return (Math.max(x!, y!) + 0.05) / (Math.min(x!, y!) + 0.05);
}

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('%s scheme', (_name, scheme) => {
  it.each(CELL_KINDS.filter((info) => info.kind !== 'null').map((info) => info.kind))(
    'letters on %s cells can be read',
    (kind) => {
      expect(contrast(`on-${kind}`, `cell-${kind}`, scheme)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each([
    ['ink', 'bg'],
    ['ink', 'panel'],
    ['ink', 'selected'],
    ['ink', 'raised'],
    ['ink', 'bad-fill'],
    ['muted', 'bg'],
    ['muted', 'panel'],
    ['muted', 'selected'],
    ['muted', 'raised'],
    ['on-action', 'action'],
    ['accent', 'bg'],
    ['accent', 'panel'],
    ['accent', 'selected'],
    ['on-accent', 'accent'],
    ['link', 'bg'],
    ['link', 'panel'],
    ['link', 'selected'],
    ['good', 'good-fill'],
    ['good', 'bg'],
    ['good', 'panel'],
    ['bad', 'bg'],
    ['bad', 'panel'],
    ['bad', 'bad-fill'],
    ['bad', 'selected'],
    ['on-accent', 'bad'],
    ['on-run-completed', 'run-completed'],
    ['on-run-undone', 'run-undone'],
    ['on-run-differs', 'run-differs'],
    ['on-run-leak', 'run-leak'],
    ['on-run-broken', 'run-broken'],
    ['ink', 'byte-parent'],
    ['ink', 'byte-pivot'],
    ['ink', 'byte-slot'],
    ['ink', 'byte-gap'],
    ['ink', 'byte-meta'],
    ['muted', 'byte-unused'],
  ])('%s on %s can be read', (text, ground) => {
    expect(contrast(text, ground, scheme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['accent', 'panel'],
    ['accent', 'bg'],
    ['focus', 'bg'],
    ['focus', 'panel'],
    ['gap-bar-largest', 'panel'],
  ])('the line %s is seen on %s', (line, ground) => {
    expect(contrast(line, ground, scheme)).toBeGreaterThanOrEqual(3);
  });
});

// In the light scheme cells are pale, and ink shows what they hold.
describe('marks that mean something are seen on the ground', () => {
  it.each(['cell-value', 'cell-label', 'cell-zero', 'cell-guard', 'hatch', 'value-far', 'far-child'])('%s', (mark) => {
    expect(contrast(mark, 'bg', 1)).toBeGreaterThanOrEqual(2.8);
    expect(contrast(mark, 'bg', 0)).toBeGreaterThanOrEqual(mark === 'hatch' || mark === 'far-child' ? 2.5 : 1.4);
  });
});

// WCAG leaves it out; a − or + that cannot be pressed shows where the end is all the same.
describe('what is disabled is seen', () => {
  it.each(
    ['bg', 'panel', 'raised', 'selected'].flatMap((ground) => ([0, 1] as const).map((at) => [ground, at] as const)),
  )('on %s, scheme %i', (ground, at) => {
    expect(contrast('faint', ground, at)).toBeGreaterThanOrEqual(3);
  });
});

/** Grounds that text of any kind may stand on. */
const GROUNDS = ['bg', 'panel', 'raised', 'selected'];

/**
 * Tokens that text is written in, but for letters on a ground of their own (`on-…`) and what is disabled, which WCAG
 * leaves out.
 */
function textColours(): string[] {
  const rules = sheets
    .join('\n')
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .matchAll(/([^{}]+)\{([^{}]*)\}/g);
  const found = new Set<string>();
  for (const [, selector = '', body = ''] of rules) {
    // On a ground of its own it is the ground that is called after what it says.
    if (selector.includes(':disabled') || /background: var\(--(ink|action|accent|bad)\)/.test(body)) continue;
    for (const [, name = ''] of body.matchAll(/(?:^|[\s;])color: var\(--([\w-]+)\)/g))
      if (!name.startsWith('on-')) found.add(name);
  }
  return [...found].sort();
}

describe('every colour that words are written in', () => {
  const colours = textColours();

  it('is one of those that are meant for it', () => {
    expect(colours).toEqual(expect.arrayContaining(['ink', 'muted', 'accent', 'bad', 'good', 'link']));
    expect(colours).not.toContain('faint');
    expect(colours).not.toContain('hatch');
  });

  it.each(
    colours.flatMap((text) =>
      GROUNDS.flatMap((ground) => [[text, ground, 'light', 0] as const, [text, ground, 'dark', 1] as const]),
    ),
  )('%s can be read on %s, %s', (text, ground, _scheme, at) => {
    expect(contrast(text, ground, at)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([...tokens.keys()].filter((name) => name.startsWith('on-')))(
    '%s can be read on its ground in both schemes',
    (name) => {
      const ground = name.slice('on-'.length);
      for (const own of [`cell-${ground}`, ground].filter((one) => tokens.has(one))) {
        for (const at of [0, 1] as const) expect(contrast(name, own, at)).toBeGreaterThanOrEqual(4.5);
      }
      expect(tokens.has(`cell-${ground}`) || tokens.has(ground)).toBe(true);
    },
  );
});

describe('forced colours', () => {
  it('name system colours for grounds, ink and accent', () => {
    const block = css.slice(css.indexOf('forced-colors'));
    // Grey text stands for what is disabled.
    for (const token of ['hairline', 'hatch', 'far-ground', 'far-child'])
      expect(block).toMatch(new RegExp(`--${token}: Canvas(Text)?;`));
    for (const token of ['bg', 'panel', 'full-ink', 'muted', 'accent', 'focus'])
      expect(block).toMatch(new RegExp(`--${token}: [A-Z][A-Za-z]+;`));
  });
});
