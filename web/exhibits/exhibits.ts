// SPDX-License-Identifier: GPL-2.0-or-later
//
// All exhibits: every view, each on what the engine made of a short scenario (runs.ts).

import { compareExhibits } from './compare';
import type { Exhibit } from './exhibit';
import { exportExhibits } from './export';
import { forkExhibits } from './forks';
import { inspectorExhibits } from './inspector';
import { largeExhibits } from './large';
import { motionExhibits } from './motion';
import { timeExhibits } from './time';
import { treeExhibits } from './tree';

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
