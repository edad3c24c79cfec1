// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentences of events. Every number in them is compared with something that is no event: the memory photographed at
// the event and at the next one, the pictures before and after, the record of the step.

import { wordedEvents } from '../../../web/engine/scene/event-texts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX } from '../../../web/base/index64';
import { decodeSceneAt } from '../../../web/engine/scene/scene-at';
import { EVENT_KINDS } from '../../../web/model/generated/event-kinds';
import type { Session } from '../../../web/engine/time/session';
import type { NodePicture, TreePicture } from '../../../web/model/picture';
import type { Scene, WordedEvent, SceneHalf } from '../../../web/model/run';
import { runText, sceneAt, seed, smallScenario } from './runs';
import { regexOf } from '../regex-of';

/**
 * Entries of ten indexes each, from 0 on, stored one by one; those of tests/core/test_worked_examples.c begin with
 * these.
 */
const ramp = (count: number): string => `tree t alloc\nrepeat ${count} as i { store i*10..+10 = i + 1 }`;
const APPENDS = 'tree t\nrepeat 8 as i { store i*10..+10 = i + 1 }';

/** One step of each type of store, and of what goes wrong or round about: the last step of each text is looked at. */
const STEPS: Readonly<Record<string, { readonly text: string; readonly type: string | null; readonly says: RegExp }>> =
  {
    'split of the root': {
      text: ramp(16),
      type: 'split_store',
      says: regexOf(
        /has no sibling: it is cut into 9 and 8 slots[^]*The row of 17, items 0 to 16, is cut in the middle, after /,
        /item 8: 9 and 8\./,
      ),
    },
    'split whose cut is moved off a NULL': {
      text: 'tree t\nrepeat 8 as i { store i*10+5..+9 = i + 1 }',
      type: 'split_store',
      says: regexOf(
        /is cut into 10 and 7 slots\. Halves would be 9 and 8, but the left part would then end with NULL, which only /,
        /the last leaf may: the cut moves one slot right\.[^]*Item 8 was proposed, but holds NULL/,
      ),
    },
    'split that pushes left': {
      text: ramp(25),
      type: 'split_store',
      says: regexOf(
        /^A push: leaf \d+ uses 16 .*its left sibling, leaf \d+, uses 9 and has room: 6 are pushed left, which /i,
        /leaves 15 and 11 slots\. The parts are uneven because a push fills the left node except for one slot\./i,
        /[^]*: 15 for /i,
        /the left sibling, 11 stay\./i,
      ),
    },
    'split that pushes right': {
      text: `${ramp(40)}\nstore 205..206 = 60`,
      type: 'split_store',
      says: regexOf(
        /^A push: leaf .* splits one range in three, which needs 17\. Its left sibling, leaf \d+, uses 15 /,
        /\(32 slots together, and the two hold at most 30\); its right sibling, leaf \d+, uses 11 and has room: 4 are /,
        /pushed right, which leaves 13 and 15 slots/,
      ),
    },
    'split of two levels': {
      text: ramp(151),
      type: 'split_store',
      says: /there are 11 children\. It is the root, which has no sibling: it is cut into 6 and 5 children/,
    },
    'push one level up': {
      text: ramp(241),
      type: 'split_store',
      says: regexOf(
        /One level up, a push: there are 11 children\. [^]*its left sibling, node \d+, uses 6 and has room: 3 are /i,
        /pushed left, which leaves 9 and 8 children/i,
      ),
    },
    'rebalance into one leaf': {
      text: `${ramp(16)}\nstore 95..129 = 99`,
      type: 'rebalance',
      says: /6 slots are too few: the left sibling, leaf \d+, joins with 9, which makes 15\./,
    },
    'rebalance into two leaves': {
      text: `${ramp(40)}\nstore 155..259 = 99`,
      type: 'rebalance',
      says: /6 slots are too few: the right sibling, leaf \d+, joins with 11, which makes 17\./,
    },
    'cut in three': {
      text: `${ramp(40)}\nstore 0..4 = 50\nstore 150..154 = 51\nstore 145..152 = 99`,
      type: 'spanning_store',
      says: regexOf(
        /The row of 33, items 0 to 32, is cut in three: the first part takes 11\.[^]*The second part takes 10, the /,
        /third the other 12\./,
      ),
    },
    'spanning store': {
      text: `${ramp(60)}\nstore 95..504 = 99`,
      type: 'spanning_store',
      says: /The store spans leaves[^]*Leaf \d+, \d+ to \d+, was overwritten as a whole\./,
    },
    'spanning store that meets below the root': {
      text: `${ramp(151)}\nstore 155..455 = 99`,
      type: 'spanning_store',
      says: /Both sides have met/,
    },
    'spanning store that pulls': {
      text: `${ramp(151)}\nstore 155..655 = 99`,
      type: 'spanning_store',
      says: /3 children are too few: the right sibling, node \d+, joins with 5, which makes 8\./,
    },
    'spanning store over a whole node': {
      text: `${ramp(400)}\nstore 155..3100 = 99`,
      type: 'spanning_store',
      says: /Node \d+ and all below it, \d+ to \d+, were overwritten as a whole\./,
    },
    'NULL up to the end of a leaf': {
      text: `${ramp(40)}\nstore 140..149 = null`,
      type: 'spanning_store',
      says: /would leave a leaf that ends in NULL/,
    },
    append: { text: APPENDS, type: 'append', says: /unused so far/ },
    'append of two slots': {
      text: 'tree t\nrepeat 10 as i { store i*10..+10 = i + 1 }\nstore 110..119 = 1',
      type: 'append',
      says: regexOf(
        /Pivot 12 of leaf 1, unused so far, is about to become max\.\nSlot 12 is about to become the last that leaf /,
        /1 uses: 13 slots in all\.\nSlot 12 of leaf 1 is about to be written with NULL, as it is already\.\nSlot 11 /,
        /of leaf 1 is about to change from NULL to value 1\.\n/,
      ),
    },
    'append that fills the leaf': {
      text: `tree t\nrepeat 15 as i { store i*10..+10 = i + 1 }`,
      type: 'append',
      says: regexOf(
        /: no node is needed\.\nSlot 15 of leaf 1, whose place held the metadata so far, is about to hold /,
        /NULL\.\nSlot 14 of leaf 1 is about to change from NULL to value 15\.\nPivot 14 of leaf 1 is about to /,
        /change from max to 149\.$/,
      ),
    },
    'slot store': {
      text: `${APPENDS}\nstore 10..24 = 20`,
      type: 'slot_store',
      says: /Pivot 1 of leaf \d+ is about to change from 19 to 24\./,
    },
    'store in the root pointer': { text: 'tree t\nstore 0 = 1', type: 'store_root', says: /from NULL to value 1/ },
    'first leaf': { text: 'tree t\nstore 3..9 = 1', type: 'store_root', says: /from NULL to leaf/ },
    'new root': { text: 'tree t\nstore 3 = 1\nstore 0..max = 4', type: 'new_root', says: /from leaf \d+ to leaf \d+/ },
    'exact fit': {
      text: 'tree t\nstore 10..19 = 1\nstore 10..19 = 2',
      type: 'exact_fit',
      says: /from value 1 to value 2/,
    },
    'node store': {
      text: 'tree t\nstore 10..19 = 1\nstore 15..16 = 2',
      type: 'node_store',
      says: /is rewritten in place/,
    },
    'node store in RCU mode': {
      text: 'tree t rcu\nstore 10..19 = 1\nstore 15..16 = 2',
      type: 'node_store',
      says: /has replaced node/,
    },
    'gap told upwards': { text: `${ramp(40)}\nstore 400..max = 41`, type: 'exact_fit', says: /The longest gap below/ },
    duplicate: { text: `${ramp(40)}\ndup t as u`, type: null, says: /is a copy of node/ },
    'bulk load': {
      text: 'tree t alloc\nbulk 60 { repeat 60 as i { store i*5..+3 = i + 1 } }',
      type: null,
      says: /a bulk load fills/,
    },
    'refused request that is made again': {
      text: `${ramp(39)}\nfail request 2\nstore 72..73 = 99`,
      type: 'split_store',
      says: /The allocator refuses request 2 of this step, for 2 nodes\./,
    },
    'refused request': {
      text: `${ramp(39)}\nfail request 1 times 9\nstore 72..73 = 99`,
      type: 'split_store',
      says: /The allocator refuses/,
    },
    'destroyed tree': { text: `${ramp(40).replace('alloc', 'alloc rcu')}\ndestroy t`, type: null, says: /is NULL now/ },
  };

