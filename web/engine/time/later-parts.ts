// SPDX-License-Identifier: GPL-2.0-or-later
//
// The engine's parts that are fetched only where a run or a question needs them. Only names them; at-hand.ts loads all
// of them at once. What answers questions is named in answers.ts.

import { later } from '../../base/later';

/** Looks at forks and exits as they go; needed by every text that has address spaces, before it runs. */
export const FORKS = later(() => import('./fork-capture'));
/** Takes memory as it was in the middle of a step; needed before a scene at an event is asked for. */
export const HALFWAY = later(() => import('./halfway'));
