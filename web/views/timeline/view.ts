// SPDX-License-Identifier: GPL-2.0-or-later
//
// The timeline: a slider whose track is the run itself. Few steps are all shown in detail; of many, an overview pressed
// to the width stands over a detail of the steps around the current one.

import { onSchemeChange, resolveColours, type Colours } from '../shared/palette';
import { groupedCount, plural } from '../shared/text';
import { drawTimeline, type TimelinePicture } from './draw';
import { detailStart, lanesFor, stepLetter, stepOf, tableOf, type StepTable } from './layout';
import type { TimelineView, TimelineViewData, TimelineViewOptions } from './types';

const SIDE = 16;
/** Steps that PageUp and PageDown go. */
const PAGE = 10;

export function createTimelineView(options: TimelineViewOptions): TimelineView {
  const { host } = options;
  const { slider, canvas, tip } = buildParts(host);
  const context = canvas.getContext('2d');
  let data: TimelineViewData = { steps: [], current: 0, marks: [], hovered: null };
  let table: StepTable = tableOf([]);
  let width = 0;
  let height = 0;
  let hovered: number | null = null;
  /** While dragging, the detail stays where it was. */
  let held: { readonly start: number; readonly lane: 'overview' | 'detail' } | null = null;
  let colours: Colours | null = null;

  function picture(): TimelinePicture {
    const lanes = lanesFor(table.count, width, height);
    const start = lanes.overview === null ? 0 : (held?.start ?? detailStart(data.current, table.count, lanes.room));
    return { data, table, lanes, start, hovered };
  }

  function draw(): void {
    if (context === null || width <= 0 || height <= 0) return;
    const ratio = window.devicePixelRatio || 1;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    colours ??= resolveColours(host);
    drawTimeline(context, picture(), width, colours);
  }

  function describe(step: number): string {
    const brief = data.steps[step - 1];
    if (brief === undefined) return `step 0 of ${groupedCount(table.count)}: before the first`;
    // The letter under the bar, beside what it stands for.
    const letter = stepLetter(brief);
    const sign = letter === '·' ? '' : ` (${letter})`;
    const byType = brief.storeType !== null && brief.op !== 'bulk';
    const parts = [`step ${groupedCount(step)} of ${groupedCount(table.count)}: ${brief.op}${byType ? '' : sign}`];
    if (brief.storeType !== null) parts.push(`${brief.storeType}${byType ? sign : ''}`);
    if (brief.asked > 0) parts.push(`${plural(brief.asked, 'node')} requested, ${groupedCount(brief.used)} used`);
    if (brief.freed > 0) parts.push(`${groupedCount(brief.freed)} given back`);
    if (brief.preWhole !== null && brief.preWhole !== brief.asked) parts.push(`whole-height formula ${groupedCount(brief.preWhole)}`);
    if (brief.refused) parts.push(brief.error === null ? 'a request was refused, but the step went through' : 'a request was refused');
    if (brief.error !== null) parts.push(`failed with ${brief.error}`);
    return parts.join(' · ');
  }

  function tell(): void {
    slider.setAttribute('aria-valuemax', table.count.toString());
    slider.setAttribute('aria-valuenow', data.current.toString());
    slider.setAttribute('aria-valuetext', describe(data.current));
  }

  function seek(step: number): void {
    const wanted = Math.max(0, Math.min(table.count, step));
    if (wanted !== data.current) options.onSeek?.(wanted);
  }

  // --- Pointer and keys ---

  function laneAt(event: PointerEvent): 'overview' | 'detail' {
    const { overview } = lanesFor(table.count, width, height);
    const y = event.clientY - canvas.getBoundingClientRect().top;
    return overview !== null && y <= overview.top + overview.height + 3 ? 'overview' : 'detail';
  }

  function stepAt(event: PointerEvent, lane: 'overview' | 'detail'): number {
    const x = event.clientX - canvas.getBoundingClientRect().left;
    const { lanes, start } = picture();
    if (lane === 'overview') return stepOf(Math.floor(x), table.count, Math.max(1, Math.floor(width)));
    return Math.max(0, Math.min(table.count, start + Math.floor(x / lanes.column)));
  }

  function setHover(step: number | null): void {
    if (step === hovered) return;
    hovered = step;
    draw();
    options.onHover?.(step);
  }

  slider.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    slider.setPointerCapture(event.pointerId);
    const lane = laneAt(event);
    const step = stepAt(event, lane);
    if (lane === 'detail') held = { start: picture().start, lane };
    else held = null;
    slider.dataset.lane = lane;
    tip.hidden = true;
    seek(step);
  });
  slider.addEventListener('pointermove', (event) => {
    const dragging = slider.hasPointerCapture(event.pointerId);
    const lane = dragging ? (held?.lane ?? 'overview') : laneAt(event);
    const step = stepAt(event, lane);
    if (dragging) {
      seek(step);
      return;
    }
    setHover(step);
    if (event.pointerType === 'touch') return;
    tip.textContent = describe(step);
    tip.hidden = false;
    const box = host.getBoundingClientRect();
    const x = Math.min(event.clientX - box.left + 10, box.width - tip.offsetWidth - 8);
    tip.style.transform = `translate(${Math.max(8, x)}px, -100%)`;
  });
  const release = (): void => {
    held = null;
    draw();
  };
  slider.addEventListener('pointerup', release);
  slider.addEventListener('pointercancel', release);
  slider.addEventListener('pointerleave', () => {
    tip.hidden = true;
    setHover(null);
  });
  slider.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: data.current - 1,
      ArrowDown: data.current - 1,
      ArrowRight: data.current + 1,
      ArrowUp: data.current + 1,
      PageUp: data.current + PAGE,
      PageDown: data.current - PAGE,
      Home: 0,
      End: table.count,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    seek(target);
  });

  const resizer = new ResizeObserver(() => {
    [width, height] = [slider.clientWidth - 2 * SIDE, slider.clientHeight];
    draw();
  });
  resizer.observe(slider);
  const stopScheme = onSchemeChange(() => {
    colours = null;
    draw();
  });
  tell();

  return {
    update(next) {
      if (next.steps !== data.steps) table = tableOf(next.steps);
      data = next;
      tell();
      draw();
    },
    destroy() {
      resizer.disconnect();
      stopScheme();
      host.replaceChildren();
      host.classList.remove('ms-timeline-view');
    },
  };
}

function buildParts(host: HTMLElement): { slider: HTMLElement; canvas: HTMLCanvasElement; tip: HTMLElement } {
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
  slider.append(canvas);
  const tip = document.createElement('div');
  tip.className = 'ms-tip';
  tip.hidden = true;
  tip.setAttribute('aria-hidden', 'true');
  host.append(slider, tip);
  return { slider, canvas, tip };
}
