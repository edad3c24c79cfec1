// SPDX-License-Identifier: GPL-2.0-or-later
//
// Everything that moves between two pictures, as one part that loads after the first picture, which has nothing to move
// from.

export { planMotion, remember } from './flights';
export { linesOf, morph } from './morph';
