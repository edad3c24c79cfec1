// SPDX-License-Identifier: GPL-2.0-or-later
//
// Facts about the core. Printed by core/tables/describe.c (`make -C core tables`); not to be edited.

/** Result codes by name; ERETRY is Maplescope's own. */
export const ERRORS = {
  EPERM: -1,
  EINTR: -4,
  EAGAIN: -11,
  ENOMEM: -12,
  EFAULT: -14,
  EBUSY: -16,
  EEXIST: -17,
  EINVAL: -22,
  ERETRY: -1000,
} as const;

/** The releases whose policies a tree can follow, in the order of their numbers (core/src/releases.def):
 * `tree NAME word` chooses one, `about` says how it differs, and two fields name its formulas. */
export const RELEASES = {
  '6_16': {
    name: 'Linux 6.16',
    word: '',
    about: 'the release that Maplescope models',
    storeRequest: 'vacancy',
    preallocation: 'vacancy',
  },
  '6_16_WHOLE_HEIGHT': {
    name: 'Linux 6.16, whole height',
    word: 'whole_height',
    about: 'a store requests nodes for every level up to the root, as before Linux 6.16',
    storeRequest: 'whole_height',
    preallocation: 'whole_height',
  },
} as const;

/** enum store_type, at the place of its numbers. */
export const STORE_TYPES = [
  'invalid',
  'new_root',
  'store_root',
  'exact_fit',
  'spanning_store',
  'split_store',
  'rebalance',
  'append',
  'node_store',
  'slot_store',
] as const;

/** enum maple_status, at the place of its numbers. */
export const STATE_STATUSES = [
  'active',
  'start',
  'root',
  'none',
  'pause',
  'overflow',
  'underflow',
  'error',
] as const;

/** enum mpl_move, at the place of its numbers. */
export const MOVES = [
  'walk',
  'next',
  'prev',
  'find',
  'find_rev',
  'next_range',
  'prev_range',
  'find_range',
  'find_range_rev',
  'pause',
  'reset',
  'set',
] as const;

/** enum mpl_field, at the place of its numbers. */
export const CORRUPT_FIELDS = [
  'pivot',
  'slot',
  'gap',
  'end',
  'gapmeta',
  'parent',
] as const;

/** enum mpl_site, at the place of its numbers. */
export const SITES = [
  'request',
  'node',
  'mm',
  'signal',
  'commit',
  'vma',
  'policy',
  'uffd',
  'anon',
  'page',
  'hook',
] as const;

/** enum mpl_object, at the place of its numbers. */
export const OBJECTS = [
  'nodes',
  'vmas',
  'anon_vmas',
  'chains',
  'policies',
  'uffds',
  'files',
  'tables',
  'commit',
  'resident',
  'mms',
] as const;

/** enum mpl_advice, at the place of its numbers. */
export const ADVICES = [
  'dontfork',
  'dofork',
  'wipeonfork',
  'keeponfork',
  'policy',
  'policy off',
  'uffd',
  'uffd off',
  'lock',
  'unlock',
  'lock onfault',
  'hugepage',
  'nohugepage',
  'dontdump',
  'dodump',
  'mergeable',
  'unmergeable',
  'dontneed',
  'free',
  'seal',
] as const;

/** enum mpl_limit, at the place of its numbers. */
export const LIMIT_NAMES = [
  'vmas',
  'as',
  'data',
  'memlock',
  'stack',
] as const;

/** enum mpl_fork_by, at the place of its numbers. */
export const FORK_BY = [
  'dup',
  'bulk',
  'stores',
] as const;

/** enum mpl_fork_undo, at the place of its numbers. */
export const FORK_UNDO = [
  'marker',
  'range',
] as const;

/** Bits of enum mpl_vma_flags. */
export const VMA_FLAGS = {
  read: 0x1,
  write: 0x2,
  exec: 0x4,
  shared: 0x8,
  grows: 0x10,
  dontcopy: 0x20,
  wipeonfork: 0x40,
  locked: 0x80,
  lockonfault: 0x100,
  account: 0x200,
  pfnmap: 0x400,
  mixedmap: 0x800,
  uffdWp: 0x1000,
  uffd: 0x2000,
  policy: 0x4000,
  heap: 0x8000,
  noreserve: 0x10000,
  hugepage: 0x20000,
  nohugepage: 0x40000,
  dontdump: 0x80000,
  mergeable: 0x100000,
  dontexpand: 0x200000,
  sealed: 0x400000,
} as const;

/** enum mpl_lock_all. */
export const LOCK_ALL = { CURRENT: 1, FUTURE: 2, ONFAULT: 4 } as const;

/** How many address spaces, VMAs and page tables there can be in all. */
export const SPACE_ROOM = { spaces: 256, vmas: 131072, tables: 8192 } as const;
