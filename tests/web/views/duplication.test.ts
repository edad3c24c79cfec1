// SPDX-License-Identifier: GPL-2.0-or-later
//
// The play of a fork and its compact trees: what has happened at which mark, where boxes stand, what lies under a
// point.

import { describe, expect, it } from 'vitest';
import { pictureOf, largeTree, stepsOf, vmasOf } from './fixtures';
import { childOf, forkOf, vmaSlots, type ForkCase } from './forks';
import { readGolden } from './golden-file';
import type { TreePicture } from '../../../web/model/picture';
import { entryLooks } from '../../../web/views/shared/entry-look';
import {
  arrange,
  asideWidth,
  hitAt,
  layoutShape,
  PANE_GAP,
  paneWidth,
  type CompactLayout,
} from '../../../web/views/fork/dup-layout';
import {
  cellFirst,
  dupModel,
  isThin,
  NEVER,
  postOrder,
  shapeOf,
  stageAt,
  type DupModel,
} from '../../../web/views/fork/dup-model';
import { drawDup, type DupScene } from '../../../web/views/fork/dup-draw';
import { describeAt, headText, kindsOf, sampleOf, tablesAt } from '../../../web/views/fork/duplication';
import { dupWords } from '../../../web/views/fork/dup-words';
import { cutText, momentText, nextStageEnd, playTime, stageName } from '../../../web/views/fork/play';

const shell: TreePicture = stepsOf(readGolden('vma-loader'), 'mm').find(({ scene }) => scene.picture.entries >= 38)!
  .scene.picture;
const slots = vmaSlots(shell);

function modelOf(picture: TreePicture, how: ForkCase = {}): DupModel {
  const fork = forkOf(picture, how);
  return dupModel(fork, picture, fork.record?.error === null ? childOf(picture) : null);
}

describe('a copy', () => {
  const model = modelOf(shell);

  it('numbers the nodes in depth-first order, parents before children', () => {
    expect([...model.order]).toEqual(shell.nodes.map((_, k) => k + 1));
    const deep = modelOf({ ...largeTree(900, 'deep'), kind: 'mm' });
    for (const [k, { parent }] of deep.child.nodes.entries())
      if (parent >= 0) expect(deep.order[parent]).toBeLessThan(deep.order[k]!);
  });

  it('knows for each request whose children it delivered, and fills no node before it was obtained', () => {
    expect(model.requests.map(({ of, count }) => [of, count])).toEqual([
      [-1, 1],
      [0, shell.nodes[0]!.children.length],
    ]);
    for (const [k, filled] of model.filledAt.entries()) expect(model.obtainedAt[k]).toBeLessThan(filled);
  });

  it('makes each entry the child’s own once, in order of address', () => {
    const times = slots.map((_, k) => vmaCellsOf(model)[k]!).map((cell) => model.ownAt[cell]!);
    expect(times.every((at) => at !== NEVER)).toBe(true);
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    expect(model.totals.own[model.marks.length]).toBe(slots.length);
  });

  it('has the stages copy and entries, which cover all marks', () => {
    expect(model.stages.map(({ kind }) => kind)).toEqual(['copy', 'entries']);
    expect(model.stages[0]!.first).toBe(0);
    expect(model.stages[1]!.end).toBe(model.marks.length);
    expect(stageAt(model, 0)).toBeNull();
    expect(stageAt(model, 1)?.kind).toBe('copy');
    expect(nextStageEnd(model.stages, 0)).toBe(model.stages[0]!.end);
  });

  it('takes out what is not copied', () => {
    const left = slots.filter((_, k) => k % 5 === 2).map(({ vma }) => vma);
    const holed = modelOf(shell, { holes: left });
    const cells = vmaCellsOf(holed);
    const out = slots.flatMap(({ vma }, k) => (holed.holeAt[cells[k]!] === NEVER ? [] : [vma]));
    expect(out).toEqual(left);
    for (const [k, cell] of cells.entries()) expect(holed.ownAt[cell] === NEVER).toBe(left.includes(slots[k]!.vma));
  });
});

