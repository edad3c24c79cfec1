// SPDX-License-Identifier: GPL-2.0-or-later
//
// An address as a QR code for a terminal.

import { renderUnicodeCompact } from 'uqr';

/** Modules of quiet zone around the code, as its standard asks for. */
const QUIET = 4;
/** Bright white on black, and back: a code in the colours of a light terminal would be its own negative. */
const [COLOURED, PLAIN] = ['\x1b[97;40m', '\x1b[0m'];

/**
 * Lines of block elements, two modules a letter: a filled half is light, an empty one is dark.
 * @param {string} text
 * @param {boolean} coloured for a terminal; without it the code is right only on a dark ground
 * @returns {string[]}
 */
export function qrLines(text, coloured) {
  const lines = renderUnicodeCompact(text, { border: QUIET }).split('\n');
  return coloured ? lines.map((line) => COLOURED + line + PLAIN) : lines;
}
