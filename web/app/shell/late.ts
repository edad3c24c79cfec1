// SPDX-License-Identifier: GPL-2.0-or-later
//
// What people do not wait for: the surface for programs, and what paper gets.

export { startPaper } from '../handout/on-paper';
export { createAutomation } from './automation';