describe('a copy that is refused', () => {
  const deep: TreePicture = { ...largeTree(900, 'deep'), kind: 'mm' };

  it.each([1, 2, 3, 5])('at request %i gives its groups back in the reverse order', (refused) => {
    const model = modelOf(deep, { refused });
    const obtained = [...model.obtainedAt.keys()].filter((k) => model.obtainedAt[k] !== NEVER);
    expect(model.requests.at(-1)?.ok).toBe(false);
    expect(obtained.length).toBe(model.totals.obtained[model.marks.length]);
    for (const a of obtained) {
      expect(model.nodeFreedAt[a]).not.toBe(NEVER);
      for (const b of obtained)
        if (model.obtainedAt[a]! < model.obtainedAt[b]!)
          expect(model.nodeFreedAt[a]).toBeGreaterThan(model.nodeFreedAt[b]!);
    }
    expect(model.limit).toBeNull();
    // The refused request is the failure; giving back is undoing, though the failure is reported at the end of it.
    expect(model.stages.map(({ kind }) => kind)).toEqual(refused === 1 ? ['failure'] : ['copy', 'failure', 'undo']);
    expect(stageAt(model, model.requests.at(-1)!.at + 1)?.kind).toBe('failure');
    if (refused > 1) expect(model.stages[1]!.end - model.stages[1]!.first).toBe(1);
  });
});

describe('a fork that fails at a VMA', () => {
  const fails = slots[20]!.vma;

  it.each(['marker', 'range'] as const)('with the %s ends its teardown there', (undo) => {
    const model = modelOf(shell, { fails, undo });
    const { node, slot } = slots[20]!;
    expect(model.limit).toBe(
      cellFirst(
        shapeOf(shell).nodes.find(({ id }) => id === node.id)!,
        slot,
      ),
    );
    expect(model.limitBy).toBe(undo);
    // Not before there is a marker, or anything is undone.
    expect(model.marks[model.limitAt]?.kind).toBe(undo === 'marker' ? 'marker' : 'unmapped');
    const cells = vmaCellsOf(model);
    for (const [k, cell] of cells.entries()) {
      expect(model.ownAt[cell] !== NEVER).toBe(k < 20);
      expect(model.vmaFreedAt[cell] !== NEVER).toBe(k < 20);
      expect(model.markerAt[cell] !== NEVER).toBe(undo === 'marker' && k === 20);
    }
  });

  it('gives the tree back in post-order, the root last', () => {
    const model = modelOf(shell, { fails });
    const order = postOrder(model.child);
    expect(order.at(-1)).toBe(0);
    const times = order.map((node) => model.nodeFreedAt[node]!);
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    expect(times[0]).toBeGreaterThan(model.failedAt);
    expect(model.totals.nodesFreed[model.marks.length]).toBe(shell.nodes.length);
  });
});

