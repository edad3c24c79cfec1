// SPDX-License-Identifier: GPL-2.0-or-later
//
// Starts the engine's worker in a page. Apart from client.ts so that the client can be tested without one. Floor 3.

export function spawnWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'maplescope engine' });
}
