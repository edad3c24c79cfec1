// SPDX-License-Identifier: GPL-2.0-or-later
//
// A search over the nodes of a tree as they lie in memory, without a picture of any of them. A query becomes a function
// of where one stands; standing is one object, whose fields are set again for each node and slot.
//
// Words that name no allocated node, or one already visited, are not followed; heap.ts does the same.

import { index, MAX } from '../../base/index64';
import { entryValue } from '../../model/entry';
import {
  anyTerm,
  type Comparison,
  type FindQuery,
  type FindTerm,
  type FoundPlace,
  type NodeField,
  type SlotField,
} from '../../model/find';
import type { TreeHandle } from '../../model/machine';
import { OVERVIEW_CHANGES, OVERVIEW_KINDS } from '../../model/overview';
import type { NodeKind } from '../../model/picture';
import { vmaClass, type Vma } from '../../model/vma';
import { NODE } from '../../model/generated/node';
import { TREE } from '../generated/tables';
import { isNodeWord } from '../core/heap';
import { lastSlotTo, placeId, sourceOf, type Source, leads } from '../core/slab-view';
import type { PlaceChanges } from './place-changes';
import type { Core } from '../core/wasm';

/** Data of a tree besides its nodes that a search may use. */
export interface TreeSetting {
  readonly name: string;
  readonly handle: TreeHandle;
  readonly labels: readonly string[];
  /** Null for a plain tree. */
  readonly vmas: readonly Vma[] | null;
  /** Null where the query does not ask what the step did. */
  readonly changes: PlaceChanges | null;
}

/** Nodes that are known to have no result, and have not changed since: a search of many steps passes them over. */
export interface Barren {
  /** Whether the node at this place, of this kind and range, is one of them. */
  has(source: Source, node: NodeStand): boolean;
  add(source: Source, node: NodeStand): void;
}

/** The node where one stands. */
export interface NodeStand {
  place: number;
  id: number;
  /** As in memory, from 1; 0: no node, but the root pointer that holds an entry itself. */
  kind: number;
  depth: number;
  min: bigint;
  max: bigint;
  end: number;
  change: number;
}

interface Stand extends NodeStand {
  readonly source: Source;
  readonly tree: TreeSetting;
  readonly vmas: ReadonlyMap<number, Vma>;
  slot: number;
  first: bigint;
  last: bigint;
  word: bigint;
}

type Test = (at: Stand) => boolean;

const HALVES = NODE.BYTES / 4;
const WORDS = NODE.BYTES / 8;
const [LEAF, ARANGE] = [NODE.leaf.KIND, NODE.arange.KIND];
const ROOT = 0;

/** Whether a query asks what the step did. */
export function asksOfChanges({ term }: FindQuery): boolean {
  return anyTerm(term, ({ kind }) => kind === 'change');
}

/** Whether what it finds depends on the list of VMAs. */
export function asksOfVmas({ term }: FindQuery): boolean {
  return anyTerm(term, ({ kind }) => kind === 'vma' || kind === 'text');
}

/** A search under way. */
interface Search {
  readonly at: Stand;
  readonly test: Test;
  readonly about: FindQuery['about'];
  readonly barren: Barren | null;
  /** Places of the nodes that were met. */
  readonly met: Uint8Array;
  /** Hands on where one stands; false: enough. */
  readonly take: () => boolean;
}

/** Searches a tree; `take` gets each result and says whether to go on. `barren` may be null. */
export function searchTree(
  core: Core,
  { term, about }: FindQuery,
  tree: TreeSetting,
  barren: Barren | null,
  take: (found: () => FoundPlace) => boolean,
): void {
  const info = core.calls.mpl_tree_info(tree.handle);
  if (info === 0) throw new Error(`no tree has handle ${tree.handle}`);
  const root = index(core.view().getBigUint64(info + TREE.root, true));
  const source = sourceOf(core);
  const at = standIn(source, tree);
  const test = testOf(term);
  const found = (): FoundPlace => placeOf(at);
  if (!isNodeWord(root)) {
    if (about !== 'slots' || root === 0n) return;
    standAtRoot(at, root);
    if (test(at)) take(found);
    return;
  }
  const met = new Uint8Array(source.count);
  // The root word has other low bits than a child's (core/src/node.h).
  const low = (Number(BigInt.asUintN(32, root)) & ~2) >>> 0;
  if (leads(source, low, Number(root >> 32n), met))
    visit({ at, test, about, barren, met, take: () => take(found) }, low, 0n, MAX, 0);
}

