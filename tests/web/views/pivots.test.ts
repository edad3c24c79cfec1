// SPDX-License-Identifier: GPL-2.0-or-later
//
// Pivot labels: pairwise different, and digits of their pivot.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX } from '../../../web/base/index64';
import { pivotLabels } from '../../../web/views/tree/pivots';

const ascending = fc
  .uniqueArray(fc.oneof(fc.bigInt(0n, MAX), fc.bigInt(0n, 4096n), fc.bigInt(0n, 0xfffn).map((k) => 0x7f95_306b_0fffn + (k << 12n))), {
    minLength: 1,
    maxLength: 16,
  })
  .map((list) => [...list].sort((a, b) => (a < b ? -1 : 1)));

describe('pivot labels', () => {
  it('are pairwise different and made of the digits of their pivot', () => {
    fc.assert(
      fc.property(ascending, fc.integer({ min: 3, max: 16 }), (lasts, room) => {
        const { prefix, labels } = pivotLabels(lasts, room);
        expect(new Set(labels).size).toBe(labels.length);
        for (const [k, label] of labels.entries()) {
          const digits = lasts[k] === MAX ? 'max' : lasts[k]!.toString(16);
          const [head, tail] = label.includes('…') ? label.split('…') : ['', label];
          if (label === 'max') continue;
          expect(digits.startsWith(head!)).toBe(true);
          expect(digits.padStart(16, '0').endsWith(tail!)).toBe(true);
          if (prefix !== '') expect(digits.padStart(prefix.length + label.length, '0')).toBe(prefix + label);
        }
      }),
    );
  });

  it('drops what all share', () => {
    const lasts = [0x7f95_306b_4fffn, 0x7f95_306b_7fffn, 0x7f95_306b_efffn];
    expect(pivotLabels(lasts, 7)).toEqual({ prefix: '7f95306b', labels: ['4fff', '7fff', 'efff'] });
  });

  it('keeps small numbers whole', () => {
    expect(pivotLabels([9n, 0x13n, MAX], 7)).toEqual({ prefix: '', labels: ['9', '13', 'max'] });
  });

  it('cuts in the middle where tails would be alike', () => {
    const { labels } = pivotLabels([0x5555_0000_0fffn, 0x7fff_0000_0fffn], 7);
    expect(labels).toEqual(['5…00fff', '7…00fff']);
  });
});
