// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentences about steps that read their way through a tree: walks and iterations, searches, readers that park. Floor
// 3: pure. What a state does in each status is spec/03 section 4; readers that meet a dead node are spec/01 section 5.5,
// grace periods section 5.4.

import { MAX, toHex } from '../base/index64';
import { counted } from '../base/text';
import type { Visit } from '../model/machine';
import { STATUS_NAMES } from './generated/tables';
import type { CoreEvent } from './events';
import type { StepFacts } from './why-facts';
import type { ReaderBefore } from './wire';

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
      return facts.record.height === 0 ? 'The tree has no node: nothing is stored from there on (status none).' : 'Nothing is there (status none).';
    case 'root':
      return 'The tree has no node: the entry at index 0 stands in the root pointer (status root).';
    default: {
      const nodes = all(facts, 'descend').length + 1;
      const way = nodes === 1 ? 'The root is a leaf' : `${counted(nodes, 'node')} from the root to the leaf`;
      return `${way}: slot ${visit.slot} of node ${visit.node} covers ${toHex(visit.index)} to ${toHex(visit.last)}.`;
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

function visitsOf(facts: StepFacts): string {
  const visits = facts.outcome?.visits ?? [];
  const leaves = new Set([...all(facts, 'arrive'), ...all(facts, 'sidestep')].map(({ node }) => node)).size;
  const passed = all(facts, 'sidestep').length;
  const where = leaves === 0 ? '' : ` in ${counted(leaves, 'leaf', 'leaves')}`;
  const slots = passed > visits.length ? `; ${counted(passed, 'slot')} passed, free ones among them` : '';
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
  return `From leaf to leaf ${crossed === 1 ? 'once' : `${crossed} times`}, ${far}: leaves do not know their neighbours.`;
}

// The move that gave nothing is the last one, if there was one.
function ended(facts: StepFacts): string {
  const moves = all(facts, 'visited');
  const last = moves.at(-1);
  if (last === undefined) return '';
  if (moves.length === (facts.outcome?.visits?.length ?? 0)) return moves.length === 1 ? '' : `It ends after the ${moves.length} calls that were asked for.`;
  const status = STATUS_NAMES[last.count] ?? '';
  const why = ENDINGS[status]?.(last) ?? 'nothing is left';
  return `It ends there: ${why} (status ${status}).`;
}

const ENDINGS: Readonly<Record<string, (event: CoreEvent) => string>> = {
  overflow: ({ b }) => (b === MAX ? 'the range that the state is on ends at the last index' : `the range that the state is on ends at ${toHex(b)}, and the limit forbids the step beyond`),
  underflow: ({ a }) => (a === 0n ? 'the range that the state is on begins at index 0' : `the range that the state is on begins at ${toHex(a)}, and the limit forbids the step before`),
  none: () => 'the tree has nothing more',
  root: () => 'the entry at index 0 is all that the tree has',
  active: () => 'nothing more is found up to the limit, and a find does not tell that in its status',
  start: () => 'the limit excludes the place where it would begin',
};

// ---- Readers ----

/** `read`: a reader enters and parks. */
export function parked(facts: StepFacts): string[] {
  const visit = facts.outcome?.visits?.[0];
  if (visit === undefined) return [];
  const kept = 'What dies from now on is kept until it leaves.';
  return [arrived(facts, visit), visit.node === 0 ? `It stands on no node. ${kept}` : `There it waits, on leaf ${visit.node}. ${kept}`];
}

/** `resume`: a reader goes on, over a dead leaf if it was replaced meanwhile. */
export function resumed(facts: StepFacts): string[] {
  const { reader } = facts;
  const visits = facts.outcome?.visits?.length ?? 0;
  return [reader === null || reader.node === 0 ? '' : onward(facts, reader), ...(reader?.gone === true && visits === 0 ? [] : iterated(facts))];
}

function onward({ events }: StepFacts, { node, diedAt, gone }: ReaderBefore): string {
  const when = diedAt === null ? '' : ` at step ${diedAt}`;
  const met = events.find((event) => event.name === 'dead_met');
  if (met === undefined) return gone ? 'Its tree is gone.' : diedAt === null ? 'Its leaf is still in the tree: it goes on from its slot.' : '';
  if (gone) return `Its leaf, node ${node}, was destroyed with the tree${when}: it finds it dead, and no tree to walk in.`;
  return `Its leaf, node ${met.node}, was replaced${when}: it walks again from the root, for index ${toHex(met.a)}.`;
}

/** `release`: a reader leaves, and grace periods that waited for it alone end. */
export function released(facts: StepFacts): string[] {
  const { freed } = facts.record;
  const back = freed === 0 ? 'Nothing waited for it alone.' : `It was the last that ${counted(freed, 'dead node')} waited for: the grace period ends, and ${freed === 1 ? 'it is' : 'they are'} given back.`;
  return [back, facts.waiting === 0 ? '' : `${counted(facts.waiting, 'dead node')} still ${facts.waiting === 1 ? 'waits' : 'wait'} for other readers.`];
}

/** Dead nodes that cannot be given back yet, because of readers; empty if the step added none, or if the hint tells it. */
export function stillWaiting({ events, waiting, hint }: StepFacts): string {
  const waits = events.findLast((event) => event.name === 'grace_waits');
  const added = events.some((event) => event.name === 'defer_node' || event.name === 'defer_subtree');
  if (waits === undefined || waiting === 0 || !added || /\bwaits? for reader/.test(hint)) return '';
  const readers = Number(waits.b);
  return `${counted(waiting, 'dead node')} cannot be given back yet: ${readers === 1 ? 'a reader that is' : `${readers} readers that are`} parked may still be looking.`;
}

// ---- Searches that allocate ----

/** What `alloc` and `cyclic` found before they wrote. */
export function foundPlace(facts: StepFacts): string[] {
  const { record, outcome } = facts;
  const place = record.result !== null && typeof record.result === 'object' && 'index' in record.result ? record.result : null;
  if (place === null) return [];
  const looked = all(facts, 'gap_looked_at');
  const nodes = new Set(looked.map((event) => event.node)).size;
  const way = looked.length === 0 || !facts.complete ? '' : ` after ${counted(looked.length, 'slot')} in ${counted(nodes, 'node')}`;
  if (record.op !== 'cyclic') return [`The search found ${place.index} to ${place.last}${way}, the ${facts.side === 'top' ? 'highest' : 'lowest'} place that fits.`];
  const wrapped = outcome?.wrapped === true;
  const tells = wrapped ? ' The call returns 1: the search has gone round, or the counter had run over before.' : '';
  return [`The search found ${place.index}${way}, the first free index${wrapped ? '' : ' from the counter on'}.${tells} The counter stands behind it now.`];
}

/** Whether the write began in the leaf where a search had ended. */
export function beganInLeaf({ record, events }: Pick<StepFacts, 'record' | 'events'>): boolean {
  if (record.op !== 'alloc' && record.op !== 'cyclic') return false;
  const decided = events.findLastIndex((event) => event.name === 'type_chosen');
  const searched = events.findLastIndex((event, k) => event.name === 'gap_looked_at' && k < decided);
  return searched >= 0 && !events.slice(searched, decided).some((event) => event.name === 'descend');
}