// Looks at the node that a word leads to, then at those below; false: enough has been found.
function visit(search: Search, low: number, min: bigint, max: bigint, depth: number): boolean {
  const { at, met, barren } = search;
  const { source } = at;
  const place = low >>> 8;
  met[place] = 1;
  const kind = (low >>> 3) & 15;
  stand(at, place, kind, min, max, depth);
  const { end } = at;
  if (barren?.has(source, at) !== true && !(search.about === 'slots' ? lookAtSlots(search) : lookAtNode(search)))
    return false;
  if (kind === LEAF) return true;
  const slotHalf = HALVES * place + (kind === ARANGE ? NODE.arange.SLOT : NODE.range.SLOT) / 4;
  const pivots = WORDS * place + NODE.PIVOTS / 8;
  let first = min;
  for (let slot = 0; slot <= end; slot++) {
    const last = slot < end ? source.words[pivots + slot]! : max;
    const child = source.halves[slotHalf + 2 * slot]!;
    if (
      leads(source, child, source.halves[slotHalf + 2 * slot + 1]!, met) &&
      !visit(search, child, first, last, depth + 1)
    )
      return false;
    first = BigInt.asUintN(64, last + 1n);
  }
  return true;
}

function lookAtNode({ at, test, barren, take }: Search): boolean {
  at.slot = -1;
  [at.first, at.last] = [at.min, at.max];
  if (test(at)) return take();
  barren?.add(at.source, at);
  return true;
}

function lookAtSlots({ at, test, barren, take }: Search): boolean {
  let none = true;
  let first = at.min;
  for (let slot = 0; slot <= at.end; slot++) {
    standAt(at, slot, first);
    if (test(at)) {
      none = false;
      if (!take()) return false;
    }
    first = BigInt.asUintN(64, at.last + 1n);
  }
  if (none) barren?.add(at.source, at);
  return true;
}

function standIn(source: Source, tree: TreeSetting): Stand {
  return {
    source,
    tree,
    vmas: new Map((tree.vmas ?? []).map((vma) => [vma.number, vma])),
    place: 0,
    id: 0,
    kind: 0,
    depth: 0,
    min: 0n,
    max: 0n,
    end: 0,
    change: 0,
    slot: -1,
    first: 0n,
    last: 0n,
    word: 0n,
  };
}

function stand(at: Stand, place: number, kind: number, min: bigint, max: bigint, depth: number): void {
  at.place = place;
  at.id = placeId(at.source, place);
  at.kind = kind;
  at.depth = depth;
  at.min = min;
  at.max = max;
  at.end = lastSlotTo(at.source, place, kind, max);
  at.slot = -1;
  const { changes } = at.tree;
  const flag = changes?.flags[place] ?? 0;
  at.change = changes === null ? 0 : at.id > changes.newest ? 1 : flag === 2 ? 2 : flag === 1 ? 3 : 0;
}

function standAt(at: Stand, slot: number, first: bigint): void {
  at.slot = slot;
  at.first = first;
  at.last = slot < at.end ? at.source.words[WORDS * at.place + NODE.PIVOTS / 8 + slot]! : at.max;
  at.word = wordAt(at, slot);
}

// The entry of index 0, in no node: what is asked of nodes is not so of it.
function standAtRoot(at: Stand, word: bigint): void {
  [at.kind, at.depth, at.slot, at.word] = [ROOT, -1, 0, word];
}

function holdsEntry({ kind }: NodeStand): boolean {
  return kind === LEAF || kind === ROOT;
}

function kindOf({ kind }: NodeStand): NodeKind {
  return OVERVIEW_KINDS[kind - 1] ?? 'leaf';
}

function wordAt(at: Stand, slot: number): bigint {
  return at.source.words[WORDS * at.place + NODE[kindOf(at)].SLOT / 8 + slot]!;
}

function placeOf(at: Stand): FoundPlace {
  return {
    tree: at.tree.name,
    node: at.id,
    slot: at.slot,
    kind: at.kind === ROOT ? 'root' : kindOf(at),
    depth: Math.max(0, at.depth),
    first: index(at.first),
    last: index(at.last),
    word: at.slot >= 0 && holdsEntry(at) ? index(at.word) : null,
    used: at.end + 1,
  };
}

