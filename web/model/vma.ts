// SPDX-License-Identifier: GPL-2.0-or-later
//
// A VMA as a line of /proc/PID/maps gives it. In the tree its entry is the value of its number.

import type { Index } from '../base/index64';

/** The kind of a mapping: decides its letter and colour wherever it is drawn. */
export type VmaClass = 'text' | 'read-only' | 'file-writable' | 'anonymous' | 'heap' | 'stack' | 'vdso' | 'guard';

export interface Vma {
  /** From 1, in order of creation within its address space. */
  readonly number: number;
  /** Byte addresses, both included. */
  readonly first: Index;
  readonly last: Index;
  /** As Linux prints it: `rw-p`. */
  readonly perms: string;
  /** Byte offset in the file. */
  readonly offset: Index;
  /** Path, or a name in brackets; empty for anonymous memory. */
  readonly path: string;
  /** Bits of VMA_FLAGS, where they are known. */
  readonly flags?: number;
}

// VMA_FLAGS.grows of memory.ts, which knows this file.
const GROWS = 0x10;

/**
 * Classes by name first (heap, stack, vdso), memory that grows downwards being a stack without a name, then by
 * permission and whether a file is behind it.
 */
export function vmaClass(vma: Pick<Vma, 'perms' | 'path' | 'flags'>): VmaClass {
  if (vma.path === '[heap]') return 'heap';
  if (vma.path.startsWith('[stack') || (vma.path === '' && ((vma.flags ?? 0) & GROWS) !== 0)) return 'stack';
  if (vma.path.startsWith('[v')) return 'vdso';
  if (vma.perms.startsWith('---')) return 'guard';
  if (vma.perms[2] === 'x') return 'text';
  const file = vma.path !== '' && !vma.path.startsWith('[');
  if (!file) return 'anonymous';
  return vma.perms[1] === 'w' ? 'file-writable' : 'read-only';
}

/** The file name of a path: `libc.so.6`. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * Whether a path’s file has a name, in small or capital letters: `libc` is that of `libc.so.6`, not of `libcrypto.so`.
 */
export function isFileOf(path: string, name: string): boolean {
  const file = fileName(path).toLowerCase();
  const wanted = name.toLowerCase();
  return file.startsWith(wanted) && !/^[\p{L}\p{N}_]/u.test(file.slice(wanted.length));
}
