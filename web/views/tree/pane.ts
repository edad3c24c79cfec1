// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tree laid out and put somewhere in the picture's world: what drawing, hit test and motion all work on. One pane for
// one tree, two side by side (or one above the other) for a pair. Pure.

import type { NodeChange, NodePicture } from '../../model/picture';
import type { SceneTree } from '../../model/run';
import { WHOLE_NODE, type SlotRef } from '../refs';
import { entryLooks, type LookUp } from '../shared/entry-look';
import { FIT_ZOOM_MAX, layoutTree, type NodeBox, type Space, type TreeLayout } from './layout';
import { cellWidth, HEAD_HEIGHT, NODE_PAD, slotFirst, slotLast, type DrawnNode } from './node-box';
import { departures, type Departure } from './successors';
import { routesOf, type Route } from './routes';

export interface Pane {
  readonly name: string;
  readonly scene: SceneTree;
  readonly layout: TreeLayout;
  readonly look: LookUp;
  readonly routes: readonly Route[];
  readonly departures: readonly Departure[];
  /** Left top corner of the layout in the world. */
  readonly x: number;
  readonly y: number;
  /** Slots of nodes that the validator complains about: `id:slot`. */
  readonly broken: ReadonlySet<string>;
}

export interface World {
  readonly panes: readonly Pane[];
  readonly width: number;
  readonly height: number;
  /** The zoom at which the whole is seen as large as the space lets it. */
  readonly zoom: number;
  /** Height of the row over each tree of a pair that is its title's own; 0 for a single tree. */
  readonly titleRow: number;
}

export const EMPTY_WORLD: World = { panes: [], width: 0, height: 0, zoom: 1, titleRow: 0 };

/** Between two trees side by side. */
const PANE_GAP = 64;
/** Over each tree of a pair: a row for its name, in pixels of the screen while the whole is shown. */
export const TITLE_ROW = 24;
/** A picture narrower than this puts a pair one above the other. */
const NARROW = 620;

export function layWorld(scenes: readonly SceneTree[], labels: readonly string[], space: Space): World {
  const pair = scenes.length > 1;
  const stacked = pair && space.width < NARROW;
  const title = pair ? TITLE_ROW : 0;
  const slot = stacked ? space.height / scenes.length : space.height;
  const share: Space = {
    width: stacked || !pair ? space.width : (space.width - PANE_GAP * (scenes.length - 1)) / scenes.length,
    height: Math.max(12, slot - title),
  };
  let layouts = scenes.map((scene) => layoutTree(scene.picture, share));
  const narrowest = Math.min(...layouts.map((layout) => layout.metrics.cell));
  if (layouts.some((layout) => layout.metrics.cell !== narrowest)) {
    layouts = scenes.map((scene) => layoutTree(scene.picture, share, narrowest));
  }
  const zoom = Math.min(FIT_ZOOM_MAX, ...layouts.map(({ width, height }) => Math.min(share.width / width, share.height / height)));
  const titleRow = title / zoom;
  let x = 0;
  const panes = scenes.map((scene, k): Pane => {
    const layout = layouts[k] ?? layoutTree(scene.picture, share);
    const pane = paneOf(scene, layout, labels, x, titleRow + (stacked ? (k * slot) / zoom : 0));
    if (!stacked) x += layout.width + PANE_GAP / zoom;
    return pane;
  });
  return {
    panes,
    width: Math.max(0, ...panes.map((pane) => pane.x + pane.layout.width)),
    height: Math.max(0, ...panes.map((pane) => pane.y + pane.layout.height)),
    zoom,
    titleRow,
  };
}

/** Where a tree's title stands in its own row, in pixels of the screen; null if the row is too low to be read at this zoom. */
export function titlePlace(pane: Pane, world: World, camera: { readonly k: number; readonly tx: number; readonly ty: number }): { readonly y: number; readonly font: number } | null {
  const row = world.titleRow * camera.k;
  const font = Math.min(13, row * 0.55);
  if (font < 9) return null;
  return { y: pane.y * camera.k + camera.ty - Math.min(8, row * 0.34), font };
}

function paneOf(scene: SceneTree, layout: TreeLayout, labels: readonly string[], x: number, y: number): Pane {
  return {
    name: scene.picture.name,
    scene,
    layout,
    look: entryLooks(scene.vmas, labels),
    routes: routesOf(layout),
    departures: departures(scene),
    x,
    y,
    broken: new Set(scene.findings.filter((f) => !f.excused).map((f) => `${f.node}:${f.slot}`)),
  };
}

const longest = new WeakMap<Pane, number>();

