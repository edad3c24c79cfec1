// SPDX-License-Identifier: GPL-2.0-or-later
//
// The engine of lessons over what runs one text after the other: the page's client, or a core in the same thread. Each
// keeps one run; a question about an earlier one makes it again. Use a separate client, so that a question
// does not change what the page shows.

import type { Answer, Asked } from '../model/questions';
import type { RunOutcome, Scene } from '../model/run';
import { CoreTrapped } from '../model/trapped';
import { DEFECTS, type Defect } from './defects';
import type { LessonEngine, LessonRun } from './engine';

/** What is needed of a Client (engine/service/client.ts, in-thread.ts). */
export interface ClientLike {
  run(text: string): Promise<RunOutcome>;
  scene(step: number): Promise<Scene>;
  ask(kind: 'values', asked: Asked<'values'>): Promise<Answer<'values'>>;
}

/** `hunting` gives the client whose core has a defect; without it, none can be hunted. */
export function engineOver(client: ClientLike, hunting: ((defect: Defect) => ClientLike) | null = null): LessonEngine {
  const sound = runsOver(client);
  const broken = new Map<Defect, (text: string) => Promise<LessonRun>>();
  return {
    defects: new Set(hunting === null ? [] : DEFECTS),
    run: sound,
    runBroken: async (text, defect) => {
      if (hunting === null) throw new Error('there is no core with a defect');
      const run = broken.get(defect) ?? runsOver(hunting(defect));
      broken.set(defect, run);
      try {
        return await run(text);
      } catch (error) {
        if (error instanceof CoreTrapped) return { kind: 'trapped', message: error.message };
        throw error;
      }
    },
  };
}

function runsOver(client: ClientLike): (text: string) => Promise<LessonRun> {
  let held: string | null = null;
  // One after the other: a run would cancel the one before it.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
  const hold = async (text: string): Promise<RunOutcome | null> => {
    if (held === text) return null;
    held = null;
    const outcome = await client.run(text);
    if (outcome.kind === 'ran') held = text;
    return outcome;
  };
  return (text) =>
    inTurn(async () => {
      held = null;
      const outcome = await hold(text);
      if (outcome === null || outcome.kind === 'refused')
        return { kind: 'refused', diagnostics: outcome?.diagnostics ?? [] };
      return {
        kind: 'ran',
        summary: outcome.summary,
        scene: (step) => inTurn(async () => hold(text).then(() => client.scene(step))),
        values: (step, expressions) =>
          inTurn(async () => hold(text).then(() => client.ask('values', { step, expressions }))),
      };
    });
}
