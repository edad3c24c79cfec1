// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lines that /proc/PID/smaps adds to each line of a map, as far as a fork cares: what VmFlags says, and whether
// there are anonymous pages.
//
// Which pages are present, and where, smaps does not say: it gives sums. So a map read from it begins with no page
// present.

import { VMA_FLAGS } from '../../model/memory';
import { FIELD } from './smaps-line';

/** The facts on a VMA beyond its line of the map. */
export interface SmapsFacts {
  /** Bits of VMA_FLAGS that VmFlags named; null while there was no such line. */
  readonly flags: number | null;
  /** Some page of it is anonymous, so it has an anon_vma. */
  readonly anonymous: boolean;
  /**
   * Letters of VmFlags that the model does not keep, though they say more than the line of the map; in the order of the
   * text.
   */
  readonly unmodelled: readonly string[];
}

export const NO_SMAPS: SmapsFacts = { flags: null, anonymous: false, unmodelled: [] };

/**
 * The two letters of VmFlags that the model keeps, in Linux's order. A userfaultfd that waits for missing pages may
 * have requested fork events.
 */
const FLAGS: Readonly<Record<string, number>> = {
  gd: VMA_FLAGS.grows,
  pf: VMA_FLAGS.pfnmap,
  lo: VMA_FLAGS.locked,
  dc: VMA_FLAGS.dontcopy,
  de: VMA_FLAGS.dontexpand,
  lf: VMA_FLAGS.lockonfault,
  ac: VMA_FLAGS.account,
  nr: VMA_FLAGS.noreserve,
  wf: VMA_FLAGS.wipeonfork,
  dd: VMA_FLAGS.dontdump,
  mm: VMA_FLAGS.mixedmap,
  hg: VMA_FLAGS.hugepage,
  nh: VMA_FLAGS.nohugepage,
  mg: VMA_FLAGS.mergeable,
  um: VMA_FLAGS.uffd,
  uw: VMA_FLAGS.uffdWp,
  sl: VMA_FLAGS.sealed,
};
const PERMISSIONS: Readonly<Record<string, number>> = {
  rd: VMA_FLAGS.read,
  wr: VMA_FLAGS.write,
  ex: VMA_FLAGS.exec,
  sh: VMA_FLAGS.shared,
};

/**
 * The line `VmFlags` of a VMA, without what a permission may become (mr, mw, me, ms), which the model does not keep.
 */
export function vmFlagsLine(flags: number): string {
  const letters = Object.entries({ ...PERMISSIONS, ...FLAGS }).filter(([, bit]) => (flags & bit) !== 0);
  return `VmFlags: ${letters.map(([letter]) => letter).join(' ')}`.trimEnd();
}

// The permissions, which the map's line has; what they may become; the soft-dirty mark.
const TOLD: ReadonlySet<string> = new Set(['rd', 'wr', 'ex', 'sh', 'mr', 'mw', 'me', 'ms', 'sd']);

/** The facts on a VMA, with one line more; null: the line cannot be read. */
export function readSmapsLine(text: string, facts: SmapsFacts): SmapsFacts | null {
  const [, key = '', value = ''] = FIELD.exec(text) ?? [];
  if (key === 'VmFlags') {
    const words = value.split(/\s+/).filter((word) => word !== '');
    if (!words.every((word) => /^[a-z0-9?]{2}$/.test(word))) return null;
    return {
      ...facts,
      flags: words.reduce((flags, word) => flags | (FLAGS[word] ?? 0), 0),
      unmodelled: [...new Set(words)].filter((word) => FLAGS[word] === undefined && !TOLD.has(word)),
    };
  }
  if (!/^\d+(?: kB)?$/.test(value.trim())) return null;
  return key === 'Anonymous' && Number.parseInt(value, 10) > 0 ? { ...facts, anonymous: true } : facts;
}