describe('a large fork that fails', () => {
  const picture: TreePicture = { ...largeTree(6421), kind: 'mm' };
  const fails = vmaSlots(picture).at(-1)!.vma;
  const model = modelOf(picture, { fails });
  const layout = layoutShape(model.child, 700);

  it('names the VMA and its cell from the core’s record of the failure, and none where there was none', () => {
    expect(model.failure).toMatchObject({ vma: fails, cell: vmaCellsOf(model).at(-1) });
    expect(modelOf(picture).failure).toBeNull();
  });

  it('has a line at the leaf, in the child and in the parent, from the failure on and not before', () => {
    expect(layout.kind).toBe('density');
    for (const [side, colour, least] of [
      ['child', 'bad', 3],
      ['parent', 'ink', 2],
    ] as const) {
      const line = (cursor: number): readonly Painted[] =>
        painted(model, side, cursor).filter((one) => one.colour === colour && one.h > 30);
      expect(line(model.failedAt)).toEqual([]);
      const [only, ...more] = line(model.failedAt + 1);
      expect(more).toEqual([]);
      expect(only!.w).toBeGreaterThanOrEqual(least);
      expect(only!.x + only!.w).toBe(700);
    }
  });

  it('does not show a VMA that was removed as one of the parent’s', () => {
    const area = (cursor: number, colour: string): number => leafArea(painted(model, 'child', cursor), colour);
    const last = Math.max(...model.vmaFreedAt.filter((at) => at !== NEVER));
    expect(area(model.failedAt + 1, 'muted')).toBeGreaterThan(1000);
    expect(area(last + 1, 'muted')).toBe(0);
    expect(area(last + 1, 'cell-guard')).toBeLessThanOrEqual(area(model.failedAt + 1, 'cell-guard'));
  });

  interface Painted {
    readonly colour: string;
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  }

  // Rectangles that were filled, with the names of their colours.
  function painted(of: DupModel, side: DupScene['side'], cursor: number): readonly Painted[] {
    const rects: Painted[] = [];
    const own: Record<string, unknown> = {
      fillStyle: '',
      measureText: (text: string) => ({ width: text.length * 6 }),
      fillRect: (x: number, y: number, w: number, h: number) =>
        rects.push({ colour: String(own['fillStyle']), x, y, w, h }),
    };
    const pen = new Proxy(own, { get: (target, key: string) => target[key] ?? (() => undefined) });
    const colours = new Proxy({}, { get: (_, name: string) => name }) as DupScene['colours'];
    drawDup(pen as unknown as CanvasRenderingContext2D, layout, {
      model: of,
      side,
      cursor,
      look: entryLooks(null, []),
      colours,
      words: 'words',
      mono: 'mono',
    });
    return rects;
  }

  function leafArea(rects: readonly Painted[], colour: string): number {
    const row = layout.kind === 'density' ? layout.rows.at(-1)! : { y: 0, h: 0 };
    return rects
      .filter((one) => one.colour === colour && one.y >= row.y && one.y < row.y + row.h)
      .reduce((sum, { w, h }) => sum + w * h, 0);
  }
});

describe('a node that was freed', () => {
  // Half of the entries were copied when the fork failed; those behind that place are still the parent's.
  it.each(['range', 'marker'] as const)('has no colour in any of its slots, undone by %s', (undo) => {
    const model = modelOf(shell, { fails: slots[Math.floor(slots.length / 2)]!.vma, undo });
    const end = model.marks.length;
    expect([...model.nodeFreedAt].every((at) => at < end)).toBe(true);
    const before = fills(model, Math.min(...model.nodeFreedAt));
    expect(before.filter((colour) => colour.startsWith('cell-')).length).toBeGreaterThan(0);
    expect(fills(model, end).filter((colour) => colour.startsWith('cell-'))).toEqual([]);
  });

  // Names of the colours with which boxes are filled.
  function fills(model: DupModel, cursor: number): readonly string[] {
    const found: string[] = [];
    const own: Record<string, unknown> = {
      fillStyle: '',
      measureText: (text: string) => ({ width: text.length * 6 }),
      fillRect: (_x: number, _y: number, w: number, h: number) => {
        if (w > 3 && h > 2) found.push(String(own['fillStyle']));
      },
    };
    const pen = new Proxy(own, { get: (target, key: string) => target[key] ?? (() => undefined) });
    const colours = new Proxy({}, { get: (_, name: string) => name }) as DupScene['colours'];
    drawDup(pen as unknown as CanvasRenderingContext2D, layoutShape(model.child, 900), {
      model,
      side: 'child',
      cursor,
      look: entryLooks(null, []),
      colours,
      words: 'words',
      mono: 'mono',
    });
    return found;
  }
});

