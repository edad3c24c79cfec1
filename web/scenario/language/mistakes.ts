// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is said of a text that cannot be run (later-reading.ts).

export { below } from './made-below';
export { words } from './checker-words';
export { explain } from './explain';
export { foldPasted } from './pasted-lines';
