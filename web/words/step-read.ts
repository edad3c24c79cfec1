// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentences about steps that read their way through a tree: walks and iterations, searches, readers that park; and
// about calls that are declined. Pure. tests/core/statuses.h has the actions of a state in each status; rules "dead
// leaf" and "destroyed subtree" say what readers meet.

import { traitsOf } from '../model/ops';
import { hasReason } from '../model/reason';
import { MAX } from '../base/index64';
import { indexText } from '../base/number-base';
import { counted } from '../base/text';
import type { Visit } from '../model/outcome';
import { crash, oddity } from './oddities';
import { STATE_STATUSES } from '../model/generated/enums';
import type { CoreEvent } from '../model/event';
import type { StepFacts } from './step-facts';
import { wrapReason } from './step-waiting';
import type { ReaderBefore } from '../model/run';

function all({ events }: StepFacts, name: CoreEvent['name']): readonly CoreEvent[] {
  return events.filter((event) => event.name === name);
}

// ---- Walks and iterations ----

/** `walk`: from the root to the slot of one index. */
export function walked(facts: StepFacts): string[] {
  const visit = facts.outcome?.visits?.[0];
  if (visit === undefined) return [];
  return [arrived(facts, visit), visit.word === 0n && visit.status === 'active' ? 'Nothing is stored there.' : ''];
}

function arrived(facts: StepFacts, visit: Visit): string {
  switch (visit.status) {
    case 'none':
      return facts.record.height === 0
        ? 'The tree has no node: nothing is stored from there on (status none).'
        : 'Nothing is there (status none).';
    case 'root':
      return 'The tree has no node: the entry at index 0 stands in the root pointer (status root).';
    default: {
      const nodes = all(facts, 'descend').length + 1;
      const way = nodes === 1 ? 'The root is a leaf' : `${counted(nodes, 'node')} from the root to the leaf`;
      const range = `${indexText(visit.index)} to ${indexText(visit.last)}`;
      return `${way}: slot ${visit.slot} of node ${visit.node} covers ${range}.`;
    }
  }
}

/** `next` and its like: how many visits, over which leaves, and why it ended. */
export function iterated(facts: StepFacts): string[] {
  return facts.complete ? [visitsOf(facts), ended(facts)] : [visitsAlone(facts)];
}

// More happened than was kept: only the visits themselves can be counted.
function visitsAlone({ outcome }: StepFacts): string {
  const visits = outcome?.visits ?? [];
  const leaves = new Set(visits.map(({ node }) => node)).size;
  return `${counted(visits.length, 'visit')} in ${counted(leaves, 'leaf', 'leaves')}.`;
}

/** How many visits, over which leaves. */
export function visitsOf(facts: StepFacts): string {
  const visits = facts.outcome?.visits ?? [];
  const leaves = new Set([...all(facts, 'arrive'), ...all(facts, 'sidestep')].map(({ node }) => node)).size;
  const passed = all(facts, 'sidestep').length;
  const where = leaves === 0 ? '' : ` in ${counted(leaves, 'leaf', 'leaves')}`;
  const slots =
    passed <= visits.length
      ? ''
      : passed === 1
        ? '; 1 slot passed, a free one'
        : `; ${counted(passed, 'slot')} passed, free ones among them`;
  return `${counted(visits.length, 'visit')}${where}${slots}. ${crossings(facts)}`.trim();
}

// Leaves have no links to each other: every crossing goes up and down again.
function crossings(facts: StepFacts): string {
  let [crossed, levels] = [0, 0];
  facts.events.forEach((event, k) => {
    if (event.name !== 'climb') return;
    levels++;
    if (facts.events[k - 1]?.name !== 'climb') crossed++;
  });
  if (crossed === 0) return '';
  const far = levels === crossed ? 'one level up and down again' : `up and down again, ${levels} levels in all`;
  const times = crossed === 1 ? 'once' : `${crossed} times`;
  return `It crossed from leaf to leaf ${times}, ${far}: leaves have no links to their neighbours.`;
}

