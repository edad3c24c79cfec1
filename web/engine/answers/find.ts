// SPDX-License-Identifier: GPL-2.0-or-later
//
// Searches: in all trees after one step, and over all steps. Both read the nodes in the core's memory, so a tree of any
// size is searched without being sent.

import type { FindQuery, FoundPlace } from '../../model/find';
import type { TreeHandle } from '../../model/machine';
import {
  asksOfChanges,
  asksOfVmas,
  barrenNodes,
  searchTree,
  type Barren,
  type TreeSetting,
} from '../decode/find-nodes';
import { copySlab, placeChanges, type PlaceChanges } from '../decode/place-changes';
import type { Answering, NamedHandle, Place } from '../time/answer-context';
import { changesOf } from './overview';

/** Steps between two breaks, if they are quick. */
const STRETCH = 16;

export const find: Answering<'find'> = function* (place, { step, query, most }) {
  yield { done: 0, of: null };
  const changes = asksOfChanges(query) ? changesOf(place, step) : null;
  place.time.goTo(step);
  const places: FoundPlace[] = [];
  let count = 0;
  for (const tree of place.treesAt(step)) {
    searchTree(place.core, query, settingOf(place, tree, step, changes), null, (found) => {
      if (count++ < most) places.push(found());
      return true;
    });
  }
  return { step, places, count };
};

/** The data of a tree that are kept from step to step. */
interface Memory {
  readonly handle: TreeHandle;
  readonly vmas: TreeSetting['vmas'];
  readonly barren: Barren;
  found: boolean;
}

export const findSteps: Answering<'findSteps'> = function* (place, { query }) {
  const { core, time, steps, treesAt } = place;
  const ofChanges = asksOfChanges(query);
  const found: number[] = [];
  const known = new Map<string, Memory>();
  let slab: { readonly step: number; readonly copy: Int32Array } | null = null;
  for (let step = 1; step <= steps; step++) {
    let changes: PlaceChanges | null = null;
    if (ofChanges) {
      if (slab?.step !== step - 1) {
        time.goTo(step - 1);
        slab = { step: step - 1, copy: copySlab(core) };
      }
      time.goTo(step);
      changes = placeChanges(core, slab.copy, place.newestBefore(step));
      slab = { step, copy: copySlab(core) };
    } else time.goTo(step);
    const changed = time.changed(step);
    let any = false;
    for (const tree of treesAt(step)) any = searchOf(place, query, tree, step, changes, changed, known) || any;
    if (any) found.push(step);
    if (step % STRETCH === 0) yield { done: step, of: steps };
  }
  return found;
};

// A tree that the step did not change is as it was, but for what the step did to it.
function searchOf(
  place: Place,
  query: FindQuery,
  tree: NamedHandle,
  step: number,
  changes: PlaceChanges | null,
  changed: ReadonlySet<number>,
  known: Map<string, Memory>,
): boolean {
  const vmas = asksOfVmas(query) ? place.vmasAt(step, tree.name) : null;
  const before = known.get(tree.name);
  const same = before !== undefined && before.handle === tree.handle && sameList(before.vmas, vmas);
  if (same && changes === null && !changed.has(tree.handle)) return before.found;
  const memory: Memory = same ? before : { handle: tree.handle, vmas, barren: barrenNodes(), found: false };
  known.set(tree.name, memory);
  memory.found = false;
  searchTree(
    place.core,
    query,
    { ...settingOf(place, tree, step, changes), vmas },
    changes === null ? memory.barren : null,
    () => {
      memory.found = true;
      return false;
    },
  );
  return memory.found;
}

function sameList(a: TreeSetting['vmas'], b: TreeSetting['vmas']): boolean {
  return a === b || (a !== null && b !== null && a.length === b.length && a.every((vma, k) => vma === b[k]));
}

function settingOf(
  { labels, vmasAt }: Place,
  { name, handle }: NamedHandle,
  step: number,
  changes: PlaceChanges | null,
): TreeSetting {
  return { name, handle, labels, vmas: vmasAt(step, name), changes };
}
