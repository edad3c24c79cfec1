// SPDX-License-Identifier: GPL-2.0-or-later
//
// The marks over and under the bars of the strip, as SVG: ticks, the ranges searched, visited and touched, readers, the
// selection and the hovered range.

import { numberBase } from '../../base/number-base';
import { MAX } from '../../base/index64';
import type { SlotRef, TouchedRange } from '../shared/refs';
import { put } from '../shared/svg';
import { groupedCount, groupedIndex, MONO_ADVANCE } from '../shared/text';
import type { Trail } from '../shared/trail';
import { heaps, partsOf, roundTicks, ticksOf, visitedParts } from './layout';
import { BAR, BAR_TOP, barWidth, toX, type Shown } from './stage';

const TICK_FONT = 12;
/** Width of a reader's wedge. */
const WEDGE = 8;
/** Height of the numbers over the bar. */
const FLAG = 12;

type Part = { readonly from: number; readonly to: number } | null;

export function drawTicks(stage: Shown): void {
  const { strip, data, ticks: layer } = stage;
  const label = (index: bigint): number => tickText(index).length * TICK_FONT * MONO_ADVANCE;
  const place = (part: number): number => toX(stage, part);
  const ticks =
    data.scale === 'linear'
      ? roundTicks(strip, place, barWidth(stage), 150)
      : ticksOf(strip, place, barWidth(stage), label);
  for (const tick of ticks) {
    put(layer, 'line', { x1: tick.x, x2: tick.x, y1: BAR_TOP + BAR, y2: BAR_TOP + BAR + 4, class: 'tick' });
    const text = put(layer, 'text', { x: tick.x, y: BAR_TOP + BAR + 17, 'text-anchor': tick.anchor });
    text.textContent = tickText(tick.index);
  }
}

// With its prefix: here one sees first in which base the pictures count.
function tickText(index: bigint): string {
  return index === MAX || numberBase() === 'decimal' ? groupedIndex(index) : `0x${groupedIndex(index)}`;
}

export function drawMarks(stage: Shown): void {
  const { strip, data, hover } = stage;
  stage.marks.replaceChildren();
  const name = data.tree?.picture.name;
  const visited = data.trail !== null && data.trail.tree === name && data.trail.visits.length > 0;
  if (data.window !== null && data.window.tree === name) drawWindow(stage, data.window);
  if (visited) drawVisited(stage, data.trail);
  if (!visited && data.touched !== null && data.touched.tree === name)
    markPart(stage, partsOf(strip, data.touched.first, data.touched.last), 'touched');
  drawReaders(stage);
  for (const [ref, kind] of [
    [data.selected, 'selected'],
    [hover ?? data.hovered, 'hovered'],
  ] as const) {
    if (ref !== null && ref.tree === name) markPart(stage, refPart(stage, ref), kind);
  }
}

// A bracket under the bar, with its ends turned up as far as they are in view.
function drawWindow(stage: Shown, { first, last }: TouchedRange): void {
  const place = partsOf(stage.strip, first, last);
  if (place === null) return;
  const [x0, x1] = [toX(stage, place.from) + 0.75, toX(stage, place.to) - 0.75];
  const y = BAR_TOP + BAR + 3.5;
  const [left, right] = [Math.max(-1, x0), Math.min(barWidth(stage) + 1, x1)];
  if (right < left) return;
  const ends = `${x0 >= 0 ? `M${x0},${y - 5}V${y}` : ''}${x1 <= barWidth(stage) ? `M${x1},${y - 5}V${y}` : ''}`;
  put(stage.marks, 'path', { d: `M${left},${y}H${right}${ends}`, class: 'window' });
}

// A line under what was visited; the first and the last visit have their numbers over the bar.
function drawVisited(stage: Shown, { visits }: Trail): void {
  for (const { x0, x1 } of visitedLines(stage, visits)) {
    put(stage.marks, 'rect', {
      x: x0,
      y: BAR_TOP + BAR - 1,
      width: Math.max(2, x1 - x0 - 1),
      height: 4,
      class: 'visited',
    });
  }
  drawFlags(stage, [visits[0], visits.length > 1 ? visits[visits.length - 1] : undefined]);
}

