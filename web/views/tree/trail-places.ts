// SPDX-License-Identifier: GPL-2.0-or-later
//
// The places of a step's signs, in pixels of the screen: numbers of visits, verdicts of a gap search, parked readers,
// the whole text of a touched entry that its cell cuts, broken invariants. They have a lane of their own between a
// node's head and its cells. Legibility decides what is shown: every visit numbered while there are few and their
// numbers fit beside each other; else a line over the slots of a run with its first and last number, and the even ones
// that fit; from afar the lines, and round numbers on the way. Pure.
//
// Invariants: no two pills overlap; the first and the last visit in view always have their number; where there is a
// lane, nothing but a tag of what is broken leaves it.

import type { SceneReader } from '../../model/run';
import { clip, groupedCount, lengthText, MONO_ADVANCE } from '../shared/text';
import type { Look, SignKind, Trail, VisitRun } from '../shared/trail';
import type { TouchedRange } from '../shared/refs';
import type { Camera } from './canvas';
import { brokenText } from './damage';
import type { NodeBox } from './layout';
import { cellRow, slotFirst, slotLast, slotSpan, type Detail, type DrawnNode } from './node-box';
import { cellLines, type Lettering } from './letters';
import { changeOf, findBox, findPane, pathTo, touchedRun, type Pane, type World } from './pane';

