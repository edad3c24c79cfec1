// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page's side of the engine: its requests, as promises. requests.ts owns the worker.
//
// A run that is superseded or cancelled rejects with Cancelled at once; a worker that does not react within a while is
// terminated and restarted. A crash rejects waiting requests with a plain message, and restarts the worker. The last
// finished run is repeated when a question about it comes, so the person notices only the wait.

import type { Answer, AnswerProgress, Asked, QuestionKind } from '../../model/questions';
import type { Report } from '../../model/report';
import type { RunOutcome, Scene, SceneHalf } from '../../model/run';
import type { Question, Reply, Request } from './protocol';
import { Cancelled, requestsTo, type OnProgress, type Requests, type WorkerLike } from './requests';
import type * as SceneAt from '../scene/scene-at';
import { decodeScene } from '../scene/scene';
import { numberBase, setNumberBase, type NumberBase } from '../../base/number-base';
import type { SessionOptions } from '../time/session';
import type { CoreSources } from '../core/sources';

export { Cancelled, EngineCrashed, type WorkerLike } from './requests';

export interface ClientOptions {
  readonly spawn: () => WorkerLike;
  /** Limits and the like for every run. */
  readonly session?: SessionOptions;
  /** How long a cancelled run may take to notice before its worker is killed, in ms; 1,000 by default. */
  readonly patienceMs?: number;
}

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

/** The client's record of the runs so far. */
interface Runs {
  readonly session: SessionOptions;
  nextId: number;
  /** Id of the run under way. */
  running: number | null;
  /** Text of the last run that ended, and whether the present worker holds it. */
  shown: { readonly text: string; readonly options: SessionOptions; held: boolean } | null;
  restoring: Promise<unknown> | null;
  /** Runs that have ended. */
  ended: number;
}

export function createClient({ spawn, session = {}, patienceMs = 1000 }: ClientOptions): Client {
  const runs: Runs = { session, nextId: 1, running: null, shown: null, restoring: null, ended: 0 };
  const requests: Requests = requestsTo({
    spawn,
    patienceMs,
    onLost: () => {
      runs.running = null;
      runs.restoring = null;
      if (runs.shown !== null) runs.shown.held = false;
    },
    again: (one) => {
      const { request } = one;
      const ofRun = request.kind === 'scene' || request.kind === 'report' || request.kind === 'ask';
      (ofRun ? restore(requests, runs) : Promise.resolve())
        .then(() => requests.ask(request, one.onProgress, one.onAnswering))
        .then(one.resolve, one.reject);
      if (request.kind === 'run') runs.running = request.id;
    },
  });
  const scenes = scenesOf(requests, runs);
  return {
    run: (text, onProgress, base = null) => run(requests, runs, scenes, text, onProgress, base),
    scene: scenes.scene,
    report: async (options = {}) => {
      const reply = await askAtLength(requests, runs, (id) => ({ kind: 'report', id }), options);
      return mustBe('report', reply).report;
    },
    ask: async <K extends QuestionKind>(kind: K, asked: Asked<K>, options: AskOptions = {}): Promise<Answer<K>> => {
      // A kind and what is asked of it belong together, which a union of all kinds cannot see of a parameter.
      const question = { kind, asked } as unknown as Question;
      const reply = await askAtLength(requests, runs, (id) => ({ kind: 'ask', id, question }), options);
      return mustBe('answer', reply).answer;
    },
    sumAt: async (text, step) => {
      const reply = await requests.ask({ kind: 'sum', id: runs.nextId++, text, step, options: session });
      return mustBe('sum', reply).sum;
    },
    cancel: () => {
      if (runs.running === null) return;
      const id = runs.running;
      runs.running = null;
      requests.giveUp(id);
    },
    dispose: requests.dispose,
  };
}

function mustBe<K extends Reply['kind']>(kind: K, reply: Reply): Extract<Reply, { readonly kind: K }> {
  if (reply.kind !== kind) throw new Error(`unexpected reply ${reply.kind}`);
  return reply as Extract<Reply, { readonly kind: K }>;
}