// ---- A query as a function ----

function testOf(term: FindTerm): Test {
  switch (term.kind) {
    case 'all': {
      const of = term.of.map(testOf);
      return (at) => of.every((test) => test(at));
    }
    case 'any': {
      const of = term.of.map(testOf);
      return (at) => of.some((test) => test(at));
    }
    case 'not': {
      const of = testOf(term.of);
      return (at) => !of(at);
    }
    case 'node':
      return (at) => at.kind !== ROOT;
    case 'of-kind': {
      const kind = NODE[term.is].KIND;
      return (at) => at.kind === kind;
    }
    case 'inner':
      return (at) => !holdsEntry(at);
    case 'root':
      return (at) => at.depth === 0;
    case 'change': {
      const number = term.is === null ? null : OVERVIEW_CHANGES.indexOf(term.is);
      return (at) => (number === null ? at.change !== 0 : at.change === number);
    }
    case 'in-tree':
      return (at) => at.tree.name === term.name;
    case 'node-field': {
      const value = NODE_VALUES[term.field];
      return (at) => {
        const found = at.kind === ROOT ? null : value(at);
        return (
          found !== null && holds(found, term.by, term.field === 'fill' ? term.value * BigInt(slotsOf(at)) : term.value)
        );
      };
    }
    case 'slot-field': {
      const value = SLOT_VALUES[term.field];
      return (at) => {
        const found = value(at);
        return found !== null && holds(found, term.by, term.value);
      };
    }
    case 'covers':
      return (at) => at.first <= term.first && at.last >= term.last;
    case 'overlaps':
      return (at) => at.first <= term.last && at.last >= term.first;
    case 'null':
      return (at) => holdsEntry(at) && at.word === 0n;
    case 'entry':
      return (at) => holdsEntry(at) && at.word !== 0n;
    case 'zero':
      return (at) => {
        const value = holdsEntry(at) ? entryValue(at.word, at.tree.labels) : null;
        return typeof value === 'object' && value !== null && 'zero' in value;
      };
    case 'text': {
      const wanted = term.text.toLowerCase();
      return (at) => textOf(at)?.toLowerCase().includes(wanted) === true;
    }
    default: {
      const { perms, is } = term;
      return (at) => {
        const vma = vmaOf(at);
        return (
          vma !== null &&
          (is === null || vmaClass(vma) === is) &&
          (perms === null || Array.from(perms).every((letter, k) => letter === '?' || vma.perms[k] === letter))
        );
      };
    }
  }
}

function holds(found: bigint, by: Comparison, wanted: bigint): boolean {
  switch (by) {
    case '<':
      return found < wanted;
    case '<=':
      return found <= wanted;
    case '=':
      return found === wanted;
    case '!=':
      return found !== wanted;
    case '>=':
      return found >= wanted;
    default:
      return found > wanted;
  }
}

function slotsOf(at: NodeStand): number {
  return NODE[kindOf(at)].SLOTS;
}

const NODE_VALUES: Readonly<Record<NodeField, (at: Stand) => bigint | null>> = {
  id: (at) => BigInt(at.id),
  depth: (at) => BigInt(at.depth),
  used: (at) => BigInt(at.end + 1),
  free: (at) => BigInt(slotsOf(at) - at.end - 1),
  slots: (at) => BigInt(slotsOf(at)),
  // Compared exactly: both sides times the slots.
  fill: (at) => 100n * BigInt(at.end + 1),
  min: (at) => at.min,
  max: (at) => at.max,
  size: (at) => countOf(at.min, at.max),
  nulls: (at) => (at.kind === LEAF ? BigInt(countNulls(at)) : null),
  entries: (at) => (at.kind === LEAF ? BigInt(at.end + 1 - countNulls(at)) : null),
  children: (at) => (at.kind === LEAF ? null : BigInt(at.end + 1)),
  maxgap: maxGap,
};

