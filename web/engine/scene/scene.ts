// SPDX-License-Identifier: GPL-2.0-or-later
//
// A Scene from what crossed the wire. Pure. Runs in the page, so that pictures are not cloned, and that a node which
// did not change is the same object in the next scene.

import { trailOf } from '../decode/trail';
import { ZERO } from '../../base/index64';
import { must } from '../../base/assert';
import type { StepDecision } from '../../model/decision';
import { pictureChanges, type NodePicture, type PictureChanges, type TreePicture } from '../../model/picture';
import type { Scene, SceneEvent, SceneReader, SceneTree } from '../../model/run';
import { decisionOf } from '../decode/decision';
import { decodeLeaf, decodeTree } from '../decode/decode';
import { decodeEvents } from '../decode/events';
import type { CoreEvent, StepSetting } from '../../model/event';
import { nodeFates, placesTaken } from '../decode/fates';
import { EVENT } from '../generated/tables';
import { decodeFork } from './fork-scene';
import type { HalfSetting } from './half-scene';
import type { RawTree } from '../core/heap';
import { partChanges } from '../decode/part-changes';
import { traitsOf } from '../../model/ops';
import { DEFAULT_RELEASE, type Release } from '../../model/releases';
import { definitionOf } from '../../scenario/statements/all';
import { headlineOf } from '../../words/headline';
import { whyOf } from '../../words/step';
import type { StepFacts } from '../../words/step-facts';
import { unpackRecords, unpackVmas } from '../decode/packed-vmas';
import { EVENTS_KEPT, type WireReader, type WireScene, type WireState, type WireTree } from '../decode/wire';

const NOTHING_CHANGED: PictureChanges = { now: new Map(), gone: [] };

// The data of a step's halves, known with its scene.
const settings = new WeakMap<Scene, HalfSetting & Wording>();

/** The input for the sentences of a scene's events, and of its fork's events. */
export interface Wording {
  readonly events: readonly CoreEvent[];
  readonly setting: StepSetting;
  readonly forkEvents: readonly CoreEvent[];
}

/** The input for the sentences of a scene's events. */
export function wordingOf(scene: Scene): Wording {
  return must(settings.get(scene), `scene of step ${scene.step}`);
}

/** The input for decoding the halves of a scene. */
export function halfSetting(scene: Scene): HalfSetting {
  return must(settings.get(scene), `scene of step ${scene.step}`);
}

/**
 * Decodes a scene, without the state at an event (scene-at.ts); `previous` is any scene that was shown before, or null.
 */
export function decodeScene(wire: WireScene, previous: Scene | null): Scene {
  const events = eventsOf(wire);
  const count = wire.events.reduce((sum, part) => sum + part.count, 0);
  const decoded = wire.trees.map((tree) => decodeWireTree(tree, wire, pictureIn(previous, tree.name)));
  const trees = decoded.map(({ tree }) => tree);
  const before = nodesBefore(decoded);
  // A fork's marks come from all of its events; the scene holds the first ones only.
  const forkEvents = wire.fork === null ? [] : keptEvents(wire, false);
  const known: HalfSetting & Wording = {
    step: wire.step,
    newestBefore: wire.newestBefore,
    events,
    nodes: before,
    ...picturesBefore(wire, decoded),
    setting: settingOf(wire, before),
    forkEvents,
  };
  const facts: StepFacts | null =
    wire.record === null
      ? null
      : {
          ...wire,
          record: wire.record,
          always: definitionOf(wire.record.op).why ?? null,
          nodes: before,
          events,
          complete: events.length === count,
          release: releaseOf(wire.record.tree, decoded),
          excused: trees.some(
            ({ picture, findings }) => picture.name === wire.record?.tree && findings.some(({ excused }) => excused),
          ),
        };
  const scene: Scene = {
    step: wire.step,
    steps: wire.steps,
    record: wire.record,
    headline: facts === null ? '' : headlineOf(facts),
    story: facts === null ? '' : whyOf({ ...facts, nodesApart: true }),
    why: facts === null ? '' : whyOf(facts),
    touched: wire.touched,
    trees,
    focus: wire.focus,
    pair: wire.pair,
    live: wire.live,
    waiting: wire.waiting,
    held: wire.held,
    balance: wire.balance,
    events: events.map(shownEvent),
    eventsDropped: count - events.length,
    window: wire.window,
    trail:
      wire.record === null || traitsOf(wire.record.op).walks !== true
        ? []
        : trailOf({ op: wire.record.op, visits: wire.outcome?.visits ?? null, nodes: before }, events),
    readers: [
      ...wire.readers.map((reader) => decodeReader(reader, trees)),
      ...wire.states.map((state) => decodeState(state, trees)),
    ],
    decision: decisionIn(wire, decoded, events, events.length === count),
    fork:
      wire.fork === null
        ? null
        : decodeFork({ ...wire.fork, balance: wire.record?.balance ?? wire.fork.balance }, forkEvents),
  };
  settings.set(scene, known);
  return scene;
}

function shownEvent({ name, node, slot, a, file, line }: CoreEvent): SceneEvent {
  return {
    name,
    node: node === 0 ? null : node,
    slot: slot < 0 ? null : slot,
    file,
    line,
    ...(name === 'corrupted' ? { was: a } : {}),
  };
}

