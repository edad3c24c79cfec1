// SPDX-License-Identifier: GPL-2.0-or-later
//
// Terms of the glossary in lessons: by their names, as people read them.

import { lineIndex } from '../../../base/text';
import { TERM_NAMES, type TermId } from '../../../views/shared/terms';
import type { Mistake } from './writer-protocol';

const IDS: ReadonlyMap<string, TermId> = new Map(
  (Object.keys(TERM_NAMES) as TermId[]).map((id) => [TERM_NAMES[id].toLowerCase(), id]),
);

/** The term of a name, in capitals or not; null for an unknown one. */
export function termNamed(name: string): TermId | null {
  return IDS.get(name.trim().toLowerCase()) ?? null;
}

/** Links to terms that the glossary does not have. */
export function unknownTerms(text: string): readonly Mistake[] {
  const lines = lineIndex(text);
  return [...text.matchAll(/\]\(term:([^)\n]+)\)/g)].flatMap(({ 0: raw, 1: written = '', index }) => {
    const name = decoded(written);
    if (termNamed(name) !== null) return [];
    return [
      {
        from: index,
        to: index + raw.length,
        ...lines.place(index),
        message: `The glossary has no term \`${name}\`.`,
        hint: 'Readers see plain words there. Help has the glossary with the names of all terms.',
      },
    ];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
