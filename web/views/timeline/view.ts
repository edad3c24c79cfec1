// SPDX-License-Identifier: GPL-2.0-or-later
//
// The timeline: a slider whose track is the run itself. One bar per step; few steps are all shown, of many only those
// around the current one, over an overview of the run. Zooming and moving never change the step; a step that is chosen
// comes into view.

import { kindAt } from '../../model/run';
import { clearedPen, createSkeleton, frameIn, tipIn, type Skeleton } from '../shared/skeleton';
import { counted } from '../../base/text';
import { groupedCount } from '../shared/text';
import { drawTimeline, scaleAt, type Kept } from './draw';
import { listenForGestures, type Gestures } from './gestures';
import { fitColumn, isWhole, panned, zoomed, type Window } from './layout';
import { stepWords } from './letters';
import { eachMark } from './marks';
import {
  asked,
  emptyStage,
  fitsWhole,
  keepInView,
  laneAt,
  lanesNow,
  rangeAt,
  refit,
  stepAt,
  take,
  windowNow,
  type Lane,
  type Stage,
} from './stage';
import type { TimelineView, TimelineViewData, TimelineViewOptions } from './types';

const SIDE = 16;
/** Pixels that the number over the highest bar and its word take, from the left. */
const SCALE_WIDTH = 64;
/** Steps that PageUp and PageDown go, where a page of the detail is not more. */
const PAGE = 10;
const KEY_ZOOM = 1.6;

/** A timeline with its elements, and how it is drawn. */
interface Timeline {
  readonly options: TimelineViewOptions;
  readonly stage: Stage;
  readonly parts: Parts;
  readonly skeleton: Skeleton;
}

export function createTimelineView(options: TimelineViewOptions): TimelineView {
  const { host } = options;
  const parts = buildParts(host);
  const { slider, canvas, tip } = parts;
  const stage = emptyStage();
  const kept: Kept = { canvas: document.createElement('canvas'), of: [] };
  const skeleton: Skeleton = createSkeleton({
    host,
    name: 'ms-timeline-view',
    frame: slider,
    tip,
    draw: () => draw(timeline, kept),
    resized() {
      [stage.width, stage.height] = [Math.max(0, slider.clientWidth - 2 * SIDE), slider.clientHeight];
      refit(stage);
      drawSoon(timeline);
    },
  });
  const timeline: Timeline = { options, stage, parts, skeleton };
  listenForGestures(slider, canvas, gesturesOf(timeline));
  tell(timeline);
  return {
    update(next) {
      take(stage, next);
      tell(timeline);
      drawSoon(timeline);
    },
    destroy: () => skeleton.destroy(),
  };
}

// --- Drawing ---

function draw({ stage, parts, skeleton }: Timeline, kept: Kept): void {
  const { data, table, marks, width, height, hovered } = stage;
  if (width <= 0 || height <= 0) return;
  const pen = clearedPen(parts.canvas, stage);
  if (pen === null) return;
  const lanes = lanesNow(stage);
  const window = windowNow(stage);
  // Over the line that it stands for; where marks are, the number alone, beside it.
  const beside: number[] = [];
  eachMark(marks, window.start, window.start + SCALE_WIDTH / window.column, 0, (_, step) => beside.push(step));
  const named = beside.length === 0;
  const quantity = named ? counted(table.top, 'node') : groupedCount(table.top);
  parts.scale.textContent = table.count > 0 && lanes.bars.height > 0 ? quantity : '';
  parts.scale.classList.toggle('named', named);
  parts.scale.style.top = `${scaleAt(table, lanes)}px`;
  drawTimeline(pen, { data, table, marks, lanes, window, width, hovered, kept }, skeleton.colours);
}

// Several changes make one picture.
function drawSoon({ stage, parts, skeleton }: Timeline): void {
  skeleton.soon();
  const { start, column } = windowNow(stage);
  parts.slider.dataset.first = Math.ceil(start).toString();
  parts.slider.dataset.last = Math.min(stage.table.count, Math.floor(start + stage.width / column) - 1).toString();
}

function tell(timeline: Timeline): void {
  const { data, table } = timeline.stage;
  const { slider } = timeline.parts;
  slider.setAttribute('aria-valuemax', table.count.toString());
  slider.setAttribute('aria-valuenow', data.current.toString());
  slider.setAttribute('aria-valuetext', [wordsOf(timeline, data.current), ...marksAt(data, data.current)].join(' · '));
}

function wordsOf({ stage, options }: Timeline, step: number): string {
  return stepWords(step, stage.table.count, kindAt(stage.data.steps, step), options.about?.(step));
}

// --- Moving ---

function seek(timeline: Timeline, step: number): void {
  const { stage, options } = timeline;
  const wanted = (stage.sought = Math.max(0, Math.min(stage.table.count, step)));
  if (wanted !== asked(stage)) options.onSeek?.(wanted);
  if (stage.held === null) keepInView(stage, wanted);
  drawSoon(timeline);
}

function change(timeline: Timeline, next: Window): void {
  timeline.stage.chosen = next;
  timeline.skeleton.hideTip();
  drawSoon(timeline);
}

function pan(timeline: Timeline, pixels: number): boolean {
  const { stage } = timeline;
  const { count } = stage.table;
  const from = windowNow(stage);
  if (isWhole(from, count, stage.width)) return false;
  change(timeline, panned(from, pixels, count, stage.width));
  return true;
}

