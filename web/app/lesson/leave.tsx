// SPDX-License-Identifier: GPL-2.0-or-later

import { lecturing } from '../store/page/projector';
import { leaveLessons } from '../store/lessons/lesson-state';

/** The button that ends the lessons, in the head of each of their pages; a lecture keeps its lesson on the wall. */
export function Leave() {
  if (lecturing.value !== null) return null;
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
