// SPDX-License-Identifier: GPL-2.0-or-later
//
// Starts the engine for the page.

import { createClient } from '../../engine/service/client';
import { spawnWorker } from '../../engine/service/spawn';
import { attachEngine } from './run';

const IDLE_MS_MAX = 4000;
/** Of a tree with more nodes only what is in view is drawn: laying out and drawing all of it would take longer than going to its step. */
const PICTURE_NODES_MAX = 1000;

// Not where the visitor asks to save data.
function whenIdle(act: () => void): void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true) return;
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: IDLE_MS_MAX });
  else setTimeout(act, IDLE_MS_MAX);
}

/** Starts a client whose worker comes with the first run; gives back what ends both. */
export function startEngine(): () => void {
  const client = createClient({ spawn: spawnWorker, whenIdle, session: { pictureNodesMax: PICTURE_NODES_MAX, sums: 'asked' } });
  attachEngine(client);
  return () => {
    attachEngine(null);
    client.dispose();
  };
}
