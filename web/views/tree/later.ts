// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the tree picture needs beyond the first look at a small tree: motion, the far picture and the map of it, the
// outline, signs of ways and readers, the shelf. One file of the built page, fetched by fetch-later.ts.

import './later.css';

export { drawBrokenPart } from './broken';
export { drawFar, drawFound } from './canvas';
export { planMotion, remember } from './flights';
export { drawGhostMarks, strikeGone } from './ghost-marks';
export { brokenItems, trailItems, unevenItems } from './legend-later';
export { createMinimap } from './minimap';
export { clearFlights, linesOf, morph } from './morph';
export { createOutline } from './outline';
export { drawRings } from './rings';
export { drawShelf, eventRef, shelfFor } from './shelf';
export { drawTrail } from './trail-layer';
export { placeTrail } from './trail-places';
