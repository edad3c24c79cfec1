// SPDX-License-Identifier: GPL-2.0-or-later
//
// The timeline: a slider whose track is the run itself. A bar a step; few steps are all shown, of many those around the
// current one, over an overview of the run. Zooming and moving change what is shown, never the step; a step that is
// gone to comes into view.

import { oneTip } from '../shared/one-tip';
import { onSchemeChange, resolveColours, type Colours } from '../shared/palette';
import { groupedCount, plural } from '../shared/text';
import { drawTimeline, scaleAt, type Kept, type TimelinePicture } from './draw';
import { listenForGestures } from './gestures';
import {
  fitColumn,
  fitted,
  isWhole,
  lanesFor,
  panned,
  stepsAt,
  usualWindow,
  withStep,
  zoomed,
  type Lanes,
  type Window,
} from './layout';
import { stepWords } from './letters';
import { marksOf, type MarkTable } from './marks';
import { tableOf, tellingStep, type StepTable } from './steps';
import type { TimelineView, TimelineViewData, TimelineViewOptions } from './types';

const SIDE = 16;
/** Steps that PageUp and PageDown go, where a page of the detail is not more. */
const PAGE = 10;
const KEY_ZOOM = 1.6;

const NOTHING: TimelineViewData = {
  steps: [],
  current: 0,
  marks: [],
  hovered: null,
  ticks: [],
  breakpoints: [],
  changes: [],
};

