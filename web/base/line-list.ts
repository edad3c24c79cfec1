// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lines of a text, named one after the other.

/** `line 3`, `lines 3, 4`; of more than `most` the first ones: `lines 3, 4, 5, …`. */
export function linesText(lines: readonly number[], most = Infinity): string {
  return `line${lines.length === 1 ? '' : 's'} ${lines.slice(0, most).join(', ')}${lines.length > most ? ', …' : ''}`;
}

/** ` (column 5)`; empty where only the line is known. */
export function columnText(column: number | null): string {
  return column === null ? '' : ` (column ${column})`;
}
