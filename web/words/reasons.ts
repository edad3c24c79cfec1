// SPDX-License-Identifier: GPL-2.0-or-later
//
// The reasons that a step on a tree adds to its result: why it was refused and what would succeed, or what it met. Each
// is a sentence without its full stop. Pure. Reasons of one statement only are in its module; those of address spaces
// in space-reasons.ts, of forks in fork-failure.ts.

import type { Index } from '../base/index64';
import { linesText } from '../base/line-list';
import { indexText } from '../base/number-base';
import { counted } from '../base/text';
import type { Outcome } from '../model/outcome';
import { reason, reasons, type Reason } from '../model/reason';
import type { StateStatus } from '../model/status';
import { crash, ODDITIES, oddity } from './oddities';

// ---- The allocator ----

/** A failure that the text asks for; `lines` of it. */
export const injectedText = (lines: readonly number[]): string =>
  `${linesText(lines)} ${lines.length === 1 ? 'injects' : 'inject'} this failure`;

/** The meaning of an allocator's refusal; empty for other errors. */
export function refusalReasons(outcome: Outcome): readonly Reason[] {
  if (outcome.error === 'ENOMEM') {
    const refused = reason('refused', 'a request to the node allocator was refused');
    return reasons(refused, reason('unchanged', 'the tree is as it was, and every node granted is freed'));
  }
  if (outcome.error !== 'ERETRY') return [];
  const count = outcome.requests.length.toLocaleString('en-US');
  const why = `stopped after ${count} requests: Linux 6.16 would go on for ever (“${ODDITIES.endlessRetry}”)`;
  return reasons(why, reason('unchanged', 'the tree is as it was'));
}

/** The same for an erase, which returns the entry although it is still there. */
export function eraseRefused(outcome: Outcome): readonly Reason[] {
  const refused = refusalReasons(outcome);
  if (refused.length === 0) return [];
  const kept = 'the entry is still there: an erase returns what it found even when it could not remove it';
  return reasons(refused, `${kept} (${oddity('failedErase')})`);
}

// ---- Stores, erases, copies ----

export const NOTHING_STORED = 'nothing is stored there';

export const rangeReversed = (forward: string): string => `the range is reversed: write ${forward}`;

export const rangeTaken = (first: Index, last: Index): string =>
  `${indexText(first)}..${indexText(last)} is taken; \`store\` would overwrite it`;

export const INSERTED_OVER_ALL =
  'an insert over everything (a NULL includes the free indexes that it joins) replaces ' +
  `a tree of one node without checking that the range is free: ${oddity('insertAll')}`;

/** Rule "duplicate". */
export const COPY_RAN_OVER =
  'the cyclic counter had run over 2^64−1, so the original has the attribute ALLOC_WRAPPED (0x800); ' +
  'the copy was given it first, since mtree_dup() returns EINVAL where the attributes differ';

/** Why a bulk load failed. */
export function bulkRefused(name: string, isRcu: boolean, isEmpty: boolean, outcome: Outcome): readonly Reason[] {
  if (outcome.error === 'EINVAL') {
    const ours = 'this is a rule of Maplescope, not an error of the kernel’s call';
    if (isRcu)
      return reasons(
        `\`${name}\` is in RCU mode; a bulk load needs a tree that nobody ` +
          `else sees. ${crash('bulkRcu')}; refusing the load is a rule of Maplescope`,
      );
    if (!isEmpty) return reasons(`\`${name}\` is not empty; a bulk load needs an empty tree: ${ours}`);
    return reasons(`the stores of a bulk load must ascend and not overlap: ${ours}; the tree is empty as before`);
  }
  if (outcome.error === 'ENOMEM' && !/[SB]/.test(outcome.rk)) {
    return reasons(
      'no request was refused: more was stored than announced, and the preallocated nodes ran ' +
        `out. ${crash('bulkDry')}; here the load fails, and the tree is empty as before`,
    );
  }
  return refusalReasons(outcome);
}