async function run(
  requests: Requests,
  runs: Runs,
  scenes: Scenes,
  text: string,
  onProgress: OnProgress | undefined,
  base: NumberBase | null,
): Promise<RunOutcome> {
  if (runs.running !== null) requests.giveUp(runs.running);
  const id = runs.nextId++;
  runs.running = id;
  const options = base === null ? runs.session : { ...runs.session, base };
  try {
    const { outcome } = mustBe('ran', await requests.ask({ kind: 'run', id, text, options }, onProgress));
    if (outcome.kind !== 'ran') return outcome;
    runs.shown = { text, options, held: true };
    // An older decoded scene may have its numbers in another base.
    if (outcome.summary.numbers.base !== numberBase()) scenes.forget();
    setNumberBase(outcome.summary.numbers.base);
    runs.ended++;
    runs.running = runs.running === id ? null : runs.running;
    return outcome;
  } finally {
    if (runs.running === id) runs.running = null;
  }
}

// Where the worker is a new one, it makes the last run again.
function restore(requests: Requests, runs: Runs): Promise<unknown> {
  const { shown } = runs;
  if (shown === null || shown.held) return Promise.resolve();
  runs.restoring ??= requests
    .ask({ kind: 'run', id: runs.nextId++, text: shown.text, options: shown.options })
    .then((reply) => {
      shown.held = reply.kind === 'ran';
    })
    // Where it failed, what is asked next tries again.
    .finally(() => (runs.restoring = null));
  return runs.restoring;
}

// Asks of the run that ended last what may take long, and can be given up.
async function askAtLength(
  requests: Requests,
  runs: Runs,
  request: (id: number) => Request,
  { onProgress, signal }: AskOptions,
): Promise<Reply> {
  await restore(requests, runs);
  if (signal?.aborted === true) throw new Cancelled();
  const id = runs.nextId++;
  const giveItUp = (): void => requests.giveUp(id);
  signal?.addEventListener('abort', giveItUp, { once: true });
  try {
    return await requests.ask(request(id), undefined, onProgress);
  } finally {
    signal?.removeEventListener('abort', giveItUp);
  }
}

// ---- Scenes ----

interface Scenes extends Pick<Client, 'scene'> {
  /** Forgets the scene decoded last. */
  readonly forget: () => void;
}

// Parts of a scene that are as in the one before are not decoded again.
function scenesOf(requests: Requests, runs: Runs): Scenes {
  let last: Scene | null = null;
  /** How many runs had ended when it was decoded. */
  let lastOf = 0;
  /** The half decoded last, of that scene. */
  let lately: { readonly of: Scene; readonly half: SceneHalf } | null = null;
  return {
    forget: () => {
      last = null;
    },
    scene: async (step, event) => {
      await restore(requests, runs);
      const atEvent = event === undefined ? null : Promise.all([fetchSceneAt(), coreSources()]);
      // Whether it came is asked when the reply is here.
      atEvent?.catch(() => undefined);
      const known = event !== undefined && last?.step === step && lastOf === runs.ended ? last : null;
      const mine = runs.ended;
      const reply = await requests.ask({
        kind: 'scene',
        id: runs.nextId++,
        step,
        ...(event === undefined ? {} : { event }),
        ...(known === null ? {} : { only: 'half' }),
      });
      // Replies come in the order of what they are about: this one is about the run that ended last.
      const now = runs.ended;
      const [decoder, sources] = (await atEvent) ?? [null, null];
      const functionAt = sources?.functionAt;
      if (reply.kind === 'half' && known !== null && decoder !== null) {
        if (now !== mine) throw new Cancelled();
        const half = decoder.decodeLaterHalf(known, reply.half, lately?.of === known ? lately.half : null, functionAt);
        if (half.kind === 'half') lately = { of: known, half };
        return { ...known, half };
      }
      const { scene } = mustBe('scene', reply);
      last = decoder === null ? decodeScene(scene, last) : decoder.decodeSceneAt(scene, last, functionAt);
      lastOf = now;
      return last;
    },
  };
}
