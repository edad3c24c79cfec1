// SPDX-License-Identifier: GPL-2.0-or-later
//
// All that an address strip remembers, as one record that its parts read, and the measures that they share.

import type { Colours } from '../shared/palette';
import type { LookUp } from '../shared/entry-look';
import type { SlotRef } from '../shared/refs';
import type { Transform } from '../shared/zooming';
import type { Stretch, Strip } from './layout';
import type { StripViewData } from './types';

export const BAR_TOP = 12;
export const BAR = 22;

export interface Stage {
  readonly ticks: SVGGElement;
  readonly marks: SVGGElement;
  data: StripViewData | null;
  strip: Strip | null;
  look: LookUp;
  /** Of the bar and all around it, in pixels. */
  width: number;
  height: number;
  transform: Transform;
  hover: SlotRef | null;
}

/** A stage that has something to draw. */
export type Shown = Stage & { readonly data: StripViewData; readonly strip: Strip };

export function isShown(stage: Stage): stage is Shown {
  return stage.strip !== null && stage.data !== null;
}

/** The input for painting a canvas. */
export interface Paint {
  readonly pen: CanvasRenderingContext2D;
  readonly tints: Colours;
}

export function barWidth({ width }: Stage): number {
  return Math.max(1, width);
}

/** Where a part of the bar, from 0 to 1, stands on the screen. */
export function toX(stage: Stage, part: number): number {
  return stage.transform.applyX(part * barWidth(stage));
}

/** The part of the bar at a place of the screen. */
export function toPart(stage: Stage, x: number): number {
  return (x - stage.transform.x) / stage.transform.k / barWidth(stage);
}

export function breaksOf({ strip }: Stage): readonly Stretch[] {
  return strip?.stretches.filter((s) => s.leftOut) ?? [];
}

/** Stored ranges that a tree sent in part has beyond those of the strip. */
export function leftOutCount(data: StripViewData | null, strip: Strip | null): number {
  if (data?.tree?.partial === undefined || strip === null) return 0;
  return data.tree.picture.entries - strip.stretches.filter((s) => s.word !== 0n).length;
}

/** Under the strip, beside the pointer. */
export function placeTip(host: HTMLElement, tip: HTMLElement, clientX: number): void {
  const box = host.getBoundingClientRect();
  const x = Math.min(clientX - box.left + 10, box.width - tip.getBoundingClientRect().width - 8);
  tip.style.transform = `translate(${Math.max(8, x)}px, ${box.height}px)`;
}
