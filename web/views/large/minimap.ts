// SPDX-License-Identifier: GPL-2.0-or-later
//
// The whole of a large tree in the corner, with a frame around what is in view; pressing or dragging in it goes there.
// For the pointer: the keyboard goes everywhere without it.

import { isAllNew, type TreeOverview } from '../../model/overview';
import type { Colours } from '../shared/palette';
import { densityOf } from './density';
import { clearedPen, type Size } from '../shared/skeleton';
import type { Camera, Spans } from './rows';

const WIDTH = 190;
const PAD = 6;
const ROW = 7;
const BETWEEN = 3;
/** Narrower pictures have no room for it. */
const HOST_MIN = 480;
/** Shown while less than this part of the width is in view. */
const SEEN_MOST = 0.7;

export interface Minimap {
  readonly element: HTMLElement;
  /** Height that it takes at a zoom; 0 if it is not shown. */
  room(overview: TreeOverview, spans: Spans, k: number, size: Size): number;
  update(overview: TreeOverview, spans: Spans, camera: Camera, size: Size, colours: Colours): void;
}

function heightOf({ levels }: TreeOverview): number {
  return 2 * PAD + (levels.length - 1) * (ROW + BETWEEN) - BETWEEN;
}

function isShown(spans: Spans, k: number, size: Size): boolean {
  return size.width / k / spans.width < SEEN_MOST && size.width >= HOST_MIN;
}

/** `moveTo` is given a place in leaves that is to come to the middle. */
export function createMinimap(moveTo: (x: number) => void): Minimap {
  const element = document.createElement('div');
  element.className = 'ms-large-map';
  element.hidden = true;
  element.setAttribute('aria-hidden', 'true');
  const canvas = document.createElement('canvas');
  const frame = document.createElement('div');
  element.append(canvas, frame);
  let drawn: readonly unknown[] = [];
  let width = 1;

  function go(event: PointerEvent): void {
    const box = element.getBoundingClientRect();
    moveTo(((event.clientX - box.left - PAD) / (WIDTH - 2 * PAD)) * width);
  }

  element.addEventListener('pointerdown', (event) => {
    element.setPointerCapture(event.pointerId);
    event.stopPropagation();
    go(event);
  });
  element.addEventListener('pointermove', (event) => {
    if (element.hasPointerCapture(event.pointerId)) go(event);
  });

  return {
    element,
    room: (overview, spans, k, size) => (isShown(spans, k, size) ? heightOf(overview) + 8 : 0),
    update(overview, spans, camera, size, colours) {
      ({ width } = spans);
      const seen = size.width / camera.k / spans.width;
      element.hidden = !isShown(spans, camera.k, size);
      if (element.hidden) return;
      const parts = [overview, spans, colours];
      if (parts.some((part, k) => part !== drawn[k])) {
        element.style.height = `${heightOf(overview)}px`;
        draw(canvas, overview, spans, colours);
        drawn = parts;
      }
      const inner = WIDTH - 2 * PAD;
      const left = PAD + Math.max(0, (camera.x / spans.width) * inner);
      frame.style.left = `${left}px`;
      frame.style.width = `${Math.max(3, Math.min(inner + PAD - left, seen * inner))}px`;
    },
  };
}

function draw(canvas: HTMLCanvasElement, overview: TreeOverview, spans: Spans, colours: Colours): void {
  const pen = clearedPen(canvas, { width: WIDTH, height: heightOf(overview) });
  if (pen === null) return;
  const levels = overview.levels.length - 1;
  const inner = WIDTH - 2 * PAD;
  const camera = { k: inner / spans.width, x: 0, y: 0 };
  // Places that the picture itself does not mark have no mark here: a line under every row would say nothing.
  const marked = !isAllNew(overview);
  for (let level = 0; level < levels; level++) {
    const [from, to] = [overview.levels[level] ?? 0, overview.levels[level + 1] ?? 0];
    const { filled, empty, changes } = densityOf(overview, from, to, spans, camera, inner);
    const y = PAD + level * (ROW + BETWEEN);
    for (let x = 0; x < inner; x++) {
      if (empty[x] === 1) continue;
      pen.fillStyle = colours.hairline;
      pen.fillRect(PAD + x, y, 1, ROW);
      pen.fillStyle = level === levels - 1 ? colours['value-far'] : colours.faint;
      pen.fillRect(PAD + x, y + ROW * (1 - (filled[x] ?? 0)), 1, ROW * (filled[x] ?? 0));
      if (!marked || (changes[x] !== 1 && changes[x] !== 2)) continue;
      pen.fillStyle = colours.accent;
      pen.fillRect(PAD + x, y + ROW, 1, 2);
    }
  }
}
