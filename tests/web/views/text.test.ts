// SPDX-License-Identifier: GPL-2.0-or-later
//
// Numbers and words as the pictures write them, and the scale of gap bars.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX, index } from '../../../web/base/index64';
import { valueWord, ZERO_ENTRY_WORD, VALUE_MAX } from '../../../web/model/entry';
import { entryLooks, looksIn } from '../../../web/views/shared/entry-look';
import { gapShare, log2 } from '../../../web/views/shared/log-scale';
import { counted, elidedPath } from '../../../web/base/text';
import {
  bytesText,
  clip,
  groupedCount,
  groupedHex,
  listText,
  rangeText,
  rangeWith0x,
  sizeText,
} from '../../../web/views/shared/text';

describe('a path', () => {
  it('keeps its first folder and its file, then its file alone, then both ends of it', () => {
    expect(elidedPath('/usr/lib/libc.so.6')).toBe('/usr/lib/libc.so.6');
    expect(elidedPath('/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2', 30)).toBe('/usr/…/ld-linux-x86-64.so.2');
    expect(elidedPath('/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2', 24)).toBe('…/ld-linux-x86-64.so.2');
    expect(elidedPath('/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2', 11)).toBe('ld-li….so.2');
  });

  it('is never longer than it may be', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 8 }), fc.integer({ min: 4, max: 60 }), (parts, most) => {
        expect(elidedPath(parts.join('/'), most).length).toBeLessThanOrEqual(most);
      }),
    );
  });
});

describe('text', () => {
  it('groups digits from the right', () => {
    expect(groupedHex(0x7f95_306b_4000n)).toBe('7f95\u00a0306b\u00a04000');
    expect(groupedHex(0xfffn)).toBe('fff');
    expect(groupedHex(MAX)).toBe('max');
    expect(groupedCount(1234567)).toBe('1,234,567');
    expect(groupedCount(1234)).toBe('1,234');
    expect(groupedCount(999)).toBe('999');
    expect(rangeText(3n, 3n)).toBe('3');
    expect([rangeWith0x(16n, 25n), rangeWith0x(16n, 16n), rangeWith0x(10n, MAX), rangeWith0x(MAX, MAX)]).toEqual([
      '0x10 – 0x19',
      '0x10',
      '0xa – max',
      'max',
    ]);
  });

  it('tells sizes', () => {
    expect(bytesText(4096n)).toBe('4 KiB');
    expect(bytesText(1536n)).toBe('1.5 KiB');
    expect(bytesText(2n ** 64n)).toBe('16 EiB');
    expect(sizeText(1n, 'tree')).toBe('1 index');
    expect(sizeText(100n, 'tree')).toBe('100 indexes');
    expect(sizeText(2n ** 63n, 'tree')).toBe('2^63 indexes');
    expect(sizeText(999_999n, 'tree')).toBe('999,999 indexes');
  });

  it('rounds sizes to the nearest and says where a power of two is not exact', () => {
    expect(sizeText(2n ** 64n - 860n, 'tree')).toBe('≈ 2^64 indexes');
    expect(sizeText(3n << 40n, 'tree')).toBe('≈ 2^41.6 indexes');
    expect(bytesText(2n ** 64n - (128n << 40n))).toBe('16 EiB');
    expect(bytesText((1278n << 40n) / 10n)).toBe('128 TiB');
    expect(bytesText(1023n)).toBe('1023 B');
    expect(bytesText(1024n * 1024n - 1n)).toBe('1 MiB');
    expect(bytesText(99n * 1024n + 972n)).toBe('99.9 KiB');
    const share = (text: string): number => {
      const [number = '', unit = ''] = text.split(' ');
      return Number(number) * 1024 ** ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'].indexOf(unit);
    };
    fc.assert(
      fc.property(fc.bigInt(1n, 2n ** 64n), (bytes) => {
        expect(Math.abs(share(bytesText(bytes)) / Number(bytes) - 1)).toBeLessThanOrEqual(0.05);
      }),
    );
  });

  it('cuts, counts and lists', () => {
    expect(clip('anonymous', 5)).toBe('anon…');
    expect(counted(1, 'node')).toBe('1 node');
    expect(counted(2, 'entry', 'entries')).toBe('2 entries');
    expect(listText(['a', 'b', 'c'])).toBe('a, b and c');
  });
});

describe('log scale', () => {
  it('never shrinks with size, and ends at 1', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n), fc.bigInt(0n, 2n ** 64n), (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(log2(low)).toBeLessThanOrEqual(log2(high));
        expect(gapShare(low)).toBeLessThanOrEqual(gapShare(high));
      }),
    );
    expect(gapShare(0n)).toBe(0);
    expect(gapShare(1n)).toBeGreaterThan(0);
    expect(gapShare(2n ** 64n)).toBe(1);
    expect(log2(2n ** 60n)).toBe(60);
  });
});

describe('entry looks', () => {
  it('name every kind of entry', () => {
    const vma = { number: 3, first: index(0n), last: index(4095n), perms: 'r-xp', offset: index(0n), path: '/bin/a' };
    const look = entryLooks([vma], ['lib']);
    expect(look(0n).kind).toBe('null');
    expect(look(ZERO_ENTRY_WORD)).toMatchObject({ kind: 'zero', text: 'z' });
    expect(look(valueWord(7n))).toMatchObject({ kind: 'value', text: '7' });
    expect(look(valueWord(VALUE_MAX + 1n))).toMatchObject({ kind: 'label', text: 'lib' });
    expect(look(valueWord(3n))).toMatchObject({ kind: 'text', text: 'x', name: 'VMA 3: r-xp /bin/a' });
  });

  it('tell a VMA that the step ended as what it was', () => {
    const vma = { number: 3, first: index(0n), last: index(4095n), perms: 'r-xp', offset: index(0n), path: '/bin/a' };
    expect(looksIn({ vmas: [], goneVmas: [vma] }, [])(valueWord(3n))).toMatchObject({ kind: 'text', text: 'x' });
    expect(looksIn({ vmas: [] }, [])(valueWord(3n)).kind).toBe('value');
    expect(looksIn(null, [])(valueWord(3n)).kind).toBe('value');
  });
});
