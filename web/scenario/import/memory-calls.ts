// SPDX-License-Identifier: GPL-2.0-or-later
//
// The system calls that a replay of an strace log does. Apart, since every paste is asked for them, before anything
// that reads a log is fetched.

export const MEMORY_CALLS: ReadonlySet<string> = new Set(['mmap', 'mmap2', 'munmap', 'mprotect', 'pkey_mprotect', 'brk', 'mremap', 'madvise', 'mlock', 'mlock2', 'munlock', 'shmat', 'shmdt']);

/** Any of them, in a pattern. */
export const ANY_MEMORY_CALL = `(?:${[...MEMORY_CALLS].join('|')})`;
