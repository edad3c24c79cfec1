// SPDX-License-Identifier: GPL-2.0-or-later
//
// The look of a line that /proc/PID/smaps adds to a line of a map. By itself, since every paste is asked
// (pasted/detect.ts).

/** Its name and what stands behind it. */
export const FIELD = /^([A-Z][A-Za-z_]*):(?:\s+(.*))?$/;

/** Whether a line is one of those that smaps adds. */
export function isSmapsLine(text: string): boolean {
  return FIELD.test(text);
}
