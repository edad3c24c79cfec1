// SPDX-License-Identifier: GPL-2.0-or-later
//
// The address strip: complete, ordered, findable, with ticks that do not touch.

import { describe, expect, it } from 'vitest';
import { MAX } from '../../../web/base/index64';
import { groupedHex } from '../../../web/views/shared/text';
import {
  layoutStrip,
  partsOf,
  roundTicks,
  stretchAt,
  stretchesOf,
  ticksOf,
  type Tick,
} from '../../../web/views/strip/layout';
import { pictureOf, stepsOf } from './fixtures';
import { readGolden } from './golden-file';

const pictures = ['tut-10-split-push-alloc', 'tut-13-spanning-range', 'vma-loader', 'vma-many', 'reads-h4-range'].map(
  (name) => stepsOf(readGolden(name)).at(-1)!.scene.picture,
);
pictures.push(pictureOf(['empty'], { next: 1 }, { name: 'e' }), pictureOf(['single v5'], { next: 1 }, { name: 's' }));

const label = (index: bigint): number => groupedHex(index).length * 6.7;

function touching(ticks: readonly Tick[]): number {
  let count = 0;
  for (const [k, tick] of ticks.entries()) {
    const next = ticks[k + 1];
    if (next === undefined) continue;
    const right = tick.x + label(tick.index) * (tick.anchor === 'start' ? 1 : tick.anchor === 'middle' ? 0.5 : 0);
    const left = next.x - label(next.index) * (next.anchor === 'end' ? 1 : next.anchor === 'middle' ? 0.5 : 0);
    if (right > left) count++;
  }
  return count;
}

describe('a strip of a part of a tree', () => {
  it('begins and ends with what is shown, not with the whole space', () => {
    const whole = stepsOf(readGolden('vma-many')).at(-1)!.scene.picture;
    const some = whole.nodes.filter((node) => node.kind === 'leaf').slice(1, 3);
    const strip = layoutStrip({ ...whole, nodes: some }, 'packed');
    const ticks = ticksOf(strip, (part) => part * 764, 764, label);
    expect(ticks[0]?.index).toBe(some[0]!.min);
    expect(ticks.at(-1)?.index).toBe(some[1]!.max);
  });
});

describe('a strip of a tree that was sent in part', () => {
  const whole = stepsOf(readGolden('vma-many')).at(-1)!.scene.picture;
  const leaves = whole.nodes.filter((node) => node.kind === 'leaf');
  const some = { ...whole, nodes: [leaves[1]!, leaves[3]!, leaves[4]!] };

  it('has a break for every hole, covers the index space, and lacks no stored range beside those', () => {
    const list = stretchesOf(some, true);
    expect(list[0]!.first).toBe(0n);
    expect(list.at(-1)!.last).toBe(MAX);
    for (const [k, s] of list.entries()) if (k > 0) expect(s.first).toBe(list[k - 1]!.last + 1n);
    const breaks = list.filter((s) => s.leftOut);
    expect(breaks.map((s) => [s.first, s.last])).toEqual([
      [0n, leaves[0]!.max],
      [leaves[2]!.min, leaves[2]!.max],
      [leaves[5]!.min, MAX],
    ]);
    expect(list.filter((s) => !s.leftOut)).toEqual(stretchesOf(some));
    expect(stretchesOf(whole, true)).toEqual(stretchesOf(whole));
  });

  it.each(['packed', 'linear'] as const)(
    '%s: a break is as wide as a stored range at least, and so are its neighbours seen',
    (scale) => {
      const { stretches, edges } = layoutStrip(some, scale, true);
      for (const [k, s] of stretches.entries())
        if (s.leftOut) expect(edges[k + 1]! - edges[k]!).toBeGreaterThan(scale === 'packed' ? 0.02 : 0);
      expect(stretches.filter((s) => s.leftOut)).toHaveLength(3);
    },
  );

  it('tells the index behind a break', () => {
    const ticks = ticksOf(layoutStrip(some, 'packed', true), (part) => part * 1400, 1400, label);
    expect(ticks.map(({ index }) => index)).toContain(leaves[1]!.min);
  });
});

describe('ticks from step to step', () => {
  it('are all multiples of a power of two, and stay while there is room', () => {
    let before: readonly bigint[] = [];
    for (let count = 3; count <= 12; count++) {
      const stretches = Array.from({ length: 2 * count }, (_, k) => {
        const at = BigInt(k >> 1) * 256n;
        return k % 2 === 0
          ? { node: 1, slot: k, first: at, last: at + 95n, word: 1n }
          : { node: 1, slot: k, first: at + 96n, last: k === 2 * count - 1 ? MAX : at + 255n, word: 0n };
      });
      const strip = {
        stretches,
        edges: Float64Array.from({ length: 2 * count + 1 }, (_, k) => k / (2 * count)),
        first: 0n,
        last: MAX,
      };
      const inner = ticksOf(strip, (part) => part * 730, 730, label)
        .slice(1, -1)
        .map(({ index }) => index);
      const [first] = inner;
      expect(inner).toEqual(inner.map((_, k) => BigInt(k + 1) * first!));
      expect(first! & (first! - 1n)).toBe(0n);
      // Fewer of them only when all of the next power of two are left.
      const [was] = before;
      if (was !== undefined && was !== first) expect(first).toBe(2n * was);
      before = inner;
    }
  });
});

describe.each(pictures.map((p) => [p.name, p] as const))('strip of %s', (_name, picture) => {
  it('covers the index space without hole', () => {
    const list = stretchesOf(picture);
    expect(list[0]?.first).toBe(0n);
    expect(list.at(-1)?.last).toBe(MAX);
    for (const [k, s] of list.entries()) if (k > 0) expect(s.first).toBe(list[k - 1]!.last + 1n);
  });

  it.each(['packed', 'linear'] as const)('%s: edges ascend, and each stretch is found at its middle', (scale) => {
    const strip = layoutStrip(picture, scale);
    expect(strip.edges[0]).toBe(0);
    expect(strip.edges.at(-1)).toBe(1);
    for (let k = 0; k < strip.stretches.length; k++) {
      const [from, to] = [strip.edges[k]!, strip.edges[k + 1]!];
      expect(to).toBeGreaterThanOrEqual(from);
      if (to - from > 1e-9) expect(stretchAt(strip, (from + to) / 2)).toBe(k);
    }
  });

  it('packed: gives even the smallest stored range a share, and finds the parts of a range', () => {
    const strip = layoutStrip(picture, 'packed');
    for (const [k, s] of strip.stretches.entries()) {
      if (s.word !== 0n) expect(strip.edges[k + 1]! - strip.edges[k]!).toBeGreaterThan(0.2 / strip.stretches.length);
      const parts = partsOf(strip, s.first, s.last)!;
      expect(parts.from).toBeCloseTo(strip.edges[k]!, 6);
      expect(parts.to).toBeCloseTo(strip.edges[k + 1]!, 6);
    }
  });

  it.each([358, 764, 1400])('ticks do not touch at %i pixels, near and far', (width) => {
    for (const zoom of [1, 7, 300]) {
      const toX = (part: number): number => part * width * zoom - (zoom - 1) * 0.4 * width;
      expect(touching(ticksOf(layoutStrip(picture, 'packed'), toX, width, label))).toBe(0);
      expect(touching(roundTicks(layoutStrip(picture, 'linear'), toX, width, 150))).toBe(0);
    }
  });
});
