// SPDX-License-Identifier: GPL-2.0-or-later
//
// The dock under the tree: nodes that are gone after the step, faded, each with a sentence. From replaced ones arrows
// lead to the nodes that took over their slots; destroyed ones are crossed out. A dead node that a parked reader still
// stands on stays in the dock until the reader moves on or leaves; other dead nodes that wait are drawn in the step in
// which they died, and counted as long as they wait: drawn and counted nodes make up the scene's number. The dock has a
// fixed place and size, so the tree above never moves because of it.

import type { NodePicture } from '../../model/picture';
import type { SceneReader } from '../../model/run';
import { entryLooks, type LookUp } from '../shared/entry-look';
import { counted } from '../../base/text';
import { listText } from '../shared/text';
import { put } from '../shared/svg';
import { ALONE, fillNode } from './draw';
import { countTexts, isNarrowPicture, LETTER_LEAST, letteringOf } from './letters';
import {
  cellRow,
  entryWidth,
  HEAD_HEIGHT,
  HEAD_LEAST,
  headHeight,
  NODE_PAD,
  nodeHeight,
  nodeWidth,
  slotSpan,
  type Metrics,
} from './node-box';
import { pivotZoom, type Pane, type World } from './pane';
import type { TouchedRange } from '../shared/refs';
import { restText, type Departure } from './successors';
import type { Look } from '../shared/trail';
import { drawGhostMarks, strikeGone } from './ghost-marks';
import type { Cell } from './trail-places';

export const DOCK_HEIGHT = 130;
const GHOST: Metrics = { cell: 24, pivotLines: 1, head: HEAD_HEIGHT, lane: 0 };
/** Over the cells of a ghost that has signs or readers. */
const GHOST_LANE = 15;
/** Width of a ghost that is not like live nodes: at most, and at least. */
const LARGE = nodeWidth(GHOST) * 0.82;
const SMALL = 176;
/** A higher node is drawn at full width, and smaller: two lines of its sentence have their place below. */
const HIGHEST = 74;
/** In a low dock. */
const HIGHEST_LOW = 58;
const BETWEEN = 16;
/** From one row of ghosts to the next, and what two rows need with the line under them. */
const ROW = 106;
export const TWO_ROWS = 2 * ROW + 16;
const SIDE = 16;

export interface Ghost {
  /** Null for a node of a tree that no longer exists. */
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
  /** It waits for readers to leave, one of its own or another. */
  readonly waits: boolean;
  /** Left edge in the dock, in pixels of the screen. */
  readonly x: number;
  readonly w: number;
  /** 0, or 1 in a second row. */
  readonly row: number;
  /**
   * It is drawn no larger than this: that of the live nodes if it is as wide as they are; 0 if its pivots could not be
   * read.
   */
  readonly zoom: number;
}

/** Readers of the shown trees, or of trees that no longer exist, that stand on a dead node. */
export function readersOfTheDead(
  readers: readonly SceneReader[],
  shown: readonly string[],
  existing: readonly string[],
): readonly SceneReader[] {
  return readers.filter(
    ({ dead, node, tree }) => dead && node !== null && (shown.includes(tree) || !existing.includes(tree)),
  );
}

/**
 * The ghosts that are drawn, and those that are only counted: departures of the step, and nodes that wait for readers.
 */
export interface DockContent {
  readonly shown: readonly Ghost[];
  readonly rest: readonly Departure[];
  /**
   * Departures that are not drawn and do not wait are in `rest`. Dead nodes that wait for readers, beyond those drawn
   * as waiting.
   */
  readonly restWaiting: number;
  /** All that wait. */
  readonly waiting: number;
}

export interface DockStyle {
  readonly hatch: string;
  /** A search's verdicts on slots, before the store after it replaced their node. */
  readonly looks: readonly Look[];
  /** The dock is low. */
  readonly low: boolean;
  /** The least size of letters in cells. */
  readonly least: number;
}

/**
 * The ghosts that fit a width: first those that a reader stands on, then the one that the step was about; and those
 * that do not fit. Without rows it is one, for its sentence alone.
 */
