// SPDX-License-Identifier: GPL-2.0-or-later

import { TRACK } from '../../lesson/track';
import type { ClassLesson } from '../store/lessons/class-state';

/** "2. Nodes, slots, pivots"; of a lesson from elsewhere its title. */
export function lessonTitleOf({ name, here }: ClassLesson): string {
  const at = TRACK.findIndex(({ file }) => file === name);
  const entry = TRACK[at];
  if (entry !== undefined) return `${at + 1}. ${entry.title}`;
  const title = here?.lesson.title ?? '';
  return title === '' ? name : title;
}
