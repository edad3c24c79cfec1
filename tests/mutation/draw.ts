// SPDX-License-Identifier: GPL-2.0-or-later
//
// A sample that a seed decides.

/** SplitMix64: a function that gives a whole number below its bound. */
function dice(seed: number): (bound: number) => number {
  let state = BigInt(seed);
  const mask = (1n << 64n) - 1n;
  return (bound) => {
    state = (state + 0x9e3779b97f4a7c15n) & mask;
    let x = state;
    x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & mask;
    return Number((x ^ (x >> 31n)) % BigInt(bound));
  };
}

/** `count` elements of the list, in an order that the seed decides; all of them if `count` is 0. */
export function draw<T>(list: readonly T[], count: number, seed: number): T[] {
  const left = [...list];
  const roll = dice(seed);
  for (let i = left.length - 1; i > 0; i--) {
    const k = roll(i + 1);
    [left[i], left[k]] = [left[k]!, left[i]!];
  }
  return count === 0 ? left : left.slice(0, count);
}
