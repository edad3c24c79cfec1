// SPDX-License-Identifier: GPL-2.0-or-later
//
// Runs iterations and readers (later-running.ts).

export { iterate } from './iteration';
export { read, release, resume } from './readers';
