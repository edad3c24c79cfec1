// SPDX-License-Identifier: GPL-2.0-or-later
//
// A Scene from what crossed the wire. Floor 3: pure. Runs in the page, so that pictures are not cloned, and that a node
// which did not change is the same object in the next scene.

import { pictureChanges, type NodePicture, type PictureChanges, type TreePicture } from '../model/picture';
import type { Scene, SceneReader, SceneTree } from '../model/run';
import { decodeLeaf, decodeTree } from './decode';
import { decodeEvents, sceneEvent, type CoreEvent, type EventSetting } from './events';
import { nodeFates } from './fates';
import { decodeFork } from './fork-scene';
import { EVENT } from './generated/tables';
import { decodeHalf, type FunctionAt } from './half-scene';
import type { RawTree } from './heap';
import { partChanges } from './part-changes';
import { trailOf } from './trail';
import { whyOf } from './why';
import { EVENTS_TOLD, type WireReader, type WireScene, type WireTree } from './wire';

const NOTHING_CHANGED: PictureChanges = { now: new Map(), gone: [] };

const NO_FUNCTION: FunctionAt = () => null;

/** Decodes a scene; `previous` is any scene that was shown before, or null. */
export function decodeScene(wire: WireScene, previous: Scene | null, functionAt: FunctionAt = NO_FUNCTION): Scene {
  const events = eventsOf(wire);
  const count = wire.events.reduce((sum, part) => sum + part.count, 0);
  const decoded = wire.trees.map((tree) => decodeWireTree(tree, wire, pictureIn(previous, tree.name)));
  const trees = decoded.map(({ tree }) => tree);
  const before = nodesBefore(decoded);
  const setting = settingOf(wire, before);
  return {
    step: wire.step,
    steps: wire.steps,
    record: wire.record,
    why: wire.record === null ? '' : whyOf({ ...wire, record: wire.record, events, complete: events.length === count, wholeHeight: goesByWholeHeight(wire.record.tree, decoded) }),
    touched: wire.touched,
    trees,
    focus: wire.focus,
    pair: wire.pair,
    live: wire.live,
    waiting: wire.waiting,
    balance: wire.balance,
    events: events.map((event) => sceneEvent(event, setting)),
    eventsDropped: count - events.length,
    window: wire.window,
    trail: wire.record === null ? [] : trailOf({ op: wire.record.op, visits: wire.outcome?.visits ?? null, nodes: before }, events),
    readers: wire.readers.map((reader) => decodeReader(reader, trees)),
    fork: wire.fork === null ? null : decodeFork({ ...wire.fork, balance: wire.record?.balance ?? wire.fork.balance }, keptEvents(wire, false)),
    ...(wire.half === undefined ? {} : { half: decodeHalf(wire, { pictures: picturesBefore(wire, decoded), nodes: before }, functionAt) }),
  };
}

function settingOf({ readers, reader, passed }: WireScene, before: ReadonlyMap<number, NodePicture>): EventSetting {
  const isLeaf = (node: number): boolean | null => {
    const kind = before.get(node)?.kind;
    return kind === undefined ? null : kind === 'leaf';
  };
  return { isLeaf, passed, readers: new Map([...(reader === null ? [] : [reader]), ...readers].map(({ number, name }) => [number, name])) };
}

interface Decoded {
  readonly tree: SceneTree;
  /** The tree a step earlier, null if it was not there. */
  readonly before: TreePicture | null;
}

// A tree that was destroyed by the step asked for nothing.
function goesByWholeHeight(name: string | null, trees: readonly Decoded[]): boolean {
  return trees.some(({ tree }) => tree.picture.name === name && tree.picture.mode.wholeHeight);
}

function nodesBefore(trees: readonly Decoded[]): ReadonlyMap<number, NodePicture> {
  return new Map(trees.flatMap(({ before }) => before?.nodes ?? []).map((node) => [node.id, node]));
}

// By the very objects that they were decoded from: a message keeps what is the same the same.
function picturesBefore({ trees }: WireScene, decoded: readonly Decoded[]): ReadonlyMap<RawTree, TreePicture> {
  const pictures = new Map<RawTree, TreePicture>();
  trees.forEach(({ before }, k) => {
    const picture = decoded[k]?.before ?? null;
    if (before !== null && before !== 'same' && picture !== null) pictures.set(before, picture);
  });
  return pictures;
}

// A leaf that lives is the one in its tree's picture; one that is dead, or not pictured there, is decoded by itself.
function decodeReader({ name, tree, since, place, node }: WireReader, trees: readonly SceneTree[]): SceneReader {
  const { status, index, last, word, slot, dead, min, max } = place;
  const pictured = dead ? undefined : trees.find(({ picture }) => picture.name === tree)?.picture.nodes.find(({ id }) => id === place.node);
  const alone = node === null ? null : decodeLeaf(node, { min, max });
  return { name, tree, since, status, index, last, word, slot, node: pictured ?? alone, dead };
}

function eventsOf(wire: WireScene): CoreEvent[] {
  const events: CoreEvent[] = [];
  for (const { records } of wire.events) events.push(...decodeEvents(records, EVENTS_TOLD - events.length));
  return events;
}

// All events of the step; if some were dropped, those that are left, or with `whole` none at all.
function keptEvents({ events }: WireScene, whole: boolean): CoreEvent[] {
  if (whole && events.some(({ records, count }) => records.byteLength < EVENT.BYTES * count)) return [];
  return events.flatMap(({ records }) => decodeEvents(records, Infinity));
}

const WRITES = new Set(['store', 'insert', 'erase', 'prealloc', 'maps']);

// The core tells the range of a NULL as it stands in the tree now, neighbours included.
function writtenIn(name: string, { record, outcome, touched }: WireScene): SceneTree['written'] {
  if (record === null || record.tree !== name || !WRITES.has(record.op) || record.error !== null) return null;
  const at = outcome?.at ?? null;
  // Without a node there is nothing that a NULL could be joined with.
  if (record.storeType === 'store_root') return touched === null ? null : { first: touched.first, last: touched.last };
  return at === null ? null : { first: at.index, last: at.last };
}

function pictureIn(scene: Scene | null, name: string): TreePicture | null {
  return scene?.trees.find((tree) => tree.picture.name === name)?.picture ?? null;
}

function decodeWireTree(tree: WireTree, wire: WireScene, known: TreePicture | null): Decoded {
  const before = tree.before === null || tree.before === 'same' ? null : decodeTree(tree.before, tree, known);
  const picture = decodeTree(tree.raw, tree, before ?? known);
  const omitted = tree.raw.nodeCount - picture.nodes.length;
  const whole = tree.before === 'same' ? NOTHING_CHANGED : pictureChanges(before, picture);
  const changes = omitted > 0 ? partChanges(whole, before, wire.newestBefore, tree.stillLive) : whole;
  const scene: SceneTree = {
    picture,
    changes,
    fates: changes.gone.length === 0 ? new Map() : nodeFates(before, changes.gone, keptEvents(wire, true)),
    written: writtenIn(tree.name, wire),
    // An address space is filled with RCU mode off, which is on when the step that made it has ended.
    rcuDuring: before !== null ? before.mode.rcu : tree.before === null && tree.kind === 'mm' ? false : picture.mode.rcu,
    sum: tree.sum,
    findings: tree.findings,
    vmas: tree.vmas,
    mm: tree.mm,
    ...(tree.memorySum === undefined ? {} : { memorySum: tree.memorySum }),
    ...(omitted > 0 ? { partial: { nodes: tree.raw.nodeCount, omitted } } : {}),
  };
  return { tree: scene, before: tree.before === 'same' ? picture : before };
}
