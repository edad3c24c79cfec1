// SPDX-License-Identifier: GPL-2.0-or-later
//
// Draws a laid-out tree picture from where the camera is: near as SVG, far on the canvas; over it marks, arrows, the
// dock. Changes nothing of the layout and moves nothing.

import type { SceneHalf } from '../../model/run';
import { keepPainting, type Pen } from '../shared/pen';
import { WHOLE_NODE, type SlotRef } from '../shared/refs';
import { clearedPen } from '../shared/skeleton';
import { put } from '../shared/svg';
import { arrowPaths } from './arrows';
import { anyNodeIn, anythingSeen, viewTest } from './camera';
import { withFormer } from './damage';
import type * as Far from './canvas';
import { drawNodes, type NodeDatum } from './draw';
import { fitTransform, sightOf } from './home';
import type { NodeBox } from './layout';
import { showLegend } from './legend';
import { LETTER_LEAST, letteringOf, letterLeast, type Lettering } from './letters';
import { drawLevels, levelLine } from './levels';
import { drawEdges, drawTitles } from './lines';
import { drawMarks } from './marks';
import {
  cellRow,
  cellWidth,
  elementsOf,
  entryWidth,
  headLettersAt,
  pivotTypeAt,
  READ_TYPE,
  SMALL_HEAD,
  type Detail,
  type Metrics,
} from './node-box';
import { changeOf, headLeast, headOf, isLoose, nodesBelow, pivotZoom, textsOf, type Pane, type World } from './pane';
import { dockTop } from './room';
import { seen, type Stage } from './stage';
import { drawTrail } from './trail-layer';
import { placeTrail } from './trail-places';
import type { TreeViewData } from './types';
import { childWord } from './word-bits';

/** SVG elements that the nodes are drawn with at most: with lines, marks and what moves there are fewer than 3,000. */
const ELEMENTS_MOST = 2500;
/** Sizes of letters on the screen, at most and at a zoom of 1: with pivots below them, and without. */
const LETTER_MOST = { full: 13, plain: 16, far: 13 } as const;
/** Width of a letter of what a child word says, in pixels of the screen; and in a narrow picture. */
const POINTER_LETTER = 7.3;
const POINTER_NARROW = 5;
/** The room for the button back to the whole tree in its corner. */
const LOST_ROOM = { w: 116, h: 40 };

type SeenNode = Omit<NodeDatum, 'detail' | 'letters'>;

export function draw(stage: Stage): void {
  const { size, camera, parts, world, data } = stage;
  if (size.width === 0) return;
  const visible = visibleNodes(stage);
  const detail = (stage.detail = detailOf(stage, visible, camera.k));
  const letters = lettering(stage);
  const pivotType = detail === 'full' ? pivotTypeAt(typeSize(stage), camera.k) : READ_TYPE / camera.k;
  tellStyles(stage, letters, pivotType);
  const near = detail === 'far' ? [] : visible;
  stage.groups = drawNodes(
    parts.nodes,
    near.map((datum) => ({
      ...datum,
      metrics: { ...datum.metrics, ...typesAt(stage, datum.metrics, pivotType) },
      detail,
      letters,
    })),
    stage.hatch,
  );
  drawEdges(parts.edges, world, data, detail === 'far' ? null : new Set(near.map((d) => d.key)), stage.instance);
  const width = size.width - toolsWidth(stage);
  drawTitles(parts.titles, world, { pair: data.trees.length > 1, camera: seen(stage), width });
  drawCanvas(stage);
  drawAround(stage, letters);
  drawOverlay(stage);
  placeDock(stage);
  drawArrows(stage);
  const { lost } = parts;
  const { room } = stage;
  lost.hidden = world.panes.length === 0 || stage.fitted;
  const some = anythingSeen(stage);
  lost.classList.toggle('part', some);
  // In the other corner where a node stands in its own.
  const foot = size.height - room.legend;
  const isTaken = (top: number): boolean => anyNodeIn(stage, [0, top], [LOST_ROOM.w, top + LOST_ROOM.h]);
  lost.classList.toggle('low', some && isTaken(0) && !isTaken(foot - LOST_ROOM.h));
  lost.textContent = some ? 'whole tree' : 'Nothing here: show whole tree';
}

// The sizes by which the texts of a node have room.
function typesAt({ detail, camera: { k } }: Stage, metrics: Metrics, pivotType: number): Partial<Metrics> {
  if (detail === 'full') return { pivotType };
  return { headLetters: headLettersAt(metrics, k), pivotType: (metrics.plainFoot ?? 0) > 0 ? pivotType : 1 };
}

