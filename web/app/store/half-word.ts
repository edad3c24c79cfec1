// SPDX-License-Identifier: GPL-2.0-or-later
//
// The word at the cursor while it is being typed: the beginning of a statement is no mistake yet. Invariant: a mistake
// is told as soon as the cursor leaves the word.

import { computed, signal } from '@preact/signals';
import { diagnostics } from './state';

/** Where the cursor stands behind what was typed last; null once it went elsewhere. */
export const typedTo = signal<number | null>(null);

/** The mistakes, without the word that is still being typed. */
export const mistakes = computed(() => (typedTo.value === null ? diagnostics.value : diagnostics.value.filter(({ to, message, hint }) => to !== typedTo.value || !isBegun(message, hint))));

// `st` where a statement begins, and `store` does.
function isBegun(message: string, hint: string): boolean {
  const found = /^`([a-z_]+)` does not begin a statement$/.exec(message)?.[1];
  return found !== undefined && hint.startsWith(`did you mean \`${found}`);
}
