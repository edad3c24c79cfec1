// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the gallery shows: every view, each on what the engine made of a short scenario (gallery-runs.ts).

import { compareExhibits } from './gallery-compare';
import { exportExhibits } from './gallery-export';
import { forkExhibits } from './gallery-forks';
import { inspectorExhibits } from './gallery-inspector';
import { largeExhibits } from './gallery-large';
import { motionExhibits } from './gallery-motion';
import { timeExhibits } from './gallery-time';
import { treeExhibits } from './gallery-tree';

export interface Exhibit {
  readonly name: string;
  readonly height: number;
  readonly width?: number;
  readonly mount: (stage: HTMLElement) => Promise<void>;
}

export const exhibits: readonly Exhibit[] = [
  ...treeExhibits,
  ...largeExhibits,
  ...inspectorExhibits,
  ...timeExhibits,
  ...motionExhibits,
  ...forkExhibits,
  ...compareExhibits,
  ...exportExhibits,
];
