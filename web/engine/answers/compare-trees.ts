// SPDX-License-Identifier: GPL-2.0-or-later
//
// Two trees side by side: of the run that is shown, or one of them, or both, of a run of another text, which is made on
// a core of its own. The last other run is kept, so that one can go through its steps.

import { index } from '../../base/index64';
import { VALUE_MAX, valueWord } from '../../model/entry';
import {
  nodesOf,
  type ComparedNode,
  type ComparedRow,
  type ContentsDifference,
  type SideSummary,
  type TreeAt,
  type TreeComparison,
} from '../../model/comparison';
import type { TreeHandle } from '../../model/machine';
import type { AnswerProgress } from '../../model/questions';
import type { StepReport } from '../../model/report';
import type { Vma } from '../../model/vma';
import { NODE } from '../../model/generated/node';
import type { Answering, Place } from '../time/answer-context';
import { beginSession, type Session } from '../time/session';
import { readColumns, type TreeColumns } from '../time/tree-columns';
import { differencesOf, type Differences } from '../time/tree-difference';

const NOTHING: Omit<TreeComparison, 'missing'> = {
  a: null,
  b: null,
  rows: [],
  equalNodes: 0,
  differences: 0,
  beside: { rows: 0, a: 0, b: 0 },
  omitted: 0,
  contents: { count: 0, ranges: [], damaged: [] },
  labels: [],
  vmasA: null,
  vmasB: null,
};

export const compareTrees: Answering<'compareTrees'> = function* (place, { a, b }) {
  yield { done: 0, of: null };
  const placeA = yield* placeOf(place, a.text);
  const placeB = yield* placeOf(place, b.text);
  if (placeA === null || placeB === null)
    return { ...NOTHING, missing: `The text of ${placeA === null ? 'A' : 'B'} has mistakes: it does not run.` };
  const labels = [...placeA.labels];
  const kinds = vmaKinds();
  const [sideA, sideB] = [settingOf(placeA, a, kinds), settingOf(placeB, b, kinds)];
  if (sideA === null || sideB === null) {
    return {
      ...NOTHING,
      a: sideA && sideOf(sideA, AS_IT_IS).summary,
      b: sideB && sideOf(sideB, AS_IT_IS).summary,
      missing: missingWords(sideA === null ? 'A' : 'B', sideA === null ? a : b, sideA === null ? placeA : placeB),
    };
  }
  // Of one tree at two steps the same number is the same VMA, and nodes are as their bytes are; what a VMA is may
  // differ.
  const sameTree = placeA === placeB && sideA.handle === sideB.handle;
  const left = sideOf(sideA, sameTree ? AS_IT_IS : sideA.vmas.common);
  yield { done: 0, of: null };
  const relabel = placeA === placeB ? null : relabelling(labels, placeB.labels);
  const right = sideOf(
    sideB,
    sameTree ? AS_IT_IS : (word) => sideB.vmas.common(relabel === null ? word : relabel(word)),
  );
  const found = differencesOf(
    left.columns,
    right.columns,
    sameTree,
    sameTree ? { a: sideA.vmas.common, b: sideB.vmas.common } : null,
  );
  const worded = withOwnWords(found, sideA.vmas.own, sideB.vmas.own);
  return {
    ...worded,
    a: left.summary,
    b: right.summary,
    missing: null,
    labels,
    vmasA: vmasIn(worded, 'a', sideA.vmas.list),
    vmasB: vmasIn(worded, 'b', sideB.vmas.list),
  };
};

function missingWords(side: string, { tree, step }: TreeAt, { steps }: Place): string {
  return `${side}: there is no tree ${tree} at step ${Math.min(step, steps)}.`;
}

// ---- Runs ----

let kept: { readonly text: string; readonly session: Session } | null = null;

function* placeOf(place: Place, text: string | null): Generator<AnswerProgress, Place | null> {
  if (text === null || text === place.text) return place;
  if (kept?.text !== text) {
    kept = null;
    const begun = beginSession(text, place.core.again());
    if (begun.kind === 'refused') return null;
    const { session } = begun;
    while (!session.advance(16)) yield { done: session.steps(), of: null };
    kept = { text, session };
  }
  return kept.session.place();
}

// ---- Sides ----

/** A tree at a step, before anything of it is read. */
interface Setting {
  readonly place: Place;
  readonly step: number;
  readonly name: string;
  readonly handle: TreeHandle;
  readonly vmas: SideVmas;
}

interface Side {
  readonly summary: SideSummary;
  readonly columns: TreeColumns;
}

const AS_IT_IS = (word: bigint): bigint => word;

function settingOf(place: Place, { step: wanted, tree }: TreeAt, kinds: VmaKinds): Setting | null {
  const step = Math.max(0, Math.min(wanted, place.steps));
  const named = place.treesAt(step).find(({ name }) => name === tree);
  return named === undefined
    ? null
    : { place, step, name: tree, handle: named.handle, vmas: kinds(place.vmasAt(step, tree)) };
}

