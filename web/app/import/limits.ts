// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which texts are taken in, and which are shown whole.

/** Longer texts are read in the reader's worker, and only their first lines are shown. */
export const LAID_OUT_MAX = 200_000;
export const FILE_BYTES_MAX = 32 << 20;

export function notText(name: string): string {
  return `${name} is not a text file. Drop a memory map, a log, a dump or a scenario. Your text is unchanged.`;
}
