// SPDX-License-Identifier: GPL-2.0-or-later
//
// The worker's side of the protocol, without a worker: requests in, replies out. Owns the cores: one holds the finished
// run, another the run under way; a third is started only to compute a sum on the side.
//
// A run proceeds in slices. Between them messages are handled, so it can be cancelled at any moment. The clock that
// ends a slice is a parameter; it decides when to pause, never what is computed.

import { thrownText } from '../../base/thrown';
import { readScenario } from '../../scenario/check/checker';
import { stepsOf } from '../../scenario/check/step-count';
import { assertNever } from '../../base/assert';
import { numberBase, setNumberBase } from '../../base/number-base';
import type { DefectName } from '../../model/generated/defects';
import type { QuestionKind } from '../../model/questions';
import type { Question, Reply, Request } from './protocol';
import { beginSession, type Begun, type Session, type SessionOptions } from '../time/session';
import { halfTransferables, transferables } from '../decode/wire';
import type { Core, Loaded } from '../core/wasm';

export interface ServiceOptions {
  readonly startCore: (defect: DefectName | undefined) => Promise<Loaded>;
  /** The module that counts lines of cache; without it, what needs it fails. */
  readonly startCachelines?: () => Promise<Loaded>;
  readonly post: (reply: Reply, transfer: readonly ArrayBuffer[]) => void;
  /** Lets messages in. */
  readonly breathe: () => Promise<void>;
  /** Milliseconds of any clock. */
  readonly now: () => number;
}

const SLICE_MS = 25;
const SLICE_ITEMS = 16;

interface Task {
  readonly id: number;
  cancelled: boolean;
}

// Large answers that nobody keeps in the worker are handed over instead of copied: what their columns are made of.
const HANDED_OVER: ReadonlySet<QuestionKind> = new Set(['overview', 'nodes']);

function handedOver(kind: QuestionKind, answer: object | null): ArrayBuffer[] {
  if (!HANDED_OVER.has(kind) || answer === null) return [];
  return Object.values(answer).flatMap((column: unknown) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  );
}

/** The state that the requests share. */
interface Service extends Pick<ServiceOptions, 'post' | 'breathe' | 'now'> {
  readonly cores: Cores;
  /** The last finished run: questions are about it. */
  shown: { readonly session: Session; readonly core: Core } | null;
  running: Task | null;
}

/** Takes requests; replies go to `post`. */
export function createService(options: ServiceOptions): { readonly take: (request: Request) => void } {
  const { post, breathe, now } = options;
  const service: Service = { post, breathe, now, cores: coresOf(options), shown: null, running: null };
  const tasks = new Map<number, Task>();
  const guarded = async (task: Task, work: () => Promise<void>): Promise<void> => {
    tasks.set(task.id, task);
    try {
      await work();
    } catch (error) {
      const trapped = error instanceof WebAssembly.RuntimeError;
      post({ kind: 'failed', id: task.id, message: thrownText(error), trapped }, []);
    } finally {
      tasks.delete(task.id);
      if (service.running === task) service.running = null;
    }
  };
  const workOf = (request: Exclude<Request, { kind: 'cancel' }>, task: Task): Promise<void> => {
    switch (request.kind) {
      case 'run':
        return run(service, task, request.text, request.options);
      case 'sum':
        return sumAside(service, task, request.text, request.step, request.options);
      case 'scene':
        sendScene(service, request);
        return Promise.resolve();
      case 'report':
        return sendReport(service, task);
      case 'ask':
        return answer(service, task, request.question);
      default:
        return assertNever(request);
    }
  };
  return {
    take: (request) => {
      if (request.kind === 'cancel') {
        const under = tasks.get(request.id);
        if (under !== undefined) under.cancelled = true;
        return;
      }
      const task: Task = { id: request.id, cancelled: false };
      void guarded(task, () => workOf(request, task));
    },
  };
}

// ---- Cores ----

interface Cores {
  readonly take: (options: SessionOptions) => Promise<Core>;
  /** One is kept for the next who takes one. */
  readonly giveBack: (core: Core) => void;
  /** A core that counts lines of cache. */
  readonly lines: () => Promise<Core>;
}

function coresOf({ startCore, startCachelines }: ServiceOptions): Cores {
  const spare: Core[] = [];
  let counting: Core | null = null;
  return {
    take: async ({ defect }) => {
      const core = spare.pop();
      if (core !== undefined) return core;
      const loaded = await startCore(defect);
      if (loaded.kind === 'failed') throw new Error(loaded.message);
      return loaded.core;
    },
    giveBack: (core) => {
      if (spare.length === 0) spare.push(core);
    },
    // One for each question: two that are answered in turns would write over each other's trees.
    lines: async () => {
      if (counting !== null) return counting.again();
      const loaded = await startCachelines?.();
      if (loaded?.kind !== 'core') throw new Error(loaded?.message ?? 'lines of cache cannot be counted here');
      counting = loaded.core;
      return counting.again();
    },
  };
}

// ---- Work in slices ----

