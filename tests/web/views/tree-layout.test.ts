// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where nodes go: nothing overlaps, everything is inside, the same tree always looks the same. Trees are those of
// golden vectors and a large one made for size.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { index, MAX, ZERO } from '../../../web/base/index64';
import { indexDigits } from '../../../web/base/number-base';
import type { TreePicture } from '../../../web/model/picture';
import { layoutTree, partition, type NodeBox, type TreeLayout } from '../../../web/views/tree/layout';
import {
  cellRow,
  entryWidth,
  HEAD_HEIGHT,
  layoutNode,
  NODE_PAD,
  nodeWidth,
  PIVOT_FONT,
  pivotTypeAt,
  READ_TYPE,
  SLOT_COUNT,
  slotEdges,
  slotSpan,
  tickPath,
  type DrawnNode,
} from '../../../web/views/tree/node-box';
import { somePivots } from '../../../web/views/tree/some-pivots';
import { routesOf } from '../../../web/views/tree/routes';
import type { EntryLook } from '../../../web/views/shared/entry-look';
import { cellLines, cellText, countTexts, foldText, LETTER_LEAST, letteringOf } from '../../../web/views/tree/letters';
import { hit, layWorld, pivotZoom, textsOf, touchedRun } from '../../../web/views/tree/pane';
import { WHOLE_NODE } from '../../../web/views/shared/refs';
import { runText, sceneAt } from '../engine/runs';
import { largeTree, pictureOf, stepsOf, still } from './fixtures';
import { readGolden } from './golden-file';

const SPACES = [
  { width: 764, height: 530 },
  { width: 1400, height: 760 },
  { width: 358, height: 360 },
  { width: 990, height: 640 },
];

function trees(): readonly TreePicture[] {
  const last = (name: string): TreePicture => {
    const picture = stepsOf(readGolden(name)).at(-1)?.scene.picture;
    if (picture === undefined) throw new Error(`${name} has no dump`);
    return picture;
  };
  return [
    pictureOf(['empty'], { next: 1 }, { name: 'empty' }),
    pictureOf(['single v5'], { next: 1 }, { name: 'single' }),
    last('tut-10-split-push-alloc'),
    last('tut-13-spanning-range'),
    last('vma-loader'),
    last('vma-many'),
    last('reads-h3-range'),
    last('reads-h4-range'),
    largeTree(3000),
  ];
}

function overlaps(boxes: readonly NodeBox[]): readonly string[] {
  const found: string[] = [];
  const sorted = [...boxes].sort((a, b) => a.x - b.x);
  for (const [k, a] of sorted.entries()) {
    for (let j = k + 1; j < sorted.length; j++) {
      const b = sorted[j]!;
      if (b.x >= a.x + a.w) break;
      if (a.y < b.y + b.h && b.y < a.y + a.h) found.push(`#${a.node.id} and #${b.node.id}`);
    }
  }
  return found;
}

describe.each(trees().map((tree) => [tree.name, tree] as const))('layout of %s', (_name, tree) => {
  it.each(SPACES)('has no overlap and stays inside at $width × $height', (space) => {
    const layout = layoutTree(tree, space);
    expect(overlaps(layout.boxes)).toEqual([]);
    for (const box of layout.boxes) {
      expect(box.x).toBeGreaterThanOrEqual(-0.01);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.x + box.w).toBeLessThanOrEqual(layout.width + 0.01);
      expect(box.y + box.h).toBeLessThanOrEqual(layout.height + 0.01);
    }
    expect(layout.boxes.map((box) => box.node.id)).toEqual(tree.form === 'node' ? tree.nodes.map((n) => n.id) : [0]);
  });

  it('is the same every time', () => {
    const places = (layout: TreeLayout): string => layout.boxes.map((b) => `${b.node.id}:${b.x},${b.y}`).join(' ');
    expect(places(layoutTree(tree, SPACES[0]!))).toBe(places(layoutTree(tree, SPACES[0]!)));
  });

  it('draws one line to every node but the root, ending at its box', () => {
    const layout = layoutTree(tree, SPACES[0]!);
    const routes = routesOf(layout);
    expect(routes.length).toBe(layout.boxes.length - 1);
    for (const route of routes) {
      const child = layout.byId.get(route.child)!;
      const parent = layout.byId.get(route.parent)!;
      expect(parent.node.children[route.slot]).toBe(route.child);
      const end = route.path.match(/(?:H(-?[\d.]+)|(-?[\d.]+),(-?[\d.]+))$/)!;
      const x = Number(end[1] ?? end[2]);
      expect(x).toBeGreaterThanOrEqual(child.x - 0.1);
      expect(x).toBeLessThanOrEqual(child.x + child.w);
      expect(parent.y + parent.h).toBeLessThan(child.y);
    }
  });

  it('keeps a node before the next in index order within a column and across', () => {
    const layout = layoutTree(tree, SPACES[1]!);
    for (const family of layout.families) {
      const ids = family.columns.flat();
      expect(ids).toEqual(layout.byId.get(family.parent)!.node.children.slice(0, ids.length));
      const xs = family.columns.map((column) => layout.byId.get(column[0]!)!.x);
      expect([...xs].sort((a, b) => a - b)).toEqual(xs);
    }
  });
});

