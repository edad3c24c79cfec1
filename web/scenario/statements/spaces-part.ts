// SPDX-License-Identifier: GPL-2.0-or-later
//
// Runs the statements on address spaces (later-spaces.ts).

export { beginMaps, exit, fork, storeVma } from './forks';
export { spaceDifference } from './space-audit';
export { callMemory, makeMm } from './spaces';
export { flagWords } from '../oracle/vma-list';
