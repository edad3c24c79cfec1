// SPDX-License-Identifier: GPL-2.0-or-later
//
// What two trees side by side say in words. Pure.

import { isDifference, type ComparedRow, type SideSummary, type TreeComparison } from '../../model/comparison';
import { groupedCount, plural } from '../shared/text';

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
  { name: 'leaves full', of: ({ used, slots }) => (slots === 0 ? '–' : `${Math.round((100 * used) / slots)} %`) },
  { name: 'requested', of: ({ requested }) => groupedCount(requested) },
  { name: 'used', of: ({ taken }) => groupedCount(taken) },
];

/** The two as wholes, measure by measure. */
export function measures(a: SideSummary, b: SideSummary): readonly Measure[] {
  return MEASURES.map(({ name, of }) => ({ name, a: of(a), b: of(b), differs: of(a) !== of(b) }));
}

/** One sentence: whether they hold the same, and whether it is laid out the same way. */
export function verdict({ contents, differences, a, b }: Pick<TreeComparison, 'contents' | 'differences'> & Partial<Pick<TreeComparison, 'a' | 'b'>>): string {
  if (contents.count === 0 && differences === 0) {
    const others = a === undefined || a === null || b === undefined || b === null ? [] : measures(a, b).filter((one) => one.differs).map(({ name }) => name);
    return `Alike: the same contents, laid out the same way.${others.length === 0 ? '' : ` Only ${others.join(' and ')} ${others.length === 1 ? 'differs' : 'differ'}.`}`;
  }
  const nodes = `${plural(differences, 'node')} ${differences === 1 ? 'differs' : 'differ'}`;
  if (contents.count === 0) return `The same contents, laid out differently: ${nodes}.`;
  const ranges = `${plural(contents.count, 'range')} ${contents.count === 1 ? 'holds' : 'hold'} something else`;
  return differences === 0 ? `${ranges}.` : `${ranges}; ${nodes}.`;
}

export const MARKS: Readonly<Record<ComparedRow['kind'], { readonly sign: string; readonly words: string }>> = {
  equal: { sign: '=', words: 'alike' },
  same: { sign: '=', words: 'alike itself; what is below it differs' },
  changed: { sign: '≠', words: 'changed' },
  replaced: { sign: '↻', words: 'replaced by another node' },
  'only-a': { sign: '−', words: 'only in A' },
  'only-b': { sign: '+', words: 'only in B' },
};

/** The kinds of rows that there are, each once, in the order of `MARKS`; without those that are alike. */
export function marksShown(rows: readonly Pick<ComparedRow, 'kind'>[]): readonly ComparedRow['kind'][] {
  const kinds = Object.keys(MARKS) as ComparedRow['kind'][];
  return kinds.filter((kind) => kind !== 'equal' && kind !== 'same' && rows.some((row) => row.kind === kind));
}

/** The next row that tells of a difference, or the one before, round and round; null if there is none. */
export function nextDifference(rows: readonly ComparedRow[], from: number | null, by: 1 | -1): number | null {
  const places = rows.flatMap((row, k) => (isDifference(row) ? [k] : []));
  if (places.length === 0) return null;
  if (from === null) return (by > 0 ? places[0] : places.at(-1)) ?? null;
  const found = by > 0 ? places.find((k) => k > from) : places.findLast((k) => k < from);
  return found ?? (by > 0 ? places[0] : places.at(-1)) ?? null;
}
