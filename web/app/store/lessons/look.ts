// SPDX-License-Identifier: GPL-2.0-or-later
//
// On a narrow page the picture of a lesson is in another room than its text: what the text shows calls it up, and the
// way back leads to where one read.

import { showPane } from '../actions/actions';
import { wayBack } from '../page/state';
import { isWide } from '../page/window';

/** Brings the picture into view, and offers the way back; nothing where it stands beside the text. */
export function lookAtPicture(): void {
  if (isWide()) return;
  const asked = document.activeElement;
  wayBack.value = () => {
    showPane('scenario');
    // The text is laid out with the next frame; what is not cannot take the focus.
    requestAnimationFrame(() => {
      if (asked instanceof HTMLElement && asked.isConnected) asked.focus({ preventScroll: true });
    });
  };
  showPane('picture');
}

/** The text is in view, or closed. */
export function forgetWayBack(): void {
  wayBack.value = null;
}
