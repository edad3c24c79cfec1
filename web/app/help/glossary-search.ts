// SPDX-License-Identifier: GPL-2.0-or-later
//
// The words of the glossary that a search of Help means. Pure; with the texts, so it is fetched with that page.

import { TERM_TEXTS } from '../../views/shared/term-texts';
import { TERM_NAMES, type TermId } from '../../views/shared/terms';

export interface GlossaryWord {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** All words, by name. */
export const GLOSSARY: readonly GlossaryWord[] = (Object.keys(TERM_TEXTS) as TermId[])
  .map((id) => ({ id, name: TERM_NAMES[id], text: TERM_TEXTS[id] }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/**
 * Those that have all words of a query: first those that are called so, then those that speak of it. Empty for an empty
 * one.
 */
export function foundWords(query: string): readonly GlossaryWord[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const called = GLOSSARY.filter(({ name }) => has(name));
  return [...called, ...GLOSSARY.filter((one) => !called.includes(one) && has(`${one.name} ${one.text}`))];
}
