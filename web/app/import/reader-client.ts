// SPDX-License-Identifier: GPL-2.0-or-later
//
// Starts the reader's worker and owns it: one for each text. Ending it ends the reading, wherever it is.

import readerUrl from './reader?worker&url';
import type { Glance, Made, ReadReply, ReadRequest, Source, Understanding } from './reading';

/** What browsers with trusted types have; the others take the address as text. */
interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('maplescope-reader', {
  createScriptURL: (url) => {
    if (url !== readerUrl) throw new TypeError('not the reader’s worker');
    return url;
  },
});

/** Hears how a reading goes. */
export interface Listener {
  far(done: number, of: number): void;
  read(understanding: Understanding, glance: Glance): void;
  failed(message: string): void;
}

export interface Reading {
  /** The part of a scenario that the text becomes. */
  make(name: string): Promise<Made>;
  end(): void;
}

export function startReading(source: Source, listener: Listener): Reading {
  const worker = new Worker(policy?.createScriptURL(readerUrl) ?? readerUrl, { type: 'module', name: 'maplescope reader' });
  let made: ((made: Made) => void) | null = null;
  worker.onmessage = ({ data }: MessageEvent<ReadReply>) => {
    if (data.kind === 'far') listener.far(data.done, data.of);
    else if (data.kind === 'read') listener.read(data.understanding, data.glance);
    else if (data.kind === 'failed') listener.failed(data.message);
    else made?.(data.made);
  };
  worker.onerror = () => listener.failed('The reader stopped: the text may be too large for this browser’s memory. Choose a smaller part of it.');
  const ask = (request: ReadRequest): void => worker.postMessage(request);
  ask({ kind: 'read', source });
  return {
    make: (name) =>
      new Promise((resolve) => {
        made = resolve;
        ask({ kind: 'make', name });
      }),
    end: () => worker.terminate(),
  };
}
