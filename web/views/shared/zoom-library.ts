// SPDX-License-Identifier: GPL-2.0-or-later
//
// What zooming.ts takes of D3, in one file that is fetched when hands first do something.

export { select, type Selection } from 'd3-selection';
export { zoom, zoomIdentity } from 'd3-zoom';
