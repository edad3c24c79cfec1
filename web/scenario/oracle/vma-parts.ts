// SPDX-License-Identifier: GPL-2.0-or-later
//
// A VMA of the plain list, its parts, and when two are one.

import { index, type Index } from '../../base/index64';
import { PAGE } from '../../model/memory';
import type { Vma } from '../../model/vma';
import { SPECIAL } from './vma-flags';

/** A VMA of the list: what is shown of it, and what decides whether two are joined. */
export interface ListedVma extends Vma {
  readonly flags: number;
  /** 0: none. */
  readonly file: number;
  /** Bytes: the offset in the file; without one, the address where the first page was made, wherever it is now. */
  readonly origin: Index;
  /** Which anon_vma, 0 for none, and the length of its chain. */
  readonly anon: number;
  readonly chain: number;
}

// Whether two neighbours are one VMA to Linux.
export function joinable(a: ListedVma, b: ListedVma): boolean {
  if (a.last + 1n !== b.first || a.flags !== b.flags || a.file !== b.file || (a.flags & SPECIAL) !== 0) return false;
  if (b.origin !== onward(a, b.first)) return false;
  if (a.anon === b.anon) return true;
  return (a.anon === 0 && b.chain <= 1) || (b.anon === 0 && a.chain <= 1);
}

// Which addresses of a range a VMA covers.
export function partIn(vma: ListedVma, first: Index, last: Index): [Index, Index] {
  return [vma.first > first ? vma.first : first, vma.last < last ? vma.last : last];
}

// The part of a VMA from `first` to `last`.
export function partOf(vma: ListedVma, first: Index, last: Index): ListedVma {
  const origin = onward(vma, first);
  return { ...vma, first, last, origin, offset: vma.file === 0 ? vma.offset : origin };
}

// Where the memory at `address` would come from, were it of this VMA.
export function onward({ first, origin }: ListedVma, address: bigint): Index {
  return index(origin + (address - first));
}

export function joined(below: ListedVma, above: ListedVma): ListedVma {
  const written = below.anon !== 0 ? below : above;
  return { ...below, last: above.last, anon: written.anon, chain: written.chain };
}

export function wholePages(first: bigint, last: bigint): boolean {
  return first <= last && first % PAGE === 0n && (last + 1n) % PAGE === 0n;
}
