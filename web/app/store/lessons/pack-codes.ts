// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the code of a screen, such as "2.7", means while a pack is open: the seventh screen of the pack's second
// lesson. The ids of questions do not name the place, so that answers stay where a lesson moves in its pack.

import { signal } from '@preact/signals';

/** A lesson of the open pack. */
export interface CodedLesson {
  readonly title: string;
  /** Of its screens; null: it could not be fetched. */
  readonly count: () => Promise<number | null>;
  /** Opens it at a screen, from 0; at its last where there is no such screen. */
  readonly go: (screen: number) => Promise<void>;
}

/** The lessons that codes are about, in order; null: those of the track. */
export const codedLessons = signal<readonly CodedLesson[] | null>(null);

/** In the projector's window: the place in its pack of the lesson shown, from 1; null: it is of no pack. */
export const placeOnWall = signal<number | null>(null);

export function setPlaceOnWall(place: number | null): void {
  placeOnWall.value = place;
}

/** The lesson and screen, from 0, that a code means in a list of lessons; null: no code, or no such lesson. Pure. */
export function inPack<T>(lessons: readonly T[], code: string): { readonly lesson: T; readonly screen: number } | null {
  const [, n = '', screen = ''] = /^\s*(\d{1,4})\.(\d{1,4})\s*$/.exec(code) ?? [];
  const lesson = lessons[Number(n) - 1];
  return lesson === undefined || Number(screen) === 0 ? null : { lesson, screen: Number(screen) - 1 };
}
