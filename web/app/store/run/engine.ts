// SPDX-License-Identifier: GPL-2.0-or-later
//
// Starts the engine for the page.

import { createClient } from '../../../engine/service/client';
import { spawnWorker } from '../../../engine/service/spawn';
import { attachEngine } from './run';

/**
 * Of a tree with more nodes only what is in view is drawn: laying out and drawing all of it would take longer than
 * going to its step.
 */
const PICTURE_NODES_MAX = 1000;

/** Starts a client whose worker starts with the first run; returns a function that ends both. */
export function startEngine(): () => void {
  const client = createClient({
    spawn: spawnWorker,
    session: { pictureNodesMax: PICTURE_NODES_MAX, sums: 'on demand' },
  });
  attachEngine(client);
  return () => {
    attachEngine(null);
    client.dispose();
  };
}
