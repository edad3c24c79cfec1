// SPDX-License-Identifier: GPL-2.0-or-later
//
// One run after the other on a core in this thread: for the command line, tests, and workers that hold no page's run.

import type { Answer, Asked } from '../../model/questions';
import type { RunOutcome, Scene } from '../../model/run';
import { CoreTrapped } from '../../model/trapped';
import { decodeScene } from '../scene/scene';
import type { Core } from '../core/wasm';
import { beginSession, type Session, type SessionOptions } from '../time/session';
import { answering } from './answers';

/** Questions are about the run that ended last. Every call rejects as the client's does. */
export interface InThread {
  run(text: string): Promise<RunOutcome>;
  scene(step: number): Promise<Scene>;
  ask(kind: 'values', asked: Asked<'values'>): Promise<Answer<'values'>>;
}

/** Steps between two calls of `breathe`. */
const ITEMS = 1000;

/** `breathe` is called now and then while a text runs; it may let messages in, and ends the run by throwing. */
export function inThread(
  core: Core,
  options: SessionOptions = {},
  breathe: () => Promise<void> = () => Promise.resolve(),
): InThread {
  let here = core;
  let held: Session | null = null;
  const session = (): Session => {
    if (held === null) throw new Error('nothing has been run yet');
    return held;
  };
  return {
    async run(text) {
      held = null;
      try {
        const begun = beginSession(text, here, options);
        if (begun.kind === 'refused') return begun;
        while (!begun.session.advance(ITEMS)) await breathe();
        held = begun.session;
        return { kind: 'ran', summary: held.summary(), differsAt: null };
      } catch (error) {
        // After a trap the core's memory is undefined.
        if (error instanceof WebAssembly.RuntimeError) {
          here = here.again();
          throw new CoreTrapped(error.message);
        }
        throw error;
      }
    },
    scene: async (step) => Promise.resolve(decodeScene(session().scene(step), null)),
    async ask(kind, asked) {
      const steps = answering(session().place(), kind, asked);
      for (let next = steps.next(); ; next = steps.next()) if (next.done === true) return Promise.resolve(next.value);
    },
  };
}
