// SPDX-License-Identifier: GPL-2.0-or-later
//
// The borders of the strip's ranges as handles: dragged by pointer or finger, or moved by keys. While one is held a
// line shows where it would stand; it is written where it is let go, and Escape restores it.

import { numberBase } from '../../base/number-base';
import { MAX } from '../../base/index64';
import { put } from '../shared/svg';
import { stretchAt, type Strip, type Stretch } from './layout';
import { indexAt, roundIndex } from './places';
import { BAR, BAR_TOP, barWidth, isShown, placeTip, toPart, toX, type Shown, type Stage } from './stage';
import type { Skeleton } from '../shared/skeleton';
import type { Border, BorderHands, StripViewOptions } from './types';
import './borders.css';

/** Half the width of what the pointer takes hold of, for a mouse and for a finger; in pixels. */
const GRIP = { fine: 5, coarse: 14 } as const;
/** As far as a key moves a border, in pixels. */
const KEY_STEP = 8;
const PAGE = 4096n;

interface Held {
  readonly border: Border;
  /** Where it stands in the strip. */
  x: number;
  to: bigint;
}

interface Room {
  readonly svg: SVGSVGElement;
  readonly frame: HTMLElement;
  /** Shows words beside a place of the strip; null hides them. */
  readonly tip: (words: string | null, x: number) => void;
}

export interface Borders {
  /** Redraws the handles: the strip, or its view, has changed. */
  draw(): void;
}

/** All that the handles remember. */
interface Grasp extends Room {
  readonly stage: Stage;
  readonly hands: BorderHands;
  readonly layer: SVGGElement;
  /** The range whose handles are shown because the pointer is near. */
  near: Stretch | null;
  grip: number;
  held: Held | null;
}

interface Parts {
  readonly svg: SVGSVGElement;
  readonly frame: HTMLElement;
  readonly tip: HTMLElement;
}

/** The same for a strip with its tip, once there is who can move a border. */
export async function attachBorders(
  stage: Stage,
  { svg, frame, tip }: Parts,
  skeleton: Pick<Skeleton, 'showTip' | 'hideTip'>,
  { host, onBorders }: StripViewOptions,
): Promise<Borders | null> {
  const hands = await onBorders?.();
  const show = (words: string | null, x: number): void => {
    if (words === null) {
      skeleton.hideTip();
      return;
    }
    tip.textContent = words;
    skeleton.showTip();
    placeTip(host, tip, svg.getBoundingClientRect().left + x);
  };
  return hands === undefined ? null : followBorders(stage, { svg, frame, tip: show }, hands);
}

/** Gives the ranges of a strip handles from now on. */
function followBorders(stage: Stage, room: Room, hands: BorderHands): Borders {
  const layer = put(room.svg, 'g', { class: 'borders' }) as SVGGElement;
  const grasp: Grasp = { ...room, stage, hands, layer, near: null, grip: GRIP.fine, held: null };
  followPointer(grasp);
  room.frame.addEventListener('keydown', (event) => onKey(grasp, event), { capture: true });
  room.frame.addEventListener('blur', () => letGo(grasp, false));
  const draw = (): void => drawHandles(grasp);
  draw();
  return { draw };
}

function followPointer(grasp: Grasp): void {
  const { svg, stage } = grasp;
  svg.addEventListener('pointermove', (event) => {
    if (grasp.held !== null || event.buttons !== 0) return;
    const wide = event.pointerType === 'touch' ? GRIP.coarse : GRIP.fine;
    const next = rangeNear(stage, event.clientX - svg.getBoundingClientRect().left, wide);
    if (next === grasp.near && wide === grasp.grip) return;
    [grasp.near, grasp.grip] = [next, wide];
    drawHandles(grasp);
  });
  svg.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'touch') grasp.grip = GRIP.coarse;
  });
  svg.addEventListener('pointerleave', () => {
    grasp.near = null;
    drawHandles(grasp);
  });
}

// --- Handles ---

