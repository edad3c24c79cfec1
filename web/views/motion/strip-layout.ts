// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where the strip of events puts them: a tick each while there is room, else so many to a tick. Pure.

import { EVENT_GROUPS, runsOf, type EventGroup, type EventRun } from './groups';
import type { SceneEvent } from '../../model/run';

export const LABEL_HEIGHT = 14;
export const LANE_HEIGHT = 4;
// The last group, failures, is drawn over all lanes and takes none of its own.
export const STRIP_HEIGHT = LABEL_HEIGHT + LANE_HEIGHT * (EVENT_GROUPS.length - 1) + 6;
const TICK_MAX = 22;
const TICK_MIN = 3;

export interface StripLayout {
  readonly count: number;
  /** Width of one event in CSS pixels; below `TICK_MIN` ticks are shared. */
  readonly step: number;
  readonly shared: boolean;
  readonly runs: readonly EventRun[];
  /** In use, from the left. */
  readonly width: number;
}

export function layoutStrip(events: readonly Pick<SceneEvent, 'name'>[], width: number): StripLayout {
  const count = events.length;
  const step = count === 0 ? 0 : Math.min(TICK_MAX, Math.max(0, width) / count);
  return { count, step, shared: step < TICK_MIN, runs: runsOf(events), width: step * count };
}

/** The event at a distance from the left; clamped. */
export function eventAt({ count, step }: StripLayout, x: number): number {
  return count === 0 ? 0 : Math.max(0, Math.min(count - 1, Math.floor(x / step)));
}

/** A tick: a lane, from where to where, and the events that it stands for. */
export interface Tick {
  readonly group: EventGroup;
  readonly lane: number;
  readonly x: number;
  readonly width: number;
  readonly from: number;
  readonly count: number;
}

/** The ticks, from left to right. Of events that share a pixel one tick a lane stands for all, so none is lost. */
export function ticksOf({ step, shared, runs }: StripLayout): Tick[] {
  const ticks: Tick[] = [];
  // The last tick of each lane: where it stands in `ticks`, and its end.
  const open = new Map<EventGroup, { readonly at: number; readonly until: number }>();
  for (const { group, from, count } of runs) {
    const lane = EVENT_GROUPS.indexOf(group);
    if (!shared) {
      for (let k = from; k < from + count; k++)
        ticks.push({ group, lane, x: k * step, width: Math.max(1.5, step - 1.5), from: k, count: 1 });
      continue;
    }
    // An event that begins within the pixel of the lane's last tick makes that tick longer.
    const [x, end] = [Math.floor(from * step), Math.max(Math.floor(from * step) + 1, Math.ceil((from + count) * step))];
    const last = open.get(group);
    const before = last === undefined || x >= last.until ? undefined : ticks[last.at];
    if (last !== undefined && before !== undefined) {
      const until = Math.max(last.until, end);
      ticks[last.at] = { ...before, width: until - before.x, count: before.count + count };
      open.set(group, { at: last.at, until });
      continue;
    }
    open.set(group, { at: ticks.length, until: end });
    ticks.push({ group, lane, x, width: end - x, from, count });
  }
  return ticks;
}

/** The name of a kind of deed, over the strip. */
export interface StripLabel {
  readonly group: EventGroup;
  readonly x: number;
}

/** Between two names, so that they are not read as one. */
const APART = 14;

/**
 * Over each run its name, where it is as long as that; a kind that none of these names stands for is named from its
 * longest run on that leaves room between the others, of which the next may stand further right over its own run. No
 * two names touch, and none leaves the strip.
 */
export function labelsOf({ runs, step, width: end }: StripLayout, widthOf: (text: string) => number): StripLabel[] {
  // `most`: as far right as the name still stands over its run.
  const taken: { readonly group: EventGroup; x: number; readonly width: number; readonly most: number }[] = [];
  const put = (group: EventGroup, x: number, run: number): void => {
    const width = widthOf(group);
    if (x < 0) return;
    const inWay = taken.filter((other) => x < other.x + other.width + APART && other.x < x + width + APART);
    const [next] = inWay;
    const aside = x + width + APART;
    if (
      next !== undefined &&
      (inWay.length > 1 ||
        next.x < x ||
        next.most < aside ||
        taken.some((other) => other.x > next.x && other.x < aside + next.width + APART))
    )
      return;
    if (next !== undefined) next.x = aside;
    taken.push({ group, x, width, most: run - width });
  };
  for (const { group, from, count } of runs)
    if (widthOf(group) <= count * step) put(group, from * step, (from + count) * step);
  for (const { group, from, count } of [...runs].sort((a, b) => b.count - a.count || a.from - b.from)) {
    if (taken.some((other) => other.group === group)) continue;
    const [start, run] = [from * step, (from + count) * step];
    // Behind the names before it, but still over its run.
    const free = Math.max(start, ...taken.map(({ x, width }) => (x <= start ? x + width + APART : 0)));
    if (free < run) put(group, Math.min(free, end - widthOf(group)), run);
  }
  return taken.sort((a, b) => a.x - b.x).map(({ group, x }) => ({ group, x }));
}
