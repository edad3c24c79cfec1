// SPDX-License-Identifier: GPL-2.0-or-later
//
// A sentence for each event of a step, told with what was told before it: which row is dealt out, which nodes were
// built, what stood there a step earlier. Pure. The rules behind it are "cut", "split" and "combine".
//
// The core tells a single write right before it makes it; the sentence says "is about to", as the picture at that event
// shows it.

import { fieldText } from '../../model/finding';
import { MAX } from '../../base/index64';
import { indexText } from '../../base/number-base';
import { counted } from '../../base/text';
import { ZERO_ENTRY_WORD, VALUE_MAX } from '../../model/entry';
import type { NodeKind } from '../../model/picture';
import { eventText } from '../decode/event-texts';
import { spanText, type CoreEvent, type StepSetting } from '../decode/events';
import { CORRUPT_FIELDS, FORK_BY, STATE_STATUSES, STORE_TYPES } from '../../model/generated/enums';
import { NODE, type EventName } from '../generated/tables';
import { MEMORY_TEXTS } from '../decode/memory-events';

/** The sentence of each event of a step, in order. */
export function eventWords(events: readonly CoreEvent[], setting: StepSetting): string[] {
  const told: Told = {
    setting,
    kinds: new Map(),
    places: new Map(),
    slots: new Map(),
    row: 0,
    up: -1,
    thirds: -1,
    own: 0,
    by: null,
    requests: 0,
  };
  for (const { id, kind, place, end } of setting.nodes.values()) {
    told.kinds.set(id, kind);
    told.places.set(place, id);
    told.slots.set(id, end + 1);
  }
  return events.map((event, k) => {
    const text =
      WORDS[event.name]?.(event, told, events[k + 1] ?? null, events, k) ?? MEMORY_TEXTS[event.name]?.(event, told.own);
    take(told, event);
    return text ?? eventText(event, setting);
  });
}

// What the events so far say.
interface Told {
  readonly setting: StepSetting;
  readonly kinds: Map<number, NodeKind>;
  /** Place in the slab → id of the node that is there. */
  readonly places: Map<number, number>;
  /** Slots that a node uses. */
  readonly slots: Map<number, number>;
  /** Items of the row that is dealt out, and how many levels above the leaves it is; −1: none is. */
  row: number;
  up: number;
  /** Last item of the first part of a row that is cut in three; −1 if it is not. */
  thirds: number;
  /** VMAs of the child that a fork has put into its tree. */
  own: number;
  /** How the fork goes that is under way; null if none is. */
  by: string | null;
  /** Requests of the step so far: the core counts for each call, of which a step may make several. */
  requests: number;
}

const KIND_NAMES: ReadonlyMap<number, NodeKind> = new Map([
  [NODE.leaf.KIND, 'leaf'],
  [NODE.range.KIND, 'range'],
  [NODE.arange.KIND, 'arange'],
]);

function take(told: Told, { name, node, slot, count, a }: CoreEvent): void {
  switch (name) {
    case 'type_chosen':
    case 'retry':
      told.up = -1;
      return;
    case 'node_out':
      told.places.set(Number(a), node);
      told.kinds.delete(node);
      told.slots.delete(node);
      return;
    case 'request_single':
    case 'request_bulk':
      told.requests++;
      return;
    case 'gathered':
      told.up++;
      told.row = count;
      told.thirds = -1;
      return;
    case 'push':
    case 'pulled':
      told.row = count;
      return;
    case 'cut_chosen':
      told.thirds = a === CUT.third && told.thirds < 0 ? slot : -1;
      return;
    case 'fork_begins':
      told.own = 0;
      told.by = FORK_BY[count] ?? '';
      return;
    case 'exit_begins':
      told.by = null;
      return;
    case 'vma_in':
      told.own++;
      return;
    case 'arrive':
      told.kinds.set(node, 'leaf');
      told.slots.set(node, count);
      return;
    case 'node_built':
      told.kinds.set(node, KIND_NAMES.get(count) ?? 'leaf');
      told.slots.set(node, slot + 1);
      return;
    case 'leaf_rewritten':
      told.slots.set(node, count);
      return;
    case 'end_written':
      told.slots.set(node, slot + 1);
      return;
    case 'copied': {
      const kind = told.kinds.get(Number(a));
      if (kind !== undefined) told.kinds.set(node, kind);
      told.slots.set(node, told.slots.get(Number(a)) ?? 0);
      return;
    }
    default:
  }
}

