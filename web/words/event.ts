// SPDX-License-Identifier: GPL-2.0-or-later
//
// A sentence for each event of a step, made from what the events before it said: which row is dealt out, which nodes
// were built, what stood there a step earlier. Pure. The rules behind it are "cut", "split" and "combine".
//
// The core emits the event of a single write right before it makes it; the sentence says "is about to", as the picture
// at that event shows it.

import { MAX } from '../base/index64';
import { indexText } from '../base/number-base';
import { counted } from '../base/text';
import { VALUE_MAX, ZERO_ENTRY_WORD } from '../model/entry';
import { passInStep, type CoreEvent, type StepSetting } from '../model/event';
import { CORRUPT_FIELDS, FORK_BY, STATE_STATUSES, STORE_TYPES } from '../model/generated/enums';
import type { EventName } from '../model/generated/events';
import type { ForkBy } from '../model/memory';
import { NODE } from '../model/generated/node';
import type { NodeKind } from '../model/picture';
import { fieldText } from './finding';
import { capital } from './capital';
import { MEMORY_EVENTS, siteText, type MemoryEventName } from './event-memory';
import { deadText, lookText, spanText } from './walk';

/** The sentence of each event of a step, in order. */
export function eventWords(events: readonly CoreEvent[], setting: StepSetting): string[] {
  const known: Known = {
    setting,
    kinds: new Map(),
    places: new Map(),
    slots: new Map(),
    row: 0,
    up: -1,
    thirds: -1,
    own: 0,
    vma: 0,
    by: null,
    undone: false,
    requests: 0,
    emptying: false,
  };
  for (const { id, kind, place, end } of setting.nodes.values()) {
    known.kinds.set(id, kind);
    known.places.set(place, id);
    known.slots.set(id, end + 1);
  }
  return events.map((event, k) => {
    const { name } = event;
    const text =
      name in MEMORY_EVENTS
        ? MEMORY_EVENTS[name as MemoryEventName](event, known.own, known)
        : WORDS[name as TreeEventName](event, known, events[k + 1] ?? null, events, k);
    take(known, event);
    return text;
  });
}

type TreeEventName = Exclude<EventName, MemoryEventName>;

// Facts from the events so far.
interface Known {
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
  /** VMAs of the child that a fork has put into its tree, and the parent's VMA that is copied; 0 for none. */
  own: number;
  vma: number;
  /** How the fork goes that is under way; null if none is. */
  by: ForkBy | null;
  /** Whether it was undone by range, before the exit. */
  undone: boolean;
  /** Requests of the step so far: the core counts for each call, of which a step may make several. */
  requests: number;
  /** What is left in the preallocation is being freed. */
  emptying: boolean;
}

const KIND_NAMES: ReadonlyMap<number, NodeKind> = new Map([
  [NODE.leaf.KIND, 'leaf'],
  [NODE.range.KIND, 'range'],
  [NODE.arange.KIND, 'arange'],
]);

function take(known: Known, event: CoreEvent): void {
  takeNodes(known, event);
  const { name, slot, count, a } = event;
  known.emptying = name === 'prealloc_free' || (known.emptying && (name === 'free_single' || name === 'free_bulk'));
  switch (name) {
    case 'type_chosen':
    case 'retry':
      known.up = -1;
      return;
    case 'request_single':
    case 'request_bulk':
      known.requests++;
      return;
    case 'gathered':
      known.up++;
      known.row = count;
      known.thirds = -1;
      return;
    case 'push':
    case 'pulled':
      known.row = count;
      return;
    case 'cut_chosen':
      known.thirds = a === CUT.third && known.thirds < 0 ? slot : -1;
      return;
    case 'fork_begins':
      known.own = 0;
      known.vma = 0;
      known.by = FORK_BY[count] ?? null;
      known.undone = false;
      return;
    case 'fork_vma':
      known.vma = count;
      return;
    case 'undo_begins':
      known.undone = true;
      return;
    case 'exit_begins':
      known.by = null;
      known.vma = 0;
      return;
    case 'vma_in':
      known.own++;
      return;
    default:
  }
}

