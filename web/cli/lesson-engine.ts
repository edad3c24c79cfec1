// SPDX-License-Identifier: GPL-2.0-or-later
//
// The engine of lessons in Node: one core, on which the text that was asked for last stands. A run that is asked for
// more after another one has taken its place is made again.

import { must } from '../base/assert';
import { decodeScene } from '../engine/scene/scene';
import { answering } from '../engine/service/answers';
import { beginSession, type Session, type SessionOptions } from '../engine/time/session';
import type { Core } from '../engine/core/wasm';
import { withDefect } from '../engine/core/defect';
import { DEFECT_NAMES, DEFECTS, type Defect } from '../lesson/defects';
import type { LessonEngine } from '../lesson/engine';
import type { LiveValue } from '../model/live';

const ITEMS = 1000;

/** `hunt`: the module with the defects; without it, none can be hunted. */
export function lessonEngine(core: Core, options: SessionOptions = {}, hunt: Core | null = null): LessonEngine {
  let held: { readonly text: string; readonly defect: Defect | undefined; readonly session: Session } | null = null;
  const coreWith = (defect: Defect | undefined): Core =>
    defect === undefined || hunt === null ? core : withDefect(hunt, DEFECT_NAMES[defect]);
  const hold = (text: string, defect: Defect | undefined): Session => {
    if (held?.text === text && held.defect === defect) return held.session;
    const begun = beginSession(text, coreWith(defect), options);
    if (begun.kind === 'refused') throw new Error('a text that ran is refused');
    while (!begun.session.advance(ITEMS));
    held = { text, defect, session: begun.session };
    return begun.session;
  };
  const values = (session: Session, step: number | null, expressions: readonly string[]): readonly LiveValue[] => {
    const steps = answering(session.place(), 'values', { step, expressions });
    for (let next = steps.next(); ; next = steps.next()) if (next.done === true) return next.value;
  };
  return {
    defects: new Set(hunt === null ? [] : DEFECTS),
    run: async (text, defect) => {
      held = null;
      const begun = beginSession(text, coreWith(defect), options);
      if (begun.kind === 'refused') return Promise.resolve(begun);
      while (!begun.session.advance(ITEMS));
      held = { text, defect, session: begun.session };
      const summary = must(held, 'run').session.summary();
      return Promise.resolve({
        kind: 'ran',
        summary,
        scene: (step) => Promise.resolve(decodeScene(hold(text, defect).scene(step), null)),
        values: (step, expressions) => Promise.resolve(values(hold(text, defect), step, expressions)),
      });
    },
  };
}