describe('touched slots', () => {
  const picture = largeTree(4000);

  it('are all that a range meets, however many', () => {
    const leaves = picture.nodes.filter((node) => node.kind === 'leaf');
    const runs = leaves.map((node) => touchedRun(node, 0n, picture.nodes[0]!.max));
    expect(runs.length).toBeGreaterThan(256);
    expect(runs).toEqual(leaves.map((node) => ({ node: node.id, from: 0, to: node.end })));
  });

  it('are those of a leaf that meet the range, and none of an inner node', () => {
    fc.assert(
      fc.property(fc.constantFrom(...picture.nodes), fc.bigInt(0n, 20_000n), fc.bigInt(0n, 20_000n), (node, a, b) => {
        const [first, last] = a < b ? [a, b] : [b, a];
        const met = node.lasts.flatMap((end, slot) =>
          (slot === 0 ? node.min : node.lasts[slot - 1]! + 1n) <= last && end >= first ? [slot] : [],
        );
        const run = touchedRun(node, first, last);
        if (node.kind !== 'leaf' || met.length === 0) expect(run).toBeNull();
        else expect(run).toEqual({ node: node.id, from: met[0], to: met[met.length - 1] });
      }),
    );
  });
});

describe('inside a node', () => {
  const picture = stepsOf(readGolden('vma-many')).at(-1)!.scene.picture;

  it.each([24, 38, 60])('cells, pivots and gaps lie inside at cells of %i', (cell) => {
    for (const node of picture.nodes) {
      const box = layoutNode(node, { cell, pivotLines: 2, head: HEAD_HEIGHT, lane: 0 });
      expect(box.used.length).toBe(node.end + 1);
      expect(box.used.length + box.unused.length).toBe(SLOT_COUNT[node.kind]);
      expect(box.fill).toBe(`${node.end + 1}/${SLOT_COUNT[node.kind]}`);
      for (const c of [...box.used, ...box.unused]) expect(c.x + c.w).toBeLessThanOrEqual(box.w);
      for (const p of box.pivots) expect(p.y).toBeLessThan(box.h);
      // Only a full node leaves the pivot of its last slot out (rule "limits of a node").
      expect(box.pivots.filter((p) => p.implied).map((p) => p.slot)).toEqual(
        node.end + 1 === SLOT_COUNT[node.kind] ? [node.end] : [],
      );
      for (const g of box.gaps) {
        expect(g.w).toBeLessThanOrEqual(box.used[0]!.w);
        expect(g.y + g.h).toBeLessThan(box.h);
      }
      expect(box.gaps.filter((g) => g.recorded).map((g) => g.slot)).toEqual(
        node.gapmeta === null ? [] : [node.gapmeta],
      );
    }
  });

  it.each(
    [24, 30, 38, 48].flatMap(
      (cell) =>
        [
          [cell, 2],
          [cell, 3],
        ] as const,
    ),
  )(
    'labels of one line of pivots do not overlap, nor leave the box, at cells of %i and %i lines',
    (cell, pivotLines) => {
      for (const node of picture.nodes) {
        const { pivots, w } = layoutNode(node, { cell, pivotLines, head: HEAD_HEIGHT, lane: 0 });
        expect(pivots.filter((p) => p.label === '' && !p.implied)).toEqual([]);
        for (const p of pivots) {
          expect(p.labelX + p.label.length * 2.86).toBeLessThanOrEqual(w - 4.9);
          expect(p.labelX - p.label.length * 2.86).toBeGreaterThanOrEqual(4.9);
        }
        for (const line of [0, 1, 2]) {
          const row = pivots.filter((p) => p.line === line && p.label !== '');
          for (const [k, p] of row.entries()) {
            const next = row[k + 1];
            if (next === undefined) continue;
            const half = (text: string): number => (text.length * 9.5 * 0.602) / 2;
            expect(p.labelX + half(p.label)).toBeLessThanOrEqual(next.labelX - half(next.label));
          }
        }
      }
    },
  );
});