// The move that gave nothing is the last one, if there was one.
function ended(facts: StepFacts): string {
  const moves = all(facts, 'visited');
  const last = moves.at(-1);
  if (last === undefined) return '';
  if (moves.length === (facts.outcome?.visits?.length ?? 0))
    return moves.length === 1 ? '' : `It ends after the ${moves.length} calls that the step asked for.`;
  const status = STATE_STATUSES[last.count] ?? '';
  const why = facts.record.op === 'find_rev' ? (DOWN[status] ?? ENDINGS[status]) : ENDINGS[status];
  return `It ends there: ${why?.(last) ?? 'nothing is left'} (status ${status}).`;
}

const ENDINGS: Readonly<Record<string, (event: CoreEvent) => string>> = {
  overflow: ({ b }) =>
    b === MAX
      ? 'the range that the state is on ends at the last index'
      : `the range that the state is on ends at ${indexText(b)}, and the limit forbids the step beyond`,
  underflow: ({ a }) =>
    a === 0n
      ? 'the range that the state is on begins at index 0'
      : `the range that the state is on begins at ${indexText(a)}, and the limit forbids the step before`,
  none: () => 'the tree has nothing more',
  root: () => 'the entry at index 0 is all that the tree has',
  active: () => `nothing more is found up to the limit, which the status does not show, ${oddity('hiddenLimit')}`,
  start: () => 'the limit excludes the place where it would begin',
};

// A `find_rev` names its limit, except where it has walked to a free range that begins below it already.
const DOWN: typeof ENDINGS = {
  root: () => `the tree is empty, yet the status says that the state stands at index 0, ${oddity('emptyRoot')}`,
  active: ({ a }) =>
    `the free range that it stands on begins at ${indexText(a)}, already below the limit, which the status does not ` +
    `show, ${oddity('silentStop')}`,
};

// ---- Readers ----

/** `read`: a reader enters and parks. */
export function parked(facts: StepFacts): string[] {
  const visit = facts.outcome?.visits?.[0];
  if (visit === undefined) return [];
  const kept = 'Nodes that die from now on stay allocated until it leaves.';
  return [
    arrived(facts, visit),
    visit.node === 0 ? `It stands on no node. ${kept}` : `The reader parks there, on leaf ${visit.node}. ${kept}`,
  ];
}

/** `resume`: a reader continues, across a dead leaf if its own was replaced. */
export function resumed(facts: StepFacts): string[] {
  const { reader, hint } = facts;
  const from = reader === null ? '' : onward(facts, reader);
  if (hasReason(hint, 'lost tree'))
    return [
      from,
      `${crash('lostTree')}, because it goes on without testing for that. Here the iteration ends (status overflow).`,
    ];
  if (hasReason(hint, 'no node'))
    return [
      'It stands on no node, since the tree had none when it last moved.',
      `${crash('noNode')}, because it goes on as if there were one. Here the reader walks from the root.`,
      ...iterated(facts),
    ];
  return [from, ...(hasReason(hint, 'misses') ? [missed(facts)] : iterated(facts))];
}

function onward({ events }: StepFacts, { node, diedAt, gone }: ReaderBefore): string {
  if (node === 0) return '';
  const when = diedAt === null ? '' : ` at step ${diedAt}`;
  const met = events.find((event) => event.name === 'dead_met');
  if (met === undefined)
    return gone
      ? 'Its tree is gone.'
      : diedAt === null
        ? 'Its leaf is still in the tree: it goes on from its slot.'
        : `Its leaf, node ${node}, left the tree${when}, which it does not notice.`;
  if (gone)
    return `Its leaf, node ${node}, was destroyed with the tree${when}: the reader finds it dead, and no tree to walk.`;
  const found = events.some((event) => event.name === 'arrive') ? '' : ', and finds no node';
  const again = `it walks again from the root, for index ${indexText(met.a)}${found}`;
  return `Its leaf, node ${met.node}, left the tree${when}: ${again}.`;
}

// A state on the root pointer, or on a range that ends at the last index, has nothing before it and does not look.
function missed({ events }: StepFacts): string {
  const move = events.findLast((event) => event.name === 'visited');
  const status = STATE_STATUSES[move?.count ?? -1] ?? '';
  const where =
    status === 'overflow'
      ? `the range that it stands on, from ${indexText(move?.a ?? 0n)}, ends at the last index`
      : 'it stands on the root pointer, where it met a tree without nodes';
  return (
    `It ends there (status ${status}): ${where}. A state there does not look at the tree again, and misses what has ` +
    'been stored since.'
  );
}

