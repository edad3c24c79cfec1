// SPDX-License-Identifier: GPL-2.0-or-later
//
// Ranges in the table: small indexes in decimal, as people write them; others in hex.

import { MAX } from '../base/index64';

/** `10..19`, `0x7f953066f000..max`, `12`. */
export function rangeText(first: bigint, last: bigint): string {
  return first === last ? indexText(first) : `${indexText(first)}..${indexText(last)}`;
}

function indexText(index: bigint): string {
  if (index === MAX) return 'max';
  return index < 100_000n ? index.toString() : `0x${index.toString(16)}`;
}
