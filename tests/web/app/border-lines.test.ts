// SPDX-License-Identifier: GPL-2.0-or-later
//
// The number of a range's border in the text: found, changed in its own spelling, or why it cannot be.

import { kindAt } from '../../../web/model/run';
import { describe, expect, it } from 'vitest';
import { borderChanges, borderPlace, withChanges, writtenRange } from '../../../web/app/picture/border-lines';
import { parse } from '../../../web/scenario/language/parser';
import { layoutStrip } from '../../../web/views/strip/layout';
import { indexAt, roundIndex } from '../../../web/views/strip/places';
import type { Border } from '../../../web/views/strip/types';
import { runText, sceneAt } from '../engine/runs';

async function placeOf(text: string, border: Omit<Border, 'tree'>, tree = 'a') {
  const session = await runText(text);
  const { steps } = session.summary();
  const place = borderPlace({ ...border, tree }, parse(text).program.statements, steps, steps.length);
  return { place, session };
}

async function moved(text: string, border: Omit<Border, 'tree'>, to: bigint, tree = 'a'): Promise<string> {
  const { place } = await placeOf(text, border, tree);
  if (typeof place === 'string') throw new Error(place);
  return withChanges(text, borderChanges(place, to));
}

describe('a border moved in the text', () => {
  it.each([
    ['store 0x100..0x17f = "heap"', 0x100n, 0x17fn, 'last', 0x1ffn, 'store 0x100..0x1ff = "heap"'],
    ['store 0x040..0x05f = 1', 0x40n, 0x5fn, 'first', 0x8n, 'store 0x008..0x05f = 1'],
    ['store 10..19 = 1', 10n, 19n, 'last', 29n, 'store 10..29 = 1'],
    ['store 10 = 1', 10n, 10n, 'last', 19n, 'store 10..19 = 1'],
    ['store 10 = 1', 10n, 10n, 'first', 5n, 'store 5..10 = 1'],
    ['store 0x10..+0x10 = 1', 0x10n, 0x1fn, 'last', 0x2fn, 'store 0x10..+0x20 = 1'],
    ['store 0x10..+0x10 = 1', 0x10n, 0x1fn, 'first', 0x8n, 'store 0x08..+0x18 = 1'],
    ['insert 10..19 = 1', 10n, 19n, 'first', 15n, 'insert 15..19 = 1'],
    ['store 10..max = 1', 10n, 2n ** 64n - 1n, 'last', 99n, 'store 10..99 = 1'],
    ['store 10..19 = 1', 10n, 19n, 'last', 2n ** 64n - 1n, 'store 10..max = 1'],
  ] as const)('%s', async (line, first, last, end, to, expected) => {
    const next = await moved(`tree a\n${line}\nload 3`, { first, last, end }, to);
    expect(next).toBe(`tree a\n${expected}\nload 3`);
    // What is written runs, and the tree has the border there.
    const session = await runText(next);
    const { steps } = session.summary();
    expect(kindAt(steps, 2)?.error).toBeNull();
    const { trees } = sceneAt(session, steps.length);
    const strip = layoutStrip(trees[0]!.picture, 'packed');
    const stored = strip.stretches.find(({ word }) => word !== 0n)!;
    expect(end === 'first' ? stored.first : stored.last).toBe(to);
  });

  it('is that of the last statement that wrote the number, on the same tree', async () => {
    const text = 'tree a\ntree b\nstore 1..5 = 1 in a\nstore 1..5 = 2 in b\nstore 1..5 = 3 in a\nstore 7..9 = 4 in a';
    expect(await moved(text, { first: 1n, last: 5n, end: 'last' }, 6n)).toBe(text.replace('1..5 = 3', '1..6 = 3'));
  });

  it('of memory is that of its mapping', async () => {
    expect(await moved('mm a\nmap 64K..+48K rw', { first: 0x10000n, last: 0x1bfffn, end: 'last' }, 0x1ffffn)).toBe(
      'mm a\nmap 64K..+65536 rw',
    );
  });

  it('is shown as the text will have it', async () => {
    const text = 'tree a\nstore 0x100..0x17f = 1';
    const { place } = await placeOf(text, { first: 0x100n, last: 0x17fn, end: 'last' });
    expect(typeof place === 'string' ? place : writtenRange(text, place, 0x1ffn)).toBe('0x100..0x1ff');
  });
});

describe('a border that cannot be moved says why', () => {
  it.each([
    ['tree a\nrepeat 3 as i { store i * 10..i * 10 + 4 = i }', 10n, 14n, /a loop computes it/],
    ['tree a\nlet x = 5\nstore 1..x = 1', 1n, 5n, /as a plain number/],
    ['tree a\nstore 1..9 = 1\nstore 6..20 = 2', 1n, 5n, /as a plain number/],
    ['tree a\nstore 1..5 = 1\nerase 1\nload 1', 1n, 7n, /as a plain number/],
  ] as const)('%s', async (text, first, last, why) => {
    expect((await placeOf(text, { first, last, end: 'last' })).place).toMatch(why);
  });

  it('of a pasted map', async () => {
    const text = 'maps a """\n00400000-00410000 r-xp 00000000 08:01 1 /bin/a\n"""';
    expect((await placeOf(text, { first: 0x400000n, last: 0x40ffffn, end: 'last' })).place).toMatch(
      /comes from a pasted memory map/,
    );
  });
});

describe('a place of the strip', () => {
  it('is the roundest index within a pixel', () => {
    expect(roundIndex(0x17an, 0x186n, 16n)).toBe(0x180n);
    expect(roundIndex(0xf3n, 0x123n, 16n)).toBe(0x100n);
    expect(roundIndex(95n, 105n, 10n)).toBe(100n);
    expect(roundIndex(7n, 7n, 16n)).toBe(7n);
    expect(roundIndex(0x10010n, 0x13000n, 16n, 0x1000n) % 0x1000n).toBe(0n);
  });

  it('lies in its stretch, in proportion', async () => {
    const session = await runText('tree a\nstore 0x100..0x17f = 1');
    const { trees } = sceneAt(session, 2);
    const strip = layoutStrip(trees[0]!.picture, 'packed');
    for (const [k, { first, last }] of strip.stretches.entries()) {
      const [left, right] = [strip.edges[k]!, strip.edges[k + 1]!];
      expect(indexAt(strip, left + 1e-12)).toBe(first);
      const middle = indexAt(strip, (left + right) / 2);
      expect(middle).toBeGreaterThan(first);
      expect(middle).toBeLessThan(last);
    }
  });
});
