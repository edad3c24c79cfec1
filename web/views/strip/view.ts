// SPDX-License-Identifier: GPL-2.0-or-later
//
// The address strip: bars on a canvas, since a tree may have more ranges than the screen has pixels; marks and ticks as
// SVG over it. Wheel and drag zoom and pan; keys too. Selection and hover are the tree picture's own.

import { sameRef, type SlotRef } from '../shared/refs';
import { briefName, entryLooks, looksIn } from '../shared/entry-look';
import { rangeSize } from '../shared/log-scale';
import {
  clearedPen,
  createSkeleton,
  focusByKeysOnly,
  frameIn,
  onKeys,
  panZoomKeys,
  tipIn,
  type Skeleton,
} from '../shared/skeleton';
import { put } from '../shared/svg';
import { groupedCount, rangeText, sizeText } from '../shared/text';
import { trailCounts } from '../shared/trail';
import { createZooming, IDENTITY } from '../shared/zooming';
import { drawBars } from './bars';
import type { Borders } from './borders';
import { layoutStrip, stretchAt, type Strip, type Stretch } from './layout';
import { drawMarks, drawTicks } from './marks';
import { barWidth, breaksOf, isShown, leftOutCount, placeTip, toPart, type Stage } from './stage';
import type { StripView, StripViewData, StripViewOptions } from './types';

const SIDE = 16;
const KEYS = { step: 60, factor: 1.6 } as const;
const ZOOM_MAX = { packed: 4096, linear: 2 ** 40 } as const;

export function createStripView(options: StripViewOptions): StripView {
  const { host } = options;
  const parts = buildParts(host);
  const { frame, svg, tip } = parts;
  const stage = emptyStage(parts);
  const zooming = createZooming({
    svg,
    onZoom(next) {
      stage.transform = next;
      redraw();
    },
  });
  const skeleton = createSkeleton({ host, name: 'ms-strip-view', frame, tip, resized, draw: redraw });
  const fit = (): void => zooming.put(IDENTITY);

  function redraw(): void {
    skeleton.drawn();
    draw(stage, parts, skeleton);
    borders?.()?.draw();
  }

  function resized(): void {
    [stage.width, stage.height] = [Math.max(0, frame.clientWidth - 2 * SIDE), frame.clientHeight];
    setExtent();
    fit();
    redraw();
  }

  function setExtent(): void {
    const most = ZOOM_MAX[stage.data?.scale ?? 'packed'];
    zooming.limit({ width: barWidth(stage), height: stage.height, least: 1, most, bounded: true });
  }

  followPointer(stage, parts, skeleton, options);
  const borders = options.onBorders === undefined ? null : bordersOf(stage, parts, skeleton, options);
  svg.addEventListener('dblclick', fit);
  focusByKeysOnly(frame);
  const keys = panZoomKeys(KEYS, {
    along: (dx) => zooming.by({ x: dx / stage.transform.k }),
    zoom: (factor) => zooming.by({ factor }),
    fit,
  });
  onKeys(frame, ({ key }) => keys[key]);

  return {
    update(next) {
      const other = take(stage, next);
      if (other.strip) frame.setAttribute('aria-label', labelOf(next, stage.strip));
      setExtent();
      if (other.place && stage.width > 0) fit();
      // In the frame, which finds out all styles in any case: a canvas has to know its own before it takes a font.
      skeleton.soon();
    },
    fit,
    destroy() {
      zooming.destroy();
      skeleton.destroy();
    },
  };
}

function emptyStage({ ticks, marks }: Parts): Stage {
  return {
    ticks,
    marks,
    data: null,
    strip: null,
    look: entryLooks(null, []),
    width: 0,
    height: 0,
    transform: IDENTITY,
    hover: null,
  };
}

// Lays the data out; returns whether the strip is another one, and whether its view is.
function take(stage: Stage, next: StripViewData): { readonly strip: boolean; readonly place: boolean } {
  const before = stage.data;
  stage.data = next;
  const strip =
    before === null ||
    before.tree !== next.tree ||
    before.labels !== next.labels ||
    before.scale !== next.scale ||
    before.trail !== next.trail ||
    before.window !== next.window;
  if (strip) {
    stage.look = looksIn(next.tree, next.labels);
    stage.strip =
      next.tree === null ? null : layoutStrip(next.tree.picture, next.scale, next.tree.partial !== undefined);
  }
  const place = before?.tree?.picture.name !== next.tree?.picture.name || before?.scale !== next.scale;
  return { strip, place };
}

function draw(stage: Stage, { canvas, ticks, marks }: Parts, skeleton: Pick<Skeleton, 'colours'>): void {
  if (stage.width === 0) return;
  const pen = clearedPen(canvas, stage);
  if (pen === null) return;
  ticks.replaceChildren();
  marks.replaceChildren();
  if (!isShown(stage)) return;
  drawBars(stage, { pen, tints: skeleton.colours });
  drawTicks(stage);
  drawMarks(stage);
}

