// SPDX-License-Identifier: GPL-2.0-or-later
//
// FNV-1a, 64 bits, of lines of text: the sum of the canonical dump (golden/FORMAT.md). Pure.

const PRIME_LOW = 0x1b3;

/** The sum of the lines, each ended by a newline, as 16 hex digits. The lines hold ASCII only. */
export function sumOfLines(lines: Iterable<string>): string {
  // The hash in two halves; the prime is 2^40 + 0x1b3.
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  const take = (byte: number): void => {
    const x = (low ^ byte) >>> 0;
    const product = x * PRIME_LOW;
    high = (Math.imul(high, PRIME_LOW) + Math.floor(product / 2 ** 32) + (x << 8)) >>> 0;
    low = product >>> 0;
  };
  for (const line of lines) {
    for (let k = 0; k < line.length; k++) take(line.charCodeAt(k));
    take(10);
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
