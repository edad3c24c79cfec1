// SPDX-License-Identifier: GPL-2.0-or-later
//
// The events of a step as a strip: a slider whose track is what happened, each kind of deed in a lane of its own. Of a
// fixed height, whatever the number of events.

import { useMemo, useRef, useState } from 'preact/hooks';
import type { WordedEvent } from '../../model/run';
import { useInk, useLatest, usePainted, useWidth, type Ink } from '../shared/hooks';
import { groupedCount } from '../shared/text';
import { GROUP_WORDS, groupOf, placeText } from './groups';
import {
  eventAt,
  labelsOf,
  LABEL_HEIGHT,
  LANE_HEIGHT,
  layoutStrip,
  STRIP_HEIGHT,
  ticksOf,
  type StripLayout,
  type Tick,
} from './strip-layout';

export interface EventStripProps {
  readonly events: readonly WordedEvent[];
  /** Place of the event shown; null: the step as a whole. */
  readonly current: number | null;
  /** An event is wanted; null: the step as a whole. Called often while dragging. */
  readonly onSeek: (event: number | null) => void;
}

/** Events that PageUp and PageDown go. */
const PAGE = 10;
const SIDE = 16;

export function EventStrip({ events, current, onSeek }: EventStripProps) {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = Math.max(0, useWidth(host) - 2 * SIDE);
  const ink = useInk(host);
  const [hovered, setHovered] = useState<number | null>(null);
  const layout = useMemo(() => layoutStrip(events, width), [events, width]);
  const ticks = useMemo(() => ticksOf(layout), [layout]);
  const latest = useLatest({ layout, current, onSeek });
  usePainted(
    canvas,
    { width, height: STRIP_HEIGHT },
    (pen) => ink !== null && paint(pen, layout, ticks, current, hovered, ink),
    [layout, ticks, current, hovered, ink],
  );

  const at = (event: PointerEvent): number =>
    eventAt(latest.current.layout, event.clientX - (canvas.current?.getBoundingClientRect().left ?? 0));
  const seek = (wanted: number | null): void => {
    if (wanted !== latest.current.current) latest.current.onSeek(wanted);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || events.length === 0) return;
    const [now, last] = [current ?? -1, events.length - 1];
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      PageUp: now + PAGE,
      PageDown: now - PAGE,
      Home: 0,
      End: last,
    };
    const target = event.key === 'Escape' ? -1 : targets[event.key];
    if (target === undefined || (event.key === 'Escape' && current === null)) return;
    event.preventDefault();
    event.stopPropagation();
    seek(target < 0 ? null : Math.min(last, target));
  };
  const shown = hovered === null ? undefined : events[hovered];
  return (
    <div
      class="ms-event-strip"
      ref={host}
      role="slider"
      tabIndex={events.length === 0 ? -1 : 0}
      aria-label="Event of the step"
      aria-disabled={events.length === 0}
      aria-valuemin={0}
      aria-valuemax={events.length}
      aria-valuenow={current === null ? 0 : current + 1}
      aria-valuetext={valueText(events, current)}
      style={{ height: `${STRIP_HEIGHT}px` }}
      onKeyDown={onKey}
      onPointerDown={(event) => {
        if (event.button !== 0 || events.length === 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setHovered(null);
        seek(at(event));
      }}
      onPointerMove={(event) => {
        if (events.length === 0) return;
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(at(event));
        else if (event.pointerType !== 'touch') setHovered(at(event));
      }}
      onPointerLeave={() => setHovered(null)}
    >
      <canvas ref={canvas} aria-hidden="true" style={{ width: `${width}px`, height: `${STRIP_HEIGHT}px` }} />
      {shown !== undefined && hovered !== null && (
        <div class="ms-tip" aria-hidden="true" style={tipPlace((hovered + 0.5) * layout.step + SIDE, width + 2 * SIDE)}>
          <b>{groupedCount(hovered + 1)}</b> {shown.text} <span class="place">{placeText(shown)}</span>
          {layout.shared && <span class="place"> · {GROUP_WORDS[groupOf(shown.name) ?? 'find']}</span>}
        </div>
      )}
    </div>
  );
}

function valueText(events: readonly WordedEvent[], current: number | null): string {
  if (events.length === 0) return 'The step has no events.';
  const now = current === null ? undefined : events[current];
  return now === undefined || current === null
    ? `the step as a whole, ${groupedCount(events.length)} events`
    : `event ${groupedCount(current + 1)} of ${groupedCount(events.length)}: ${now.text}`;
}

// To the right of the pointer in the left half, to its left in the right one, so that it never leaves the strip.
function tipPlace(x: number, width: number): Record<string, string> {
  return x < width / 2 ? { left: `${Math.round(x + 8)}px` } : { right: `${Math.round(width - x + 8)}px` };
}

// ---- Painting ----

function paint(
  pen: CanvasRenderingContext2D,
  layout: StripLayout,
  ticks: readonly Tick[],
  current: number | null,
  hovered: number | null,
  { colours, words }: Ink,
): void {
  const { step } = layout;
  const foot = STRIP_HEIGHT - 4;
  const band = (event: number, colour: string): void => {
    pen.fillStyle = colour;
    pen.fillRect(Math.floor(event * step), LABEL_HEIGHT - 2, Math.max(3, step), foot - LABEL_HEIGHT + 5);
  };
  pen.fillStyle = colours.hairline;
  pen.fillRect(0, foot + 1, layout.width, 1);
  if (hovered !== null) band(hovered, colours.hairline);
  if (current !== null) band(current, colours.selected);
  for (const { group, lane, x, width, from, count } of ticks) {
    const past = current === null || from <= current;
    pen.fillStyle = group === 'fail' ? colours.bad : past ? colours.ink : colours.faint;
    const top = LABEL_HEIGHT + lane * LANE_HEIGHT;
    // A failure is never small.
    if (group === 'fail') pen.fillRect(x, LABEL_HEIGHT, Math.max(2, Math.min(width, 4 * count)), foot - LABEL_HEIGHT);
    else pen.fillRect(x, top, width, LANE_HEIGHT);
  }
  drawLabels(pen, layout, colours.muted, words);
  if (current === null) return;
  const x = (current + 0.5) * step;
  pen.fillStyle = colours.accent;
  pen.fillRect(Math.round(x - Math.max(1.5, step / 2)), foot + 1, Math.max(3, step), 2);
  pen.beginPath();
  pen.moveTo(x - 4, LABEL_HEIGHT - 5);
  pen.lineTo(x + 4, LABEL_HEIGHT - 5);
  pen.lineTo(x, LABEL_HEIGHT);
  pen.fill();
}

function drawLabels(pen: CanvasRenderingContext2D, layout: StripLayout, colour: string, words: string): void {
  pen.fillStyle = colour;
  pen.font = `12px ${words}`;
  pen.textBaseline = 'alphabetic';
  for (const { group, x } of labelsOf(layout, (text) => pen.measureText(text).width))
    pen.fillText(group, x, LABEL_HEIGHT - 5);
}
