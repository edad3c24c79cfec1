// SPDX-License-Identifier: GPL-2.0-or-later

import { describe, expect, it } from 'vitest';

import { splitMix64 } from '../../../web/base/random';
import { differencesOf, nextVersion, Sequence, versionAt, type Version } from '../../../web/base/sequence';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, k) => k);
const texts = (text: string): Sequence<string> => Sequence.of(Array.from(text));

function chance(seed: bigint): (below: number) => number {
  const random = splitMix64(seed);
  return (below) => Number(random.next() % BigInt(below));
}

describe('a sequence', () => {
  it('holds what an array holds after the same changes, and so does every one before it', () => {
    const below = chance(616n);
    let array = numbers(700);
    let sequence = Sequence.of(array);
    const kept: (readonly [Sequence<number>, number[]])[] = [];
    for (let k = 0; k < 3000; k++) {
      const at = below(array.length + 1);
      const gone = below(40) === 0 ? below(400) : below(3);
      const put = numbers(below(40) === 0 ? below(600) : below(3)).map((n) => 1000 * k + n);
      array = array.toSpliced(at, gone, ...put);
      sequence = sequence.spliced(at, gone, put);
      if (k % 50 === 0) kept.push([sequence, array]);
    }
    for (const [one, wanted] of [...kept, [sequence, array] as const]) {
      expect(one.toArray()).toEqual(wanted);
      expect([...one]).toEqual(wanted);
      expect(one).toHaveLength(wanted.length);
      expect([0, 1, 255, 256, one.length - 1, one.length, -1].map((at) => one.at(at))).toEqual(
        [0, 1, 255, 256, one.length - 1, one.length, -1].map((at) => wanted[at]),
      );
      expect(one.chunks.every((chunk) => chunk.length > 0 && chunk.length <= 256)).toBe(true);
    }
  });

  it('grows at its end into full chunks, and keeps no crumbs when it shrinks', () => {
    let sequence = Sequence.of<number>();
    for (const one of numbers(2560)) sequence = sequence.spliced(sequence.length, 0, [one]);
    expect(sequence.chunks).toHaveLength(10);
    while (sequence.length > 300) sequence = sequence.spliced(sequence.length >> 1, 1, []);
    expect(sequence.chunks.length).toBeLessThan(10);
  });

  it('is searched by halves', () => {
    const sequence = Sequence.of(numbers(1000).map((k) => 2 * k));
    expect([-1, 0, 1, 511, 512, 513, 1998, 1999].map((at) => sequence.firstNot((one) => one < at))).toEqual([
      0, 0, 1, 256, 256, 257, 999, 1000,
    ]);
    expect(Sequence.of<number>().firstNot(() => true)).toBe(0);
  });

  it('shares with the one before every chunk in which nothing changed', () => {
    const before = Sequence.of(numbers(65_536));
    const after = before.spliced(30_000, 1, [-1]);
    expect(after.chunks.filter((chunk) => !before.chunks.includes(chunk))).toHaveLength(1);
  });
});

describe('where two sequences differ', () => {
  it('is between equal beginnings and equal ends', () => {
    expect(differencesOf(texts('abcdef'), texts('abXYef'))).toEqual([{ at: 2, before: ['c', 'd'], after: ['X', 'Y'] }]);
    expect(differencesOf(texts('abc'), texts('abc'))).toEqual([]);
    expect(differencesOf(texts('aa'), texts('aaa'))).toEqual([{ at: 2, before: [], after: ['a'] }]);
    expect(differencesOf(texts(''), texts('ab'))).toEqual([{ at: 0, before: [], after: ['a', 'b'] }]);
    expect(differencesOf(texts('ab'), texts(''))).toEqual([{ at: 0, before: ['a', 'b'], after: [] }]);
  });

  it('is every place for itself where whole chunks lie between', () => {
    const before = Sequence.of(numbers(10_000));
    const after = before.spliced(9000, 1, []).spliced(1000, 0, [-1]).spliced(5000, 1, [-2]);
    expect(differencesOf(before, after)).toEqual([
      { at: 1000, before: [], after: [-1] },
      { at: 4999, before: [4999], after: [-2] },
      { at: 9000, before: [9000], after: [] },
    ]);
  });
});

describe('a sequence with a history', () => {
  it('is found again at every version, whatever was asked before', () => {
    const below = chance(617n);
    const wanted: number[][] = [];
    const versions: Version<number>[] = [];
    let sequence = Sequence.of(numbers(900));
    for (let k = 0; k < 900; k++) {
      for (let n = below(3); n >= 0; n--)
        sequence = sequence.spliced(
          below(sequence.length + 1),
          below(3),
          numbers(below(3)).map((one) => 1000 * k + 10 * n + one),
        );
      wanted.push(sequence.toArray());
      versions.push(nextVersion(versions.at(-1) ?? null, sequence));
    }
    for (let k = 0; k < 900; k++) {
      const one = below(wanted.length);
      expect(versionAt(versions[one] as Version<number>).toArray()).toEqual(wanted[one]);
    }
  });

  it('is kept whole only now and then', () => {
    let version = nextVersion<number>(null, Sequence.of(numbers(1000)));
    const all = [version];
    for (let k = 0; k < 1000; k++)
      all.push((version = nextVersion(version, versionAt(version).spliced(1000 + k, 0, [1000 + k]))));
    expect(all.filter((one) => one.whole !== null).length).toBeLessThan(8);
    expect(versionAt(all[250] as Version<number>)).toHaveLength(1250);
  });

  it('stays the same version while nothing changes', () => {
    const version = nextVersion(null, texts('abc'));
    expect(nextVersion(version, texts('abc'))).toBe(version);
  });
});
