// SPDX-License-Identifier: GPL-2.0-or-later
//
// The thread of a lecture: where it stands, and whether the speaker has left it for a question. In a scenario, a single
// step forward or back belongs to the lecture; a jump elsewhere, or another text, leaves it. In a lesson every step of
// the screen's own scenarios belongs to it; another text, or the list of lessons, leaves it. Pure.

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
  // Beside the list of lessons, or without any: only the speaker's word makes that the lecture.
  if (now.screen === null && at.screen !== null) return { at, away: true };
  // A screen that is turned to is the lecture, wherever the speaker was.
  if (anotherScreen) return { at: now, away: false };
  if (now.screen !== null && (now.lent || (sameText && !away))) return { at: now, away: false };
  if (!sameText) return { at, away: true };
  const steps = Math.abs(now.step - at.step);
  // Back where it was left, by whatever way.
  if (steps === 0) return { at: now, away: false };
  return away || steps > 1 ? { at, away: true } : { at: now, away: false };
}

/** What the wall shows of a screen, as it says itself. */
export interface WallView {
  /** From 0. */
  readonly screen: number;
  /** The screen goes on below. */
  readonly below: boolean;
  /** Where the next page begins, in blocks of the screen: all before it has been seen. */
  readonly next: number;
}

/** What a press forth shows before the screen is over: a question's tree, its answer, or the wall's next page. */
export type Ahead = 'ask' | 'tell' | 'page';

/** `question`: the first that waits for its answer. No answer comes before the wall has shown its question whole. */
export function aheadOf(
  question: { readonly block: number; readonly isAsked: boolean } | null,
  wall: WallView | null,
): Ahead | null {
  if (question !== null && !question.isAsked) return 'ask';
  if (question !== null && isSeen(question.block, wall)) return 'tell';
  return wall?.below === true ? 'page' : null;
}

/** The wall has shown this block to its end. */
export function isSeen(block: number, wall: WallView | null): boolean {
  return wall?.below !== true || block + 1 <= wall.next;
}

/**
 * What a clicker's key does: the first press after a question leads back to the lecture; one forth shows what is ahead
 * on the screen, and at the last screen ends the lesson; one back goes to the top of a screen that was paged.
 */
export type Move =
  | { readonly kind: 'return' }
  | { readonly kind: 'step' | 'screen'; readonly to: number }
  | { readonly kind: Ahead | 'top' | 'end' | 'none' };

/** `last`: the last step, or the last screen of a lesson; `isPaged`: presses have paged the wall. */
export function moved(
  { at, away }: Thread,
  by: 1 | -1,
  last: number,
  ahead: Ahead | null = null,
  isPaged = false,
): Move {
  if (away) return { kind: 'return' };
  if (at.screen !== null && by === 1 && ahead !== null) return { kind: ahead };
  if (at.screen !== null && by === -1 && isPaged) return { kind: 'top' };
  if (at.screen !== null && by === 1 && at.screen >= last) return { kind: 'end' };
  const to = (at.screen ?? at.step) + by;
  if (to < 0 || to > last) return { kind: 'none' };
  return { kind: at.screen === null ? 'step' : 'screen', to };
}