// The kind of each node, and the number of slots it uses.
function takeNodes({ places, kinds, slots }: Known, { name, node, slot, count, a }: CoreEvent): void {
  switch (name) {
    case 'node_out':
      places.set(Number(a), node);
      kinds.delete(node);
      slots.delete(node);
      return;
    case 'arrive':
      kinds.set(node, 'leaf');
      slots.set(node, count);
      return;
    case 'node_built':
      kinds.set(node, KIND_NAMES.get(count) ?? 'leaf');
      slots.set(node, slot + 1);
      return;
    case 'leaf_rewritten':
      slots.set(node, count);
      return;
    case 'end_written':
      slots.set(node, slot + 1);
      return;
    case 'copied': {
      const kind = kinds.get(Number(a));
      if (kind !== undefined) kinds.set(node, kind);
      slots.set(node, slots.get(Number(a)) ?? 0);
      return;
    }
    default:
  }
}

type Words = (
  event: CoreEvent,
  known: Known,
  next: CoreEvent | null,
  events: readonly CoreEvent[],
  at: number,
) => string;

const FINDING = {
  descend: ({ node, slot, a, b }, known, next) => {
    const goesOn = next !== null && GOES_ON.has(next.name) && next.node !== 0 && next.node !== node;
    const child = goesOn ? `${named(known, next.node)}, which` : 'the child that';
    return `The walk goes down from slot ${slot} of node ${node} to ${child} covers ${hex(a)} to ${hex(b)}.`;
  },
  arrive: ({ node, slot, count, a, b }) =>
    `The walk arrives in leaf ${node}, which uses ${count} of ${NODE.leaf.SLOTS} slots. Slot ${slot} covers ` +
    `${hex(a)} to ${hex(b)}.`,
  climb: ({ node, slot }) => `The walk goes up from node ${node} to its parent, which holds it in slot ${slot}.`,
  sidestep: ({ node, slot, count, a, b }) =>
    `The walk moves one slot to the ${count === 0 ? 'right' : 'left'}: slot ${slot} of leaf ${node} covers ` +
    `${hex(a)} to ${hex(b)}.`,
  visited: ({ node, slot, count, a, b }, known) =>
    `The move ends${node === 0 ? '' : ` on slot ${slot} of ${named(known, node)},`} at ${hex(a)} to ${hex(b)} ` +
    `(status ${STATE_STATUSES[count] ?? ''}).`,
  gap_looked_at: (event, { setting }) => lookText(event, setting.isLeaf(event.node)),
  dead_met: (event) => deadText(event),
  reader_parked: ({ count, a, b }, { setting }) =>
    `Reader ${setting.readers.get(count) ?? count} parks at ${hex(a)} to ${hex(b)}. The nodes that it may be ` +
    'reading stay allocated.',
  reader_left: ({ count }, { setting }) => `Reader ${setting.readers.get(count) ?? count} leaves.`,
} satisfies Partial<Record<TreeEventName, Words>>;

const DECIDING = {
  span_seen: (event) => spanText(event),
  null_widened: ({ a, b }) =>
    `NULL joins the free indexes beside it: the range to write is now ${hex(a)} to ${hex(b)}.`,
  type_chosen: (event) => typeText(event),
  retry: ({ count, a }) =>
    `The operation starts again: it holds ${counted(count, 'node')} and must request ${a.toString()} more.`,
} satisfies Partial<Record<TreeEventName, Words>>;

const left = ({ emptying }: Known): string => (emptying ? ', left in the preallocation,' : '');

