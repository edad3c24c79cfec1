// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lays the tree picture out again: for other data, another size, other folds. The height is divided between the tree,
// the dock of what is gone, and the legend; then all is drawn, and what moved is shown to move.

import type { SceneTree } from '../../model/run';
import { looksIn } from '../shared/entry-look';
import { motionAllowed, stopMotion } from '../shared/motion';
import { WHOLE_NODE } from '../shared/refs';
import type { Trail } from '../shared/trail';
import { bringIntoView, moveCamera, viewTest } from './camera';
import { detailOf, draw, freeBelow, touchedShown } from './drawing';
import type { Memory } from './flights';
import { chooseGhosts, DOCK_HEIGHT, drawDock, readersOfTheDead, TWO_ROWS, type DockContent } from './ghosts';
import { homeTransform, sightOf } from './home';
import { letterLeast } from './letters';
import { READ_TYPE } from './node-box';
import { drawLegend, showLegend, type LegendWants } from './legend';
import type * as Moving from './moving';
import type { FailedStep } from './types';
import {
  findPane,
  layWorld,
  READ_NODES,
  leafSlotsOver,
  touchedRun,
  type Marked,
  type Settled,
  type World,
} from './pane';
import { HIGH_SHELF, NARROW, roomOf, shelfFor, type RoomWants } from './room';
import { whenIdle } from '../shared/idle';
import { showOutline } from './show-outline';
import type * as Shelf from './shelf';
import { seen, ZOOM_MAX, ZOOM_OUT, type Stage } from './stage';
import { sameList } from './view-data';

/** A picture narrower than this shows one tree of a pair: the one that the step was about. */
const ONE_TREE = 480;
/** Under a second row of ghosts: the legend may need another line. */
const DOCK_AIR = 14;
/** A touched entry of so many letters may not fit its cell and is written over it: there is room for that. */
const CAPTION_FROM = 4;
/** A clicked node so near the edge counts as out of view. */
const CLICKED_EDGE = 24;
/** A tree that would be smaller is given the room of a lower dock. */
const CROWDED = 0.8;

let moving: typeof Moving | null = null;
let asked = false;

// Loads what moves, once, when the browser has a moment. Until it is here, or without it, pictures change at once.
function loadMoving(): void {
  if (asked) return;
  asked = true;
  whenIdle(() => {
    void import('./moving').then(
      (loaded) => (moving = loaded),
      () => (asked = false),
    );
  });
}

export function relay(stage: Stage, animate: boolean): void {
  if (stage.size.width === 0) return;
  stage.late = false;
  loadMoving();
  const memory = animate && motionAllowed() ? memoryOf(stage) : null;
  const { data, size, parts, folds, options, pieces } = stage;
  const trees = treesShown(stage);
  folds.follow(trees);
  // Before the height is shared out: the tools have a part of it.
  pieces.tools.update({ ...folds.levels(), pointers: options.onPointers === undefined ? null : data.pointers });
  const content = shareOut(stage, trees);
  const { zoom } = stage.world;
  stage.zooms = { least: Math.min(1, zoom) * ZOOM_OUT, most: Math.max(ZOOM_MAX, zoom) };
  pieces.zooming.limit({ ...size, ...stage.zooms, bounded: false });
  fillDock(stage, content);
  stopMotion(parts.svg);
  parts.flights.replaceChildren();
  if (stage.fitted) moveCamera(stage, homeTransform(stage), false);
  else draw(stage);
  if (!stage.fitted && animate) showTouched(stage);
  if (memory !== null) moveFrom(stage, memory);
  showOutline(stage);
}

/** Lays out for another size: later, while what was clicked has its list open and is in view at that size, too. */
export function resize(stage: Stage): void {
  const { data, clicked, size } = stage;
  stage.late = data.still === true && clicked !== null && clicked < size.width - CLICKED_EDGE;
  if (stage.late) draw(stage);
  else relay(stage, false);
}

/** Lays out for the size that the picture has had for a while, unless what is clicked has to stay where it is. */
export function catchUp(stage: Stage): void {
  if (stage.late && stage.data.still !== true && stage.pressed === null) relay(stage, false);
}

// The tree that the step was about, where there is room for one only.
function treesShown({ scenes, size, data }: Stage): readonly SceneTree[] {
  if (scenes.length < 2 || size.width >= ONE_TREE) return scenes;
  const about = scenes.find(({ picture }) => picture.name === data.touched?.tree) ?? scenes.at(-1);
  return about === undefined ? [] : [about];
}

// --- Motion ---

interface Before {
  readonly memory: Memory;
  readonly lines: ReadonlyMap<string, string>;
}

function memoryOf(stage: Stage): Before | null {
  if (moving === null) return null;
  return {
    memory: moving.remember(stage.world, seen(stage), stage.detail, viewTest(stage)),
    lines: moving.linesOf(stage.parts.edges),
  };
}

