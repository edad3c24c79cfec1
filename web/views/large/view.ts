// SPDX-License-Identifier: GPL-2.0-or-later
//
// The picture of a tree too large to be drawn node by node. Owns a canvas, its camera and what is folded; draws at most
// once a frame, and nothing while nothing has changed. Knows no engine: what it wants to know of single nodes it asks
// of whoever made it.

import { levelOf, pathOf, rowOf, rowsOf, type TreeOverview } from '../../model/overview';
import { entryLooks } from '../shared/entry-look';
import type { Colours } from '../shared/palette';
import { keepHatching, keepPainting } from '../shared/pen';
import { clearedPen, createSkeleton } from '../shared/skeleton';
import { counted } from '../../base/text';
import { groupedCount } from '../shared/text';
import { foldFrom, levelCount, onNamesKey, placeNames, writeNames, writeScales } from './beside';
import { cameraOn, fit, glide, lookAt, moveTo, relay, zoomHere } from './camera';
import { drawLarge } from './draw';
import { listen } from './hands';
import { el } from './html';
import { createMinimap } from './minimap';
import type { Ink } from './node';
import { inView } from './rows';
import { emptyStage, isShown, leavesInView, lowestRow, sceneryOf, takeSpans, type Parts, type Stage } from './stage';
import { fillTwin, listed } from './twin';
import type { LargeView, LargeViewData, LargeViewOptions } from './types';

/** The table follows the picture once it has rested. */
const TWIN_MS = 250;
/** Side of the tile of the hatching. */
const TILE = 8;
const LINE = 2;

export function createLargeView(options: LargeViewOptions): LargeView {
  const { host } = options;
  const parts = buildParts(host, (x) => moveTo(stage, x));
  const { ground, names } = parts;
  let twinTimer: ReturnType<typeof setTimeout> | null = null;
  const restTwin = (): void => {
    if (twinTimer !== null) clearTimeout(twinTimer);
    twinTimer = setTimeout(() => writeTwin(stage), TWIN_MS);
  };
  const skeleton = createSkeleton({
    host,
    name: 'ms-large-view',
    frame: ground,
    tip: null,
    draw() {
      if (draw(stage)) restTwin();
    },
    recoloured() {
      stage.ink = null;
    },
    resized() {
      stage.size = { width: Math.floor(ground.clientWidth), height: Math.floor(ground.clientHeight) };
      relay(stage);
    },
  });
  const stage: Stage = emptyStage({ options, parts, skeleton });
  listen(stage);
  names.addEventListener('keydown', (event) => onNamesKey(stage, event));
  writeScales(stage);
  return {
    update: (next) => update(stage, next),
    fit: () => fit(stage),
    zoomBy(factor) {
      stage.stopMoving();
      zoomHere(stage, factor);
    },
    focusNode(tree, node) {
      const row = rowIn(stage, tree, node);
      if (row >= 0) glide(stage, cameraOn(stage, row));
    },
    hold() {
      const { fitted, camera } = stage;
      return () => {
        stage.stopMoving();
        if (fitted) fit(stage);
        else lookAt(stage, camera);
      };
    },
    fold(tree, node) {
      const row = rowIn(stage, tree, node);
      if (!isShown(stage) || row < 0) return;
      const below = levelOf(stage.overview, row) + 1;
      foldFrom(stage, stage.folded.has(below) ? stage.overview.levels.length : below);
    },
    levelsBy: (by) => levelsBy(stage, by),
    destroy() {
      stage.stopMoving();
      if (twinTimer !== null) clearTimeout(twinTimer);
      host.classList.remove('as-table');
      skeleton.destroy();
    },
  };
}

function rowIn({ overview }: Stage, tree: string, node: number): number {
  return overview?.tree === tree ? rowOf(overview, node) : -1;
}

function levelsBy(stage: Stage, by: 1 | -1): void {
  if (!isShown(stage)) return;
  const levels = levelCount(stage);
  let shown = levels;
  while (shown > 1 && stage.folded.has(shown - 1)) shown--;
  foldFrom(stage, Math.max(1, Math.min(levels, shown + by)));
}

// ---- What is given ----

function update(stage: Stage, next: LargeViewData): void {
  const { data: before, parts } = stage;
  stage.data = next;
  const relabelled = next.labels !== before.labels || next.vmas !== before.vmas;
  if (relabelled || next.nodes !== before.nodes) {
    stage.texts = null;
    stage.lettered.clear();
  }
  if (relabelled) stage.look = entryLooks(next.vmas, next.labels);
  stage.options.host.classList.toggle('as-table', next.table);
  parts.twin.tabIndex = next.table ? 0 : -1;
  parts.ground.tabIndex = next.table ? -1 : 0;
  const other = next.overview !== null && next.overview !== stage.overview;
  if (next.overview !== null && other) takeOverview(stage, next.overview);
  if (other || next.rings !== before.rings) takeRings(stage);
  stage.skeleton.soon();
}

