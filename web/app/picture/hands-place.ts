// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where the list of what can be done with a slot stands: under the slot, else over it, else at one of its sides. Pure.
//
// Invariants: the list lies within the window, not over its slot, and not under the pointer: a second press there must
// not do what the person has not read yet.

export interface Placed {
  readonly left: number;
  readonly top: number;
  /** As high may the list be; a longer one scrolls. */
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Between the slot and the list, and between the pointer and the list. */
const APART = 10;
/** Between the list and the window's edge. */
const EDGE = 8;

/** `pointer` null: there is none over the page. */
export function besideSlot(
  slot: Box,
  list: Size,
  window: Size,
  pointer: { readonly x: number; readonly y: number } | null,
): Placed {
  // The area that has to stay free.
  const free: Box =
    pointer === null
      ? slot
      : {
          left: Math.min(slot.left, pointer.x),
          top: Math.min(slot.top, pointer.y),
          right: Math.max(slot.right, pointer.x),
          bottom: Math.max(slot.bottom, pointer.y),
        };
  const within = (at: number, size: number, all: number): number => Math.max(EDGE, Math.min(at, all - size - EDGE));
  const left = within(slot.left, list.width, window.width);
  const [over, under] = [free.top - APART - EDGE, window.height - free.bottom - APART - EDGE];
  const below = (height: number): Placed => ({ left, top: free.bottom + APART, height });
  const above = (height: number): Placed => ({ left, top: free.top - APART - height, height });
  if (list.height <= under) return below(list.height);
  if (list.height <= over) return above(list.height);
  const top = within(slot.top, list.height, window.height);
  const height = Math.min(list.height, window.height - 2 * EDGE);
  if (free.right + APART + list.width <= window.width - EDGE) return { left: free.right + APART, top, height };
  if (free.left - APART - list.width >= EDGE) return { left: free.left - APART - list.width, top, height };
  return under >= over ? below(under) : above(over);
}
