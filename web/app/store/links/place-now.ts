// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where a link that is made now is to open, besides its step: what of the page differs from how it would open by
// itself.

import { NOWHERE, type LinkPair, type LinkPlace, type LinkSide } from '../../../share/place';
import { event } from '../run/motion';
import { projector } from '../page/projector';
import { chosenBase, chosenTree, forkCursor, leftTables, scene, tellingPlace, view, views } from '../page/state';
import { pairWanted, type Choice } from '../page/pair-wanted';

/** The place on the page without its step. */
export function placeNow(): LinkPlace {
  const marks = scene.value?.fork?.marks ?? [];
  const shown = view.value;
  return {
    ...NOWHERE,
    view: shown === views.value[0] || leavesOutComparison() ? null : shown,
    mark:
      shown === 'fork' && forkCursor.value !== tellingPlace(marks, leftTables(scene.value)) ? forkCursor.value : null,
    event: event.value,
    tree: chosenTree.value,
    base: chosenBase.value,
    pair: shown === 'differ' ? pairNow() : null,
    present: projector.value,
  };
}

/** A comparison with another branch is on the page; no link holds the text of a second branch. */
export function leavesOutComparison(): boolean {
  return view.value === 'differ' && pairWanted.value !== null && pairNow() === null;
}

function pairNow(): LinkPair | null {
  const wanted = pairWanted.value;
  const [a, b] = wanted === null ? [null, null] : [sideOf(wanted.a), sideOf(wanted.b)];
  return a === null || b === null ? null : { a, b };
}

function sideOf({ run, tree, step }: Choice): LinkSide | null {
  if (run === 'shown') return { step, tree, release: null };
  return 'release' in run ? { step, tree, release: run.release } : null;
}
