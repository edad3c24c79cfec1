// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which texts the page accepts, and which it shows in full.

/** In characters. The reader's worker reads longer texts; the dialog shows only their first lines. */
export const LAID_OUT_MAX = 200_000;
export const FILE_BYTES_MAX = 32 << 20;

export function notText(name: string): string {
  return `${name} is not a text file. Drop a memory map, a log, a dump or a scenario. Your text is unchanged.`;
}

/** Of a folder, or of a file that is gone or changed since it was chosen. */
export function notRead(name: string): string {
  return `${name} could not be read: it is a folder, or the file has changed. Drop a file. Your text is unchanged.`;
}
