// SPDX-License-Identifier: GPL-2.0-or-later
//
// Answers about trees that are too large to be drawn whole: all nodes as columns, with what the step did to them;
// and their sums.

import { readOverview } from '../time/overview';
import type { Answering, Place } from '../time/answer-context';
import { copySlab, placeChanges, type PlaceChanges } from '../decode/place-changes';

export const overview: Answering<'overview'> = function* (place, { step, tree }) {
  yield { done: 0, of: null };
  const named = place.treesAt(step).find(({ name }) => name === tree);
  if (named === undefined) return null;
  const changes = changesOf(place, step);
  place.time.goTo(step);
  return readOverview(place.core, named.handle, { step, tree }, place.nodesIn(named.handle), changes);
};

/** Left out of a large tree's scene: finding it takes a third of what all else of it takes. */
export const sums: Answering<'sums'> = function* ({ time, machine, treesAt }, { step }) {
  yield { done: 0, of: null };
  time.goTo(step);
  return treesAt(step).map(({ handle }) => machine.sum(handle));
};

/**
 * The changes of the step: as its scene found them; else by replaying the step. The core stands at the step or
 * elsewhere.
 */
export function changesOf({ core, time, changesAt, newestBefore }: Place, step: number): PlaceChanges | null {
  if (step === 0) return null;
  const known = changesAt(step);
  if (known !== null) return known;
  time.goTo(step - 1);
  const before = copySlab(core);
  time.goTo(step);
  return placeChanges(core, before, newestBefore(step));
}
