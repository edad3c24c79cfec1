// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where each place of the slab is drawn: rows of squares, as large as the room allows, and where even small ones do not
// suffice several places a square. Pure. Invariant: every place has exactly one square.

export interface SlabLayout {
  readonly columns: number;
  readonly rows: number;
  /** Side of a square with the space behind it, in pixels. */
  readonly cell: number;
  /** Places a square. */
  readonly per: number;
}

const CELLS = [15, 12, 10, 8, 6, 5, 4, 3] as const;
/** From this size on a letter can be read in a square. */
export const LETTER_CELL = 15;

export function slabLayout(places: number, width: number, heightMax: number): SlabLayout {
  const count = Math.max(1, places);
  for (const cell of CELLS) {
    const columns = Math.max(1, Math.floor(width / cell));
    const rows = Math.ceil(count / columns);
    if (rows * cell <= heightMax) return { columns, rows, cell, per: 1 };
  }
  const cell = CELLS[CELLS.length - 1]!;
  const columns = Math.max(1, Math.floor(width / cell));
  const rows = Math.max(1, Math.floor(heightMax / cell));
  const per = Math.ceil(count / (columns * rows));
  return { columns, rows: Math.ceil(Math.ceil(count / per) / columns), cell, per };
}

/** The first place of the square at a point; null beside the squares. */
export function placeAt({ columns, cell, per }: SlabLayout, x: number, y: number, places: number): number | null {
  const column = Math.floor(x / cell);
  if (x < 0 || y < 0 || column >= columns) return null;
  const place = (Math.floor(y / cell) * columns + column) * per;
  return place < places ? place : null;
}

/** Left upper corner of the square that a place is in. */
export function cornerOf(
  { columns, cell, per }: SlabLayout,
  place: number,
): { readonly x: number; readonly y: number } {
  const square = Math.floor(place / per);
  return { x: (square % columns) * cell, y: Math.floor(square / columns) * cell };
}

/**
 * The place that stands for its square: one with a state that is never overlooked, else one of the most frequent state.
 */
export function tellingPlace(states: Uint8Array, first: number, per: number, never: number): number {
  if (per === 1) return first;
  const last = Math.min(first + per, states.length);
  const counts: number[] = [];
  let best = first;
  for (let place = first; place < last; place++) {
    const state = states[place]!;
    if (state === never) return place;
    const count = (counts[state] ?? 0) + 1;
    counts[state] = count;
    if (count > (counts[states[best]!] ?? 0)) best = place;
  }
  return best;
}

/**
 * Whether a place is the first of a run: the place before it, or the square at the left, is of another tree, or a row
 * begins.
 */
export function beginsRun(owners: ArrayLike<number>, place: number, { columns, per }: SlabLayout): boolean {
  const row = Math.floor(place / per / columns);
  const before = place - per;
  return before < 0 || Math.floor(before / per / columns) !== row || owners[before] !== owners[place];
}
