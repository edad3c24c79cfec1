// SPDX-License-Identifier: GPL-2.0-or-later
//
// Opens the lesson that a single file carries, and puts its other texts into the gallery: once, so that after a reload
// the reader continues where they were. The session opens the scenario.

import { goTo, openText } from '../store/lessons/lesson-state';
import { openPackText } from '../store/lessons/pack-state';
import { say } from '../store/actions/actions';
import { textStore } from '../store/actions/session';
import { FORMAT, VERSION } from '../store/kept/text-import';
import { opensTaken, takenHere } from '../store/links/single-page';
import { showLessons } from '../store/run/source';

export function openTaken(): void {
  const taken = opensTaken() ? takenHere() : null;
  if (taken === null) return;
  const now = Date.now();
  const texts = taken.texts.map((text, k) => ({ text, when: now - 1 - k }));
  void textStore()
    ?.importAll(JSON.stringify({ format: FORMAT, version: VERSION, texts }))
    .then((done) => {
      if (!done.ok) say('warning', done.message);
    });
  if (taken.pack !== undefined && openPackText(taken.pack)) showLessons();
  if (taken.lesson === null) return;
  const { name, source, number, screen } = taken.lesson;
  showLessons();
  openText(name, source, number);
  goTo(screen);
}
