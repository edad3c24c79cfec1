// SPDX-License-Identifier: GPL-2.0-or-later
//
// The picture of a tree too large to be drawn node by node. Owns a canvas, its camera and what is folded; draws at most
// once a frame, and nothing while nothing has changed. Knows no engine: what it wants to know of single nodes it asks
// of whoever made it.

import { levelOf, OVERVIEW_KINDS, pathOf, rowOf, rowsOf, type TreeOverview } from '../../model/overview';
import { sameRef, WHOLE_NODE, type SlotRef } from '../shared/refs';
import { entryLooks, type LookUp } from '../shared/entry-look';
import { motionAllowed, tween } from '../shared/motion';
import { onSchemeChange, resolveColours } from '../shared/palette';
import { groupedCount, plural } from '../shared/text';
import { countTexts, letteringOf, type Texts } from '../tree/letters';
import { drawLarge, geometryOf, type Ring, type Scenery } from './draw';
import { el } from './html';
import { createMinimap } from './minimap';
import type { Ink, Letters } from './node';
import {
  clampCamera,
  fitZoom,
  inView,
  layoutRows,
  LEAF_MOST,
  metricsFor,
  nodeAt,
  SIDE,
  spansOf,
  type Camera,
  type Row,
  type Size,
  type Spans,
} from './rows';
import { fillTwin, listed } from './twin';
import type { LargeScale, LargeView, LargeViewData, LargeViewOptions } from './types';

const LETTER_MOST = 13;
const PAN_PART = 0.2;
const ZOOM_STEP = 1.6;
/** The table follows the picture once it has rested. */
const TWIN_MS = 250;
const CLICK_PX = 4;
/** So wide a leaf can be read, whether or not all of it is in view. */
const LEAF_READ = 470;

const NOTHING: LargeViewData = {
  overview: null,
  nodes: new Map(),
  vmas: null,
  labels: [],
  touched: null,
  selected: null,
  hovered: null,
  rings: [],
  table: false,
};