describe('pivots of a node that uses few slots', () => {
  const lasts = [0x7f8b_7ec6_cfffn, 0x7f8b_7ee5_ffffn, MAX];
  const node: DrawnNode = {
    id: 1,
    kind: 'arange',
    min: ZERO,
    max: MAX,
    end: 2,
    lasts: lasts.map(index),
    slots: [2n, 2n, 2n].map(index),
    children: [],
    gaps: null,
    gapmeta: null,
  };

  it('are whole where each has its line to itself', () => {
    const { pivots, w } = layoutNode(node, { cell: 30, pivotLines: 3, head: HEAD_HEIGHT, lane: 0 });
    expect(pivots.map(({ label }) => label)).toEqual(['7f8b7ec6cfff', '7f8b7ee5ffff', 'max']);
    for (const { labelX, half } of pivots) {
      expect(labelX - half).toBeGreaterThanOrEqual(0);
      expect(labelX + half).toBeLessThanOrEqual(w);
    }
  });
});

describe('the label of the last pivot', () => {
  const lasts = [9n, 14n, 19n, MAX].map(index);
  const leaf: DrawnNode = {
    id: 1,
    kind: 'leaf',
    min: ZERO,
    max: MAX,
    end: 3,
    lasts,
    slots: lasts,
    children: [],
    gaps: null,
    gapmeta: null,
  };

  it('stands beside its border where the one before it is in the way, and begins before the border', () => {
    // Letters as large as on a projector: "13" and "max" cannot both stand below their borders.
    const metrics = { cell: 17, pivotLines: 1, head: HEAD_HEIGHT, lane: 0, type: 1.2 } as const;
    const { pivots, w } = layoutNode(leaf, metrics);
    const [before, last] = [pivots[2]!, pivots[3]!];
    expect(pivots.map(({ label }) => label)).toEqual(['9', 'e', '13', 'max']);
    expect(last.labelX).toBeGreaterThan(last.x);
    expect(last.labelX - last.half).toBeGreaterThan(before.labelX + before.half);
    expect(last.labelX - last.half).toBeLessThan(last.x);
    expect(last.labelX + last.half).toBeLessThan(w);
  });
});

describe('ticks of pivots', () => {
  const picture = stepsOf(readGolden('vma-many')).at(-1)!.scene.picture;

  it.each([20, 24, 30])('go down to their label and run through no other, at cells of %i', (cell) => {
    let cut = 0;
    for (const node of picture.nodes) {
      const metrics = { cell, pivotLines: 3, head: HEAD_HEIGHT, lane: 0 } as const;
      const { pivots } = layoutNode(node, metrics);
      for (const pivot of pivots) {
        const path = tickPath(pivot, pivots, metrics);
        const parts = [...path.matchAll(/(v|m0,)(\d+)/g)].map(([, verb, length]) => ({
          drawn: verb === 'v',
          length: Number(length),
        }));
        expect(parts.map(({ length }) => length)).toEqual([4, ...Array.from({ length: pivot.line }, () => 11)]);
        for (const [row, { drawn }] of parts.slice(1).entries()) {
          const over = pivots.some(
            ({ line, label, labelX }) => line === row && Math.abs(labelX - pivot.x) < label.length * 2.86 + 1,
          );
          if (!drawn) cut++;
          if (over) expect(drawn).toBe(false);
        }
      }
    }
    expect(cut).toBeGreaterThan(0);
  });
});

