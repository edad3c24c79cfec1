// SPDX-License-Identifier: GPL-2.0-or-later
//
// The way of a reading step: every visit is shown once, numbers stay legible at any zoom and never lie on each other, a
// search's word on a slot stays with the slot when the store behind it has changed the leaf, and a dead node with a
// reader on it is always in the dock.

import { describe, expect, it } from 'vitest';
import { readerSentence, slotNotes } from '../../../web/views/tree/notes';
import { chooseGhosts, readersOfTheDead } from '../../../web/views/tree/ghosts';
import { layWorld, type World } from '../../../web/views/tree/pane';
import { pillWidth, placeTrail, slotNow, type Pill, type TrailPlaces } from '../../../web/views/tree/trail-places';
import { cellRow, type Detail } from '../../../web/views/tree/node-box';
import { heaps, layoutStrip, partsOf, visitedParts } from '../../../web/views/strip/layout';
import { slotKey, trailCounts, trailOf, type Trail } from '../../../web/views/shared/trail';
import { VERDICTS } from '../../../web/views/shared/verdicts';
import { largeTree, stepsOf, still } from './fixtures';
import { readGolden } from './golden-file';
import { gapTrail, iterationTrail, parkedAt, parkedOnDead, rangeOf, restartTrail, spotsOf } from './reading';

const leafy = stepsOf(readGolden('tut-10-split-push-alloc')).find((s) => s.report.storeType === 'split_store')!.scene;
const pictures = [leafy.picture, stepsOf(readGolden('vma-many')).at(-1)!.scene.picture, largeTree(3000)];
const ZOOMS: readonly (readonly [number, Detail])[] = [
  [1.3, 'full'],
  [0.8, 'full'],
  [0.6, 'plain'],
  [0.3, 'far'],
  [0.05, 'far'],
];

function placed(
  world: World,
  trail: Trail | null,
  k: number,
  detail: Detail,
  readers = [] as ReturnType<typeof parkedAt>[],
): TrailPlaces {
  return placeTrail(world, {
    trail,
    readers,
    touched: null,
    detail,
    letters: null,
    camera: { k, tx: 0, ty: 30 },
    inView: () => true,
  });
}