type Words = (event: CoreEvent, told: Told, next: CoreEvent | null, events: readonly CoreEvent[], at: number) => string;

const WORDS: Partial<Record<EventName, Words>> = {
  descend: ({ node, slot, a, b }, told, next) =>
    next !== null && GOES_ON.has(next.name) && next.node !== 0 && next.node !== node
      ? `From slot ${slot} of node ${node} down to ${named(told, next.node)}, which covers ${hex(a)} to ${hex(b)}.`
      : `From slot ${slot} of node ${node} down to the child that covers ${hex(a)} to ${hex(b)}.`,
  arrive: ({ node, slot, count, a, b }) =>
    `Arrived in leaf ${node}, which uses ${count} of ${NODE.leaf.SLOTS} slots: slot ${slot} covers ${hex(a)} to ${hex(b)}.`,
  span_seen: (event) => spanText(event),
  type_chosen: (event) => typeText(event),
  request_single: ({ a }, told) => `Request ${told.requests + 1} of this step asks for one node, and ${waits(a)}.`,
  request_bulk: ({ count, a }, told) =>
    `Request ${told.requests + 1} of this step asks for ${counted(count, 'node')} in bulk, and ${waits(a)}.`,
  refused: ({ count }, told) => `Request ${told.requests} of this step, for ${counted(count, 'node')}, is refused.`,
  retry: ({ count, a }) =>
    `${counted(Number(a), 'node')} more must be requested; ${count} ${count === 1 ? 'is' : 'are'} held, and the operation starts again.`,
  node_out: ({ node, a }) =>
    `Node ${node} is handed out, at place ${a} of the slab: a place there has room for one node.`,
  free_single: ({ node }) => `Node ${node} is about to be given back to the allocator.`,
  free_bulk: ({ node, count }) =>
    count === 1
      ? `Node ${node} is about to be given back to the allocator, by a bulk call.`
      : `${count} nodes are about to be given back to the allocator in bulk, the first of them node ${node}.`,
  stock_release: ({ count }) =>
    `The ${counted(count, 'node')} left in reserve ${count === 1 ? 'is' : 'are'} about to be given back.`,
  stock_take: ({ node, count }) =>
    `Node ${node} is taken from the reserve, ${count === 0 ? 'which is empty now' : `where ${count === 1 ? '1 is' : `${count} are`} left`}.`,
  stock_give: ({ node, count }, told) =>
    `${told.setting.nodes.has(node) ? `Node ${node}, in no tree any more,` : `Node ${node}`} goes into the reserve, which holds ${count} now.`,
  gathered: (event, told, _, events, at) => rowText(event, told, events, at),
  cut_chosen: (event, told) => cutText(event, told),
  node_built: ({ node, slot, count, a, b }) =>
    `${capital(KIND_NAMES.get(count) ?? 'leaf')} ${count === NODE.leaf.KIND ? '' : 'node '}${node} is built aside for ${hex(a)} to ${hex(b)}, with ${counted(slot + 1, count === NODE.leaf.KIND ? 'slot' : 'child', count === NODE.leaf.KIND ? 'slots' : 'children')}.`,
  slot_written: (event, told) => slotText(event, told),
  pivot_written: ({ node, slot, a, b }, told) =>
    slot < (told.slots.get(node) ?? 0)
      ? `Pivot ${slot} of ${named(told, node)} is about to change from ${hex(a)} to ${hex(b)}.`
      : `Pivot ${slot} of ${named(told, node)}, not in use so far, is about to become ${hex(b)}.`,
  end_written: ({ node, slot }, told) =>
    `Slot ${slot} is about to be the last that ${named(told, node)} uses: ${counted(slot + 1, 'slot')} in all.`,
  leaf_rewritten: ({ node, slot, count }) =>
    `Leaf ${node} is written anew in place, with ${counted(count, 'slot')}; what is stored stands in slot ${slot}.`,
  push: (event, told) => pushText(event, told),
  pulled: (event, told) => pulledText(event, told),
  linked: ({ node, slot, a, b }, told) =>
    a === 0n
      ? `${capital(named(told, node))} has taken the place of node ${b}: it is the root.`
      : `${capital(named(told, node))} has taken the place of node ${b}, in slot ${slot} of node ${a}.`,
  dead: ({ node }, told) =>
    `${capital(named(told, node))} is about to be marked dead: its parent word will be its own address.`,
  adopted: ({ node, slot, a, b }, told) =>
    `The parent word of ${named(told, node)} is about to name slot ${slot} of node ${b}${a === 0n ? ', its first parent' : a === b ? ', where it was another slot' : ` instead of node ${a}`}.`,
  subtree_dead: ({ node, a, b }, told) =>
    `${capital(named(told, node))}${told.kinds.get(node) === 'leaf' ? `, ${hex(a)} to ${hex(b)}, was` : ` and all below it, ${hex(a)} to ${hex(b)}, were`} overwritten as a whole.`,
  height_changed: ({ count, a }) => `The height is about to become ${count} instead of ${a}.`,
  root_written: (event, told) => rootText(event, told),
  gap_written: ({ node, slot, count, a, b }) =>
    `The longest gap below slot ${slot} of node ${node} is ${hex(b)} now, and was told as ${hex(a)}; the largest of the node is that of slot ${count}.`,
  visited: ({ node, slot, count, a, b }, told) =>
    `The move ends${node === 0 ? '' : ` on slot ${slot} of ${named(told, node)},`} at ${hex(a)} to ${hex(b)} (status ${STATE_STATUSES[count] ?? ''}).`,
  copied: ({ node, a }, told) =>
    `${capital(told.kinds.get(Number(a)) === 'leaf' ? 'leaf' : 'node')} ${node} is a copy of node ${a}, byte for byte but for its parent word.`,
  corrupted: ({ node, slot, count, a, b }) =>
    `${capital(CORRUPT_FIELDS[count] ?? 'field')}${slot < 0 ? '' : ` ${slot}`} of node ${node} is about to be written over: ${fieldText(CORRUPT_FIELDS[count] ?? 'slot', b)} instead of ${fieldText(CORRUPT_FIELDS[count] ?? 'slot', a)}.`,
};

