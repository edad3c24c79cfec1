// SPDX-License-Identifier: GPL-2.0-or-later
//
// The one source of chance: SplitMix64 with a seed, and the shuffle made with it. No clock, no Math.random.

const WORD = 0xffff_ffff_ffff_ffffn;

export interface Random {
  /** The next number, 0 … 2^64−1. */
  next(): bigint;
  /** The seed of a generator that continues this one. */
  seed(): bigint;
}

/** SplitMix64: a 64-bit counter in steps of the golden ratio, mixed. Equal seeds give equal numbers for ever. */
export function splitMix64(seed: bigint): Random {
  let state = seed & WORD;
  return {
    next(): bigint {
      state = (state + 0x9e37_79b9_7f4a_7c15n) & WORD;
      let z = state;
      z = ((z ^ (z >> 30n)) * 0xbf58_476d_1ce4_e5b9n) & WORD;
      z = ((z ^ (z >> 27n)) * 0x94d0_49bb_1331_11ebn) & WORD;
      return z ^ (z >> 31n);
    },
    seed: () => state,
  };
}

/** 0 … count−1 in the order of a Fisher–Yates shuffle from the top, each draw modulo what is left. */
export function shuffled(count: number, random: Random): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, k) => k);
  for (let top = count - 1; top > 0; top--) {
    const other = Number(random.next() % BigInt(top + 1));
    const kept = order[top] as number;
    order[top] = order[other] as number;
    order[other] = kept;
  }
  return order;
}
