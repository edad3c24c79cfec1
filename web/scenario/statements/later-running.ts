// SPDX-License-Identifier: GPL-2.0-or-later
//
// What runs the rarer statements, each part fetched when a text needs it. Only names them; parts-of.ts says which text
// needs which, at-hand.ts loads all of them at once.

import { later } from '../../base/later';

/** `trace`. */
export const TRACES = later(() => import('./trace-steps'));
/** `gap`, `alloc`, `cyclic`. */
export const SEARCHING = later(() => import('./searching'));
/** Iterations and readers. */
export const ITERATING = later(() => import('./iterating'));
/** States that are kept. */
export const STATES = later(() => import('./states'));
/** `sweep`. */
export const SWEEPS = later(() => import('./sweeps'));
/** `bulk`. */
export const BULK = later(() => import('./bulk'));
/** `corrupt`, and what comes to pass on a damaged tree. */
export const DAMAGE = later(() => import('./damage'));
/** Comparisons of `expect`. */
export const COMPARING = later(() => import('./comparing'));
