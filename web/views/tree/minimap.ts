// SPDX-License-Identifier: GPL-2.0-or-later
//
// A small picture of the whole tree in the corner, with a frame around what is in view: there only while less than
// most of the picture is in view. Pressing or dragging in it moves the view. For the pointer; the keyboard pans and
// fits without it.

import type { Colours } from '../shared/palette';
import type { SlotRef } from '../shared/refs';
import { clearedPen } from '../shared/skeleton';
import { drawFar, drawFound, type Camera, type Screen } from './canvas';
import type { World } from './pane';

const WIDTH = 168;
const HEIGHT = 108;
const PAD = 6;
/** Narrower pictures have no room for it. */
const HOST_MIN = 480;
/** Shown while less than this part of the picture is in view. */
const SEEN_MOST = 0.6;

/** What it is drawn with, and what was found. */
export interface MapLook {
  readonly colours: Colours;
  readonly rings: readonly SlotRef[];
}

export interface Minimap {
  readonly element: HTMLElement;
  update(world: World, camera: Camera, screen: Screen, look: MapLook): void;
}

export function createMinimap(moveTo: (x: number, y: number) => void): Minimap {
  const element = document.createElement('div');
  element.className = 'ms-minimap';
  element.hidden = true;
  element.setAttribute('aria-hidden', 'true');
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

  return {
    element,
    update(world, camera, screen, look) {
      const left = -camera.tx / camera.k;
      const top = -camera.ty / camera.k;
      const right = left + screen.width / camera.k;
      const bottom = top + screen.height / camera.k;
      const wide = Math.max(0, Math.min(right, world.width) - Math.max(left, 0));
      const high = Math.max(0, Math.min(bottom, world.height) - Math.max(top, 0));
      const seen = (wide * high) / Math.max(1, world.width * world.height);
      element.hidden = seen >= SEEN_MOST || screen.width < HOST_MIN || world.width === 0;
      if (element.hidden) return;
      if (drawn?.world !== world || drawn.colours !== look.colours || drawn.rings !== look.rings)
        drawWorld(world, look);
      const x0 = Math.max(0, left * scale.k + scale.tx);
      const y0 = Math.max(0, top * scale.k + scale.ty);
      frame.style.left = `${x0}px`;
      frame.style.top = `${y0}px`;
      frame.style.width = `${Math.max(3, Math.min(WIDTH, right * scale.k + scale.tx) - x0)}px`;
      frame.style.height = `${Math.max(3, Math.min(HEIGHT, bottom * scale.k + scale.ty) - y0)}px`;
    },
  };
}