export function chooseGhosts(
  world: World,
  touched: TouchedRange | null,
  width: number,
  readers: readonly SceneReader[],
  waiting = 0,
  rows = 1,
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
  const others = all.filter(({ departure }) => !kept.some(([first]) => first?.node?.id === departure.gone.id));
  // A node that died in this step with a reader on it waits as well, as far as the count of the waiting reaches.
  let left = waiting - kept.length;
  const ghosts = [
    ...kept.map((readersOf) => keptGhost(readersOf, world, all)),
    ...others.map(({ pane, departure }) =>
      departedGhost(pane, departure, pane.scene.rcuDuring && departure.fate !== 'lost' && left-- > 0),
    ),
  ];
  const live = Math.max(...world.panes.map(({ layout }) => nodeWidth(layout.metrics) * world.zoom));
  const beside = (w: number): number => Math.floor((width - SIDE) / (w + BETWEEN));
  // As wide as live ones that show their pivots, unless one would lose its place to that.
  const zoom =
    world.zoom * (world.panes[0]?.layout.metrics.type ?? 1) >= pivotZoom({ narrow: isNarrowPicture(width) }) &&
    beside(live) >= (Math.min(ghosts.length, beside(LARGE)) || 1)
      ? world.zoom
      : 0;
  const shown: Ghost[] = [];
  let [x, row] = [SIDE, 0];
  for (const ghost of ghosts) {
    const w = Math.min(zoom > 0 ? live : ghostWidth(ghost, live), width - 2 * SIDE);
    if (x > SIDE && x + w > width - SIDE) [x, row] = [SIDE, row + 1];
    if (shown.length > 0 && (rows === 0 || row === rows)) break;
    shown.push({ ...ghost, x, w, row, zoom });
    x += w + BETWEEN;
  }
  const hidden = ghosts.slice(shown.length);
  return {
    shown,
    rest: hidden.flatMap(({ departed, waits }) => (departed === null || waits ? [] : [departed])),
    restWaiting: Math.max(0, waiting - shown.filter(({ waits }) => waits).length),
    waiting,
  };
}

type Unplaced = Omit<Ghost, 'x' | 'w' | 'row' | 'zoom'>;

// No larger than live leaves are, but for what it held: that can be read whatever the live ones tell.
function ghostWidth({ node, look }: Unplaced, live: number): number {
  const texts = countTexts(node.kind === 'leaf' ? node.slots.map(look) : []);
  let w = Math.max(SMALL, live);
  if (texts.short.size + texts.labels.size > 0)
    while (w < LARGE && letteringOf(texts, (w - 2 * NODE_PAD) / 16, LETTER_LEAST) === null) w += 4;
  return Math.min(w, LARGE);
}

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

function departedGhost(pane: Pane, departure: Departure, waits: boolean): Unplaced {
  return { ...departure, pane, node: departure.gone, look: pane.look, readers: [], departed: departure, waits };
}

function keptGhost(
  readers: readonly SceneReader[],
  world: World,
  departing: readonly { readonly pane: Pane; readonly departure: Departure }[],
): Unplaced {
  const first = readers[0]!;
  const node = first.node!;
  const now = departing.find(({ departure }) => departure.gone.id === node.id) ?? null;
  const pane = now?.pane ?? world.panes.find(({ name }) => name === first.tree) ?? null;
  const names = listText(readers.map(({ name }) => name));
  const since = Math.min(...readers.map((reader) => reader.since));
  return {
    fate: 'replaced',
    successors: [],
    ...now?.departure,
    pane,
    node,
    look: pane?.look ?? entryLooks(null, []),
    sentence:
      `#${node.id} is dead; kept for ${names}, ${readers.length === 1 ? 'which entered at' : 'in since'} step ` +
      `${since}.`,
    readers,
    departed: now?.departure ?? null,
    waits: true,
  };
}

/** Fills the dock's element with the ghosts. */
export function drawDock(dock: HTMLElement, content: DockContent, style: DockStyle): void {
  dock.replaceChildren();
  dock.hidden = content.shown.length === 0 && content.waiting === 0;
  for (const ghost of content.shown) {
    const figure = document.createElement('div');
    figure.className = `ms-ghost${ghost.waits ? ' is-kept' : ''}${ghost.fate === 'lost' ? ' is-lost' : ''}`;
    figure.dataset.node = ghost.node.id.toString();
    figure.style.setProperty('--x', `${ghost.x}px`);
    if (ghost.row > 0) figure.style.top = `${ROW + 4}px`;
    figure.style.width = `${ghost.w}px`;
    figure.append(drawGhost(ghost, style));
    const words = document.createElement('p');
    words.textContent = ghost.sentence;
    figure.append(words);
    dock.append(figure);
  }
  const remarks = remarksOn(content);
  if (remarks === '') return;
  const line = document.createElement('p');
  line.className = 'remarks';
  line.textContent = remarks;
  dock.append(line);
}

