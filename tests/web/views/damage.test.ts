// SPDX-License-Identifier: GPL-2.0-or-later
//
// Trees that were damaged on purpose: which part of a node is ringed, which invariants are named, what is said of a
// node that nothing leads to any more; and arrows, which cross no node.

import { describe, expect, it } from 'vitest';
import { index } from '../../../web/base/index64';
import type { Finding } from '../../../web/model/machine';
import { arrowPaths } from '../../../web/views/tree/arrows';
import { brokenParts, brokenText, withFormer } from '../../../web/views/tree/damage';
import { chooseGhosts } from '../../../web/views/tree/ghosts';
import { countTexts, isNarrowPicture, LETTER_LEAST, letteringOf } from '../../../web/views/tree/letters';
import { NODE_PAD, nodeWidth } from '../../../web/views/tree/node-box';
import { EMPTY_WORLD, layWorld, pivotZoom } from '../../../web/views/tree/pane';
import { departures } from '../../../web/views/tree/successors';
import { stepsOf } from './fixtures';
import { readGolden } from './golden-file';
import { parkedOnDead } from './reading';

function finding(invariant: number, node: number, slot: number, excused = false): Finding {
  return { invariant, node, slot, excused, found: index(0n), wanted: index(0n) };
}

describe('what is broken', () => {
  it('is the pivot where pivots are, the gap’s bar where gaps are, and follows where something else is broken', () => {
    expect(brokenParts([finding(12, 7, 3), finding(35, 7, 3), finding(25, 27, 0)])).toEqual(
      new Map([
        [
          7,
          [
            { part: 'pivot', slot: 3, follows: false },
            { part: 'slot', slot: 3, follows: true },
          ],
        ],
        [27, [{ part: 'gap', slot: 0, follows: true }]],
      ]),
    );
    expect(brokenParts([finding(25, 27, 1)])).toEqual(new Map([[27, [{ part: 'gap', slot: 1, follows: false }]]]));
    expect(brokenParts([finding(11, 27, 1), finding(21, 4, -1)]).get(4)).toEqual([
      { part: 'node', slot: -1, follows: false },
    ]);
    expect(brokenParts([finding(28, 2, 0, true)]).size).toBe(0);
  });

  it('is named by number, a few of many', () => {
    expect(brokenText([12, 35])).toBe('! I12 I35');
    expect(brokenText([7, 8, 9, 10, 11])).toBe('! I7 I8 I9 +2');
  });
});

const split = stepsOf(readGolden('tut-10-split-push-alloc')).find((s) => s.report.storeType === 'split_store')!.scene;

describe('a node that nothing leads to any more', () => {
  it('is out of reach, not replaced; what is below it says so', () => {
    const leaf = split.changes.gone.find(({ kind }) => kind === 'leaf')!;
    const above = { ...leaf, id: 900, parent: { id: 1, slot: 0 } };
    const below = { ...leaf, id: 901, parent: { id: 900, slot: 2 } };
    const facts = {
      ...split,
      changes: { now: new Map(), gone: [above, below] },
      written: null,
      findings: [finding(11, 1, 0)],
    };
    expect(departures(facts).map(({ fate, sentence }) => `${fate}: ${sentence}`)).toEqual([
      'lost: #900 is out of reach: the slot that led to it was overwritten.',
      'lost: #901 is out of reach: it is below #900.',
    ]);
    expect(departures({ ...facts, findings: [] }).map(({ fate }) => fate)).not.toContain('lost');
  });
});

describe('ghosts', () => {
  const steps = stepsOf(readGolden('vma-many')).filter(({ scene: { changes } }) => changes.gone.length > 0);

  it('are no wider than live nodes, but for letters that would not be legible', () => {
    for (const { scene } of steps) {
      for (const [width, height] of [
        [740, 360],
        [1400, 700],
        [354, 300],
      ] as const) {
        const world = layWorld([scene], [], { width, height });
        const live = nodeWidth(world.panes[0]!.layout.metrics) * world.zoom;
        const { shown } = chooseGhosts(world, null, width + 36, []);
        for (const { node, look, w } of shown) {
          if (w <= Math.max(176, live)) continue;
          const smaller = (w - 8 - 2 * NODE_PAD) / 16;
          expect(
            node.kind === 'leaf' && letteringOf(countTexts(node.slots.map(look)), smaller, LETTER_LEAST) === null,
          ).toBe(true);
        }
        for (const [k, { x }] of shown.entries())
          expect(x).toBeGreaterThanOrEqual(k === 0 ? 16 : shown[k - 1]!.x + shown[k - 1]!.w + 16);
        expect(shown.length === 1 || shown.at(-1)!.x + shown.at(-1)!.w <= width + 36 - 16).toBe(true);
      }
    }
  });

  it('are as wide as live nodes that show their pivots, unless one would lose its place to that', () => {
    const widths = { alike: 0, own: 0 };
    const others = stepsOf(readGolden('tut-10-split-push-alloc')).filter(
      ({ scene: { changes } }) => changes.gone.length > 0,
    );
    for (const { scene } of [...steps, ...others]) {
      for (const width of [354, 560, 740, 1000, 1500, 2400]) {
        const world = layWorld([scene], [], { width, height: 700 });
        const live = nodeWidth(world.panes[0]!.layout.metrics) * world.zoom;
        const { shown, rest } = chooseGhosts(world, null, width + 36, []);
        const alike = shown.every(({ w }) => w === live);
        const read = world.zoom * (world.panes[0]!.layout.metrics.type ?? 1);
        const least = pivotZoom({ narrow: isNarrowPicture(width + 36) });
        if (read < least) expect(shown.some(({ zoom }) => zoom === world.zoom)).toBe(false);
        // So many would have room: if they are narrower, it is because more of them have.
        else if (!alike) expect(shown.length * (live + 16) + 16).toBeGreaterThan(width + 36);
        else
          expect([
            shown.every(({ zoom }) => zoom === world.zoom),
            rest.length === 0 || shown.length >= Math.floor((width + 20) / (328 + 16)),
          ]).toEqual([true, true]);
        if (read >= least) widths[alike ? 'alike' : 'own']++;
      }
    }
    expect(Math.min(widths.alike, widths.own)).toBeGreaterThan(0);
  });

  it('of a tree that is no more have a width of their own', () => {
    const node = steps[0]!.scene.changes.gone[0]!;
    const reader = parkedOnDead(node, 'another', 'old', 1);
    for (const width of [300, 390, 900])
      expect(chooseGhosts(EMPTY_WORLD, null, width, [reader]).shown.map(({ w }) => w >= 176 && w <= 328)).toEqual([
        true,
      ]);
  });

  it('stand in a second row where there is height for one, the first as it was', () => {
    const { scene } = steps.find(({ scene: { changes } }) => changes.gone.length >= 3)!;
    const world = layWorld([scene], [], { width: 354, height: 300 });
    const [one, two] = [1, 2].map((rows) => chooseGhosts(world, null, 390, [], 0, rows));
    expect(two!.shown.length).toBeGreaterThan(one!.shown.length);
    expect(two!.shown.slice(0, one!.shown.length)).toEqual(one!.shown);
    expect(two!.shown.map(({ row }) => row)).toContain(1);
    expect(two!.shown.length + two!.rest.length).toBe(scene.changes.gone.length);
  });

  it('are summed up in one sentence where there is no row for them, however wide', () => {
    for (const { scene } of steps) {
      const { shown, rest } = chooseGhosts(layWorld([scene], [], { width: 740, height: 360 }), null, 1400, [], 0, 0);
      expect([shown.length, rest.length]).toEqual([1, scene.changes.gone.length - 1]);
    }
  });
});

