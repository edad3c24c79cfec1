// SPDX-License-Identifier: GPL-2.0-or-later
//
// Parts that nobody waits for: the surface for programs, the page as it is printed, and the failed fork.

export { startPaper } from '../handout/on-paper';
export { createAutomation } from './automation';
export { failFork } from './fail-fork';
