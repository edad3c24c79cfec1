// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page's side of the engine: promises over the protocol. Owns the worker.
//
// A run that is superseded or cancelled rejects with Cancelled at once; a worker that does not notice within a while is
// killed and started anew. A crash rejects what was waiting, with a plain message, and starts the worker anew. The run
// that could be looked at is made again when something is asked of it, so neither is felt beyond the waiting.

import type { Answer, AnswerProgress, Asked, QuestionKind } from '../../model/questions';
import type { Report } from '../../model/report';
import type { RunOutcome, Scene, SceneHalf } from '../../model/run';
import { CoreTrapped } from '../../model/trapped';
import type { Question, Reply, Request, SweepProgress } from './protocol';
import type * as SceneAt from '../scene/scene-at';
import { decodeScene } from '../scene/scene';
import { numberBase, setNumberBase, type NumberBase } from '../../base/number-base';
import type { SessionOptions } from '../time/session';
import { unpackBriefs } from '../time/steps-kept';
import type { CoreSources } from '../core/sources';

/** The run was cancelled, or another one took its place. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'Cancelled';
  }
}

/** The worker broke down; it has been started anew. */
export class EngineCrashed extends Error {
  constructor(what: string) {
    super(`The engine broke down and was started anew${what === '' ? '' : `: ${what}`}.`);
    this.name = 'EngineCrashed';
  }
}

