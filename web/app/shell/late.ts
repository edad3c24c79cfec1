// SPDX-License-Identifier: GPL-2.0-or-later
//
// Parts that nobody waits for: the surface for programs, and the page as it is printed.

export { startPaper } from '../handout/on-paper';
export { createAutomation } from './automation';