function drawHandles(grasp: Grasp): void {
  const { stage, layer, near, held } = grasp;
  if (held !== null) return;
  layer.replaceChildren();
  if (!isShown(stage)) return;
  const range = near !== null && stage.strip.stretches.includes(near) ? near : chosen(stage);
  if (range !== null) for (const end of ['first', 'last'] as const) drawHandle(grasp, stage, range, end);
}

function drawHandle(grasp: Grasp, shown: Shown, range: Stretch, end: Border['end']): void {
  const { hands, layer, grip } = grasp;
  const border = borderOf(shown, range, end);
  const x = edgeOf(shown, range, end);
  if (border === null || x === null) return;
  const group = put(layer, 'g', { class: hands.canMove(border).can ? 'border' : 'border is-fixed' });
  const inside = end === 'first' ? 1 : -1;
  put(group, 'rect', { class: 'grip', x: x + 2 * inside - 1.5, y: BAR_TOP + 5, width: 3, height: BAR - 10, rx: 1.5 });
  const area = put(group, 'rect', { class: 'area', x: x - grip, y: BAR_TOP - 6, width: 2 * grip, height: BAR + 12 });
  // The strip itself would move.
  for (const kind of ['mousedown', 'touchstart', 'click', 'dblclick'] as const)
    area.addEventListener(kind, (event) => event.stopPropagation());
  area.addEventListener('pointerdown', (event) => take(grasp, event, border, area));
}