export function createLargeView({ host, onHover, onSelect, onNeed }: LargeViewOptions): LargeView {
  const canvas = el('canvas', { className: 'ms-large-canvas' });
  canvas.setAttribute('aria-hidden', 'true');
  const ground = el('div', { className: 'ms-large-ground', tabIndex: 0 }, canvas);
  ground.setAttribute('role', 'application');
  const names = el('div', { className: 'ms-large-rows' });
  names.setAttribute('role', 'toolbar');
  names.setAttribute('aria-label', 'Levels: which are shown');
  const scales = el('div', { className: 'ms-large-scale' });
  scales.setAttribute('role', 'group');
  scales.setAttribute('aria-label', 'From left to right');
  const table = el('table', { className: 'ms-large-table' });
  const twin = el('div', { className: 'ms-large-twin', tabIndex: -1 }, table);
  twin.setAttribute('role', 'region');
  twin.setAttribute('aria-label', 'The nodes as a table');
  ground.setAttribute('aria-label', 'The tree');
  const minimap = createMinimap((x) => moveTo(x));
  host.classList.add('ms-large-view');
  host.replaceChildren(ground, names, scales, minimap.element, twin);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('this browser gives no canvas to draw on');
  const pen = context;

  let data = NOTHING;
  let overview: TreeOverview | null = null;
  let scale: LargeScale = 'leaves';
  let spans: Spans = { from: [], to: [], width: 1 };
  let size: Size = { width: 0, height: 0 };
  let camera: Camera = { k: 1, x: 0, y: 0 };
  let rows: readonly Row[] = [];
  let height = 0;
  let fitted = true;
  const folded = new Set<number>();
  let ink: Ink | null = null;
  let look: LookUp = entryLooks(null, []);
  let texts: Texts | null = null;
  let rings: readonly Ring[] = [];
  let frame = 0;
  let twinTimer: ReturnType<typeof setTimeout> | null = null;
  let stopMoving = (): void => undefined;

  // ---- Drawing ----

  function scenery(shown: TreeOverview): Scenery {
    return {
      overview: shown,
      nodes: data.nodes,
      spans,
      rows,
      camera,
      size,
      metrics: metricsFor(shown),
      look,
      letters,
      touched: data.touched,
      selected: data.selected,
      hovered: data.hovered,
      rings,
    };
  }

  const lettered = new Map<number, Letters | null>();
  function letters(cell: number): Letters | null {
    const width = Math.round(cell * 2) / 2;
    const known = lettered.get(width);
    if (known !== undefined) return known;
    texts ??= countTexts(
      [...data.nodes.values()].flatMap((node) => (node.kind === 'leaf' ? node.slots.map(look) : [])),
    );
    const found = letteringOf(texts, width, Math.min(LETTER_MOST, width));
    lettered.set(width, found);
    return found;
  }

  function schedule(): void {
    if (frame === 0) frame = requestAnimationFrame(draw);
  }

  function draw(): void {
    frame = 0;
    if (overview === null || size.width === 0) return;
    ink ??= readInk();
    const ratio = window.devicePixelRatio || 1;
    const [w, h] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const needed = drawLarge(pen, scenery(overview), ink);
    minimap.update(overview, spans, camera, size, ink.colours);
    placeNames();
    host.dataset['zoom'] = camera.k.toFixed(4);
    host.dataset['step'] = String(overview.step);
    if (needed.length > 0) onNeed?.(needed);
    restTwin();
  }

  function readInk(): Ink {
    const style = getComputedStyle(host);
    const colours = resolveColours(host);
    const tile = el('canvas', { width: 8, height: 8 });
    const paint = tile.getContext('2d');
    if (paint === null)
      return {
        colours,
        words: style.getPropertyValue('--words'),
        mono: style.getPropertyValue('--mono'),
        hatch: colours.hatch,
      };
    paint.fillStyle = colours.panel;
    paint.fillRect(0, 0, 8, 8);
    paint.strokeStyle = colours.hatch;
    paint.lineWidth = 2;
    paint.beginPath();
    for (const at of [-8, 0, 8]) {
      paint.moveTo(at - 1, 9);
      paint.lineTo(at + 9, -1);
    }
    paint.stroke();
    return {
      colours,
      words: style.getPropertyValue('--words'),
      mono: style.getPropertyValue('--mono'),
      hatch: pen.createPattern(tile, 'repeat') ?? colours.hatch,
    };
  }

  // ---- Layout and camera ----

  // The small map stands below the lowest row, not over it.
  function layOut(k: number): ReturnType<typeof layoutRows> {
    if (overview === null) return { rows: [], height: 0 };
    const found = layoutRows(overview, spans, k, size, folded);
    return { ...found, height: found.height + minimap.room(overview, spans, k, size) };
  }

  function relay(): void {
    if (overview === null || size.width === 0) return;
    if (fitted) camera = { k: fitZoom(spans, size), x: -SIDE / fitZoom(spans, size), y: 0 };
    ({ rows, height } = layOut(camera.k));
    camera = clampCamera(camera, spans, size, height);
    schedule();
  }

  function lookAt(next: Camera): void {
    if (overview === null) return;
    const least = fitZoom(spans, size);
    const k = Math.max(least, Math.min(next.k, Math.max(LEAF_MOST, least)));
    ({ rows, height } = layOut(k));
    camera = clampCamera({ ...next, k }, spans, size, height);
    fitted = camera.k <= least * 1.0001;
    schedule();
  }

  // Keeps what is at `x`, `y` of the screen there, or as far along as `place` puts it at the new zoom.
  function zoomAbout(factor: number, x: number, y: number, place = (_k: number): number => x): void {
    if (overview === null) return;
    const at = camera.x + x / camera.k;
    const row = rows.find((one) => one.y + one.h >= y + camera.y) ?? rows.at(-1);
    const share = row === undefined ? 0 : (y + camera.y - row.y) / Math.max(1, row.h);
    const least = fitZoom(spans, size);
    const k = Math.max(least, Math.min(camera.k * factor, Math.max(LEAF_MOST, least)));
    const then = layOut(k).rows.find(({ level }) => level === row?.level);
    lookAt({ k, x: at - place(k) / k, y: then === undefined ? 0 : then.y + Math.min(share, 1.2) * then.h - y });
  }

  // From left to right about what one is looking for, from top to bottom about the lowest row that is in view.
  function zoomHere(factor: number): void {
    const lowest = rows.findLast((one) => !one.folded && one.y - camera.y < size.height);
    const y = Math.min(lowest === undefined ? size.height / 2 : lowest.y + lowest.h / 2 - camera.y, size.height - 60);
    const [from, to] = lookedFor() ?? [camera.x, camera.x + size.width / camera.k];
    // The middle of what is in view of it; all of it stays in view as long as it can.
    const x = (Math.max(0, (from - camera.x) * camera.k) + Math.min(size.width, (to - camera.x) * camera.k)) / 2;
    zoomAbout(factor, x, y, (k) => {
      const half = Math.min(size.width / 2, SIDE + ((to - from) * k) / 2);
      return Math.max(half, Math.min(x, size.width - half));
    });
  }

  // From where to where (in leaves) the chosen node reaches, else the leaves that the step touched; null if out of
  // view.
  function lookedFor(): readonly [number, number] | null {
    const shown = overview;
    if (shown === null) return null;
    const chosen = data.selected?.tree === shown.tree ? rowOf(shown, data.selected.node) : -1;
    const touched = data.touched?.tree === shown.tree ? data.touched : null;
    const ends = [
      chosen >= 0 ? [chosen] : [],
      touched === null ? [] : [touched.first, touched.last].flatMap((index) => pathOf(shown, index).slice(-1)),
    ];
    for (const rowsOfIt of ends) {
      const [from, to] = [spans.from[rowsOfIt[0] ?? -1], spans.to[rowsOfIt.at(-1) ?? -1]];
      if (from !== undefined && to !== undefined && to > camera.x && from < camera.x + size.width / camera.k)
        return [from, to];
    }
    return null;
  }

  function moveTo(x: number): void {
    stopMoving();
    lookAt({ ...camera, x: x - size.width / camera.k / 2 });
  }

  // Zooms first out and then in, so that one sees where it goes; at once where motion is not wanted.
  function glide(to: Camera): void {
    stopMoving();
    const from = camera;
    if (!motionAllowed()) {
      lookAt(to);
      return;
    }
    const middleFrom = from.x + size.width / from.k / 2;
    const middleTo = to.x + size.width / to.k / 2;
    stopMoving = tween((part) => {
      const k = from.k * (to.k / from.k) ** part;
      const middle =
        middleFrom +
        (middleTo - middleFrom) * (to.k === from.k ? part : (1 / k - 1 / from.k) / (1 / to.k - 1 / from.k));
      lookAt(part === 1 ? to : { k, x: middle - size.width / k / 2, y: from.y + (to.y - from.y) * part });
    });
  }

  function cameraOn(row: number): Camera {
    const [from, to] = [spans.from[row] ?? 0, spans.to[row] ?? 0];
    const leaf = overview !== null && overview.childCounts[row] === 0;
    const least = fitZoom(spans, size);
    // A leaf at full size, anything else with its children in view.
    const k = Math.max(
      least,
      Math.min(
        leaf ? Math.max(size.width * 0.8, LEAF_READ) / Math.max(1, to - from) : (size.width * 0.94) / (to - from),
        LEAF_MOST,
      ),
    );
    const then = layOut(k);
    const level = then.rows.find((one) => row >= one.from && row < one.to);
    const y = level === undefined ? 0 : level.y + level.h / 2 - size.height / 2;
    return { k, x: (from + to) / 2 - size.width / k / 2, y };
  }

  // ---- What stands beside the canvas ----

  function writeNames(): void {
    if (overview === null) return;
    const shown = overview;
    const levels = shown.levels.length - 1;
    names.replaceChildren(
      ...Array.from({ length: levels }, (_, level) => {
        const count = (shown.levels[level + 1] ?? 0) - (shown.levels[level] ?? 0);
        const kind = OVERVIEW_KINDS[shown.kinds[shown.levels[level] ?? 0] ?? 0] ?? 'leaf';
        const what =
          level === 0
            ? `root · ${kind}`
            : kind === 'leaf'
              ? plural(count, 'leaf', 'leaves')
              : plural(count, `${kind} node`);
        const button = el(
          'button',
          { type: 'button', className: 'ms-large-name', tabIndex: level === 0 ? 0 : -1 },
          el('span', { className: 'sign' }),
          el('span', {}, `level ${level + 1} · `),
          el('span', { className: 'what' }, what),
        );
        button.setAttribute('aria-pressed', String(!folded.has(level)));
        button.title = folded.has(level) ? 'Show this level' : 'Fold this level';
        button.onclick = () => {
          if (folded.has(level)) folded.delete(level);
          else folded.add(level);
          writeNames();
          relay();
          (names.children[level] as HTMLElement | undefined)?.focus();
        };
        return button;
      }),
    );
    placeNames();
  }

  // All levels from one on are folded, those above it shown.
  function foldFrom(first: number): void {
    folded.clear();
    for (let level = first; overview !== null && level < overview.levels.length - 1; level++) folded.add(level);
    writeNames();
    relay();
  }

  function placeNames(): void {
    const over = Math.min(24, (rows[0]?.y ?? 0) - 1);
    rows.forEach((row, k) => {
      const button = names.children[k];
      if (!(button instanceof HTMLElement)) return;
      const y = row.y - camera.y - over;
      button.style.transform = `translateY(${y}px)`;
      button.style.visibility = y < -30 || y > size.height ? 'hidden' : '';
    });
  }

  function writeScales(): void {
    const choice = (name: LargeScale, label: string, title: string): HTMLElement => {
      const button = el('button', { type: 'button', title }, label);
      button.setAttribute('aria-pressed', String(scale === name));
      button.onclick = () => {
        scale = name;
        fitted = true;
        takeSpans();
        writeScales();
        relay();
        (scales.children[name === 'leaves' ? 0 : 1] as HTMLElement | undefined)?.focus();
      };
      return button;
    };
    scales.replaceChildren(
      choice('leaves', 'by leaf', 'All leaves equally wide, in index order'),
      choice('indexes', 'by index', 'The index space to scale'),
    );
  }

  function takeSpans(): void {
    if (overview !== null) spans = spansOf(overview, scale);
  }

  function restTwin(): void {
    if (twinTimer !== null) clearTimeout(twinTimer);
    twinTimer = setTimeout(writeTwin, TWIN_MS);
  }

  function writeTwin(): void {
    twinTimer = null;
    if (overview === null) return;
    const touched = data.touched?.tree === overview.tree ? data.touched : null;
    const row = rows.findLast((one) => !one.folded);
    const [from, to] = row === undefined ? [0, 0] : inView(row, spans, camera.x, camera.x + size.width / camera.k);
    fillTwin(table, overview, { path: touched === null ? [] : pathOf(overview, touched.first), ...listed(from, to) });
    ground.setAttribute(
      'aria-label',
      `${overview.tree}: ${plural(overview.ids.length, 'node')} in ${plural(overview.levels.length - 1, 'level')}; ${groupedCount(to - from)} of level ${(row?.level ?? 0) + 1} in view. Arrow keys move, plus and minus zoom, 0 shows all, Shift with an arrow chooses a node, Enter goes into it.`,
    );
  }

  // ---- Pointer ----

  function refAt(x: number, y: number): SlotRef | null {
    if (overview === null) return null;
    const row = rows.find((one) => !one.folded && y + camera.y >= one.y - 2 && y + camera.y <= one.y + one.h + 4);
    if (row === undefined) return null;
    const at = nodeAt(row, spans, camera.x + x / camera.k);
    if (at < 0) return null;
    const node = overview.ids[at] ?? 0;
    const known = data.nodes.get(node);
    const { x: left, w, y: top, cells, head } = geometryOf(at, row, scenery(overview));
    const whole = { tree: overview.tree, node, slot: WHOLE_NODE };
    if (known === undefined || cells === null || x < left || x > left + w || y < top + head) return whole;
    const slot = Math.floor((x - cells.x) / cells.w);
    return slot >= 0 && slot <= known.end ? { ...whole, slot } : whole;
  }

  const pointers = new Map<number, { readonly x: number; readonly y: number }>();
  let pressed: { readonly x: number; readonly y: number; moved: boolean } | null = null;

  function placeOf(event: MouseEvent): { readonly x: number; readonly y: number } {
    const box = ground.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  function onDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    stopMoving();
    ground.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, placeOf(event));
    pressed = pointers.size === 1 ? { ...placeOf(event), moved: false } : null;
  }

  function onMove(event: PointerEvent): void {
    const at = placeOf(event);
    const before = pointers.get(event.pointerId);
    if (before === undefined) {
      const ref = refAt(at.x, at.y);
      ground.classList.toggle('on-node', ref !== null);
      if (!sameRef(ref, data.hovered)) onHover?.(ref);
      return;
    }
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, at);
    if (pressed !== null && Math.hypot(at.x - pressed.x, at.y - pressed.y) > CLICK_PX) pressed.moved = true;
    if (other !== undefined) {
      const spread = (a: { x: number; y: number }): number => Math.max(10, Math.hypot(a.x - other.x, a.y - other.y));
      zoomAbout(spread(at) / spread(before), (at.x + other.x) / 2, (at.y + other.y) / 2);
    } else if (pressed?.moved === true)
      lookAt({ ...camera, x: camera.x - (at.x - before.x) / camera.k, y: camera.y - (at.y - before.y) });
  }

  function onUp(event: PointerEvent): void {
    pointers.delete(event.pointerId);
    if (pressed === null || event.type === 'pointercancel') return;
    const { moved } = pressed;
    pressed = null;
    const at = placeOf(event);
    if (!moved) onSelect?.(refAt(at.x, at.y));
  }

  function onWheel(event: WheelEvent): void {
    event.preventDefault();
    stopMoving();
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? size.height : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    const at = placeOf(event);
    if (event.shiftKey || Math.abs(dx) > Math.abs(dy))
      lookAt({ ...camera, x: camera.x + (Math.abs(dx) > Math.abs(dy) ? dx : dy) / camera.k });
    else zoomAbout(2 ** (-dy * (event.ctrlKey ? 0.01 : 0.002)), at.x, at.y);
  }

  // ---- Keyboard ----

  // The chosen node; without one the node in the middle of the lowest row.
  function cursor(): number {
    if (overview === null) return -1;
    const chosen = data.selected?.tree === overview.tree ? rowOf(overview, data.selected.node) : -1;
    const lowest = rows.findLast((one) => !one.folded);
    return chosen >= 0
      ? chosen
      : lowest === undefined
        ? -1
        : nodeAt(lowest, spans, camera.x + size.width / camera.k / 2);
  }

  function choose(row: number): void {
    if (overview === null || row < 0 || row >= overview.ids.length) return;
    onSelect?.({ tree: overview.tree, node: overview.ids[row] ?? 0, slot: WHOLE_NODE });
    const [left, right] = [
      ((spans.from[row] ?? 0) - camera.x) * camera.k,
      ((spans.to[row] ?? 0) - camera.x) * camera.k,
    ];
    if (right < 20 || left > size.width - 20) moveTo(((spans.from[row] ?? 0) + (spans.to[row] ?? 0)) / 2);
  }

  function chooseBy(key: string): void {
    const at = cursor();
    if (overview === null || at < 0) return;
    const level = levelOf(overview, at);
    const within = (row: number): boolean =>
      row >= (overview?.levels[level] ?? 0) && row < (overview?.levels[level + 1] ?? 0);
    if (key === 'ArrowUp') choose(overview.parents[at] ?? -1);
    else if (key === 'ArrowDown') choose((overview.childCounts[at] ?? 0) > 0 ? (overview.firstChildren[at] ?? -1) : at);
    else {
      const next = at + (key === 'ArrowLeft' ? -1 : 1);
      choose(data.selected === null ? at : within(next) ? next : at);
    }
  }

  function pan(key: string): void {
    const dx = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
    const dy = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
    glide({
      ...camera,
      x: camera.x + (dx * PAN_PART * size.width) / camera.k,
      y: camera.y + dy * PAN_PART * size.height,
    });
  }

  /** The picture has the focus from a press of the pointer. */
  let clicked = false;

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    // Whoever clicked on a node wants the next step, as elsewhere on the page.
    if (clicked && !event.shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')) return;
    if (key.startsWith('Arrow')) (event.shiftKey ? chooseBy : pan)(key);
    else if (key === '+' || key === '=') zoomHere(ZOOM_STEP);
    else if (key === '-') zoomHere(1 / ZOOM_STEP);
    else if (key === '0') view.fit();
    else if (key === 'Enter') enter();
    else return;
    event.preventDefault();
  }

  function enter(): void {
    const at = cursor();
    if (overview === null || at < 0) return;
    if (data.selected === null) choose(at);
    glide(cameraOn(at));
  }

  function onNamesKey(event: KeyboardEvent): void {
    const step =
      event.key === 'ArrowDown' || event.key === 'ArrowRight'
        ? 1
        : event.key === 'ArrowUp' || event.key === 'ArrowLeft'
          ? -1
          : 0;
    if (step === 0) return;
    const all = [...names.children].filter((one) => one instanceof HTMLElement);
    const next = all[all.indexOf(document.activeElement as HTMLElement) + step];
    event.preventDefault();
    if (next === undefined) return;
    for (const one of all) one.tabIndex = one === next ? 0 : -1;
    next.focus();
  }

  function onTable(event: MouseEvent): void {
    const line = event.target instanceof Element ? event.target.closest<HTMLElement>('tr[data-node]') : null;
    if (line !== null && overview !== null)
      onSelect?.({ tree: overview.tree, node: Number(line.dataset['node']), slot: WHOLE_NODE });
  }

  ground.addEventListener('pointerdown', onDown);
  ground.addEventListener('pointermove', onMove);
  ground.addEventListener('pointerup', onUp);
  ground.addEventListener('pointercancel', onUp);
  ground.addEventListener('pointerleave', () => onHover?.(null));
  ground.addEventListener('wheel', onWheel, { passive: false });
  ground.addEventListener('dblclick', enter);
  ground.addEventListener('pointerdown', () => {
    clicked = true;
  });
  ground.addEventListener('blur', () => {
    clicked = false;
  });
  ground.addEventListener('keydown', onKey);
  names.addEventListener('keydown', onNamesKey);
  twin.addEventListener('click', onTable);

  const observer = new ResizeObserver(() => {
    size = { width: Math.floor(ground.clientWidth), height: Math.floor(ground.clientHeight) };
    relay();
  });
  observer.observe(ground);
  const stopScheme = onSchemeChange(() => {
    ink = null;
    schedule();
  });
  writeScales();

  const view: LargeView = {
    update(next) {
      const before = data;
      data = next;
      if (next.nodes !== before.nodes || next.labels !== before.labels || next.vmas !== before.vmas) {
        texts = null;
        lettered.clear();
      }
      if (next.labels !== before.labels || next.vmas !== before.vmas) look = entryLooks(next.vmas, next.labels);
      host.classList.toggle('as-table', next.table);
      twin.tabIndex = next.table ? 0 : -1;
      ground.tabIndex = next.table ? -1 : 0;
      const other = next.overview !== null && next.overview !== overview;
      if (next.overview !== null && other) takeOverview(next.overview);
      if (other || next.rings !== before.rings) takeRings();
      schedule();
    },
    fit() {
      stopMoving();
      fitted = true;
      relay();
    },
    zoomBy(factor) {
      stopMoving();
      zoomHere(factor);
    },
    focusNode(tree, node) {
      if (overview?.tree !== tree) return;
      const row = rowOf(overview, node);
      if (row >= 0) glide(cameraOn(row));
    },
    fold(tree, node) {
      const row = overview?.tree === tree ? rowOf(overview, node) : -1;
      if (overview === null || row < 0) return;
      const below = levelOf(overview, row) + 1;
      foldFrom(folded.has(below) ? overview.levels.length : below);
    },
    levelsBy(by) {
      if (overview === null) return;
      const levels = overview.levels.length - 1;
      let shown = levels;
      while (shown > 1 && folded.has(shown - 1)) shown--;
      foldFrom(Math.max(1, Math.min(levels, shown + by)));
    },
    destroy() {
      stopMoving();
      observer.disconnect();
      stopScheme();
      if (frame !== 0) cancelAnimationFrame(frame);
      if (twinTimer !== null) clearTimeout(twinTimer);
      host.classList.remove('ms-large-view', 'as-table');
      host.replaceChildren();
    },
  };

  function takeRings(): void {
    const shown = overview;
    if (shown === null || data.rings.length === 0) {
      rings = [];
      return;
    }
    const rows = rowsOf(shown, new Set(data.rings.map(({ node }) => node)));
    rings = data.rings.flatMap((ref) => {
      const row = rows.get(ref.node);
      return row === undefined || ref.tree !== shown.tree ? [] : [{ ref, row }];
    });
  }

  // Another step of the same tree is looked at from where one stood.
  function takeOverview(next: TreeOverview): void {
    const same = overview !== null && overview.tree === next.tree;
    const changed = overview === null || !same || overview.levels.join() !== next.levels.join();
    if (!same) {
      fitted = true;
      folded.clear();
    }
    overview = next;
    takeSpans();
    if (changed) writeNames();
    relay();
  }

  return view;
}
