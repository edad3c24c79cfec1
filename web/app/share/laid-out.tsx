// SPDX-License-Identifier: GPL-2.0-or-later
//
// A view that is laid out aside, out of sight, and drawn as a figure.

import { render, type ComponentChild } from 'preact';
import { partFigure, type Figure, type FigureOptions } from '../../views/export/figure';
import './export.css';

/** Width and height, in pixels, of the room in which a part of the page is laid out for a figure. */
const PART = { width: 1000, height: 700 };
/** What hands use: play, jumps, choices. */
export const CONTROLS =
  '.ms-play, .ms-play-stages, .ms-large-scale, .ms-term-tip, progress, label:has(> input), ' +
  'button:not(.ms-term *, .ms-large-name, .ms-differ-nodes *)';

export interface LaidOut extends Required<Pick<FigureOptions, 'facts' | 'theme' | 'shape'>> {
  readonly size?: { readonly width: number; readonly height: number };
}

/** Lays a view out off screen, at its natural size, and draws it. Rejects if it has nothing to draw. */
export async function laidOut(view: ComponentChild, { facts, theme, shape, size = PART }: LaidOut): Promise<Figure> {
  const stage = document.createElement('div');
  stage.setAttribute('aria-hidden', 'true');
  stage.inert = true;
  stage.className = 'figure-stage';
  // In the families that the file names, so that each text is as wide in the file as in the layout.
  stage.style.cssText =
    `width: ${size.width}px; height: ${size.height}px; ` +
    '--words: sans-serif; --mono: monospace; font-family: sans-serif;';
  document.body.append(stage);
  try {
    render(view, stage);
    await settled(stage);
    const part = stage.firstElementChild;
    if (!(part instanceof HTMLElement)) throw new Error('There is nothing to draw in this view.');
    return await partFigure({ part, facts, theme, shape, omit: CONTROLS });
  } finally {
    render(null, stage);
    stage.remove();
  }
}

// Until two frames have come and gone without a change of its height.
async function settled(stage: HTMLElement): Promise<void> {
  const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  for (let still = 0, height = -1, k = 0; still < 2 && k < 60; k++) {
    await frame();
    const now = stage.scrollHeight;
    still = now === height ? still + 1 : 0;
    height = now;
  }
}