export interface Pill {
  readonly kind: 'visit' | 'reader' | 'restart' | 'caption' | 'broken';
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
  readonly sign: SignKind;
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

/** From a reader's pill to its slot, which is framed; `d` is path data, empty where the pill stands on the slot. */
export interface Stem {
  readonly d: string;
  readonly cell: Cell | null;
}

/** The number of a node that says nothing else at this zoom. */
export interface NodeName {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

export interface TrailPlaces {
  readonly pills: readonly Pill[];
  readonly bars: readonly RunBar[];
  readonly signs: readonly VerdictSign[];
  readonly notes: readonly LookNote[];
  readonly stems: readonly Stem[];
  readonly names: readonly NodeName[];
}

export interface TrailScene {
  readonly trail: Trail | null;
  readonly readers: readonly SceneReader[];
  /** The place that an allocation took: the store after its search has changed the leaf. */
  readonly touched: TouchedRange | null;
  readonly detail: Detail;
  /** Of the leaves' texts; null where none are written. */
  readonly letters: Lettering | null;
  readonly camera: Camera;
  /** Where the picture's buttons begin, in its right upper corner. */
  readonly corner?: () => number;
  readonly inView: (pane: Pane, box: NodeBox) => boolean;
}

export interface Cell {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export const PILL_FONT = 12;
export const PILL_HEIGHT = 14;
const NOTE_FONT = 12;
/** Up to so many visits each has its number, where those of neighbours do not overlap. */
const NUMBERED = 40;
/** From afar so many numbers at most, round ones. */
const MILESTONES = 12;
/** Narrower cells have no sign of a verdict but that of the slot taken. */
const SIGN_CELL = 13;
const NAME_MOST = 14;
const CAPTION_MOST = 26;
/** Nodes lower than this, or more of them, have no number from afar. */
/** A head of this height has room for a number. */
const NAMED_BAND = 12;
const NAMED_HEIGHT = 15;
const NAMED_MOST = 40;
/** The picture's buttons stand in the right upper corner, so high. */
const CORNER_HEIGHT = 25;

export function pillWidth(text: string): number {
  return Math.max(PILL_HEIGHT, Math.ceil(text.length * PILL_FONT * MONO_ADVANCE) + 4);
}

export function placeTrail(world: World, scene: TrailScene): TrailPlaces {
  const table = emptyTable();
  const { trail } = scene;
  const bars: RunBar[] = [];
  const signs: VerdictSign[] = [];
  const notes: LookNote[] = [];
  const runs = trail === null ? [] : runsInView(world, scene, trail);
  if (trail !== null) {
    placeRestarts(world, scene, trail, table);
    numberEnds(runs, table);
    for (const look of trail.looks) placeLook(world, scene, trail.tree, look, signs, notes);
    for (const { x, y, r } of signs) table.reserve({ x: x - r, y: y - r, w: 2 * r, h: 2 * r });
  }
  placeCaption(world, scene, table);
  const stems = placeReaders(world, scene, table);
  // Numbers between the ends give way to what has one place only.
  if (trail !== null) bars.push(...placeVisits(runs, scene, trail, table));
  placeBroken(world, scene, table);
  return { pills: table.pills, bars, signs, notes, stems, names: placeNames(world, scene, table.pills) };
}

/** The pills that are placed so far. */
interface Table {
  readonly pills: Pill[];
  /** Keeps pills away from a place. */
  reserve(place: Cell): void;
  /** Puts a pill with its middle at a place; null if something is there. */
  offer(kind: Pill['kind'], text: string, x: number, y: number): Pill | null;
  /** As `offer`, moved aside until it fits: within a node if it can be, at first to the right. */
  insist(kind: Pill['kind'], text: string, x: number, y: number, within?: Cell): Pill;
}

function emptyTable(): Table {
  const pills: Pill[] = [];
  const taken: Cell[] = [];
  const offer: Table['offer'] = (kind, text, x, y) => {
    const w = pillWidth(text);
    const pill = { kind, text, x: x - w / 2, y: y - PILL_HEIGHT / 2, w, h: PILL_HEIGHT };
    if (pills.some((other) => overlap(pill, other)) || taken.some((other) => overlap(pill, other))) return null;
    pills.push(pill);
    return pill;
  };
  return {
    pills,
    reserve: (place) => taken.push(place),
    offer,
    insist(kind, text, x, y, within) {
      const half = pillWidth(text) / 2;
      const [low, high] =
        within === undefined ? [x, Infinity] : [within.x + half, Math.max(within.x + half, within.x + within.w - half)];
      const start = Math.max(low, Math.min(high, x));
      for (let off = 0; within !== undefined && off <= within.w; off += 2) {
        for (const at of [start + off, start - off]) {
          const pill = at >= low && at <= high ? offer(kind, text, at, y) : null;
          if (pill !== null) return pill;
        }
      }
      for (let at = start; ; at += 4) {
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

// The middle of the lane over the cells; on their upper edge in a tree that has none.
function signLevel({ metrics: { lane } }: NodeBox, cell: Cell, { camera: { k } }: TrailScene): number {
  return lane === 0 ? cell.y + 0.5 : cell.y - Math.max(PILL_HEIGHT / 2 + 1, (lane * k) / 2);
}

function cellPlace(pane: Pane, box: NodeBox, slot: number, scene: TrailScene): Cell {
  const { k, tx, ty } = scene.camera;
  const { x, w } = slotSpan(box.node, pane.layout.metrics, slot);
  const row = cellRow(box.node.kind, box.metrics, scene.detail);
  return { x: (pane.x + box.x + x) * k + tx, y: (pane.y + box.y + row.y) * k + ty, w: w * k, h: row.h * k };
}

function seen(
  world: World,
  scene: TrailScene,
  tree: string,
  node: number,
): { readonly pane: Pane; readonly box: NodeBox } | null {
  const found = findBox(world, { tree, node, slot: 0 });
  return found !== null && scene.inView(found.pane, found.box) ? found : null;
}

// --- Visits ---

interface RunPlace {
  readonly run: VisitRun;
  readonly cell: (slot: number) => Cell;
  readonly node: Cell;
  /** Middle of its numbers. */
  readonly level: number;
  readonly lane: boolean;
}

function runsInView(world: World, scene: TrailScene, trail: Trail): readonly RunPlace[] {
  return trail.runs.flatMap((run): readonly RunPlace[] => {
    const found = seen(world, scene, trail.tree, run.node);
    if (found === null) return [];
    const { pane, box } = found;
    const cell = (slot: number): Cell => cellPlace(pane, box, slot, scene);
    const level = signLevel(box, cell(0), scene);
    return [{ run, cell, node: boxPlace(pane, box, scene), level, lane: box.metrics.lane > 0 }];
  });
}

// Before all else: whatever has no room, they are shown.
function numberEnds(runs: readonly RunPlace[], table: Table): void {
  const ends = [runs[0], runs[runs.length - 1]];
  for (const [k, end] of ends.entries()) {
    if (end === undefined) continue;
    const slot = end.run.slots.at(k === 0 ? 0 : -1) ?? 0;
    const number = k === 0 ? end.run.first : end.run.last;
    const cell = end.cell(slot);
    if (k === 1 && number === ends[0]?.run.first) continue;
    table.insist('visit', groupedCount(number), cell.x + cell.w / 2, end.level);
  }
}

function placeVisits(runs: readonly RunPlace[], scene: TrailScene, trail: Trail, table: Table): readonly RunBar[] {
  const few = scene.detail !== 'far' && trail.visits.length <= NUMBERED;
  const every = milestone(trail.visits.length);
  const bars: RunBar[] = [];
  for (const place of runs) {
    const { run, cell } = place;
    const [widest, pitch] = [pillWidth(groupedCount(run.last)), pitchOf(place)];
    if (few && pitch > widest && numberEach(place, 1, table)) continue;
    const [a, b] = [cell(run.slots[0] ?? 0), cell(run.slots.at(-1) ?? 0)];
    bars.push({
      x1: Math.min(a.x, b.x) + 1,
      x2: Math.max(a.x + a.w, b.x + b.w) - 1,
      y: Math.round(a.y) - (place.lane ? 1.5 : 0),
    });
    if (scene.detail === 'far') numberMilestone(place, every, table);
    else numberRun(place, a, b, table);
    if (few) numberEach(place, roundStep(widest / pitch), table);
  }
  return bars;
}

/** From one visited slot of a run to the next, where they are closest; slots between them may be skipped. */
function pitchOf({ run: { slots }, cell }: RunPlace): number {
  const middles = slots.map((slot) => cell(slot).x + cell(slot).w / 2);
  return Math.min(Infinity, ...middles.slice(1).map((x, k) => Math.abs(x - middles[k]!)));
}

// Each number that is a multiple of a step, and does not leave its node at the side; true if all have their place.
function numberEach({ run, cell, node, level }: RunPlace, step: number, table: Table): boolean {
  let all = true;
  for (const [k, slot] of run.slots.entries()) {
    if ((run.first + k) % step !== 0) continue;
    const [at, text] = [cell(slot), groupedCount(run.first + k)];
    const [middle, half] = [at.x + at.w / 2, pillWidth(text) / 2];
    if (table.pills.some((pill) => pill.kind === 'visit' && pill.text === text)) continue;
    const within = middle - half >= node.x && middle + half <= node.x + node.w;
    all = within && table.offer('visit', text, middle, level) !== null && all;
  }
  return all;
}

// 2, 5 or 10, so that numbers with so many places from one to the next do not overlap.
function roundStep(places: number): number {
  return [2, 5].find((step) => step > places) ?? 10;
}

// 1, 2 or 5 times a power of ten, so that there are few enough of them.
function milestone(visits: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const times of [1, 2, 5]) if (visits / (unit * times) <= MILESTONES) return unit * times;
  }
}

function numberMilestone({ run, cell, level }: RunPlace, every: number, table: Table): void {
  const number = Math.floor(run.last / every) * every;
  if (number < run.first) return;
  const at = cell(run.slots[number - run.first] ?? 0);
  table.offer('visit', groupedCount(number), at.x + at.w / 2, level);
}

// First and last number at the ends of the line, or both in one pill on its middle, or none where there is no room.
function numberRun({ run, node, level }: RunPlace, a: Cell, b: Cell, table: Table): void {
  const [first, last] = [groupedCount(run.first), groupedCount(run.last)];
  const [xa, xb] = [a.x + a.w / 2, b.x + b.w / 2];
  const apart = (pillWidth(first) + pillWidth(last)) / 2 + 10;
  if (Math.abs(xb - xa) >= apart) {
    table.offer('visit', first, xa, level);
    table.offer('visit', last, xb, level);
    return;
  }
  const both = run.first === run.last ? first : xa <= xb ? `${first}–${last}` : `${last}–${first}`;
  if (pillWidth(both) + 4 <= node.w) table.offer('visit', both, (xa + xb) / 2, level);
}

// --- Looks ---

function placeLook(
  world: World,
  scene: TrailScene,
  tree: string,
  look: Look,
  signs: VerdictSign[],
  notes: LookNote[],
): void {
  const found = seen(world, scene, tree, look.node);
  if (found === null || look.slot < 0) return;
  const slot = slotNow(found.box.node, look, scene.touched);
  if (slot < 0) return;
  const cell = cellPlace(found.pane, found.box, slot, scene);
  if (cell.w < SIGN_CELL && look.sign !== 'taken') return;
  signs.push({ sign: look.sign, x: cell.x + cell.w / 2, y: signLevel(found.box, cell, scene), r: 5.6 });
  // Free indexes beyond the window are no reason.
  if (look.verdict !== 'too small' || look.has >= look.wants || scene.detail !== 'full') return;
  const { kind } = found.pane.scene.picture;
  const text = `${lengthText(look.has, kind)} < ${lengthText(look.wants, kind)}`;
  if (text.length * NOTE_FONT * MONO_ADVANCE + 12 <= cell.w)
    notes.push({ x: cell.x + cell.w / 2, y: cell.y + cell.h - 3, text });
}

/** The slot of a node as it is now that a look was about; −1 if the node has lost it. */
export function slotNow(node: DrawnNode, { slot, range, verdict }: Look, touched: TouchedRange | null): number {
  if (
    range === null ||
    (slot <= node.end && slotFirst(node, slot) === range.first && slotLast(node, slot) === range.last)
  )
    return slot;
  const at =
    verdict === 'taken' && touched !== null && touched.first >= range.first && touched.last <= range.last
      ? touched.first
      : range.first;
  if (at < node.min || at > node.max) return -1;
  return node.lasts.findIndex((last) => last >= at);
}

// --- Readers and restarts ---

/** Readers that stand on one slot: the first by name, the others by number. */
export function readersText(names: readonly string[]): string {
  const [first = '', ...others] = names;
  return others.length === 0 ? clip(first, NAME_MOST) : `${clip(first, NAME_MOST)} +${others.length}`;
}

/** Readers of one slot each, in the order of the slots. */
export function bySlot(
  readers: readonly Pick<SceneReader, 'slot' | 'name'>[],
): readonly { readonly slot: number; readonly names: readonly string[] }[] {
  const slots = [...new Set(readers.map(({ slot }) => slot))].sort((a, b) => a - b);
  return slots.map((slot) => ({
    slot,
    names: readers.filter((reader) => reader.slot === slot).map(({ name }) => name),
  }));
}

// In the lane over the slot; where a number or sign is there already, beside it, with a line to the slot.
function placeReaders(world: World, scene: TrailScene, table: Table): readonly Stem[] {
  const stems: Stem[] = [];
  const nodes = new Map<string, SceneReader[]>();
  for (const reader of scene.readers) {
    if (reader.node === null || reader.dead) continue;
    const key = `${reader.tree}/${reader.node.id}`;
    nodes.set(key, [...(nodes.get(key) ?? []), reader]);
  }
  for (const readers of nodes.values()) {
    const [first] = readers;
    const found = first === undefined ? null : seen(world, scene, first.tree, first.node?.id ?? 0);
    if (found === null) continue;
    for (const { slot, names } of bySlot(readers))
      stems.push(placeReader(found, slot, readersText(names), scene, table));
  }
  return stems;
}

function placeReader(
  { pane, box }: { readonly pane: Pane; readonly box: NodeBox },
  slot: number,
  text: string,
  scene: TrailScene,
  table: Table,
): Stem {
  const node = boxPlace(pane, box, scene);
  const cell = slot < 0 ? null : cellPlace(pane, box, slot, scene);
  const middle = cell === null ? node.x + pillWidth(text) / 2 : cell.x + cell.w / 2;
  const level = signLevel(box, cell ?? cellPlace(pane, box, 0, scene), scene);
  const pill = table.insist('reader', text, middle, level, node);
  return { d: cell === null ? '' : stemPath(pill, cell), cell };
}

/** Along the cells from a pill that stands aside to the middle of its slot; nothing from one that stands over it. */
export function stemPath(pill: Cell, cell: Cell): string {
  const middle = cell.x + cell.w / 2;
  if (pill.x <= middle && pill.x + pill.w >= middle)
    return pill.y + pill.h < cell.y - 2 ? `M${middle},${pill.y + pill.h}V${cell.y}` : '';
  const edge = pill.x > middle ? pill.x : pill.x + pill.w;
  return `M${edge},${cell.y - 1.5}H${middle}V${cell.y}`;
}

// --- What is touched, broken, named ---

// The whole text of a touched entry that its cell cuts or leaves out.
function placeCaption(world: World, scene: TrailScene, table: Table): void {
  const { touched, letters, trail } = scene;
  const pane = touched === null || (trail?.visits.length ?? 0) > 0 ? null : findPane(world, touched.tree);
  if (touched === null || pane === null) return;
  for (const box of pane.layout.boxes) {
    const run = scene.inView(pane, box) ? touchedRun(box.node, touched.first, touched.last) : null;
    if (run === null) continue;
    for (let slot = run.from; slot <= run.to; slot++) {
      const look = pane.look(box.node.slots[slot] ?? 0n);
      const shown = letters === null ? '' : cellLines(look, letters).join(' ');
      if (look.text === shown) continue;
      const cell = cellPlace(pane, box, slot, scene);
      const node = boxPlace(pane, box, scene);
      // Without a lane, in the row of cells where these are bare, else between this node and the next.
      const level =
        box.metrics.lane > 0
          ? signLevel(box, cell, scene)
          : letters === null
            ? cell.y + cell.h / 2
            : node.y + node.h + 4;
      table.insist('caption', clip(look.text, CAPTION_MOST), cell.x + cell.w / 2, level, node);
      return;
    }
  }
}

// On the upper edge of each broken node: which invariants.
function placeBroken(world: World, scene: TrailScene, table: Table): void {
  for (const pane of world.panes) {
    const byNode = new Map<number, Set<number>>();
    for (const { node, invariant, excused } of pane.scene.findings) {
      if (!excused && node > 0) byNode.set(node, (byNode.get(node) ?? new Set()).add(invariant));
    }
    for (const [id, numbers] of byNode) {
      const box = pane.layout.byId.get(id);
      if (box === undefined || !scene.inView(pane, box)) continue;
      const place = boxPlace(pane, box, scene);
      const text = brokenText([...numbers].sort((a, b) => a - b));
      // Where the head is small it would cover the text there.
      const over = scene.detail === 'full' ? 3 : PILL_HEIGHT / 2 + 2;
      // Over it, at the right; beside the picture's buttons, where those stand over the node.
      const right =
        place.y - over - PILL_HEIGHT / 2 < CORNER_HEIGHT
          ? Math.min(place.x + place.w, scene.corner?.() ?? Infinity)
          : place.x + place.w;
      table.offer(
        'broken',
        text,
        Math.max(place.x + pillWidth(text) / 2, right - pillWidth(text) / 2 - 3),
        place.y - over,
      );
    }
  }
}

// From afar heads are bars: the nodes that the step's words are about have their number still.
function placeNames(world: World, scene: TrailScene, pills: readonly Pill[]): readonly NodeName[] {
  if (scene.detail !== 'far') return [];
  const names: NodeName[] = [];
  for (const pane of world.panes) {
    const named = namedNodes(pane, scene);
    for (const box of pane.layout.boxes) {
      if (!named.has(box.node.id) || box.node.id === 0 || !scene.inView(pane, box)) continue;
      const place = boxPlace(pane, box, scene);
      const text = `#${box.node.id}`;
      if (place.h < NAMED_HEIGHT || place.w < pillWidth(text) + 2) continue;
      const band = cellPlace(pane, box, 0, scene).y - place.y - box.metrics.lane * scene.camera.k;
      const w = pillWidth(text) - 4;
      const [left, right] = [place.x + 3, place.x + place.w - w - 3];
      const used = cellPlace(pane, box, box.node.end, scene);
      const free = right >= used.x + used.w + 2;
      // In the head, at the left or the right; where the head is a mere bar, over the slots that are not used, else
      // over the node: never on a slot.
      const tries =
        band >= NAMED_BAND
          ? [left, right].map((x) => ({ x, y: place.y + band / 2 }))
          : free
            ? [{ x: right, y: used.y + used.h / 2 }]
            : [{ x: left, y: place.y - 5 }];
      const at = tries.find(({ x, y }) => !pills.some((pill) => overlap(pill, { x, y: y - 5, w, h: 10 })));
      if (at !== undefined) names.push({ x: at.x, y: at.y + 4.2, text });
    }
  }
  return names.length > NAMED_MOST ? [] : names;
}

function namedNodes(pane: Pane, { trail, touched }: TrailScene): ReadonlySet<number> {
  const named = new Set<number>();
  for (const { node } of pane.layout.boxes)
    if (changeOf(pane, node.id) === 'new' || changeOf(pane, node.id) === 'rewritten') named.add(node.id);
  if (trail?.tree === pane.name) for (const { node } of trail.marks) named.add(node);
  if (touched?.tree === pane.name) for (const id of pathTo(pane, touched.first, touched.last)) named.add(id);
  return named;
}

// Over the root, where the state started over.
function placeRestarts(world: World, scene: TrailScene, trail: Trail, table: Table): void {
  const pane = world.panes.find(({ name }) => name === trail.tree);
  const root = pane?.layout.boxes[0];
  const [dead] = trail.restarts;
  if (pane === undefined || root === undefined || dead === undefined) return;
  const text =
    trail.restarts.length === 1
      ? `#${dead.node} is dead: again from the root`
      : `${trail.restarts.length} dead nodes met: again from the root`;
  const box = boxPlace(pane, root, scene);
  for (const x of [box.x + box.w / 2, box.x + box.w - pillWidth(text) / 2, box.x + pillWidth(text) / 2]) {
    if (table.offer('restart', text, x, box.y - 12) !== null) return;
  }
}