/** `release`: a reader leaves, and grace periods that waited for it alone end. */
export function released(facts: StepFacts): string[] {
  const { freed } = facts.record;
  const back =
    freed === 0
      ? 'Nothing waited for it alone.'
      : `It was the last reader that ${counted(freed, 'dead node')} waited for: the grace period ends, and ` +
        `${freed === 1 ? 'it is' : 'they are'} freed.`;
  return [
    back,
    facts.waiting === 0
      ? ''
      : `${counted(facts.waiting, 'dead node')} still ${facts.waiting === 1 ? 'waits' : 'wait'} for other readers.`,
  ];
}

// ---- Searches that allocate ----

/** The place that `alloc` and `cyclic` found before they wrote. */
export function foundPlace(facts: StepFacts): string[] {
  const { record } = facts;
  const place =
    record.result !== null && typeof record.result === 'object' && 'index' in record.result ? record.result : null;
  if (place === null) return [];
  const way = wayOfSearch(facts);
  const [first, last] = [indexText(BigInt(place.index)), indexText(BigInt(place.last))];
  if (record.op !== 'cyclic')
    return [
      `The search found ${first} to ${last}${way}, the ${facts.side === 'top' ? 'highest' : 'lowest'} place that fits.`,
      searchedAgain(facts),
    ];
  const wrapped = facts.outcome?.wrapped === true;
  const why = wrapReason(facts);
  const tells = !wrapped ? '' : why === '' ? ' The call returns 1.' : ` The call returns 1: ${why}.`;
  return [
    `The search found ${first}${way}, the first free index${wrapped ? '' : ' from the counter on'}.${tells}`,
    counterNow(place.index),
  ];
}

// Nothing is behind the last index (rule "cyclic").
function counterNow(taken: string): string {
  if (BigInt(taken) !== MAX) return 'The counter is now the index after it.';
  return (
    'The counter has run over to 0: the next search begins at the start of its range, and that call, if it succeeds, ' +
    `returns 1 for it (${oddity('lateWrap')}).`
  );
}

// Only the last search found what was written.
function wayOfSearch({ events, complete }: StepFacts): string {
  const looked = searches(events).at(-1) ?? [];
  if (looked.length === 0 || !complete) return '';
  const nodes = new Set(looked.map((event) => event.node)).size;
  return ` after ${counted(looked.length, 'slot')} in ${counted(nodes, 'node')}`;
}

// The places examined before the first refusal and after each one, if any.
function searches(events: readonly CoreEvent[]): CoreEvent[][] {
  const found: CoreEvent[][] = [[]];
  for (const event of events) {
    if (event.name === 'retry') found.push([]);
    if (event.name === 'gap_looked_at') found.at(-1)!.push(event);
  }
  return found.filter((looked) => looked.length > 0);
}

function searchedAgain({ events, complete }: StepFacts): string {
  const times = searches(events).length;
  if (times < 2 || !complete) return '';
  return (
    `The call searched ${times} times: after a refusal it drops the lock to wait for memory, and another writer may ` +
    'take the place meanwhile.'
  );
}

// ---- Calls that are declined ----

/** A call that the core declined, though no request was refused; `back`: what came back of it. */
export function declined(facts: StepFacts, back: string): string[] {
  const { record } = facts;
  switch (record.error) {
    case 'EEXIST':
      return ['The range is not empty, and an insert overwrites nothing.', back];
    case 'EBUSY': {
      if (traitsOf(record.op).searches !== true || hasReason(facts.hint, 'damaged'))
        return ['The core refuses the call; nothing has changed.'];
      const looked = all(facts, 'gap_looked_at').length;
      if (!facts.complete) return ['The search found no free range that fits.'];
      return [
        'The search found no free range that fits, ' +
          `${looked === 0 ? 'and looked at no slot' : `after looking at ${counted(looked, 'slot')}`}.`,
      ];
    }
    default:
      return [record.op === 'bulk' ? 'The load did not begin, or was undone.' : 'The tree is unchanged.'];
  }
}
