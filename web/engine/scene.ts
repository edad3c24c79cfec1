// SPDX-License-Identifier: GPL-2.0-or-later
//
// A Scene from what crossed the wire. Floor 3: pure. Runs in the page, so that pictures are not cloned, and that a node
// which did not change is the same object in the next scene.

import { pictureChanges, type NodeChange, type PictureChanges, type TreePicture } from '../model/picture';
import type { Scene, SceneTree } from '../model/run';
import { decodeTree } from './decode';
import { decodeEvents, sceneEvent, type CoreEvent } from './events';
import { nodeFates } from './fates';
import { EVENT } from './generated/tables';
import { whyOf } from './why';
import type { WireScene, WireTree } from './wire';

/** So many events of a step are told; more are counted. */
export const EVENTS_TOLD = 4096;

const NOTHING_CHANGED: PictureChanges = { now: new Map(), gone: [] };

/** Decodes a scene; `previous` is any scene that was shown before, or null. */
export function decodeScene(wire: WireScene, previous: Scene | null): Scene {
  const events = eventsOf(wire);
  const count = wire.events.reduce((sum, part) => sum + part.count, 0);
  return {
    step: wire.step,
    steps: wire.steps,
    record: wire.record,
    why: wire.record === null ? '' : whyOf({ ...wire, record: wire.record, events }),
    touched: wire.touched,
    trees: wire.trees.map((tree) => decodeWireTree(tree, wire, pictureIn(previous, tree.name))),
    focus: wire.focus,
    pair: wire.pair,
    live: wire.live,
    balance: wire.balance,
    events: events.map(sceneEvent),
    eventsDropped: count - events.length,
  };
}

function eventsOf(wire: WireScene): CoreEvent[] {
  const events: CoreEvent[] = [];
  for (const { records } of wire.events) events.push(...decodeEvents(records, EVENTS_TOLD - events.length));
  return events;
}

// All events of the step, or none at all if some were dropped.
function keptEvents({ events }: WireScene): CoreEvent[] {
  if (events.some(({ records, count }) => records.byteLength < EVENT.BYTES * count)) return [];
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

function decodeWireTree(tree: WireTree, wire: WireScene, known: TreePicture | null): SceneTree {
  const before = tree.before === null || tree.before === 'same' ? null : decodeTree(tree.before, tree, known);
  const picture = decodeTree(tree.raw, tree, before ?? known);
  const omitted = tree.raw.nodeCount - picture.nodes.length;
  const whole = tree.before === 'same' ? NOTHING_CHANGED : pictureChanges(before, picture);
  const changes = omitted > 0 ? partChanges(whole, before, wire.newestBefore, tree.stillLive) : whole;
  return {
    picture,
    changes,
    fates: changes.gone.length === 0 ? new Map() : nodeFates(before, changes.gone, keptEvents(wire)),
    written: writtenIn(tree.name, wire),
    // An address space is filled with RCU mode off, which is on when the step that made it has ended.
    rcuDuring: before !== null ? before.mode.rcu : tree.before === null && tree.kind === 'mm' ? false : picture.mode.rcu,
    sum: tree.sum,
    findings: tree.findings,
    vmas: tree.vmas,
    ...(omitted > 0 ? { partial: { nodes: tree.raw.nodeCount, omitted } } : {}),
  };
}

// Of a tree that is sent in part, a node may come into the picture or leave it without having been made or freed.
function partChanges(changes: PictureChanges, before: TreePicture | null, newestBefore: number, stillLive: readonly number[]): PictureChanges {
  if (before === null) return changes;
  const live = new Set(stillLive);
  const made = (id: number, change: NodeChange): boolean => change !== 'new' || id > newestBefore;
  return {
    now: new Map([...changes.now].filter(([id, change]) => made(id, change))),
    gone: changes.gone.filter((node) => !live.has(node.id)),
  };
}
