// SPDX-License-Identifier: GPL-2.0-or-later

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pathOf, rowOf } from '../../../web/model/overview';
import { densityOf } from '../../../web/views/large/density';
import {
  clampCamera,
  fitZoom,
  inView,
  layoutRows,
  LEAF_MOST,
  metricsFor,
  nodeAt,
  placeNode,
  spansOf,
  type Camera,
} from '../../../web/views/large/rows';
import { cellsOf, listed } from '../../../web/views/large/twin';
import { nodeHeight } from '../../../web/views/tree/node-box';
import { largeTree } from './fixtures';
import { overviewOf } from './overviews';

const tree = largeTree(6000);
const leaves = tree.nodes.filter(({ kind }) => kind === 'leaf');
const changed = leaves[Math.floor(leaves.length / 3)]?.id ?? 0;
const overview = overviewOf(tree, new Map([[changed, 'rewritten']]));
const SIZE = { width: 900, height: 500 };
const scale = fc.constantFrom('leaves' as const, 'indexes' as const);
const zoom = fc
  .double({ min: 0, max: 1, noNaN: true })
  .map((part) => fitZoom(spansOf(overview, 'leaves'), SIZE) ** (1 - part) * LEAF_MOST ** part);
const place = fc.double({ min: -0.2, max: 1.2, noNaN: true });

