// SPDX-License-Identifier: GPL-2.0-or-later
//
// Plays what flights.ts planned: nodes slide, entries fly from their old slot to their new one over everything else,
// new nodes grow out of the ones before them, what is gone fades. The document is at its final state before anything
// moves; what flies is a copy in a layer of its own, and stopping the motion shows the final state at once.
//
// Invariant: all is over in `MOTION_WHOLE`.

import { put } from '../shared/svg';
import type { NodeGroups } from './draw';
import type { Plan, Spot } from './flights';

/** Milliseconds, in which everything is over. */
export const MOTION_WHOLE = 560;
const FLIGHT = 400;
/** Between the first entry that takes off and the last. */
const STAGGER = 100;
const GROW = 320;
const FADE = 300;
/** Parts without a former place appear when the others have arrived. */
const FRESH = { delay: 280, duration: 200 } as const;
/** Marks and signs come early, so that they can be seen when events play at three a second. */
const LATE = { delay: 170, duration: 130 } as const;
const WAY = 'cubic-bezier(0.3, 0, 0.1, 1)';

/** Lines by their key, as drawn: those that are others now appear late. */
export type Lines = ReadonlyMap<string, string>;

export function linesOf(layer: SVGGElement): Lines {
  const lines = new Map<string, string>();
  for (const path of layer.children) lines.set(lineOf(path), lineOf(path));
  return lines;
}

function lineOf(path: Element): string {
  return `${path.getAttribute('transform') ?? ''} ${path.getAttribute('d') ?? ''}`;
}

export interface MorphLayers {
  /** Copies fly here; empty but for the time of the motion. */
  readonly flights: SVGGElement;
  readonly edges: SVGGElement;
  /** Pattern of a NULL's cell. */
  readonly hatch: string;
  /** Marks and signs: they lie on what is still moving, so they come when most of it has arrived. */
  readonly late: readonly Element[];
}

/** Starts the motion that was planned. */
export function morph(groups: NodeGroups, plan: Plan, layers: MorphLayers, lines: Lines): void {
  clearFlights(layers.flights);
  if (plan.slides.length + plan.flights.length + plan.grown.length + plan.dropped.length === 0) return;
  const byKey = new Map(groups.map(({ element, datum }) => [datum.key, element]));
  for (const spot of plan.faded) fadeFrame(layers.flights, spot);
  for (const { spot, kind, text } of plan.dropped) fadeCell(layers, spot, kind, text);
  for (const { node, from, to } of plan.slides) slide(byKey.get(node), from, to);
  for (const { node, from, to } of plan.grown) grow(byKey.get(node), from, to);
  const step = plan.flights.length < 2 ? 0 : Math.min(12, STAGGER / (plan.flights.length - 1));
  for (const [k, { node, slot, from, to }] of plan.flights.entries()) {
    const group = byKey.get(node);
    if (group !== undefined) fly(layers.flights, group, slot, { from, to, delay: k * step });
  }
  for (const { node, slot } of plan.fresh)
    for (const part of partsOf(byKey.get(node), slot)) appear(part, FRESH.delay, FRESH.duration);
  for (const path of layers.edges.children) if (!lines.has(lineOf(path))) appear(path, 160, 240);
  for (const layer of layers.late) appear(layer, LATE.delay, LATE.duration);
  const end = layers.flights.animate([], { duration: MOTION_WHOLE });
  end.onfinish = () => clearFlights(layers.flights);
}

/** Takes away what flies. */
export function clearFlights(layer: SVGGElement): void {
  layer.replaceChildren();
}

function slide(group: SVGGElement | undefined, from: Spot, to: Spot): void {
  group?.animate([{ transform: at(from, to) }, { transform: at(to, to) }], { duration: FLIGHT, easing: WAY });
}

function grow(group: SVGGElement | undefined, from: Spot | null, to: Spot): void {
  if (group === undefined) return;
  const small: Spot = { x: to.x + to.w * 0.1, y: to.y + to.h * 0.1, w: to.w * 0.8, h: to.h * 0.8 };
  group.animate(
    [
      { transform: at(from ?? small, to), opacity: 0 },
      { opacity: 1, offset: 0.7 },
      { transform: at(to, to), opacity: 1 },
    ],
    { duration: GROW, easing: WAY },
  );
}

// A group drawn for a place of one size, put where another is.
function at(place: Spot, drawn: Spot): string {
  return `translate(${place.x}px, ${place.y}px) scale(${place.w / drawn.w}, ${place.h / drawn.h})`;
}

function partsOf(group: SVGGElement | undefined, slot: number): readonly SVGElement[] {
  return group === undefined ? [] : [...group.querySelectorAll<SVGElement>(`[data-slot="${slot}"]`)];
}

// The copy has its middle at the origin, so that it can change its size on the way.
function fly(
  layer: SVGGElement,
  group: SVGGElement,
  slot: number,
  { from, to, delay }: { readonly from: Spot; readonly to: Spot; readonly delay: number },
): void {
  const parts = partsOf(group, slot);
  if (parts.length === 0) return;
  const outer = put(layer, 'g', { class: 'ms-flight' });
  const [gx, gy] = originOf(group);
  const [x, y] = [to.x + to.w / 2, to.y + to.h / 2];
  const inner = put(outer, 'g', { transform: `translate(${gx - x},${gy - y})` });
  const hidden = { duration: delay + FLIGHT };
  for (const part of parts) {
    inner.append(part.cloneNode(true));
    part.animate([{ opacity: 0 }, { opacity: 0 }], hidden);
  }
  const middle = (spot: Spot): string =>
    `translate(${spot.x + spot.w / 2}px, ${spot.y + spot.h / 2}px) scale(${spot.w / to.w}, ${spot.h / to.h})`;
  const way = outer.animate([{ transform: middle(from) }, { transform: middle(to) }], {
    duration: FLIGHT,
    delay,
    easing: WAY,
    fill: 'both',
  });
  way.onfinish = () => outer.remove();
}

function originOf(group: SVGGElement): readonly [number, number] {
  const [, x, y] = /translate\(([^,]+),([^)]+)\)/.exec(group.getAttribute('transform') ?? '') ?? [];
  return [Number(x ?? 0), Number(y ?? 0)];
}

function fadeFrame(layer: SVGGElement, { x, y, w, h }: Spot): void {
  vanish(put(layer, 'rect', { class: 'ms-faded', x, y, width: w, height: h, rx: 3 }));
}

function fadeCell({ flights, hatch }: MorphLayers, { x, y, w, h }: Spot, kind: string, text: string): void {
  const group = put(flights, 'g', { class: 'ms-flight' });
  const rect = put(group, 'rect', {
    class: `cell c-${kind}`,
    x: x + 0.5,
    y: y + 0.5,
    width: Math.max(1, w - 1),
    height: Math.max(1, h - 1),
  });
  if (kind === 'null') rect.setAttribute('fill', `url(#${hatch})`);
  if (text.length > 0 && text.length <= 4)
    put(group, 'text', { class: `letter on-${kind}`, x: x + w / 2, y: y + h / 2 }).textContent = text;
  vanish(group);
}

function vanish(element: SVGElement): void {
  const going = element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE, easing: 'ease-out', fill: 'both' });
  going.onfinish = () => element.remove();
}

function appear(element: Element, delay: number, duration: number): void {
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration, delay, easing: 'ease-out', fill: 'backwards' });
}
