// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where a link that is made now is to open, besides its step: what of the page differs from how it would open by
// itself.

import { NOWHERE, type LinkPlace } from '../../../share/place';
import { event } from '../run/motion';
import { projector } from '../page/projector';
import { chosenBase, chosenTree, forkCursor, leftTables, scene, tellingPlace, view, views } from '../page/state';

/** The place on the page without its step. */
export function placeNow(): LinkPlace {
  const marks = scene.value?.fork?.marks ?? [];
  const shown = view.value;
  return {
    ...NOWHERE,
    // Two trees side by side are of steps or branches that no link holds.
    view: shown === views.value[0] || shown === 'differ' ? null : shown,
    mark:
      shown === 'fork' && forkCursor.value !== tellingPlace(marks, leftTables(scene.value)) ? forkCursor.value : null,
    event: event.value,
    tree: chosenTree.value,
    base: chosenBase.value,
    present: projector.value,
  };
}
