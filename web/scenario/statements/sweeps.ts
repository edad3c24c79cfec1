// SPDX-License-Identifier: GPL-2.0-or-later
//
// Runs sweeps (later-running.ts).

export { countOutcomes, lastRunText, neverRefused, sweep, sweepText, sweepTroubles } from './sweep';
export { saveWorld } from '../world/world-saved';
