// SPDX-License-Identifier: GPL-2.0-or-later
//
// Letters under the bars, and what is said of a step.

import { traitsOf } from '../../model/ops';
import type { StepKind } from '../../model/run';
import { counted } from '../../base/text';
import { TERM_NAMES, usedTerm } from '../shared/terms';
import { groupedCount } from '../shared/text';

/** Letters of store types; those that change the structure are bold. */
const STORE_LETTERS: Readonly<Record<string, string>> = {
  store_root: 'o',
  new_root: 'N',
  exact_fit: 'e',
  spanning_store: 'S',
  split_store: 'Y',
  rebalance: 'R',
  append: 'a',
  node_store: 'n',
  slot_store: 's',
};

export function stepLetter(step: Pick<StepKind, 'op' | 'storeType'>): string {
  if (step.storeType !== null && step.op !== 'bulk') return STORE_LETTERS[step.storeType] ?? '?';
  return traitsOf(step.op).letter ?? '·';
}

/** The letter spelled out, for where there is room: the store type, or the operation. */
export function stepWord({ op, storeType }: Pick<StepKind, 'op' | 'storeType'>): string {
  const name = storeType !== null && op !== 'bulk' ? storeType.replace(/_store$|^store_/, '') : op;
  return name.replaceAll('_', ' ');
}

/** A step in words; `brief` undefined: step 0. `about`: what it was about, in a few words. */
export function stepWords(
  step: number,
  count: number,
  brief: StepKind | undefined,
  about: string | null = null,
): string {
  return `step ${groupedCount(step)} of ${groupedCount(count)}: ${stepFacts(brief, about)}`;
}

/** The same without its number. */
export function stepFacts(brief: StepKind | undefined, about: string | null = null): string {
  if (brief === undefined) return 'before the first';
  // The letter under the bar, beside what it stands for.
  const letter = stepLetter(brief);
  const sign = letter === '·' ? '' : ` (${letter})`;
  const byType = brief.storeType !== null && brief.op !== 'bulk';
  const parts = [`${brief.op}${byType ? '' : sign}`];
  if (about !== null) parts.push(about);
  if (brief.storeType !== null) parts.push(`${brief.storeType}${byType ? sign : ''}`);
  if (brief.asked > 0)
    parts.push(`${counted(brief.asked, 'node')} requested, ${groupedCount(brief.used)} ${TERM_NAMES[usedTerm(brief)]}`);
  if (brief.freed > 0) parts.push(`${groupedCount(brief.freed)} freed`);
  if (brief.preWhole !== null && brief.preWhole !== brief.asked)
    parts.push(`whole-height formula ${groupedCount(brief.preWhole)}`);
  if (brief.refused)
    parts.push(
      brief.error === null
        ? 'a request was refused, repeated and granted: the step succeeded'
        : 'a request was refused',
    );
  if (brief.error !== null) parts.push(`failed with ${brief.error}`);
  return parts.join(' · ');
}
