// SPDX-License-Identifier: GPL-2.0-or-later
//
// The way to what terms mean. Until the texts are here there is none; what shows one asks again when they come.

import type { TERM_TEXTS } from './term-texts';
import type { TermId } from './terms';

let texts: typeof TERM_TEXTS | null = null;

/** Fetches the texts; resolved when they are here, rejected where the host is gone. */
export async function fetchTerms(): Promise<void> {
  texts ??= (await import('./term-texts')).TERM_TEXTS;
}

/** The definition of a term; empty until the texts have loaded. */
export function meaningOf(term: TermId): string {
  return texts?.[term] ?? '';
}