interface At {
  readonly text: string;
  readonly event: WordedEvent;
  readonly place: string;
  readonly plain: Scene;
  readonly before: Scene;
  /** The state at the event, and the one after it: at the next event, or as the step leaves it. */
  readonly half: SceneHalf;
  readonly then: readonly TreePicture[];
  readonly loose: readonly NodePicture[];
  readonly later: readonly WordedEvent[];
  readonly earlier: readonly WordedEvent[];
}

const ids = (text: string): bigint => (text === 'max' ? MAX : BigInt(text));
const num = (text: string | undefined): number => Number(text ?? NaN);

function find(
  pictures: readonly TreePicture[],
  id: number,
  more: readonly NodePicture[] = [],
): NodePicture | undefined {
  return pictures.flatMap(({ nodes }) => nodes).find((node) => node.id === id) ?? more.find((node) => node.id === id);
}

// What the step does not change is as the scene has it.
function treesAt({ half, plain }: At): readonly TreePicture[] {
  const then = half.trees.map(({ picture }) => picture);
  return [
    ...then,
    ...plain.trees.map(({ picture }) => picture).filter(({ name }) => !then.some((tree) => tree.name === name)),
  ];
}

function nodeAt(at: At, id: string | undefined): NodePicture {
  const found = find(
    treesAt(at),
    num(id),
    at.half.loose.flatMap(({ picture }) => picture ?? []),
  );
  expect(found, at.place).toBeDefined();
  return found!;
}

