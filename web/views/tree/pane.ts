// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tree laid out and put somewhere in the picture's world: what drawing, hit test and motion all work on. One pane for
// one tree, two side by side (or one above the other) for a pair. Pure.

import type { NodeChange, NodePicture } from '../../model/picture';
import type { SceneTree } from '../../model/run';
import { WHOLE_NODE, type SlotRef } from '../shared/refs';
import { looksIn, type LookUp } from '../shared/entry-look';
import { brokenParts, type BrokenPart } from './damage';
import { countTexts, joinTexts, letterLeast, widthOf, type Sight, type Texts } from './letters';
import {
  FIT_ZOOM_MAX,
  layoutTree,
  LEGIBLE,
  LONE_ZOOM,
  type Given,
  type NodeBox,
  type Space,
  type TreeLayout,
} from './layout';
import {
  HEAD_LEAST,
  plainFootAt,
  plainHeadAt,
  plainHeadOf,
  READ_TYPE,
  slotEdges,
  slotFirst,
  slotLast,
  type DrawnNode,
} from './node-box';
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
  /** Nodes of the picture by id, laid out or folded away. */
  readonly nodes: ReadonlyMap<number, NodePicture>;
  /** Inner nodes that are shown without what is below them. */
  readonly folded: ReadonlySet<number>;
  /** The validator's findings, by node. */
  readonly broken: ReadonlyMap<number, readonly BrokenPart[]>;
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
/** Nodes that have marks between head and cells, by tree. */
export type Marked = ReadonlyMap<string, ReadonlySet<number>>;
const NOTHING: Marked = new Map();
const NOBODY: ReadonlySet<number> = new Set();

/** Height of a mark with a little air, in pixels of the screen; from afar less, since heads are bare there. */
export const LANE = 14;
const LANE_FAR = 7;
const LANE_MOST = 30;
/** Larger trees give no room to marks: their cells are bare. */
const MARKED_NODES = 300;
/**
 * From this zoom on, times the size of their type, pivots are drawn: with 12 pixels, or 11 on a small screen, or 7 in a
 * narrow picture.
 */
export function pivotZoom({
  fitZoomMax,
  small = false,
  narrow = false,
}: Pick<Settled, 'fitZoomMax' | keyof Sight>): number {
  if (fitZoomMax !== undefined) return READ_TYPE;
  return narrow ? NARROW_ZOOM : small ? SMALL_ZOOM : READ_TYPE;
}

const SMALL_ZOOM = 1.158;
const NARROW_ZOOM = 0.74;
/** The type of small trees in a narrow picture, where there is no room for larger. */
const NARROW_TYPES = [1.1, 1];
/** The type of so small trees is that large where there is room. */
export const READ_NODES = 12;
/** Mean width of cells on the screen, at least: with texts of some letters, and without. */
const WORDY_CELL = 18;
const LEAST_CELL = 15;
/** And in which texts of two lines are whole, in letters of 12 pixels. */
const WHOLE_CELL = 30;

/** Type is so many tenths of the usual size at most. */
const TYPE_MOST = 22;
/** A picture narrower than this puts a pair one above the other. */
const NARROW = 620;

/** The settings made before trees are laid out, by tree. */
export interface Settled extends Sight {
  /** Nodes that something is written on. */
  readonly marked?: Marked;
  /** Inner nodes that are folded. */
  readonly folded?: Marked;
  /** The largest zoom at which everything is drawn; FIT_ZOOM_MAX if it is left out. */
  readonly fitZoomMax?: number | undefined;
  /** Trees whose entries have texts that need room. */
  readonly wordy?: ReadonlySet<string>;
  /** Width of a cell, in pixels of the screen, in which the longest text can be read. */
  readonly texts?: number;
  /** Cells and columns of a layout that this one is to be like, so that little moves. */
  readonly like?: ReadonlyMap<string, TreeLayout>;
}