describe('a child stored VMA by VMA', () => {
  it('is drawn in the layout in which it ends, a node from its first entry on', () => {
    const child = childOf(shell);
    const numbers = new Map(slots.map(({ vma }, k) => [vma, k + 1]));
    const renumbered = {
      ...child,
      nodes: child.nodes.map((node) => ({
        ...node,
        slots:
          node.kind === 'leaf'
            ? node.slots.map((word) =>
                (word & 1n) === 1n ? (((BigInt(numbers.get(Number(word >> 1n))!) << 1n) | 1n) as typeof word) : word,
              )
            : node.slots,
      })),
    };
    const model = dupModel(forkOf(shell, { by: 'stores' }), shell, renumbered);
    expect(model.way).toBe('stored');
    expect(vmaCellsOf(model).every((cell) => model.ownAt[cell] !== NEVER)).toBe(true);
    expect(model.filledAt[0]).toBe(Math.min(...model.ownAt));
    expect(model.stages.map(({ kind }) => kind)).toEqual(['prepare', 'entries']);
    // In advance by bulk, for the first store by stores: neither word is wrong of the other.
    expect(stageName(model.way, 'prepare')).toBe('nodes requested');
  });
});

describe('an exit', () => {
  const failed = forkOf(shell, { fails: slots.at(-1)!.vma });
  const from = failed.marks.findIndex(({ kind }) => kind === 'unmapped');
  // VMAs are numbered as the parent's: those of an exit are its own.
  const marks = failed.marks
    .slice(from)
    .map((mark) =>
      mark.kind === 'vma_freed'
        ? { ...mark, vma: slots[mark.vma - 1]!.vma }
        : mark.kind === 'node_freed'
          ? { ...mark, node: mark.node - 1000 }
          : mark,
    );
  const model = dupModel(
    { ...failed, record: null, parent: null, marks, partial: { picture: shell, vmas: [], tables: [], tablesLeft: [] } },
    null,
    null,
  );

  it('begins with everything there and ends with nothing', () => {
    expect([...model.filledAt].every((at) => at < 0)).toBe(true);
    expect([...model.nodeFreedAt].every((at) => at !== NEVER)).toBe(true);
    expect(model.stages.map(({ kind }) => kind)).toEqual(['undo']);
    expect(vmaCellsOf(model).filter((cell) => model.vmaFreedAt[cell] === NEVER)).toHaveLength(1);
  });
});