const ALLOCATING = {
  request_single: ({ a }, known) =>
    `Request ${known.requests + 1} of this step asks for one node${purpose(known)}${waits(a)}.`,
  request_bulk: ({ count, a }, known) =>
    `Request ${known.requests + 1} of this step asks for ${counted(count, 'node')} in ` +
    `bulk${purpose(known)}${waits(a)}.`,
  refused: ({ count }, known) =>
    `The allocator refuses request ${known.requests} of this step, for ${counted(count, 'node')}.`,
  node_out: ({ node, a }) => `Node ${node} is allocated, at place ${a} of the slab.`,
  free_single: ({ node }, known) => `Node ${node}${left(known)} is about to be freed.`,
  free_bulk: ({ node, count }, known) =>
    count === 1
      ? `Node ${node}${left(known)} is about to be freed by a bulk call.`
      : `${count} nodes${left(known)} are about to be freed in bulk, the first of them node ${node}.`,
  defer_node: ({ node }) => `Node ${node} will be freed when the RCU grace period ends.`,
  defer_subtree: ({ node, count }) =>
    `Node ${node} and all below it, ${counted(count, 'node')}, will be freed when the RCU grace period ends.`,
  grace: () => 'The RCU grace period ends.',
  grace_waits: ({ a, b }) =>
    `${counted(Number(a), 'node')} must be kept: ${b === 1n ? 'a reader that entered' : `${b} readers that entered`} ` +
    `earlier may still be reading ${a === 1n ? 'it' : 'them'}.`,
  prealloc_take: ({ node, count }) =>
    `Node ${node} is taken from the preallocation, which ${count === 0 ? 'is now empty' : `still holds ${count}`}.`,
  prealloc_return: ({ node, count }, known) =>
    `Node ${node}${known.setting.nodes.has(node) ? ', which is no longer in a tree,' : ''} goes into the ` +
    `preallocation, which now holds ${count}.`,
  prealloc_free: ({ count }) =>
    count === 1
      ? 'The preallocation still holds 1 node that is not needed: it will be freed next.'
      : `The preallocation still holds ${counted(count, 'node')} that are not needed: they will be freed next.`,
} satisfies Partial<Record<TreeEventName, Words>>;

const BUILDING = {
  gathered: (event, known, _, events, at) => rowText(event, known, events, at),
  cut_chosen: (event, known) => cutText(event, known),
  node_built: ({ node, slot, count, a, b }) => {
    const leaf = count === NODE.leaf.KIND;
    const kind = `${capital(KIND_NAMES.get(count) ?? 'leaf')}${leaf ? '' : ' node'}`;
    const size = leaf ? counted(slot + 1, 'slot') : counted(slot + 1, 'child', 'children');
    return `${kind} ${node} is built outside the tree for ${hex(a)} to ${hex(b)}, with ${size}.`;
  },
  push: (event, known) => pushText(event, known),
  pulled: (event, known) => pulledText(event, known),
  converged: ({ node, count }) =>
    `Both sides have met in node ${node}: the ${counted(count, 'child', 'children')} in its range fit one node, ` +
    'and no node above is replaced.',
  copied: ({ node, a }, known) =>
    `${known.kinds.get(Number(a)) === 'leaf' ? 'Leaf' : 'Node'} ${node} is a copy of node ${a}, byte for byte except ` +
    'for its parent word.',
  bulk_evened: ({ slot }) =>
    `The last leaf was too small: ${counted(slot, 'slot')} ${slot === 1 ? 'moves' : 'move'} over from its left ` +
    'sibling.',
} satisfies Partial<Record<TreeEventName, Words>>;

const WRITING = {
  slot_written: (event, known) => slotText(event, known),
  pivot_written: ({ node, slot, a, b }, known) =>
    slot < (known.slots.get(node) ?? 0)
      ? `Pivot ${slot} of ${named(known, node)} is about to change from ${hex(a)} to ${hex(b)}.`
      : `Pivot ${slot} of ${named(known, node)}, unused so far, is about to become ${hex(b)}.`,
  end_written: ({ node, slot }, known) =>
    `Slot ${slot} is about to become the last that ${named(known, node)} uses: ${counted(slot + 1, 'slot')} in all.`,
  leaf_rewritten: ({ node, slot, count }) =>
    `Leaf ${node} is rewritten in place with ${counted(count, 'slot')}; the stored entry is in slot ${slot}.`,
  linked: ({ node, slot, a, b }, known) =>
    `${capital(named(known, node))} has replaced node ${b} ` +
    `${a === 0n ? 'as the root' : `in slot ${slot} of node ${a}`}.`,
  dead: ({ node }, known) =>
    `${capital(named(known, node))} is about to be marked dead: its parent word will hold its own address.`,
  adopted: ({ node, slot, a, b }, known) => {
    const before = a === 0n ? ', its first parent' : a === b ? ', where it was another slot' : ` instead of node ${a}`;
    return `The parent word of ${named(known, node)} is about to name slot ${slot} of node ${b}${before}.`;
  },
  subtree_dead: ({ node, a, b }, known) => {
    const leaf = known.kinds.get(node) === 'leaf';
    const what = leaf ? `, ${hex(a)} to ${hex(b)}, was` : ` and all below it, ${hex(a)} to ${hex(b)}, were`;
    return `${capital(named(known, node))}${what} overwritten as a whole.`;
  },
  height_changed: ({ count, a }) => `The height is about to change from ${a} to ${count}.`,
  root_written: (event, known) => rootText(event, known),
  gap_written: ({ node, slot, count, a, b }) =>
    `The longest gap below slot ${slot} of node ${node} is now ${hex(b)}; the node recorded ${hex(a)}. ` +
    `Slot ${count} has the longest gap of the node.`,
  corrupted: ({ node, slot, count, a, b }) => {
    const field = CORRUPT_FIELDS[count] ?? 'slot';
    return (
      `${capital(field)}${slot < 0 ? '' : ` ${slot}`} of node ${node} is about to be overwritten: ` +
      `${fieldText(field, b)} instead of ${fieldText(field, a)}.`
    );
  },
  site_failed: (event, { setting }) => siteText(event, passInStep(event, setting.passed)),
} satisfies Partial<Record<TreeEventName, Words>>;

