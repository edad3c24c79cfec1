// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentences about two trees side by side. Pure.

import { isDifference, type ComparedRow, type SideSummary, type TreeComparison } from '../../model/comparison';
import type { Vma } from '../../model/vma';
import { VMA_FLAGS } from '../../model/memory';
import { counted } from '../../base/text';
import { groupedCount, groupedHex, listText, rangeText } from '../shared/text';

export interface Measure {
  readonly name: string;
  readonly a: string;
  readonly b: string;
  readonly differs: boolean;
}

const MEASURES: readonly { readonly name: string; readonly of: (side: SideSummary) => string }[] = [
  { name: 'height', of: ({ height }) => String(height) },
  { name: 'nodes', of: ({ nodes }) => groupedCount(nodes) },
  { name: 'leaves', of: ({ leaves }) => groupedCount(leaves) },
  { name: 'entries', of: ({ entries }) => groupedCount(entries) },
  { name: 'leaf fill', of: ({ used, slots }) => (slots === 0 ? '–' : `${percent(used, slots)} %`) },
  { name: 'requested', of: ({ requested }) => groupedCount(requested) },
  { name: 'used', of: ({ taken }) => groupedCount(taken) },
];

// 100 and 0 are said of all and none only.
function percent(used: number, slots: number): number {
  return used === 0 || used === slots
    ? (100 * used) / slots
    : Math.min(99, Math.max(1, Math.round((100 * used) / slots)));
}

/** The unit of `requested` and `used`. */
export const COUNTED =
  'requested and used: the nodes of this tree’s own steps so far; what dup or fork requests counts for the copy';

/** The two as wholes, measure by measure. */
export function measures(a: SideSummary, b: SideSummary): readonly Measure[] {
  return MEASURES.map(({ name, of }) => ({ name, a: of(a), b: of(b), differs: of(a) !== of(b) }));
}

/** In a sentence or two: whether they hold the same, and whether it is laid out the same way. */
export function verdict({
  contents,
  differences,
  beside,
  a,
  b,
  vmasA,
}: Pick<TreeComparison, 'contents' | 'differences'> &
  Partial<Pick<TreeComparison, 'a' | 'b' | 'vmasA' | 'beside'>>): string {
  const { count, damaged } = contents;
  const nodes = nodesWords(differences, beside);
  const ranges =
    `${counted(count, 'range')} of indexes ${count === 1 ? 'holds another entry' : 'hold other entries'} in B than ` +
    'in A';
  if (damaged.length > 0)
    return `${count === 0 ? nodes.replace(/^n/, 'N') : `${ranges}; ${nodes}`}. ${damageWords(damaged)}`;
  if (count === 0 && differences === 0) {
    const others =
      a === undefined || a === null || b === undefined || b === null
        ? []
        : measures(a, b)
            .filter((one) => one.differs)
            .map(({ name }) => name);
    return (
      'Alike: the same contents, laid out the same ' +
      `way.${others.length === 0 ? '' : ` Only ${others.join(' and ')} ${others.length === 1 ? 'differs' : 'differ'}.`}`
    );
  }
  // A VMA of another number that is like the one before takes a slot to itself and moves nothing.
  const ofSpace = vmasA !== undefined && vmasA !== null;
  if (count === 0)
    return ofSpace
      ? `The same contents; ${nodes}.`
      : `The same contents, laid out differently${beside === undefined || beside.rows === 0 ? ':' : ';'} ${nodes}.`;
  return differences === 0 && !ofSpace ? `${ranges}.` : `${ranges}; ${nodes}.`;
}

// Several nodes beside each other count as one difference: the places are counted then, and the sentence says so.
function nodesWords(differences: number, beside: TreeComparison['beside'] = { rows: 0, a: 0, b: 0 }): string {
  const { rows, a, b } = beside;
  if (differences === 0) return 'no node differs';
  if (rows === 0) return `${counted(differences, 'node')} ${differences === 1 ? 'differs' : 'differ'}`;
  const places = counted(differences, 'place');
  if (rows === differences)
    return `nodes differ in ${places}, where A has ${counted(a, 'node')} and B has ${groupedCount(b)}`;
  return (
    `nodes differ in ${places}; in ${rows === 1 ? 'one' : groupedCount(rows)} of these, A has ${counted(a, 'node')} ` +
    `and B has ${groupedCount(b)}`
  );
}

/** Damaged nodes that are named. */
const NAMED = 3;

function damageWords(damaged: TreeComparison['contents']['damaged']): string {
  const names = damaged.slice(0, NAMED).map(({ side, node }) => `node ${node} of ${side.toUpperCase()}`);
  const more = damaged.length - names.length;
  const list = listText(more === 0 ? names : [...names, counted(more, 'other')]);
  return (
    `The contents of ${list} cannot be compared: ` +
    `${damaged.length === 1 && more === 0 ? 'it is' : 'they are'} damaged.`
  );
}

/** The parts in which a VMA differs from the one beside it, from range to flags. */
export function vmaRest(vma: Vma, other: Vma): string {
  const told: string[] = [];
  if (vma.first !== other.first || vma.last !== other.last) told.push(rangeText(vma.first, vma.last));
  if (vma.offset !== other.offset) told.push(`offset ${groupedHex(vma.offset)}`);
  const flags = flagNames((vma.flags ?? 0) ^ (other.flags ?? 0));
  const mine = flagNames((vma.flags ?? 0) & ~(other.flags ?? 0));
  if (flags.length > 0) told.push(mine.length === 0 ? `not ${flags.join(' or ')}` : mine.join(' '));
  return told.join(', ');
}

const PERMISSIONS = VMA_FLAGS.read | VMA_FLAGS.write | VMA_FLAGS.exec | VMA_FLAGS.shared;

// Without those that stand among the permissions.
function flagNames(flags: number): readonly string[] {
  return Object.entries(VMA_FLAGS)
    .filter(([, bit]) => (flags & bit & ~PERMISSIONS) !== 0)
    .map(([name]) => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`));
}

export const MARKS: Readonly<Record<ComparedRow['kind'], { readonly sign: string; readonly words: string }>> = {
  equal: { sign: '=', words: 'alike' },
  same: { sign: '=', words: 'itself alike; a node below it differs' },
  changed: { sign: '≠', words: 'changed' },
  replaced: { sign: '↻', words: 'replaced by another node' },
  beside: { sign: '−+', words: 'different nodes in A and B over these indexes' },
  'only-a': { sign: '−', words: 'only in A' },
  'only-b': { sign: '+', words: 'only in B' },
};

/** The kinds of rows that there are, each once, in the order of `MARKS`; without those that are alike. */
export function marksShown(rows: readonly Pick<ComparedRow, 'kind'>[]): readonly ComparedRow['kind'][] {
  const kinds = Object.keys(MARKS) as ComparedRow['kind'][];
  return kinds.filter((kind) => kind !== 'equal' && kind !== 'same' && rows.some((row) => row.kind === kind));
}

/** The next row that shows a difference, or the one before, round and round; null if there is none. */
export function nextDifference(rows: readonly ComparedRow[], from: number | null, by: 1 | -1): number | null {
  const places = rows.flatMap((row, k) => (isDifference(row) ? [k] : []));
  if (places.length === 0) return null;
  if (from === null) return (by > 0 ? places[0] : places.at(-1)) ?? null;
  const found = by > 0 ? places.find((k) => k > from) : places.findLast((k) => k < from);
  return found ?? (by > 0 ? places[0] : places.at(-1)) ?? null;
}
