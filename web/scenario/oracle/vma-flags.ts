// SPDX-License-Identifier: GPL-2.0-or-later
//
// The flags of a VMA in the oracle: the flags that each advice sets, and the calls that a VMA refuses. Pure; knows one
// VMA at a time.

import { VMA_FLAGS, type Advice } from '../../model/memory';
import { ANON_PAGE, FILE_PAGE, PFN_PAGE, ZERO_PAGE, type PageKind } from './page-map';

/** The fields of a VMA used here. */
interface Flagged {
  readonly flags: number;
  /** 0: none. */
  readonly file: number;
}

interface Written extends Flagged {
  /** Which anon_vma, 0 for none. */
  readonly anon: number;
}

export const PROTECTION = VMA_FLAGS.read | VMA_FLAGS.write | VMA_FLAGS.exec;
/** Never joined. */
export const SPECIAL = VMA_FLAGS.pfnmap | VMA_FLAGS.mixedmap | VMA_FLAGS.dontexpand;
/** Their page tables are copied by a fork, as are those of memory with an anon_vma. */
export const COPIED = VMA_FLAGS.pfnmap | VMA_FLAGS.mixedmap | VMA_FLAGS.uffdWp;
export const COPIED_NOT = VMA_FLAGS.locked | VMA_FLAGS.lockonfault;

export const ADVICE: Readonly<Record<Advice, { readonly set: number; readonly clear: number }>> = {
  dontfork: { set: VMA_FLAGS.dontcopy, clear: 0 },
  dofork: { set: 0, clear: VMA_FLAGS.dontcopy },
  wipeonfork: { set: VMA_FLAGS.wipeonfork, clear: 0 },
  keeponfork: { set: 0, clear: VMA_FLAGS.wipeonfork },
  policy: { set: VMA_FLAGS.policy, clear: 0 },
  'policy off': { set: 0, clear: VMA_FLAGS.policy },
  uffd: { set: VMA_FLAGS.uffd, clear: 0 },
  'uffd off': { set: 0, clear: VMA_FLAGS.uffd },
  lock: { set: VMA_FLAGS.locked, clear: VMA_FLAGS.lockonfault },
  'lock onfault': { set: VMA_FLAGS.locked | VMA_FLAGS.lockonfault, clear: 0 },
  unlock: { set: 0, clear: VMA_FLAGS.locked | VMA_FLAGS.lockonfault },
  hugepage: { set: VMA_FLAGS.hugepage, clear: VMA_FLAGS.nohugepage },
  nohugepage: { set: VMA_FLAGS.nohugepage, clear: VMA_FLAGS.hugepage },
  dontdump: { set: VMA_FLAGS.dontdump, clear: 0 },
  dodump: { set: 0, clear: VMA_FLAGS.dontdump },
  mergeable: { set: VMA_FLAGS.mergeable, clear: 0 },
  unmergeable: { set: 0, clear: VMA_FLAGS.mergeable },
  dontneed: { set: 0, clear: 0 },
  free: { set: 0, clear: 0 },
  seal: { set: VMA_FLAGS.sealed, clear: 0 },
};

/** A VMA with one of these flags stays as it is. */
export const SPARED: Readonly<Partial<Record<Advice, number>>> = {
  mergeable: SPECIAL | VMA_FLAGS.shared,
  lock: SPECIAL,
  'lock onfault': SPECIAL,
};

/** These check the whole range before they change anything, and refuse a hole. */
export const LOOKS_FIRST: ReadonlySet<Advice> = new Set(['policy', 'policy off', 'uffd', 'uffd off', 'seal']);
/** These lose what is in memory that nobody can write again: sealed memory without a file refuses them. */
const DISCARDS: ReadonlySet<Advice> = new Set(['dontneed', 'free', 'dontfork', 'wipeonfork']);
/** mlock and munlock: they stop at a hole, as mprotect does. madvise continues after it. */
export const LOCKING: ReadonlySet<Advice> = new Set(['lock', 'lock onfault', 'unlock']);

/** Private memory that may be written is charged to the account, unless nothing is to be reserved for it. */
export function accounted(flags: number): number {
  const { write, shared, noreserve, account } = VMA_FLAGS;
  return (flags & (write | shared | noreserve)) === write ? flags | account : flags;
}

/**
 * New permissions. Memory that becomes writable is charged; memory of no file that was never written, and may not be
 * any more, is charged no longer.
 */
export function protectedFlags(vma: Written, prot: number): number {
  const { write, shared, account } = VMA_FLAGS;
  const flags = (vma.flags & ~PROTECTION) | prot;
  if (flags === vma.flags) return flags;
  if ((prot & write) !== 0) return (vma.flags & write) !== 0 ? flags : accounted(flags);
  const written = vma.file !== 0 || vma.anon !== 0 || (flags & shared) !== 0;
  return written ? flags : flags & ~account;
}

/** The new kind of a page that is read or written. */
export function pageAfter(was: PageKind, vma: Flagged, write: boolean): PageKind {
  const shared = (vma.flags & VMA_FLAGS.shared) !== 0;
  if ((vma.flags & VMA_FLAGS.pfnmap) !== 0) return PFN_PAGE;
  if (write && !shared) return ANON_PAGE;
  if (was !== 0) return was;
  return shared || vma.file !== 0 || (vma.flags & VMA_FLAGS.dontexpand) !== 0 ? FILE_PAGE : ZERO_PAGE;
}

/** The error with which a VMA refuses an advice. */
export function refusalOf(vma: Flagged, advice: Advice): 'EINVAL' | 'EPERM' | null {
  const { file, flags } = vma;
  const kept = file === 0 && (flags & (VMA_FLAGS.shared | VMA_FLAGS.write)) === 0;
  if (isSealed(vma) && kept && DISCARDS.has(advice)) return 'EPERM';
  return refusesAdvice(vma, advice) ? 'EINVAL' : null;
}

function refusesAdvice({ file, flags }: Flagged, advice: Advice): boolean {
  if (advice === 'wipeonfork') return file !== 0 || (flags & VMA_FLAGS.shared) !== 0;
  if (advice === 'dontneed') return (flags & (VMA_FLAGS.locked | VMA_FLAGS.pfnmap)) !== 0;
  if (advice === 'free') return file !== 0 || (flags & (VMA_FLAGS.shared | VMA_FLAGS.locked | SPECIAL)) !== 0;
  return (advice === 'hugepage' || advice === 'nohugepage' || advice === 'dodump') && (flags & SPECIAL) !== 0;
}

export function isSealed({ flags }: Pick<Flagged, 'flags'>): boolean {
  return (flags & VMA_FLAGS.sealed) !== 0;
}

/** Private memory that may be written, but for stacks. */
export function isData(flags: number): boolean {
  const { write, shared, grows } = VMA_FLAGS;
  return (flags & (write | shared | grows)) === write;
}

/** Whether a VMA's pages, though normal, cannot be made present. */
export function isInaccessible({ flags }: Pick<Flagged, 'flags'>): boolean {
  return (flags & (PROTECTION | SPECIAL)) === 0;
}

export function allows(vma: Flagged, write: boolean): boolean {
  return (vma.flags & (write ? VMA_FLAGS.write : PROTECTION)) !== 0;
}