/** Why nothing can be done with a damaged tree; `lines` of the text damaged it. */
export const damageText = (name: string, lines: readonly number[]): string =>
  `\`${name}\` was damaged by \`corrupt\` at ${linesText(lines)}: ` +
  `no call can be made on it; \`destroy ${name}\` repairs it and frees it`;

// ---- Free places ----

export const noGapsTracked = (name: string): string =>
  `\`${name}\` does not track gaps, so nothing can be allocated in it: \`tree ${name} alloc\` makes one that does`;

export const ZERO_NOT_ALLOCATED = 'the reserved zero entry cannot be allocated; `store` and `insert` take it';

export const NULL_ALLOCATED = `nothing is stored, and the result is the whole gap: ${oddity('nullTaken')}`;

export const CYCLIC_FULL = 'every index of the range is taken; the counter stays where it was';

/** Why a cyclic allocation returned 1: it restarted at the lower limit, or the counter had run over before. */
export function wrapText(how: 'anew' | 'ran over' | 'on', counter: Index, lowest: Index): string {
  if (how === 'anew')
    return (
      `nothing was free from the counter, ${indexText(counter)}, ` + `up: the search restarted at ${indexText(lowest)}`
    );
  if (how === 'ran over')
    return `the counter ran over 2^64−1 earlier; the first successful call after that says so (${oddity('lateWrap')})`;
  return '';
}

/** Why a search refused its window. */
export const windowText = (size: Index, first: Index, last: Index): string =>
  size === 0n
    ? 'a gap has at least one index'
    : `a gap of ${size} does not fit a window of ${last === first ? '1 index' : `${last - first + 1n} indexes`}`;

export const noRoom = (size: Index): string =>
  size === 1n ? 'no empty index is there' : `no ${size} empty indexes in a row are there`;

/** Why a search overlooked a place that is free; `blind`: which oddity of the reference hides it. */
export function overlooked(first: Index, last: Index, blind: 'blindPlain' | 'hollow' | 'blindTop'): string {
  const fits = `${indexText(first)} to ${indexText(last)} is free, but `;
  switch (blind) {
    case 'blindPlain':
      return (
        `${fits}without gap tracking a search sees nothing in a tree of more ` +
        `than one node (${oddity('blindPlain')}): \`tree NAME alloc\` tracks gaps`
      );
    case 'hollow':
      return (
        `${fits}the one gap of a node that holds nothing has 2^64 ` +
        `indexes, a length that counts as 0 (${oddity('hollow')})`
      );
    case 'blindTop':
      return (
        `${fits}a search from the top of everything overlooks what begins at index 0 or lies below ` +
        `the root’s first child (${oddity('blindTop')}): \`within A..B\` with B below max sees it`
      );
  }
}

// ---- Moves ----

export const SINGLE_BELOW =
  'the entry at index 0 is below the limit: a tree of one entry ' +
  `and no node returns it anyway: ${oddity('singleBelow')}`;

export const NOTHING_MORE = 'nothing more is there';

export const beyondLimit = (at: Index, limit: Index): string =>
  `${indexText(at)} is beyond the limit ${indexText(limit)} already`;

/** The end of a move that found no more; `finds`: it includes the range that holds `at`. */
export function endOfMove(at: Index, limit: Index, isDown: boolean, finds: boolean, hasVisited: boolean): string {
  const where = `${isDown ? 'down' : 'up'} to ${indexText(limit)}`;
  if (hasVisited) return `nothing more ${where}`;
  return finds
    ? `nothing is stored from ${indexText(at)} ${where}`
    : `nothing is stored ${isDown ? 'below' : 'above'} the range that holds ${indexText(at)}, ${where}`;
}

// ---- Readers ----