describe('pivots for eyes that are far away', () => {
  const few = ['tut-10-split-push-alloc', 'vma-loader', 'vma-many', 'reads-h3-range']
    .flatMap((name) => stepsOf(readGolden(name)).map(({ scene }) => scene))
    .filter(({ picture }) => picture.nodes.length <= 40);
  const projected = { fitZoomMax: 3 };

  it.each([
    [1244, 211],
    [1404, 281],
    [1404, 233],
  ])('have 12 pixels of the screen or are not drawn, at %i × %i', (width, height) => {
    let [larger, drawn] = [0, 0];
    for (const scene of few) {
      const { zoom, panes } = layWorld([scene], [], { width, height }, projected);
      const { metrics, width: w, height: h } = panes[0]!.layout;
      expect([w * zoom <= width + 0.01, h * zoom <= height + 0.01]).toEqual([true, true]);
      if (zoom * (metrics.type ?? 1) < pivotZoom(projected)) continue;
      drawn++;
      if ((metrics.type ?? 1) > 1) larger++;
      expect(zoom * (metrics.type ?? 1) * 9.5).toBeGreaterThanOrEqual(12);
      for (const { node } of panes[0]!.layout.boxes) {
        const { pivots, w: wide } = layoutNode(node, metrics);
        for (const { labelX, half } of pivots)
          expect([labelX - half >= 5 - 0.01, labelX + half <= wide - 5 + 0.01]).toEqual([true, true]);
        for (const [k, p] of pivots.entries()) {
          const next = pivots.slice(k + 1).find(({ line, label }) => line === p.line && label !== '');
          if (next !== undefined && p.label !== '')
            expect(p.labelX + p.half).toBeLessThanOrEqual(next.labelX - next.half);
        }
      }
    }
    expect(larger).toBeGreaterThan(0);
    expect(drawn).toBeGreaterThan(larger);
  });

  it('are drawn wherever two leaves are all there is', () => {
    for (const scene of few.filter(({ picture }) => picture.nodes.length <= 3)) {
      const { zoom, panes } = layWorld([scene], [], { width: 1244, height: 211 }, projected);
      expect(zoom * (panes[0]!.layout.metrics.type ?? 1)).toBeGreaterThanOrEqual(pivotZoom(projected));
    }
  });

  it('are as they were in larger trees for others', () => {
    for (const scene of few.filter(({ picture }) => picture.nodes.length > 12))
      expect(layWorld([scene], [], { width: 726, height: 336 }).panes[0]!.layout.metrics.type).toBe(1);
  });
});

describe('pivots of a small tree', () => {
  const small = ['tut-10-split-push-alloc', 'vma-loader', 'vma-many']
    .flatMap((name) => stepsOf(readGolden(name)).map(({ scene }) => scene))
    .filter(({ picture }) => picture.nodes.length > 0 && picture.nodes.length <= 12);

  it.each([
    [948, 330],
    [868, 250],
    [354, 290],
  ])('never are smaller than before, and have 12 pixels where there is room, at %i × %i', (width, height) => {
    let read = 0;
    for (const scene of small) {
      const { zoom, panes } = layWorld([scene], [], { width, height });
      const { metrics, width: w, height: h } = panes[0]!.layout;
      expect([w * zoom <= width + 0.01, h * zoom <= height + 0.01]).toEqual([true, true]);
      const px = 9.5 * zoom * (metrics.type ?? 1);
      if (px >= 12) read++;
      // Larger type is taken only where it can be read.
      if ((metrics.type ?? 1) > 1) expect(px).toBeGreaterThanOrEqual(9.5);
    }
    expect(read).toBeGreaterThan(0);
  });

  it('of three nodes have 12 pixels in the windows of a laptop and of a projector', () => {
    for (const scene of small.filter(({ picture }) => picture.nodes.length <= 3))
      for (const [width, height] of [
        [944, 274],
        [868, 250],
      ] as const) {
        const { zoom, panes } = layWorld([scene], [], { width, height });
        expect(9.5 * zoom * (panes[0]!.layout.metrics.type ?? 1)).toBeGreaterThanOrEqual(12);
      }
  });
});

