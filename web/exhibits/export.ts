// SPDX-License-Identifier: GPL-2.0-or-later
//
// Exhibits of figures: what the share dialog gives away, as the image that others will see.

import { treeFigure, type FigureOptions } from '../views/export/figure';
import type { Exhibit } from './exhibit';
import { BARE } from './tree';
import { FAR, ran, SIXTY, type Ran } from './runs';

function figure(
  name: string,
  theme: FigureOptions['theme'],
  code: boolean,
  text: string,
  step: (run: Ran) => number,
): Exhibit {
  return {
    name,
    height: 720,
    async mount(stage) {
      const run = await ran(text);
      const scene = run.at(step(run));
      const made = await treeFigure({
        data: { ...BARE, trees: scene.trees, labels: run.summary.labels, touched: scene.touched, step: scene.step },
        facts: {
          title: 'A leaf is split, and its neighbour takes some of it',
          subtitle: `step ${scene.step} of ${scene.steps} · Maplescope`,
          sentence: scene.why,
          link: 'https://example.org/maplescope/#m1.BCu1hiAAAQAAAA',
          // No code that anything reads: a pattern in its place, to see where it stands.
          code: code
            ? Array.from({ length: 57 }, (_, y) => Array.from({ length: 57 }, (__, x) => (x * y + (x ^ y)) % 3 === 0))
            : null,
        },
        theme,
      });
      // As markup rather than as an image, so that its elements can be inspected; its patterns are its own.
      const held = document.createElement('div');
      held.style.cssText = 'height: 100%; overflow: hidden';
      held.innerHTML = made.svg.replace(/(\bid="|url\(#|href="#)/g, `$1${name}-`);
      held.querySelector('svg')?.setAttribute('style', 'width: 100%; height: 100%');
      stage.append(held);
    },
  };
}

const splits = ({ stepOf }: Ran): number => stepOf(({ storeType }) => storeType === 'split_store', 5);

export const exportExhibits: readonly Exhibit[] = [
  figure('figure-light', 'light', false, SIXTY, splits),
  figure('figure-dark', 'dark', true, SIXTY, splits),
  figure('figure-far', 'light', false, FAR, ({ summary }) => summary.steps.length),
];