const SLOT_VALUES: Readonly<Record<SlotField, (at: Stand) => bigint | null>> = {
  slot: (at) => (at.kind === ROOT ? null : BigInt(at.slot)),
  first: (at) => at.first,
  last: (at) => at.last,
  length: lengthOf,
  gap: gapOf,
  entry: (at) => {
    const value = holdsEntry(at) ? entryValue(at.word, at.tree.labels) : null;
    return typeof value === 'number' ? BigInt(value) : null;
  },
};

// Up to 2^64, one more than any number that can be written. Of a damaged node whose pivots do not ascend a slot may
// have none.
function countOf(first: bigint, last: bigint): bigint {
  return last < first ? 0n : last - first + 1n;
}

function lengthOf(at: Stand): bigint {
  return countOf(at.first, at.last);
}

function gapOf(at: Stand): bigint | null {
  if (at.kind === LEAF) return at.word === 0n ? lengthOf(at) : null;
  return at.kind === ARANGE ? at.source.words[WORDS * at.place + NODE.arange.GAP / 8 + at.slot]! : null;
}

// Of a leaf found from its slots; of an arange node as it is recorded, of a range node not known.
function maxGap(at: Stand): bigint | null {
  if (at.kind !== LEAF && at.kind !== ARANGE) return null;
  let most = 0n;
  let first = at.min;
  for (let slot = 0; slot <= at.end; slot++) {
    const last = slot < at.end ? at.source.words[WORDS * at.place + NODE.PIVOTS / 8 + slot]! : at.max;
    const gap =
      at.kind === ARANGE
        ? at.source.words[WORDS * at.place + NODE.arange.GAP / 8 + slot]!
        : wordAt(at, slot) === 0n
          ? countOf(first, last)
          : 0n;
    if (gap > most) most = gap;
    first = BigInt.asUintN(64, last + 1n);
  }
  return most;
}

function countNulls(at: Stand): number {
  let nulls = 0;
  for (let slot = 0; slot <= at.end; slot++) if (wordAt(at, slot) === 0n) nulls++;
  return nulls;
}

// Of an address space the value of an entry is the number of its VMA.
function vmaOf(at: Stand): Vma | null {
  if (!holdsEntry(at) || at.tree.vmas === null) return null;
  const value = entryValue(at.word, at.tree.labels);
  return typeof value === 'number' ? (at.vmas.get(value) ?? null) : null;
}

function textOf(at: Stand): string | null {
  if (!holdsEntry(at)) return null;
  const value: ReturnType<typeof entryValue> = entryValue(at.word, at.tree.labels);
  if (typeof value === 'object' && value !== null && 'label' in value) return value.label;
  return vmaOf(at)?.path ?? null;
}

// ---- Many steps ----

/** Remembers nodes without a result as they lay in memory, by place. Good for one query and one list of VMAs. */
export function barrenNodes(): Barren {
  let halves = new Uint32Array(0);
  let bounds = new BigUint64Array(0);
  // Kind and depth; 0: nothing is known.
  let looks = new Uint16Array(0);
  const grow = (count: number): void => {
    if (looks.length >= count) return;
    const room = Math.max(64, 2 * count);
    const longer = <A extends Uint32Array | BigUint64Array | Uint16Array>(next: A, old: A): A => {
      next.set(old as never);
      return next;
    };
    halves = longer(new Uint32Array(HALVES * room), halves);
    bounds = longer(new BigUint64Array(2 * room), bounds);
    looks = longer(new Uint16Array(room), looks);
  };
  const lookOf = ({ kind, depth }: NodeStand): number => (depth << 4) | kind;
  return {
    has: (source, node) => {
      const { place } = node;
      if (
        place >= looks.length ||
        looks[place] !== lookOf(node) ||
        bounds[2 * place] !== node.min ||
        bounds[2 * place + 1] !== node.max
      )
        return false;
      // The first word is the parent's, which no query asks of; ids come from the table.
      for (let k = HALVES * place + 2, end = HALVES * (place + 1); k < end; k++)
        if (halves[k] !== source.halves[k]) return false;
      return halves[HALVES * place] === node.id;
    },
    add: (source, node) => {
      const { place } = node;
      grow(place + 1);
      looks[place] = lookOf(node);
      bounds[2 * place] = node.min;
      bounds[2 * place + 1] = node.max;
      halves.set(source.halves.subarray(HALVES * place, HALVES * (place + 1)), HALVES * place);
      halves[HALVES * place] = node.id;
    },
  };
}