const WORDS: Readonly<Record<TreeEventName, Words>> = {
  ...FINDING,
  ...DECIDING,
  ...ALLOCATING,
  ...BUILDING,
  ...WRITING,
};

// Events that the core records where a descent leads to.
const GOES_ON: ReadonlySet<EventName> = new Set(['descend', 'arrive', 'span_seen', 'sidestep']);

const hex = indexText;

// A fork that copies by stores, or leaves a VMA out, requests nodes while it treats a VMA.
function purpose({ vma }: Known): string {
  return vma === 0 ? '' : `, to store at VMA ${vma} of the parent`;
}

function waits(may: bigint): string {
  return may === 0n ? ', and does not wait for memory (GFP_NOWAIT)' : ', and may wait for memory';
}

function named({ kinds }: Known, id: number): string {
  return kinds.get(id) === 'leaf' ? `leaf ${id}` : `node ${id}`;
}

// While a tree is copied the entries that stand there are the parent’s, and those that are put there the child’s.
function entry({ setting, by }: Known, word: bigint, stood = false): string {
  if (word === 0n) return 'NULL';
  if (word === ZERO_ENTRY_WORD) return 'the zero entry';
  if ((word & 1n) === 0n) return hex(word);
  const n = word >> 1n;
  if (setting.ofSpace)
    return `VMA ${n}${by === null ? '' : stood && by === 'dup' ? ' of the parent' : ' of the child'}`;
  return n > VALUE_MAX ? `label ${n - VALUE_MAX}` : `value ${n}`;
}

// The last slot's place holds the metadata of a leaf that does not use it (core/src/node.h).
function slotText({ node, slot, a, b }: CoreEvent, known: Known): string {
  const where = `Slot ${slot} of ${named(known, node)}`;
  if (slot >= (known.slots.get(node) ?? 0)) {
    const before = slot === NODE.leaf.SLOTS - 1 ? 'whose place held the metadata' : 'unused';
    return `${where}, ${before} so far, is about to hold ${entry(known, b)}.`;
  }
  const [was, will] = [entry(known, a, true), entry(known, b)];
  return was === will
    ? `${where} is about to be written with ${will}, as it is already.`
    : `${where} is about to change from ${was} to ${will}.`;
}

const BY_HEIGHTS: ReadonlySet<string> = new Set(['split_store', 'rebalance', 'spanning_store']);

function typeText({ count, a, b }: CoreEvent): string {
  const type = STORE_TYPES[count] ?? String(count);
  const need = a === 0n ? 'no node is needed' : `it may need ${counted(Number(a), 'node')}`;
  const heights = BY_HEIGHTS.has(type) ? ` (vacant height ${b >> 8n}, sufficient height ${b & 0xffn})` : '';
  return `The type of the store is ${type}: ${need}${heights}.`;
}

// ---- Rows ----

// The kind of a row's new nodes is that of the nodes built next.
function kindOfRow(known: Known, events: readonly CoreEvent[], at: number): NodeKind | null {
  if (known.up + 1 === 0) return 'leaf';
  for (let k = at + 1; k < events.length; k++) {
    const { name, count } = events[k]!;
    if (name === 'node_built') return KIND_NAMES.get(count) ?? null;
    if (name === 'gathered') return null;
  }
  return null;
}

