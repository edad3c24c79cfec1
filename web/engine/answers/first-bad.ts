// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where it began: a sound step right before a broken one, found by halving what lies between. A handful of looks,
// however long the run is; damage that came and went before is left to the question `audit`, which looks at every step.

import type { TreeHandle } from '../../model/machine';
import type { Answering, Place } from '../time/answer-context';

/** Steps between two breaks while what trees should hold is gathered. */
const STRETCH = 4096;

export const firstBad: Answering<'firstBad'> = function* (place, { step }) {
  const all = Math.ceil(Math.log2(Math.max(2, step)));
  const wanted: Wanted = new Map();
  for (let k = 1; k <= step; k++) {
    for (const [tree, hash] of place.wantedAt(k)) {
      const known = wanted.get(tree) ?? { steps: [], hashes: [] };
      wanted.set(tree, known);
      known.steps.push(k);
      known.hashes.push(hash);
    }
    if (k % STRETCH === 0) yield { done: 0, of: all };
  }
  if (!isBroken(place, wanted, step)) return null;
  let [sound, broken] = [0, step];
  for (let looks = 1; broken - sound > 1; looks++) {
    yield { done: looks, of: all };
    const middle = (sound + broken) >> 1;
    if (isBroken(place, wanted, middle)) broken = middle;
    else sound = middle;
  }
  return { step: broken, line: place.reportAt(broken)?.line ?? 0 };
};

/** The hashes that each tree should have, each from its step on. */
type Wanted = Map<TreeHandle, { readonly steps: number[]; readonly hashes: bigint[] }>;

/**
 * An invariant does not hold in some tree, one holds something else than the plain range map, or nodes are out that
 * nothing accounts for.
 */
function isBroken({ machine, time, treesAt }: Place, wanted: Wanted, step: number): boolean {
  time.goTo(step);
  const trees = treesAt(step);
  if (trees.some(({ handle }) => machine.validate(handle).some(({ excused }) => !excused))) return true;
  const differs = trees.some(({ handle }) => {
    const hash = wantedOf(wanted, handle, step);
    return hash !== null && machine.contents(handle) !== hash;
  });
  return (
    differs ||
    machine.live() - machine.waiting() !== trees.reduce((sum, { handle }) => sum + machine.facts(handle).nodes, 0)
  );
}

function wantedOf(wanted: Wanted, tree: TreeHandle, step: number): bigint | null {
  const known = wanted.get(tree);
  if (known === undefined) return null;
  let [low, high] = [0, known.steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (known.steps[middle]! <= step) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : known.hashes[low - 1]!;
}
