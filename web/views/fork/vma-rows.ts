// SPDX-License-Identifier: GPL-2.0-or-later
//
// VMAs as rows of a table: which rows a window of the list shows, and a VMA's flags in words. Pure.

import { VMA_FLAGS, type VmaRecord } from '../../model/memory';
import { isFileOf, type Vma } from '../../model/vma';
import { groupedCount } from '../shared/text';

/** Height of a row in px. */
export const ROW = 24;
/** The same where size, flags and path stand in a second line. */
export const ROW_TWO = 42;
/** Narrower lists have two lines a row: there a number or a path would be cut. */
export const ONE_LINE_MIN = 560;
/** Height of the line of headings. */
export const HEAD = 26;
/** Rows that the window of the list shows at once. */
export const WINDOW = 20;
/** Rows drawn above and below the window. */
const AROUND = 8;

/** First and last row (exclusive) to be drawn when the list is scrolled to `top` and shows so many at once. */
export function rowsAt(
  top: number,
  count: number,
  window = WINDOW,
  row = ROW,
): { readonly first: number; readonly end: number } {
  const at = Math.max(0, Math.floor(top / row));
  return { first: Math.max(0, Math.min(at - AROUND, count)), end: Math.min(count, at + window + AROUND) };
}

/** The rows that can be seen whole, from 1, of a list that is `room` px high: "1–14 of 23". */
export function rowsSeen(top: number, count: number, room: number, row = ROW): string {
  if (count === 0) return '0';
  const first = Math.min(count, Math.ceil(top / row) + 1);
  const last = Math.max(first, Math.min(count, Math.floor((top + room) / row)));
  if (first === 1 && last === count) return groupedCount(count);
  return `${groupedCount(first)}–${groupedCount(last)} of ${groupedCount(count)}`;
}

/** Height of a list that fits its rows: of more than a window the last one is cut, so that it is seen to go on. */
export function listHeight(count: number, row = ROW): number {
  return (count > WINDOW ? WINDOW - 0.5 : count) * row + HEAD;
}

/** Flags that the permissions do not show, as VmFlags of smaps abbreviates them, with their meaning. */
const MARKS: readonly { readonly bit: number; readonly short: string; readonly name: string }[] = [
  { bit: VMA_FLAGS.grows, short: 'gd', name: 'grows downwards' },
  { bit: VMA_FLAGS.dontcopy, short: 'dc', name: 'VM_DONTCOPY: not copied by a fork' },
  { bit: VMA_FLAGS.wipeonfork, short: 'wf', name: 'VM_WIPEONFORK: empty in the child' },
  { bit: VMA_FLAGS.locked, short: 'lo', name: 'locked in memory' },
  { bit: VMA_FLAGS.lockonfault, short: 'lf', name: 'locked as it is touched' },
  { bit: VMA_FLAGS.account, short: 'ac', name: 'VM_ACCOUNT: added to the commit charge' },
  { bit: VMA_FLAGS.pfnmap, short: 'pf', name: 'VM_PFNMAP: page tables are copied' },
  { bit: VMA_FLAGS.mixedmap, short: 'mm', name: 'VM_MIXEDMAP: page tables are copied' },
  { bit: VMA_FLAGS.uffdWp, short: 'uw', name: 'write-protected by a userfaultfd' },
  { bit: VMA_FLAGS.uffd, short: 'uf', name: 'a userfaultfd is notified of forks' },
  { bit: VMA_FLAGS.hugepage, short: 'hg', name: 'VM_HUGEPAGE: huge pages are wanted' },
  { bit: VMA_FLAGS.nohugepage, short: 'nh', name: 'VM_NOHUGEPAGE: no huge pages' },
  { bit: VMA_FLAGS.dontdump, short: 'dd', name: 'VM_DONTDUMP: left out of a core dump' },
  { bit: VMA_FLAGS.mergeable, short: 'mg', name: 'VM_MERGEABLE: equal pages may be merged (KSM)' },
  { bit: VMA_FLAGS.policy, short: 'mp', name: 'a memory policy of its own' },
];

export interface FlagMark {
  readonly short: string;
  readonly name: string;
}

export function flagMarks(flags: number): readonly FlagMark[] {
  return MARKS.filter(({ bit }) => (flags & bit) !== 0);
}

/** "anon_vma 3, chain of 2"; empty without one. */
export function anonText({ anon, chain }: Pick<VmaRecord, 'anon' | 'chain'>): string {
  if (anon === 0 && chain === 0) return '';
  return `${anon === 0 ? 'no anon_vma' : `anon_vma ${anon}`}, chain of ${chain}`;
}

/** The flags and anon_vma marks that occur, each with its meaning: "ac: VM_ACCOUNT: charged …; an: anon_vma". */
export function flagWords(records: readonly Pick<VmaRecord, 'flags' | 'chain'>[]): string {
  const all = records.reduce((flags, record) => flags | record.flags, 0);
  const words = flagMarks(all).map(({ short, name }) => `${short}: ${name}`);
  if (records.some(({ chain }) => chain > 0)) words.push('an: it has an anon_vma');
  return words.join('; ');
}

/** The largest first; of equal ones the lower address. */
export function largestFirst(vmas: readonly Vma[]): readonly Vma[] {
  const size = ({ first, last }: Vma): bigint => last - first;
  return [...vmas].sort((a, b) => (size(a) === size(b) ? 0 : size(a) < size(b) ? 1 : -1));
}

/**
 * The place of the VMA of a number; else, from a place on and round again, of the next one whose path has the letters,
 * a file of that name before others: "libc" is `libc.so.6` before `libcrypto.so.3`. −1: there is none.
 */
export function vmaWanted(vmas: readonly Vma[], typed: string, from: number): number {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return -1;
  const numbered = vmas.findIndex(({ number }) => String(number) === wanted);
  if (numbered >= 0) return numbered;
  const places = vmas.map((_, k) => (k + from) % vmas.length);
  const path = (k: number): string => vmas[k]?.path.toLowerCase() ?? '';
  const isNamed = (k: number): boolean => isFileOf(path(k), wanted);
  return places.find(isNamed) ?? places.find((k) => path(k).includes(wanted)) ?? -1;
}