function rangeOf(node: NodePicture, slot: number): [bigint, bigint] {
  return [slot === 0 ? node.min : node.lasts[slot - 1]! + 1n, node.lasts[slot]!];
}

function entry(word: bigint): string {
  return word === 0n
    ? 'NULL'
    : word === 0x406n
      ? 'the zero entry'
      : word >> 1n > 1n << 32n
        ? `label ${(word >> 1n) - (1n << 32n)}`
        : `value ${word >> 1n}`;
}

function parts(at: At, pattern: RegExp): string[] {
  const match = pattern.exec(at.text);
  expect(match, `${at.place} against ${pattern.source}`).not.toBeNull();
  return match!.slice(1);
}

// Of memory after a row was cut: slots of the leaves or nodes that were built next.
function builtNext({ later }: At): number[] {
  const built: number[] = [];
  for (const { name, text } of later) {
    if (name === 'gathered' || name === 'linked' || name === 'type_chosen') break;
    if (name === 'node_built') built.push(num(/with (\d+)/.exec(text)?.[1]));
  }
  return built;
}

// Slots in use before the store that writes, or, once the end is written, at the event; null where more than one store
// went before.
function usedBefore(at: At, leaf: string | undefined): number | null {
  const { before, earlier } = at;
  const ended = earlier.some(({ name, node }) => name === 'end_written' && node === num(leaf));
  const was = ended
    ? nodeAt(at, leaf)
    : find(
        before.trees.map(({ picture }) => picture),
        num(leaf),
      );
  return was === undefined || earlier.filter(({ name }) => name === 'type_chosen').length > 1 ? null : was.end + 1;
}

function request(at: At, number: string | undefined, count: number): void {
  // The core counts for each call; the sentence, as the record, for all of the step's.
  expect(at.plain.record?.requests[num(number) - 1], at.place).toBe(count);
}

