// SPDX-License-Identifier: GPL-2.0-or-later
//
// The stores of a step in words: what decides where no table does, what a bulk load asks for, what is stored. Pure.

import { indexDigits } from '../../base/number-base';
import { MAX } from '../../base/index64';
import type { StepStore, StepStores } from '../../model/decision';
import { entryValue, NULL_WORD, ZERO_ENTRY_WORD } from '../../model/entry';
import { traitsOf } from '../../model/ops';
import type { StepReport } from '../../model/report';
import { groupedCount } from '../shared/text';

export interface Announced {
  readonly name: string;
  /** How it comes about; empty where it is a number by itself. */
  readonly formula: string;
  readonly nodes: number;
}

/** Rule "bulk load": the requests before the first store, as rows and their sum. */
export function announcedRows(entries: number, gaps: boolean): readonly Announced[] {
  const perNode = gaps ? 8 : 14;
  const leaves = Math.ceil((2 * entries + 1) / 14);
  const above = Math.ceil(leaves / perNode);
  return [
    { name: 'leaves', formula: `⌈(2 × ${groupedCount(entries)} + 1) / 14⌉`, nodes: leaves },
    { name: 'above them', formula: `⌈${groupedCount(leaves)} / ${perNode}⌉`, nodes: above },
    { name: 'more', formula: '', nodes: 3 },
    { name: 'requested', formula: '', nodes: leaves + above + 3 },
  ];
}

/**
 * Why the numbers of used nodes are more than the step has in the end: a bulk load takes a node again that it has put
 * back.
 */
export function takenText(stores: StepStores, used: number): string {
  if (stores.announced === null || stores.rows.length === 0 || stores.rows.some(({ stored }) => !stored)) return '';
  const again =
    'A node that another one replaces goes back into the preallocation and may be taken again: each time counts here';
  const taken = stores.rows.reduce((sum, row) => sum + row.used, 0);
  if (stores.rows.length < stores.count) return `${again}; the tree has ${groupedCount(used)} of them in the end.`;
  return taken === used
    ? ''
    : `${again}. ${groupedCount(taken)} taken, ${groupedCount(taken - used)} put back: ${groupedCount(used)} used ` +
        'in the end.';
}

/** The stored entry; of a VMA its number. */
export function storedText(word: bigint, ofSpace: boolean, labels: readonly string[]): string {
  if (word === NULL_WORD) return 'NULL';
  if (word === ZERO_ENTRY_WORD) return ofSpace ? 'zero' : 'zero entry';
  if (ofSpace) return `${word >> 1n}`;
  const value = entryValue(word, labels);
  if (typeof value === 'number') return String(value);
  return value !== null && 'label' in value ? `"${value.label}"` : `0x${word.toString(16)}`;
}

/** The rule for a whole step with several stores; empty if each store decides for itself. */
export function wholeText(record: StepReport, stores: StepStores): string {
  if (stores.announced !== null)
    return (
      'Requested before the first store; after that no store requests nodes. A leaf may stay below 7 slots. One that ' +
      'overflows leaves its right part small, since ascending entries fill it next.'
    );
  if (record.op !== 'fork' || stores.count === 0) return '';
  const nulls = stores.rows.some(({ word }) => word === NULL_WORD);
  const replaced = stores.types.some(({ type }) => type === 'exact_fit');
  if (replaced && record.fork !== null && record.fork !== undefined && record.fork.copiedNodes > 0) {
    return (
      'The copy decides nothing: each node is copied as it is. Then each VMA of the child takes the place of its ' +
      'parent’s, which needs no ' +
      `node${nulls ? '. NULL is stored over each one that is not inherited, which may need nodes' : ''}.`
    );
  }
  return '';
}

/** Why there is no store to explain, in one sentence; empty where nothing needs to be said. */
export function noStoreText({ op, error }: StepReport): string {
  switch (op) {
    case 'dup':
      return (
        'No store: the copy takes over each node as it is, with one request for the root and one for the ' +
        'children of each inner node.'
      );
    case 'destroy':
      return 'No store type is decided: every node is freed, whatever it holds.';
    case 'exit':
      return 'No store: the VMAs are freed one by one, then the whole tree at once.';
    case 'fork':
      return error === null
        ? 'No store: the tree is copied node by node, and no VMA had to be stored.'
        : 'No store: it failed before the first.';
    case 'sweep':
      return (
        'Every run of a sweep is undone except the last: nothing fails in it, and its state stays. Run its ' +
        'statements outside the sweep to see what decides their stores.'
      );
    case 'erase':
      return error === null ? 'No store: nothing is stored at this index.' : '';
    case 'touch':
      return error === null
        ? 'No store: pages are not part of the tree of VMAs.'
        : 'No store: the call failed before the first.';
    case 'limit':
      return 'No store: a limit is not part of the tree.';
    case 'bulk':
    case 'maps':
      return error === null ? 'No store: there was nothing to store.' : 'No store: the call failed before the first.';
    default:
      if (traitsOf(op).isCall !== true) return '';
      return error === null
        ? 'No store: no VMA has another range than before.'
        : 'No store: the call failed before the first.';
  }
}

/** Where one stands in the list, for who does not see it. */
export function rowText({ number, type, needed, asked, used, stored }: StepStore): string {
  const came = stored ? `${used} used` : 'it failed';
  return `store ${number + 1}: ${type}, may need ${needed}, ${asked} requested, ${came}`;
}

/**
 * `7f0000100000–…1fffff`: of a long last index, as long as the first, the digits from where it differs, at least four.
 */
export function shortRange(first: bigint, last: bigint): string {
  const [from, to] = [indexDigits(first), indexDigits(last)];
  if (first === last) return from;
  if (from.length !== to.length || from.length < 9 || last === MAX) return `${from}–${to}`;
  let same = 0;
  while (from[same] === to[same]) same++;
  return same < 3 ? `${from}–${to}` : `${from}–…${to.slice(Math.min(same, to.length - 4))}`;
}
