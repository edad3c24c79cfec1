// SPDX-License-Identifier: GPL-2.0-or-later
//
// Opens the lesson that a single file carries, and puts its other texts into the gallery: once, so that a reload goes
// on where the reader was. The scenario is opened by the session.

import { goTo, openText } from '../store/lessons/lesson-state';
import { openPackText } from '../store/lessons/pack-state';
import { keepInRecents } from '../store/actions/session';
import { takenHere } from '../store/links/single-page';
import { showLessons } from '../store/run/source';

const KEY = 'maplescope.taken';

export function openTaken(): void {
  const taken = takenHere();
  if (taken === null || isOpened()) return;
  for (const other of [...taken.texts].reverse()) keepInRecents(other);
  if (taken.pack !== undefined && openPackText(taken.pack)) showLessons();
  if (taken.lesson === null) return;
  const { name, source, number, screen } = taken.lesson;
  showLessons();
  openText(name, source, number);
  goTo(screen);
}

function isOpened(): boolean {
  try {
    const was = sessionStorage.getItem(KEY) !== null;
    sessionStorage.setItem(KEY, '');
    return was;
  } catch {
    return false;
  }
}