function take(grasp: Grasp, event: PointerEvent, border: Border, area: Element): void {
  if (event.button !== 0 || grasp.held !== null) return;
  const answer = grasp.hands.canMove(border);
  if (!answer.can) {
    grasp.hands.say(answer.why, true);
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  area.setPointerCapture(event.pointerId);
  const { left } = grasp.svg.getBoundingClientRect();
  hold(grasp, border, event.clientX - left);
  const ends = new AbortController();
  const { signal } = ends;
  const end = (write: boolean): void => {
    ends.abort();
    letGo(grasp, write);
  };
  area.addEventListener('pointermove', (next) => moveTo(grasp, (next as PointerEvent).clientX - left), { signal });
  area.addEventListener('pointerup', () => end(true), { signal });
  area.addEventListener('pointercancel', () => end(false), { signal });
  const onEscape = (key: KeyboardEvent): void => {
    if (key.key !== 'Escape') return;
    key.preventDefault();
    key.stopPropagation();
    end(false);
  };
  document.addEventListener('keydown', onEscape, { capture: true, signal });
}

// --- A border that is held ---

function hold(grasp: Grasp, border: Border, x: number): void {
  grasp.held = { border, x, to: border[border.end] };
  grasp.svg.classList.add('holds-border');
}

function moveTo({ held, stage, hands, layer, tip }: Grasp, x: number, aloud = false): void {
  if (held === null || !isShown(stage)) return;
  const { border } = held;
  held.x = Math.max(0, Math.min(barWidth(stage), x));
  held.to = placeAt(stage, held.x, border);
  const words = hands.words(border, held.to);
  showLine(layer, held.x);
  tip(words, held.x);
  if (aloud) hands.say(words, false);
}

function letGo(grasp: Grasp, write: boolean): void {
  if (grasp.held === null) return;
  const { border, to } = grasp.held;
  grasp.held = null;
  grasp.svg.classList.remove('holds-border');
  grasp.tip(null, 0);
  drawHandles(grasp);
  if (write && to !== border[border.end]) grasp.hands.move(border, to);
}

// Shift with the arrows: left and right for the end of the chosen range, up and down for its beginning.
function onKey(grasp: Grasp, event: KeyboardEvent): void {
  const { stage, hands } = grasp;
  const stop = (): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  if (grasp.held !== null && (event.key === 'Escape' || event.key === 'Enter')) {
    stop();
    if (event.key === 'Escape') hands.say('The border is where it was.', false);
    letGo(grasp, event.key === 'Enter');
    return;
  }
  const move = event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey ? MOVES[event.key] : undefined;
  const range = isShown(stage) ? chosen(stage) : null;
  if (move === undefined || !isShown(stage) || range === null) return;
  const border = borderOf(stage, range, move.end);
  if (border === null) return;
  stop();
  if (grasp.held?.border.end !== move.end) {
    letGo(grasp, false);
    const answer = hands.canMove(border);
    if (!answer.can) {
      hands.say(answer.why, true);
      return;
    }
    hold(grasp, border, edgeOf(stage, range, move.end) ?? 0);
  }
  if (grasp.held !== null) moveTo(grasp, grasp.held.x + move.by * KEY_STEP, true);
}

const MOVES: Readonly<Record<string, { readonly end: Border['end']; readonly by: number }>> = {
  ArrowLeft: { end: 'last', by: -1 },
  ArrowRight: { end: 'last', by: 1 },
  ArrowDown: { end: 'first', by: -1 },
  ArrowUp: { end: 'first', by: 1 },
};

// The range that is selected, else the one that the step touched.
function chosen({ data, strip }: Shown): Stretch | null {
  const name = data.tree?.picture.name;
  const { selected, touched } = data;
  const found = strip.stretches.find(
    (one) =>
      one.word !== 0n &&
      (selected !== null && selected.tree === name
        ? one.node === selected.node && one.slot === selected.slot
        : touched !== null && touched.tree === name && one.first === touched.first && one.last === touched.last),
  );
  return found ?? null;
}

// The stored range with a border at the place, else the one under it.
function rangeNear(stage: Stage, x: number, wide: number): Stretch | null {
  if (!isShown(stage)) return null;
  const { strip } = stage;
  const at = stretchAt(strip, Math.max(0, Math.min(1, toPart(stage, x))));
  const stored = (k: number): Stretch | null => (strip.stretches[k]?.word ? strip.stretches[k] : null);
  const under = stored(at);
  if (under !== null) return under;
  const [left, right] = [toX(stage, strip.edges[at] ?? 0), toX(stage, strip.edges[at + 1] ?? 1)];
  if (x - left <= wide) return stored(at - 1);
  return right - x <= wide ? stored(at + 1) : null;
}

function borderOf({ data }: Shown, { first, last, leftOut }: Stretch, end: Border['end']): Border | null {
  const tree = data.tree?.picture.name;
  return tree === undefined || leftOut ? null : { tree, first, last, end };
}

function edgeOf(stage: Shown, range: Stretch, end: Border['end']): number | null {
  const k = stage.strip.stretches.indexOf(range);
  if (k < 0) return null;
  const x = toX(stage, stage.strip.edges[end === 'first' ? k : k + 1] ?? 1);
  return x < -1 || x > barWidth(stage) + 1 ? null : x;
}

// The roundest index within a pixel of the place, on this side of the range's other border; of memory, whole pages.
function placeAt(stage: Shown, x: number, { first, last, end }: Border): bigint {
  const { strip, data } = stage;
  const whole = data.tree?.picture.kind === 'mm' ? PAGE : 1n;
  const at = (place: number): bigint => indexAt(strip, Math.max(0, Math.min(1, toPart(stage, place))));
  const near = snapped(stage, x, strip);
  const base = numberBase() === 'decimal' ? 10n : 16n;
  const start = near ?? roundIndex(at(x - 1), at(x + 1), base, whole);
  if (end === 'first') return start > last ? last - (last % whole) : start;
  const to = start === 0n ? 0n : start > MAX ? MAX : start - 1n;
  return to < first ? first + whole - 1n : to;
}

// Where another range or gap begins within a few pixels.
function snapped(stage: Shown, x: number, strip: Strip): bigint | null {
  let best: bigint | null = null;
  let apart: number = GRIP.fine;
  for (const [k, { first }] of strip.stretches.entries()) {
    const off = Math.abs(toX(stage, strip.edges[k] ?? 0) - x);
    if (off < apart) [best, apart] = [first, off];
  }
  return best;
}

function showLine(layer: SVGGElement, x: number): void {
  const line = layer.querySelector('.held') ?? put(layer, 'path', { class: 'held' });
  line.setAttribute('d', `M${x},${BAR_TOP - 8}V${BAR_TOP + BAR + 8}`);
}
