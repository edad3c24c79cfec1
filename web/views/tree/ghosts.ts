// SPDX-License-Identifier: GPL-2.0-or-later
//
// The dock under the tree: nodes that are gone after the step, faded, each with a sentence. From replaced ones arrows lead
// to the nodes that took over their slots; destroyed ones are crossed out. A dead node that a parked reader still stands
// on stays in the dock until the reader goes on or leaves. The dock has a fixed place and size, so the tree above never
// moves because of it.

import type { NodePicture } from '../../model/picture';
import type { SceneReader } from '../../model/run';
import { entryLooks, type LookUp } from '../shared/entry-look';
import { listText } from '../shared/text';
import type { Camera } from './canvas';
import { put } from '../shared/svg';
import { fillNode, lettersIn } from './draw';
import { cellRow, cellWidth, NODE_PAD, nodeHeight, nodeWidth, type Metrics } from './node-box';
import type { Pane, World } from './pane';
import type { TouchedRange } from '../refs';
import { restText, type Departure } from './successors';
import type { NodeBox } from './layout';
import type { Look } from '../shared/trail';
import { drawPill, drawSign } from './trail-layer';
import { PILL_HEIGHT, pillWidth } from './trail-places';

export const DOCK_HEIGHT = 126;
const GHOST: Metrics = { cell: 21, pivotLines: 2 };
const SCALE = 0.84;
const BETWEEN = 22;
const SIDE = 16;

export interface Ghost {
  /** Null for a node of a tree that is no more. */
  readonly pane: Pane | null;
  readonly node: NodePicture;
  readonly look: LookUp;
  readonly fate: Departure['fate'];
  readonly successors: Departure['successors'];
  readonly sentence: string;
  /** Readers that stand on it. */
  readonly readers: readonly SceneReader[];
  /** It left the tree in this step. */
  readonly departed: Departure | null;
  /** Left edge in the dock, in pixels of the screen. */
  readonly x: number;
  readonly w: number;
}

/** Readers of the shown trees, or of trees that are no more, that stand on a dead node. */
export function readersOfTheDead(readers: readonly SceneReader[], shown: readonly string[], existing: readonly string[]): readonly SceneReader[] {
  return readers.filter(({ dead, node, tree }) => dead && node !== null && (shown.includes(tree) || !existing.includes(tree)));
}

/** The ghosts that are drawn, and those that are only counted: departures of the step, and older ones kept for readers. */
export interface DockContent {
  readonly shown: readonly Ghost[];
  readonly rest: readonly Departure[];
  readonly restKept: number;
}

export interface DockStyle {
  readonly hatch: string;
  /** Readers are in, so that the grace period lasts beyond the step. */
  readonly parked: boolean;
  /** What a search said of slots, before the store after it replaced their node. */
  readonly looks: readonly Look[];
}

/** The ghosts that fit a width: first those that a reader stands on, then the one that the step was about; and those that do not fit. */
export function chooseGhosts(
  world: World,
  touched: TouchedRange | null,
  width: number,
  readers: readonly SceneReader[],
): DockContent {
  const kept = keptNodes(readers);
  const all = world.panes.flatMap((pane) => pane.departures.map((departure) => ({ pane, departure })));
  const about = (pane: Pane, node: NodePicture): number => {
    if (touched === null || touched.tree !== pane.name) return 1;
    return node.kind === 'leaf' && node.min <= touched.first && node.max >= touched.first ? 0 : 1;
  };
  const leafLast = (node: NodePicture): number => (node.kind === 'leaf' ? 0 : 1);
  all.sort(
    (a, b) =>
      about(a.pane, a.departure.gone) - about(b.pane, b.departure.gone) ||
      leafLast(a.departure.gone) - leafLast(b.departure.gone) ||
      (a.departure.gone.min < b.departure.gone.min ? -1 : 1),
  );
  const w = Math.min(nodeWidth(GHOST) * SCALE, width - 2 * SIDE);
  const room = Math.max(1, Math.floor((width - 2 * SIDE + BETWEEN) / (w + BETWEEN)));
  const ghosts = [...kept.map((readersOf) => keptGhost(readersOf, world, all)), ...all.filter(({ departure }) => !kept.some(([first]) => first?.node?.id === departure.gone.id)).map(({ pane, departure }) => departedGhost(pane, departure))];
  const shown = ghosts.slice(0, room).map((ghost, k) => ({ ...ghost, x: SIDE + k * (w + BETWEEN), w }));
  const hidden = ghosts.slice(room);
  return {
    shown,
    rest: hidden.flatMap(({ departed }) => (departed === null ? [] : [departed])),
    restKept: hidden.filter(({ departed }) => departed === null).length,
  };
}

