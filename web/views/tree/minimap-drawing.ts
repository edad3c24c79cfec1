// SPDX-License-Identifier: GPL-2.0-or-later
//
// The small picture of the whole tree, and the place that a press leads to.

import type { Colours } from '../shared/palette';
import type { SlotRef } from '../shared/refs';
import { clearedPen } from '../shared/skeleton';
import { drawFar, drawFound, type Camera, type Screen } from './canvas';
import type { World } from './pane';
import './minimap.css';

const WIDTH = 168;
const HEIGHT = 108;
const PAD = 6;

/** The data of the drawing, and the results of the search. */
export interface MapLook {
  readonly colours: Colours;
  readonly rings: readonly SlotRef[];
}

export type DrawMap = (world: World, camera: Camera, screen: Screen, look: MapLook) => void;

/** Fills the element; the returned function draws it. */
export function mapIn(element: HTMLElement, moveTo: (x: number, y: number) => void): DrawMap {
  const canvas = document.createElement('canvas');
  const frame = document.createElement('div');
  element.append(canvas, frame);
  let drawn: (MapLook & { readonly world: World }) | null = null;
  let scale: Camera = { k: 1, tx: 0, ty: 0 };

  function drawWorld(world: World, { colours, rings }: MapLook): void {
    const k = Math.min((WIDTH - 2 * PAD) / world.width, (HEIGHT - 2 * PAD) / world.height);
    scale = { k, tx: (WIDTH - world.width * k) / 2, ty: (HEIGHT - world.height * k) / 2 };
    const context = clearedPen(canvas, { width: WIDTH, height: HEIGHT });
    if (context === null) return;
    drawFar(context, world, scale, { width: WIDTH, height: HEIGHT }, colours);
    drawFound(context, world, scale, { width: WIDTH, height: HEIGHT }, colours, rings);
    drawn = { world, colours, rings };
  }

  function go(event: PointerEvent): void {
    const box = element.getBoundingClientRect();
    moveTo((event.clientX - box.left - scale.tx) / scale.k, (event.clientY - box.top - scale.ty) / scale.k);
  }

  element.addEventListener('pointerdown', (event) => {
    element.setPointerCapture(event.pointerId);
    go(event);
  });
  element.addEventListener('pointermove', (event) => {
    if (element.hasPointerCapture(event.pointerId)) go(event);
  });

  return (world, camera, screen, look) => {
    const [left, top] = [-camera.tx / camera.k, -camera.ty / camera.k];
    const [right, bottom] = [left + screen.width / camera.k, top + screen.height / camera.k];
    if (drawn?.world !== world || drawn.colours !== look.colours || drawn.rings !== look.rings) drawWorld(world, look);
    const x0 = Math.max(0, left * scale.k + scale.tx);
    const y0 = Math.max(0, top * scale.k + scale.ty);
    frame.style.left = `${x0}px`;
    frame.style.top = `${y0}px`;
    frame.style.width = `${Math.max(3, Math.min(WIDTH, right * scale.k + scale.tx) - x0)}px`;
    frame.style.height = `${Math.max(3, Math.min(HEIGHT, bottom * scale.k + scale.ty) - y0)}px`;
  };
}
