// SPDX-License-Identifier: GPL-2.0-or-later
//
// The worker's side of the protocol, without a worker: requests in, replies out. Floor 3. Owns the cores: one holds the
// run that can be looked at, another the run under way; a third comes only where a sum is asked aside.
//
// A run goes on in slices, between which messages are taken in, so it can be given up at any moment. The clock that ends
// a slice is handed in; it decides when to look up, never what is computed.

import { assertNever } from '../base/assert';
import type { Reply, Request, SweepProgress } from './protocol';
import { beginSession, type Session, type SessionOptions } from './session';
import { transferables } from './wire';
import type { Core, Loaded } from './wasm';

export interface ServiceOptions {
  readonly startCore: () => Promise<Loaded>;
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

/** Takes requests; replies go to `post`. */
export function createService({ startCore, post, breathe, now }: ServiceOptions): { readonly take: (request: Request) => void } {
  let shown: { readonly session: Session; readonly core: Core } | null = null;
  let running: Task | null = null;
  const tasks = new Map<number, Task>();
  const spare: Core[] = [];

  const withCore = async (): Promise<Core> => {
    const core = spare.pop();
    if (core !== undefined) return core;
    const loaded = await startCore();
    if (loaded.kind === 'failed') throw new Error(loaded.message);
    return loaded.core;
  };
  const giveBack = (core: Core): void => {
    if (spare.length === 0) spare.push(core);
  };

  // Runs to the end, or until it is cancelled; false then.
  const finish = async (session: Session, task: Task, report: (steps: number, sweep: SweepProgress | null) => void): Promise<boolean> => {
    for (;;) {
      const until = now() + SLICE_MS;
      while (now() < until) if (session.advance(SLICE_ITEMS)) return !task.cancelled;
      report(session.steps(), session.sweeping());
      await breathe();
      if (task.cancelled) return false;
    }
  };

  const run = async (task: Task, text: string, options: SessionOptions): Promise<void> => {
    if (running !== null) running.cancelled = true;
    running = task;
    const core = await withCore();
    // What came in while the core was started: a newer run, or the end of this one.
    await breathe();
    const begun = task.cancelled ? null : beginSession(text, core, options);
    if (begun?.kind === 'refused') {
      giveBack(core);
      post({ kind: 'ran', id: task.id, outcome: begun }, []);
      return;
    }
    const done = begun !== null && (await finish(begun.session, task, (steps, sweep) => post({ kind: 'progress', id: task.id, steps, sweep }, [])));
    if (!done) {
      giveBack(core);
      post({ kind: 'cancelled', id: task.id }, []);
      return;
    }
    if (shown !== null) giveBack(shown.core);
    shown = { session: begun.session, core };
    post({ kind: 'ran', id: task.id, outcome: { kind: 'ran', summary: begun.session.summary() } }, []);
  };

  const sumAside = async (task: Task, text: string, step: number, options: SessionOptions): Promise<void> => {
    const core = await withCore();
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
      giveBack(core);
    }
  };

  const guarded = async (task: Task, work: () => Promise<void>): Promise<void> => {
    tasks.set(task.id, task);
    try {
      await work();
    } catch (error) {
      post({ kind: 'failed', id: task.id, message: error instanceof Error ? error.message : String(error) }, []);
    } finally {
      tasks.delete(task.id);
      if (running === task) running = null;
    }
  };

  const answer = async (request: Extract<Request, { kind: 'scene' | 'report' | 'compare' }>): Promise<void> => {
    await Promise.resolve();
    if (shown === null) throw new Error('nothing has been run yet');
    if (request.kind === 'report') {
      const { session } = shown;
      for (let until = now() + SLICE_MS; !session.complete(SLICE_ITEMS); ) {
        if (now() < until) continue;
        await breathe();
        // Another run is shown by now, and this one's core belongs to the next.
        if (shown.session !== session) {
          post({ kind: 'cancelled', id: request.id }, []);
          return;
        }
        until = now() + SLICE_MS;
      }
      post({ kind: 'report', id: request.id, report: session.report() }, []);
      return;
    }
    if (request.kind === 'compare') {
      post({ kind: 'compared', id: request.id, columns: shown.session.compare(request.step) }, []);
      return;
    }
    const scene = shown.session.scene(request.step, request.event);
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
        case 'compare':
          void guarded(task, () => answer(request));
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
