// SPDX-License-Identifier: GPL-2.0-or-later
//
// Numbers and words as they are written in pictures: grouped hex digits, sizes, text cut to a width. Pure.

import { rangeOf } from '../../base/text';
import { MAX } from '../../base/index64';
import { indexDigits, numberBase } from '../../base/number-base';
import { log2 } from './log-scale';

/**
 * Width of one figure of the monospace face, in parts of the font size (the widest of the faces named in theme.css).
 */
export const MONO_ADVANCE = 0.602;
/** The words' face on a canvas, as theme.css names it. */
export const WORD_FACE = "'Inter', 'Segoe UI', 'Noto Sans', 'DejaVu Sans', system-ui, sans-serif";
/** Mean width of a letter of the words' face, in parts of the font size. */
export const WORD_ADVANCE = 0.54;

/** An address in hex with its digits in groups of four from the right, separated by a space that does not break. */
export function groupedHex(x: bigint): string {
  return x === MAX ? 'max' : group(x.toString(16), 4);
}

/**
 * The digits of an index in groups, separated by a space that does not break: of four in hex, of three in decimal from
 * five on.
 */
export function groupedIndex(x: bigint): string {
  if (x === MAX || numberBase() === 'hexadecimal') return groupedHex(x);
  const digits = indexDigits(x);
  return digits.length < 5 ? digits : group(digits, 3);
}

/** A decimal number with its digits in groups of three, separated by commas. */
export function groupedCount(n: number | bigint): string {
  return group(n.toString(), 3, ',');
}

function group(digits: string, size: number, between = '\u00a0'): string {
  const parts: string[] = [];
  for (let end = digits.length; end > 0; end -= size) parts.unshift(digits.slice(Math.max(0, end - size), end));
  return parts.join(between);
}

/** `first – last`, or one number where both are the same. */
export function rangeText(first: bigint, last: bigint): string {
  return rangeOf(first, last, groupedIndex, ' – ');
}

/** The same where no other number shows the base: in hex `0x10 – 0x19`. */
export function rangeWith0x(first: bigint, last: bigint): string {
  const text = rangeText(first, last);
  return numberBase() === 'decimal' ? text : text.replace(/^(?!max)|(?<=– )(?!max)/g, '0x');
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

/**
 * A number of bytes, rounded to the nearest tenth of its unit; tenths are left out from 100 on and where they are 0.
 */
export function bytesText(bytes: bigint): string {
  let unit = 0;
  let size = 1n;
  while (unit < UNITS.length - 1 && roundDiv(bytes, size) >= 1024n) {
    unit++;
    size *= 1024n;
  }
  const name = UNITS[unit] ?? '';
  const tenths = roundDiv(bytes * 10n, size);
  if (tenths >= 1000n) return `${roundDiv(bytes, size)} ${name}`;
  return `${tenths / 10n}${tenths % 10n === 0n ? '' : `.${tenths % 10n}`} ${name}`;
}

function roundDiv(a: bigint, b: bigint): bigint {
  return (2n * a + b) / (2n * b);
}

/**
 * How much a range holds: bytes in an address space, indexes in a plain tree. From a million indexes on as the power of
 * two, rounded to a tenth of the exponent; `≈` says that it is not exact.
 */
export function sizeText(size: bigint, kind: 'tree' | 'mm'): string {
  if (kind === 'mm') return bytesText(size);
  return size === 1n ? '1 index' : `${indexCount(size)} indexes`;
}

function indexCount(size: bigint): string {
  if (size < 1_000_000n) return groupedCount(size);
  const power = BigInt(size.toString(2).length - 1);
  return size === 1n << power ? `2^${power}` : `≈ 2^${Math.round(log2(size) * 10) / 10}`;
}

/** A length in as few letters as possible: bytes in an address space, else the number of indexes without the word. */
export function lengthText(size: bigint, kind: 'tree' | 'mm'): string {
  return kind === 'mm' ? bytesText(size) : indexCount(size);
}

/** The text if it fits `room` characters, else its beginning with an ellipsis. */
export function clip(text: string, room: number): string {
  if (text.length <= room) return text;
  return room <= 1 ? text.slice(0, Math.max(0, room)) : `${text.slice(0, room - 1)}…`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listText(parts: readonly string[]): string {
  if (parts.length <= 1) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1] ?? ''}`;
}
