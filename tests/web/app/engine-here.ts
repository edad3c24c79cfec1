// SPDX-License-Identifier: GPL-2.0-or-later
//
// Engines for the page's store without a worker: what they give is made at once, in the test's own process.

import type { Engine } from '../../../web/app/store/run/run';
import { loadCore } from '../../../web/cli/core-file';
import { beginSession } from '../../../web/engine/time/session';
import { runText, sceneAt } from '../engine/runs';

export function engineHere(): Engine {
  let here: Awaited<ReturnType<typeof runText>> | null = null;
  return {
    run: async (words) => {
      const begun = beginSession(words, await loadCore());
      if (begun.kind === 'refused') return begun;
      const before = here;
      here = await runText(words);
      return { kind: 'ran', summary: here.summary(), differsAt: before === null ? null : here.differsFrom(before) };
    },
    scene: (at) => Promise.resolve(sceneAt(here!, at)),
    report: () => Promise.resolve(here!.report()),
    sumAt: () => Promise.resolve(null),
    ask: () => Promise.reject(new Error('nothing is asked')),
    cancel: () => undefined,
  };
}

/** An engine that gives the scenes of one run, and is asked for nothing else. */
export function scenesOnly(scene: Engine['scene']): Engine {
  const unused = (): never => {
    throw new Error('not asked for');
  };
  return { run: unused, report: unused, sumAt: unused, ask: unused, cancel: () => undefined, scene };
}
