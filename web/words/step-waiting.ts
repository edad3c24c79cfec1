// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentences about readers and searches that any step may need besides its own. Pure. The rest is in step-read.ts.

import { traitsOf } from '../model/ops';
import { hasReason } from '../model/reason';
import { counted } from '../base/text';
import type { CoreEvent } from '../model/event';
import type { StepFacts } from './step-facts';

/**
 * Dead nodes that cannot be freed yet, because of readers; empty if the step added none, or if the hint says so.
 */
export function stillWaiting({ events, waiting, hint }: StepFacts): string {
  const waits = events.findLast((event) => event.name === 'grace_waits');
  const added = events.some((event) => event.name === 'defer_node' || event.name === 'defer_subtree');
  if (waits === undefined || waiting === 0 || !added || hasReason(hint, 'waits')) return '';
  const readers = Number(waits.b);
  const parked = readers === 1 ? 'a parked reader' : `${readers} parked readers`;
  const nodes = waiting === 1 ? 'it' : 'them';
  return `${counted(waiting, 'dead node')} cannot be freed yet: ${parked} may still be reading ${nodes}.`;
}

/** Why a `cyclic` returned 1, in the interpreter's words; empty if it did not or they say something else. */
export function wrapReason({ record, outcome, hint }: StepFacts): string {
  if (record.op !== 'cyclic' || record.error !== null || outcome?.wrapped !== true) return '';
  return hint.find(({ kind }) => kind === 'wraps')?.text ?? '';
}

/**
 * The leaf that a write's first pass, or its last, began in, since a search had ended there or a walk had led to it;
 * empty if it began at the root.
 */
export function beganInLeaf(
  { record, events }: Pick<StepFacts, 'record' | 'events'>,
  pass: 'first' | 'last' = 'last',
): string {
  const { searches: searched = false, isCall, stores } = traitsOf(record.op);
  // Each store of a call on an address space starts from a state that has walked to its place (W22).
  if (stores === undefined || (!searched && isCall !== true)) return '';
  const decides = (event: CoreEvent): boolean => event.name === 'type_chosen';
  const decided = pass === 'first' ? events.findIndex(decides) : events.findLastIndex(decides);
  const found = events.findLastIndex(
    (event, k) => event.name === (searched ? 'gap_looked_at' : 'visited') && k < decided,
  );
  // A store that reaches beyond the leaf begins at the root after all.
  if (found < 0 || events.slice(found, decided).some(({ name }) => name === 'descend' || name === 'span_seen'))
    return '';
  return searched ? 'the leaf where the search ended' : 'the leaf that the call had walked to';
}
