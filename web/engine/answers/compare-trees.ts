// SPDX-License-Identifier: GPL-2.0-or-later
//
// Two trees side by side: of the run that is shown, or one of them, or both, of a run of another text, which is made on a
// core of its own. Floor 3. The last other run is kept, so that one can go through its steps.

import { VALUE_MAX, valueWord } from '../../model/entry';
import type { ComparedRow, SideSummary, TreeAt, TreeComparison } from '../../model/comparison';
import type { AnswerProgress } from '../../model/questions';
import type { Vma } from '../../model/vma';
import { NODE } from '../generated/tables';
import type { Answering, Place } from '../place';
import { beginSession, type Session } from '../session';
import { readColumns, type TreeColumns } from '../tree-columns';
import { differencesOf } from '../tree-difference';

const NOTHING: Omit<TreeComparison, 'missing'> = { a: null, b: null, rows: [], equalNodes: 0, differences: 0, omitted: 0, contents: { count: 0, ranges: [] }, labels: [], vmasA: null, vmasB: null };

export const compareTrees: Answering<'compareTrees'> = function* (place, { a, b }) {
  yield { done: 0, of: null };
  const placeA = yield* placeOf(place, a.text);
  const placeB = yield* placeOf(place, b.text);
  if (placeA === null || placeB === null) return { ...NOTHING, missing: `The text of ${placeA === null ? 'A' : 'B'} has mistakes: it does not run.` };
  const labels = [...placeA.labels];
  const left = sideOf(placeA, a, null);
  yield { done: 0, of: null };
  const right = sideOf(placeB, b, placeA === placeB ? null : relabelling(labels, placeB.labels));
  if (left === null || right === null) return { ...NOTHING, a: left?.summary ?? null, b: right?.summary ?? null, missing: missingWords(left === null ? 'A' : 'B', left === null ? a : b, left === null ? placeA : placeB) };
  const sameTree = placeA === placeB && left.handle === right.handle;
  const found = differencesOf(left.columns, right.columns, sameTree);
  return { ...found, a: left.summary, b: right.summary, missing: null, labels, vmasA: vmasIn(found.rows, 'a', left.vmas), vmasB: vmasIn(found.rows, 'b', right.vmas) };
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

interface Side {
  readonly summary: SideSummary;
  readonly columns: TreeColumns;
  readonly vmas: readonly Vma[] | null;
  readonly handle: number;
}

function sideOf(place: Place, { step: wanted, tree }: TreeAt, relabel: ((word: bigint) => bigint) | null): Side | null {
  const { core, machine, time, steps, reportAt } = place;
  const step = Math.max(0, Math.min(wanted, steps));
  const named = place.treesAt(step).find(({ name }) => name === tree);
  if (named === undefined) return null;
  time.goTo(step);
  const facts = machine.facts(named.handle);
  const columns = readColumns(core, named.handle, facts.nodes, relabel);
  let [used, slots] = [0, 0];
  for (let row = 0; row < columns.count; row++) {
    if (columns.heights[row] !== 0) continue;
    used += columns.ends[row]! + 1;
    slots += NODE.leaf.SLOTS;
  }
  let [requested, taken] = [0, 0];
  for (let k = 1; k <= step; k++) {
    const report = reportAt(k);
    if (report === null) continue;
    for (const request of report.requests) requested += request;
    taken += report.used;
  }
  const { height, nodes, leaves, entries } = facts;
  return { columns, vmas: place.vmasAt(step, tree), handle: named.handle, summary: { step, steps, height, nodes, leaves, entries, used, slots, requested, taken, sum: machine.sum(named.handle) } };
}

// The same text is the same label, whatever its number is in its own text; what A's text lacks comes after its labels.
function relabelling(common: string[], own: readonly string[]): (word: bigint) => bigint {
  const numbers = new Map(common.map((text, k) => [text, k]));
  return (word) => {
    const text = own[Number((word >> 1n) - VALUE_MAX) - 1];
    if (text === undefined || (word & 1n) === 0n) return word;
    let number = numbers.get(text);
    if (number === undefined) {
      number = common.length;
      common.push(text);
      numbers.set(text, number);
    }
    return valueWord(VALUE_MAX + 1n + BigInt(number));
  };
}

function vmasIn(rows: readonly ComparedRow[], side: 'a' | 'b', vmas: readonly Vma[] | null): readonly Vma[] | null {
  if (vmas === null) return null;
  const wanted = new Set<bigint>();
  for (const row of rows) if (row.kind !== 'equal') for (const { word } of row[side]?.slots ?? []) if (word !== null) wanted.add(word >> 1n);
  return vmas.filter(({ number }) => wanted.has(BigInt(number)));
}
