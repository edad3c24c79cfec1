// SPDX-License-Identifier: GPL-2.0-or-later
//
// The names under which calls on address spaces stand in the log (op-log.ts). Their order is that of the log's numbers;
// what each writes down, memory-log.ts says.

export const MEMORY_KINDS = [
  'mm-new',
  'mm-load',
  'mm-map',
  'mm-map-any',
  'mm-unmap',
  'mm-protect',
  'mm-brk-at',
  'mm-brk',
  'mm-remap',
  'mm-touch',
  'mm-advise',
  'mm-base',
  'fork',
  'mm-exit',
  'mm-lock-all',
  'mm-limit',
  'mm-exec',
] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];
