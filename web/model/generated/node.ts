// SPDX-License-Identifier: GPL-2.0-or-later
//
// Facts about the core. Printed by core/tables/describe.c (`make -C core tables`); not to be edited.

/** The layout of a node: byte offsets, counts, minima (compared with the offset of the last used slot). */
export const NODE = {
  BYTES: 256,
  PARENT: 0,
  PIVOTS: 8,
  leaf: { KIND: 1, SLOTS: 16, MIN: 6, SLOT: 128, END: 248, GAPMETA: 249 },
  range: { KIND: 2, SLOTS: 16, MIN: 6, SLOT: 128, END: 248, GAPMETA: 249 },
  arange: { KIND: 3, SLOTS: 10, MIN: 4, SLOT: 80, GAP: 160, END: 240, GAPMETA: 241 },
  /** Address of the node at place 0; each place is BYTES further. */
  BASE: 0xffff888000000000n,
  HEIGHT_MAX: 31,
} as const;
