// SPDX-License-Identifier: GPL-2.0-or-later
//
// The meaning of the letters of letters.ts. Only the help needs it, and loads it.

/** The meaning of the letters under the bars, in the order of the help. */
export const LETTER_MEANINGS: readonly (readonly [letters: string, meaning: string])[] = [
  ['o', 'store_root'],
  ['a n s e', 'append, node_store, slot_store, exact_fit: the leaf has room'],
  ['Y R S N', 'split_store, rebalance, spanning_store, new_root: the structure changes'],
  ['D F B X', 'dup, fork, bulk, destroy or exit'],
  ['l g', 'load, gap or search'],
  ['w > < f', 'walk, next, prev, find, with their ranges'],
  ['E', 'each: every entry of a range'],
  ['m', 'a kept state (MA_STATE): state, set, aim, reset, pause'],
  ['( ~ )', 'a reader enters, goes on, leaves'],
  ['A c', 'alloc or cyclic that stored nothing'],
  ['t %', 'tree, corrupt'],
  [
    '·',
    'calls on address spaces that made no store or several: mm, map, unmap, protect, brk, touch, advise, trace; ' +
      'sweep; a write without a store type, because it was refused before or had nothing to do',
  ],
];