// The attributes for the style sheet.
function tellStyles(stage: Stage, letters: Lettering | null, pivotType: number): void {
  const { parts, camera, detail, world } = stage;
  parts.world.setAttribute('transform', camera.toString());
  parts.host.dataset.detail = detail;
  parts.host.style.setProperty('--zoom', camera.k.toFixed(3));
  parts.world.style.setProperty('--type', typeSize({ world }).toFixed(3));
  parts.host.classList.toggle('is-narrow', sightOf(stage).narrow);
  parts.world.style.setProperty('--pivot-type', pivotType.toFixed(3));
  parts.world.style.setProperty('--small-head', `${(headOf(world) * SMALL_HEAD).toFixed(2)}px`);
  parts.world.style.setProperty('--letter', `${((letters?.px ?? LETTER_LEAST) / camera.k).toFixed(2)}px`);
}

let far: typeof Far | null = null;

// Fetched when a picture is first seen from afar.
function drawCanvas(stage: Stage): void {
  const { parts, size, world, data, detail } = stage;
  const pen = clearedPen(parts.canvas, size);
  if (pen === null) return;
  if (detail === 'far' && far === null)
    void import('./canvas').then(
      (found) => {
        far = found;
        drawCanvas(stage);
      },
      () => undefined,
    );
  const { colours } = stage.pieces.skeleton;
  const camera = seen(stage);
  const paint = (on: Pen): void => {
    if (detail !== 'far' || far === null) return;
    far.drawFar(on, world, camera, size, colours, {
      touched: touchedShown(data),
      trail: data.trail,
      least: letterLeast(sightOf(stage)),
    });
    far.drawFound(on, world, camera, size, colours, data.rings);
  };
  paint(pen);
  keepPainting(parts.canvas, { ...size, scale: 1, paint });
}

// The step's way, the heights of its write, the legend of both, the small map.
function drawAround(stage: Stage, letters: Lettering | null): void {
  const { parts, world, data, detail, size } = stage;
  const { tools, minimap, skeleton } = stage.pieces;
  const places = placeTrail(world, {
    trail: data.trail,
    readers: data.readers,
    touched: data.touched,
    detail,
    letters,
    camera: seen(stage),
    corner: () => (tools.element.hidden ? size.width : tools.element.offsetLeft - 4),
    inView: viewTest(stage),
  });
  drawTrail(parts.trail, places);
  drawLevels(parts.levels, levelLine(data, size.width));
  showLegend(parts.legend, detail, places.signs);
  minimap.update(world, seen(stage), size, { colours: skeleton.colours, rings: data.rings });
}

/** Marks alone: what the pointer and the focus are on, too. */
export function drawOverlay(stage: Stage): void {
  const { world, data, hover, focused, detail, camera } = stage;
  drawMarks(stage.parts.marks, world, {
    touched: touchedShown(data),
    selected: data.selected,
    event: eventRef(world, data.half),
    rings: data.rings,
    hovered: hover ?? data.hovered,
    focused,
    detail,
    zoom: camera.k,
    inView: viewTest(stage),
  });
}

/**
 * Heads that can be read, with pivots where these can be read as well; and of both only as many as a browser draws at
 * once.
 */
export function detailOf(
  stage: Pick<Stage, 'world' | 'data' | 'size' | 'options'>,
  visible: readonly Pick<NodeDatum, 'node'>[],
  k: number,
): Detail {
  const { world } = stage;
  const head = headOf(world) * k;
  const fits = (tried: Detail): boolean =>
    visible.reduce((sum, { node }) => sum + elementsOf(node, tried), 0) <= ELEMENTS_MOST;
  if (head < headLeast(sightOf(stage)) - 0.01 || !fits('plain')) return 'far';
  return k * typeSize({ world }) < readType(stage) || !fits('full') ? 'plain' : 'full';
}

// From this zoom on, times the size of their type, pivots are drawn.
function readType(stage: Pick<Stage, 'data' | 'size' | 'options'>): number {
  return pivotZoom({ fitZoomMax: stage.data.fitZoomMax, ...sightOf(stage) });
}

/** Visits list what they touched, in order; a lone touched range is marked as a whole. */
export function touchedShown({ trail, touched }: TreeViewData): TreeViewData['touched'] {
  return trail !== null && trail.visits.length > 0 ? null : touched;
}

function typeSize({ world }: Pick<Stage, 'world'>): number {
  return world.panes[0]?.layout.metrics.type ?? 1;
}

// One size for all leaves in the picture.
function lettering(stage: Stage): Lettering | null {
  const { world, camera, detail } = stage;
  const [pane] = world.panes;
  if (pane === undefined) return null;
  const leaves = world.panes.flatMap(({ layout: { boxes, metrics } }) =>
    boxes.flatMap(({ node }) => (node.children.length > 0 ? [] : [entryWidth(node, metrics)])),
  );
  const cell = leaves.length > 0 ? Math.min(...leaves) : cellWidth({ kind: 'leaf', end: 0 }, pane.layout.metrics);
  return letteringOf(
    textsOf(world.panes),
    cell * camera.k,
    Math.max(letterLeast(sightOf(stage)), LETTER_MOST[detail] * Math.min(1.3, camera.k * typeSize(stage))),
    detail === 'far' ? 0 : cellRow('leaf', pane.layout.boxes.at(-1)!.metrics, detail).h * camera.k,
    letterLeast(sightOf(stage)),
  );
}