export function layWorld(
  scenes: readonly SceneTree[],
  labels: readonly string[],
  space: Space,
  settled: Settled = {},
): World {
  const pair = scenes.length > 1;
  const stacked = pair && space.width < NARROW;
  const title = pair ? TITLE_ROW : 0;
  const slot = stacked ? space.height / scenes.length : space.height;
  const share: Space = {
    width: stacked || !pair ? space.width : (space.width - PANE_GAP * (scenes.length - 1)) / scenes.length,
    height: Math.max(12, slot - title),
  };
  const longest = scenes.map((scene) => longestText(scene, labels));
  const wordy = new Set(
    scenes.flatMap(({ picture }, k) => (longest[k]!.label && longest[k]!.letters > SHORT_TEXT ? [picture.name] : [])),
  );
  const letters = Math.max(0, ...longest.map((one) => one.letters));
  const laid = layOut(scenes, share, { ...settled, wordy, texts: widthOf(letters, letterLeast(settled)) });
  const { zoom } = laid;
  const nodes = scenes.reduce((sum, { picture }) => sum + picture.nodes.length, 0);
  const some = settled.fitZoomMax === undefined && nodes <= SOME_PIVOTS;
  const layouts = laid.layouts.map((layout) => headed(layout, zoom, headLeast(settled), some));
  const titleRow = title / zoom;
  let x = 0;
  const panes = scenes.map((scene, k): Pane => {
    const layout = layouts[k] ?? layoutTree(scene.picture, share);
    const pane = paneOf(scene, layout, {
      labels,
      folded: settled.folded?.get(scene.picture.name) ?? NOBODY,
      x,
      y: titleRow + (stacked ? (k * slot) / zoom : 0),
    });
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

/** Trees of so many nodes have a line with some of their pivots where not all can be read. */
const SOME_PIVOTS = 24;

// Its heads can be read, where they may take the room of pivots that cannot; and some pivots in what is left.
function headed(layout: TreeLayout, zoom: number, least: number, some: boolean): TreeLayout {
  const { head } = layout.metrics;
  const plainHead = plainHeadAt(layout.metrics, zoom, least) ?? head;
  if (plainHead === head && !some) return layout;
  const boxes = layout.boxes.map((box) => {
    const metrics = { ...box.metrics, plainHead };
    return { ...box, metrics: { ...metrics, plainFoot: some ? plainFootAt(box.node.kind, metrics, zoom) : 0 } };
  });
  return {
    ...layout,
    metrics: { ...layout.metrics, plainHead },
    boxes,
    byId: new Map(boxes.map((box) => [box.node.id, box])),
  };
}

/** Longer texts than this do not fit a slot of the usual width. */
const SHORT_TEXT = 3;

/** Letters of the longest text of a tree's leaves, and whether that is a label. */
function longestText(
  scene: SceneTree,
  labels: readonly string[],
): { readonly letters: number; readonly label: boolean } {
  const look = looksIn(scene, labels);
  let longest = { letters: 0, label: false };
  for (const { children, slots } of scene.picture.nodes)
    for (const word of children.length > 0 ? [] : slots) {
      const { kind, text } = look(word);
      if (text.length > longest.letters) longest = { letters: text.length, label: kind === 'label' };
    }
  return longest;
}

interface Laid {
  readonly layouts: readonly TreeLayout[];
  readonly zoom: number;
}

// First as the trees alone would stand; then, the zoom being known, with room for the marks, which have a size of their
// own on the screen.
function layOut(scenes: readonly SceneTree[], share: Space, settled: Settled): Laid {
  const { marked = NOTHING } = settled;
  const unmarked: Settled = { ...settled, marked: NOTHING };
  const plain = layGiven(scenes, share, {}, unmarked);
  const nodes = scenes.reduce((sum, { picture }) => sum + picture.nodes.length, 0);
  const bare = nodes > MARKED_NODES || [...marked.values()].every(({ size }) => size === 0);
  const layMarked = (given: Given, space = share): Laid => {
    if (bare) return layGiven(scenes, space, given, unmarked);
    const high = isHeaded(plain, settled) ? LANE : LANE_FAR;
    const first = layGiven(scenes, space, { ...given, lane: laneAt(high, plain.zoom) }, settled);
    return layGiven(scenes, space, { ...given, lane: laneAt(high, first.zoom) }, settled);
  };
  // A larger text takes room: the least size of type that is legible at the zoom that it leads to.
  const sizes =
    settled.fitZoomMax !== undefined
      ? [READ_TYPE]
      : nodes <= READ_NODES
        ? [READ_TYPE, ...(settled.narrow === true ? NARROW_TYPES : settled.small === true ? [SMALL_ZOOM] : [])]
        : [];
  const cell = (settled.wordy?.size ?? 0) > 0 ? WORDY_CELL : LEAST_CELL;
  for (const pivots of sizes) {
    for (let tenths = Math.max(10, Math.ceil((10 * pivots) / plain.zoom)); tenths <= TYPE_MOST; tenths++) {
      const laid = layMarked({ type: tenths / 10 }, { ...share, pivots, cell });
      if (laid.zoom * typeOf(laid) >= pivots && laid.layouts.every(({ metrics }) => metrics.cell * laid.zoom >= cell))
        return laid;
    }
  }
  // Texts get the width that there is, so that fewer are cut.
  if (nodes <= READ_NODES && cell === WORDY_CELL && settled.narrow !== true)
    return layMarked({}, { ...share, cell: WHOLE_CELL });
  const usual = layMarked({});
  // Numbers of heads and pivots need width as well.
  const texts = Math.max(settled.texts ?? 0, settled.small === true || settled.narrow === true ? 0 : LEAST_CELL);
  if (nodes > WIDENED_NODES || cellOf(usual) >= texts) return usual;
  const wide = layMarked({}, { ...share, cell: texts });
  return cellOf(wide) >= texts && (isHeaded(wide, settled) || !isHeaded(usual, settled)) ? wide : usual;
}

/** Of so many nodes cells are widened for their texts. */
const WIDENED_NODES = 40;

// Width of a leaf's cell, in pixels of the screen.
function cellOf({ layouts, zoom }: Laid): number {
  return Math.min(...layouts.map(({ metrics }) => metrics.cell)) * zoom;
}

// The heads can be read, in the room of pivots that cannot.
function isHeaded({ layouts, zoom }: Laid, settled: Settled): boolean {
  return layouts.every(({ metrics }) => plainHeadAt(metrics, 0.97 * zoom, headLeast(settled)) !== null);
}

/** A head has letters from this height on, in pixels of the screen. */
export function headLeast({ small = false, narrow = false }: Sight): number {
  return narrow ? HEAD_LEAST.narrow : small ? HEAD_LEAST.small : HEAD_LEAST.usual;
}

function typeOf({ layouts }: Pick<Laid, 'layouts'>): number {
  return layouts[0]?.metrics.type ?? 1;
}

function laneAt(high: number, zoom: number): number {
  return Math.min(LANE_MOST, high / zoom);
}

function layGiven(scenes: readonly SceneTree[], space: Space, given: Given, settled: Settled): Laid {
  const { marked, folded, like, wordy, fitZoomMax = FIT_ZOOM_MAX } = settled;
  const share: Space = {
    ...space,
    legible: (LEGIBLE * fitZoomMax) / FIT_ZOOM_MAX,
    pivots: space.pivots ?? pivotZoom(settled),
  };
  const giveTo = (name: string): Given => {
    const model = like?.get(name);
    const alike: Given =
      model === undefined ? {} : { cell: model.metrics.cell, columns: model.columns, type: model.metrics.type ?? 1 };
    const byContent = model?.metrics.byContent ?? wordy?.has(name) ?? false;
    return { ...given, ...alike, byContent, marked: marked?.get(name) ?? NOBODY, folded: folded?.get(name) ?? NOBODY };
  };
  let layouts = scenes.map(({ picture }) => layoutTree(picture, share, giveTo(picture.name)));
  const cell = Math.min(...layouts.map(({ metrics }) => metrics.cell));
  if (layouts.some(({ metrics }) => metrics.cell !== cell))
    layouts = scenes.map(({ picture }) => layoutTree(picture, share, { ...giveTo(picture.name), cell }));
  // From event to event of a step nothing changes its size: what counts is the tree that the step leads to.
  const lone = (like === undefined ? layouts : [...like.values()]).every(({ boxes }) => boxes.length === 1);
  const most = lone ? (fitZoomMax * LONE_ZOOM) / FIT_ZOOM_MAX : fitZoomMax;
  const zoom = Math.min(
    most,
    ...layouts.map(({ width, height }) => Math.min(share.width / width, share.height / height)),
  );
  return { layouts, zoom };
}

/**
 * Where a tree's title stands in its own row, in pixels of the screen; null if the row is too low to be read at this
 * zoom.
 */
export function titlePlace(
  pane: Pane,
  world: World,
  camera: { readonly k: number; readonly tx: number; readonly ty: number },
): { readonly y: number; readonly font: number } | null {
  const row = world.titleRow * camera.k;
  const font = Math.min(13, row * 0.55);
  if (font < 12) return null;
  return { y: pane.y * camera.k + camera.ty - Math.min(8, row * 0.34), font };
}

interface PanePlace extends Pick<Pane, 'folded' | 'x' | 'y'> {
  readonly labels: readonly string[];
}

function paneOf(scene: SceneTree, layout: TreeLayout, { labels, folded, x, y }: PanePlace): Pane {
  return {
    name: scene.picture.name,
    scene,
    layout,
    look: looksIn(scene, labels),
    routes: routesOf(layout),
    departures: departures(scene),
    x,
    y,
    broken: brokenParts(scene.findings),
    nodes: new Map(scene.picture.nodes.map((node) => [node.id, node])),
    folded,
  };
}

/** Height of the lowest head without pivots below it. */
export function headOf({ panes }: Pick<World, 'panes'>): number {
  return Math.min(...panes.map(({ layout }) => plainHeadOf(layout.metrics)));
}

const counted = new WeakMap<Pane, Texts>();

/** The texts that the leaves of the panes hold, by length. */
export function textsOf(panes: readonly Pane[]): Texts {
  return joinTexts(
    panes.map((pane) => {
      const known =
        counted.get(pane) ??
        countTexts(
          pane.layout.boxes.flatMap(({ node }) => (node.children.length > 0 ? [] : node.slots.map(pane.look))),
        );
      counted.set(pane, known);
      return known;
    }),
  );
}

/** The change of a pane's node in the step. */
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
  if (y < box.metrics.head) return WHOLE_NODE;
  const slot = slotEdges(box.node, pane.layout.metrics).findLastIndex((edge) => edge <= x);
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

/**
 * The slots of other trees that hold what a slot holds: a leaf's slot for a leaf's, the node at its range otherwise.
 */
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

/** How many nodes are below one that is folded. */
export function nodesBelow(pane: Pane, node: DrawnNode): number {
  let count = 0;
  const below = [...node.children];
  for (let id = below.pop(); id !== undefined; id = below.pop()) {
    const child = pane.nodes.get(id);
    if (child === undefined || count > pane.nodes.size) continue;
    count++;
    below.push(...child.children);
  }
  return count;
}

/**
 * Whether a slot holds the word of a child that the picture does not have: a loose end of a tree that is half-way or
 * broken.
 */
export function isLoose(pane: Pane, node: DrawnNode, slot: number): boolean {
  return pane.scene.partial === undefined && node.children[slot] === 0 && node.slots[slot] !== 0n;
}
