// SPDX-License-Identifier: GPL-2.0-or-later
//
// The frame for other sites: its address says what it shows, the HTML cannot be broken by a title, and of all messages
// only a theme and a step are orders.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EMBED_DEFAULT,
  EMBED_PANES,
  EMBED_THEMES,
  embedAddress,
  embedText,
  frameHtml,
  orderOf,
  readEmbed,
  withoutEmbed,
  type EmbedOptions,
} from '../../../web/share/embed';
import { wantedHeight } from '../../../web/app/embed/height';

const options: fc.Arbitrary<EmbedOptions> = fc.record({
  panes: fc.subarray([...EMBED_PANES], { minLength: 1 }),
  editable: fc.boolean(),
  theme: fc.constantFrom(...EMBED_THEMES),
});
const fragments = fc.constantFrom(
  'ex=first&step=3',
  'm1.AbC_-9A',
  'm1.AbCA&view=fork&mark=2',
  'lesson=02-nodes&screen=2',
);

describe('the address of a frame', () => {
  test('says what the frame shows, and reads back as the same', () => {
    fc.assert(
      fc.property(fragments, options, (fragment, wanted) => {
        const said = `${fragment}${embedText(wanted)}`;
        expect(readEmbed(said)).toEqual(wanted);
        expect(withoutEmbed(said)).toBe(fragment);
      }),
    );
    expect(embedText(EMBED_DEFAULT)).toBe('');
  });

  test('of names that it does not know, nothing is taken', () => {
    expect(readEmbed('ex=first&panes=kitchen,,&theme=<script>')).toEqual(EMBED_DEFAULT);
    expect(readEmbed('ex=first&panes=timeline,kitchen,picture&edit').panes).toEqual(['picture', 'timeline']);
    expect(readEmbed('')).toEqual(EMBED_DEFAULT);
  });

  test('lies beside the page, whether the page is named by its folder or its file', () => {
    for (const base of [
      'https://example.org/a/',
      'https://example.org/a/index.html',
      'https://example.org/a/maplescope.html',
    ])
      expect(embedAddress(base, 'ex=first', { ...EMBED_DEFAULT, theme: 'dark' })).toBe(
        'https://example.org/a/embed.html#ex=first&theme=dark',
      );
  });
});

test('a title cannot leave its attribute', () => {
  const html = frameHtml('https://example.org/embed.html#ex=first&edit', 'a "b" <script>\nc & d');
  expect(html).toContain('title="a &quot;b&quot; &lt;script> c &amp; d"');
  expect(html).toContain('#ex=first&amp;edit"');
  expect(html.match(/</g)).toHaveLength(2);
});

describe('a message to the frame', () => {
  test('is a theme or a step', () => {
    expect(orderOf({ maplescope: 'theme', theme: 'dark' })).toEqual({ maplescope: 'theme', theme: 'dark' });
    expect(orderOf({ maplescope: 'seek', step: 12, more: 1 })).toEqual({ maplescope: 'seek', step: 12 });
  });

  test('of any other kind is none, whatever it is', () => {
    for (const no of [
      null,
      'theme',
      [],
      { maplescope: 'theme', theme: 'blue' },
      { maplescope: 'theme', theme: ['dark'] },
      { maplescope: 'seek', step: -1 },
      { maplescope: 'seek', step: 0.5 },
      { maplescope: 'seek', step: '3' },
      { maplescope: 'seek', step: 2 ** 60 },
      { maplescope: 'run', text: 'tree t' },
      { maplescope: 'size', height: 5 },
    ])
      expect(orderOf(no)).toBeNull();
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        const order = orderOf(anything);
        expect(['theme', 'seek', undefined]).toContain(order?.maplescope);
      }),
    );
  });
});

describe('the height that a frame asks for', () => {
  const parts = {
    wide: true,
    panes: EMBED_DEFAULT.panes,
    scriptLines: 10,
    fork: false,
    bar: 40,
    around: 250,
  } as const;

  test('is that of the highest pane where they stand side by side, and their sum where they do not', () => {
    expect(wantedHeight(parts)).toBe(40 + 380 + 250);
    expect(wantedHeight({ ...parts, panes: ['script'], around: 0 })).toBe(40 + 92 + 200);
    expect(wantedHeight({ ...parts, wide: false })).toBe(40 + 107 + 200 + 380 + 250);
  });

  test('grows with the script up to a bound, and with a picture that needs it', () => {
    const script = { ...parts, panes: ['script'] as const, around: 0 };
    expect(wantedHeight({ ...script, scriptLines: 1_000_000 })).toBe(wantedHeight({ ...script, scriptLines: 24 }));
    expect(wantedHeight({ ...parts, fork: true })).toBeGreaterThan(wantedHeight(parts));
  });
});