describe('labels in two lines', () => {
  const label = (text: string): EntryLook => ({ kind: 'label', text, name: '' });

  it('stand in cells that are too narrow for one, whole, and no larger than the cell is high', () => {
    const texts = countTexts(['prog r-x', 'ld.so rw-', 'heap'].map(label));
    expect(letteringOf(texts, 90, 13, 30)).toEqual({ px: 13, room: 10 });
    const narrow = letteringOf(texts, 42, 13, 30)!;
    expect(narrow).toMatchObject({ twoLines: true });
    expect(narrow.px).toBeGreaterThanOrEqual(10);
    expect(cellLines(label('ld.so rw-'), narrow)).toEqual(['ld.so', 'rw-']);
    expect(cellLines(label('heap'), narrow)).toEqual(['heap']);
    // No height for two.
    expect(letteringOf(texts, 42, 13, 16)?.twoLines).toBeUndefined();
    expect(letteringOf(texts, 42, 13)?.twoLines).toBeUndefined();
  });

  it('are cut, too, where most are whole: one line would say less of each', () => {
    const texts = countTexts(['prog r-x', 'prog rw-', 'libc r-x', 'vdso r-x', 'ld.so r-x', 'stack rw-'].map(label));
    const narrow = letteringOf(texts, 38, 13, 30)!;
    expect(narrow).toMatchObject({ px: LETTER_LEAST, twoLines: true });
    expect(cellLines(label('prog r-x'), narrow)).toEqual(['prog', 'r-x']);
    expect(cellLines(label('stack rw-'), narrow)).toEqual(['sta…', 'rw-']);
    // Of texts most of which would be cut all the same, the beginnings stay in one line.
    expect(
      letteringOf(countTexts(['process heap', 'shared library'].map(label)), 38, 13, 30)?.twoLines,
    ).toBeUndefined();
  });

  it('are as even as their spaces allow', () => {
    expect(foldText('a bc def')).toEqual(['a bc', 'def']);
    expect(foldText('word')).toEqual(['word']);
  });
});

describe('pivots of both kinds of eyes', () => {
  it('have 12 pixels at least, and 11 on a small screen', () => {
    for (const near of [{}, { fitZoomMax: 3 }, { fitZoomMax: 3, small: true }])
      expect(PIVOT_FONT * pivotZoom(near)).toBeGreaterThanOrEqual(12);
    expect(PIVOT_FONT * pivotZoom({ small: true })).toBeCloseTo(11, 1);
  });
});

describe('pivots of a memory map', () => {
  const picture = stepsOf(readGolden('vma-many')).at(-1)!.scene.picture;

  it.each([30, 38, 48, 60])('are written whole at cells of %i', (cell) => {
    const { boxes } = layoutTree(picture, { width: 2400, height: 1600 }, { cell });
    for (const { node, metrics } of boxes) {
      const told = layoutNode(node, metrics).pivots.filter(({ label }) => label !== '' && label !== 'max');
      expect(told.length).toBeGreaterThanOrEqual(node.end - 1);
      for (const { label, slot } of told) expect(label).toBe(node.lasts[slot]!.toString(16));
    }
  });
});

describe('pivots that have no room', () => {
  const picture = stepsOf(readGolden('vma-many')).at(-1)!.scene.picture;
  const { boxes } = layoutTree(picture, { width: 2400, height: 1600 }, { cell: 24 });
  const labelsAt = (k: number): readonly string[] => {
    const pivotType = pivotTypeAt(1, k);
    return boxes.flatMap(({ node, metrics }) =>
      layoutNode(node, { ...metrics, pivotType }).pivots.map(({ label }) => label),
    );
  };

  it('show more of their numbers the nearer they are, and all in the end, in type that can be read', () => {
    const zooms = [1, 1.3, 1.6, 2, 2.5, 3, 4];
    const cut = zooms.map((k) => labelsAt(k).filter((label) => label.includes('…')).length);
    expect(cut[0]).toBeGreaterThan(0);
    expect(cut).toEqual([...cut].sort((a, b) => b - a));
    expect(cut.at(-1)).toBe(0);
    for (const k of zooms) expect(pivotTypeAt(1, k) * k).toBeGreaterThanOrEqual(Math.min(k, READ_TYPE));
  });
});

