// SPDX-License-Identifier: GPL-2.0-or-later
//
// The state at one event as a scene shows it. Pure; the page's side of halfway.ts.
//
// The tree is in the middle of a change, so nothing here may rely on it being well-formed. Bytes are shown as they are,
// words that lead nowhere are marked as such (decode.ts), and a node beside the trees has the kind and range that an
// event gave, or those of a step earlier.

import { must } from '../../base/assert';
import { index, type Index } from '../../base/index64';
import { counted } from '../../base/text';
import { pictureChanges, type NodeKind, type NodePicture, type TreePicture } from '../../model/picture';
import type { HalfMissing, HalfNode, HalfTree, SceneHalf } from '../../model/run';
import { decodeAlone, decodeTree } from '../decode/decode';
import type { CoreEvent } from '../../model/event';
import { partChanges } from '../decode/part-changes';
import { NODE } from '../../model/generated/node';
import { isNodeWord, wordPlace, type RawTree } from '../core/heap';
import type { WireApart, WireHalf, WireHalfTree } from '../decode/wire';

/** The name of the function that a line of the core's sources is in; null if it is not known. */
export type FunctionAt = (file: string, line: number) => string | null;

/** The data that all halves of a step share, known with its scene. */
export interface HalfSetting {
  readonly step: number;
  /** Id of the newest node before the step. */
  readonly newestBefore: number;
  /** Those of the step that are recorded. */
  readonly events: readonly CoreEvent[];
  /** The trees a step earlier, as far as they are decoded: by what they were decoded from, and by name. */
  readonly pictures: ReadonlyMap<RawTree, TreePicture>;
  readonly named: ReadonlyMap<string, TreePicture>;
  /** All their nodes by id. */
  readonly nodes: ReadonlyMap<number, NodePicture>;
}

/**
 * The state at an event. Parts that look the same as in `lately`, any other half of the same step, are the very same
 * objects.
 */
export function decodeHalf(
  half: WireHalf,
  setting: HalfSetting,
  lately: SceneHalf | null,
  functionAt: FunctionAt,
): SceneHalf | HalfMissing {
  if (half.kind !== 'half') return { kind: 'missing', event: half.event, text: missingText(half, setting.step) };
  const decoded = half.trees.map((tree) => decodeHalfTree(tree, setting, lately));
  const event = setting.events[half.event];
  const shapes = shapesOf(
    [...setting.nodes.values(), ...decoded.flatMap((tree) => tree.before)],
    setting.events,
    half.event,
  );
  const ids = idsOf(half);
  const held = new Set(half.reserve);
  const linked = linkedBy(half, setting.events, ids);
  const known = new Map((lately?.loose ?? []).map((node) => [node.id, node.picture]));
  const nodes = half.apart.map((node): HalfNode => {
    const state = held.has(node.id)
      ? 'held'
      : node.deferred || isDead(node)
        ? 'dead'
        : node.id <= setting.newestBefore || linked(node.id)
          ? 'cut off'
          : 'made';
    return {
      id: node.id,
      place: node.place,
      state,
      picture: state === 'held' ? null : pictureOf(node, shapes.get(node.id), ids, known.get(node.id) ?? null),
      bytes: node.bytes,
    };
  });
  nodes.sort((a, b) => a.id - b.id);
  const { file, line } = event ?? { file: '', line: 0 };
  return {
    kind: 'half',
    event: half.event,
    node: event === undefined || event.node === 0 ? null : event.node,
    slot: event === undefined || event.slot < 0 ? null : event.slot,
    trees: decoded.map(({ tree }) => tree),
    reserve: nodes.filter(({ state }) => state === 'held'),
    loose: nodes.filter(({ state }) => state !== 'held'),
    omitted: half.apartCount - half.apart.length,
    source: { file, line, function: functionAt(file, line) },
  };
}

function missingText(half: Exclude<WireHalf, { kind: 'half' }>, step: number): string {
  if (half.kind === 'no room')
    return 'There is no memory for a second copy of all nodes, so the step cannot be stopped half-way.';
  if (half.kept === 0) return `Step ${step} has no events.`;
  if (half.dropped)
    return `Of step ${step} the first ${counted(half.kept, 'event')} were kept; it cannot be stopped at any other.`;
  return `Step ${step} has ${counted(half.kept, 'event')}, counted from 0; there is no event ${half.event}.`;
}

function decodeHalfTree(
  wire: WireHalfTree,
  setting: HalfSetting,
  lately: SceneHalf | null,
): { readonly tree: HalfTree; readonly before: readonly NodePicture[] } {
  const { newestBefore } = setting;
  const before = pictureBefore(wire, setting);
  const picture = decodeTree(
    wire.raw,
    wire,
    lately?.trees.find((tree) => tree.picture.name === wire.name)?.picture ?? before,
  );
  const omitted = wire.raw.nodeCount - picture.nodes.length;
  const whole = pictureChanges(before, picture);
  // Of a tree in part, what is gone from the picture may only have left it.
  const changes = omitted > 0 ? partChanges({ ...whole, gone: [] }, before, newestBefore, []) : whole;
  return {
    tree: { picture, changes, ...(omitted > 0 ? { partial: { nodes: wire.raw.nodeCount, omitted } } : {}) },
    before: before?.nodes ?? [],
  };
}

