// SPDX-License-Identifier: GPL-2.0-or-later
//
// The outcome of a step, in a few words in front of the sentences on why. Pure; from the same facts as those, and empty
// if their first sentence says it.

import type { Op } from '../model/ops';
import { counted } from '../base/text';
import { traitsOf } from '../model/ops';
import { callHeadline } from './call-headline';
import type { StepFacts } from './step-facts';
import { hasReason } from '../model/reason';
import { levels } from './step-write';

/** The written part, by the operation that wrote it. */
const WRITTEN: Partial<Record<Op, string>> = {
  store: 'The store',
  maps: 'The mapping',
  insert: 'The insert',
  prealloc: 'The preallocated store',
  erase: 'The erase',
  alloc: 'The allocation',
  cyclic: 'The allocation',
};

export function headlineOf(facts: StepFacts): string {
  const { record, events, touched } = facts;
  if (traitsOf(record.op).isCall === true) return callHeadline(facts);
  if (record.error !== null) return failed(facts);
  const { fork = null } = record;
  if (fork !== null) return `The fork made ${counted(fork.mapCount, 'VMA')} for the child.`;
  const { op, balance } = record;
  if (op === 'exit')
    return `The exit freed ${counted(balance?.rows.find(({ object }) => object === 'vmas')?.returned ?? 0, 'VMA')}.`;
  const what = WRITTEN[op];
  const came = what === undefined || !facts.complete ? null : cameOf(facts);
  if (what !== undefined && came !== null) return `${what} ${came}${grown(events)}.`;
  if (record.op !== 'load' || touched === null) return '';
  return record.result === null ? 'Nothing is stored there.' : 'The entry was found.';
}

function cameOf({ record, ...facts }: StepFacts): string | null {
  const [leaves] = levels(facts);
  switch (record.storeType) {
    case 'store_root':
      return record.height === 0 ? 'wrote the root pointer alone' : 'made the first leaf';
    case 'append':
      return 'added slots at the end of its leaf';
    case 'slot_store':
      return 'changed slots of its leaf in place';
    case 'node_store':
      return facts.events.some(({ name }) => name === 'leaf_rewritten')
        ? 'rewrote its leaf in place'
        : 'replaced its leaf with a new one';
    case 'split_store':
      if (leaves === undefined) return null;
      if (leaves.push !== null)
        return `moved slots of its leaf to the ${leaves.push.a === 0n ? 'left' : 'right'} sibling`;
      return leaves.cuts.length === 1 ? 'split its leaf in two' : null;
    case 'rebalance':
      if (leaves?.pulls.length !== 1) return null;
      return leaves.cuts.length === 0 ? 'joined two leaves' : 'redistributed the slots of two leaves';
    default:
      return null;
  }
}

function grown(events: StepFacts['events']): string {
  const height = events.findLast(({ name }) => name === 'height_changed');
  if (height === undefined || height.a === 0n || height.count === 0) return '';
  return BigInt(height.count) > height.a ? ', and the tree grew' : ', and the tree shrank';
}

function failed({ record, hint }: StepFacts): string {
  const { op, error, fork = null } = record;
  const injected = hasReason(hint, 'injected') ? ' (injected)' : '';
  const why = `${error === 'ENOMEM' ? ': out of memory' : ''}${injected}`;
  if (fork !== null) return `The fork failed${fork.at > 0 ? ` at VMA ${fork.at}` : ''}${why}.`;
  if (op === 'dup') return `The copy failed${why}.`;
  // Operations after a preallocation request no nodes.
  if (op === 'prealloc' && error === 'ENOMEM') return `The preallocation failed${why}.`;
  return op in WRITTEN && error === 'ENOMEM' ? `${WRITTEN[op]} failed${why}.` : '';
}
