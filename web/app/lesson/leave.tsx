// SPDX-License-Identifier: GPL-2.0-or-later

import { leaveLessons } from '../store/lessons/lesson-state';

/** The button that ends the lessons, in the head of each of their pages. */
export function Leave() {
  return (
    <button
      type="button"
      class="button small quiet"
      title="Closes the lessons and restores your previous text"
      onClick={leaveLessons}
    >
      Leave
    </button>
  );
}