export function createTimelineView(options: TimelineViewOptions): TimelineView {
  const { host } = options;
  const { slider, canvas, scale, tip } = buildParts(host);
  const context = canvas.getContext('2d');
  let data = NOTHING;
  let table: StepTable = tableOf([]);
  let marks: MarkTable = marksOf(NOTHING);
  let [width, height] = [0, 0];
  let hovered: number | null = null;
  /** What the person zoomed or moved to; null as long as nobody did. */
  let chosen: Window | null = null;
  /** Where the person went last. */
  let sought = 0;
  /** While dragging, the detail stays where it was. */
  let held: { readonly window: Window; readonly lane: 'overview' | 'detail' } | null = null;
  let colours: Colours | null = null;
  let frame = 0;
  const kept: Kept = { canvas: document.createElement('canvas'), of: [] };

  const windowNow = (): Window => held?.window ?? chosen ?? usualWindow(data.current, table.count, width);
  const asked = (): number => data.wanted ?? data.current;
  const wordsOf = (step: number): string => stepWords(step, table.count, data.steps[step - 1], options.about?.(step));
  const lanesNow = (): Lanes => lanesFor(isWhole(windowNow(), table.count, width), height, table.top, table.deep);

  function draw(): void {
    frame = 0;
    if (context === null || width <= 0 || height <= 0) return;
    const ratio = window.devicePixelRatio || 1;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    colours ??= resolveColours(host);
    const lanes = lanesNow();
    // Beside the line that it stands for.
    scale.textContent = table.count > 0 && lanes.bars.height > 0 ? groupedCount(table.top) : '';
    scale.style.top = `${scaleAt(table, lanes)}px`;
    const picture: TimelinePicture = { data, table, marks, lanes, window: windowNow(), width, hovered, kept };
    drawTimeline(context, picture, colours);
  }

  // Several changes make one picture.
  function drawSoon(): void {
    if (frame === 0) frame = requestAnimationFrame(draw);
    const { start, column } = windowNow();
    slider.dataset.first = Math.ceil(start).toString();
    slider.dataset.last = Math.min(table.count, Math.floor(start + width / column) - 1).toString();
  }

  function tell(): void {
    slider.setAttribute('aria-valuemax', table.count.toString());
    slider.setAttribute('aria-valuenow', data.current.toString());
    slider.setAttribute('aria-valuetext', [wordsOf(data.current), ...marksAt(data, data.current)].join(' · '));
  }

  function seek(step: number): void {
    const wanted = (sought = Math.max(0, Math.min(table.count, step)));
    if (wanted !== asked()) options.onSeek?.(wanted);
    if (chosen !== null && held === null) chosen = withStep(chosen, wanted, table.count, width);
    drawSoon();
  }

  const laneAt = (y: number): 'overview' | 'detail' => {
    const { overview } = lanesNow();
    return overview !== null && y >= overview.top - 2 ? 'overview' : 'detail';
  };
  const rangeAt = (x: number, lane: 'overview' | 'detail'): ReturnType<typeof stepsAt> =>
    stepsAt(lane === 'overview' ? { start: 0, column: width / (table.count + 1) } : windowNow(), x, table.count);
  const stepAt = (x: number, lane: 'overview' | 'detail'): number => {
    const { from, to } = rangeAt(x, lane);
    return tellingStep(table, from, to);
  };

  function setHover(step: number | null): void {
    if (step === hovered) return;
    hovered = step;
    drawSoon();
    options.onHover?.(step);
  }

  function showTip(x: number, lane: 'overview' | 'detail', step: number): void {
    const { from, to } = rangeAt(x, lane);
    const head = to - from > 1 ? [`${plural(to - from, 'step')}, of these`] : [];
    const words = document.createElement('strong');
    words.textContent = [...head, wordsOf(step)].join(' ');
    const more = [
      ...marksAt(data, step),
      ...(isWhole(usualWindow(0, table.count, width), table.count, width) ? [] : ['wheel: move, with Ctrl or ⌘: zoom']),
    ];
    tip.replaceChildren(words, ['', ...more].join(' · '));
    tips.shown();
    tip.hidden = false;
    // In the row above the bars, beside what is pressed there as long as it has room: so it covers neither bars nor
    // neighbours.
    const left = Math.min(Math.max(x + SIDE + 10, options.clear?.() ?? 0), host.clientWidth - tip.offsetWidth - 8);
    tip.style.transform = `translate(${Math.max(8, left)}px, -100%)`;
  }

  function change(next: Window): void {
    chosen = next;
    tip.hidden = true;
    drawSoon();
  }

  function pan(pixels: number): boolean {
    const from = windowNow();
    const next = panned(from, pixels, table.count, width);
    if (isWhole(from, table.count, width)) return false;
    change(next);
    return true;
  }

  function zoomKey(key: string): void {
    if (key === '0') {
      change({ start: 0, column: fitColumn(table.count, width) });
      return;
    }
    const now = windowNow();
    const x = Math.max(0, Math.min(width, (data.current + 0.5 - now.start) * now.column));
    change(zoomed(now, key === '-' ? 1 / KEY_ZOOM : KEY_ZOOM, x, table.count, width));
  }

  function onKey(key: string, shift: boolean): boolean {
    if (shift && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      pan((key === 'ArrowLeft' ? -width : width) / 4);
      return true;
    }
    if (['+', '=', '-', '0'].includes(key)) {
      zoomKey(key);
      return true;
    }
    const page = Math.max(PAGE, Math.floor(width / windowNow().column / 2));
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: asked() - 1,
      ArrowDown: asked() - 1,
      ArrowRight: asked() + 1,
      ArrowUp: asked() + 1,
      PageUp: asked() + page,
      PageDown: asked() - page,
      Home: 0,
      End: table.count,
    };
    const target = targets[key];
    if (target === undefined) return false;
    seek(target);
    return true;
  }

  listenForGestures(slider, canvas, {
    press: (x, y) => {
      const lane = laneAt(y);
      const step = stepAt(x, lane);
      held = lane === 'detail' ? { window: windowNow(), lane } : null;
      slider.dataset.lane = lane;
      tip.hidden = true;
      seek(step);
    },
    drag: (x) => seek(stepAt(x, held?.lane ?? 'overview')),
    release: () => {
      // The scene of the step that was gone to may still be on its way.
      if (held !== null && chosen !== null) chosen = withStep(chosen, sought, table.count, width);
      held = null;
      drawSoon();
    },
    over: (x, y, touch) => {
      const lane = laneAt(y);
      const step = stepAt(x, lane);
      setHover(step);
      if (!touch) showTip(x, lane, step);
    },
    leave: () => {
      tip.hidden = true;
      setHover(null);
    },
    pan,
    zoom: (factor, x) => change(zoomed(windowNow(), factor, x, table.count, width)),
    key: onKey,
  });

  const tips = oneTip(() => {
    tip.hidden = true;
  });
  const resizer = new ResizeObserver(() => {
    [width, height] = [Math.max(0, slider.clientWidth - 2 * SIDE), slider.clientHeight];
    if (chosen !== null) chosen = fitted(chosen, table.count, width);
    drawSoon();
  });
  resizer.observe(slider);
  const stopScheme = onSchemeChange(() => {
    colours = null;
    drawSoon();
  });
  tell();

  return {
    update(next) {
      const was = data;
      data = next;
      if (next.steps !== was.steps) {
        table = tableOf(next.steps);
        // A run of another length may have no such place; one as short as a page is shown whole again.
        if (chosen !== null)
          chosen = isWhole(usualWindow(0, table.count, width), table.count, width)
            ? null
            : fitted(chosen, table.count, width);
      }
      if (
        next.marks !== was.marks ||
        next.ticks !== was.ticks ||
        next.breakpoints !== was.breakpoints ||
        next.changes !== was.changes
      )
        marks = marksOf(next);
      if (chosen !== null && held === null && next.current !== was.current)
        chosen = withStep(chosen, next.current, table.count, width);
      tell();
      drawSoon();
    },
    destroy() {
      cancelAnimationFrame(frame);
      resizer.disconnect();
      tips.end();
      stopScheme();
      host.replaceChildren();
      host.classList.remove('ms-timeline-view');
    },
  };
}

// What stands at a step besides its bar.
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

function buildParts(host: HTMLElement): {
  slider: HTMLElement;
  canvas: HTMLCanvasElement;
  scale: HTMLElement;
  tip: HTMLElement;
} {
  host.replaceChildren();
  host.classList.add('ms-timeline-view');
  const slider = document.createElement('div');
  slider.className = 'slider';
  slider.tabIndex = 0;
  slider.setAttribute('role', 'slider');
  slider.setAttribute('aria-label', 'Step');
  slider.setAttribute('aria-valuemin', '0');
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  const scale = document.createElement('span');
  scale.className = 'scale';
  scale.setAttribute('aria-hidden', 'true');
  slider.append(canvas, scale);
  const tip = document.createElement('div');
  tip.className = 'ms-tip';
  tip.hidden = true;
  tip.setAttribute('aria-hidden', 'true');
  host.append(slider, tip);
  return { slider, canvas, scale, tip };
}
