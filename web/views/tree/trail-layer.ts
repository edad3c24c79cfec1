// SPDX-License-Identifier: GPL-2.0-or-later
//
// Paints the signs of a step and of parked readers over the tree, at sizes that do not follow the zoom. Knows where
// they go from trail-places.ts.

import { put } from '../shared/svg';
import { signClass, verdictLook } from '../shared/verdicts';
import { PILL_HEIGHT, type Pill, type Stem, type TrailPlaces, type VerdictSign } from './trail-places';

export function drawTrail(layer: SVGGElement, { pills, bars, signs, notes, stems, names }: TrailPlaces): void {
  layer.replaceChildren();
  for (const stem of stems) drawStem(layer, stem);
  for (const { x1, x2, y } of bars) put(layer, 'path', { class: 'run', d: `M${x1},${y}H${Math.max(x2, x1 + 2)}` });
  for (const name of names) put(layer, 'text', { class: 'node-name', x: name.x, y: name.y }).textContent = name.text;
  for (const note of notes) put(layer, 'text', { class: 'look-note', x: note.x, y: note.y }).textContent = note.text;
  for (const sign of signs) drawSign(layer, sign);
  for (const pill of pills) drawPill(layer, pill);
}

export function drawStem(layer: Element, { d, cell }: Stem): void {
  if (cell !== null) {
    const { x, y, w, h } = cell;
    put(layer, 'rect', { class: 'reader-slot halo', x, y, width: w, height: h });
    put(layer, 'rect', { class: 'reader-slot', x, y, width: w, height: h });
  }
  if (d === '') return;
  put(layer, 'path', { class: 'stem halo', d });
  put(layer, 'path', { class: 'stem', d });
}

const CORNERS: Readonly<Record<Pill['kind'], number>> = {
  visit: PILL_HEIGHT / 2,
  restart: PILL_HEIGHT / 2,
  reader: 2,
  caption: 2,
  broken: 0,
};

export function drawPill(layer: Element, { kind, x, y, w, h, text }: Pill): void {
  put(layer, 'rect', { class: `pill ${kind}`, x, y, width: w, height: h, rx: CORNERS[kind] });
  put(layer, 'text', { class: `pill-text ${kind}`, x: x + w / 2, y: y + h / 2 + 4.2 }).textContent = text;
}

export function drawSign(layer: Element, { sign, x, y, r }: VerdictSign): void {
  const group = put(layer, 'g', {
    class: signClass(sign),
    transform: `translate(${round(x)},${round(y)}) scale(${round(r / 6)})`,
  });
  (group as SVGGElement).dataset.verdict = sign;
  put(group, 'circle', { r: 6 });
  put(group, 'path', { d: verdictLook(sign).path });
}

function round(x: number): number {
  return Math.round(x * 100) / 100;
}
