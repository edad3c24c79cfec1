// SPDX-License-Identifier: GPL-2.0-or-later

import { NO_STORAGE } from '../../words/storage';
import { isProgressKept } from '../store/lessons/lesson-state';

/** A frame on another site keeps nothing, and says so itself. */
const keepsNothing = document.documentElement.dataset['keeps'] === 'nothing';

/** Says that the browser does not keep the answers. */
export function NotKept() {
  if (isProgressKept.value || keepsNothing) return null;
  return (
    <p class="bad lesson-not-kept" role="alert">
      Your answers are not saved: {NO_STORAGE}, so a reload loses them. Delete texts in the Gallery to make room, or
      hand in your answers before you leave.
    </p>
  );
}