// Another step of the same tree keeps the part in view.
function takeOverview(stage: Stage, next: TreeOverview): void {
  const { overview } = stage;
  const same = overview !== null && overview.tree === next.tree;
  const changed = !same || overview.levels.join() !== next.levels.join();
  if (!same) {
    stage.fitted = true;
    stage.folded.clear();
  }
  stage.overview = next;
  takeSpans(stage);
  if (changed) writeNames(stage);
  relay(stage);
}

function takeRings(stage: Stage): void {
  const { overview: shown, data } = stage;
  if (shown === null || data.rings.length === 0) {
    stage.rings = [];
    return;
  }
  const rows = rowsOf(shown, new Set(data.rings.map(({ node }) => node)));
  stage.rings = data.rings.flatMap((ref) => {
    const row = rows.get(ref.node);
    return row === undefined || ref.tree !== shown.tree ? [] : [{ ref, row }];
  });
}

// ---- Drawing ----

// Whether there was something to draw.
function draw(stage: Stage): boolean {
  const { parts, size, camera, spans, options, skeleton } = stage;
  if (!isShown(stage) || size.width === 0) return false;
  const pen = clearedPen(parts.canvas, size);
  if (pen === null) return false;
  const ink = (stage.ink ??= readInk(options.host, pen, skeleton.colours));
  const scenery = sceneryOf(stage);
  const needed = drawLarge(pen, scenery, ink);
  keepPainting(parts.canvas, { ...size, scale: 1, paint: (other) => void drawLarge(other, scenery, ink) });
  parts.minimap.update(stage.overview, spans, camera, size, ink.colours);
  placeNames(stage);
  options.host.dataset['zoom'] = camera.k.toFixed(4);
  options.host.dataset['step'] = String(stage.overview.step);
  if (needed.length > 0) options.onNeed?.(needed);
  return true;
}

function readInk(host: HTMLElement, pen: CanvasRenderingContext2D, colours: Colours): Ink {
  const style = getComputedStyle(host);
  return {
    colours,
    words: style.getPropertyValue('--words'),
    mono: style.getPropertyValue('--mono'),
    hatch: hatching(pen, colours) ?? colours.hatch,
  };
}

function hatching(pen: CanvasRenderingContext2D, colours: Colours): CanvasPattern | null {
  const tile = el('canvas', { width: TILE, height: TILE });
  const paint = tile.getContext('2d');
  if (paint === null) return null;
  paint.fillStyle = colours.panel;
  paint.fillRect(0, 0, TILE, TILE);
  paint.strokeStyle = colours.hatch;
  paint.lineWidth = LINE;
  paint.beginPath();
  for (const at of [-TILE, 0, TILE]) {
    paint.moveTo(at - 1, TILE + 1);
    paint.lineTo(at + TILE + 1, -1);
  }
  paint.stroke();
  const pattern = pen.createPattern(tile, 'repeat');
  if (pattern !== null) keepHatching(pattern, { ground: colours.panel, line: colours.hatch, width: LINE, step: TILE });
  return pattern;
}

function writeTwin(stage: Stage): void {
  if (!isShown(stage)) return;
  const { overview, data, spans, parts } = stage;
  const touched = data.touched?.tree === overview.tree ? data.touched : null;
  const row = lowestRow(stage);
  const [from, to] = row === undefined ? [0, 0] : inView(row, spans, ...leavesInView(stage));
  const path = touched === null ? [] : pathOf(overview, touched.first);
  fillTwin(parts.table, overview, { path, ...listed(from, to) });
  const counts = `${counted(overview.ids.length, 'node')} in ${counted(levelCount(stage), 'level')}`;
  const inSight = `${groupedCount(to - from)} of level ${(row?.level ?? 0) + 1} in view`;
  const keys =
    'Arrow keys move, plus and minus zoom, 0 shows all, Shift with an arrow chooses a node, Enter goes into it.';
  parts.ground.setAttribute('aria-label', `${overview.tree}: ${counts}; ${inSight}. ${keys}`);
}

function buildParts(host: HTMLElement, show: (x: number) => void): Parts {
  const canvas = el('canvas', { className: 'ms-large-canvas' });
  canvas.setAttribute('aria-hidden', 'true');
  const ground = named(el('div', { className: 'ms-large-ground', tabIndex: 0 }, canvas), 'application', 'The tree');
  const names = named(el('div', { className: 'ms-large-rows' }), 'toolbar', 'Levels: which are shown');
  const scales = named(el('div', { className: 'ms-large-scale' }), 'group', 'From left to right');
  const table = el('table', { className: 'ms-large-table' });
  const twin = named(el('div', { className: 'ms-large-twin', tabIndex: -1 }, table), 'region', 'The nodes as a table');
  const minimap = createMinimap(show);
  host.replaceChildren(ground, names, scales, minimap.element, twin);
  if (canvas.getContext('2d', { alpha: false }) === null) throw new Error('this browser gives no canvas to draw on');
  return { canvas, ground, names, scales, twin, table, minimap };
}

function named<T extends HTMLElement>(element: T, role: string, label: string): T {
  element.setAttribute('role', role);
  element.setAttribute('aria-label', label);
  return element;
}