// Goes on until `work` says that it is done, and lets messages in after each slice; then `report` says how far it is.
// False, and the asker knows, where the task was cancelled or is `over` by other means.
async function inSlices(
  { now, breathe, post }: Service,
  task: Task,
  work: () => boolean,
  report: () => void,
  over: () => boolean = () => false,
): Promise<boolean> {
  for (let until = now() + SLICE_MS; ;) {
    if (task.cancelled || over()) {
      post({ kind: 'cancelled', id: task.id }, []);
      return false;
    }
    do if (work()) return true;
    while (now() < until);
    report();
    await breathe();
    until = now() + SLICE_MS;
  }
}

async function run(service: Service, task: Task, text: string, options: SessionOptions): Promise<void> {
  const { cores, post, breathe } = service;
  if (service.running !== null) service.running.cancelled = true;
  service.running = task;
  const core = await cores.take(options);
  // Messages that arrived while the core was started: a newer run, or a cancellation of this one.
  await breathe();
  if (task.cancelled) {
    cores.giveBack(core);
    post({ kind: 'cancelled', id: task.id }, []);
    return;
  }
  const { begun, of } = begin(service, text, core, options);
  if (begun.kind === 'refused') {
    cores.giveBack(core);
    post({ kind: 'ran', id: task.id, outcome: begun }, []);
    return;
  }
  const { session } = begun;
  const report = (): void =>
    post({ kind: 'progress', id: task.id, steps: session.steps(), sweep: session.sweeping(), of }, []);
  if (!(await inSlices(service, task, () => session.advance(SLICE_ITEMS), report))) {
    cores.giveBack(core);
    return;
  }
  const { shown } = service;
  const differsAt = shown === null ? null : session.differsFrom(shown.session);
  if (shown !== null) cores.giveBack(shown.core);
  service.shown = { session, core };
  post({ kind: 'ran', id: task.id, outcome: { kind: 'ran', summary: session.summary(), differsAt } }, []);
}

function begin(
  { cores }: Service,
  text: string,
  core: Core,
  options: SessionOptions,
): { readonly begun: Begun; readonly of: number | null } {
  try {
    const checked = readScenario(text);
    const of = checked.kind === 'program' ? stepsOf(checked.program.statements) : null;
    return { begun: beginSession(text, core, options, checked), of };
  } catch (error) {
    cores.giveBack(core);
    throw error;
  }
}

async function sumAside(
  service: Service,
  task: Task,
  text: string,
  step: number,
  options: SessionOptions,
): Promise<void> {
  const { cores, post } = service;
  const core = await cores.take(options);
  const base = numberBase();
  const send = (sum: string | null): void => post({ kind: 'sum', id: task.id, sum }, []);
  try {
    const begun = beginSession(text, core, options);
    if (begun.kind === 'refused') {
      send(null);
      return;
    }
    const { session } = begun;
    if (
      await inSlices(
        service,
        task,
        () => session.advance(SLICE_ITEMS),
        () => undefined,
      )
    )
      send(step <= session.steps() ? session.sumAt(step) : null);
  } finally {
    // The next questions are about the run shown.
    setNumberBase(base);
    cores.giveBack(core);
  }
}

// ---- Answers about the run that is shown ----

function sessionShown({ shown }: Service): Session {
  if (shown === null) throw new Error('nothing has been run yet');
  return shown.session;
}

// Questions that take long are answered piece by piece, and given up when their run is no longer the one shown: its
// core belongs to the next.
async function answer(service: Service, task: Task, { kind, asked }: Question): Promise<void> {
  const { post, breathe, cores } = service;
  // A step that is wanted by now goes before, and so does word that this is not wanted any more.
  await breathe();
  // No question is asked before the first tree stands: what answers them is fetched with the first.
  const { answering, COUNTS_LINES } = await import('./answers');
  const lines = COUNTS_LINES.has(kind) ? await cores.lines() : null;
  if (task.cancelled) {
    post({ kind: 'cancelled', id: task.id }, []);
    return;
  }
  const session = sessionShown(service);
  const steps = answering(session.place(), kind, asked, lines);
  let next = steps.next();
  const work = (): boolean => next.done === true || (next = steps.next()).done === true;
  const report = (): void => {
    if (next.done !== true) post({ kind: 'answering', id: task.id, progress: next.value }, []);
  };
  if (!(await inSlices(service, task, work, report, () => service.shown?.session !== session))) return;
  if (next.done === true) post({ kind: 'answer', id: task.id, answer: next.value }, handedOver(kind, next.value));
}

async function sendReport(service: Service, task: Task): Promise<void> {
  const { post } = service;
  const { id } = task;
  const session = sessionShown(service);
  const report = (): void =>
    post({ kind: 'answering', id, progress: { done: session.completed(), of: session.steps() } }, []);
  const work = (): boolean => session.complete(SLICE_ITEMS);
  if (await inSlices(service, task, work, report, () => service.shown?.session !== session))
    post({ kind: 'report', id, report: session.report() }, []);
}

function sendScene(service: Service, { id, step, event, only }: Extract<Request, { kind: 'scene' }>): void {
  const session = sessionShown(service);
  if (only === 'half' && event !== undefined) {
    const half = session.half(step, event);
    service.post({ kind: 'half', id, half }, halfTransferables(half));
    return;
  }
  const scene = session.scene(step, event);
  service.post({ kind: 'scene', id, scene }, transferables(scene));
}