function zoom(timeline: Timeline, factor: number, x: number): void {
  const { stage } = timeline;
  change(timeline, zoomed(windowNow(stage), factor, x, stage.table.count, stage.width));
}

// About the current step.
function zoomKey(timeline: Timeline, key: string): void {
  const { data, table, width } = timeline.stage;
  if (key === '0') {
    change(timeline, { start: 0, column: fitColumn(table.count, width) });
    return;
  }
  const now = windowNow(timeline.stage);
  const x = Math.max(0, Math.min(width, (data.current + 0.5 - now.start) * now.column));
  zoom(timeline, key === '-' ? 1 / KEY_ZOOM : KEY_ZOOM, x);
}

function onKey(timeline: Timeline, key: string, shift: boolean): boolean {
  const { stage } = timeline;
  if (shift && (key === 'ArrowLeft' || key === 'ArrowRight')) {
    pan(timeline, (key === 'ArrowLeft' ? -stage.width : stage.width) / 4);
    return true;
  }
  if (['+', '=', '-', '0'].includes(key)) {
    zoomKey(timeline, key);
    return true;
  }
  const at = asked(stage);
  const page = Math.max(PAGE, Math.floor(stage.width / windowNow(stage).column / 2));
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageUp: at + page,
    PageDown: at - page,
    Home: 0,
    End: stage.table.count,
  };
  const target = targets[key];
  if (target === undefined) return false;
  seek(timeline, target);
  return true;
}

// --- Pointer ---

function gesturesOf(timeline: Timeline): Gestures {
  const { stage, skeleton } = timeline;
  const { slider } = timeline.parts;
  return {
    press: (x, y) => {
      const lane = laneAt(stage, y);
      const step = stepAt(stage, x, lane);
      stage.held = lane === 'detail' ? windowNow(stage) : null;
      slider.dataset.lane = lane;
      skeleton.hideTip();
      seek(timeline, step);
    },
    drag: (x) => seek(timeline, stepAt(stage, x, stage.held === null ? 'overview' : 'detail')),
    release: () => {
      // The scene of the chosen step may not have arrived yet.
      if (stage.held !== null) keepInView(stage, stage.sought);
      stage.held = null;
      drawSoon(timeline);
    },
    over: (x, y, touch) => {
      const lane = laneAt(stage, y);
      const step = stepAt(stage, x, lane);
      setHover(timeline, step);
      if (!touch) showTip(timeline, x, lane, step);
    },
    leave: () => {
      skeleton.hideTip();
      setHover(timeline, null);
    },
    pan: (pixels) => pan(timeline, pixels),
    zoom: (factor, x) => zoom(timeline, factor, x),
    key: (key, shift) => onKey(timeline, key, shift),
  };
}

function setHover(timeline: Timeline, step: number | null): void {
  if (step === timeline.stage.hovered) return;
  timeline.stage.hovered = step;
  drawSoon(timeline);
  timeline.options.onHover?.(step);
}

function showTip(timeline: Timeline, x: number, lane: Lane, step: number): void {
  const { stage, options, skeleton, parts } = timeline;
  const { host } = options;
  const { from, to } = rangeAt(stage, x, lane);
  const head = to - from > 1 ? [`${counted(to - from, 'step')}, of these`] : [];
  const words = document.createElement('strong');
  words.textContent = [...head, wordsOf(timeline, step)].join(' ');
  const wheel = fitsWhole(stage) ? [] : ['wheel: move, with Ctrl or ⌘: zoom'];
  parts.tip.replaceChildren(words, ['', ...marksAt(stage.data, step), ...wheel].join(' · '));
  skeleton.showTip();
  // In the row above the bars, beside what is pressed there as long as it has room: so it covers neither bars nor
  // neighbours.
  const left = Math.min(Math.max(x + SIDE + 10, options.clear?.() ?? 0), host.clientWidth - parts.tip.offsetWidth - 8);
  parts.tip.style.transform = `translate(${Math.max(8, left)}px, -100%)`;
}

// The marks of a step besides its bar.
function marksAt(data: TimelineViewData, step: number): string[] {
  const words: string[] = [];
  for (const mark of data.marks) {
    if (mark.step !== step) continue;
    const name = {
      'expect-held': 'an expect holds',
      'expect-failed': 'an expect does not hold',
      note: 'note',
      pause: 'play stops',
      trouble: 'trouble',
      edited: 'the first step that the edit changed',
    }[mark.kind];
    words.push(mark.text === undefined || mark.text === '' ? name : `${name}: ${mark.text}`);
  }
  if (data.breakpoints.includes(step)) words.push('breakpoint');
  if (data.changes.includes(step)) words.push('changes the chosen node');
  if (data.ticks.includes(step)) words.push('found');
  return [...new Set(words)];
}

interface Parts {
  readonly slider: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly scale: HTMLElement;
  readonly tip: HTMLElement;
}

function buildParts(host: HTMLElement): Parts {
  const { frame: slider, canvas } = frameIn(host, 'slider', 'slider');
  slider.setAttribute('aria-label', 'Step');
  slider.setAttribute('aria-valuemin', '0');
  const scale = document.createElement('span');
  scale.className = 'scale';
  scale.setAttribute('aria-hidden', 'true');
  slider.append(scale);
  return { slider, canvas, scale, tip: tipIn(host) };
}
