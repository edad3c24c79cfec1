// SPDX-License-Identifier: GPL-2.0-or-later
//
// Starts and owns the reader's worker, one for each text. Terminating the worker cancels the reading at any point.

import { WORKER_TYPE } from '../../engine/service/spawn';
import readerUrl from './reader?worker&url';
import type { Glance, Made, ReadReply, ReadRequest, Source, Understanding } from './reading';

/** Exists in browsers with trusted types; the others take the URL as a string. */
interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('maplescope-reader', {
  createScriptURL: (url) => {
    if (url !== readerUrl) throw new TypeError('not the reader’s worker');
    return url;
  },
});

/** Receives the progress and the outcome of a reading. */
export interface Listener {
  far(done: number, of: number): void;
  read(understanding: Understanding, glance: Glance): void;
  failed(message: string): void;
}

export interface Reading {
  /** Turns the text into lines of a scenario. */
  make(name: string): Promise<Made>;
  end(): void;
}

const STOPPED = 'The reader stopped: the text may be too large for this browser’s memory. Choose a smaller part of it.';
const NOT_FETCHED =
  'The text was not read: part of this page could not be fetched. Check your connection, then choose the text again.';

export function startReading(source: Source, listener: Listener): Reading {
  const worker = new Worker(policy?.createScriptURL(readerUrl) ?? readerUrl, {
    type: WORKER_TYPE,
    name: 'maplescope reader',
  });
  let made: ((made: Made) => void) | null = null;
  worker.onmessage = ({ data }: MessageEvent<ReadReply>) => {
    if (data.kind === 'far') listener.far(data.done, data.of);
    else if (data.kind === 'read') listener.read(data.understanding, data.glance);
    else if (data.kind === 'failed') listener.failed(data.message);
    else made?.(data.made);
  };
  // An exception in the worker comes as an ErrorEvent; a script that could not be fetched has no exception.
  worker.onerror = (event) => listener.failed(event instanceof ErrorEvent ? STOPPED : NOT_FETCHED);
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