// --- Nodes in view ---

function visibleNodes(stage: Stage): readonly SeenNode[] {
  const inView = viewTest(stage);
  return stage.world.panes.flatMap((pane) =>
    pane.layout.boxes.filter((box) => inView(pane, box)).map((box) => nodeOf(stage, pane, box)),
  );
}

function nodeOf(stage: Stage, pane: Pane, box: NodeBox): SeenNode {
  const { data, camera } = stage;
  const { node, metrics } = box;
  return {
    key: `${pane.name}/${node.id}`,
    node,
    x: pane.x + box.x,
    y: pane.y + box.y,
    metrics,
    change: changeOf(pane, node.id),
    look: pane.look,
    broken: withFormer(pane.broken.get(node.id) ?? [], pane.name, node.id, data.spoilt ?? null),
    pointers: data.pointers ? pointersOf(box, camera.k, sightOf(stage).narrow) : null,
    fold: foldOf(pane, box),
    root: box.depth === 0,
    loose: node.children.flatMap((_, slot) => (isLoose(pane, node, slot) ? [slot] : [])),
  };
}

// The part of the child words that is legible in the cells of a node.
function pointersOf({ node, metrics }: NodeBox, k: number, narrow: boolean): NodeDatum['pointers'] {
  if (node.children.length === 0) return null;
  const cell = cellWidth(node, metrics) * k;
  const longest = Math.max(...node.slots.map((word) => childWord(word).name.length));
  const letter = narrow ? POINTER_NARROW : POINTER_LETTER;
  return cell >= letter * longest + 2 ? 'words' : cell >= letter * 3 + 2 ? 'bits' : null;
}

// The root of a tree of two levels or more, and every other node that has something below it, can be folded.
function foldOf(pane: Pane, { node }: NodeBox): NodeDatum['fold'] {
  if (node.children.length === 0 || node.children.every((id) => !pane.nodes.has(id))) return null;
  const open = !pane.folded.has(node.id);
  return { open, below: open ? 0 : nodesBelow(pane, node) };
}

// The room at the right of the name of one of several trees; the names of a pair are under the tools.
function toolsWidth({ data, world, pieces: { tools } }: Stage): number {
  return data.trees.length < 2 || world.panes.length > 1 || tools.element.hidden ? 0 : tools.element.offsetWidth;
}

// --- Dock ---

function drawArrows(stage: Stage): void {
  const { parts, room, data, ghosts, world, size, instance } = stage;
  parts.arrows.replaceChildren();
  if (room.ghosts === 'told' || data.half !== null || !anythingSeen(stage)) return;
  for (const path of arrowPaths(ghosts, world, seen(stage), { dock: dockPlace(stage), width: size.width })) {
    put(parts.arrows, 'path', { d: path, class: 'arrow', 'marker-end': `url(#ms-arrow-${instance})` });
  }
}

function dockPlace(stage: Stage): number {
  const { size, room, camera } = stage;
  return dockTop(size, room, isWhole(stage) && room.legend > 0 ? camera.applyY(footOf(stage)) : null);
}

function placeDock(stage: Stage): void {
  const { parts, ghosts, data, room } = stage;
  const whole = isWhole(stage);
  parts.dock.style.top = `${dockPlace(stage)}px`;
  parts.dock.classList.toggle('over', !whole);
  const dock = !whole && (ghosts.length > 0 || data.half !== null) ? room.dock : 0;
  parts.host.style.setProperty('--map-foot', `${room.legend + dock}px`);
}

// The whole tree is in view, and was not moved.
function isWhole(stage: Stage): boolean {
  return stage.fitted && stage.aim.k <= fitTransform(stage).k;
}

/** From the dock's top to the legend while the whole tree is shown. */
export function freeBelow(stage: Stage): number {
  const { size, room } = stage;
  return size.height - room.legend - room.arrows - fitTransform(stage).applyY(footOf(stage));
}

// Of the world: where the lowest tree ends, or the one after the step that the half-way ones are like.
function footOf({ world, whole }: Stage): number {
  return Math.max(world.height, whole?.foot ?? 0);
}

/** The event's subject, if it is drawn in a tree; null if there is none or it is on the shelf. */
export function eventRef(world: World, half: SceneHalf | null): SlotRef | null {
  const { node, slot } = half ?? { node: null, slot: null };
  if (node === null) return null;
  const pane = world.panes.find(({ layout }) => layout.byId.has(node));
  const box = pane?.layout.byId.get(node);
  if (pane === undefined || box === undefined) return null;
  return { tree: pane.name, node, slot: slot !== null && slot <= box.node.end ? slot : WHOLE_NODE };
}
