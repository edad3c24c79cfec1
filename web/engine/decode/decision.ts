// SPDX-License-Identifier: GPL-2.0-or-later
//
// The numbers behind the type of a store, from the core's events and the tree before it. Pure. Decisions are the core's
// own; numbers that its events lack (the slot in which the range ends, the fill of the passed nodes) are read from the
// picture. If picture and events do not match, there is no answer.

import { index, MAX, type Index } from '../../base/index64';
import type { Cut, DealtLevel, PassedNode, PushTry, StepDecision, StorePlace } from '../../model/decision';
import type { NodeKind, NodePicture, TreePicture } from '../../model/picture';
import type { StepReport } from '../../model/report';
import { STORE_TYPES, type StoreType } from '../../model/status';
import type { CoreEvent } from '../../model/event';
import { NODE } from '../../model/generated/node';

export interface DecisionFacts {
  readonly record: StepReport;
  /** The range that was written, widening included, or, where nothing was, that was to be. */
  readonly range: { readonly first: Index; readonly last: Index } | null;
  /** All events of the one call. */
  readonly events: readonly CoreEvent[];
  /** The tree before; null if it was not there. */
  readonly before: TreePicture | null;
}

/** Null where the step is no single store, or where something that it takes is not known. */
export function decisionOf({ record, range, events, before }: DecisionFacts): StepDecision | null {
  const at = events.findLastIndex(({ name }) => name === 'type_chosen');
  const chosen = events[at];
  const type = record.storeType;
  if (chosen === undefined || type === null || before === null || STORE_TYPES[chosen.count] !== type || !isType(type))
    return null;
  const widening = events[at - 1]?.name === 'null_widened' ? events[at - 1]! : null;
  const first = widening === null ? range?.first : index(widening.a);
  const last = widening === null ? range?.last : index(widening.b);
  if (first === undefined || last === undefined) return null;
  const arrived = widening === null ? at - 1 : at - 2;
  const nodes = new Map(before.nodes.map((node) => [node.id, node]));
  const passed = passedBefore(events, arrived, nodes);
  const place = placeOf(events[arrived], widening, { first, last }, nodes, passed);
  if (passed === null || place === null) return null;
  return {
    type,
    first,
    last,
    widened: widening !== null,
    rcu: before.mode.rcu,
    bulk: false,
    height: before.height,
    needed: Number(chosen.a),
    vacant: Number(chosen.b >> 8n),
    sufficient: Number(chosen.b & 0xffn),
    place,
    passed: passed.map(({ facts }) => facts),
    levels: levelsOf(
      events.slice(at + 1),
      type,
      place,
      passed.map(({ node }) => node),
      nodes,
    ),
  };
}

function isType(name: string): name is StoreType {
  return name !== 'invalid' && (STORE_TYPES as readonly string[]).includes(name);
}

// ---- The way ----

type Nodes = ReadonlyMap<number, NodePicture>;

interface Passed {
  readonly node: NodePicture;
  readonly facts: PassedNode;
}

// A state that stands on the leaf already passes no node: then no descent comes right before.
function passedBefore(events: readonly CoreEvent[], arrived: number, nodes: Nodes): readonly Passed[] | null {
  let from = arrived;
  while (from > 0 && events[from - 1]?.name === 'descend') from--;
  const found: Passed[] = [];
  for (const { node: id, slot, b } of events.slice(from, Math.max(from, arrived))) {
    const node = nodes.get(id);
    if (node === undefined || node.lasts[slot] !== b) return null;
    found.push({ node, facts: tellPassed(node) });
  }
  return found;
}

/** A node on the way, and what it has room for. */
export function tellPassed(node: NodePicture): PassedNode {
  const { SLOTS: slots, MIN } = NODE[node.kind];
  const enough = node.depth === 0 ? 4 : MIN + 3;
  const used = node.end + 1;
  return {
    node: node.id,
    kind: node.kind,
    level: node.depth + 1,
    used,
    slots,
    vacant: used < slots,
    sufficient: used >= enough,
    enough,
  };
}