function sideOf({ place, step, name, handle }: Setting, common: (word: bigint) => bigint): Side {
  const { core, machine, time, steps } = place;
  time.goTo(step);
  const facts = machine.facts(handle);
  const columns = readColumns(core, handle, facts.nodes, common === AS_IT_IS ? null : common);
  let [used, slots] = [0, 0];
  for (let row = 0; row < columns.count; row++) {
    if (columns.heights[row] !== 0) continue;
    used += columns.ends[row]! + 1;
    slots += NODE.leaf.SLOTS;
  }
  const { height, nodes, leaves, entries } = facts;
  return {
    columns,
    summary: {
      step,
      steps,
      height,
      nodes,
      leaves,
      entries,
      used,
      slots,
      ...requestsFor(place, step, name, handle),
      sum: machine.sum(handle),
    },
  };
}

// From the step that made the tree on. An earlier one may have had its name.
function requestsFor(
  place: Place,
  until: number,
  name: string,
  handle: TreeHandle,
): Pick<SideSummary, 'requested' | 'taken'> {
  let [requested, taken] = [0, 0];
  for (
    let step = until;
    step >= 1 && place.treesAt(step).some((tree) => tree.name === name && tree.handle === handle);
    step--
  ) {
    const report = place.reportAt(step);
    if (report === null || report.tree !== name || isForCopy(place, step, report, name)) continue;
    for (const request of report.requests) requested += request;
    taken += report.used;
  }
  return { requested, taken };
}

// A copy that came to nothing belongs to the tree that was to be copied; what was requested was not for that one.
function isForCopy({ forkedAt }: Place, step: number, { op, error }: StepReport, name: string): boolean {
  const forked = forkedAt(step);
  if (forked !== null && forked.parent !== null) return forked.child !== name;
  return op === 'dup' && error !== null;
}

// ---- What entries stand for ----

interface SideVmas {
  readonly list: readonly Vma[] | null;
  /** The word of an entry as both sides have it: that of a VMA is the same where the VMAs are. */
  readonly common: (word: bigint) => bigint;
  /** Back again. */
  readonly own: (word: bigint) => bigint;
}

type VmaKinds = (list: readonly Vma[] | null) => SideVmas;

/** Far from the words of values and labels. */
const FIRST_VMA = 1n << 62n;

// VMAs are matched by their contents. Their numbers are those of one address space, in order of creation.
function vmaKinds(): VmaKinds {
  const kinds = new Map<string, bigint>();
  return (list) => {
    if (list === null) return { list, common: AS_IT_IS, own: AS_IT_IS };
    const common = new Map<bigint, bigint>();
    const own = new Map<bigint, bigint>();
    for (const { number, first, last, perms, offset, path, flags = 0 } of list) {
      const key = [first, last, perms, offset, flags, path].join(' ');
      const kind = kinds.get(key) ?? valueWord(FIRST_VMA + BigInt(kinds.size));
      kinds.set(key, kind);
      common.set(valueWord(BigInt(number)), kind);
      own.set(kind, valueWord(BigInt(number)));
    }
    return { list, common: (word) => common.get(word) ?? word, own: (word) => own.get(word) ?? word };
  };
}

function withOwnWords(found: Differences, a: (word: bigint) => bigint, b: (word: bigint) => bigint): Differences {
  if (a === AS_IT_IS && b === AS_IT_IS) return found;
  const node = <N extends ComparedNode | null>(one: N, own: (word: bigint) => bigint): N =>
    one === null
      ? one
      : {
          ...one,
          slots: one.slots.map((slot) => ({ ...slot, word: slot.word === null ? null : index(own(slot.word)) })),
        };
  const row = (one: ComparedRow): ComparedRow => {
    if (one.kind === 'equal') return one;
    if (one.kind === 'beside')
      return { ...one, a: one.a.map((each) => node(each, a)), b: one.b.map((each) => node(each, b)) };
    return { ...one, a: node(one.a, a), b: node(one.b, b) };
  };
  const range = (one: ContentsDifference): ContentsDifference => ({ ...one, a: index(a(one.a)), b: index(b(one.b)) });
  return {
    ...found,
    rows: found.rows.map(row),
    contents: { ...found.contents, ranges: found.contents.ranges.map(range) },
  };
}

const FIRST_LABEL = valueWord(VALUE_MAX + 1n);

// The same text is the same label, whatever its number is in its own text; what A's text lacks comes after its labels.
function relabelling(common: string[], own: readonly string[]): (word: bigint) => bigint {
  const numbers = new Map(common.map((text, k) => [text, k]));
  return (word) => {
    if (word < FIRST_LABEL || (word & 1n) === 0n) return word;
    const text = own[Number((word >> 1n) - VALUE_MAX) - 1];
    if (text === undefined) return word;
    let number = numbers.get(text);
    if (number === undefined) {
      number = common.length;
      common.push(text);
      numbers.set(text, number);
    }
    return valueWord(VALUE_MAX + 1n + BigInt(number));
  };
}

function vmasIn({ rows, contents }: Differences, side: 'a' | 'b', vmas: readonly Vma[] | null): readonly Vma[] | null {
  if (vmas === null) return null;
  const wanted = new Set<bigint>(contents.ranges.map((range) => range[side] >> 1n));
  for (const { slots } of rows.flatMap((row) => nodesOf(row, side)))
    for (const { word } of slots) if (word !== null) wanted.add(word >> 1n);
  return vmas.filter(({ number }) => wanted.has(BigInt(number)));
}
