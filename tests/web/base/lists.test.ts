// SPDX-License-Identifier: GPL-2.0-or-later

import { describe, expect, it } from 'vitest';

import { splitMix64 } from '../../../web/base/random';
import { differenceOf, listAt, nextVersion, type Version } from '../../../web/base/lists';

const texts = (text: string): string[] => Array.from(text);

describe('where two lists differ', () => {
  it('is between equal beginnings and equal ends', () => {
    expect(differenceOf(texts('abcdef'), texts('abXYef'))).toEqual({ at: 2, before: ['c', 'd'], after: ['X', 'Y'] });
    expect(differenceOf(texts('abc'), texts('abc'))).toEqual({ at: 3, before: [], after: [] });
    expect(differenceOf(texts('aa'), texts('aaa'))).toEqual({ at: 2, before: [], after: ['a'] });
    expect(differenceOf([], texts('ab'))).toEqual({ at: 0, before: [], after: ['a', 'b'] });
    expect(differenceOf(texts('ab'), [])).toEqual({ at: 0, before: ['a', 'b'], after: [] });
  });
});

describe('a list with a history', () => {
  it('is found again at every version, whatever was asked before', () => {
    const random = splitMix64(616n);
    const below = (n: number): number => Number(random.next() % BigInt(n));
    const lists: number[][] = [];
    const versions: Version<number>[] = [];
    let list: number[] = Array.from({ length: 40 }, (_, k) => k);
    for (let k = 0; k < 600; k++) {
      const at = below(list.length + 1);
      list = [...list.slice(0, at), ...Array.from({ length: below(3) }, (_, n) => 1000 * k + n), ...list.slice(at + below(3))];
      lists.push(list);
      versions.push(nextVersion(versions.at(-1) ?? null, list));
    }
    for (let k = 0; k < 1200; k++) {
      const one = below(lists.length);
      expect(listAt(versions[one] as Version<number>)).toEqual(lists[one]);
    }
  });

  it('is kept whole only now and then', () => {
    let version = nextVersion<number>(null, Array.from({ length: 1000 }, (_, k) => k));
    const all = [version];
    for (let k = 0; k < 500; k++) all.push((version = nextVersion(version, [...listAt(version), 1000 + k])));
    expect(all.filter((one) => one.whole !== null).length).toBeLessThan(8);
    expect(listAt(all[250] as Version<number>)).toHaveLength(1250);
  });

  it('stays the same version while nothing changes', () => {
    const version = nextVersion(null, texts('abc'));
    expect(nextVersion(version, texts('abc'))).toBe(version);
  });
});
