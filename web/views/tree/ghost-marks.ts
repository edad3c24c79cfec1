// SPDX-License-Identifier: GPL-2.0-or-later
//
// The marks over the cells of a ghost: a search's verdicts on its slots, the readers that stand on them, and strokes
// through VMAs that no longer exist.

import type { NodePicture } from '../../model/picture';
import type { SceneReader } from '../../model/run';
import type { Vma } from '../../model/vma';
import { put } from '../shared/svg';
import type { Look } from '../shared/trail';
import { drawPill, drawSign, drawStem } from './trail-layer';
import { bySlot, PILL_HEIGHT, pillWidth, readersText, stemPath, type Cell, type Pill } from './trail-places';

/** Where the ghost's cells are, how high the lane over them is, and how wide the ghost. */
export interface GhostPlace {
  readonly cell: (slot: number) => Cell;
  readonly lane: number;
  readonly width: number;
}

export function drawGhostMarks(
  svg: SVGElement,
  place: GhostPlace,
  signs: readonly Look[],
  readers: readonly SceneReader[],
): void {
  const { cell, lane } = place;
  for (const { slot, sign } of signs)
    drawSign(svg, { sign, x: middleOf(cell(slot)), y: cell(slot).y - lane / 2, r: 6.4 });
  drawReaders(
    svg,
    readers,
    place,
    signs.map(({ slot }) => slot),
  );
}

// In the lane over the slots that readers stand on; one pill a slot, aside where there is something already.
function drawReaders(
  svg: SVGElement,
  readers: readonly SceneReader[],
  { cell: cellAt, lane, width }: GhostPlace,
  signed: readonly number[],
): void {
  const first = cellAt(0);
  const taken = signed.map((slot) => ({ x: middleOf(cellAt(slot)) - 7, w: 14 }));
  const pills: Pill[] = [];
  for (const { slot, names } of bySlot(readers)) {
    const text = readersText(names);
    const w = pillWidth(text);
    const cell = slot < 0 ? null : cellAt(slot);
    const middle = cell === null ? first.x + w / 2 : middleOf(cell);
    const x = freePlace(middle - w / 2, w, width, taken);
    taken.push({ x, w });
    const pill: Pill = { kind: 'reader', text, x, y: first.y - lane / 2 - PILL_HEIGHT / 2, w, h: PILL_HEIGHT };
    pills.push(pill);
    drawStem(svg, { d: cell === null ? '' : stemPath(pill, cell), cell });
  }
  for (const pill of pills) drawPill(svg, pill);
}

const middleOf = ({ x, w }: Cell): number => x + w / 2;

/**
 * The place nearest to a wanted one at which something of a width lies on nothing, within 0 … `room`; the wanted one if
 * there is none.
 */
export function freePlace(
  wanted: number,
  w: number,
  room: number,
  taken: readonly { readonly x: number; readonly w: number }[],
): number {
  const inside = (x: number): number => Math.max(0, Math.min(room - w, x));
  for (let off = 0; off < room; off += 2) {
    for (const x of [inside(wanted + off), inside(wanted - off)]) {
      if (taken.every((other) => x + w + 1 <= other.x || other.x + other.w + 1 <= x)) return x;
    }
  }
  return inside(wanted);
}

// A VMA that no longer exists keeps its letter and colour and is struck.
export function strikeGone(
  group: SVGGElement,
  { slots }: NodePicture,
  vmas: readonly Vma[],
  cellAt: (slot: number) => Cell,
): void {
  const gone = new Set(vmas.map(({ number }) => (BigInt(number) << 1n) | 1n));
  slots.forEach((word, slot) => {
    if (!gone.has(word)) return;
    const { x, y, w, h } = cellAt(slot);
    put(group, 'path', { class: 'gone', d: `M${x + 2},${y + h - 2}l${w - 4},${4 - h}` });
  });
}