describe('the rows of a large tree', () => {
  test('nodes of a level ascend and do not overlap, and a parent stands over its children', () => {
    for (const name of ['leaves', 'indexes'] as const) {
      const spans = spansOf(overview, name);
      const { rows } = layoutRows(overview, spans, 1, SIZE, new Set());
      for (const { from, to } of rows) {
        for (let row = from; row < to; row++) {
          expect(spans.to[row]).toBeGreaterThanOrEqual(spans.from[row] ?? 0);
          if (row + 1 < to) expect(spans.from[row + 1]).toBeGreaterThanOrEqual((spans.to[row] ?? 0) - 1e-6);
          const parent = overview.parents[row] ?? -1;
          if (parent < 0) continue;
          expect(spans.from[parent]).toBeLessThanOrEqual((spans.from[row] ?? 0) + 1e-6);
          expect(spans.to[parent]).toBeGreaterThanOrEqual((spans.to[row] ?? 0) - 1e-6);
        }
      }
    }
  });

  test('what is in view is what meets the view, and no more', () => {
    fc.assert(
      fc.property(scale, place, place, (name, a, b) => {
        const spans = spansOf(overview, name);
        const [left, right] = [Math.min(a, b) * spans.width, Math.max(a, b) * spans.width];
        for (const row of layoutRows(overview, spans, 1, SIZE, new Set()).rows) {
          const [from, to] = inView(row, spans, left, right);
          const meets = (one: number): boolean => (spans.to[one] ?? 0) > left && (spans.from[one] ?? 0) < right;
          for (let one = row.from; one < row.to; one++)
            if (meets(one)) expect([from <= one, one < to]).toEqual([true, true]);
          if (to > from) expect([meets(from), meets(to - 1)]).toEqual([true, true]);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('in a low picture upper levels are bars, so that all levels are in view', () => {
    for (const height of [150, 180, 240]) {
      const size = { ...SIZE, height };
      const spans = spansOf(overview, 'leaves');
      const laid = layoutRows(overview, spans, fitZoom(spans, size), size, new Set());
      expect(laid.height).toBeLessThan(height + 0.01);
      expect(laid.rows.every(({ h }) => h >= 5)).toBe(true);
    }
  });

  test('rows stand one under the other, folded ones thin, and no camera leaves the tree', () => {
    fc.assert(
      fc.property(scale, zoom, place, fc.subarray([0, 1, 2, 3, 4]), (name, k, x, folded) => {
        const spans = spansOf(overview, name);
        const { rows, height } = layoutRows(overview, spans, k, SIZE, new Set(folded));
        rows.forEach((row, at) => {
          if (row.folded) expect(row.h).toBeLessThan(8);
          const below = rows[at + 1];
          expect((below?.y ?? height) - row.y - row.h).toBeGreaterThan(5);
        });
        const camera = clampCamera({ k, x: x * spans.width, y: 1e6 * x }, spans, SIZE, height);
        expect(camera.k).toBeGreaterThanOrEqual(fitZoom(spans, SIZE));
        expect(camera.x + SIZE.width / camera.k).toBeGreaterThan(0);
        expect(camera.x).toBeLessThan(spans.width);
        expect(clampCamera(camera, spans, SIZE, height)).toEqual(camera);
      }),
      { numRuns: 100 },
    );
  });

  test('a node is drawn within what it stands for, and found where it stands', () => {
    const metrics = metricsFor(overview);
    fc.assert(
      fc.property(zoom, place, (k, x) => {
        const spans = spansOf(overview, 'leaves');
        const { rows, height } = layoutRows(overview, spans, k, SIZE, new Set());
        const camera = clampCamera({ k, x: x * spans.width, y: 0 }, spans, SIZE, height);
        for (const row of rows) {
          const [from, to] = inView(row, spans, camera.x, camera.x + SIZE.width / camera.k);
          for (let one = from; one < Math.min(to, from + 40); one++) {
            const at = placeNode(
              one,
              row,
              spans,
              camera,
              SIZE,
              metrics,
              nodeHeight(one < to ? 'arange' : 'leaf', metrics),
            );
            expect(at.x).toBeGreaterThanOrEqual(at.left - 0.5);
            expect(at.x + at.w).toBeLessThanOrEqual(at.right + 0.5);
            expect(nodeAt(row, spans, ((spans.from[one] ?? 0) + (spans.to[one] ?? 0)) / 2)).toBe(one);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('the density of a row', () => {
  const [from, to] = [overview.levels.at(-2) ?? 0, overview.levels.at(-1) ?? 0];
  const spans = spansOf(overview, 'leaves');

  test('tells the share of slots that hold entries, and NULL', () => {
    const camera: Camera = { k: 100 / spans.width, x: 0, y: 0 };
    const density = densityOf(overview, from, to, spans, camera, 100);
    const words = leaves.flatMap(({ slots }) => slots);
    const entries = words.filter((word) => word !== 0n).length / (16 * leaves.length);
    const mean = density.filled.reduce((sum, share) => sum + share, 0) / 100;
    expect(mean).toBeCloseTo(entries, 1);
    density.filled.forEach((share, x) => expect(share + (density.nulls[x] ?? 0)).toBeLessThanOrEqual(1.0001));
    expect([...density.empty].some((one) => one === 1)).toBe(false);
  });

  test('never loses a node that the step changed, however far one looks from', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 2000 }), (width) => {
        const { changes } = densityOf(overview, from, to, spans, { k: width / spans.width, x: 0, y: 0 }, width);
        const column = Math.floor(((overview.from[rowOf(overview, changed)] ?? 0) * width) / spans.width);
        expect(changes[column]).toBe(2);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the table beside the picture', () => {
  test('tells a node in words', () => {
    const leaf = leaves.find(({ id }) => id === changed);
    if (leaf === undefined) throw new Error('no such leaf');
    const cells = cellsOf(overview, rowOf(overview, changed));
    expect(cells).toEqual([
      String(leaf.depth + 1),
      `#${changed}`,
      'leaf',
      expect.any(String),
      expect.any(String),
      `${leaf.end + 1}/16`,
      String(leaf.slots.filter((word) => word === 0n).length),
      'rewritten',
    ]);
    expect(pathOf(overview, leaf.min).map((row) => overview.ids[row])).toEqual(
      [...tree.nodes.filter(({ min, max, depth }) => min <= leaf.min && max >= leaf.min && depth <= leaf.depth)]
        .sort((a, b) => a.depth - b.depth)
        .map(({ id }) => id),
    );
  });

  test('lists no more than can be read', () => {
    expect(listed(5, 9)).toEqual({ seen: [5, 6, 7, 8], more: 0 });
    expect(listed(0, 1000)).toMatchObject({ more: 880 });
  });
});
