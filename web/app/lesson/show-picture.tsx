// SPDX-License-Identifier: GPL-2.0-or-later

import { lookAtPicture } from '../store/lessons/look';
import { isWide } from '../store/page/window';

/** The way to the picture of an exercise, where that does not stand beside it. */
export function ShowPicture() {
  return isWide() ? null : (
    <button type="button" class="button" onClick={lookAtPicture}>
      Show the picture
    </button>
  );
}