// Marks closer than a pixel are one line.
function visitedLines(stage: Shown, visits: Trail['visits']): readonly { x0: number; x1: number }[] {
  const lines: { x0: number; x1: number }[] = [];
  for (const { from, to } of visitedParts(stage.strip, visits)) {
    const [x0, x1] = [Math.max(-2, toX(stage, from)), Math.min(barWidth(stage) + 2, toX(stage, to))];
    if (x1 < 0 || x0 > barWidth(stage)) continue;
    const before = lines[lines.length - 1];
    if (before !== undefined && x0 - before.x1 < 2) before.x1 = Math.max(before.x1, x1);
    else lines.push({ x0, x1 });
  }
  return lines;
}

function drawFlags(stage: Shown, visits: readonly (Trail['visits'][number] | undefined)[]): void {
  const { strip, marks } = stage;
  const flags = visits.flatMap((visit) => {
    const range = visit?.range ?? null;
    const place = range === null ? null : partsOf(strip, range.first, range.last);
    return visit === undefined || place === null
      ? []
      : [{ text: groupedCount(visit.visit), x: toX(stage, (place.from + place.to) / 2) }];
  });
  let taken = -Infinity;
  for (const { text, x } of flags.sort((a, b) => a.x - b.x)) {
    const w = Math.max(FLAG, text.length * 12 * MONO_ADVANCE + 6);
    const left = Math.max(0, Math.min(barWidth(stage) - w, x - w / 2), taken);
    taken = left + w + 1;
    if (x < -2 || x > barWidth(stage) + 2) continue;
    put(marks, 'rect', { x: left, y: 0, width: w, height: FLAG, rx: FLAG / 2, class: 'flag' });
    put(marks, 'text', { x: left + w / 2, y: 10.3, class: 'flag-text' }).textContent = text;
  }
}

// A small wedge under the bar where readers stand; how many, where their wedges would lie on each other.
function drawReaders(stage: Shown): void {
  const { strip, data, marks } = stage;
  const places = data.readers.flatMap((reader) => {
    if (reader.tree !== data.tree?.picture.name || reader.node === null) return [];
    const place = partsOf(strip, reader.index, reader.last);
    return place === null ? [] : [toX(stage, (place.from + place.to) / 2)];
  });
  for (const { x, count } of heaps(places, WEDGE)) {
    if (x < 0 || x > barWidth(stage)) continue;
    put(marks, 'path', { d: `M${x - 4},${BAR_TOP + BAR + 5}h8l-4,-6z`, class: 'reader' });
    if (count > 1)
      put(marks, 'text', { x: x + 5, y: BAR_TOP + BAR + 8, class: 'reader-count' }).textContent = count.toString();
  }
}

// A slot's stretch; for a whole node, or a slot of an inner one, everything below it.
function refPart({ strip, data }: Shown, ref: SlotRef): Part {
  const k = strip.stretches.findIndex((s) => s.node === ref.node && s.slot === ref.slot);
  if (k >= 0) return { from: strip.edges[k] ?? 0, to: strip.edges[k + 1] ?? 1 };
  const node = data.tree?.picture.nodes.find((n) => n.id === ref.node);
  if (node === undefined) return null;
  const first = ref.slot <= 0 ? node.min : (node.lasts[ref.slot - 1] ?? node.min) + 1n;
  const last = ref.slot < 0 ? node.max : (node.lasts[ref.slot] ?? node.max);
  return partsOf(strip, first, last);
}

function markPart(stage: Shown, part: Part, kind: string): void {
  if (part === null) return;
  const x0 = Math.max(-2, toX(stage, part.from));
  const x1 = Math.min(barWidth(stage) + 2, toX(stage, part.to));
  if (x1 < 0 || x0 > barWidth(stage)) return;
  const w = Math.max(2, x1 - x0 - (x1 - x0 > 3 ? 1 : 0));
  // The selection and the hovered range are drawn around the range that the step touched.
  const off = kind === 'touched' ? 1 : 3.5;
  put(stage.marks, 'rect', {
    x: x0 + 1 - off,
    y: BAR_TOP - off,
    width: w - 2 + 2 * off,
    height: BAR + 2 * off,
    class: `mark ${kind}`,
  });
  if (kind !== 'touched') return;
  const middle = x0 + w / 2;
  put(stage.marks, 'path', { d: `M${middle - 4},${BAR_TOP - 8}h8l-4,5z`, class: 'pointer' });
}
