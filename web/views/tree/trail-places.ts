// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where the signs of a reading step go, in pixels of the screen: numbers of visits, verdicts of a gap search, parked
// readers. What is legible decides what is shown: every visit numbered while there are few and their cells are wide;
// else a line over the slots of a run with its first and last number; from afar the lines, and round numbers on the way.
// Pure.
//
// Invariants: no two pills overlap; the first and the last visit in view always have their number.

import type { SceneReader } from '../../model/run';
import { clip, groupedCount, lengthText, MONO_ADVANCE } from '../shared/text';
import type { Look, Trail, Verdict, VisitRun } from '../shared/trail';
import type { TouchedRange } from '../refs';
import type { Camera } from './canvas';
import type { NodeBox } from './layout';
import { cellRow, cellWidth, NODE_PAD, slotFirst, slotLast, type Detail, type DrawnNode } from './node-box';
import { findBox, type Pane, type World } from './pane';

export interface Pill {
  readonly kind: 'visit' | 'reader' | 'restart';
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly text: string;
}

/** A line along the upper edge of cells that were visited. */
export interface RunBar {
  readonly x1: number;
  readonly x2: number;
  readonly y: number;
}

export interface VerdictSign {
  readonly verdict: Verdict;
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

/** "3 < 8" in a cell that was too small. */
export interface LookNote {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** From a reader's pill to its slot, which is framed. */
export interface Stem {
  readonly x: number;
  readonly y1: number;
  readonly y2: number;
  readonly cell: Cell | null;
}

export interface TrailPlaces {
  readonly pills: readonly Pill[];
  readonly bars: readonly RunBar[];
  readonly signs: readonly VerdictSign[];
  readonly notes: readonly LookNote[];
  readonly stems: readonly Stem[];
}

export interface TrailScene {
  readonly trail: Trail | null;
  readonly readers: readonly SceneReader[];
  /** What an allocation took: the store after its search has changed the leaf. */
  readonly touched: TouchedRange | null;
  readonly detail: Detail;
  readonly camera: Camera;
  readonly inView: (pane: Pane, box: NodeBox) => boolean;
}

interface Cell {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export const PILL_FONT = 9.5;
export const PILL_HEIGHT = 12;
const NOTE_FONT = 9.5;
/** Up to so many visits each has its number, where its cell is wide enough. */
const NUMBERED = 40;
/** From afar so many numbers at most, round ones. */
const MILESTONES = 12;
/** Narrower cells have no sign of a verdict but that of the slot taken. */
const SIGN_CELL = 13;
const NAME_MOST = 14;

export function pillWidth(text: string): number {
  return Math.max(PILL_HEIGHT, Math.ceil(text.length * PILL_FONT * MONO_ADVANCE) + 6);
}

export function placeTrail(world: World, scene: TrailScene): TrailPlaces {
  const table = emptyTable();
  const { trail } = scene;
  const bars: RunBar[] = [];
  const signs: VerdictSign[] = [];
  const notes: LookNote[] = [];
  const stems = placeReaders(world, scene, table);
  if (trail !== null) {
    placeRestarts(world, scene, trail, table);
    bars.push(...placeVisits(world, scene, trail, table));
    for (const look of trail.looks) placeLook(world, scene, trail.tree, look, signs, notes);
  }
  return { pills: table.pills, bars, signs, notes, stems };
}

/** The pills that are placed so far. */
interface Table {
  readonly pills: Pill[];
  /** Puts a pill with its middle at a place; null if something is there. */
  offer(kind: Pill['kind'], text: string, x: number, y: number): Pill | null;
  /** As `offer`, moved to the right until it fits. */
  insist(kind: Pill['kind'], text: string, x: number, y: number): Pill;
}

function emptyTable(): Table {
  const pills: Pill[] = [];
  const offer: Table['offer'] = (kind, text, x, y) => {
    const w = pillWidth(text);
    const pill = { kind, text, x: x - w / 2, y: y - PILL_HEIGHT / 2, w, h: PILL_HEIGHT };
    if (pills.some((other) => overlap(pill, other))) return null;
    pills.push(pill);
    return pill;
  };
  return {
    pills,
    offer,
    insist(kind, text, x, y) {
      for (let at = x; ; at += 4) {
        const pill = offer(kind, text, at, y);
        if (pill !== null) return pill;
      }
    },
  };
}

function overlap(a: Cell, b: Cell): boolean {
  return a.x < b.x + b.w + 1 && b.x < a.x + a.w + 1 && a.y < b.y + b.h && b.y < a.y + a.h;
}

function boxPlace(pane: Pane, box: NodeBox, { camera: { k, tx, ty } }: TrailScene): Cell {
  return { x: (pane.x + box.x) * k + tx, y: (pane.y + box.y) * k + ty, w: box.w * k, h: box.h * k };
}

// Between the node's head and the cell's letter: a little higher where the cells have their natural size.
function signLevel(cell: Cell, { camera: { k } }: TrailScene): number {
  return cell.y + (k >= 1 ? -2 : 0.5);
}

function cellPlace(pane: Pane, box: NodeBox, slot: number, scene: TrailScene): Cell {
  const { k, tx, ty } = scene.camera;
  const w = cellWidth(box.node.kind, pane.layout.metrics);
  const row = cellRow(box.node.kind, pane.layout.metrics, scene.detail);
  return { x: (pane.x + box.x + NODE_PAD + slot * w) * k + tx, y: (pane.y + box.y + row.y) * k + ty, w: w * k, h: row.h * k };
}

function seen(world: World, scene: TrailScene, tree: string, node: number): { readonly pane: Pane; readonly box: NodeBox } | null {
  const found = findBox(world, { tree, node, slot: 0 });
  return found !== null && scene.inView(found.pane, found.box) ? found : null;
}

// --- Visits ---

function placeVisits(world: World, scene: TrailScene, trail: Trail, table: Table): readonly RunBar[] {
  const bars: RunBar[] = [];
  const inView: { readonly run: VisitRun; readonly cell: (slot: number) => Cell; readonly node: Cell }[] = [];
  for (const run of trail.runs) {
    const found = seen(world, scene, trail.tree, run.node);
    if (found === null) continue;
    const { pane, box } = found;
    inView.push({ run, cell: (slot) => cellPlace(pane, box, slot, scene), node: boxPlace(pane, box, scene) });
  }
  const ends = [inView[0], inView[inView.length - 1]];
  // The two ends first: whatever else has no room, they are told.
  for (const [k, end] of ends.entries()) {
    if (end === undefined) continue;
    const slot = end.run.slots.at(k === 0 ? 0 : -1) ?? 0;
    const number = k === 0 ? end.run.first : end.run.last;
    const cell = end.cell(slot);
    if (k === 1 && number === ends[0]?.run.first) continue;
    table.insist('visit', groupedCount(number), cell.x + cell.w / 2, signLevel(cell, scene));
  }
  const every = milestone(trail.visits.length);
  for (const { run, cell, node } of inView) {
    const each = scene.detail !== 'far' && trail.visits.length <= NUMBERED && cell(0).w >= pillWidth(groupedCount(run.last)) + 2;
    if (each) numberEach(run, cell, table, scene);
    else {
      const [a, b] = [cell(run.slots[0] ?? 0), cell(run.slots.at(-1) ?? 0)];
      bars.push({ x1: Math.min(a.x, b.x) + 1, x2: Math.max(a.x + a.w, b.x + b.w) - 1, y: Math.round(a.y) });
      if (scene.detail === 'far') numberMilestone(run, every, cell, table, scene);
      else numberRun(run, a, b, node, table, scene);
    }
  }
  return bars;
}

function numberEach(run: VisitRun, cell: (slot: number) => Cell, table: Table, scene: TrailScene): void {
  for (const [k, slot] of run.slots.entries()) {
    const at = cell(slot);
    table.offer('visit', groupedCount(run.first + k), at.x + at.w / 2, signLevel(at, scene));
  }
}

// 1, 2 or 5 times a power of ten, so that there are few enough of them.
function milestone(visits: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const times of [1, 2, 5]) if (visits / (unit * times) <= MILESTONES) return unit * times;
  }
}

function numberMilestone(run: VisitRun, every: number, cell: (slot: number) => Cell, table: Table, scene: TrailScene): void {
  const number = Math.floor(run.last / every) * every;
  if (number < run.first) return;
  const at = cell(run.slots[number - run.first] ?? 0);
  table.offer('visit', groupedCount(number), at.x + at.w / 2, signLevel(at, scene));
}

// First and last number at the ends of the line, or both in one pill on its middle, or none where there is no room.
function numberRun(run: VisitRun, a: Cell, b: Cell, node: Cell, table: Table, scene: TrailScene): void {
  const [first, last] = [groupedCount(run.first), groupedCount(run.last)];
  const [xa, xb] = [a.x + a.w / 2, b.x + b.w / 2];
  const apart = (pillWidth(first) + pillWidth(last)) / 2 + 10;
  if (Math.abs(xb - xa) >= apart) {
    table.offer('visit', first, xa, signLevel(a, scene));
    table.offer('visit', last, xb, signLevel(b, scene));
    return;
  }
  const both = run.first === run.last ? first : xa <= xb ? `${first}–${last}` : `${last}–${first}`;
  if (pillWidth(both) + 4 <= node.w) table.offer('visit', both, (xa + xb) / 2, signLevel(a, scene));
}

// --- Looks ---

function placeLook(world: World, scene: TrailScene, tree: string, look: Look, signs: VerdictSign[], notes: LookNote[]): void {
  const found = seen(world, scene, tree, look.node);
  if (found === null || look.slot < 0) return;
  const slot = slotNow(found.box.node, look, scene.touched);
  if (slot < 0) return;
  const cell = cellPlace(found.pane, found.box, slot, scene);
  if (cell.w < SIGN_CELL && look.verdict !== 'taken') return;
  signs.push({ verdict: look.verdict, x: cell.x + cell.w / 2, y: signLevel(cell, scene), r: scene.camera.k >= 1 ? 6 : 5.2 });
  if (look.verdict !== 'too small' || scene.detail !== 'full') return;
  const { kind } = found.pane.scene.picture;
  const text = `${lengthText(look.has, kind)} < ${lengthText(look.wants, kind)}`;
  if (text.length * NOTE_FONT * MONO_ADVANCE + 12 <= cell.w) notes.push({ x: cell.x + cell.w / 2, y: cell.y + cell.h - 3, text });
}

/** The slot of a node as it is now that a look was about; −1 if the node has lost it. */
export function slotNow(node: DrawnNode, { slot, range, verdict }: Look, touched: TouchedRange | null): number {
  if (range === null || (slot <= node.end && slotFirst(node, slot) === range.first && slotLast(node, slot) === range.last)) return slot;
  const at = verdict === 'taken' && touched !== null && touched.first >= range.first && touched.last <= range.last ? touched.first : range.first;
  if (at < node.min || at > node.max) return -1;
  return node.lasts.findIndex((last) => last >= at);
}

// --- Readers and restarts ---

// Over the upper edge of the leaf, above the slot; readers of one slot share a pill.
function placeReaders(world: World, scene: TrailScene, table: Table): readonly Stem[] {
  const stems: Stem[] = [];
  const bySlot = new Map<string, { tree: string; node: number; slot: number; names: string[] }>();
  for (const { name, tree, node, slot, dead } of scene.readers) {
    if (node === null || dead) continue;
    const key = `${tree}/${node.id}:${slot}`;
    const list = bySlot.get(key);
    if (list === undefined) bySlot.set(key, { tree, node: node.id, slot, names: [name] });
    else list.names.push(name);
  }
  const spots = [...bySlot.values()].sort((a, b) => a.slot - b.slot);
  for (const { tree, node, slot, names } of spots) {
    const found = seen(world, scene, tree, node);
    if (found === null) continue;
    const box = boxPlace(found.pane, found.box, scene);
    const text = names.length === 1 ? clip(names[0] ?? '', NAME_MOST) : clip(names.join(' '), NAME_MOST);
    const cell = slot < 0 ? null : cellPlace(found.pane, found.box, slot, scene);
    const pill = table.insist('reader', text, cell === null ? box.x + pillWidth(text) / 2 : cell.x + cell.w / 2, box.y - 3);
    if (cell !== null) stems.push({ x: cell.x + cell.w / 2, y1: pill.y + pill.h, y2: cell.y, cell });
  }
  return stems;
}

// Over the root, where the state began anew.
function placeRestarts(world: World, scene: TrailScene, trail: Trail, table: Table): void {
  const pane = world.panes.find(({ name }) => name === trail.tree);
  const root = pane?.layout.boxes[0];
  const [dead] = trail.restarts;
  if (pane === undefined || root === undefined || dead === undefined) return;
  const text = trail.restarts.length === 1 ? `#${dead.node} is dead: again from the root` : `${trail.restarts.length} dead nodes met: again from the root`;
  const box = boxPlace(pane, root, scene);
  for (const x of [box.x + box.w / 2, box.x + box.w - pillWidth(text) / 2, box.x + pillWidth(text) / 2]) {
    if (table.offer('restart', text, x, box.y - 12) !== null) return;
  }
}