describe('compact trees', () => {
  const sizes = [1, 20, 120, 420, 900];

  it.each(sizes.flatMap((n) => [330, 390, 800].map((width) => [n, width] as const)))(
    'of %i entries do not overlap in %i px',
    (n, width) => {
      const shape = shapeOf(largeTree(n));
      const layout = layoutShape(shape, width);
      expect(layout.height).toBeLessThan(420);
      if (layout.kind !== 'compact') return;
      for (const level of shape.levels) {
        let right = 0;
        for (const k of level) {
          const box = layout.boxes[k]!;
          expect(box.x).toBeGreaterThanOrEqual(right);
          expect(box.w).toBeGreaterThanOrEqual(4);
          right = box.x + box.w;
        }
        expect(right).toBeLessThanOrEqual(width);
      }
    },
  );

  it('span what is below them', () => {
    const shape = shapeOf(largeTree(420));
    const layout = layoutShape(shape, 800) as CompactLayout;
    for (const [k, { children }] of shape.nodes.entries()) {
      for (const child of children) {
        expect(layout.boxes[child]!.x).toBeGreaterThanOrEqual(layout.boxes[k]!.x);
        expect(layout.boxes[child]!.x + layout.boxes[child]!.w).toBeLessThanOrEqual(
          layout.boxes[k]!.x + layout.boxes[k]!.w + 1e-9,
        );
      }
    }
  });

  it('become rows of density when they are too large', () => {
    expect(layoutShape(shapeOf(largeTree(7000)), 1200).kind).toBe('density');
    expect(layoutShape(shapeOf(largeTree(900)), 800).kind).toBe('compact');
  });

  it('stand side by side where both can be read, else under one another', () => {
    const [small, large] = [shapeOf(shell), shapeOf(largeTree(900))];
    expect(paneWidth([small, small], 800).beside).toBe(true);
    expect(paneWidth([small, small], 390).beside).toBe(true);
    expect(paneWidth([shapeOf(largeTree(120)), small], 390).beside).toBe(false);
    expect(paneWidth([shapeOf(largeTree(120)), small], 800).beside).toBe(true);
    expect(paneWidth([large, large], 800).beside).toBe(false);
  });

  it('find every box under its middle', () => {
    for (const layout of [layoutShape(shapeOf(shell), 390), layoutShape(shapeOf(largeTree(900)), 860)]) {
      const shape = shapeOf(layout.width === 390 ? shell : largeTree(900));
      if (layout.kind !== 'compact') throw new Error('not compact');
      for (const [k, box] of layout.boxes.entries())
        expect(hitAt(shape, layout, box.x + box.w / 2, box.y + 2)?.node).toBe(k);
      const leaf = shape.nodes.findIndex(({ kind }) => kind === 'leaf');
      const box = layout.boxes[leaf]!;
      expect(hitAt(shape, layout, box.x + 1, box.y + 2.5 * layout.cell)).toEqual({ node: leaf, slot: 2 });
      expect(hitAt(shape, layout, -5, 3)).toBeNull();
    }
  });

  it('are as large as fits what can be seen, larger from afar, and have lower slots in a low room', () => {
    const pair = [shapeOf(shell), shapeOf(shell)];
    const seen = (height: number, far: boolean, width = 1800) => {
      const arranged = arrange(pair, width, false, { height, em: far ? 17 : 13, far });
      const layout = layoutShape(pair[0]!, arranged.pane, arranged.low);
      expect(2 * layout.width * arranged.scale + PANE_GAP).toBeLessThanOrEqual(width + 1);
      if (arranged.scale > 1) expect(layout.height * arranged.scale).toBeLessThan(height - 60);
      return { scale: arranged.scale, cell: layout.kind === 'compact' ? layout.cell : 0 };
    };
    expect(arrange(pair, 1800, false, null)).toMatchObject({ scale: 1, low: false });
    expect(seen(480, false)).toEqual({ scale: 1, cell: 15 });
    expect(seen(370, false).cell).toBe(13);
    // On a phone on its side, whole without letters; and only where that makes it whole.
    expect(seen(236, false, 816)).toEqual({ scale: 1, cell: 6 });
    expect(seen(150, false, 816).cell).toBe(13);
    const [near, far] = [seen(720, false), seen(720, true)];
    expect(near.scale).toBeGreaterThan(1.1);
    expect(far.scale).toBeGreaterThan(near.scale);
    expect(seen(2000, false).scale).toBe(1.6);
    expect(seen(2000, true).scale).toBe(3);
    expect(seen(2000, true, 700).scale).toBeLessThan(3);
  });

  it('have a picture of a tree without nodes', () => {
    const shape = shapeOf(pictureOf(['empty'], { next: 1 }, { name: 't' }));
    expect(layoutShape(shape, 390).height).toBeGreaterThan(0);
  });
});