describe('texts in cells', () => {
  const value = (text: string): EntryLook => ({ kind: 'value', text, name: '' });
  const label = (text: string): EntryLook => ({ kind: 'label', text, name: '' });

  it('have one size, the largest at which all numbers fit, and none below what can be read', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 99_999 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 6, max: 90 }),
        (numbers, cell) => {
          const texts = numbers.map((n) => n.toString());
          const found = letteringOf(countTexts(texts.map(value)), cell, 13);
          const fits = (px: number): number =>
            texts.filter((text) => text.length <= Math.floor((cell - 3) / (px * 0.61))).length;
          if (found === null) expect(fits(LETTER_LEAST)).toBeLessThan(texts.length * 0.75);
          else if (found.px < 13) expect(fits(found.px + 1)).toBeLessThan(texts.length);
          if (found !== null)
            for (const text of texts)
              expect(cellText(value(text), found.room)).toBe(text.length <= found.room ? text : '…');
        },
      ),
    );
  });

  it('stay when a long label comes: it is cut, the numbers keep their size', () => {
    const numbers = Array.from({ length: 20 }, (_, k) => value(k.toString()));
    const before = letteringOf(countTexts(numbers), 24, 13)!;
    const after = letteringOf(countTexts([...numbers, label('reused')]), 24, 13)!;
    expect(after).toEqual(before);
    expect(cellText(label('reused'), after.room)).toMatch(/^r.*…$/);
  });

  it('of a large tree are counted once over all leaves', () => {
    const picture = largeTree(3000);
    const pane = layWorld([still(picture)], [], SPACES[1]!).panes[0]!;
    const stored = picture.nodes.filter((n) => n.kind === 'leaf').flatMap((n) => n.slots.filter((word) => word !== 0n));
    expect([...textsOf([pane]).short.values()].reduce((a, b) => a + b, 0)).toBe(stored.length);
  });
});

describe('the lane for marks', () => {
  it('lies between head and cells of the marked nodes alone, as high as a mark is on the screen', () => {
    const picture = stepsOf(readGolden('tut-10-split-push-alloc')).at(-1)!.scene.picture;
    const leaf = picture.nodes.find(({ kind }) => kind === 'leaf')!;
    for (const space of SPACES) {
      const world = layWorld([still(picture)], [], space, { marked: new Map([[picture.name, new Set([leaf.id])]]) });
      for (const box of world.panes[0]!.layout.boxes) {
        const lane = cellRow(box.node.kind, box.metrics, 'full').y - box.metrics.head;
        expect(lane > 0).toBe(box.node.id === leaf.id);
        if (lane > 0) expect(lane * world.zoom).toBeGreaterThanOrEqual(Math.min(12, 30 * world.zoom) - 6);
      }
    }
  });
});

describe('hit test', () => {
  it.each([false, true])(
    'finds the slot that is drawn at a place, with slots as wide as what they hold: %s',
    (byContent) => {
      const picture = stepsOf(readGolden('tut-10-split-push-alloc')).at(-1)!.scene.picture;
      const laid = layWorld([still(picture)], [], SPACES[0]!);
      const [alike] = laid.panes;
      const pane = { ...alike!, layout: { ...alike!.layout, metrics: { ...alike!.layout.metrics, byContent } } };
      const world = { ...laid, panes: [pane] };
      for (const box of pane.layout.boxes) {
        const inside = layoutNode(box.node, pane.layout.metrics);
        for (const c of inside.used) {
          const at = hit(world, pane.x + box.x + c.x + c.w / 2, pane.y + box.y + inside.cellTop + 3);
          expect(at).toEqual({ tree: picture.name, node: box.node.id, slot: c.slot });
        }
        expect(hit(world, pane.x + box.x + 5, pane.y + box.y + 5)?.slot).toBe(WHOLE_NODE);
      }
      expect(hit(world, -50, -50)).toBeNull();
    },
  );
});

