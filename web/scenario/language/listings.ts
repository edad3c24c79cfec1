// SPDX-License-Identifier: GPL-2.0-or-later
//
// Reads the statements on address spaces, and the lines that `maps` and `trace` hold (later-reading.ts).

export { spaceBody } from './build-spaces';
