// SPDX-License-Identifier: GPL-2.0-or-later
//
// The reader's own number: with it "Another one" begins, so that neighbours get different questions. The same number
// gives the same questions to everybody.

import { signal } from '@preact/signals';

const KEY = 'maplescope.variant';
const MOST = 9_999;

/** Null until it is needed or set. */
const own = signal<number | null>(stored());

function stored(): number | null {
  try {
    const kept = Number(localStorage.getItem(KEY) ?? '');
    return isVariant(kept) ? kept : null;
  } catch {
    return null;
  }
}

export function isVariant(number: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= MOST;
}

/** The reader's number, 1 to 9,999; drawn once if nobody has set it. */
export function ownVariant(): number {
  if (own.value === null) setOwnVariant(1 + ((crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) % MOST));
  return own.value ?? 1;
}

export function setOwnVariant(number: number): void {
  own.value = number;
  try {
    localStorage.setItem(KEY, String(number));
  } catch {
    // It then lasts as long as the page.
  }
}