const CHECKS: Readonly<Record<string, (at: At) => void>> = {
  descend: (at) => {
    const [slot, node, id, first, last] = parts(
      at,
      regexOf(
        /^The walk goes down from slot (\d+) of node (\d+) to (?:the child|(?:leaf|node) (\d+),?) (?:that|which) /,
        /covers (\w+) to (\w+)\.$/,
      ),
    ) as [string, string, string | undefined, string, string];
    const from = nodeAt(at, node);
    expect(rangeOf(from, num(slot)), at.place).toEqual([ids(first), ids(last)]);
    if (id !== undefined) expect(from.children[num(slot)], at.place).toBe(num(id));
  },
  arrive: (at) => {
    const [leaf, used, slot, first, last] = parts(
      at,
      /^The walk arrives in leaf (\d+), which uses (\d+) of 16 slots. Slot (\d+) covers (\w+) to (\w+)\.$/,
    );
    const node = nodeAt(at, leaf);
    expect([node.kind, node.end + 1, ...rangeOf(node, num(slot))], at.place).toEqual([
      'leaf',
      num(used),
      ids(first!),
      ids(last!),
    ]);
  },
  span_seen: (at) => {
    const [slot, node, end] = parts(at, /slot (\d+) of node (\d+) ends(?: at (\w+))?/);
    if (end !== undefined) expect(rangeOf(nodeAt(at, node), num(slot))[1], at.place).toBe(ids(end));
  },
  type_chosen: (at) => {
    const [type, need] = parts(at, /^The type of the store is (\w+): (?:no node is needed|it may need (\d+) nodes?)/);
    const { record } = at.plain;
    if (
      record?.storeType === null ||
      record?.storeType === undefined ||
      at.later.some(({ name }) => name === 'type_chosen')
    )
      return;
    expect([type, num(need ?? '0')], at.place).toEqual([record.storeType, record.pre]);
    const heights = /vacant height (\d+), sufficient height (\d+)/.exec(at.text);
    if (heights !== null) expect(heights.slice(1).map(Number), at.place).toEqual([record.vh, record.sh]);
  },
  request_single: (at) =>
    request(
      at,
      parts(
        at,
        regexOf(
          /^Request (\d+) of this step asks for one node, and /,
          /(?:does not wait for memory \(GFP_NOWAIT\)|may wait for memory)\.$/,
        ),
      )[0],
      1,
    ),
  request_bulk: (at) => {
    const [number, count] = parts(
      at,
      regexOf(
        /^Request (\d+) of this step asks for (\d+) nodes? in bulk, and /,
        /(?:does not wait for memory \(GFP_NOWAIT\)|may wait for memory)\.$/,
      ),
    );
    request(at, number, num(count));
  },
  refused: (at) => {
    const [number, count] = parts(at, /^The allocator refuses request (\d+) of this step, for (\d+) nodes?\.$/);
    request(at, number, num(count));
    if (at.plain.record?.op === 'store') expect(at.plain.record.rk.charAt(num(number) - 1), at.place).toMatch(/[A-Z]/);
  },
  node_out: (at) => {
    const [id, place] = parts(at, /^Node (\d+) is allocated, at place (\d+) of the slab\.$/);
    expect([...at.half.reserve, ...at.half.loose].find((node) => node.id === num(id))?.place, at.place).toBe(
      num(place),
    );
  },
  prealloc_take: (at) =>
    expect(at.half.reserve.length, at.place).toBe(
      num(parts(at, /, which (?:is now empty|still holds (\d+))\.$/)[0] ?? '0'),
    ),
  prealloc_return: (at) => {
    const [id, held] = parts(at, /^Node (\d+).* goes into the preallocation, which now holds (\d+)\.$/);
    expect(at.half.reserve.length, at.place).toBe(num(held));
    expect(
      at.half.reserve.map((node) => node.id),
      at.place,
    ).toContain(num(id));
  },
  prealloc_free: (at) =>
    expect(at.half.reserve.length, at.place).toBe(
      num(parts(at, /^The preallocation still holds (\d+) nodes? that (?:is|are) not needed: /)[0]),
    ),
  gathered: (at) => {
    const [count] = parts(at, /make a row of (\d+)/);
    const more = /: (\d+) more than an? (?:leaf|arange node|range node) can hold \((\d+)\)/.exec(at.text);
    if (more !== null) expect(num(more[1]) + num(more[2]), at.place).toBe(num(count));
    const next = at.later.findIndex(
      ({ name }) =>
        name === 'node_built' || name === 'push' || name === 'pulled' || name === 'gathered' || name === 'type_chosen',
    );
    if (at.later[next]?.name === 'node_built' && at.later.some(({ name }) => name === 'linked'))
      expect(
        builtNext(at).reduce((sum, one) => sum + one, 0),
        at.place,
      ).toBe(num(count));
  },
  cut_chosen: (at) => {
    if (!at.later.some(({ name }) => name === 'linked')) return;
    const built = builtNext(at);
    const two = regexOf(
      /middle, after item \d+: (\d+) and (\d+)|/,
      /: (\d+) for the left sibling, (\d+) stay|/,
      /: (\d+) stay, (\d+) for the right|/,
      /: (\d+) to the left, which a bulk load fills, and (\d+) to/,
    ).exec(at.text);
    if (two !== null)
      expect(
        two.slice(1).flatMap((part) => ((part as string | undefined) === undefined ? [] : [num(part)])),
        at.place,
      ).toEqual(built);
    const three = /in three: the first part takes (\d+)/.exec(at.text)?.[1] ?? null;
    if (three !== null) expect([num(three), built.length], at.place).toEqual([built[0], 3]);
    const rest = /The second part takes (\d+), the third the other (\d+)/.exec(at.text);
    if (rest !== null) expect(rest.slice(1).map(Number), at.place).toEqual(built.slice(1));
    expect(two !== null || three !== null || rest !== null, at.place).toBe(true);
  },
  node_built: (at) => {
    const [kind, id, first, last, count] = parts(
      at,
      regexOf(
        /^(Leaf|Range node|Arange node) (\d+) is built outside the tree for (\w+) to (\w+), with (\d+) /,
        /(?:slots?|child|children)\.$/,
      ),
    );
    const node = nodeAt(at, id);
    expect([node.kind, node.min, node.max, node.end + 1], at.place).toEqual([
      kind!.toLowerCase().replace(' node', ''),
      ids(first!),
      ids(last!),
      num(count),
    ]);
  },
  slot_written: (at) => {
    const [slot, leaf] = parts(at, /^Slot (\d+) of leaf (\d+)/);
    const [was, now] = [nodeAt(at, leaf), at.then.length === 0 ? undefined : find(at.then, num(leaf), at.loose)];
    const change = /change from (.*) to (.*)\.$|written with (.*), as it is/.exec(at.text);
    const word = (node: NodePicture): bigint =>
      new DataView(node.bytes.buffer, node.bytes.byteOffset).getBigUint64(128 + 8 * num(slot), true);
    const used = usedBefore(at, leaf);
    if (used !== null) expect(num(slot) < used, at.place).toBe(change !== null);
    if (change !== null) expect(entry(word(was)), at.place).toBe(change[1] ?? change[3]);
    const to = change?.[2] ?? change?.[3] ?? /is about to hold (.*)\.$/.exec(at.text)?.[1];
    if (now !== undefined) expect(entry(word(now)), at.place).toBe(to);
  },
  pivot_written: (at) => {
    const [pivot, leaf] = parts(at, /^Pivot (\d+) of leaf (\d+)/);
    const [was, now] = [nodeAt(at, leaf), find(at.then, num(leaf), at.loose)];
    const value = (node: NodePicture): bigint =>
      new DataView(node.bytes.buffer, node.bytes.byteOffset).getBigUint64(8 + 8 * num(pivot), true);
    const change = /change from (\w+) to (\w+)\.$/.exec(at.text);
    const used = usedBefore(at, leaf);
    if (used !== null) expect(num(pivot) < used, at.place).toBe(change !== null);
    if (change !== null) expect(value(was), at.place).toBe(ids(change[1]!));
    if (now !== undefined) expect(value(now), at.place).toBe(ids(change?.[2] ?? /become (\w+)\.$/.exec(at.text)![1]!));
  },
  end_written: (at) => {
    const [leaf, count] = parts(at, /become the last that leaf (\d+) uses: (\d+) slots? in all\.$/);
    const now = find(at.then, num(leaf), at.loose);
    expect(nodeAt(at, leaf).end + 1, at.place).toBeLessThan(num(count));
    if (now !== undefined) expect(now.end + 1, at.place).toBe(num(count));
    // What else the store writes, it writes into slots that are in use then.
    expect(
      at.later.findIndex(({ name }) => name === 'slot_written'),
      at.place,
    ).toBe(0);
  },
  leaf_rewritten: (at) => {
    const [leaf, count] = parts(
      at,
      /^Leaf (\d+) is rewritten in place with (\d+) slots?; the stored entry is in slot \d+\.$/,
    );
    expect(nodeAt(at, leaf).end + 1, at.place).toBe(num(count));
  },
  push: (at) => {
    const [side, id, slot, used, row, sum] = parts(
      at,
      regexOf(
        /^The (left|right) sibling, (?:leaf|node) (\d+) in slot (\d+) of the parent, uses (\d+) and has room for a /,
        /push: with the row’s (\d+) that makes (\d+), which the two nodes share\.$/,
      ),
    );
    const was = find(
      at.before.trees.map(({ picture }) => picture),
      num(id),
    )!;
    expect([was.end + 1, was.parent?.slot, num(used) + num(row)], `${at.place} ${side ?? ''}`).toEqual([
      num(used),
      num(slot),
      num(sum),
    ]);
    expect(
      builtNext(at).reduce((total, one) => total + one, 0),
      at.place,
    ).toBe(num(sum));
  },
  pulled: (at) => {
    const [row, id, more, sum] = parts(
      at,
      regexOf(
        /^(\d+) \w+ (?:is|are) too few: the (?:left|right) (?:sibling|neighbour under another parent), /,
        /(?:leaf|node) (\d+), joins with (\d+), which makes (\d+)\.$/,
      ),
    );
    const was = find(treesAt(at), num(id))!;
    expect([was.end + 1, num(row) + num(more)], at.place).toEqual([num(more), num(sum)]);
  },
  converged: (at) =>
    expect(at.earlier.findLast(({ name }) => name === 'gathered')?.text, at.place).toContain(
      `make a row of ${parts(at, /the (\d+) child/)[0]!}`,
    ),
  linked: (at) => {
    const [id, slot, parent] = parts(
      at,
      /^(?:Leaf|Node) (\d+) has replaced node \d+ (?:as the root|in slot (\d+) of node (\d+))\.$/,
    ) as [string, string | undefined, string | undefined];
    const node = find(treesAt(at), num(id));
    expect(node?.parent ?? null, at.place).toEqual(parent === undefined ? null : { id: num(parent), slot: num(slot) });
  },
  adopted: (at) => {
    const [id, slot, parent] = parts(
      at,
      /^The parent word of (?:leaf|node) (\d+) is about to name slot (\d+) of node (\d+)/,
    );
    const now = find(at.then, num(id), at.loose);
    if (now !== undefined) expect(now.parent, at.place).toEqual({ id: num(parent), slot: num(slot) });
    // Where it stood before.
    const from = /instead of node (\d+)\.$/.exec(at.text)?.[1];
    const was = find(
      at.before.trees.map(({ picture }) => picture),
      num(id),
    );
    if (from !== undefined && was !== undefined) expect(was.parent?.id, at.place).toBe(num(from));
  },
  height_changed: (at) => {
    const [was, now] = parts(at, /^The height is about to change from (\d+) to (\d+)\.$/);
    const name = at.plain.record?.tree;
    const before = at.before.trees.find(({ picture }) => picture.name === name)?.picture.height;
    if (before !== undefined && !at.earlier.some((one) => one.name === 'height_changed'))
      expect(before, at.place).toBe(num(was));
    if (at.later.some((one) => one.name === 'height_changed')) return;
    const after = at.plain.trees.find(({ picture }) => picture.name === name)?.picture.height ?? 0;
    expect(after, at.place).toBe(num(now));
  },
  root_written: (at) => {
    const to = /to (?:leaf|node) (\d+)\.$/.exec(at.text)?.[1];
    const root = at.plain.trees.find(({ picture }) => picture.name === at.plain.record?.tree)?.picture.nodes[0]?.id;
    if (to !== undefined && !at.later.some((one) => one.name === 'root_written')) expect(root, at.place).toBe(num(to));
    const from = /from (?:leaf|node) (\d+) to/.exec(at.text)?.[1];
    if (from !== undefined)
      expect(
        treesAt(at).map(({ nodes }) => nodes[0]?.id),
        at.place,
      ).toContain(num(from));
  },
  gap_written: (at) => {
    const [slot, id, gap, was, largest] = parts(
      at,
      regexOf(
        /^The longest gap below slot (\d+) of node (\d+) is now (\w+); the node recorded (\w+)\. Slot (\d+) has /,
        /the longest gap of the node\.$/,
      ),
    );
    const now = nodeAt(at, id);
    expect([now.gaps?.[num(slot)], now.gapmeta], at.place).toEqual([ids(gap!), num(largest)]);
    const before = find(
      at.before.trees.map(({ picture }) => picture),
      num(id),
    );
    const untold = !at.earlier.some(({ name, node }) => name === 'gap_written' && node === num(id));
    if (before !== undefined && untold) expect(before.gaps?.[num(slot)], at.place).toBe(ids(was!));
  },
  copied: (at) => {
    const [id, source] = parts(
      at,
      /^(?:Leaf|Node) (\d+) is a copy of node (\d+), byte for byte except for its parent word\.$/,
    );
    const [copy, was] = [
      at.half.loose.find((node) => node.id === num(id))!,
      find(
        at.before.trees.map(({ picture }) => picture),
        num(source),
      )!,
    ];
    expect([...copy.bytes.subarray(8)], at.place).toEqual([...was.bytes.subarray(8)]);
  },
};