/** Letters of the longest label that any leaf of a pane holds: labels are shown for all of them or for none. */
export function longestLabel(pane: Pane): number {
  const known = longest.get(pane);
  if (known !== undefined) return known;
  let most = 0;
  for (const { node } of pane.layout.boxes) {
    if (node.children.length > 0) continue;
    for (const word of node.slots) most = Math.max(most, pane.look(word).text.length);
  }
  longest.set(pane, most);
  return most;
}

/** What a node of a pane underwent in the step. */
export function changeOf(pane: Pane, id: number): NodeChange | null {
  return pane.scene.changes.now.get(id) ?? null;
}

/** The slot or node at a place of the world; null on empty ground. */
export function hit(world: World, x: number, y: number): SlotRef | null {
  for (const pane of world.panes) {
    const box = pane.layout.boxes.find(
      (b) => x >= pane.x + b.x && x <= pane.x + b.x + b.w && y >= pane.y + b.y && y <= pane.y + b.y + b.h,
    );
    if (box === undefined) continue;
    return { tree: pane.name, node: box.node.id, slot: slotAt(box, pane, x - pane.x - box.x, y - pane.y - box.y) };
  }
  return null;
}

function slotAt(box: NodeBox, pane: Pane, x: number, y: number): number {
  if (y < HEAD_HEIGHT) return WHOLE_NODE;
  const slot = Math.floor((x - NODE_PAD) / cellWidth(box.node.kind, pane.layout.metrics));
  return slot >= 0 && slot <= box.node.end ? slot : WHOLE_NODE;
}

export function findPane(world: World, tree: string): Pane | null {
  return world.panes.find((pane) => pane.name === tree) ?? null;
}

/** The box of a node with the pane it is in. */
export function findBox(world: World, ref: SlotRef | null): { readonly pane: Pane; readonly box: NodeBox } | null {
  if (ref === null) return null;
  const pane = findPane(world, ref.tree);
  const box = pane?.layout.byId.get(ref.node);
  return pane === null || box === undefined ? null : { pane, box };
}

/** Slots of leaves that meet a range of a tree, in index order, `limit` at most. */
export function leafSlotsOver(pane: Pane, first: bigint, last: bigint, limit: number): readonly SlotRef[] {
  const found: SlotRef[] = [];
  for (const { node } of pane.layout.boxes) {
    if (node.kind !== 'leaf' && node.kind !== 'root') continue;
    if (node.max < first || node.min > last) continue;
    for (let slot = 0; slot <= node.end; slot++) {
      if (slotLast(node, slot) < first || slotFirst(node, slot) > last) continue;
      if (found.length === limit) return found;
      found.push({ tree: pane.name, node: node.id, slot });
    }
  }
  return found;
}

/** Neighbouring slots of one leaf, or of the root pointer, that meet a range. */
export interface SlotRun {
  readonly node: number;
  readonly from: number;
  readonly to: number;
}

/** The slots of a leaf that meet a range; null if none does, or if the node is none that holds entries. */
export function touchedRun(node: DrawnNode, first: bigint, last: bigint): SlotRun | null {
  if ((node.kind !== 'leaf' && node.kind !== 'root') || node.max < first || node.min > last) return null;
  const from = node.lasts.findIndex((end) => end >= first);
  const past = node.lasts.findIndex((end) => end >= last);
  return { node: node.id, from: from < 0 ? node.end : from, to: past < 0 ? node.end : past };
}

/** The slots of other trees that hold what a slot holds: a leaf's slot for a leaf's, the node at its range otherwise. */
export function counterparts(world: World, ref: SlotRef): readonly SlotRef[] {
  const here = findBox(world, ref);
  if (here === null || world.panes.length < 2) return [];
  const { node } = here.box;
  return world.panes
    .filter((pane) => pane.name !== ref.tree)
    .flatMap((pane) => {
      const box = pane.layout.boxes.find(
        (b) => b.depth === here.box.depth && b.node.min <= node.min && b.node.max >= node.min,
      );
      if (box === undefined) return [];
      if (ref.slot === WHOLE_NODE) return [{ tree: pane.name, node: box.node.id, slot: WHOLE_NODE }];
      const first = slotFirst(node, ref.slot);
      if (node.kind === 'leaf') return leafSlotsOver(pane, first, first, 1);
      const slot = box.node.lasts.findIndex((last) => last >= first);
      return slot < 0 ? [] : [{ tree: pane.name, node: box.node.id, slot }];
    });
}

/** Ids on the way from the root to the leaves that meet a range. */
export function pathTo(pane: Pane, first: bigint, last: bigint): ReadonlySet<number> {
  const path = new Set<number>();
  for (const { node } of pane.layout.boxes) {
    const one = node.min <= first && node.max >= first;
    const other = node.min <= last && node.max >= last;
    if (one || other) path.add(node.id);
  }
  return path;
}

export function nodeOf(pane: Pane, id: number): NodePicture | null {
  return pane.scene.picture.nodes.find((node) => node.id === id) ?? null;
}
