// SPDX-License-Identifier: GPL-2.0-or-later
//
// The parts of the language that reading a text takes only now and then, each fetched when it is first needed.
// reading-at-hand.ts loads them at once.

import { later } from '../../base/later';

/** Statements on address spaces, and the lines of `maps` and `trace`. */
export const LISTINGS = later(() => import('./listings'));
/** What is said of a text that cannot be run. */
export const MISTAKES = later(() => import('./mistakes'));