/** What the client needs of a Worker. */
export interface WorkerLike {
  postMessage(message: Request): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Reply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

export interface ClientOptions {
  readonly spawn: () => WorkerLike;
  /** Limits and the like for every run. */
  readonly session?: SessionOptions;
  /** How long a cancelled run may take to notice before its worker is killed, in ms; 1,000 unless told. */
  readonly patienceMs?: number;
}

/** The steps done so far, the runs of a sweep in progress, and the total number of steps if the text determines it. */
export type OnProgress = (steps: number, sweep: SweepProgress | null, of: number | null) => void;

export interface AskOptions {
  readonly onProgress?: (progress: AnswerProgress) => void;
  readonly signal?: AbortSignal;
}

export interface Client {
  /**
   * Runs a text; `onProgress` gets the number of steps done so far, and in a sweep its runs. `base`: what indexes are
   * written in, null for that of the text. Rejects with Cancelled, EngineCrashed or Error.
   */
  run(text: string, onProgress?: OnProgress, base?: NumberBase | null): Promise<RunOutcome>;
  /** The scene at a step of the last run that ended; with `event` (from 0) `half` is the state at that event. */
  scene(step: number, event?: number): Promise<Scene>;
  /** The report of that run. Aborting the signal, or a newer run, rejects with Cancelled. */
  report(options?: AskOptions): Promise<Report>;
  /** Asks about that run (model/questions.ts). Aborting the signal, or a newer run, rejects with Cancelled. */
  ask<K extends QuestionKind>(kind: K, asked: Asked<K>, options?: AskOptions): Promise<Answer<K>>;
  /** The state's sum (state-sum.ts) at a step of any text, without showing it; null if there is none. */
  sumAt(text: string, step: number): Promise<string | null>;
  /** Gives up the run under way, if there is one. */
  cancel(): void;
  /** Ends the worker; what waits is rejected with Cancelled. */
  dispose(): void;
}

/** Fetches what decodes the state at an event. */
export const fetchSceneAt = (): Promise<typeof SceneAt> => import('../scene/scene-at');

// Only names of functions come from them: where they cannot be loaded, a scene goes without.
async function coreSources(): Promise<CoreSources | null> {
  try {
    return (await import('../core/sources')).CORE_SOURCES;
  } catch {
    return null;
  }
}

const STEPS_IN_ONE_TASK = 50_000;

interface Waiting {
  readonly request: Request;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: OnProgress;
  readonly onAnswering: (progress: AnswerProgress) => void;
}

export function createClient(options: ClientOptions): Client {
  const { spawn, session = {}, patienceMs = 1000 } = options;
  const waiting = new Map<number, Waiting>();
  // Cancelled runs that the worker has not confirmed, with the timer of its end.
  const fading = new Map<number, ReturnType<typeof setTimeout>>();
  let worker: WorkerLike | null = null;
  let nextId = 1;
  let running: number | null = null;
  /** Text of the last run that ended, and whether the present worker holds it. */
  let shown: { readonly text: string; readonly options: SessionOptions; held: boolean } | null = null;
  let restoring: Promise<unknown> | null = null;
  let last: Scene | null = null;
  /** Runs that have ended, and which of them the last scene is of. */
  let runs = 0;
  let lastOf = 0;
  /** The half decoded last, of that scene. */
  let lately: { readonly of: Scene; readonly half: SceneHalf } | null = null;
  let disposed = false;

  const stop = (error: Error): void => {
    worker?.terminate();
    worker = null;
    running = null;
    restoring = null;
    if (shown !== null) shown.held = false;
    for (const timer of fading.values()) clearTimeout(timer);
    fading.clear();
    const all = [...waiting.values()];
    waiting.clear();
    for (const { reject } of all) reject(error);
  };

  const take = (reply: Reply): void => {
    const timer = fading.get(reply.id);
    if (timer !== undefined && reply.kind !== 'progress' && reply.kind !== 'answering') {
      clearTimeout(timer);
      fading.delete(reply.id);
    }
    const one = waiting.get(reply.id);
    // Stale: nobody waits for it any more.
    if (one === undefined) return;
    if (reply.kind === 'progress') {
      one.onProgress(reply.steps, reply.sweep, reply.of);
      return;
    }
    if (reply.kind === 'answering') {
      one.onAnswering(reply.progress);
      return;
    }
    waiting.delete(reply.id);
    if (reply.kind === 'cancelled') one.reject(new Cancelled());
    else if (reply.kind === 'failed')
      one.reject(reply.trapped ? new CoreTrapped(reply.message) : new Error(reply.message));
    else one.resolve(reply);
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

  const ask = (
    request: Request,
    onProgress: OnProgress = () => undefined,
    onAnswering: Waiting['onAnswering'] = () => undefined,
  ): Promise<Reply> =>
    new Promise((resolve, reject) => {
      waiting.set(request.id, { request, resolve, reject, onProgress, onAnswering });
      try {
        alive().postMessage(request);
      } catch (error) {
        waiting.delete(request.id);
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });

  // Tells the worker to give up a run, and sees to it that it does.
  const giveUp = (id: number): void => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (worker !== null) {
      worker.postMessage({ kind: 'cancel', id });
      fading.set(
        id,
        setTimeout(() => {
          // What else waits is asked again of the new worker.
          const others = [...waiting.values()];
          waiting.clear();
          stop(new Cancelled());
          for (const other of others) again(other);
        }, patienceMs),
      );
    }
    one?.reject(new Cancelled());
  };

  const again = (one: Waiting): void => {
    const { request } = one;
    const restored =
      request.kind === 'scene' || request.kind === 'report' || request.kind === 'ask' ? restore() : Promise.resolve();
    restored.then(() => ask(request, one.onProgress, one.onAnswering)).then(one.resolve, one.reject);
    if (request.kind === 'run') running = request.id;
  };

  // The worker is a new one: it makes the last run again.
  const restore = (): Promise<unknown> => {
    if (shown === null || shown.held) return Promise.resolve();
    const mine = shown;
    restoring ??= ask({ kind: 'run', id: nextId++, text: mine.text, options: mine.options }).then((reply) => {
      restoring = null;
      mine.held = reply.kind === 'ran';
    });
    return restoring;
  };

  const run = async (
    text: string,
    onProgress: OnProgress = () => undefined,
    base: NumberBase | null = null,
  ): Promise<RunOutcome> => {
    if (running !== null) giveUp(running);
    const id = nextId++;
    running = id;
    const options = base === null ? session : { ...session, base };
    try {
      const reply = await ask({ kind: 'run', id, text, options }, onProgress);
      if (reply.kind !== 'ran') throw new Error(`unexpected reply ${reply.kind}`);
      const { outcome } = reply;
      if (outcome.kind !== 'ran') return outcome;
      shown = { text, options, held: true };
      // What was decoded before may say its numbers in another base.
      if (outcome.summary.numbers.base !== numberBase()) last = null;
      setNumberBase(outcome.summary.numbers.base);
      runs++;
      running = running === id ? null : running;
      // Where a message of many steps was just made again, the rest is a task of its own: the page can draw in between.
      if (outcome.summary.steps.of.length > STEPS_IN_ONE_TASK) await new Promise((done) => setTimeout(done));
      return { ...outcome, summary: { ...outcome.summary, steps: unpackBriefs(outcome.summary.steps) } };
    } finally {
      if (running === id) running = null;
    }
  };

  // Asks of the run that ended last what may take long, and can be given up.
  const askAtLength = async (request: (id: number) => Request, { onProgress, signal }: AskOptions): Promise<Reply> => {
    await restore();
    if (signal?.aborted === true) throw new Cancelled();
    const id = nextId++;
    const giveItUp = (): void => giveUp(id);
    signal?.addEventListener('abort', giveItUp, { once: true });
    try {
      return await ask(request(id), undefined, onProgress);
    } finally {
      signal?.removeEventListener('abort', giveItUp);
    }
  };

  const askQuestion = async <K extends QuestionKind>(
    kind: K,
    asked: Asked<K>,
    options: AskOptions = {},
  ): Promise<Answer<K>> => {
    // A kind and what is asked of it belong together, which a union of all kinds cannot see of a parameter.
    const question = { kind, asked } as unknown as Question;
    const reply = await askAtLength((id) => ({ kind: 'ask', id, question }), options);
    if (reply.kind !== 'answer') throw new Error(`unexpected reply ${reply.kind}`);
    return reply.answer;
  };

  return {
    run,
    scene: async (step, event) => {
      await restore();
      const atEvent = event === undefined ? null : Promise.all([fetchSceneAt(), coreSources()]);
      // Whether it came is asked when the reply is here.
      atEvent?.catch(() => undefined);
      const known = event !== undefined && last?.step === step && lastOf === runs ? last : null;
      const mine = runs;
      const reply = await ask({
        kind: 'scene',
        id: nextId++,
        step,
        ...(event === undefined ? {} : { event }),
        ...(known === null ? {} : { only: 'half' }),
      });
      // Replies come in the order of what they are about: this one is about the run that ended last.
      const now = runs;
      const [decoder, sources] = (await atEvent) ?? [null, null];
      const functionAt = sources?.functionAt;
      if (reply.kind === 'half' && known !== null && decoder !== null) {
        if (now !== mine) throw new Cancelled();
        const half = decoder.decodeLaterHalf(known, reply.half, lately?.of === known ? lately.half : null, functionAt);
        if (half.kind === 'half') lately = { of: known, half };
        return { ...known, half };
      }
      if (reply.kind !== 'scene') throw new Error(`unexpected reply ${reply.kind}`);
      last = decoder === null ? decodeScene(reply.scene, last) : decoder.decodeSceneAt(reply.scene, last, functionAt);
      lastOf = now;
      return last;
    },
    report: async (options = {}) => {
      const reply = await askAtLength((id) => ({ kind: 'report', id }), options);
      if (reply.kind !== 'report') throw new Error(`unexpected reply ${reply.kind}`);
      return reply.report;
    },
    ask: askQuestion,
    sumAt: async (text, step) => {
      const reply = await ask({ kind: 'sum', id: nextId++, text, step, options: session });
      if (reply.kind !== 'sum') throw new Error(`unexpected reply ${reply.kind}`);
      return reply.sum;
    },
    cancel: () => {
      if (running === null) return;
      const id = running;
      running = null;
      giveUp(id);
    },
    dispose: () => {
      disposed = true;
      stop(new Cancelled());
    },
  };
}