/** Why nobody could begin to read. */
export function readRefused(name: string, isRcu: boolean, outcome: Outcome): readonly Reason[] {
  if (outcome.error === 'EINVAL' && !isRcu)
    return reasons(
      `\`${name}\` is not in RCU mode, and a reader without a lock needs it: \`tree ${name} rcu\` makes one that is`,
    );
  if (outcome.error === 'ENOMEM') return reasons('there is room for 64 parked readers: `release` one');
  return refusalReasons(outcome);
}

/** The oddities that a resumed reader may meet. */
export const RESUMED = {
  lostTree: `the leaf is dead, and the tree has no node any more: ${crash('lostTree')}; the iteration ends`,
  deadLeaf: 'its leaf left the tree meanwhile: the reader found it dead and walked again from the root',
  noNode: `the reader stands on no node: ${crash('noNode')}; it walks from the root`,
  misses: 'the state does not look at the tree again from where it stands, and misses what has been stored since',
} as const;

export const treeDestroyed = (name: string): string => `its tree \`${name}\` is destroyed`;

/** The effect of leaving; `waiting`: nodes that still wait for others. */
export const released = (freed: number, waiting: number): readonly Reason[] =>
  reasons(
    freed === 0 ? 'nothing waited for it alone' : `the grace period ends: ${counted(freed, 'node')} freed`,
    waiting === 0 ? '' : `${counted(waiting, 'node')} still ${waiting === 1 ? 'waits' : 'wait'} for other readers`,
  );

// ---- Kept states ----

export const STATES_FULL = 'there is room for 64 kept states: `release` one';

/** A state gave a range that begins or ends beside its own index: the entry covers `first`..`last`. */
export const countedFrom = (from: Index, to: Index, first: Index, last: Index): string =>
  `${indexText(from)}..${indexText(to)} is counted from the range ` +
  `that the state had: the entry covers ${indexText(first)}..${indexText(last)}`;

/** Why a state stopped. */
export function stateStopped(status: StateStatus, before: StateStatus): string {
  const again = before === status ? ' still' : '';
  if (status === 'overflow') return `it stops: the state is${again} in overflow, at its upper limit`;
  if (status === 'underflow') return `it stops: the state is${again} in underflow, at its lower limit`;
  return NOTHING_MORE;
}

/** The field `end` of a state is below the end of its leaf. */
export const staleEnd = (name: string, end: number, realEnd: number): string =>
  `\`${name}\` believes that its leaf ends at slot ${end}, but it ends ` +
  `at slot ${realEnd}: the state does not see the slots after slot ${end}`;

/** Where a prepared state stood or stands. */
export interface StatePlace {
  readonly node: number;
  readonly offset: number;
  readonly index: Index;
  readonly last: Index;
}

/** The change of a state between `prepare` and `store`; `gone`: its node has left the tree. */
export function movedSince(was: StatePlace, now: StatePlace & { readonly gone: boolean }): readonly string[] {
  const parts: string[] = [];
  if (now.gone || now.node === 0)
    parts.push('the state lost its place since it was prepared: the store is decided again from the root');
  else if (now.node !== was.node) parts.push('the state went to another leaf since it was prepared');
  else if (now.offset !== was.offset)
    parts.push(
      `the state went from slot ${was.offset} to slot ${now.offset} ` +
        'since it was prepared, and looks for its range from there',
    );
  if (now.index !== was.index || now.last !== was.last)
    parts.push(`it was prepared for ${indexText(was.index)}..${indexText(was.last)}`);
  return parts;
}

export const searchGoesOn = (name: string): string => `the search goes on from where \`${name}\` stood`;

export const searchMissed = (name: string): string =>
  `${searchGoesOn(name)}; to search everything, write \`reset ${name}\` before it`;

export const stateLost = (name: string): string =>
  `the node that \`${name}\` stood on is gone: Linux 6.16 would read memory that ` +
  `was freed (“${ODDITIES.lostNode}”); here \`${name}\` begins at the root again`;
