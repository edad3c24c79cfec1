// SPDX-License-Identifier: GPL-2.0-or-later
//
// A lecture as the speaker's window keeps it, so that it goes on after a reload: under one key in sessionStorage, which
// a reload keeps, and in localStorage, for a new window after this one was closed. What is read is checked like a
// message.

import type { Stand, Thread } from '../store/lessons/lecture-thread';
import { LECTURE_KEY } from '../store/page/projector';
import { fromSpeaker, isCode, wrap, type Content, type Show } from './messages';

export interface KeptLecture {
  readonly code: string;
  /** When it began, in milliseconds since 1970. */
  readonly begun: number;
  readonly thread: Thread;
  readonly content: Content;
  readonly show: Show;
  /** How far the lesson's screen is scrolled, in its blocks. */
  readonly scrolled: number;
}

/** Pure. */
export function keptText({ thread, ...rest }: KeptLecture): string {
  const { at, away } = thread;
  // A long text is written once.
  return JSON.stringify({ ...rest, away, at: { ...at, text: at.text === rest.content.text ? null : at.text } });
}

/** Null for everything that keptText did not write. Pure; never throws. */
export function readKept(text: string | null): KeptLecture | null {
  const said = recordIn(text);
  const { code, begun, away, scrolled } = said;
  if (typeof code !== 'string' || !isCode(code) || typeof away !== 'boolean') return null;
  if (!isMeasure(begun) || !isMeasure(scrolled)) return null;
  const content = fromSpeaker(code, wrap(code, said['content'] as Content));
  const show = fromSpeaker(code, wrap(code, said['show'] as Show));
  if (content?.kind !== 'content' || show?.kind !== 'show') return null;
  const at = standOf(said['at'], content.text);
  return at === null ? null : { code, begun, thread: { at, away }, content, show, scrolled };
}

type Said = Readonly<Record<string, unknown>>;

function recordIn(text: string | null): Said {
  try {
    const said = JSON.parse(text ?? '{}') as unknown;
    return typeof said === 'object' && said !== null ? (said as Said) : {};
  } catch {
    return {};
  }
}

function isMeasure(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isPlace(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function standOf(value: unknown, shown: string): Stand | null {
  if (typeof value !== 'object' || value === null) return null;
  const { text, step, screen, lent } = value as Said;
  if (text !== null && typeof text !== 'string') return null;
  if (!isPlace(step) || typeof lent !== 'boolean' || !(screen === null || isPlace(screen))) return null;
  return { text: text ?? shown, step, screen, lent };
}

// ---- In the browser ----

type Where = 'sessionStorage' | 'localStorage';

/** The lecture of this tab, or the one that a closed window has left. */
export function keptIn(where: Where): KeptLecture | null {
  try {
    return readKept(globalThis[where].getItem(LECTURE_KEY));
  } catch {
    return null;
  }
}

export function keepLecture(now: KeptLecture): void {
  const text = keptText(now);
  for (const where of ['sessionStorage', 'localStorage'] as const) {
    try {
      globalThis[where].setItem(LECTURE_KEY, text);
    } catch {
      // Full or blocked: an older place would be a wrong one.
      forgetIn(where);
    }
  }
}

/** Another window's lecture stays. */
export function forgetLecture(code: string): void {
  if (keptIn('localStorage')?.code === code) forgetIn('localStorage');
  forgetIn('sessionStorage');
}

export function forgetIn(where: Where): void {
  try {
    globalThis[where].removeItem(LECTURE_KEY);
  } catch {
    // Blocked: nothing is kept.
  }
}

// ---- Whose it is ----

/** A window that loads anew may still be closing; longer than this, another window has the lecture. */
const CLOSING_MS = 2000;

/**
 * Makes a lecture this window's, until what comes back is called. 'taken': another window has it, as the original of a
 * tab that was duplicated. 'unknown': the browser has no locks here.
 */
export async function takeLecture(code: string): Promise<(() => void) | 'taken' | 'unknown'> {
  if (!('locks' in navigator)) return 'unknown';
  return new Promise((resolve) => {
    let release = (): void => undefined;
    const held = new Promise<void>((done) => (release = done));
    const signal = AbortSignal.timeout(CLOSING_MS);
    navigator.locks
      .request(`maplescope lecture ${code}`, { signal }, () => {
        resolve(release);
        return held;
      })
      .catch(() => resolve(signal.aborted ? 'taken' : 'unknown'));
  });
}
