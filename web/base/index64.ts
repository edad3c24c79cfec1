// SPDX-License-Identifier: GPL-2.0-or-later
//
// 64-bit indexes: the brand, parsing, printing, comparing. Imports nothing.
//
// An index is an unsigned 64-bit integer, always a bigint. WebAssembly hands an i64 over as a signed bigint; `index()`
// is the one place where it becomes unsigned.

/** An unsigned 64-bit index, 0 … 2^64−1. Also used for entry words, pivots and gaps. */
export type Index = bigint & { readonly __index: unique symbol };

/** The largest index, 2^64−1. */
export const MAX = 0xffff_ffff_ffff_ffffn as Index;
/** The smallest index. */
export const ZERO = 0n as Index;

/** Brands a bigint, taking it modulo 2^64 (a signed i64 becomes unsigned). */
export function index(x: bigint): Index {
  return BigInt.asUintN(64, x) as Index;
}

/** "0x…" in lower case without leading zeros: the spelling of golden vectors and reports. */
export function toHex(x: bigint): string {
  return `0x${x.toString(16)}`;
}

/** Reads the spelling of `toHex`; throws on anything else, since only our own files are read with it. */
export function fromHex(text: string): Index {
  if (!/^0x[0-9a-f]{1,16}$/.test(text)) throw new Error(`not an index: ${text}`);
  return BigInt(text) as Index;
}
