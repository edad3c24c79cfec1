// SPDX-License-Identifier: GPL-2.0-or-later
//
// Starts the engine for the page. Floor 5.

import { createClient } from '../engine/client';
import { spawnWorker } from '../engine/spawn';
import { attachEngine } from './run';

/** Starts a client whose worker comes with the first run; gives back what ends both. */
export function startEngine(): () => void {
  const client = createClient({ spawn: spawnWorker });
  attachEngine(client);
  return () => {
    attachEngine(null);
    client.dispose();
  };
}
