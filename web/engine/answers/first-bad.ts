// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where it began: a sound step right before a broken one, found by halving what lies between. Floor 3. A handful of looks,
// however long the run is; damage that came and went before is left to the question `audit`, which looks at every step.

import type { Answering, Place } from '../place';

export const firstBad: Answering<'firstBad'> = function* (place, { step }) {
  if (!isBroken(place, step)) return null;
  let [sound, broken] = [0, step];
  const all = Math.ceil(Math.log2(Math.max(2, step)));
  for (let looks = 1; broken - sound > 1; looks++) {
    yield { done: looks, of: all };
    const middle = (sound + broken) >> 1;
    if (isBroken(place, middle)) broken = middle;
    else sound = middle;
  }
  return { step: broken, line: place.reportAt(broken)?.line ?? 0 };
};

/** An invariant does not hold in some tree, or nodes are out that nothing accounts for. */
function isBroken({ machine, time, treesAt }: Place, step: number): boolean {
  time.goTo(step);
  const trees = treesAt(step);
  if (trees.some(({ handle }) => machine.validate(handle).some(({ excused }) => !excused))) return true;
  return machine.live() - machine.waiting() !== trees.reduce((sum, { handle }) => sum + machine.facts(handle).nodes, 0);
}
