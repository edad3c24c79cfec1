// SPDX-License-Identifier: GPL-2.0-or-later
//
// The failure points of a fork, F1 to F12, and the sites of `fail`: their plain names, said nowhere else. Pure. Rule
// "failure points" in core/README.md.

import type { ForkHow, Site } from '../model/memory';

interface Point {
  /** The fork's action there. */
  readonly doing: string;
  /** Why it failed, if not because memory ran out. */
  readonly cause?: string;
}

const POINTS: Readonly<Record<string, Point>> = {
  F1: { doing: 'allocating the address space' },
  F2: { doing: 'locking the parent', cause: 'a fatal signal is pending' },
  F3: { doing: 'copying the tree' },
  F4: { doing: 'removing a VMA from the copied tree' },
  F5: { doing: 'checking for a fatal signal', cause: 'one is pending' },
  F6: { doing: 'raising the commit charge', cause: 'the commit limit is reached' },
  F7: { doing: 'allocating the VMA object' },
  F8: { doing: 'copying the memory policy' },
  F9: { doing: 'allocating the userfaultfd context' },
  F10: { doing: 'copying the anon_vma chain' },
  F11: { doing: 'allocating a page table' },
  F12: { doing: 'running the architecture hook', cause: 'the hook refuses' },
};

// Of a fork that copies no tree.
const DOING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bulk: { F3: 'requesting the nodes for all VMAs' },
  stores: { F4: 'storing the VMA' },
};

/** `allocating the VMA object, F7`. A fork's action at F3 and F4 depends on its way. */
export function pointName(point: string, by: ForkHow['by'] = 'dup'): string {
  const doing = DOING[by]?.[point] ?? POINTS[point]?.doing;
  return doing === undefined ? point : `${doing}, ${point}`;
}

/** `allocating the VMA object (failure point F7)`: for a label, where a number alone reads as a key. */
export function pointLabel(point: string): string {
  return `${POINTS[point]?.doing ?? ''} (failure point ${point})`;
}

/** Why a fork fails at a point: `out of memory`. */
export function pointCause(point: string): string {
  return POINTS[point]?.cause ?? 'out of memory';
}

const SITES: Readonly<Record<Site, { readonly noun: string; readonly points: string }>> = {
  request: { noun: 'request', points: '' },
  node: { noun: 'node', points: '' },
  mm: { noun: 'address space', points: 'F1' },
  signal: { noun: 'check for a signal', points: 'F2, F5' },
  commit: { noun: 'commit charge', points: 'F6' },
  vma: { noun: 'VMA object', points: 'F7' },
  policy: { noun: 'memory policy', points: 'F8' },
  uffd: { noun: 'userfaultfd context', points: 'F9' },
  anon: { noun: 'anon_vma or chain element', points: 'F10' },
  page: { noun: 'page table', points: 'F11' },
  hook: { noun: 'architecture hook', points: 'F12' },
};

/** The object that a site of `fail` refuses: `VMA object`. */
export function siteNoun(site: Site): string {
  return SITES[site].noun;
}

/** `VMA object (F7)`; of the two sites that are no failure point of their own, the noun alone. */
export function siteName(site: Site): string {
  const { noun, points } = SITES[site];
  return points === '' ? noun : `${noun} (${points})`;
}

/** `VMA object, F7`: for the middle of a sentence. */
export function siteClause(site: Site): string {
  const { noun, points } = SITES[site];
  return points === '' ? noun : `${noun}, ${points}`;
}