function moveFrom(stage: Stage, { memory, lines }: Before): void {
  const { groups, parts, world, detail, hatch } = stage;
  if (groups === null || moving === null) return;
  const { flights, edges, marks, trail, arrows, dock } = parts;
  moving.morph(
    groups,
    moving.planMotion(memory, world, seen(stage), detail),
    { flights, edges, hatch, late: [marks, trail, arrows, dock] },
    lines,
  );
}

// A picture that the person has moved stays where it is, but for what the step was about.
function showTouched(stage: Stage): void {
  const { touched } = stage.data;
  const pane = touched === null ? null : findPane(stage.world, touched.tree);
  const first = pane === null || touched === null ? undefined : leafSlotsOver(pane, touched.first, touched.last, 1)[0];
  if (first !== undefined) bringIntoView(stage, { ...first, slot: WHOLE_NODE });
}

// --- The height, shared out ---

// Lays out the trees, and chooses what the dock shows below them.
function shareOut(stage: Stage, trees: readonly SceneTree[]): DockContent {
  const { data, size, folds, parts } = stage;
  const nodes = trees.reduce((sum, { picture }) => sum + picture.nodes.length, 0);
  parts.host.classList.toggle('is-small', nodes <= READ_NODES);
  const dead = data.half === null ? readersOfTheDead(data.readers, trees.map(nameOf), data.existing) : [];
  const wants: RoomWants = {
    balance: data.balance !== null,
    pair: trees.length > 1,
    departures:
      data.half !== null || dead.length > 0 || data.waiting > 0 || trees.some((tree) => tree.changes.gone.length > 0),
    kept: dead.length > 0,
    half: data.half && shelfFor(data.trees),
    failed: failedShown(data) !== null,
    // From event to event the tools may come and go; the picture stays.
    bare: data.half === null && stage.pieces.tools.element.offsetHeight === 0,
    untold: parts.legend.offsetHeight === 0,
  };
  stage.room = roomOf(size, wants);
  const settled: Settled = {
    marked: markedNodes(stage, trees),
    folded: folds.folded,
    fitZoomMax: data.fitZoomMax,
    ...sightOf(stage),
  };
  lay(stage, trees, settled);
  const drawn = stage.room.ghosts === 'drawn';
  const low = drawn && stage.world.zoom < CROWDED && data.half === null && lowerDock(stage, trees, settled, wants);
  const rows = drawn && !low && freeBelow(stage) >= TWO_ROWS + DOCK_AIR ? 2 : 1;
  const choose = (): DockContent =>
    chooseGhosts(
      stage.world,
      data.touched,
      size.width,
      dead,
      data.half === null ? data.waiting : 0,
      stage.room.ghosts === 'told' ? 0 : rows,
    );
  const chosen = choose();
  const legend = writeLegend(stage, chosen);
  if (legend <= stage.room.legend) return chosen;
  stage.room = roomOf(size, { ...wants, legend, low });
  lay(stage, trees, settled);
  parts.legend.style.height = `${stage.room.legend}px`;
  return choose();
}

function nameOf({ picture }: SceneTree): string {
  return picture.name;
}

// Where that makes the pivots legible, or better to read; whether nodes are gone in this step or not.
function lowerDock(stage: Stage, trees: readonly SceneTree[], settled: Settled, wants: RoomWants): boolean {
  const { room, world } = stage;
  stage.room = roomOf(stage.size, { ...wants, low: true });
  lay(stage, trees, settled);
  if (stage.world.zoom * (stage.world.panes[0]?.layout.metrics.type ?? 1) >= READ_TYPE && stage.world.zoom > world.zoom)
    return true;
  [stage.room, stage.world] = [room, world];
  return false;
}

// A half-way tree stands like the tree after its step, so that nodes keep their places from event to event. Where there
// is little room it does so from when it has as many levels: a lone leaf would be too small to be read beside its
// children.
function lay(stage: Stage, trees: readonly SceneTree[], settled: Settled): void {
  const { data, size, room } = stage;
  if (data.half === null) {
    stage.whole = null;
    stage.world = layWorld(trees, data.labels, room, settled);
    return;
  }
  const after = data.trees.filter(({ picture }) => trees.some((shown) => shown.picture.name === picture.name));
  let { whole } = stage;
  if (whole?.size !== size || !sameList(whole.of, after))
    whole = {
      of: after,
      size,
      world: layWorld(after, data.labels, room, { ...settled, marked: markedNodes(stage, after) }),
      foot: 0,
      zoom: 0,
    };
  const alike =
    size.width >= NARROW ||
    trees.every(({ picture }, k) => picture.nodes.at(-1)?.depth === after[k]?.picture.nodes.at(-1)?.depth);
  const like = new Map(whole.world.panes.map(({ name, layout }) => [name, layout]));
  const world = (stage.world = layWorld(trees, data.labels, room, alike ? { ...settled, like } : settled));
  stage.whole = {
    ...whole,
    foot: Math.max(whole.foot, whole.world.height, world.height),
    zoom: alike ? whole.world.zoom : world.zoom,
  };
}