describe('a node that stands alone', () => {
  it('is drawn as large as its space lets it, up to 1.25, and no other tree is larger than 1.35', () => {
    const lone = still(pictureOf(['single v5'], { next: 1 }, { name: 'single' }));
    for (const space of SPACES) {
      const { zoom, width, height } = layWorld([lone], [], space);
      expect(width * zoom).toBeLessThanOrEqual(space.width + 0.5);
      expect(height * zoom).toBeLessThanOrEqual(space.height + 0.5);
      expect(zoom).toBeGreaterThan(space.width > 700 ? 1.24 : 0.7);
      expect(zoom).toBeLessThanOrEqual(1.25);
    }
    for (const picture of trees())
      if (picture.nodes.length > 1 && picture.nodes.length < 40)
        expect(layWorld([still(picture)], [], SPACES[1]!).zoom).toBeLessThanOrEqual(1.35);
  });
});

describe('two leaves', () => {
  it.each([703, 764, 990])('stand beside each other, to be read, in a picture %i wide', (width) => {
    const tree = stepsOf(readGolden('dup-full-h2-alloc'))
      .map(({ scene }) => scene.picture)
      .find(({ nodes }) => nodes.length === 3)!;
    const layout = layoutTree(tree, { width, height: 340 });
    expect(layout.families[0]?.row).toBe(true);
    expect(Math.min(width / layout.width, 340 / layout.height)).toBeGreaterThanOrEqual(0.9);
  });
});

describe('partition into columns', () => {
  it('keeps order and number, and no column could be lower', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 16 }),
        fc.integer({ min: 1, max: 16 }),
        (heights, count) => {
          const parts = partition(heights, count);
          expect(parts.reduce((a, b) => a + b, 0)).toBe(heights.length);
          expect(parts.length).toBeLessThanOrEqual(count);
          const tallest = (split: readonly number[]): number => {
            let from = 0;
            return Math.max(
              ...split.map((n) => {
                const part = heights.slice(from, from + n);
                from += n;
                return part.reduce((a, b) => a + b + 14, -14);
              }),
            );
          };
          const best = Math.min(...allSplits(heights.length, Math.min(count, 3)).map(tallest));
          if (count <= 3) expect(tallest(parts)).toBeLessThanOrEqual(best + 1);
        },
      ),
    );
  });
});

function allSplits(n: number, count: number): readonly (readonly number[])[] {
  if (count === 1) return [[n]];
  const list: (readonly number[])[] = [[n]];
  for (let first = 1; first < n; first++)
    for (const rest of allSplits(n - first, count - 1)) list.push([first, ...rest]);
  return list;
}