describe('words', () => {
  // What the events of marks would be worded as.
  const textsOf = ({ marks }: DupModel): string[] => marks.map(({ kind }) => `The event of ${kind}.`);
  const fails = slots[20]!.vma;
  const model = modelOf(shell, { fails });
  const look = entryLooks(null, []);

  it('tell each moment', () => {
    const fork = forkOf(shell, { fails });
    const tell = dupWords(model, fork.record, { parent: vmasOf(shell), child: [] }, textsOf(model));
    expect(momentText(model, 0, tell)).toBe('Before the fork begins: the child’s tree is empty.');
    expect(momentText(model, 1, tell)).toBe(
      `Mark 1 of ${model.marks.length}: Request 1 of this step: 1 node, the root.`,
    );
    expect(tell(2)).toBe(
      `Node 1 of ${shell.nodes.length} is filled: an inner node (arange) with 4 slots, copied from the parent’s ` +
        `#${shell.nodes[0]!.id}.`,
    );
    expect(tell(3)).toBe('Request 2 of this step: 4 nodes at once, the children of node 1.');
    expect(tell(model.failedAt + 1)).toBe(
      `The fork fails at the parent’s VMA number ${fails} (place 21 of ${slots.length} by address), allocating the ` +
        'VMA object, F7: out of memory (ENOMEM).',
    );
    expect(tell(model.marks.length)).toBe('1 node is freed.');
    for (let k = 0; k <= model.marks.length; k++) expect(tell(k)).toMatch(/\.$/);
  });

  it('tell what became of an entry', () => {
    const leaf = model.child.nodes.findIndex(({ kind }) => kind === 'leaf');
    const slot = model.child.nodes[leaf]!.words.findIndex((word) => word !== 0n);
    const told = (cursor: number): string | undefined =>
      describeAt(model, 'child', cursor, look, { node: leaf, slot })?.at(-1);
    expect(told(0)).toBe('not there yet');
    expect(told(model.stages[0]!.end)).toBe('still the parent’s VMA');
    expect(told(model.stages[1]!.end)).toMatch(/^the child’s own VMA, number \d+; the parent’s has number \d+$/);
    expect(told(model.marks.length - 3)).toBe('removed in the teardown');
  });

  it('say with a failure that is reported last that all was undone', () => {
    const how = { refused: 2 };
    const refused = modelOf(shell, how);
    const tell = dupWords(refused, forkOf(shell, how).record, { parent: vmasOf(shell), child: [] }, textsOf(refused));
    expect(tell(refused.marks.length)).toMatch(
      /^With that undone, the fork fails, copying the tree, F3: .* \(ENOMEM\)\.$/,
    );
  });

  it('have a real entry as the sample of the legend', () => {
    const known = entryLooks(vmasOf(shell), []);
    expect(sampleOf(model, known)).toEqual(known((BigInt(slots[0]!.vma) << 1n) | 1n));
    expect(sampleOf(dupModel(forkOf(shell), null, null), known)).toBeNull();
  });

  it('name every letter of a VMA that is drawn, and no other', () => {
    const known = entryLooks(vmasOf(shell), []);
    const drawn = slots.map(({ vma }) => known((BigInt(vma) << 1n) | 1n));
    const told = kindsOf(model, { parent: known, child: known });
    expect(told.map(({ letter }) => letter).sort()).toEqual([...new Set(drawn.map(({ text }) => text))].sort());
    expect(told.length).toBeGreaterThan(2);
    for (const { kind, letter, name } of told) {
      expect(name).not.toBe('');
      expect(drawn.some((look) => look.kind === kind && look.text === letter)).toBe(true);
    }
    expect(kindsOf(dupModel(forkOf(shell), null, null), { parent: known, child: known })).toEqual([]);
  });

  it('tell how many nodes there are at each moment', () => {
    const all = shell.nodes.length;
    expect(headText(model, 'child', 0, 0)).toBe(`0 of ${all} nodes`);
    expect(headText(model, 'child', 1, 0)).toBe(`1 of ${all} nodes`);
    expect(headText(model, 'child', model.stages[0]!.end, 0)).toBe(
      `${all} nodes, height ${shapeOf(shell).levels.length}`,
    );
    expect(headText(model, 'child', model.marks.length, 0)).toBe(`0 of ${all} nodes`);
    expect(headText(model, 'parent', 0, 0)).toBe(`${all} nodes, height ${shapeOf(shell).levels.length}`);
  });

  it('last a few seconds, however many marks there are', () => {
    expect(playTime(1)).toBe(2500);
    expect(playTime(60)).toBe(9000);
    expect(playTime(100_000)).toBe(14_000);
  });
});

