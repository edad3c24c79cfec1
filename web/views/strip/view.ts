// SPDX-License-Identifier: GPL-2.0-or-later
//
// The address strip: bars on a canvas, since a tree may have more ranges than the screen has pixels; marks and ticks as
// SVG over it. Wheel and drag zoom and pan; keys too. Selection and hover are the tree picture's own.

import { numberBase } from '../../base/number-base';
import { MAX } from '../../base/index64';
import { sameRef, type SlotRef, type TouchedRange } from '../shared/refs';
import { entryLooks, looksIn, type LookUp } from '../shared/entry-look';
import { trailCounts, type Trail } from '../shared/trail';
import { cellToken, letterToken, onSchemeChange, resolveColours, type Colours } from '../shared/palette';
import { oneTip } from '../shared/one-tip';
import { focusByKeysOnly } from '../shared/pointer-focus';
import { put } from '../shared/svg';
import { createZooming, IDENTITY, type Transform } from '../shared/zooming';
import { groupedCount, groupedIndex, MONO_ADVANCE, rangeText, sizeText } from '../shared/text';
import { rangeSize } from '../shared/log-scale';
import {
  heaps,
  layoutStrip,
  partsOf,
  visitedParts,
  roundTicks,
  stretchAt,
  ticksOf,
  type Strip,
  type Stretch,
} from './layout';
import type { StripView, StripViewData, StripViewOptions } from './types';

const SIDE = 16;
const BAR_TOP = 12;
const BAR = 22;
const TICK_FONT = 11;
/** Width of a reader's wedge. */
const WEDGE = 8;
/** Height of the numbers over the bar. */
const FLAG = 11;
const WORDS = `11px 'Inter', 'Segoe UI', 'Noto Sans', 'DejaVu Sans', system-ui, sans-serif`;
/** From one line of the hatch to the next. */
const HATCH = 5;
const ZOOM_MAX = { packed: 4096, linear: 2 ** 40 } as const;

interface Hatched {
  readonly left: number;
  readonly right: number;
}

