// SPDX-License-Identifier: GPL-2.0-or-later
//
// Starts the engine's worker in a page. Apart from client.ts so that the client can be tested without one.

//
// The page lets no text become the address of a script but the one made here: see the policy in index.html.

import workerUrl from './worker?worker&url';

/** In the single file a worker is one script: browsers start no module from a file’s blob. */
export const WORKER_TYPE = import.meta.env.MODE === 'single' ? 'classic' : 'module';

/** The interface of browsers with trusted types; the others take the address as text. */
interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
const policy = policies?.createPolicy('maplescope-worker', {
  createScriptURL: (url) => {
    if (url !== workerUrl) throw new TypeError('not the engine’s worker');
    return url;
  },
});

let ahead: Worker | null = null;

/** Starts a worker in advance, for the first request. */
export function spawnAhead(): void {
  try {
    const made = newWorker();
    ahead = made;
    // A worker that did not start counts as none; the next request reports what is wrong.
    made.onerror = () => {
      if (ahead === made) ahead = null;
    };
  } catch {
    ahead = null;
  }
}

export function spawnWorker(): Worker {
  const made = ahead ?? newWorker();
  ahead = null;
  made.onerror = null;
  return made;
}

function newWorker(): Worker {
  return new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: WORKER_TYPE, name: 'maplescope engine' });
}
