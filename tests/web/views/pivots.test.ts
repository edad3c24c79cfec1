// SPDX-License-Identifier: GPL-2.0-or-later
//
// Pivot labels: all of a node cut at the same places, and ascending when read.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX } from '../../../web/base/index64';
import { pivotLabels } from '../../../web/views/tree/pivots';

const ascending = fc
  .uniqueArray(
    fc.oneof(
      fc.bigInt(0n, MAX),
      fc.bigInt(0n, 4096n),
      fc.bigInt(0n, 0xfffn).map((k) => 0x7f95_306b_0fffn + (k << 12n)),
    ),
    {
      minLength: 1,
      maxLength: 16,
    },
  )
  .map((list) => [...list].sort((a, b) => (a < b ? -1 : 1)));

/**
 * The digits of a label from its end on, with the gaps that its ellipses stand for, as a pattern of the whole number.
 */
function matches(label: string, digits: string): boolean {
  const pattern = label.split('…').join('[0-9a-f]*');
  return new RegExp(`^0*${pattern}$`).test(digits);
}

/** A label's shown digits as one number: leading zeros may be left out at its start only. */
function shownNumber(label: string): bigint {
  return BigInt(`0x${label.replaceAll('…', '')}`);
}

function shape(label: string): string {
  return [label.startsWith('…'), label.slice(1, -1).includes('…'), label.endsWith('…')].join();
}

describe('pivot labels', () => {
  it('ascend strictly, are cut alike, fit, and show digits of their pivot', () => {
    fc.assert(
      fc.property(ascending, fc.integer({ min: 3, max: 17 }), (lasts, room) => {
        const { prefix, labels } = pivotLabels(lasts, room);
        const shown = labels
          .map((label, k) => ({ label, last: lasts[k]! }))
          .filter(({ label }) => label !== '' && label !== 'max');
        expect(new Set(shown.map(({ label }) => shape(label))).size).toBeLessThanOrEqual(1);
        for (const [k, { label, last }] of shown.entries()) {
          expect(label.length).toBeLessThanOrEqual(room);
          expect(matches(label, last.toString(16).padStart(16, '0'))).toBe(true);
          expect(last.toString(16).padStart(16, '0')).toContain(prefix);
          if (k > 0) expect(shownNumber(label)).toBeGreaterThan(shownNumber(shown[k - 1]!.label));
        }
        expect(labels[0]).not.toBe('');
        for (const [k, last] of lasts.entries()) expect(labels[k] === 'max').toBe(last === MAX);
      }),
      { numRuns: 2000 },
    );
  });

  it('leave none empty where telling them apart has room', () => {
    fc.assert(
      fc.property(ascending, (lasts) => {
        expect(pivotLabels(lasts, 16).labels).toEqual(lasts.map((last) => (last === MAX ? 'max' : last.toString(16))));
      }),
    );
  });

  it('drop what all begin with', () => {
    const lasts = [0x7f95_306b_4fffn, 0x7f95_306b_7fffn, 0x7f95_306b_efffn];
    expect(pivotLabels(lasts, 7)).toEqual({ prefix: '7f9530', labels: ['…6b4fff', '…6b7fff', '…6befff'] });
  });

  it('keep small numbers whole', () => {
    expect(pivotLabels([9n, 0x13n, MAX], 7)).toEqual({ prefix: '', labels: ['9', '13', 'max'] });
  });

  it('never stand whole beside cut ones', () => {
    expect(pivotLabels([0x3f_ffffn, 0x17f_ffffn, 0x181_ffffn, 0x1a1_efffn], 6).labels).toEqual([
      '3…fff',
      '17…fff',
      '18…fff',
      '1a…fff',
    ]);
    expect(pivotLabels([0x35_b17f_ffffn, 0x7fff_0000_0fffn, MAX], 6).labels).toEqual(['0…ffff', '7…0fff', 'max']);
  });

  it('keep the digits that tell neighbours apart, high and low', () => {
    const lasts = [0x5555_5555_3fffn, 0x5555_5555_4fffn, 0x5555_557a_ffffn, 0x7fff_f7d7_ffffn, 0x7fff_f7da_4fffn];
    expect(pivotLabels(lasts, 8).labels).toEqual(['5…553fff', '5…554fff', '5…7affff', '7…d7ffff', '7…da4fff']);
  });

  it('keep the tail: what differs in addresses is never cut', () => {
    const lasts = [
      0x5555_5555_3fffn,
      0x5555_5555_5fffn,
      0x5555_5555_afffn,
      0x5555_5555_ffffn,
      0x5555_5558_0fffn,
      0x7fff_f7dd_2fffn,
    ];
    expect(pivotLabels(lasts, 10).labels).toEqual([
      '5…55553fff',
      '5…55555fff',
      '5…5555afff',
      '5…5555ffff',
      '5…55580fff',
      '7…f7dd2fff',
    ]);
  });

  it('have no second ellipsis within, where one run of digits tells neighbours apart', () => {
    const lasts = [0x7fd2_01d4_dfffn, 0x7fd2_01ea_3fffn, 0x7fd2_01ef_6fffn, 0x7fd2_01ef_afffn, 0x7fd2_01ef_cfffn];
    expect(pivotLabels(lasts, 6).labels).toEqual(['…d4df…', '…ea3f…', '…ef6f…', '…efaf…', '…efcf…']);
    expect(pivotLabels(lasts, 7).labels).toEqual(['…d4dfff', '…ea3fff', '…ef6fff', '…efafff', '…efcfff']);
  });

  it('leave out one that would repeat the one before it', () => {
    const lasts = [0x1111_1111n, 0x1111_1112n, 0x1211_1111n, 0x1221_1111n, 0x1222_1111n, 0x1222_1121n];
    const { labels } = pivotLabels(lasts, 4);
    expect(labels[1]).toBe('');
    expect(labels.filter((label) => label !== '').length).toBeGreaterThan(1);
  });
});