// Events that are told where a descent leads to.
const GOES_ON: ReadonlySet<EventName> = new Set(['descend', 'arrive', 'span_seen', 'sidestep']);

const hex = indexText;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const waits = (may: bigint): string => (may === 0n ? 'does not wait for memory (GFP_NOWAIT)' : 'may wait for memory');

function named({ kinds }: Told, id: number): string {
  return kinds.get(id) === 'leaf' ? `leaf ${id}` : `node ${id}`;
}

// While a tree is copied the entries that stand there are the parent’s, and those that are put there the child’s.
function entry({ setting, by }: Told, word: bigint, stood = false): string {
  if (word === 0n) return 'NULL';
  if (word === ZERO_ENTRY_WORD) return 'the zero entry';
  if ((word & 1n) === 0n) return hex(word);
  const n = word >> 1n;
  if (setting.ofSpace)
    return `VMA ${n}${by === null ? '' : stood && by === 'dup' ? ' of the parent' : ' of the child'}`;
  return n > VALUE_MAX ? `label ${n - VALUE_MAX}` : `value ${n}`;
}

// The last slot's place holds the metadata of a leaf that does not use it (core/src/node.h).
function slotText({ node, slot, a, b }: CoreEvent, told: Told): string {
  const where = `Slot ${slot} of ${named(told, node)}`;
  if (slot >= (told.slots.get(node) ?? 0))
    return `${where}, ${slot === NODE.leaf.SLOTS - 1 ? 'whose place held the metadata' : 'not in use'} so far, is about to hold ${entry(told, b)}.`;
  const [was, will] = [entry(told, a, true), entry(told, b)];
  return was === will
    ? `${where} is about to be written with ${will}, as it is already.`
    : `${where} is about to change from ${was} to ${will}.`;
}

const BY_HEIGHTS: ReadonlySet<string> = new Set(['split_store', 'rebalance', 'spanning_store']);

function typeText({ count, a, b }: CoreEvent): string {
  const type = STORE_TYPES[count] ?? String(count);
  const article = /^[aeio]/.test(type) ? 'an' : 'a';
  const need = a === 0n ? 'no node is needed' : `it may need ${counted(Number(a), 'node')}`;
  return `This is ${article} ${type}: ${need}${BY_HEIGHTS.has(type) ? ` (vacant height ${b >> 8n}, sufficient height ${b & 0xffn})` : ''}.`;
}

// ---- Rows ----

