// SPDX-License-Identifier: GPL-2.0-or-later
//
// The search of the trees: query, results, chosen result. The query language and the box load on first use
// (find-bar.tsx); this part loads with the page, because the picture's rings and the keys need it.

import { batch, computed, signal } from '@preact/signals';
import type { Found } from '../../../model/find';
import type { SlotRef } from '../../../views/shared/refs';
import { chooseTree, point, select, showPane, showView } from './actions';
import { beside, everything, ran, shownTrees, space, view, type Ran } from '../page/state';
import { ticks } from '../page/time';
import { goToChosen } from '../page/tree-view';

/** The box is open. */
export const finding = signal(false);
/** The text of the box; letters typed before the box has loaded are kept here. */
export const findText = signal('');
/** The last results, and their run. */
export const foundNow = signal<{ readonly run: Ran; readonly text: string; readonly found: Found } | null>(null);
/** Place of the chosen result in `foundNow`; −1: none yet. */
export const chosenResult = signal(-1);
/** Counts wishes to be in the box. */
export const findWanted = signal(0);

const NO_RINGS: readonly SlotRef[] = [];

/** The places ringed in the pictures: the last results, until those of the next step arrive. */
export const findRings = computed<readonly SlotRef[]>(() => {
  const now = foundNow.value;
  return !finding.value || now === null || now.run !== ran.value ? NO_RINGS : now.found.places;
});

/** Puts words into the box. */
export function lookFor(query: string): void {
  findText.value = query;
}

export function openFind(): void {
  batch(() => {
    finding.value = true;
    findWanted.value++;
    showPane('picture');
  });
}

/** Opens the box with what is to be looked for, and goes to the first that is found. */
export function findAt(query: string): void {
  lookFor(query);
  openFind();
}

/** Closes the box; what was found is forgotten, what was looked for is not. */
export function closeFind(): void {
  batch(() => {
    finding.value = false;
    forget();
  });
}

export function forget(): void {
  batch(() => {
    foundNow.value = null;
    chosenResult.value = -1;
    ticks.value = [];
  });
}

/** Chooses the next result or the one before, round and round, and goes to it. */
export function nextResult(by: 1 | -1): void {
  const count = foundNow.value?.found.places.length ?? 0;
  const at = chosenResult.value;
  if (!finding.value) openFind();
  else if (count > 0) goToResult(at < 0 ? (by > 0 ? 0 : count - 1) : (at + by + count) % count);
}

/** Chooses a result, shows its tree, and brings its node to the middle unless it can be read where it is. */
export function goToResult(at: number): void {
  const place = foundNow.value?.found.places[at];
  if (place === undefined) return;
  batch(() => {
    chosenResult.value = at;
    // The list of VMAs has it too.
    const isListed = view.value === 'vmas' && place.tree === space.value?.picture.name && place.word !== null;
    if (view.value !== 'tree' && !isListed) showView('tree');
    if (!shownTrees.value.some(({ picture }) => picture.name === place.tree)) chooseTree(place.tree);
    // Beside the picture stays free what is free.
    (beside.value || everything.value ? select : point)({ tree: place.tree, node: place.node, slot: place.slot });
  });
  // A picture that was not on the page appears with the next frame.
  requestAnimationFrame(() => goToChosen(true));
}
