// SPDX-License-Identifier: GPL-2.0-or-later
//
// A memory map as it is pasted or dropped becomes the lines of a maps block. Floor 2: pure.
//
// Quoting of mail, carriage returns and empty lines go, and so do device and inode numbers (they tell about the machine
// and decide nothing); columns become single blanks. A line that is no mapping stays as it is, so that the
// parser can point at it.

import { PAGE_STYLE, printMapsLine, readMapsLine } from './maps-line';

/** Whether a text looks like a map: its first line that is not empty is one of a map. */
export function looksLikeMaps(text: string): boolean {
  const first = cleanLines(text)[0];
  return first !== undefined && readMapsLine(first) !== null;
}

/** The lines for a maps block. */
export function takeInMaps(text: string): string[] {
  return cleanLines(text).map((row) => {
    const line = readMapsLine(row);
    return line === null ? row : printMapsLine(line, PAGE_STYLE);
  });
}

/** A whole block, ready to be put into a script. */
export function mapsBlock(name: string, text: string): string {
  return [`maps ${name} """`, ...takeInMaps(text), '"""', ''].join('\n');
}

function cleanLines(text: string): string[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((row) => row.replace(/^[ \t>]+/, '').trimEnd())
    .filter((row) => row !== '');
}
