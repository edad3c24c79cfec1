// SPDX-License-Identifier: GPL-2.0-or-later
//
// The worker's side of the protocol, without a worker: requests in, replies out. Owns the cores: one holds the run that
// can be looked at, another the run under way; a third comes only where a sum is asked aside.
//
// A run goes on in slices, between which messages are taken in, so it can be given up at any moment. The clock that
// ends a slice is handed in; it decides when to look up, never what is computed.

import { thrownText } from '../../base/thrown';
import { readScenario } from '../../scenario/check/checker';
import { stepsOf } from '../../scenario/check/step-count';
import { assertNever } from '../../base/assert';
import { numberBase, setNumberBase } from '../../base/number-base';
import type { DefectName } from '../../model/generated/defects';
import type { QuestionKind } from '../../model/questions';
import type { Question, Reply, Request, SweepProgress } from './protocol';
import { beginSession, type Begun, type Session, type SessionOptions } from '../time/session';
import { halfTransferables, transferables } from '../decode/wire';
import type { Core, Loaded } from '../core/wasm';

export interface ServiceOptions {
  readonly startCore: (defect: DefectName | undefined) => Promise<Loaded>;
  /** The module that counts lines of cache; without it, what needs it fails. */
  readonly startLines?: () => Promise<Loaded>;
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

/** Takes requests; replies go to `post`. */
export function createService({ startCore, startLines, post, breathe, now }: ServiceOptions): {
  readonly take: (request: Request) => void;
} {
  let shown: { readonly session: Session; readonly core: Core } | null = null;
  let running: Task | null = null;
  const tasks = new Map<number, Task>();
  const spare: Core[] = [];
  let counting: Core | null = null;

  const withCore = async ({ defect }: SessionOptions): Promise<Core> => {
    const core = spare.pop();
    if (core !== undefined) return core;
    const loaded = await startCore(defect);
    if (loaded.kind === 'failed') throw new Error(loaded.message);
    return loaded.core;
  };
  // One for each question: two that are answered in turns would write over each other's trees.
  const linesCore = async (): Promise<Core> => {
    if (counting !== null) return counting.again();
    const loaded = await startLines?.();
    if (loaded?.kind !== 'core') throw new Error(loaded?.message ?? 'lines of cache cannot be counted here');
    counting = loaded.core;
    return counting.again();
  };
  const giveBack = (core: Core): void => {
    if (spare.length === 0) spare.push(core);
  };

  // Runs to the end, or until it is cancelled; false then.
  const finish = async (
    session: Session,
    task: Task,
    report: (steps: number, sweep: SweepProgress | null) => void,
  ): Promise<boolean> => {
    for (;;) {
      const until = now() + SLICE_MS;
      while (now() < until) if (session.advance(SLICE_ITEMS)) return !task.cancelled;
      report(session.steps(), session.sweeping());
      await breathe();
      if (task.cancelled) return false;
    }
  };

  const begin = (
    text: string,
    core: Core,
    options: SessionOptions,
  ): { readonly begun: Begun; readonly of: number | null } => {
    try {
      const checked = readScenario(text);
      const of = checked.kind === 'program' ? stepsOf(checked.program.statements) : null;
      return { begun: beginSession(text, core, options, checked), of };
    } catch (error) {
      giveBack(core);
      throw error;
    }
  };

  const run = async (task: Task, text: string, options: SessionOptions): Promise<void> => {
    if (running !== null) running.cancelled = true;
    running = task;
    const core = await withCore(options);
    // What came in while the core was started: a newer run, or the end of this one.
    await breathe();
    const started = task.cancelled ? null : begin(text, core, options);
    const begun = started?.begun ?? null;
    const of = started?.of ?? null;
    if (begun?.kind === 'refused') {
      giveBack(core);
      post({ kind: 'ran', id: task.id, outcome: begun }, []);
      return;
    }
    const done =
      begun !== null &&
      (await finish(begun.session, task, (steps, sweep) =>
        post({ kind: 'progress', id: task.id, steps, sweep, of }, []),
      ));
    if (!done) {
      giveBack(core);
      post({ kind: 'cancelled', id: task.id }, []);
      return;
    }
    const differsAt = shown === null ? null : begun.session.differsFrom(shown.session);
    if (shown !== null) giveBack(shown.core);
    shown = { session: begun.session, core };
    post({ kind: 'ran', id: task.id, outcome: { kind: 'ran', summary: begun.session.packedSummary(), differsAt } }, []);
  };

  const sumAside = async (task: Task, text: string, step: number, options: SessionOptions): Promise<void> => {
    const core = await withCore(options);
    const base = numberBase();
    try {
      const begun = beginSession(text, core, options);
      if (begun.kind === 'refused') {
        post({ kind: 'sum', id: task.id, sum: null }, []);
        return;
      }
      const { session } = begun;
      if (!(await finish(session, task, () => undefined))) post({ kind: 'cancelled', id: task.id }, []);
      else post({ kind: 'sum', id: task.id, sum: step <= session.steps() ? session.sumAt(step) : null }, []);
    } finally {
      // What is asked next is of the run that is shown.
      setNumberBase(base);
      giveBack(core);
    }
  };

  const guarded = async (task: Task, work: () => Promise<void>): Promise<void> => {
    tasks.set(task.id, task);
    try {
      await work();
    } catch (error) {
      const trapped = error instanceof WebAssembly.RuntimeError;
      post({ kind: 'failed', id: task.id, message: thrownText(error), trapped }, []);
    } finally {
      tasks.delete(task.id);
      if (running === task) running = null;
    }
  };

  // Questions that take long are answered piece by piece, and given up when their run is no longer the one shown.
  const answerQuestion = async (task: Task, question: Question): Promise<void> => {
    const { kind, asked } = question;
    // A step that is wanted by now goes before, and so does word that this is not wanted any more.
    await breathe();
    // No question is asked before the first tree stands: what answers them is fetched with the first.
    const { answering, COUNTS_LINES } = await import('./answers');
    const lines = COUNTS_LINES.has(kind) ? await linesCore() : null;
    if (task.cancelled) {
      post({ kind: 'cancelled', id: task.id }, []);
      return;
    }
    if (shown === null) throw new Error('nothing has been run yet');
    const { session } = shown;
    const over = (): boolean => task.cancelled || shown?.session !== session;
    const steps = answering(session.place(), kind, asked, lines);
    for (let until = now() + SLICE_MS; ;) {
      const next = steps.next();
      if (next.done === true) {
        post({ kind: 'answer', id: task.id, answer: next.value }, handedOver(kind, next.value));
        return;
      }
      if (now() < until) continue;
      post({ kind: 'answering', id: task.id, progress: next.value }, []);
      await breathe();
      if (over()) {
        post({ kind: 'cancelled', id: task.id }, []);
        return;
      }
      until = now() + SLICE_MS;
    }
  };

  const answer = async (task: Task, request: Extract<Request, { kind: 'scene' | 'report' }>): Promise<void> => {
    if (shown === null) throw new Error('nothing has been run yet');
    const { session } = shown;
    if (request.kind === 'report') {
      for (let until = now() + SLICE_MS; !session.complete(SLICE_ITEMS);) {
        if (now() < until) continue;
        post({ kind: 'answering', id: request.id, progress: { done: session.completed(), of: session.steps() } }, []);
        await breathe();
        // Another run is shown by now, and this one's core belongs to the next; or nobody wants it any more.
        if (shown.session !== session || task.cancelled) {
          post({ kind: 'cancelled', id: request.id }, []);
          return;
        }
        until = now() + SLICE_MS;
      }
      post({ kind: 'report', id: request.id, report: session.report() }, []);
      return;
    }
    if (request.only === 'half' && request.event !== undefined) {
      const half = session.half(request.step, request.event);
      post({ kind: 'half', id: request.id, half }, halfTransferables(half));
      return;
    }
    const scene = session.scene(request.step, request.event);
    post({ kind: 'scene', id: request.id, scene }, transferables(scene));
  };

  return {
    take: (request) => {
      const task: Task = { id: request.id, cancelled: false };
      switch (request.kind) {
        case 'run':
          void guarded(task, () => run(task, request.text, request.options));
          return;
        case 'sum':
          void guarded(task, () => sumAside(task, request.text, request.step, request.options));
          return;
        case 'scene':
        case 'report':
          void guarded(task, () => answer(task, request));
          return;
        case 'ask':
          void guarded(task, () => answerQuestion(task, request.question));
          return;
        case 'cancel': {
          const under = tasks.get(request.id);
          if (under !== undefined) under.cancelled = true;
          return;
        }
        default:
          assertNever(request);
      }
    },
  };
}
