// SPDX-License-Identifier: GPL-2.0-or-later
//
// Links by the name of a scenario, and the place that a link opens at.

import { describe, expect, it } from 'vitest';
import { decodeLink } from '../../../web/share/decode';
import { encodeLink } from '../../../web/share/encode';
import { exampleLink, NOWHERE, placeText, readExampleLink, readPlace, type LinkPlace } from '../../../web/share/place';

const EVERYWHERE: LinkPlace = {
  step: 19,
  mark: 24,
  event: 3,
  view: 'compare',
  tree: 'b&c=d e',
  base: 'decimal',
  pair: {
    a: { step: 'before', tree: null, release: null },
    b: { step: 19, tree: 'cat', release: '6_16' },
  },
  present: true,
};

describe('a link by name', () => {
  it('is short, and comes back as it was', () => {
    expect(exampleLink('fork-6421', { ...NOWHERE, step: 19, mark: 24, view: 'compare', present: true })).toBe(
      'ex=fork-6421&step=19&mark=24&view=compare&present',
    );
    for (const place of [NOWHERE, EVERYWHERE])
      expect(readExampleLink(exampleLink('first', place))).toEqual({ name: 'first', place });
  });

  it('names the two trees that stand side by side, each by its step, tree and release', () => {
    const a = { step: 17, tree: 'cat', release: null } as const;
    const b = { step: 'shown', tree: null, release: '6_16' } as const;
    const made = exampleLink('first', { ...NOWHERE, step: 19, view: 'differ', pair: { a, b } });
    expect(made).toBe('ex=first&step=19&view=differ&a=17.cat&b=shown..6_16');
    expect(readExampleLink(made)?.place.pair).toEqual({ a, b });
  });

  it('is nothing else', () => {
    expect(readExampleLink('')).toBeNull();
    expect(readExampleLink('m1.abc&ex=first')).toBeNull();
  });

  it.each(['ex=', 'ex=../../x', 'ex=a%00b', 'ex=<b>', 'ex=a b'])('has no name that no scenario has: %s', (fragment) => {
    expect(readExampleLink(fragment)?.name).toBe('');
  });

  it.each([
    'step=-1',
    'step=1e9',
    'step=1.5',
    'step=',
    'step=99999999999999999999',
    'mark=x&event=&view=&tree=',
    'a=1',
    'a=1&b=',
    'a=-1&b=2',
    'a=.t&b=2',
  ])('passes over what is no place: %s', (said) => {
    expect(readExampleLink(`ex=first&${said}`)?.place).toEqual(NOWHERE);
  });
});

describe('a link that holds its text', () => {
  it('has the rest of the place behind it, and its text is the same', () => {
    const made = encodeLink({ script: 'tree t\nstore 1 = 2', language: 1, step: 2, engine: null, sum: null });
    if (made.kind !== 'link') throw new Error(made.message);
    const fragment = made.fragment + placeText({ ...EVERYWHERE, step: null });
    expect(decodeLink(`#${fragment}`)).toEqual(decodeLink(`#${made.fragment}`));
    expect(readPlace(fragment)).toEqual({ ...EVERYWHERE, step: null });
    expect(readPlace(made.fragment)).toEqual(NOWHERE);
  });
});
