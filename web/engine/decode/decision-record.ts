// SPDX-License-Identifier: GPL-2.0-or-later
//
// The numbers that a store was decided by where the core keeps a record of its decision: of the stores of forks and of
// calls on address spaces. Pure. For the answers about them alone (answers/stores.ts); of a step that is one store,
// events show it (decision.ts).

import type { StepDecision, StorePlace } from '../../model/decision';
import type { NodePicture, TreePicture } from '../../model/picture';
import { levelsOf, tellPassed } from './decision';
import type { CoreEvent } from '../../model/event';

/** The core's record of a decision that no event shows: of the stores of forks and of calls on address spaces. */
export interface DecidedFacts
  extends
    Omit<StepDecision, 'place' | 'passed' | 'levels'>,
    Omit<Extract<StorePlace, { readonly kind: 'leaf' }>, 'kind' | 'node' | 'isRoot'> {
  readonly span: boolean;
  /** Id of the node that the walk ended in, 0 for none, and how many it went through before. */
  readonly node: number;
  readonly passed: number;
  /** Events from the decision on, to the end of the store. */
  readonly events: readonly CoreEvent[];
  /** The tree right before the store. */
  readonly before: TreePicture;
}

/** The decision as the core recorded it; the nodes that were passed are those above, in the tree as it was. */
export function recordedDecision(facts: DecidedFacts): StepDecision {
  const { type, first, last, widened, rcu, bulk, height, needed, vacant, sufficient, node, before } = facts;
  const nodes = new Map(before.nodes.map((one) => [one.id, one]));
  const above: NodePicture[] = [];
  for (
    let at = nodes.get(nodes.get(node)?.parent?.id ?? 0);
    at !== undefined && above.length < facts.passed;
    at = nodes.get(at.parent?.id ?? 0)
  )
    above.unshift(at);
  const place = recordedPlace(facts, nodes.get(node)?.depth === 0);
  return {
    type,
    first,
    last,
    widened,
    rcu,
    bulk,
    height,
    needed,
    vacant,
    sufficient,
    place,
    passed: above.map(tellPassed),
    levels: levelsOf(facts.events, type, place, above, nodes),
  };
}

function recordedPlace(
  { node, span, slot, lastSlot, min, max, lastPivot, end, newEnd }: DecidedFacts,
  isRoot: boolean,
): StorePlace {
  if (node === 0) return { kind: 'root pointer' };
  return span
    ? { kind: 'span', node, slot, ends: max }
    : { kind: 'leaf', node, slot, lastSlot, min, max, lastPivot, end, newEnd, isRoot };
}