type Unplaced = Omit<Ghost, 'x' | 'w'>;

// Readers of each dead node, in order of entry.
function keptNodes(readers: readonly SceneReader[]): readonly (readonly SceneReader[])[] {
  const byNode = new Map<number, SceneReader[]>();
  for (const reader of readers) {
    if (reader.node === null) continue;
    const list = byNode.get(reader.node.id);
    if (list === undefined) byNode.set(reader.node.id, [reader]);
    else list.push(reader);
  }
  return [...byNode.values()];
}

function departedGhost(pane: Pane, departure: Departure): Unplaced {
  const { gone, fate, successors, sentence } = departure;
  return { pane, node: gone, look: pane.look, fate, successors, sentence, readers: [], departed: departure };
}

function keptGhost(readers: readonly SceneReader[], world: World, departing: readonly { readonly pane: Pane; readonly departure: Departure }[]): Unplaced {
  const [first] = readers;
  const node = first?.node ?? null;
  if (first === undefined || node === null) throw new Error('a node is kept by no reader');
  const now = departing.find(({ departure }) => departure.gone.id === node.id) ?? null;
  const pane = now?.pane ?? world.panes.find(({ name }) => name === first.tree) ?? null;
  const names = listText(readers.map(({ name }) => name));
  const since = Math.min(...readers.map((reader) => reader.since));
  return {
    pane,
    node,
    look: pane?.look ?? entryLooks(null, []),
    fate: now?.departure.fate ?? 'replaced',
    successors: now?.departure.successors ?? [],
    sentence: `#${node.id} is dead, and kept for ${readers.length === 1 ? 'reader' : 'readers'} ${names}, in since step ${since}.`,
    readers,
    departed: now?.departure ?? null,
  };
}

/** Fills the dock's element with the ghosts. */
export function drawDock(dock: HTMLElement, content: DockContent, style: DockStyle): void {
  dock.replaceChildren();
  dock.hidden = content.shown.length === 0;
  for (const ghost of content.shown) {
    const figure = document.createElement('div');
    figure.className = ghost.readers.length > 0 ? 'ms-ghost is-kept' : 'ms-ghost';
    figure.dataset.node = ghost.node.id.toString();
    figure.style.left = `${ghost.x}px`;
    figure.style.width = `${ghost.w}px`;
    figure.append(drawGhost(ghost, style));
    const words = document.createElement('p');
    words.textContent = ghost.sentence;
    figure.append(words);
    dock.append(figure);
  }
  const remarks = remarksOn(content, style.parked);
  if (remarks === '') return;
  const line = document.createElement('p');
  line.className = 'remarks';
  line.textContent = remarks;
  dock.append(line);
}

function drawGhost({ node, look, fate, readers, departed, w: width }: Ghost, { hatch, looks }: DockStyle): SVGElement {
  const w = nodeWidth(GHOST);
  const h = nodeHeight(node.kind, GHOST);
  const svg = put(document.createElement('div'), 'svg', { viewBox: `-1 -1 ${w + 2} ${h + 2}`, width, height: (width * h) / w });
  const group = put(svg, 'g', {}) as SVGGElement;
  // Labels that do not all fit are all left out.
  const crowded = node.kind === 'leaf' && node.slots.some((word) => look(word).text.length > lettersIn(GHOST.cell));
  const shown: LookUp = crowded ? (word) => ({ ...look(word), text: '' }) : look;
  fillNode(group, { node, metrics: GHOST, change: null, look: shown, brokenSlots: [], detail: 'full' }, hatch);
  group.classList.add('is-ghost');
  if (departed !== null && fate === 'destroyed') put(svg, 'path', { class: 'crossed', d: `M0,0L${w},${h}M${w},0L0,${h}` });
  const row = cellRow(node.kind, GHOST, 'full');
  for (const { node: id, slot, verdict } of looks) {
    if (id === node.id && departed !== null) drawSign(svg, { verdict, x: NODE_PAD + (slot + 0.5) * cellWidth(node.kind, GHOST), y: row.y, r: 5.2 });
  }
  drawReaders(svg, node, readers);
  return svg;
}

