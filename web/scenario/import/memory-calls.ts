// SPDX-License-Identifier: GPL-2.0-or-later
//
// The system calls that a replay of an strace log makes. A file of its own, because every paste is tested for them
// before the reader of logs loads.

export const MEMORY_CALLS: ReadonlySet<string> = new Set([
  'mmap',
  'mmap2',
  'munmap',
  'mprotect',
  'pkey_mprotect',
  'brk',
  'mremap',
  'madvise',
  'mlock',
  'mlock2',
  'munlock',
  'mlockall',
  'munlockall',
  'mseal',
  'shmat',
  'shmdt',
]);

/** How strace before 6.10 spells a call that it does not know. */
const UNKNOWN_THEN: Readonly<Record<string, string>> = { syscall_0x1ce: 'mseal' };

/** A call's name, whichever strace wrote the log. */
export function callName(name: string): string {
  return UNKNOWN_THEN[name] ?? name;
}

/** Any of them, in a pattern. */
export const ANY_MEMORY_CALL = `(?:${[...MEMORY_CALLS, ...Object.keys(UNKNOWN_THEN)].join('|')})`;