function overlaps(pills: readonly Pill[]): number {
  return pills.filter((a, k) =>
    pills.slice(k + 1).some((b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h),
  ).length;
}

describe.each(pictures.map((picture) => [picture.name, picture] as const))('an iteration over %s', (_name, picture) => {
  const world = layWorld([still(picture)], [], { width: 760, height: 460 });
  const last = spotsOf(picture).length - 1;
  const trails = [
    iterationTrail(picture, 0, 12),
    iterationTrail(picture, 3, 1000),
    iterationTrail(picture, last, -1000),
    iterationTrail(picture, last, 5),
  ];

  it('has every visit in exactly one run, and runs go one way', () => {
    for (const trail of trails) {
      const told = trail.runs.flatMap((run) =>
        run.slots.map((slot, k) => `${run.first + k} ${slotKey(run.node, slot)}`),
      );
      expect(told).toEqual(trail.visits.map(({ visit, node, slot }) => `${visit} ${slotKey(node, slot)}`));
      for (const { slots } of trail.runs)
        expect([...slots].sort((a, b) => (slots[0]! <= slots.at(-1)! ? a - b : b - a))).toEqual(slots);
    }
  });

  it('numbers its first and last visit at every zoom, and no number lies on another', () => {
    for (const trail of trails) {
      for (const [k, detail] of ZOOMS) {
        const { pills } = placed(world, trail, k, detail, [parkedAt(picture, 'reader', 2)]);
        const numbers = pills.filter(({ kind }) => kind === 'visit').map(({ text }) => text);
        expect(numbers).toContain('1');
        expect(numbers).toContain(trail.visits.length.toLocaleString('en-US'));
        expect(overlaps(pills)).toBe(0);
        for (const pill of pills) expect(pill.w).toBeGreaterThanOrEqual(pillWidth(pill.text));
      }
    }
  });

  it('numbers each of its visits as soon as those of neighbouring visits do not overlap', () => {
    const trail = iterationTrail(picture, 0, 20);
    const numbersAt = (k: number): number => placed(world, trail, k, 'full').pills.length;
    const counts = [0.5, 0.7, 0.9, 1.1, 1.5, 2].map(numbersAt);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    const all = trail.visits.length;
    expect(counts.at(-1)).toBe(all);
    for (const k of [0.5, 0.7, 0.9, 1.1, 1.5, 2]) {
      const { pills, bars } = placed(world, trail, k, 'full');
      expect(overlaps(pills)).toBe(0);
      // A run without a line has all its numbers.
      if (bars.length === 0) expect(pills).toHaveLength(all);
    }
  });

  it('from afar has a line for every run and few numbers', () => {
    for (const trail of trails) {
      const { bars, pills } = placed(world, trail, 0.2, 'far');
      expect(bars).toHaveLength(trail.runs.length);
      expect(pills.length).toBeLessThanOrEqual(14);
    }
  });

  it('underlines on the strip all that was visited and nothing else', () => {
    const strip = layoutStrip(picture, 'packed');
    for (const trail of trails) {
      const parts = visitedParts(strip, trail.visits);
      for (const { range } of trail.visits) {
        const own = partsOf(strip, range!.first, range!.last)!;
        expect(parts.some(({ from, to }) => from <= own.from + 1e-9 && to >= own.to - 1e-9)).toBe(true);
      }
      const length = parts.reduce((sum, { from, to }) => sum + to - from, 0);
      const wanted = trail.visits.reduce(
        (sum, { range }) =>
          sum + partsOf(strip, range!.first, range!.last)!.to - partsOf(strip, range!.first, range!.last)!.from,
        0,
      );
      expect(length).toBeCloseTo(wanted, 6);
    }
  });
});

describe('a way', () => {
  it('is that of the step’s tree, and none without marks', () => {
    expect(trailOf({ trail: [], record: { tree: 't' } as never })).toBeNull();
    expect(trailOf({ trail: iterationTrail(leafy.picture, 0, 2).marks, record: null })).toBeNull();
    expect(iterationTrail(leafy.picture, 0, 2).tree).toBe(leafy.picture.name);
  });

  it('tells its counts, and its restarts over the root', () => {
    const trail = restartTrail(leafy.picture, 0, 3);
    expect(trailCounts(trail)).toBe('3 visits on 1 leaf, 1 restart');
    const { pills } = placed(layWorld([still(leafy.picture)], [], { width: 760, height: 460 }), trail, 1, 'full');
    const [chip] = pills.filter(({ kind }) => kind === 'restart');
    expect(chip?.text).toBe('#3 is dead: again from the root');
    expect(chip!.y + chip!.h).toBeLessThanOrEqual(30);
  });
});

describe('a search', () => {
  const trail = gapTrail(leafy.picture, 3n, 0n);
  const world = layWorld([still(leafy.picture)], [], { width: 760, height: 460 });

  it('has a sign with its verdict on every slot examined, and the way goes down where a slot was taken', () => {
    const { signs } = placed(world, trail, 1, 'full');
    expect(signs.map(({ sign }) => sign)).toEqual(trail.looks.map(({ sign }) => sign));
    for (const { node, slot, verdict } of trail.looks)
      expect(trail.down.has(slotKey(node, slot))).toBe(verdict === 'taken');
  });

  it('takes one slot, the one it ended on; into the others with room it went; one that gave up takes none', () => {
    const taken = trail.looks.filter(({ verdict }) => verdict === 'taken');
    expect(taken.length).toBeGreaterThan(1);
    expect(taken.map(({ sign }) => sign)).toEqual([...taken.slice(1).map(() => 'went in'), 'taken']);
    expect(trail.found).toBe(trail.marks.at(-1));
    const gaveUp = trailOf({ trail: [...trail.marks], record: { tree: trail.tree, error: 'EBUSY' } as never })!;
    expect(gaveUp.found).toBeNull();
    expect(gaveUp.looks.map(({ sign }) => sign)).not.toContain('taken');
  });

  it('has a shape of its own for each verdict', () => {
    expect(new Set(VERDICTS.map(({ path }) => path)).size).toBe(7);
    expect(new Set(VERDICTS.map(({ name }) => name)).size).toBe(7);
  });

  it('keeps what it said with the range, when the store behind it has moved the slots', () => {
    const { node, slot } = spotsOf(leafy.picture)[4]!;
    const range = rangeOf({ node, slot });
    const look = {
      node: node.id,
      slot: slot + 2,
      range,
      verdict: 'occupied',
      sign: 'occupied',
      has: 0n,
      wants: 3n,
    } as const;
    expect(slotNow(node, look, null)).toBe(slot);
    expect(slotNow(node, { ...look, range: null }, null)).toBe(slot + 2);
    const beyond = { first: node.max, last: node.max };
    expect(slotNow({ ...node, max: (node.max - 1n) as typeof node.max }, { ...look, range: beyond }, null)).toBe(-1);
  });
});

describe('the lane', () => {
  it('holds every sign of a marked node: none lies on its head or its cells', () => {
    for (const picture of pictures.slice(0, 2)) {
      const last = spotsOf(picture).length - 1;
      for (const trail of [
        iterationTrail(picture, 0, 12),
        iterationTrail(picture, last, -1000),
        gapTrail(picture, 3n, 0n),
      ]) {
        const readers = [parkedAt(picture, 'reader', 2), parkedAt(picture, 'other', 3)];
        const marked = new Set([...trail.looks, ...trail.visits].map(({ node }) => node));
        for (const { node } of readers) marked.add(node!.id);
        const world = layWorld(
          [still(picture)],
          [],
          { width: 2400, height: 1600 },
          { marked: new Map([[picture.name, marked]]) },
        );
        const k = world.zoom;
        const { pills, signs } = placed(world, trail, k, 'full', readers);
        const shapes = [...pills, ...signs.map(({ x, y, r }) => ({ x: x - r, y: y - r, w: 2 * r, h: 2 * r }))];
        expect(shapes.length).toBeGreaterThan(1);
        for (const box of world.panes[0]!.layout.boxes) {
          const [top, low] = [30 + box.y * k, 30 + (box.y + box.h) * k];
          const cells = 30 + (box.y + cellRow(box.node.kind, box.metrics, 'full').y) * k;
          const head = top + box.metrics.head * 0.68 * k;
          for (const shape of shapes) {
            if (
              shape.x > (box.x + box.w) * k ||
              shape.x + shape.w < box.x * k ||
              shape.y > low ||
              shape.y + shape.h < top
            )
              continue;
            expect(shape.y).toBeGreaterThanOrEqual(head);
            expect(shape.y + shape.h).toBeLessThanOrEqual(cells + 0.5);
          }
        }
      }
    }
  });

  it('says a touched entry in full where its cell cuts it', () => {
    const { picture } = leafy;
    const spot = spotsOf(picture)[3]!;
    const world = layWorld([still(picture)], [], { width: 760, height: 460 });
    const pane = world.panes[0]!;
    const { text } = pane.look(spot.node.slots[spot.slot]!);
    const captions = (room: number): readonly string[] =>
      placeTrail(world, {
        trail: null,
        readers: [],
        touched: { tree: picture.name, ...rangeOf(spot) },
        detail: 'full',
        letters: { px: 9, room },
        camera: { k: 1, tx: 0, ty: 30 },
        inView: () => true,
      }).pills.map((pill) => `${pill.kind} ${pill.text}`);
    expect(captions(text.length)).toEqual([]);
    expect(captions(text.length - 1)).toEqual([`caption ${text}`]);
  });
});

describe('readers', () => {
  const dead = leafy.changes.gone.find(({ kind }) => kind === 'leaf')!;
  const { name } = leafy.picture;
  const old = parkedOnDead(dead, name, 'old', 9);
  const world = layWorld([leafy], [], { width: 760, height: 460 });

  it('that would lie on each other on the strip are counted', () => {
    expect(heaps([50, 10, 52], 8)).toEqual([
      { x: 10, count: 1 },
      { x: 51, count: 2 },
    ]);
    expect(heaps([10, 10, 10], 8)).toEqual([{ x: 10, count: 3 }]);
  });

  it('on one slot share a pill, whose stem leads to the slot', () => {
    const readers = [parkedAt(leafy.picture, 'a', 3), parkedAt(leafy.picture, 'b', 3), old];
    const { pills, stems } = placed(world, null, 1, 'full', readers);
    expect(pills.map(({ text }) => text)).toEqual(['a +1']);
    expect(stems).toHaveLength(1);
  });

  it('keep their dead node in the dock, first, also when it died steps ago or its tree is gone', () => {
    expect(readersOfTheDead([old, parkedAt(leafy.picture, 'a', 3)], [name], [name])).toEqual([old]);
    expect(readersOfTheDead([old], ['other'], ['other', name])).toEqual([]);
    expect(readersOfTheDead([old], ['other'], ['other'])).toEqual([old]);
    const shown = (scene: typeof leafy): readonly string[] =>
      chooseGhosts(layWorld([scene], [], { width: 760, height: 460 }), null, 400, [old]).shown.map(
        (ghost) => `${ghost.node.id} ${ghost.readers.map((reader) => reader.name).join()} ${ghost.departed !== null}`,
      );
    expect(shown(leafy)).toEqual([`${dead.id} old true`]);
    expect(shown(still(leafy.picture))).toEqual([`${dead.id} old false`]);
    expect(chooseGhosts(world, null, 400, [old]).rest).toHaveLength(leafy.changes.gone.length - 1);
    expect(chooseGhosts({ ...world, panes: [] }, null, 400, [old]).shown[0]?.sentence).toBe(
      `#${dead.id} is dead; kept for old, which entered at step 9.`,
    );
  });

  it('and what is drawn and what is counted make up all that wait', () => {
    const rcu = { ...leafy, rcuDuring: true };
    for (const waiting of [1, 2, 5, 9]) {
      for (const width of [360, 760, 1400]) {
        const content = chooseGhosts(layWorld([rcu], [], { width: 760, height: 460 }), null, width, [old], waiting);
        expect(content.shown.filter(({ waits }) => waits).length + content.restWaiting).toBe(waiting);
      }
    }
  });

  it('are described in words', () => {
    expect(readerSentence(old)).toBe(
      `Reader old in ${name} since step 9: slot 2 of leaf #${dead.id}, which is dead and kept for it.`,
    );
    const trail = iterationTrail(leafy.picture, 3, 2);
    const spot = spotsOf(leafy.picture)[3]!;
    const notes = slotNotes(
      { tree: name, node: spot.node.id, slot: spot.slot },
      { trail, readers: [parkedAt(leafy.picture, 'a', 3)] },
    );
    expect(notes).toEqual([`slot ${spot.slot} of node ${spot.node.id}`, 'reader a is parked here, in since step 3']);
  });
});