function placeOf(
  arrived: CoreEvent | undefined,
  widening: CoreEvent | null,
  { first, last }: { readonly first: Index; readonly last: Index },
  nodes: Nodes,
  passed: readonly Passed[] | null,
): StorePlace | null {
  if (arrived?.name === 'span_seen')
    return nodes.has(arrived.node)
      ? { kind: 'span', node: arrived.node, slot: arrived.slot, ends: index(arrived.b) }
      : null;
  if (arrived?.name !== 'arrive') return nodes.size === 0 ? { kind: 'root pointer' } : null;
  const leaf = nodes.get(arrived.node);
  if (
    leaf === undefined ||
    passed === null ||
    leaf.kind !== 'leaf' ||
    leaf.end + 1 !== arrived.count ||
    leaf.lasts[arrived.slot] !== arrived.b
  )
    return null;
  const slot = widening === null ? arrived.slot : widening.slot;
  const min = slot === 0 ? leaf.min : index(leaf.lasts[slot - 1]! + 1n);
  const max = leaf.lasts[slot];
  const lastSlot = leaf.lasts.findIndex((pivot) => pivot >= last);
  const lastPivot = leaf.lasts[lastSlot];
  if (max === undefined || lastPivot === undefined || first < min || first > max) return null;
  const newEnd = leaf.end + 2 - (lastSlot - slot) - (min === first ? 1 : 0) - (lastPivot === last ? 1 : 0);
  return {
    kind: 'leaf',
    node: leaf.id,
    slot,
    lastSlot,
    min,
    max,
    lastPivot,
    end: leaf.end,
    newEnd,
    isRoot: leaf.depth === 0,
  };
}

// ---- Rows and cuts ----

const REASONS: readonly Cut['why'][] = ['half', 'third', 'push left', 'push right', 'bulk'];

interface Level {
  up: number;
  items: number;
  pushed: DealtLevel['pushed'];
  cuts: Cut[];
  pulls: DealtLevel['pulls'][number][];
}

/** How the rows of nodes were dealt out, from the leaf up, by the events behind the decision. */
export function levelsOf(
  events: readonly CoreEvent[],
  type: StoreType,
  place: StorePlace,
  passed: readonly NodePicture[],
  nodes: Nodes,
): readonly DealtLevel[] {
  const found: Level[] = [];
  for (const { name, node, slot, count, a, b } of events) {
    if (name === 'gathered') found.push({ up: found.length, items: count, pushed: null, cuts: [], pulls: [] });
    const level = found.at(-1);
    if (level === undefined) continue;
    if (name === 'push') level.pushed = { side: a === 0n ? 'left' : 'right', node, items: count };
    if (name === 'cut_chosen')
      level.cuts.push({ after: slot, of: count, why: REASONS[Number(a)] ?? 'half', proposed: Number(b) });
    if (name === 'pulled') level.pulls.push({ side: b === 0n ? 'right' : 'left', node, items: count });
  }
  // Nodes that are split, from the leaf up.
  const split =
    type === 'split_store' && place.kind === 'leaf' ? [nodes.get(place.node), ...[...passed].reverse()] : [];
  return found.map((level) => ({
    ...level,
    tries: level.cuts.length === 0 ? [] : triesOf(level, split[level.up], nodes),
  }));
}

// Left comes before right; what is not tried any more is left out.
function triesOf({ items }: Level, node: NodePicture | undefined, nodes: Nodes): readonly PushTry[] {
  const above = node?.parent ?? null;
  const parent = above === null ? undefined : nodes.get(above.id);
  if (node === undefined || above === null || parent === undefined) return [];
  const tries: PushTry[] = [];
  for (const side of ['left', 'right'] as const) {
    const sibling = nodes.get(parent.children[above.slot + (side === 'left' ? -1 : 1)] ?? 0);
    if (sibling === undefined) continue;
    const limit = pushLimit(node.kind, node.max === MAX);
    const fits = items - 1 + sibling.end < limit;
    tries.push({ side, node: sibling.id, row: items - 1, end: sibling.end, limit, fits });
    if (fits) break;
  }
  return tries;
}

/** Rule "split". */
function pushLimit(kind: NodeKind, rightmost: boolean): number {
  return 2 * NODE[kind].SLOTS - 2 - (kind === 'leaf' ? 1 : 0) - (rightmost ? 1 : 0);
}