// What the row is dealt into is known by the nodes that are built next.
function kindOfRow(told: Told, events: readonly CoreEvent[], at: number): NodeKind | null {
  if (told.up + 1 === 0) return 'leaf';
  for (let k = at + 1; k < events.length; k++) {
    const { name, count } = events[k]!;
    if (name === 'node_built') return KIND_NAMES.get(count) ?? null;
    if (name === 'gathered') return null;
  }
  return null;
}

function rowText({ count, a, b }: CoreEvent, told: Told, events: readonly CoreEvent[], at: number): string {
  const kind = kindOfRow(told, events, at);
  const leaf = told.up + 1 === 0;
  const row = leaf
    ? `What stays of ${hex(a)} to ${hex(b)} and what is stored make a row of ${counted(count, 'slot')}`
    : `The children of ${hex(a)} to ${hex(b)}, new ones among them, make a row of ${count}`;
  if (kind === null) return `${row}.`;
  const most = NODE[kind].SLOTS;
  const least = NODE[kind].MIN + 1;
  const holder = leaf ? 'a leaf' : `${kind === 'arange' ? 'an arange' : 'a range'} node`;
  if (count > most) return `${row}: ${count - most} more than the ${most} of ${holder}.`;
  return count < least && (a > 0n || b < MAX)
    ? `${row}: fewer than the ${least} that ${holder} should have.`
    : `${row}: ${holder}, which has ${most}, can take ${count === 1 ? 'it' : 'them'}.`;
}

const CUT = { half: 0n, third: 1n, left: 2n, right: 3n, bulk: 4n } as const;

function cutText({ slot, count, a, b }: CoreEvent, told: Told): string {
  const [left, right] = [slot + 1, count - slot - 1];
  const row = `The row of ${count}, items 0 to ${count - 1},`;
  const moved = b === BigInt(slot) ? '' : ` Item ${b} was proposed, but holds NULL, and no leaf may end in NULL.`;
  switch (a) {
    case CUT.third:
      return told.thirds < 0
        ? `${row} is cut in three: the first part takes ${left}.${moved}`
        : `The second part takes ${slot - told.thirds}, the third the other ${right}.${moved}`;
    case CUT.left:
      return `${row} is cut after item ${slot}: ${left} for the left sibling, ${right} stay.${moved}`;
    case CUT.right:
      return `${row} is cut after item ${slot}: ${left} stay, ${right} for the right sibling.${moved}`;
    case CUT.bulk:
      return `${row} is cut after item ${slot}: ${left} to the left, which a bulk load fills, and ${right} to the right, where it goes on.${moved}`;
    default:
      return `${row} is cut in the middle, after item ${slot}: ${left} and ${right}.${moved}`;
  }
}

function pushText({ node, slot, count, a }: CoreEvent, told: Told): string {
  const more = count - told.row;
  return `The ${a === 0n ? 'left' : 'right'} sibling, ${named(told, node)} in slot ${slot} of the parent, uses ${more} and has room for a push: with the row’s ${told.row} that makes ${count}, for two nodes.`;
}

function pulledText({ node, count, a, b }: CoreEvent, told: Told): string {
  const which = `${b === 0n ? 'right' : 'left'} ${a === 1n ? 'sibling' : 'neighbour under another parent'}`;
  const what = told.up === 0 ? counted(told.row, 'slot') : counted(told.row, 'child', 'children');
  return `${what} ${told.row === 1 ? 'is' : 'are'} too few: the ${which}, ${named(told, node)}, joins with ${count - told.row}, which makes ${count}.`;
}

// ---- The root word ----

// A tree that is destroyed is told of after the write, every other change of the root word before it.
function rootText({ a, b, file }: CoreEvent, told: Told): string {
  if (file === 'core/src/tree.c')
    return `The root pointer was ${rootEntry(told, a)} and is NULL now: no walk comes to what the tree had.`;
  const [was, will] = [rootEntry(told, a, true), rootEntry(told, b)];
  return was === will
    ? `The root pointer is about to be written: ${will}, as it is already.`
    : `The root pointer is about to change from ${was} to ${will}.`;
}

function rootEntry(told: Told, word: bigint, stood = false): string {
  if ((word & 3n) !== 2n || word < NODE.BASE) return entry(told, word, stood);
  const id = told.places.get(Number((word - NODE.BASE) / BigInt(NODE.BYTES)));
  return id === undefined ? 'a node' : named(told, id);
}
