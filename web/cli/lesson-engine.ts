// SPDX-License-Identifier: GPL-2.0-or-later
//
// The engine of lessons in Node: one core, on which the text that was asked for last stands. A run that is asked for
// more after another one has taken its place is made again.

import { must } from '../base/assert';
import { decodeScene } from '../engine/scene/scene';
import { answering } from '../engine/service/answers';
import { beginSession, type Session, type SessionOptions } from '../engine/time/session';
import type { Core } from '../engine/core/wasm';
import type { LessonEngine } from '../lesson/engine';
import type { LiveValue } from '../model/live';

const ITEMS = 1000;

export function lessonEngine(core: Core, options: SessionOptions = {}): LessonEngine {
  let held: { readonly text: string; readonly session: Session } | null = null;
  const hold = (text: string): Session => {
    if (held?.text === text) return held.session;
    const begun = beginSession(text, core, options);
    if (begun.kind === 'refused') throw new Error('a text that ran is refused');
    while (!begun.session.advance(ITEMS));
    held = { text, session: begun.session };
    return begun.session;
  };
  const values = (text: string, step: number | null, expressions: readonly string[]): readonly LiveValue[] => {
    const steps = answering(hold(text).place(), 'values', { step, expressions });
    for (let next = steps.next(); ; next = steps.next()) if (next.done === true) return next.value;
  };
  return {
    defects: new Set(),
    run: async (text) => {
      held = null;
      const begun = beginSession(text, core, options);
      if (begun.kind === 'refused') return Promise.resolve(begun);
      while (!begun.session.advance(ITEMS));
      held = { text, session: begun.session };
      const summary = must(held, 'run').session.summary();
      return Promise.resolve({
        kind: 'ran',
        summary,
        scene: (step) => Promise.resolve(decodeScene(hold(text).scene(step), null)),
        values: (step, expressions) => Promise.resolve(values(text, step, expressions)),
      });
    },
  };
}
