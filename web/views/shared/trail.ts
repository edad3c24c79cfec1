// SPDX-License-Identifier: GPL-2.0-or-later
//
// The way that a reading step took, made ready for the pictures: which lines were walked down and which up again, which
// slots were visited in which order, what a gap search said of each slot. Pure; the same reading serves the tree, the
// strip, the tips and the lists.
//
// Invariants: every visit of a slot is in exactly one run; a run stays in one leaf and goes in one direction.

import { counted } from '../../base/text';
import type { Scene, TrailMark } from '../../model/run';

export type Verdict = NonNullable<TrailMark['verdict']>;

/** As a verdict is shown: taken is the one slot that the search ended on; into the others that had room it went. */
export type SignKind = Verdict | 'went in';

/** Visits in a row on one leaf, left to right or right to left; slots between them were passed over. */
export interface VisitRun {
  readonly node: number;
  readonly slots: readonly number[];
  /** Numbers of the first and the last visit of the run. */
  readonly first: number;
  readonly last: number;
}

/** A gap search's verdict on one slot. */
export interface Look {
  readonly node: number;
  /** As the node was when the search examined it. */
  readonly slot: number;
  readonly range: TrailMark['range'];
  readonly verdict: Verdict;
  readonly sign: SignKind;
  readonly has: bigint;
  readonly wants: bigint;
}

export interface Trail {
  readonly tree: string;
  readonly marks: readonly TrailMark[];
  readonly visits: readonly TrailMark[];
  readonly runs: readonly VisitRun[];
  /** One a slot: the last word on it. */
  readonly looks: readonly Look[];
  /** The look that the search ended on with a free run; null if it found none. */
  readonly found: TrailMark | null;
  /** Lines by `slotKey` of their upper end. */
  readonly down: ReadonlySet<string>;
  readonly climbed: ReadonlySet<string>;
  /** Nodes that were found dead, in order. */
  readonly restarts: readonly TrailMark[];
  /** Marks of one slot, by `slotKey`. */
  readonly bySlot: ReadonlyMap<string, readonly TrailMark[]>;
}

export function slotKey(node: number, slot: number): string {
  return `${node}:${slot}`;
}

const read = new WeakMap<readonly TrailMark[], Trail>();

/** The way of a scene's step; null when it took none. */
export function trailOf({ trail, record }: Pick<Scene, 'trail' | 'record'>): Trail | null {
  const tree = record?.tree ?? null;
  if (tree === null || trail.length === 0) return null;
  const known = read.get(trail);
  if (known !== undefined) return known;
  const made = readTrail(tree, trail, record?.error === 'EBUSY');
  read.set(trail, made);
  return made;
}

// A search ends with its find, so it examines nothing after it; one that gave up has none.
function foundIn(marks: readonly TrailMark[], gaveUp: boolean): TrailMark | null {
  const last = marks.filter(({ kind }) => kind === 'look').at(-1);
  return !gaveUp && last?.verdict === 'taken' ? last : null;
}

/** How a mark of a search is shown; null for a mark of another kind. */
export function signOf(mark: TrailMark, found: Trail['found']): SignKind | null {
  if (mark.kind !== 'look' || mark.verdict === null) return null;
  if (mark.verdict !== 'taken') return mark.verdict;
  return mark === found ? 'taken' : 'went in';
}

function readTrail(tree: string, marks: readonly TrailMark[], gaveUp: boolean): Trail {
  const found = foundIn(marks, gaveUp);
  const down = new Set<string>();
  const climbed = new Set<string>();
  const bySlot = new Map<string, TrailMark[]>();
  const looks = new Map<string, Look>();
  for (const mark of marks) {
    const key = slotKey(mark.node, mark.slot);
    const list = bySlot.get(key);
    if (list === undefined) bySlot.set(key, [mark]);
    else list.push(mark);
    if (mark.kind === 'down') down.add(key);
    if (mark.kind === 'climb') climbed.add(key);
    const sign = signOf(mark, found);
    if (sign !== null && mark.verdict !== null) {
      // The search goes down where it takes a slot of an inner node; it makes no step of that.
      if (mark.verdict === 'taken') down.add(key);
      looks.set(key, {
        node: mark.node,
        slot: mark.slot,
        range: mark.range,
        verdict: mark.verdict,
        sign,
        has: mark.has,
        wants: mark.wants,
      });
    }
  }
  const visits = marks.filter(({ kind }) => kind === 'visit');
  return {
    tree,
    marks,
    visits,
    runs: runsOf(visits),
    looks: [...looks.values()],
    found,
    down,
    climbed,
    restarts: marks.filter(({ kind }) => kind === 'restart'),
    bySlot,
  };
}

function runsOf(visits: readonly TrailMark[]): readonly VisitRun[] {
  const runs: { node: number; slots: number[]; first: number; last: number }[] = [];
  for (const { node, slot, visit } of visits) {
    if (slot < 0) continue;
    const run = runs[runs.length - 1];
    if (run?.node === node && visit === run.last + 1 && goesOn(run.slots, slot)) {
      run.slots.push(slot);
      run.last = visit;
    } else runs.push({ node, slots: [slot], first: visit, last: visit });
  }
  return runs;
}

function goesOn(slots: readonly number[], slot: number): boolean {
  const [from, to] = [slots[0] ?? slot, slots[slots.length - 1] ?? slot];
  return slot !== to && (from === to || Math.sign(to - from) === Math.sign(slot - to));
}

/** "12 visits on 3 leaves", "9 slots looked at in 2 nodes". */
export function trailCounts(trail: Trail): string {
  const parts: string[] = [];
  if (trail.looks.length > 0) {
    const looks = trail.marks.filter(({ kind }) => kind === 'look').length;
    const again = looks === trail.looks.length ? '' : ` (${counted(looks, 'look', 'looks')} in all)`;
    parts.push(
      `${counted(trail.looks.length, 'slot', 'slots')} looked at in ` +
        `${counted(nodesIn(trail.looks), 'node', 'nodes')}${again}`,
    );
  }
  if (trail.visits.length > 0) {
    const leaves = nodesIn(trail.visits.filter(({ node }) => node > 0));
    const on = leaves === 0 ? '' : ` on ${counted(leaves, 'leaf', 'leaves')}`;
    parts.push(`${counted(trail.visits.length, 'visit', 'visits')}${on}`);
  }
  if (trail.restarts.length > 0) parts.push(counted(trail.restarts.length, 'restart', 'restarts'));
  return parts.join(', ');
}

function nodesIn(list: readonly { readonly node: number }[]): number {
  return new Set(list.map(({ node }) => node)).size;
}
