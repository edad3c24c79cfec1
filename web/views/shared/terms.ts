// SPDX-License-Identifier: GPL-2.0-or-later
//
// The terms of the glossary for the parts of a view. Pure. Their definitions are in term-texts.ts, which loads on
// demand, or earlier, while the page is idle.

import { isUndoneCopy, type StepBrief } from '../../model/run';
import { TERM_NAMES, type TermId } from '../../model/terms';

export { TERM_NAMES, type TermId };

/** The term for the nodes of a step that went into a tree (`StepBrief.used`): those of an undone copy did not stay. */
export function usedTerm(step: Pick<StepBrief, 'op' | 'error'>): TermId {
  return isUndoneCopy(step) ? 'undoneCopy' : 'used';
}

/** The term of a name as the core spells it (`split_store`); null for an unknown one. */
export function termOf(name: string): TermId | null {
  return name in TERM_NAMES ? (name as TermId) : null;
}