// Nodes that something is written on between head and cells.
function markedNodes({ data }: Stage, trees: readonly SceneTree[]): Marked {
  const { trail, touched, readers } = data;
  const marked = new Map(trees.map(({ picture }) => [picture.name, new Set<number>()]));
  if (trail !== null) for (const { node } of [...trail.looks, ...trail.visits]) marked.get(trail.tree)?.add(node);
  for (const { tree, node, dead } of readers) if (node !== null && !dead) marked.get(tree)?.add(node.id);
  // In a small tree every leaf has it, so that slots stay where they are from step to step.
  if (data.labels.some((label) => label.length >= CAPTION_FROM))
    for (const { picture } of trees)
      for (const { id, kind } of picture.nodes.length > READ_NODES ? [] : picture.nodes)
        if (kind === 'leaf') marked.get(picture.name)?.add(id);
  const tree = trees.find(({ picture }) => picture.name === touched?.tree);
  if (touched === null || tree === undefined) return marked;
  const look = looksIn(tree, data.labels);
  for (const node of tree.picture.nodes) {
    const run = touchedRun(node, touched.first, touched.last);
    if (run !== null && node.slots.slice(run.from, run.to + 1).some((word) => look(word).text.length >= CAPTION_FROM))
      marked.get(touched.tree)?.add(node.id);
  }
  return marked;
}

// --- Legend and dock ---

// The sentence on a failed step; null for any other.
function failedShown({ failed = null, half }: Stage['data']): FailedStep | null {
  return half === null && failed !== null && failed.freed.length + failed.refused > 0 ? failed : null;
}

// Fetched when a step first fails. Without it, the story still says what failed.
async function drawFailure(stage: Stage): Promise<void> {
  const { dock } = stage.parts;
  dock.replaceChildren();
  const found = await import('./failed').catch(() => null);
  const failed = failedShown(stage.data);
  if (found !== null && failed !== null) found.drawFailed(dock, failed);
}

let shelf: typeof Shelf | null = null;

// Fetched at the first event. Without it, the sentence of the event still says what it is about.
function drawShelf(stage: Stage): void {
  const { data, hatch, parts, room, size, world } = stage;
  if (data.half === null) return;
  if (shelf === null) {
    parts.dock.replaceChildren();
    void import('./shelf').then(
      (found) => {
        shelf = found;
        drawShelf(stage);
      },
      () => undefined,
    );
    return;
  }
  const { look = null, layout } = world.panes[0] ?? {};
  shelf.drawShelf(parts.dock, data.half, size.width, {
    hatch,
    look,
    told: room.ghosts === 'told',
    high: room.dock >= HIGH_SHELF,
    byContent: layout?.metrics.byContent ?? false,
  });
}

// Fills the legend; the height that the lines of what is seen need.
function writeLegend(stage: Stage, chosen: DockContent): number {
  const { parts, size, room, world, data, fitted, camera } = stage;
  const { legend } = parts;
  legend.classList.toggle('narrow', size.width < NARROW);
  legend.style.height = `${room.legend}px`;
  drawLegend(legend, world, legendWants(stage, chosen));
  const all = world.panes.flatMap(({ layout }) => layout.boxes);
  showLegend(legend, detailOf(stage, all, fitted ? homeTransform(stage).k : camera.k), data.trail?.looks ?? []);
  const overflows = (): boolean => legend.scrollHeight > legend.clientHeight + 1;
  if (overflows()) legend.classList.add('narrow');
  return room.legend > 0 && overflows() ? legend.scrollHeight + 2 : room.legend;
}

function legendWants({ data, room, world }: Stage, chosen: DockContent): LegendWants {
  const drawn = room.ghosts === 'told' ? [] : chosen.shown;
  return {
    data,
    touched: touchedShown(data) !== null,
    trail: trailIn(world, data.trail),
    fates: new Set(drawn.filter(({ waits }) => !waits).map(({ fate }) => fate)),
    kept: drawn.some(({ waits }) => waits),
  };
}

function trailIn(world: World, trail: Trail | null): Trail | null {
  return world.panes.some(({ name }) => name === trail?.tree) ? trail : null;
}

function fillDock(stage: Stage, content: DockContent): void {
  const { data, hatch, world } = stage;
  const { dock } = stage.parts;
  if (content.shown.some(({ row }) => row > 0)) stage.room = { ...stage.room, dock: TWO_ROWS };
  stage.ghosts = content.shown.map((ghost) => ({
    ...ghost,
    pane: ghost.pane === null ? null : findPane(world, ghost.pane.name),
  }));
  const { room } = stage;
  const told = room.ghosts === 'told';
  const low = !told && room.dock < DOCK_HEIGHT;
  if (failedShown(data) !== null) void drawFailure(stage);
  else if (data.half === null) {
    const least = letterLeast(sightOf(stage));
    drawDock(dock, content, { hatch, looks: data.trail?.looks ?? [], low, least });
  } else drawShelf(stage);
  dock.classList.toggle('told', told);
  dock.classList.toggle('low', low);
  dock.style.height = `${room.dock}px`;
}
