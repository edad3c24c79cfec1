// SPDX-License-Identifier: GPL-2.0-or-later

import { NOWHERE } from '../../share/place';
import { chooseTree, point } from '../store/actions/actions';
import { goToPlace } from '../store/links/open-link';
import { seekEvent, showSlow, slow } from '../store/run/motion';
import type { Show } from './messages';

/** Brings the step on the page to the view, tree, event and slot that the speaker's window shows. */
export async function goToShown({ place, slow: isSlow, selected }: Show, onWall: boolean): Promise<void> {
  chooseTree(place.tree);
  await goToPlace({ ...NOWHERE, ...place, present: onWall });
  if (place.event === null) {
    await seekEvent(null);
    if (slow.value !== isSlow) showSlow(isSlow);
  }
  point(selected);
}