function rowText({ count, a, b }: CoreEvent, known: Known, events: readonly CoreEvent[], at: number): string {
  const kind = kindOfRow(known, events, at);
  const leaf = known.up + 1 === 0;
  const row = leaf
    ? `The slots kept from ${hex(a)} to ${hex(b)} and those being stored make a row of ${count}`
    : `The children that cover ${hex(a)} to ${hex(b)}, new ones included, make a row of ${count}`;
  if (kind === null) return `${row}.`;
  const most = NODE[kind].SLOTS;
  const least = NODE[kind].MIN + 1;
  const holder = leaf ? 'a leaf' : `${kind === 'arange' ? 'an arange' : 'a range'} node`;
  if (count > most) return `${row}: ${count - most} more than ${holder} can hold (${most}).`;
  return count < least && (a > 0n || b < MAX)
    ? `${row}: fewer than the ${least} that ${holder} should have.`
    : `${row}: ${holder} can hold ${count === 1 ? 'it' : 'them'} (at most ${most}).`;
}

const CUT = { half: 0n, third: 1n, left: 2n, right: 3n, bulk: 4n } as const;

function cutText({ slot, count, a, b }: CoreEvent, known: Known): string {
  const [left, right] = [slot + 1, count - slot - 1];
  const row = `The row of ${count}, items 0 to ${count - 1},`;
  const moved = b === BigInt(slot) ? '' : ` Item ${b} was proposed, but holds NULL, and no left part may end in NULL.`;
  switch (a) {
    case CUT.third:
      return known.thirds < 0
        ? `${row} is cut in three: the first part takes ${left}.${moved}`
        : `The second part takes ${slot - known.thirds}, the third the other ${right}.${moved}`;
    case CUT.left:
      return `${row} is cut after item ${slot}: ${left} for the left sibling, ${right} stay.${moved}`;
    case CUT.right:
      return `${row} is cut after item ${slot}: ${left} stay, ${right} for the right sibling.${moved}`;
    case CUT.bulk:
      return (
        `${row} is cut after item ${slot}: ${left} to the left, which a bulk load fills, and ${right} to the right, ` +
        `where the load continues.${moved}`
      );
    default:
      return `${row} is cut in the middle, after item ${slot}: ${left} and ${right}.${moved}`;
  }
}

function pushText({ node, slot, count, a }: CoreEvent, known: Known): string {
  const more = count - known.row;
  const sibling = `The ${a === 0n ? 'left' : 'right'} sibling, ${named(known, node)} in slot ${slot} of the parent,`;
  const sum = `with the row’s ${known.row} that makes ${count}, which the two nodes share`;
  return `${sibling} uses ${more} and has room for a push: ${sum}.`;
}

function pulledText({ node, count, a, b }: CoreEvent, known: Known): string {
  const which = `${b === 0n ? 'right' : 'left'} ${a === 1n ? 'sibling' : 'neighbour under another parent'}`;
  const what = known.up === 0 ? counted(known.row, 'slot') : counted(known.row, 'child', 'children');
  const joins = `the ${which}, ${named(known, node)}, joins with ${count - known.row}, which makes ${count}`;
  return `${what} ${known.row === 1 ? 'is' : 'are'} too few: ${joins}.`;
}

// ---- The root word ----

// The core records a destroyed tree after the write, every other change of the root word before it.
function rootText({ a, b, file }: CoreEvent, known: Known): string {
  if (file === 'core/src/tree.c')
    return `The root pointer was ${rootEntry(known, a)} and is NULL now: no walk reaches the tree’s nodes any more.`;
  const [was, will] = [rootEntry(known, a, true), rootEntry(known, b)];
  return was === will
    ? `The root pointer is about to be written: ${will}, as it is already.`
    : `The root pointer is about to change from ${was} to ${will}.`;
}

function rootEntry(known: Known, word: bigint, stood = false): string {
  if ((word & 3n) !== 2n || word < NODE.BASE) return entry(known, word, stood);
  const id = known.places.get(Number((word - NODE.BASE) / BigInt(NODE.BYTES)));
  return id === undefined ? 'a node' : named(known, id);
}