describe('a film that was cut', () => {
  const whole = forkOf(shell, { fails: slots[20]!.vma });
  const short = (end: number): DupModel => dupModel({ ...whole, marks: whole.marks.slice(0, end) }, shell, null);
  const failed = whole.marks.findIndex(({ kind }) => kind === 'failed');

  it('says what it lacks', () => {
    expect(dupModel(whole, shell, null).cut).toBeNull();
    expect(cutText(dupModel(whole, shell, null))).toBe('');
    expect(cutText(short(failed))).toBe('The recording is cut: the failure and the undo were not recorded.');
    const entries = whole.marks.findIndex(({ kind, vma }) => kind === 'entry' && vma === 18);
    expect(cutText(short(entries + 1))).toBe(
      'The recording is cut: the last 2 of 20 entries, the failure and the undo were not recorded.',
    );
    const torn = whole.marks.findIndex(({ kind, vma }) => kind === 'vma_freed' && vma === 17);
    expect(cutText(short(torn + 1))).toBe('The recording is cut: the last 3 of 20 removals were not recorded.');
  });

  it('does not know the page tables at its end', () => {
    expect(tablesAt(short(failed), failed)).toBeNull();
    expect(tablesAt(short(failed), failed - 1)).toMatchObject({ freed: 0, undoing: false, over: false });
    const model = dupModel(whole, shell, null);
    expect(tablesAt(model, 0)).toEqual({ cursor: 0, made: 0, freed: 0, undoing: false, over: false });
    expect(tablesAt(model, model.marks.length)).toMatchObject({ undoing: true, over: true });
  });
});

describe('a thin leaf', () => {
  it('has fewer slots than the minimum, and is not the root', () => {
    expect(isThin({ kind: 'leaf', parent: 0, end: 5 })).toBe(true);
    expect(isThin({ kind: 'leaf', parent: 0, end: 6 })).toBe(false);
    expect(isThin({ kind: 'leaf', parent: -1, end: 0 })).toBe(false);
    expect(isThin({ kind: 'arange', parent: 0, end: 1 })).toBe(false);
  });
});

describe('page tables beside the trees', () => {
  it('stand there when the trees are narrow and the room is wide', () => {
    const [small, large] = [shapeOf(pictureOf(['empty'], { next: 1 }, { name: 't' })), shapeOf(largeTree(900))];
    expect(asideWidth([small, small], 750)).toBe(170);
    expect(asideWidth([small, small], 600)).toBeNull();
    expect(asideWidth([large, large], 1500)).toBeNull();
  });

  it('leave what room is over to the leaves, as far as leaves become wider, and to the captions', () => {
    const shape = shapeOf(shell);
    const leaves = shape.levels.at(-1)!.length;
    const [least, wide, wider] = [1100, 1250, 3000].map((width) => asideWidth([shape, shape], width));
    expect(least).not.toBeNull();
    expect(wide).toBeGreaterThan(least!);
    expect(wider).toBeGreaterThanOrEqual(leaves * 112);
    expect(wider).toBeLessThan(leaves * 120);
    expect(asideWidth([shape, shape], 3000, 900)).toBe(900);
  });

  it('leave at least half of a wall to the trees, with letters of 13 pixels or more', () => {
    const pair = [shapeOf(shell), shapeOf(shell)];
    for (const [width, height] of [
      [1252, 460],
      [1892, 692],
    ] as const) {
      const { aside, low, pane, scale, wide } = arrange(pair, width, true, { height, em: 17, far: true });
      expect(aside).toBe(true);
      const layout = layoutShape(pair[0]!, pane, low, wide) as CompactLayout;
      expect(12 * scale).toBeGreaterThanOrEqual(13);
      const right = Math.max(...layout.boxes.map(({ x, w }) => x + w));
      expect(2 * right * scale).toBeGreaterThanOrEqual(width / 2);
      expect(layout.height * scale).toBeLessThan(height - 60);
    }
  });
});

function vmaCellsOf(model: DupModel): readonly number[] {
  return model.child.nodes.flatMap(({ words, cell }) =>
    words.flatMap((word, slot) => ((word & 1n) === 1n ? [cell + slot] : [])),
  );
}
