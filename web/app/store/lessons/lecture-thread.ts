// SPDX-License-Identifier: GPL-2.0-or-later
//
// The thread of a lecture: where it stands, and whether the speaker has left it for a question. In a scenario, a single
// step forward or back belongs to the lecture; a jump elsewhere, or another text, leaves it. In a lesson every step of
// the screen's own scenarios belongs to it, and another text leaves it. Pure.

/** What is on the speaker's page. */
export interface Stand {
  readonly text: string;
  readonly step: number;
  /** The screen of the lesson, from 0; null: a scenario is presented. */
  readonly screen: number | null;
  /** The lesson itself has put this text on the page. */
  readonly lent: boolean;
}

export interface Thread {
  /** Where the lecture is, or was left. */
  readonly at: Stand;
  readonly away: boolean;
}

export function threadAt(at: Stand): Thread {
  return { at, away: false };
}

/** The thread after the page has changed to this. */
export function followed({ at, away }: Thread, now: Stand): Thread {
  const sameText = now.text === at.text;
  const anotherScreen = now.screen !== at.screen;
  // A screen that is turned to is the lecture, wherever the speaker was.
  if (anotherScreen) return { at: now, away: false };
  if (now.screen !== null && (now.lent || (sameText && !away))) return { at: now, away: false };
  if (!sameText) return { at, away: true };
  const steps = Math.abs(now.step - at.step);
  // Back where it was left, by whatever way.
  if (steps === 0) return { at: now, away: false };
  return away || steps > 1 ? { at, away: true } : { at: now, away: false };
}

/**
 * What a clicker's key does: the first press after a question leads back to the lecture; the first one forth at a
 * question that is open to the class tells its answer; one forth at the last screen ends the lesson.
 */
export type Move =
  | { readonly kind: 'return' }
  | { readonly kind: 'step' | 'screen'; readonly to: number }
  | { readonly kind: 'tell' | 'end' | 'none' };

/** `last`: the last step, or the last screen of a lesson; `isOpen`: a question of the screen waits for its answer. */
export function moved({ at, away }: Thread, by: 1 | -1, last: number, isOpen = false): Move {
  if (away) return { kind: 'return' };
  if (at.screen !== null && by === 1 && isOpen) return { kind: 'tell' };
  if (at.screen !== null && by === 1 && at.screen >= last) return { kind: 'end' };
  const to = (at.screen ?? at.step) + by;
  if (to < 0 || to > last) return { kind: 'none' };
  return { kind: at.screen === null ? 'step' : 'screen', to };
}