function pictureBefore(wire: WireHalfTree, { pictures, named }: HalfSetting): TreePicture | null {
  if (wire.before === null) return null;
  if (wire.before === 'scene') return must(named.get(wire.name) ?? null, `tree ${wire.name} of the step's scene`);
  return pictures.get(wire.before) ?? decodeTree(wire.before, wire, null);
}

// ---- Nodes beside the trees ----

interface Shape {
  readonly kind: NodeKind;
  readonly min: Index;
  readonly max: Index;
}

const KIND_NAMES: ReadonlyMap<number, NodeKind> = new Map([
  [NODE.leaf.KIND, 'leaf'],
  [NODE.range.KIND, 'range'],
  [NODE.arange.KIND, 'arange'],
]);

// The known nodes by id: from the trees a step earlier, and from the events up to and including one.
function shapesOf(
  before: readonly NodePicture[],
  events: readonly CoreEvent[],
  last: number,
): ReadonlyMap<number, Shape> {
  const shapes = new Map<number, Shape>(before.map((node) => [node.id, node]));
  for (let k = 0; k <= last && k < events.length; k++) {
    const { name, node, count, a, b } = events[k]!;
    if (name === 'node_out' || name === 'prealloc_take') shapes.delete(node);
    else if (name === 'node_built') {
      const kind = KIND_NAMES.get(count);
      if (kind !== undefined) shapes.set(node, { kind, min: index(a), max: index(b) });
    } else if (name === 'copied') {
      const source = shapes.get(Number(a));
      if (source !== undefined) shapes.set(node, source);
    }
  }
  return shapes;
}

// Whether a node that the step was granted has been in a tree by now: linked itself, or below a linked node. A node
// that returned to the reserve and was taken again starts over.
function linkedBy(
  half: Extract<WireHalf, { kind: 'half' }>,
  events: readonly CoreEvent[],
  ids: ReadonlyMap<number, number>,
): (id: number) => boolean {
  const places = new Map<number, number>();
  const parents = new Map<number, number>();
  const linked = new Set<number>();
  for (let k = 0; k <= half.event && k < events.length; k++) {
    const { name, node, a, b } = events[k]!;
    if (name === 'node_out') places.set(Number(a), node);
    else if (name === 'prealloc_take') [parents, linked].forEach((of) => of.delete(node));
    else if (name === 'linked') linked.add(node).add(Number(b));
    else if (name === 'dead') linked.add(node);
    else if (name === 'adopted') parents.set(node, Number(b));
    // An event names the new root before it is written; the root of a copy is written without one.
    else if (name === 'root_written')
      for (const word of k < half.event ? [a, b] : [a])
        if (isNodeWord(word)) linked.add(places.get(wordPlace(word)) ?? 0);
    if (name === 'copied') parents.set(node, -1);
  }
  // Only its parent word names a copied node's parent.
  const above = new Map(half.apart.map((node) => [node.id, ids.get(wordPlace(index(parentWord(node)))) ?? 0]));
  return (id) => {
    for (let at = id, levels = 0; at > 0 && levels <= NODE.HEIGHT_MAX; levels++) {
      if (linked.has(at)) return true;
      const parent = parents.get(at) ?? 0;
      at = parent < 0 ? (above.get(at) ?? 0) : parent;
    }
    return false;
  };
}

// Place → id of every node that is here.
function idsOf({ trees, apart }: Extract<WireHalf, { kind: 'half' }>): ReadonlyMap<number, number> {
  const ids = new Map<number, number>(apart.map(({ place, id }) => [place, id]));
  for (const { raw } of trees) raw.places.forEach((place, k) => ids.set(place, raw.ids[k]!));
  return ids;
}

// A dead node's parent word is its own address (core/src/node.h).
function isDead(node: WireApart): boolean {
  return parentWord(node) === NODE.BASE + BigInt(NODE.BYTES * node.place);
}

function parentWord({ bytes }: WireApart): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(NODE.PARENT, true);
}

function pictureOf(
  node: WireApart,
  shape: Shape | undefined,
  ids: ReadonlyMap<number, number>,
  known: NodePicture | null,
): NodePicture | null {
  if (shape === undefined) return null;
  const { kind, min, max } = shape;
  const same =
    known !== null &&
    known.kind === kind &&
    known.min === min &&
    known.max === max &&
    known.place === node.place &&
    sameBytes(known.bytes, node.bytes);
  if (same && known.children.every((id, slot) => id === childOf(known.slots[slot]!, ids))) return known;
  const alone = decodeAlone(node, NODE[kind].KIND, { min, max });
  return { ...alone, children: alone.kind === 'leaf' ? [] : alone.slots.map((word) => childOf(word, ids)) };
}

function childOf(word: Index, ids: ReadonlyMap<number, number>): number {
  return word === 0n ? 0 : (ids.get(wordPlace(word)) ?? 0);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  for (let k = 0; k < NODE.BYTES; k++) if (a[k] !== b[k]) return false;
  return true;
}
