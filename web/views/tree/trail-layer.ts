// SPDX-License-Identifier: GPL-2.0-or-later
//
// Paints the signs of a reading step and of parked readers over the tree, at sizes that do not follow the zoom. Knows
// where they go from trail-places.ts.

import { put } from '../shared/svg';
import { verdictLook } from '../shared/verdicts';
import type { World } from './pane';
import { PILL_HEIGHT, placeTrail, type Pill, type TrailScene, type VerdictSign } from './trail-places';

export function drawTrail(layer: SVGGElement, world: World, scene: TrailScene): void {
  layer.replaceChildren();
  if (scene.trail === null && scene.readers.length === 0) return;
  const { pills, bars, signs, notes, stems } = placeTrail(world, scene);
  for (const { x, y1, y2, cell } of stems) {
    if (cell !== null) {
      put(layer, 'rect', { class: 'reader-slot halo', x: cell.x, y: cell.y, width: cell.w, height: cell.h });
      put(layer, 'rect', { class: 'reader-slot', x: cell.x, y: cell.y, width: cell.w, height: cell.h });
    }
    put(layer, 'path', { class: 'stem halo', d: `M${x},${y1}V${y2}` });
    put(layer, 'path', { class: 'stem', d: `M${x},${y1}V${y2}` });
  }
  for (const { x1, x2, y } of bars) put(layer, 'path', { class: 'run', d: `M${x1},${y}H${Math.max(x2, x1 + 2)}` });
  for (const note of notes) put(layer, 'text', { class: 'look-note', x: note.x, y: note.y }).textContent = note.text;
  for (const sign of signs) drawSign(layer, sign);
  for (const pill of pills) drawPill(layer, pill);
}

export function drawPill(layer: Element, { kind, x, y, w, h, text }: Pill): void {
  put(layer, 'rect', { class: `pill ${kind}`, x, y, width: w, height: h, rx: kind === 'reader' ? 2 : PILL_HEIGHT / 2 });
  put(layer, 'text', { class: `pill-text ${kind}`, x: x + w / 2, y: y + h / 2 + 3.4 }).textContent = text;
}

export function drawSign(layer: Element, { verdict, x, y, r }: VerdictSign): void {
  const group = put(layer, 'g', { class: verdict === 'taken' ? 'sign taken' : 'sign', transform: `translate(${round(x)},${round(y)}) scale(${round(r / 6)})` });
  (group as SVGGElement).dataset.verdict = verdict;
  put(group, 'circle', { r: 6 });
  put(group, 'path', { d: verdictLook(verdict).path });
}

function round(x: number): number {
  return Math.round(x * 100) / 100;
}