function drawGhost(
  { pane, node, look, fate, readers, departed, w: width, zoom }: Ghost,
  { hatch, looks, low, least }: DockStyle,
): SVGElement {
  const signs = departed === null ? [] : looks.filter((one) => one.node === node.id);
  const lane = signs.length > 0 || readers.length > 0 ? GHOST_LANE : 0;
  const type = zoom > 0 ? (pane?.layout.metrics.type ?? 1) : 1;
  // The dock has no room for pivots, which the live nodes show.
  const detail = 'plain';
  const given: Metrics = {
    ...GHOST,
    type,
    head: headHeight(type),
    pivotLines: 1,
    byContent: pane?.layout.metrics.byContent ?? false,
  };
  const scale =
    zoom > 0 ? Math.min(zoom, (low ? HIGHEST_LOW : HIGHEST) / nodeHeight(node.kind, { ...given, lane })) : 1;
  const plainHead = Math.max(given.head, HEAD_LEAST.usual / scale);
  const metrics: Metrics = { ...given, plainHead, lane, cell: (width / scale - 2 * NODE_PAD) / 16 };
  const w = nodeWidth(metrics);
  const h = nodeHeight(node.kind, metrics);
  const svg = put(document.createElement('div'), 'svg', { viewBox: `0 0 ${w} ${h}`, width, height: h * scale });
  const group = put(svg, 'g', {}) as SVGGElement;
  const letters =
    node.kind === 'leaf'
      ? letteringOf(
          countTexts(node.slots.map(look)),
          entryWidth(node, metrics) * scale,
          13,
          cellRow(node.kind, metrics, detail).h * scale,
          least,
        )
      : null;
  if (letters !== null) group.style.setProperty('--letter', `${(letters.px / scale).toFixed(2)}px`);
  fillNode(group, { node, metrics, change: null, look, broken: [], detail, letters, ...ALONE }, hatch);
  group.classList.add('is-ghost', `is-${detail}`);
  group.style.setProperty('--ghost-head', `${(12 / scale).toFixed(2)}px`);
  const row = cellRow(node.kind, metrics, detail);
  const cellAt = (slot: number): Cell => ({ ...slotSpan(node, metrics, slot), ...row });
  if (node.kind === 'leaf') strikeGone(group, node, pane?.scene.goneVmas ?? [], cellAt);
  if (departed !== null && fate === 'destroyed')
    put(svg, 'path', { class: 'crossed', d: `M0,0L${w},${h}M${w},0L0,${h}` });
  if (metrics.lane > 0) drawGhostMarks(svg, { cell: cellAt, lane: GHOST_LANE, width: w }, signs, readers);
  return svg;
}

// The sentences for more than one ghost: how many are not shown, how many wait, and who may still see them.
function remarksOn({ shown, rest, restWaiting, waiting }: DockContent): string {
  const remarks = rest.length === 0 ? [] : [`${restText(rest)}.`];
  if (restWaiting > 0) {
    const drawn = waiting - restWaiting;
    remarks.push(
      drawn === 0
        ? `${counted(waiting, 'dead node waits', 'dead nodes wait')} for readers to leave.`
        : `${waiting} dead nodes wait for readers: ${drawn} drawn, ${restWaiting} more.`,
    );
  } else if (shown.some(({ waits, readers }) => waits && readers.length === 0)) {
    remarks.push('They stay readable until the readers that entered before have left.');
  } else if (
    shown.some(
      ({ pane, departed, waits, fate }) =>
        departed !== null && !waits && fate !== 'lost' && pane?.scene.rcuDuring === true,
    )
  ) {
    remarks.push('Readers may still read these nodes until the grace period ends, with the step.');
  }
  return remarks.join(' ');
}