export function createStripView(options: StripViewOptions): StripView {
  const { host } = options;
  const parts = buildParts(host);
  const context = parts.canvas.getContext('2d');
  let data: StripViewData | null = null;
  let strip: Strip | null = null;
  let look: LookUp = entryLooks(null, []);
  let width = 0;
  let height = 0;
  let transform: Transform = IDENTITY;
  let hover: SlotRef | null = null;
  let colours: Colours | null = null;

  const zooming = createZooming({
    svg: parts.svg,
    onZoom(next) {
      transform = next;
      draw();
    },
  });

  function barWidth(): number {
    return Math.max(1, width);
  }

  function toX(part: number): number {
    return transform.applyX(part * barWidth());
  }

  // --- Drawing ---

  let frame = 0;

  // In the frame, which finds out all styles in any case: a canvas has to know its own before it takes a font.
  function drawSoon(): void {
    if (frame === 0) frame = requestAnimationFrame(draw);
  }

  function draw(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    if (context === null || width === 0) return;
    const ratio = window.devicePixelRatio || 1;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (parts.canvas.width !== w || parts.canvas.height !== h) [parts.canvas.width, parts.canvas.height] = [w, h];
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    parts.ticks.replaceChildren();
    parts.marks.replaceChildren();
    if (strip === null || data === null) return;
    colours ??= resolveColours(host);
    context.save();
    context.beginPath();
    context.rect(0, 0, barWidth(), height);
    context.clip();
    drawBars(context, strip, colours);
    context.restore();
    drawTicks(strip);
    drawMarks(strip, data);
  }

  // Stretches narrower than a pixel are painted by the one that covers the pixel's middle.
  function drawBars(canvas: CanvasRenderingContext2D, shown: Strip, tints: Colours): void {
    const start = stretchAt(shown, (0 - transform.x) / transform.k / barWidth());
    const labelled = labelsFit(shown, start);
    const hatched: Hatched[] = [];
    const torn: Hatched[] = [];
    for (let k = start; k < shown.stretches.length; k++) {
      const stretch = shown.stretches[k];
      const from = toX(shown.edges[k] ?? 1);
      const to = toX(shown.edges[k + 1] ?? 1);
      if (from > barWidth() || stretch === undefined) break;
      if (to - from < 0.5 && Math.round(from) === Math.round(to)) continue;
      if (stretch.leftOut) torn.push(drawBreak(canvas, from, to, tints));
      else drawStretch(canvas, stretch, { from, to, labelled }, tints, hatched);
      if (data?.nodeBoundaries === true && stretch.slot === 0 && k > 0) {
        canvas.fillStyle = tints.muted;
        canvas.fillRect(Math.round(from), BAR_TOP - 6, 1, 5);
      }
    }
    hatch(canvas, hatched, tints);
    tellBreaks(canvas, torn, tints);
  }

  // Labels are shown for all stretches in view or for none.
  function labelsFit(shown: Strip, start: number): boolean {
    for (let k = start; k < shown.stretches.length; k++) {
      const stretch = shown.stretches[k];
      const from = toX(shown.edges[k] ?? 1);
      if (from > barWidth() || stretch === undefined) break;
      const { text } = look(stretch.word);
      if (text !== '' && toX(shown.edges[k + 1] ?? 1) - from < text.length * 7 + 4) return false;
    }
    return true;
  }

  // What is empty is put down in `hatched`.
  function drawStretch(
    canvas: CanvasRenderingContext2D,
    stretch: Stretch,
    { from, to, labelled }: { readonly from: number; readonly to: number; readonly labelled: boolean },
    tints: Colours,
    hatched: Hatched[],
  ): void {
    const seam = to - from > 3 ? 1 : 0;
    const w = Math.max(1, to - from - seam);
    const { kind, text } = look(stretch.word);
    if (kind === 'null') {
      hatched.push({ left: Math.max(0, from), right: Math.min(barWidth(), from + w) });
      return;
    }
    canvas.fillStyle = tints[cellToken(kind)];
    canvas.fillRect(from, BAR_TOP, w, BAR);
    if (text === '' || !labelled) return;
    canvas.fillStyle = tints[letterToken(kind)];
    canvas.font = `600 ${WORDS}`;
    canvas.textAlign = 'center';
    canvas.textBaseline = 'middle';
    canvas.fillText(text, (Math.max(from, 0) + Math.min(to, barWidth())) / 2, BAR_TOP + BAR / 2 + 0.5);
  }

  // What is left out: torn off on both sides. Given back: the room for a word in what is in view of it.
  function drawBreak(canvas: CanvasRenderingContext2D, from: number, to: number, tints: Colours): Hatched {
    canvas.strokeStyle = tints.muted;
    canvas.lineWidth = 1;
    for (const edge of [from + 1.5, to - 4.5]) {
      canvas.beginPath();
      for (let k = 0; k <= 6; k++) canvas.lineTo(edge + (k % 2) * 3, BAR_TOP - 2 + (k * (BAR + 4)) / 6);
      canvas.stroke();
    }
    return { left: Math.max(from, 0) + 6, right: Math.min(to, barWidth()) - 6 };
  }

  // How many stored ranges are not here is known of the whole tree, not of each of several breaks: told once, in the
  // widest.
  function tellBreaks(canvas: CanvasRenderingContext2D, torn: readonly Hatched[], tints: Colours): void {
    canvas.fillStyle = tints.muted;
    canvas.font = WORDS;
    canvas.textAlign = 'center';
    canvas.textBaseline = 'middle';
    const more = leftOutCount(data, strip);
    let told = more <= 0 ? 'not drawn' : `${groupedCount(more)} more${breaks().length > 1 ? ' in all' : ''}`;
    for (const { left, right } of [...torn].sort((a, b) => b.right - b.left - a.right + a.left)) {
      const text = [told, '…'].find((one) => canvas.measureText(one).width <= right - left);
      if (text !== undefined) canvas.fillText(text, (left + right) / 2, BAR_TOP + BAR / 2 + 0.5);
      told = '…';
    }
  }

  function breaks(): readonly Stretch[] {
    return strip?.stretches.filter((s) => s.leftOut) ?? [];
  }

  // All that is empty at once: the lines go on from one stretch to the next, and a strip may have as many as it has
  // pixels.
  function hatch(canvas: CanvasRenderingContext2D, hatched: readonly Hatched[], tints: Colours): void {
    if (hatched.length === 0) return;
    canvas.save();
    canvas.beginPath();
    for (const { left, right } of hatched) canvas.rect(left, BAR_TOP + 3, right - left, BAR - 6);
    canvas.clip();
    canvas.strokeStyle = tints.hatch;
    canvas.lineWidth = 1.2;
    canvas.beginPath();
    let drawn = -Infinity;
    for (const { left, right } of hatched) {
      for (let x = Math.max(drawn + HATCH, left - BAR - (left % HATCH)); x < right + BAR; x += HATCH) {
        canvas.moveTo(x, BAR_TOP + BAR);
        canvas.lineTo(x + BAR, BAR_TOP);
        drawn = x;
      }
    }
    canvas.stroke();
    canvas.restore();
  }

  function drawTicks(shown: Strip): void {
    const label = (index: bigint): number => tickText(index).length * TICK_FONT * MONO_ADVANCE;
    const ticks =
      data?.scale === 'linear' ? roundTicks(shown, toX, barWidth(), 150) : ticksOf(shown, toX, barWidth(), label);
    for (const tick of ticks) {
      put(parts.ticks, 'line', { x1: tick.x, x2: tick.x, y1: BAR_TOP + BAR, y2: BAR_TOP + BAR + 4, class: 'tick' });
      const text = put(parts.ticks, 'text', { x: tick.x, y: BAR_TOP + BAR + 17, 'text-anchor': tick.anchor });
      text.textContent = tickText(tick.index);
    }
  }

  function drawMarks(shown: Strip, now: StripViewData): void {
    parts.marks.replaceChildren();
    const name = now.tree?.picture.name;
    const visited = now.trail !== null && now.trail.tree === name && now.trail.visits.length > 0;
    if (now.window !== null && now.window.tree === name) drawWindow(shown, now.window);
    if (visited) drawVisited(shown, now.trail);
    if (!visited && now.touched !== null && now.touched.tree === name) {
      const place = partsOf(shown, now.touched.first, now.touched.last);
      if (place !== null) markParts(place.from, place.to, 'touched');
    }
    drawReaders(shown, now);
    for (const [ref, kind] of [
      [now.selected, 'selected'],
      [hover ?? now.hovered, 'hovered'],
    ] as const) {
      if (ref === null || ref.tree !== name) continue;
      const place = refParts(shown, ref);
      if (place !== null) markParts(place.from, place.to, kind);
    }
  }

  // A bracket under the bar, with its ends turned up as far as they are in view.
  function drawWindow(shown: Strip, { first, last }: TouchedRange): void {
    const place = partsOf(shown, first, last);
    if (place === null) return;
    const [x0, x1] = [toX(place.from) + 0.75, toX(place.to) - 0.75];
    const y = BAR_TOP + BAR + 3.5;
    const [left, right] = [Math.max(-1, x0), Math.min(barWidth() + 1, x1)];
    if (right < left) return;
    const ends = `${x0 >= 0 ? `M${x0},${y - 5}V${y}` : ''}${x1 <= barWidth() ? `M${x1},${y - 5}V${y}` : ''}`;
    put(parts.marks, 'path', { d: `M${left},${y}H${right}${ends}`, class: 'window' });
  }

  // A line under what was visited; the first and the last visit have their numbers over the bar.
  function drawVisited(shown: Strip, trail: Trail): void {
    const lines: { x0: number; x1: number }[] = [];
    for (const { from, to } of visitedParts(shown, trail.visits)) {
      const [x0, x1] = [Math.max(-2, toX(from)), Math.min(barWidth() + 2, toX(to))];
      if (x1 < 0 || x0 > barWidth()) continue;
      const before = lines[lines.length - 1];
      // What cannot be told apart is one line.
      if (before !== undefined && x0 - before.x1 < 2) before.x1 = Math.max(before.x1, x1);
      else lines.push({ x0, x1 });
    }
    for (const { x0, x1 } of lines) {
      put(parts.marks, 'rect', {
        x: x0,
        y: BAR_TOP + BAR - 1,
        width: Math.max(2, x1 - x0 - 1),
        height: 4,
        class: 'visited',
      });
    }
    const ends = [trail.visits[0], trail.visits.length > 1 ? trail.visits[trail.visits.length - 1] : undefined];
    let taken = -Infinity;
    const flags = ends.flatMap((mark) => {
      const range = mark?.range ?? null;
      const place = range === null ? null : partsOf(shown, range.first, range.last);
      return mark === undefined || place === null
        ? []
        : [{ text: groupedCount(mark.visit), x: toX((place.from + place.to) / 2) }];
    });
    for (const { text, x } of flags.sort((a, b) => a.x - b.x)) {
      const w = Math.max(FLAG, text.length * 9 * MONO_ADVANCE + 6);
      const left = Math.max(0, Math.min(barWidth() - w, x - w / 2), taken);
      taken = left + w + 1;
      if (x < -2 || x > barWidth() + 2) continue;
      put(parts.marks, 'rect', { x: left, y: 0, width: w, height: FLAG, rx: FLAG / 2, class: 'flag' });
      put(parts.marks, 'text', { x: left + w / 2, y: 8.6, class: 'flag-text' }).textContent = text;
    }
  }

  // A small wedge under the bar where readers stand; how many, where their wedges would lie on each other.
  function drawReaders(shown: Strip, now: StripViewData): void {
    const places = now.readers.flatMap((reader) => {
      if (reader.tree !== now.tree?.picture.name || reader.node === null) return [];
      const place = partsOf(shown, reader.index, reader.last);
      return place === null ? [] : [toX((place.from + place.to) / 2)];
    });
    for (const { x, count } of heaps(places, WEDGE)) {
      if (x < 0 || x > barWidth()) continue;
      put(parts.marks, 'path', { d: `M${x - 4},${BAR_TOP + BAR + 5}h8l-4,-6z`, class: 'reader' });
      if (count > 1)
        put(parts.marks, 'text', { x: x + 5, y: BAR_TOP + BAR + 8, class: 'reader-count' }).textContent =
          count.toString();
    }
  }

  // A slot's stretch; for a whole node, or a slot of an inner one, everything below it.
  function refParts(shown: Strip, ref: SlotRef): { readonly from: number; readonly to: number } | null {
    const k = shown.stretches.findIndex((s) => s.node === ref.node && s.slot === ref.slot);
    if (k >= 0) return { from: shown.edges[k] ?? 0, to: shown.edges[k + 1] ?? 1 };
    const node = data?.tree?.picture.nodes.find((n) => n.id === ref.node);
    if (node === undefined) return null;
    const first = ref.slot <= 0 ? node.min : (node.lasts[ref.slot - 1] ?? node.min) + 1n;
    const last = ref.slot < 0 ? node.max : (node.lasts[ref.slot] ?? node.max);
    return partsOf(shown, first, last);
  }

  function markParts(from: number, to: number, kind: string): void {
    const x0 = Math.max(-2, toX(from));
    const x1 = Math.min(barWidth() + 2, toX(to));
    if (x1 < 0 || x0 > barWidth()) return;
    const w = Math.max(2, x1 - x0 - (x1 - x0 > 3 ? 1 : 0));
    // What is chosen or under the pointer is marked around what the step touched.
    const off = kind === 'touched' ? 1 : 3.5;
    put(parts.marks, 'rect', {
      x: x0 + 1 - off,
      y: BAR_TOP - off,
      width: w - 2 + 2 * off,
      height: BAR + 2 * off,
      class: `mark ${kind}`,
    });
    if (kind === 'touched') {
      const middle = x0 + w / 2;
      put(parts.marks, 'path', { d: `M${middle - 4},${BAR_TOP - 8}h8l-4,5z`, class: 'pointer' });
    }
  }

  // --- Pointer and keys ---

  function refAt(event: PointerEvent | MouseEvent): { ref: SlotRef | null; stretch: Stretch } | null {
    const tree = data?.tree ?? null;
    if (strip === null || tree === null) return null;
    const box = parts.svg.getBoundingClientRect();
    const part = (event.clientX - box.left - transform.x) / transform.k / barWidth();
    if (part < 0 || part > 1) return null;
    const stretch = strip.stretches[stretchAt(strip, part)];
    if (stretch === undefined) return null;
    return {
      ref: stretch.leftOut ? null : { tree: tree.picture.name, node: stretch.node, slot: stretch.slot },
      stretch,
    };
  }

  function setHover(ref: SlotRef | null): void {
    if (sameRef(ref, hover)) return;
    hover = ref;
    if (strip !== null && data !== null) drawMarks(strip, data);
    options.onHover?.(ref);
  }

  function showTip(event: PointerEvent, stretch: Stretch): void {
    const name = stretch.leftOut
      ? `${breaks().length > 1 ? 'of ' : ''}${groupedCount(leftOutCount(data, strip))} more stored ranges, not drawn here`
      : look(stretch.word).name;
    const size = sizeText(rangeSize(stretch.first, stretch.last), data?.tree?.picture.kind ?? 'tree');
    parts.tip.textContent = `${name} · ${rangeText(stretch.first, stretch.last)} · ${size}`;
    tips.shown();
    parts.tip.hidden = false;
    const box = host.getBoundingClientRect();
    const tip = parts.tip.getBoundingClientRect();
    const x = Math.min(event.clientX - box.left + 10, box.width - tip.width - 8);
    parts.tip.style.transform = `translate(${Math.max(8, x)}px, ${box.height}px)`;
  }

  parts.svg.addEventListener('pointermove', (event) => {
    const at = refAt(event);
    setHover(at?.ref ?? null);
    if (at === null || event.buttons !== 0 || event.pointerType === 'touch') parts.tip.hidden = true;
    else showTip(event, at.stretch);
  });
  parts.svg.addEventListener('pointerleave', () => {
    setHover(null);
    parts.tip.hidden = true;
  });
  parts.svg.addEventListener('click', (event) => options.onSelect?.(refAt(event)?.ref ?? null));
  parts.svg.addEventListener('dblclick', () => api.fit());
  focusByKeysOnly(parts.frame);
  parts.frame.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => zooming.by({ x: 60 / transform.k }),
      ArrowRight: () => zooming.by({ x: -60 / transform.k }),
      '+': () => zooming.by({ factor: 1.6 }),
      '=': () => zooming.by({ factor: 1.6 }),
      '-': () => zooming.by({ factor: 1 / 1.6 }),
      '0': () => api.fit(),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });

  function setExtent(): void {
    zooming.limit({ width: barWidth(), height, least: 1, most: ZOOM_MAX[data?.scale ?? 'packed'], bounded: true });
  }

  const tips = oneTip(() => {
    parts.tip.hidden = true;
  });
  const resizer = new ResizeObserver(() => {
    [width, height] = [Math.max(0, parts.frame.clientWidth - 2 * SIDE), parts.frame.clientHeight];
    setExtent();
    zooming.put(IDENTITY);
    draw();
  });
  resizer.observe(parts.frame);
  const stopScheme = onSchemeChange(() => {
    colours = null;
    draw();
  });

  const api: StripView = {
    update(next) {
      const before = data;
      data = next;
      const fresh =
        before === null ||
        before.tree !== next.tree ||
        before.labels !== next.labels ||
        before.scale !== next.scale ||
        before.trail !== next.trail ||
        before.window !== next.window;
      if (fresh) {
        look = looksIn(next.tree, next.labels);
        strip = next.tree === null ? null : layoutStrip(next.tree.picture, next.scale, next.tree.partial !== undefined);
        parts.frame.setAttribute('aria-label', labelOf(next, strip));
      }
      const otherTree = before?.tree?.picture.name !== next.tree?.picture.name || before?.scale !== next.scale;
      setExtent();
      if (otherTree && width > 0) zooming.put(IDENTITY);
      drawSoon();
    },
    fit() {
      zooming.put(IDENTITY);
    },
    destroy() {
      cancelAnimationFrame(frame);
      resizer.disconnect();
      tips.end();
      stopScheme();
      zooming.destroy();
      host.replaceChildren();
      host.classList.remove('ms-strip-view');
    },
  };
  return api;
}

