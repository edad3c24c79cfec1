// SPDX-License-Identifier: GPL-2.0-or-later
//
// The table of store types (rule "store type") with the numbers of one store, the two formulas for the nodes that it
// may need (sections 4.1 and 4.3), and the cuts in words. Pure. The first row that holds fires; which type that is, the
// core has said, and a test holds both together for thousands of random stores.

import { indexDigits, indexText } from '../../base/number-base';
import { MAX } from '../../base/index64';
import type { Cut, DealtLevel, PushTry, StepDecision } from '../../model/decision';
import type { StoreType } from '../../model/status';
import { counted } from '../../base/text';

export interface TableRow {
  readonly number: number;
  readonly condition: string;
  readonly type: StoreType;
  /** The condition with this store's numbers; empty where it was not reached. */
  readonly numbers: string;
  readonly state: 'passed' | 'fired' | 'not reached';
}

const LEAF_MIN = 6;
const LEAF_SLOTS = 16;

interface Rule {
  readonly condition: string;
  readonly type: StoreType;
  readonly holds: boolean;
  readonly numbers: string;
}

/** The ten rows. */
export function tableRows(decision: StepDecision): readonly TableRow[] {
  const rules = rulesOf(decision);
  const fired = rules.findIndex(({ holds }) => holds);
  return rules.map(({ condition, type, numbers }, k) => ({
    number: k + 1,
    condition,
    type,
    numbers: fired >= 0 && k > fired ? '' : numbers,
    state: k === fired ? 'fired' : fired >= 0 && k > fired ? 'not reached' : 'passed',
  }));
}

// The digits that distinguish neighbours, in six characters at most, which is what two have room for.
function tail(x: bigint): string {
  const digits = indexDigits(x);
  return x === MAX ? digits : digits.length < TAIL ? indexText(x) : `…${digits.slice(1).slice(-TAIL)}`;
}

const TAIL = 5;

/** The row that fires; −1 if none does, which never happens. */
export function firedRow(decision: StepDecision): number {
  return rulesOf(decision).findIndex(({ holds }) => holds);
}

function rulesOf({ place, first, last, rcu, bulk, height }: StepDecision): readonly Rule[] {
  const leaf = place.kind === 'leaf' ? place : null;
  const rule = (condition: string, type: StoreType, holds: boolean, numbers: string): Rule => ({
    condition,
    type,
    holds,
    numbers,
  });
  const [newEnd, end] = [leaf?.newEnd ?? 0, leaf?.end ?? 0];
  const apart = leaf === null ? 0 : leaf.lastSlot - leaf.slot;
  const mode = rcu ? ', RCU' : '';
  return [
    rule(
      'no node',
      'store_root',
      place.kind === 'root pointer',
      place.kind === 'root pointer' ? 'height 0' : `height ${height}`,
    ),
    rule(
      'spans nodes',
      'spanning_store',
      place.kind === 'span',
      place.kind === 'span'
        ? place.ends === last
          ? `to end ${tail(last)}`
          : `${tail(last)} > ${tail(place.ends)}`
        : place.kind === 'leaf'
          ? 'in one leaf'
          : '',
    ),
    rule(
      'one whole slot',
      'exact_fit',
      leaf !== null && leaf.min === first && leaf.max === last,
      leaf === null ? '' : `${tail(leaf.min)}–${tail(leaf.max)}`,
    ),
    rule('all indexes', 'new_root', first === 0n && last === MAX, `${tail(first)}–${tail(last)}`),
    rule(
      `new end < ${LEAF_MIN}, ${bulk ? 'not in a bulk load' : 'not the root'}`,
      'rebalance',
      leaf !== null && newEnd < LEAF_MIN && !leaf.isRoot && !bulk,
      `${newEnd}${leaf?.isRoot === true ? ', root' : ''}${bulk ? ', bulk' : ''}`,
    ),
    rule(`new end < ${LEAF_MIN}`, 'node_store', leaf !== null && newEnd < LEAF_MIN, `${newEnd}`),
    rule(`new end ≥ ${LEAF_SLOTS}`, 'split_store', newEnd >= LEAF_SLOTS, `${newEnd}`),
    rule(
      'last slot, no RCU',
      'append',
      leaf !== null && !rcu && leaf.slot === end,
      `${leaf?.slot ?? 0} of ${end}${mode}`,
    ),
    rule(
      rcu ? 'same end, 2 slots' : 'same end',
      'slot_store',
      leaf !== null && newEnd === end && (!rcu || apart === 1),
      `${newEnd}, ${end}${rcu ? `, ${counted(apart + 1, 'slot')}` : ''}`,
    ),
    rule('otherwise', 'node_store', leaf !== null, ''),
  ];
}

