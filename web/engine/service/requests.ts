// SPDX-License-Identifier: GPL-2.0-or-later
//
// Requests to the worker as promises. Owns the worker: starts it with the first request, ends one that crashed or that
// does not notice in time that it is to stop, and rejects or repeats what was waiting.

import type { AnswerProgress } from '../../model/questions';
import { CoreTrapped } from '../../model/trapped';
import type { Reply, Request, SweepProgress } from './protocol';

/** The run was cancelled, or another one took its place. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'Cancelled';
  }
}

/** The worker crashed; it has been restarted. */
export class EngineCrashed extends Error {
  constructor(what: string) {
    super(`The engine crashed and was restarted${what === '' ? '' : `: ${what}`}.`);
    this.name = 'EngineCrashed';
  }
}

/** The part of a Worker that the client uses. */
export interface WorkerLike {
  postMessage(message: Request): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Reply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

/** The steps done so far, the runs of a sweep in progress, and the total number of steps if the text determines it. */
export type OnProgress = (steps: number, sweep: SweepProgress | null, of: number | null) => void;

export interface Waiting {
  readonly request: Request;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: OnProgress;
  readonly onAnswering: (progress: AnswerProgress) => void;
}

export interface RequestOptions {
  readonly spawn: () => WorkerLike;
  /** How long a cancelled request may take to notice before its worker is ended, in ms. */
  readonly patienceMs: number;
  /** The worker is gone, and with it the run that it held. */
  readonly onLost: () => void;
  /** Makes again what waited for a worker that was ended because of another request. */
  readonly again: (one: Waiting) => void;
}

export interface Requests {
  readonly ask: (
    request: Request,
    onProgress?: OnProgress,
    onAnswering?: (progress: AnswerProgress) => void,
  ) => Promise<Reply>;
  /** Rejects a request with Cancelled, asks the worker to give it up, and kills the worker if it does not. */
  readonly giveUp: (id: number) => void;
  /** Ends the worker for good; what waits is rejected with Cancelled. */
  readonly dispose: () => void;
}

export function requestsTo({ spawn, patienceMs, onLost, again }: RequestOptions): Requests {
  const waiting = new Map<number, Waiting>();
  // Cancelled requests that the worker has not confirmed, with the timer of its end.
  const fading = new Map<number, ReturnType<typeof setTimeout>>();
  let worker: WorkerLike | null = null;
  let disposed = false;

  const takeAll = (): Waiting[] => {
    const all = [...waiting.values()];
    waiting.clear();
    return all;
  };
  const stop = (error: Error): void => {
    worker?.terminate();
    worker = null;
    onLost();
    for (const timer of fading.values()) clearTimeout(timer);
    fading.clear();
    for (const { reject } of takeAll()) reject(error);
  };
  const take = (reply: Reply): void => {
    const timer = fading.get(reply.id);
    if (timer !== undefined && reply.kind !== 'progress' && reply.kind !== 'answering') {
      clearTimeout(timer);
      fading.delete(reply.id);
    }
    const one = waiting.get(reply.id);
    // Stale: nobody waits for it any more.
    if (one !== undefined && settles(reply, one)) waiting.delete(reply.id);
  };
  const alive = (): WorkerLike => {
    if (disposed) throw new Cancelled();
    if (worker !== null) return worker;
    const made = spawn();
    made.onmessage = (event) => {
      if (worker === made) take(event.data);
    };
    const crashed = (what: string): void => {
      if (worker === made) stop(new EngineCrashed(what));
    };
    made.onerror = (event) => crashed(event.message);
    made.onmessageerror = () => crashed('a message could not be read');
    worker = made;
    return made;
  };
  return {
    ask: (request, onProgress = () => undefined, onAnswering = () => undefined) =>
      new Promise((resolve, reject) => {
        waiting.set(request.id, { request, resolve, reject, onProgress, onAnswering });
        try {
          alive().postMessage(request);
        } catch (error) {
          waiting.delete(request.id);
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      }),
    giveUp: (id) => {
      const one = waiting.get(id);
      waiting.delete(id);
      if (worker !== null) {
        worker.postMessage({ kind: 'cancel', id });
        const end = (): void => {
          const others = takeAll();
          stop(new Cancelled());
          others.forEach(again);
        };
        fading.set(id, setTimeout(end, patienceMs));
      }
      one?.reject(new Cancelled());
    },
    dispose: () => {
      disposed = true;
      stop(new Cancelled());
    },
  };
}

// Hands a reply to the one who waits for it; whether it was the last.
function settles(reply: Reply, one: Waiting): boolean {
  if (reply.kind === 'progress') one.onProgress(reply.steps, reply.sweep, reply.of);
  else if (reply.kind === 'answering') one.onAnswering(reply.progress);
  else if (reply.kind === 'cancelled') one.reject(new Cancelled());
  else if (reply.kind === 'failed')
    one.reject(reply.trapped ? new CoreTrapped(reply.message) : new Error(reply.message));
  else one.resolve(reply);
  return reply.kind !== 'progress' && reply.kind !== 'answering';
}