// With its prefix: here one sees first in which base the pictures count.
function tickText(index: bigint): string {
  return index === MAX || numberBase() === 'decimal' ? groupedIndex(index) : `0x${groupedIndex(index)}`;
}

/** Stored ranges that a tree sent in part has beyond those of the strip. */
function leftOutCount(data: StripViewData | null, strip: Strip | null): number {
  if (data?.tree?.partial === undefined || strip === null) return 0;
  return data.tree.picture.entries - strip.stretches.filter((s) => s.word !== 0n).length;
}

function labelOf(data: StripViewData, strip: Strip | null): string {
  if (data.tree === null || strip === null) return 'Address strip, no tree.';
  const stored = strip.stretches.filter((s) => s.word !== 0n).length;
  const leftOut = leftOutCount(data, strip);
  const more = leftOut > 0 ? `, ${groupedCount(leftOut)} more are not drawn` : '';
  const way = data.trail?.tree === data.tree.picture.name ? ` This step: ${trailCounts(data.trail)}.` : '';
  const window =
    data.window?.tree === data.tree.picture.name ? ` Searched: ${rangeText(data.window.first, data.window.last)}.` : '';
  return `Address strip of ${data.tree.picture.name}: ${stored} stored ranges${more}.${way}${window} Arrow keys pan, plus and minus zoom, 0 shows everything.`;
}

interface Parts {
  readonly frame: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly svg: SVGSVGElement;
  readonly ticks: SVGGElement;
  readonly marks: SVGGElement;
  readonly tip: HTMLElement;
}

function buildParts(host: HTMLElement): Parts {
  host.replaceChildren();
  host.classList.add('ms-strip-view');
  const frame = document.createElement('div');
  frame.className = 'frame';
  frame.tabIndex = 0;
  frame.setAttribute('role', 'group');
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  frame.append(canvas);
  const svg = put(frame, 'svg', { 'aria-hidden': 'true', focusable: 'false' }) as SVGSVGElement;
  const inner = put(svg, 'g', {});
  const ticks = put(inner, 'g', { class: 'ticks' }) as SVGGElement;
  const marks = put(inner, 'g', { class: 'marks' }) as SVGGElement;
  const tip = document.createElement('div');
  tip.className = 'ms-tip ms-mono';
  tip.hidden = true;
  tip.setAttribute('aria-hidden', 'true');
  host.append(frame, tip);
  return { frame, canvas, svg, ticks, marks, tip };
}
