// SPDX-License-Identifier: GPL-2.0-or-later
//
// A small picture of the whole tree in the corner, with a frame around what is in view: there only while less than
// most of the picture is in view. Pressing or dragging in it moves the view. For the pointer; the keyboard pans and
// fits without it.

import type { Camera, Screen } from './canvas';
import type { DrawMap, MapLook } from './minimap-drawing';
import type { World } from './pane';

/** Narrower and lower pictures have no room for it. */
const HOST_MIN = 480;
const HEIGHT_MIN = 200;
/** Shown while less than this part of the picture is in view. */
const SEEN_MOST = 0.6;

export interface Minimap {
  readonly element: HTMLElement;
  update(world: World, camera: Camera, screen: Screen, look: MapLook): void;
}

export function createMinimap(moveTo: (x: number, y: number) => void): Minimap {
  const element = document.createElement('div');
  element.className = 'ms-minimap';
  element.hidden = true;
  element.setAttribute('aria-hidden', 'true');
  let draw: DrawMap | null = null;
  let last: Parameters<DrawMap> | null = null;

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
      element.hidden = seen >= SEEN_MOST || screen.width < HOST_MIN || screen.height < HEIGHT_MIN || world.width === 0;
      if (element.hidden) return;
      last = [world, camera, screen, look];
      if (draw !== null) draw(...last);
      else
        void import('./minimap-drawing').then(
          ({ mapIn }) => {
            draw ??= mapIn(element, moveTo);
            if (last !== null) draw(...last);
          },
          () => undefined,
        );
    },
  };
}
