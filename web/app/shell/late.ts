// SPDX-License-Identifier: GPL-2.0-or-later
//
// Parts that the first tree does not wait for: the surface for programs, printing, and the suggestion to fail a fork.

export { startPaper } from '../handout/on-paper';
export { createAutomation } from './automation';
export { failFork } from './fail-fork';
