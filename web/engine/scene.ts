// SPDX-License-Identifier: GPL-2.0-or-later
//
// A Scene from what crossed the wire. Floor 3: pure. Runs in the page, so that pictures are not cloned, and that a node
// which did not change is the same object in the next scene.

import { pictureChanges, type NodeChange, type PictureChanges, type TreePicture } from '../model/picture';
import type { Scene, SceneTree } from '../model/run';
import { decodeTree } from './decode';
import { decodeEvents, sceneEvent, type CoreEvent } from './events';
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
    why: wire.record === null ? '' : whyOf(wire.record, wire.outcome, events, wire.hint),
    touched: wire.touched,
    trees: wire.trees.map((tree) => decodeWireTree(tree, wire.newestBefore, pictureIn(previous, tree.name))),
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

function pictureIn(scene: Scene | null, name: string): TreePicture | null {
  return scene?.trees.find((tree) => tree.picture.name === name)?.picture ?? null;
}

function decodeWireTree(tree: WireTree, newestBefore: number, known: TreePicture | null): SceneTree {
  const before = tree.before === null || tree.before === 'same' ? null : decodeTree(tree.before, tree, known);
  const picture = decodeTree(tree.raw, tree, before ?? known);
  const omitted = tree.raw.nodeCount - picture.nodes.length;
  const changes = tree.before === 'same' ? NOTHING_CHANGED : pictureChanges(before, picture);
  return {
    picture,
    changes: omitted > 0 ? partChanges(changes, before, newestBefore, tree.stillLive) : changes,
    fates: new Map(),
    written: null,
    rcuDuring: picture.mode.rcu,
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
