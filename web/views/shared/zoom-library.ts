// SPDX-License-Identifier: GPL-2.0-or-later
//
// The part of D3 that zooming.ts uses, in one file that loads with the first gesture.

export { select, type Selection } from 'd3-selection';
export { zoom, zoomIdentity } from 'd3-zoom';