describe('slots as wide as what they hold', () => {
  const words = fc.array(fc.constantFrom(0n, 3n, 5n), { minLength: 1, maxLength: 16 });
  const leafOf = (slots: readonly bigint[]) => ({
    kind: 'leaf' as const,
    end: slots.length - 1,
    slots: slots as never,
  });

  it('fill the node in order: entries wider than NULL, NULL wider than what is not used', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 60 }), (slots, cell) => {
        const metrics = { cell, pivotLines: 2, head: HEAD_HEIGHT, lane: 0, byContent: true } as const;
        const leaf = leafOf(slots);
        const edges = slotEdges(leaf, metrics);
        expect(edges).toHaveLength(SLOT_COUNT.leaf + 1);
        expect(edges[0]).toBe(NODE_PAD);
        expect(edges.at(-1)).toBeCloseTo(nodeWidth(metrics) - NODE_PAD, 6);
        const wide = (slot: number): number => slotSpan(leaf, metrics, slot).w;
        const of = (has: (slot: number) => boolean): number[] =>
          Array.from({ length: SLOT_COUNT.leaf }, (_, slot) => slot)
            .filter(has)
            .map(wide);
        const [entries, nulls, unused] = [
          of((k) => k <= leaf.end && slots[k] !== 0n),
          of((k) => k <= leaf.end && slots[k] === 0n),
          of((k) => k > leaf.end),
        ];
        if (entries.length > 0 && nulls.length > 0) expect(Math.min(...entries)).toBeGreaterThan(Math.max(...nulls));
        if (nulls.length > 0 && unused.length > 0) expect(Math.min(...nulls)).toBeGreaterThan(Math.max(...unused));
        if (entries.length > 0) expect(entryWidth(leaf, metrics)).toBeCloseTo(Math.min(...entries), 6);
        expect(slotSpan(leaf, metrics, 0, leaf.end).w).toBeCloseTo(edges[leaf.end + 1]! - NODE_PAD, 6);
      }),
    );
  });

  it('are alike in trees without labels, and in nodes above leaves', () => {
    const metrics = { cell: 24, pivotLines: 2, head: HEAD_HEIGHT, lane: 0 } as const;
    const widths = (edges: readonly number[]): number[] =>
      edges.slice(1).map((edge, k) => Math.round((edge - edges[k]!) * 1000));
    expect(new Set(widths(slotEdges(leafOf([0n, 3n, 0n]), metrics))).size).toBe(1);
    expect(
      new Set(widths(slotEdges({ ...leafOf([3n, 5n]), kind: 'arange' }, { ...metrics, byContent: true }))).size,
    ).toBe(1);
  });
});

describe('some pivots, where not all can be read', async () => {
  const lines = Array.from({ length: 56 }, (_, k) => {
    const [first, after] = [k, k + 1].map((n) => (0x7f3d_8be0_0000 + n * 0x23_1000).toString(16));
    return `${first}-${after} ${['r--p', 'r-xp', 'rw-p'][k % 3]!} 00000000 fe:01 131 /lib/l${k >> 2}.so`;
  });
  const run = await runText(`maps tool """\n${lines.join('\n')}\n"""`);
  const map = sceneAt(run, run.steps()).trees[0]!;

  it.each([
    [944, 330],
    [884, 194],
  ])('tell addresses whole or without their beginning, in 12 pixels, at %i × %i', (width, height) => {
    const { panes, zoom } = layWorld([map], [], { width, height });
    expect(zoom).toBeLessThan(pivotZoom({ fitZoomMax: undefined }));
    let told = 0;
    for (const { node, metrics } of panes[0]!.layout.boxes) {
      const given = { ...metrics, pivotType: READ_TYPE / zoom };
      const layout = layoutNode(node, given);
      const some = somePivots(node, layout, given);
      if (node.kind === 'leaf' && node.end >= 6) {
        expect(some.length, `leaf ${node.id}`).toBeGreaterThan(1);
        expect(cellRow(node.kind, given, 'plain').h * zoom).toBeGreaterThanOrEqual(14);
        told++;
      }
      for (const [k, { label, labelX, half, slot, y }] of some.entries()) {
        expect(half * 2 * zoom).toBeGreaterThanOrEqual(label.length * 12 * 0.6 - 0.1);
        expect(label).toMatch(/^…?[0-9a-f]+$/);
        expect(indexDigits(node.lasts[slot]!).endsWith(label.replace('…', ''))).toBe(true);
        expect(labelX).toBeCloseTo(layout.used[slot]!.x + layout.used[slot]!.w, 5);
        expect(labelX - half).toBeGreaterThan(k === 0 ? 0 : some[k - 1]!.labelX + some[k - 1]!.half);
        expect(labelX + half).toBeLessThan(layout.w);
        expect(y).toBeLessThan(layout.h - (node.gaps === null ? 0 : 15));
      }
    }
    expect(told).toBeGreaterThan(1);
  });

  it('are none where the picture is seen from farther away than they were given room for', () => {
    const { panes, zoom } = layWorld([map], [], { width: 944, height: 330 });
    const { node, metrics } = panes[0]!.layout.boxes.at(-1)!;
    const given = { ...metrics, pivotType: READ_TYPE / (zoom * 0.9) };
    expect(somePivots(node, layoutNode(node, given), given)).toEqual([]);
  });
});
