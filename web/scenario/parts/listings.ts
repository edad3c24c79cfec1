// SPDX-License-Identifier: GPL-2.0-or-later
//
// Reads the lines that `maps` and `trace` hold (later-reading.ts). Floor 2.

export { readMaps } from '../maps';
export { readTrace } from '../strace';
