// SPDX-License-Identifier: GPL-2.0-or-later
//
// The way that a reading step took through its tree, from the core's events. Pure. Of a step that allocates it is the
// search; the write that follows is not part of it.

import { ZERO, type Index } from '../../base/index64';
import type { Visit } from '../../model/machine';
import type { NodePicture } from '../../model/picture';
import type { TrailMark } from '../../model/run';
import { GAP_VERDICTS } from '../../model/generated/events';
import { deadText, downText, lookText, upText, visitText } from '../../words/walk';
import type { CoreEvent } from '../../model/event';
import { traitsOf, type Op } from '../../model/ops';

/** The input of a trail, besides the events. */
export interface TrailFacts {
  readonly op: Op;
  /** The visits of the step's outcome, null if it makes none. */
  readonly visits: readonly Visit[] | null;
  /** The nodes that were there to be read, by id. */
  readonly nodes: ReadonlyMap<number, NodePicture>;
}

/** The marks of a step, in order; empty if it is not a reading one. */
export function trailOf(facts: TrailFacts, events: readonly CoreEvent[]): TrailMark[] {
  if (traitsOf(facts.op).walks !== true) return [];
  const decided = events.findIndex((event) => event.name === 'type_chosen');
  const marks: TrailMark[] = [];
  let moves = 0;
  for (const event of decided < 0 ? events : events.slice(0, decided)) {
    const mark = markOf(event, facts, moves);
    if (event.name === 'visited') moves++;
    if (mark !== null) marks.push(mark);
  }
  return marks;
}

function markOf(event: CoreEvent, { visits, nodes }: TrailFacts, moves: number): TrailMark | null {
  switch (event.name) {
    case 'descend':
      return mark('down', event, { first: event.a as Index, last: event.b as Index }, downText(event));
    case 'climb':
      return climbed(event, nodes);
    case 'dead_met':
      return { ...mark('restart', event, null, deadText(event)), slot: -1 };
    case 'gap_looked_at':
      return looked(event, nodes);
    case 'visited':
      return visited(event, visits?.[moves] ?? null, moves + 1);
    default:
      return null;
  }
}

function mark(kind: TrailMark['kind'], { node, slot }: CoreEvent, range: TrailMark['range'], text: string): TrailMark {
  return { kind, node, slot, range, visit: 0, verdict: null, has: ZERO, wants: ZERO, text };
}

// The event names the node that was left and its slot in the parent.
function climbed(event: CoreEvent, nodes: TrailFacts['nodes']): TrailMark | null {
  const parent = nodes.get(event.node)?.parent ?? null;
  if (parent === null) return null;
  const at = { ...event, node: parent.id };
  return mark('climb', at, rangeOf(nodes.get(parent.id), event.slot), upText(event, parent.id));
}

// The call that ended a loop is no visit.
function visited(event: CoreEvent, visit: Visit | null, number: number): TrailMark | null {
  if (visit === null || event.node === 0) return null;
  const range = { first: visit.index, last: visit.last };
  return { ...mark('visit', event, range, visitText(event, visit, number)), visit: number };
}

function looked(event: CoreEvent, nodes: TrailFacts['nodes']): TrailMark {
  const verdict = GAP_VERDICTS[event.count] ?? 'untracked';
  const node = nodes.get(event.node);
  return {
    ...mark(
      'look',
      event,
      rangeOf(node, event.slot),
      lookText(event, node === undefined ? null : node.kind === 'leaf'),
    ),
    verdict,
    has: event.a as Index,
    wants: event.b as Index,
  };
}

function rangeOf(node: NodePicture | undefined, slot: number): TrailMark['range'] {
  const last = node?.lasts[slot];
  if (node === undefined || last === undefined) return null;
  return { first: slot === 0 ? node.min : ((node.lasts[slot - 1]! + 1n) as Index), last };
}
