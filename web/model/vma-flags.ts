// SPDX-License-Identifier: GPL-2.0-or-later
//
// The flags of a VMA in the notation of /proc/PID/maps, and by their names. Pure.

import { VMA_FLAGS } from './memory';

/** `rw-p`, as Linux prints it. */
export function permsText(flags: number): string {
  const letter = (flag: number, one: string): string => ((flags & flag) === 0 ? '-' : one);
  const { read, write, exec, shared } = VMA_FLAGS;
  return `${letter(read, 'r')}${letter(write, 'w')}${letter(exec, 'x')}${(flags & shared) === 0 ? 'p' : 's'}`;
}

/** The flags that permissions do not show: `dontcopy, locked`; those that follow from others are left out. */
export function flagWords(flags: number): string {
  const untold = ['read', 'write', 'exec', 'shared', 'account'];
  return Object.entries(VMA_FLAGS)
    .filter(([word, bit]) => (flags & bit) !== 0 && !untold.includes(word))
    .map(([word]) => word)
    .join(', ');
}