function half(session: Session, step: number, event: number): SceneHalf | null {
  const found = decodeSceneAt(session.scene(step, event), null).half;
  return found?.kind === 'half' ? found : null;
}

const EVENTS_CHECKED = 150;

function checkStep(session: Session, step: number, seen: Map<string, number>): void {
  const [plain, before] = [sceneAt(session, step), sceneAt(session, step - 1)];
  if (plain.events.length > EVENTS_CHECKED) return;
  let now = plain.events.some(({ name }) => CHECKS[name] !== undefined) ? half(session, step, 0) : null;
  const events = wordedEvents(plain);
  events.forEach((event, k) => {
    expect(event.text, `${step}:${k}`).toMatch(/^[A-Z\d].*\.$/s);
    expect(event.text).not.toMatch(/undefined|NaN|null|\{/);
    const next = k + 1 < plain.events.length ? half(session, step, k + 1) : null;
    const here = now;
    now = next;
    const check = CHECKS[event.name];
    if (check === undefined || here === null) return;
    const then = next?.trees.map(({ picture }) => picture) ?? plain.trees.map(({ picture }) => picture);
    const loose = next?.loose.flatMap(({ picture }) => picture ?? []) ?? [];
    check({
      text: event.text,
      event,
      place: `step ${step} event ${k}: ${event.text}`,
      plain,
      before,
      half: here,
      then,
      loose,
      later: events.slice(k + 1),
      earlier: events.slice(0, k),
    });
    seen.set(event.name, (seen.get(event.name) ?? 0) + 1);
  });
}

/** Kinds of events whose sentences were looked at, and how many. */
const counted = new Map<string, number>();

describe('the sentences of events say what memory says:', () => {
  test.each(Object.entries(STEPS))('%s', async (_, { text, type, says }) => {
    const session = await runText(`${text}\n`);
    const step = session.steps();
    const scene = sceneAt(session, step);
    const { record, why } = scene;
    const events = wordedEvents(scene);
    if (type !== null) expect(record?.storeType, events.map((event) => event.text).join('\n')).toBe(type);
    expect(`${why}\n${events.map((event) => event.text).join('\n')}`).toMatch(says);
    checkStep(session, step, counted);
  });

  test('every step of random trees, and no kind is left out', async () => {
    const seen = new Map<string, number>();
    for (const [name, kinds] of counted) seen.set(name, kinds);
    await fc.assert(
      fc.asyncProperty(smallScenario, async (text) => {
        const session = await runText(text, { keyframeInterval: 1 });
        for (let step = 1; step <= session.steps(); step++) checkStep(session, step, seen);
      }),
      { seed, numRuns: 1 },
    );
    expect(Object.keys(CHECKS).filter((name) => !seen.has(name))).toEqual([]);
    expect(Object.keys(CHECKS).filter((name) => !EVENT_KINDS.some((kind) => kind.name === name))).toEqual([]);
  });
});
