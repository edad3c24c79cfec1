// SPDX-License-Identifier: GPL-2.0-or-later
//
// A lesson as slides for a projector, each with what only the speaker sees. Pure.

import type { Lesson, Prose, Screen } from './lesson';
import { inlinesIn } from './values';
import { plainText } from './parse';

export interface Slide {
  /** "3.2": a room can be sent there by it. */
  readonly code: string;
  /** Its own first heading, else that of the nearest slide before it that has one, else the lesson's title. */
  readonly title: string;
  readonly screen: Screen;
  /** The speaker's notes as prose, in order; live values in them are about the slide's picture. */
  readonly notes: readonly Prose[];
  /** The same as plain text, one paragraph or list item each. */
  readonly noteTexts: readonly string[];
}

/** The screens of a lesson in order, at least one. */
export function slidesOf({ title, screens }: Lesson): readonly Slide[] {
  let heading = title;
  return screens.map((screen) => {
    if (screen.title !== '') heading = screen.title;
    const notes = screen.notes.flat();
    return { code: screen.code, title: heading, screen, notes, noteTexts: inlinesIn(notes).map(plainText) };
  });
}
