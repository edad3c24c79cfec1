// SPDX-License-Identifier: GPL-2.0-or-later
//
// The person's texts that left the page and could not be kept: only this tab still has them.

import { effect, signal } from '@preact/signals';
import { unsaved } from './state';

/** A text that the tab no longer shows and that is kept nowhere, since it could not be written. */
export interface LostText {
  readonly text: string;
  /** The storage is full, or the browser blocks it. */
  readonly why: 'full' | 'blocked';
}

export interface LostHere extends LostText {
  readonly kind: 'scenario' | 'lesson';
  /** Returns a function that takes it back. */
  readonly discard: () => () => void;
}

export const lost = signal<readonly LostHere[]>([]);

/** Hears of the lost texts of one kind, all of them each time. */
export function hearLost(
  kind: LostHere['kind'],
  discard: (text: string) => () => void,
): (texts: readonly LostText[]) => void {
  return (texts) => {
    if (texts.length === 0 && lost.peek().length === 0) return;
    const others = lost.peek().filter((one) => one.kind !== kind);
    lost.value = [...others, ...texts.map((one) => ({ ...one, kind, discard: () => discard(one.text) }))];
  };
}

/** Kinds of texts of which one left the page, waits for its write, and would be lost with the page. */
export const pending = signal<readonly LostHere['kind'][]>([]);

/** Hears whether there is such a text of one kind. */
export function hearPending(kind: LostHere['kind']): (is: boolean) => void {
  return (is) => {
    if (pending.peek().includes(kind) === is) return;
    pending.value = is ? [...pending.peek(), kind] : pending.peek().filter((one) => one !== kind);
  };
}

/** For a window that keeps nothing, and says so or shows another window: no alarm. Returns a function that ends it. */
export function raiseNoAlarm(): () => void {
  return effect(() => {
    if (unsaved.value !== null) unsaved.value = null;
    if (lost.value.length > 0) lost.value = [];
    if (pending.value.length > 0) pending.value = [];
  });
}