function settingOf(
  { readers, reader, passed, record, trees }: WireScene,
  before: ReadonlyMap<number, NodePicture>,
): StepSetting {
  const isLeaf = (node: number): boolean | null => {
    const kind = before.get(node)?.kind;
    return kind === undefined ? null : kind === 'leaf';
  };
  const ofSpace = trees.some(({ name, kind }) => kind === 'mm' && name === record?.tree);
  return {
    isLeaf,
    passed,
    nodes: before,
    ofSpace,
    readers: new Map([...(reader === null ? [] : [reader]), ...readers].map(({ number, name }) => [number, name])),
  };
}

// Of a call that made one store the core says what it wrote; of one that was refused, what it was asked to write is
// that.
function decisionIn(
  wire: WireScene,
  trees: readonly Decoded[],
  events: readonly CoreEvent[],
  complete: boolean,
): StepDecision | null {
  const { record, outcome, touched } = wire;
  if (record === null || !complete || wire.events.length !== 1 || traitsOf(record.op).stores !== 'one') return null;
  const at = outcome?.at ?? null;
  const range = record.storeType !== 'store_root' && at !== null ? { first: at.index, last: at.last } : touched;
  return decisionOf({
    record,
    range,
    events,
    before: trees.find(({ tree }) => tree.picture.name === record.tree)?.before ?? null,
  });
}

interface Decoded {
  readonly tree: SceneTree;
  /** The tree a step earlier, null if it was not there. */
  readonly before: TreePicture | null;
}

// A tree that the step destroyed requested nothing.
function releaseOf(name: string | null, trees: readonly Decoded[]): Release {
  return trees.find(({ tree }) => tree.picture.name === name)?.tree.picture.mode.release ?? DEFAULT_RELEASE;
}

function nodesBefore(trees: readonly Decoded[]): ReadonlyMap<number, NodePicture> {
  return new Map(trees.flatMap(({ before }) => before?.nodes ?? []).map((node) => [node.id, node]));
}

// By the very objects that they were decoded from (a message keeps what is the same the same), and by name.
function picturesBefore({ trees }: WireScene, decoded: readonly Decoded[]): Pick<HalfSetting, 'pictures' | 'named'> {
  const pictures = new Map<RawTree, TreePicture>();
  const named = new Map<string, TreePicture>();
  trees.forEach(({ name, before }, k) => {
    const picture = decoded[k]?.before ?? null;
    if (before === null || before === 'same' || picture === null) return;
    pictures.set(before, picture);
    named.set(name, picture);
  });
  return { pictures, named };
}

// A leaf that lives is the one in its tree's picture; one that is dead, or not pictured there, is decoded by itself.
function decodeReader({ name, tree, since, place, node }: WireReader, trees: readonly SceneTree[]): SceneReader {
  const { status, index, last, word, slot, dead, min, max } = place;
  const pictured = dead
    ? undefined
    : trees.find(({ picture }) => picture.name === tree)?.picture.nodes.find(({ id }) => id === place.node);
  const alone = node === null ? null : decodeLeaf(node, { min, max });
  return { name, tree, since, status, index, last, word, slot, node: pictured ?? alone, dead };
}

function decodeState({ name, tree, since, fields, node }: WireState, trees: readonly SceneTree[]): SceneReader {
  const { status, index, last, offset, min, max, gone } = fields;
  const pictured = gone
    ? undefined
    : trees.find(({ picture }) => picture.name === tree)?.picture.nodes.find(({ id }) => id === fields.node);
  const alone = node === null || fields.inner ? null : decodeLeaf(node, { min, max });
  const there = pictured ?? alone;
  return {
    name,
    tree,
    since,
    status,
    index,
    last,
    word: ZERO,
    slot: there === null ? -1 : offset,
    node: there,
    dead: false,
    believes: fields,
  };
}

function eventsOf(wire: WireScene): CoreEvent[] {
  const events: CoreEvent[] = [];
  for (const { records } of wire.events) events.push(...decodeEvents(records, EVENTS_KEPT - events.length));
  return events;
}

// All events of the step; if some were dropped, those that are left, or with `whole` none at all.
function keptEvents({ events }: WireScene, whole: boolean): CoreEvent[] {
  if (whole && events.some(({ records, count }) => records.byteLength < EVENT.BYTES * count)) return [];
  return events.flatMap(({ records }) => decodeEvents(records, Infinity));
}

// The core returns the range of a NULL as it stands in the tree now, neighbours included.
function writtenIn(name: string, { record, outcome, touched }: WireScene): SceneTree['written'] {
  if (record === null || record.tree !== name || record.error !== null) return null;
  // For a search that stores, the range is its result.
  const { stores, searches } = traitsOf(record.op);
  if (stores !== 'one' || searches === true) return null;
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
  const events = changes.gone.length === 0 ? [] : keptEvents(wire, true);
  const scene: SceneTree = {
    picture,
    changes,
    fates: nodeFates(before, changes.gone, events),
    taken: placesTaken(events),
    written: writtenIn(tree.name, wire),
    // An address space is filled with RCU mode off, which is on when the step that made it has ended.
    rcuDuring:
      before !== null ? before.mode.rcu : tree.before === null && tree.kind === 'mm' ? false : picture.mode.rcu,
    sum: tree.sum,
    findings: tree.findings,
    vmas: tree.vmas === null ? null : unpackVmas(tree.vmas),
    ...(tree.goneVmas === undefined ? {} : { goneVmas: tree.goneVmas }),
    mm: tree.mm === null ? null : { ...tree.mm, records: unpackRecords(tree.mm.records) },
    ...(tree.memorySum === undefined ? {} : { memorySum: tree.memorySum }),
    ...(omitted > 0 ? { partial: { nodes: tree.raw.nodeCount, omitted } } : {}),
  };
  return { tree: scene, before: tree.before === 'same' ? picture : before };
}