// --- Pointer ---

function followPointer(
  stage: Stage,
  { svg, tip }: Parts,
  skeleton: Skeleton,
  { host, onHover, onSelect }: StripViewOptions,
): void {
  const hover = (ref: SlotRef | null): void => {
    if (sameRef(ref, stage.hover)) return;
    stage.hover = ref;
    if (isShown(stage)) drawMarks(stage);
    onHover?.(ref);
  };
  svg.addEventListener('pointermove', (event) => {
    const at = stretchUnder(stage, svg, event);
    hover(at === null ? null : refTo(stage, at));
    if (event.buttons !== 0 && svg.classList.contains('holds-border')) return;
    if (at === null || event.buttons !== 0 || event.pointerType === 'touch') {
      skeleton.hideTip();
      return;
    }
    tip.textContent = tipText(stage, at);
    skeleton.showTip();
    placeTip(host, tip, event.clientX);
  });
  svg.addEventListener('pointerleave', () => {
    hover(null);
    skeleton.hideTip();
  });
  svg.addEventListener('click', (event) => {
    // The second click of a double click, under which another stretch may stand by now.
    if (event.detail > 1) return;
    const at = stretchUnder(stage, svg, event);
    onSelect?.(at === null ? null : refTo(stage, at));
  });
}

// Fetched once the strip is pointed at or focused; gives them when they are here.
function bordersOf(stage: Stage, parts: Parts, skeleton: Skeleton, options: StripViewOptions): () => Borders | null {
  let made: Borders | null = null;
  let asked: Promise<unknown> | null = null;
  const fetch = (): void => {
    asked ??= import('./borders').then(
      async ({ attachBorders }) => {
        made = await attachBorders(stage, parts, skeleton, options);
      },
      // Asked for again with the next pointer.
      () => (asked = null),
    );
  };
  for (const kind of ['pointerenter', 'focusin']) parts.frame.addEventListener(kind, fetch);
  return () => made;
}

function stretchUnder(stage: Stage, svg: SVGSVGElement, event: MouseEvent): Stretch | null {
  const { strip, data } = stage;
  if (strip === null || (data?.tree ?? null) === null) return null;
  const part = toPart(stage, event.clientX - svg.getBoundingClientRect().left);
  if (part < 0 || part > 1) return null;
  return strip.stretches[stretchAt(strip, part)] ?? null;
}

function refTo({ data }: Stage, { leftOut, node, slot }: Stretch): SlotRef | null {
  const tree = data?.tree?.picture.name;
  return leftOut || tree === undefined ? null : { tree, node, slot };
}

function tipText(stage: Stage, stretch: Stretch): string {
  const { data, strip, look } = stage;
  const size = sizeText(rangeSize(stretch.first, stretch.last), data?.tree?.picture.kind ?? 'tree');
  const several = breaksOf(stage).length > 1 ? 'of ' : '';
  const name = stretch.leftOut
    ? `${several}${groupedCount(leftOutCount(data, strip))} more stored ranges, not drawn here`
    : briefName(look(stretch.word));
  return `${name} · ${rangeText(stretch.first, stretch.last)} · ${size}`;
}

function labelOf(data: StripViewData, strip: Strip | null): string {
  if (data.tree === null || strip === null) return 'Address strip, no tree.';
  const stored = strip.stretches.filter((s) => s.word !== 0n).length;
  const leftOut = leftOutCount(data, strip);
  const more = leftOut > 0 ? `, ${groupedCount(leftOut)} more are not drawn` : '';
  const { name } = data.tree.picture;
  const way = data.trail?.tree === name ? ` This step: ${trailCounts(data.trail)}.` : '';
  const window = data.window?.tree === name ? ` Searched: ${rangeText(data.window.first, data.window.last)}.` : '';
  const keys =
    'Arrow keys pan, plus and minus zoom, 0 shows everything. Shift with left and right moves the end of the chosen ' +
    'range, with up and down its start; Enter writes it, Escape restores it.';
  return `Address strip of ${name}: ${stored} stored ranges${more}.${way}${window} ${keys}`;
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
  const { frame, canvas } = frameIn(host, 'frame', 'group');
  const svg = put(frame, 'svg', { 'aria-hidden': 'true', focusable: 'false' }) as SVGSVGElement;
  const inner = put(svg, 'g', {});
  const ticks = put(inner, 'g', { class: 'ticks' }) as SVGGElement;
  const marks = put(inner, 'g', { class: 'marks' }) as SVGGElement;
  return { frame, canvas, svg, ticks, marks, tip: tipIn(host, 'ms-mono') };
}
