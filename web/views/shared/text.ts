// SPDX-License-Identifier: GPL-2.0-or-later
//
// Numbers and words as they are written in pictures: grouped hex digits, sizes, text cut to a width. Pure.

import { MAX } from '../../base/index64';

/** Width of one figure of the monospace face, in parts of the font size (the widest of the faces named in theme.css). */
export const MONO_ADVANCE = 0.602;
/** Mean width of a letter of the words' face, in parts of the font size. */
export const WORD_ADVANCE = 0.54;

/** Lower-case hex without prefix; the largest index is `max`. */
export function hex(x: bigint): string {
  return x === MAX ? 'max' : x.toString(16);
}

/** Hex with its digits in groups of four from the right, told apart by a space that does not break. */
export function groupedHex(x: bigint): string {
  return x === MAX ? 'max' : group(x.toString(16), 4);
}

/** A decimal number with its digits in groups of three. */
export function groupedCount(n: number | bigint): string {
  const text = n.toString();
  return text.length <= 4 ? text : group(text, 3);
}

function group(digits: string, size: number): string {
  const parts: string[] = [];
  for (let end = digits.length; end > 0; end -= size) parts.unshift(digits.slice(Math.max(0, end - size), end));
  return parts.join('\u00a0');
}

/** `first – last`, or one number where both are the same. */
export function rangeText(first: bigint, last: bigint): string {
  return first === last ? groupedHex(first) : `${groupedHex(first)} – ${groupedHex(last)}`;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

/** A number of bytes, with at most one digit after the point. */
export function bytesText(bytes: bigint): string {
  let unit = 0;
  let whole = bytes;
  let tenths = 0n;
  while (whole >= 1024n && unit < UNITS.length - 1) {
    tenths = ((whole % 1024n) * 10n) / 1024n;
    whole /= 1024n;
    unit++;
  }
  const point = unit > 0 && whole < 100n && tenths > 0n ? `.${tenths}` : '';
  return `${whole}${point} ${UNITS[unit] ?? ''}`;
}

/** How much a range holds: bytes in an address space, indexes in a plain tree. */
export function sizeText(size: bigint, kind: 'tree' | 'mm'): string {
  if (kind === 'mm') return bytesText(size);
  if (size === 1n) return '1 index';
  return size < 1_000_000n ? `${groupedCount(size)} indexes` : `about 2^${(size.toString(2).length - 1).toString()} indexes`;
}

/** The text if it fits `room` characters, else its beginning with an ellipsis. */
export function clip(text: string, room: number): string {
  if (text.length <= room) return text;
  return room <= 1 ? text.slice(0, Math.max(0, room)) : `${text.slice(0, room - 1)}…`;
}

/** `one node`, `3 nodes`. */
export function plural(n: number, noun: string, nouns = `${noun}s`): string {
  return `${groupedCount(n)} ${n === 1 ? noun : nouns}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listText(parts: readonly string[]): string {
  if (parts.length <= 1) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1] ?? ''}`;
}
