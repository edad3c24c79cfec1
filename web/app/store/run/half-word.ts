// SPDX-License-Identifier: GPL-2.0-or-later
//
// The word at the cursor while it is being typed: the beginning of a statement is no mistake yet. Invariant: a mistake
// is reported as soon as the cursor leaves the word.

import { computed, signal } from '@preact/signals';
import type { Diagnostic } from '../../../model/diagnostic';
import { diagnostics, text } from '../page/state';

/** Where the cursor stands behind what was typed last; null once it went elsewhere. */
export const typedTo = signal<number | null>(null);

/** The mistakes, without the word that is still being typed. */
export const mistakes = computed(() => {
  const at = typedTo.value;
  return at === null
    ? diagnostics.value
    : diagnostics.value.filter((one) => one.to !== at || !isBegun(text.value, one));
});

// `st` where a statement begins, and `store` does.
function isBegun(script: string, { from, to, mistake }: Diagnostic): boolean {
  const found = script.slice(from, to);
  return (
    mistake?.code === 'no-statement' &&
    /^[a-z_]+$/.test(found) &&
    mistake.likely.some((likely) => likely.startsWith(found))
  );
}

/** The cursor stands behind what was typed; null: it went elsewhere. */
export function noteTyped(at: number | null): void {
  typedTo.value = at;
}