/** How the new end comes about: "14 + 2 − (3 − 2) − 0 − 1 = 14". Null where no leaf was reached. */
export function newEndText({ place, first, last }: StepDecision): string | null {
  if (place.kind !== 'leaf') return null;
  const { end, slot, lastSlot, min, lastPivot, newEnd } = place;
  return `${end} + 2 − (${lastSlot} − ${slot}) − ${min === first ? 1 : 0} − ${lastPivot === last ? 1 : 0} = ${newEnd}`;
}

// ---- Nodes ----

export interface Formula {
  /** With letters, and with numbers; both the same where there are none. */
  readonly letters: string;
  readonly numbers: string;
  readonly nodes: number;
}

/** The need by the formula of 6.16, and by the one before it. */
export function formulas(decision: StepDecision): { readonly vacancy: Formula; readonly whole: Formula } {
  const { type, height: h, vacant: v, sufficient: s, rcu, needed } = decision;
  const m = Math.min(v, s);
  const up = (per: number, letters: string, low: number, add: number): Formula => ({
    letters,
    numbers: low < 0 ? `${per} × ${h} ${add < 0 ? '−' : '+'} 1` : `${per} × (${h} − ${low}) + 1`,
    nodes: low < 0 ? per * h + add : per * (h - low) + add,
  });
  const fixed = (nodes: number, why: string): Formula => ({ letters: why, numbers: '', nodes });
  const both = (one: Formula): { vacancy: Formula; whole: Formula } => ({ vacancy: one, whole: one });
  switch (type) {
    case 'split_store':
      return { vacancy: up(2, '2 × (h − v) + 1', v, 1), whole: up(2, '2 × h + 1', -1, 1) };
    case 'rebalance':
      return { vacancy: up(2, '2 × (h − min(v, s)) + 1', m, 1), whole: up(2, '2 × h − 1', -1, -1) };
    case 'spanning_store':
      return { vacancy: up(3, '3 × (h − min(v, s)) + 1', m, 1), whole: up(3, '3 × h + 1', -1, 1) };
    case 'node_store':
      return both(rcu ? fixed(1, 'a new leaf (RCU)') : fixed(0, 'none: in place'));
    case 'new_root':
      return both(fixed(1, 'a new root leaf'));
    case 'store_root':
      return both(fixed(needed, needed > 0 ? 'a first leaf' : 'none: no leaf is made'));
    case 'exact_fit':
    case 'append':
    case 'slot_store':
      return both(fixed(0, 'none: in place'));
  }
}

// ---- Cuts ----

/** Each row that was dealt out, in words with its numbers. */
export function levelTexts(
  levels: readonly DealtLevel[],
): readonly { readonly title: string; readonly lines: readonly string[] }[] {
  return levels.map((level) => ({
    title:
      `${level.up === 0 ? 'Leaves' : level.up === 1 ? 'One level up' : `${level.up} levels up`}: a row of ` +
      `${level.items}`,
    lines: [
      ...level.pulls.map(({ side, node, items }) => `#${node} from the ${side} joins: ${items}`),
      ...level.tries.map(tryText),
      ...level.cuts.map(cutText),
      ...(level.cuts.length === 0 ? ['fits one node'] : []),
    ],
  }));
}

// The rule reckons with the numbers of the last items, one less than there are on either side: below its limit they are
// together where the items are no more than the limit and one.
function tryText({ side, node, row, end, limit, fits }: PushTry): string {
  return (
    `push ${side} to #${node}? ${row + 1} + ${end + 1} = ${row + end + 2}, at most ${limit + 1}: ` +
    (fits ? 'yes' : 'no')
  );
}

// Where the cut was proposed, and what follows when that item, NULL, moved it.
const REASONS: Readonly<Record<Cut['why'], readonly [proposed: (cut: Cut) => string, moved: (cut: Cut) => string]>> = {
  half: [({ of, proposed }) => `of items 0 to ${of - 1}, half is ${proposed}`, atItem],
  third: [({ of, proposed }) => `of items 0 to ${of - 1}, by thirds ${proposed}`, atItem],
  'push left': [
    ({ of, proposed }) => `of ${of} with the sibling, the left one is to get ${proposed + 1}`,
    ({ after }) => `it gets ${after + 1}`,
  ],
  'push right': [
    ({ of, proposed }) => `of ${of} with the sibling, the right one is to get ${of - 1 - proposed}`,
    ({ of, after }) => `it gets ${of - 1 - after}`,
  ],
  bulk: [({ of, proposed }) => `of ${of}, the right part stays small: item ${proposed}`, atItem],
};

function atItem({ after }: Cut): string {
  return `item ${after}`;
}

function cutText(cut: Cut): string {
  const [proposed, moved] = REASONS[cut.why];
  return (
    `cut after item ${cut.after}: ${proposed(cut)}` +
    (cut.after === cut.proposed ? '' : `; item ${cut.proposed} is NULL, which must not end a leaf: ${moved(cut)}`)
  );
}
