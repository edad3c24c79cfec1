// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where lessons stand on the page: in the left pane, fetched when they are first opened.

import { onDemand } from '../ui/on-demand';
import { leaveLessons, leftTab } from '../store/run/source';

const LessonPane = onDemand('The lessons', async () => (await import('./lesson-pane')).LessonPane, leaveLessons);

export function LessonRoom() {
  return leftTab.value === 'lesson' ? (
    <div class="source-room" id="left-lesson" role="tabpanel" aria-labelledby="tab-left-lesson">
      <LessonPane />
    </div>
  ) : null;
}
