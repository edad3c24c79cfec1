// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentences about the way of a walk or a search through its tree: those that an event and the trail of a reading
// step share. Pure.

import { indexText } from '../base/number-base';
import type { CoreEvent } from '../model/event';
import { STATE_STATUSES } from '../model/generated/enums';
import { GAP_VERDICTS } from '../model/generated/events';
import type { Visit } from '../model/outcome';

type Verdict = (typeof GAP_VERDICTS)[number];

/** A node further down; the event says which range its child covers. */
export function downText({ node, slot, a, b }: CoreEvent): string {
  const range = `${indexText(a)} to ${indexText(b)}`;
  return `The walk goes down from slot ${slot} of node ${node} to the child that covers ${range}.`;
}

/** A node further up, to `parent`; the event says which slot holds the node that was left. */
export function upText({ node, slot }: CoreEvent, parent: number): string {
  return `The walk goes up from node ${node} to slot ${slot} of node ${parent}.`;
}

/** A node that was replaced or destroyed since the state stood on it. */
export function deadText({ node, a }: CoreEvent): string {
  return `Node ${node} is dead: the state walks again from the root, for index ${indexText(a)}.`;
}

/** The visit with this number, from 1. */
export function visitText({ node, slot, count }: CoreEvent, { index, last, word }: Visit, number: number): string {
  const status = STATE_STATUSES[count] ?? '';
  const what = word === 0n ? 'which is free' : 'an entry';
  const range = `${indexText(index)} to ${indexText(last)}`;
  const at = `slot ${slot} of leaf ${node}, ${range}, ${what}`;
  return `Visit ${number}: ${at}${status === 'active' ? '' : ` (status ${status})`}.`;
}

/** Why a store spans; NULL up to the very end of a child does too (rule "span"). */
export function spanText({ a, b, slot, node }: CoreEvent): string {
  const end = `slot ${slot} of node ${node} ends`;
  return a === b
    ? `The store spans leaves: NULL up to ${indexText(b)}, where ${end}, would leave a leaf that ends in NULL. ` +
        'Only the last leaf may, so the next leaf is rewritten too.'
    : `The store spans leaves: its range ends at ${indexText(a)}, but ${end} at ${indexText(b)}. The slots that ` +
        'these leaves keep on either side of the range are redistributed.';
}

/** A gap search's verdict on a slot. `inLeaf`: null if it is not known whether the node is a leaf. */
export function lookText(event: CoreEvent, inLeaf: boolean | null): string {
  const verdict = VERDICT_TEXTS[GAP_VERDICTS[event.count] ?? 'untracked'](event, inLeaf);
  return `Slot ${event.slot} of node ${event.node}: ${verdict}.`;
}

// The length of a run of all 2^64 indexes is given as 0.
function length(count: bigint): string {
  return count === 0n ? '2^64' : indexText(count);
}

const VERDICT_TEXTS: Readonly<Record<Verdict, (event: CoreEvent, inLeaf: boolean | null) => string>> = {
  taken: ({ a, b }, inLeaf) =>
    inLeaf === false
      ? `the longest free run below it is ${length(a)}, enough for ${length(b)}: the search goes down`
      : `${length(a)} free indexes, enough for ${length(b)}: ${inLeaf === null ? 'taken' : 'found'}`,
  'too small': ({ a, b }, inLeaf) =>
    inLeaf === false
      ? `the longest free run below it is ${a === 0n ? '0' : indexText(a)}, too short for ${length(b)}: the ` +
        'search does not go down'
      : `${a === 0n && inLeaf === null ? '0' : length(a)} free indexes, too few for ${length(b)}: skipped`,
  occupied: () => 'it holds an entry',
  'before the window': () => 'it ends before the range to search',
  'beyond the window': () => 'it lies beyond the range to search, or too little of it is inside',
  untracked: () => 'the tree does not track gaps, so nothing is known of free runs below it',
};