// A pill over the slot that each reader stands on; readers of one slot share one.
function drawReaders(svg: SVGElement, node: NodePicture, readers: readonly SceneReader[]): void {
  const row = cellRow(node.kind, GHOST, 'full');
  const cell = cellWidth(node.kind, GHOST);
  for (const slot of new Set(readers.map((reader) => reader.slot))) {
    const text = readers.flatMap((reader) => (reader.slot === slot ? [reader.name] : [])).join(' ');
    const w = pillWidth(text);
    const x = slot < 0 ? NODE_PAD : NODE_PAD + (slot + 0.5) * cell;
    if (slot >= 0) put(svg, 'rect', { class: 'reader-slot', x: x - cell / 2, y: row.y, width: cell, height: row.h });
    if (slot >= 0) put(svg, 'path', { class: 'stem', d: `M${x},2V${row.y}` });
    drawPill(svg, { kind: 'reader', text, x: Math.max(0, Math.min(nodeWidth(GHOST) - w, x - w / 2)), y: 4 - PILL_HEIGHT, w, h: PILL_HEIGHT });
  }
}

// What holds for more than one ghost: how many are not shown, and who may still see them.
function remarksOn({ shown, rest, restKept }: DockContent, parked: boolean): string {
  const remarks = rest.length === 0 ? [] : [`${restText(rest)}.`];
  if (restKept > 0) remarks.push(`${restKept} more dead ${restKept === 1 ? 'node is' : 'nodes are'} kept for readers.`);
  if (shown.some(({ pane, departed, readers }) => departed !== null && readers.length === 0 && pane?.scene.rcuDuring === true)) {
    remarks.push(parked ? 'They stay readable until the readers that were in before have left.' : 'Readers may see them until the grace period ends, with the step.');
  }
  return remarks.join(' ');
}

/** Path data of the arrows from the dock's top edge to the successors, in pixels of the screen. */
export function arrowPaths(ghosts: readonly Ghost[], world: World, camera: Camera, dockTop: number): readonly string[] {
  const paths: string[] = [];
  const ground = Math.min(dockTop - 8, world.height * camera.k + camera.ty + 8);
  for (const ghost of ghosts) {
    const { pane } = ghost;
    const heirs = ghost.successors.filter((heir) => heir.slots > 0).slice(0, 4);
    for (const [k, heir] of heirs.entries()) {
      const box = pane?.layout.byId.get(heir.id);
      if (pane === null || box === undefined) continue;
      const from = ghost.x + (ghost.w * (k + 1)) / (heirs.length + 1);
      const lane = Math.max(ground, dockTop - 8 - 5 * (heirs.length - 1 - k)) - (k % 2) * 4;
      paths.push(arrow(from, dockTop + 2, lane, box, pane, camera));
    }
  }
  return paths;
}

function arrow(x0: number, y0: number, lane: number, box: NodeBox, pane: Pane, camera: Camera): string {
  const right = (pane.x + box.x + box.w) * camera.k + camera.tx;
  const bottom = (pane.y + box.y + box.h) * camera.k + camera.ty;
  const free = !pane.layout.boxes.some((b) => b.y > box.y + 1 && b.x < box.x + box.w && b.x + b.w > box.x);
  const x1 = free ? right - (box.w * camera.k) / 2 : right + 8 * camera.k;
  const sideways = Math.sign(x1 - x0);
  const r = Math.min(6, Math.abs(x1 - x0) / 2, Math.max(0, y0 - lane));
  const turn = `M${p(x0)},${p(y0)}V${p(lane + r)}q0,${p(-r)} ${p(sideways * r)},${p(-r)}H${p(x1 - sideways * r)}q${p(sideways * r)},0 ${p(sideways * r)},${p(-r)}`;
  if (free) return `${turn}V${p(Math.min(lane, bottom + 3))}`;
  const y1 = bottom - (box.h * camera.k) / 2;
  return `${turn}V${p(y1 + r)}q0,${p(-r)} ${p(-Math.min(r, 4))},${p(-r)}H${p(right + 3)}`;
}

function p(x: number): string {
  return (Math.round(x * 10) / 10).toString();
}
