// SPDX-License-Identifier: GPL-2.0-or-later
//
// The text of the Paste dialog, kept until it is used; and the one before it, if another text took its place.

import { fieldMemory } from './field-memory';

const field = fieldMemory('maplescope.paste');
const before = fieldMemory('maplescope.paste-earlier');

export const pastedText = field.value;
/** The browser kept the text. */
export const isPastedKept = field.isKept;
/** Empty: there is none to bring back. */
export const earlierText = before.value;

export function setPasted(typed: string): void {
  field.type(typed);
}

/** Puts a text that was pasted onto the page, or read from files, in place of the one that is there. */
export function replacePasted(by: string): void {
  const now = field.value.peek();
  if (now.trim() !== '' && now !== by) before.type(now);
  field.type(by);
}

/** Swaps the text with the one before it. */
export function bringEarlierBack(): void {
  const [now, back] = [field.value.peek(), before.value.peek()];
  before.type(now.trim() === '' ? '' : now);
  field.type(back);
}

/** This text is now on the page: it need not be kept any longer. */
export function pastedUsed(text: string): void {
  if (field.value.peek() === text) field.type('');
}