describe('arrows', () => {
  it('end under what came from the node that is gone, not under what was stored', () => {
    const world = layWorld([split], [], { width: 740, height: 360 });
    const camera = { k: world.zoom, tx: 18, ty: 24 };
    const { shown } = chooseGhosts(world, null, 776, []);
    const gone = shown.find(({ node }) => node.kind === 'leaf')!;
    const paths = arrowPaths([gone], world, camera, { dock: 24 + world.height * world.zoom + 40, width: 776 });
    expect(paths).toHaveLength(gone.successors.filter(({ slots }) => slots > 0).length);
    for (const [k, { id }] of gone.successors.entries()) {
      const box = world.panes[0]!.layout.byId.get(id)!;
      const [, level, turned] = /H([-\d.]+)q([-\d.]+),0/.exec(paths[k]!)!;
      const x = (Number(level) + Number(turned) - 18) / world.zoom;
      const cell = (nodeWidth(world.panes[0]!.layout.metrics) - 2 * NODE_PAD) / 16;
      const kept = box.node.slots.flatMap((word, slot) =>
        word !== 0n && gone.node.slots.includes(word) ? [slot] : [],
      );
      const middle = box.x + NODE_PAD + ((kept[0]! + kept.at(-1)! + 1) / 2) * cell;
      expect(Math.abs(x - middle)).toBeLessThan(1);
    }
  });

  it('cross no node, and none runs along another', () => {
    for (const { scene } of stepsOf(readGolden('vma-many')).filter(
      ({ scene: { changes } }) => changes.gone.length > 0,
    )) {
      const world = layWorld([scene], [], { width: 740, height: 360 });
      const camera = { k: world.zoom, tx: 18, ty: 24 };
      const dock = 24 + world.height * world.zoom + 40;
      const uprights: { x: number; top: number; bottom: number }[] = [];
      for (const path of arrowPaths(chooseGhosts(world, null, 776, []).shown, world, camera, { dock, width: 776 })) {
        for (const [, at] of path.matchAll(/[MH]([-\d.]+)/g))
          expect([Number(at) >= 8, Number(at) <= 768]).toEqual([true, true]);
        const xs = [...path.matchAll(/H([-\d.]+)q/g)].map((m) => Number(m[1]));
        const x = xs.length === 0 ? Number(/^M([-\d.]+)/.exec(path)![1]) : xs[0]!;
        const top = Number(/V([-\d.]+)(?:q0,-4.*)?$/.exec(path)![1]);
        for (const box of world.panes[0]!.layout.boxes) {
          const [left, right] = [box.x * camera.k + 18, (box.x + box.w) * camera.k + 18];
          const [high, low] = [box.y * camera.k + 24, (box.y + box.h) * camera.k + 24];
          // The corner at the end of the level part is 5 pixels wide at most.
          if (x > left + 6 && x < right - 6) expect(low <= top || high >= dock).toBe(true);
        }
        for (const other of uprights)
          if (Math.abs(other.x - x) < 1) expect(other.top >= dock || top >= dock).toBe(true);
        uprights.push({ x, top, bottom: dock });
      }
    }
  });

  it('tells what a pivot was where the step wrote over it', () => {
    const parts = brokenParts([finding(12, 7, 3)]).get(7) ?? [];
    const spoilt = { tree: 'book', node: 7, slot: 3, was: 'was 13' };
    expect(withFormer(parts, 'book', 7, spoilt)).toEqual([{ part: 'pivot', slot: 3, follows: false, was: 'was 13' }]);
    expect(withFormer(parts, 'other', 7, spoilt)).toEqual(parts);
    expect(withFormer(parts, 'book', 7, null)).toEqual(parts);
  });
});
