// SPDX-License-Identifier: GPL-2.0-or-later
//
// The effect of pointer, fingers, wheel and keys on the picture of a large tree.

import { levelOf } from '../../model/overview';
import { sameRef, WHOLE_NODE, type SlotRef } from '../shared/refs';
import { onKeys, panZoomKeys } from '../shared/skeleton';
import { cameraOn, fit, glide, lookAt, moveTo, panBy, zoomAbout, zoomHere } from './camera';
import { geometryOf } from './draw';
import { nodeAt } from './rows';
import { chosenRow, isShown, leavesInView, lowestRow, sceneryOf, type Shown, type Stage } from './stage';

export const ZOOM_STEP = 1.6;
const CLICK_PX = 4;
const LINE_PX = 16;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Listens for as long as the elements are there. */
export function listen(stage: Stage): void {
  const { ground, twin } = stage.parts;
  listenToPointer(stage);
  listenToKeys(stage);
  ground.addEventListener('wheel', (event) => onWheel(stage, event), { passive: false });
  ground.addEventListener('dblclick', () => enter(stage));
  twin.addEventListener('click', (event) => {
    const line = event.target instanceof Element ? event.target.closest<HTMLElement>('tr[data-node]') : null;
    if (line !== null && isShown(stage)) select(stage, Number(line.dataset['node']));
  });
}

function select({ options, overview }: Shown, node: number): void {
  options.onSelect?.({ tree: overview.tree, node, slot: WHOLE_NODE });
}

// ---- Pointer ----

function listenToPointer(stage: Stage): void {
  const { ground } = stage.parts;
  const { onHover, onSelect } = stage.options;
  const pointers = new Map<number, Place>();
  let pressed: (Place & { moved: boolean }) | null = null;
  const placeOf = (event: MouseEvent): Place => placeIn(ground, event);
  const lift = (event: PointerEvent): void => {
    pointers.delete(event.pointerId);
    if (pressed === null || event.type === 'pointercancel') return;
    const { moved } = pressed;
    pressed = null;
    const at = placeOf(event);
    if (!moved) onSelect?.(refAt(stage, at.x, at.y));
  };
  ground.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    stage.stopMoving();
    ground.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, placeOf(event));
    pressed = pointers.size === 1 ? { ...placeOf(event), moved: false } : null;
  });
  ground.addEventListener('pointermove', (event) => {
    const at = placeOf(event);
    const before = pointers.get(event.pointerId);
    if (before === undefined) {
      const ref = refAt(stage, at.x, at.y);
      ground.classList.toggle('on-node', ref !== null);
      if (!sameRef(ref, stage.data.hovered)) onHover?.(ref);
      return;
    }
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, at);
    if (pressed !== null && Math.hypot(at.x - pressed.x, at.y - pressed.y) > CLICK_PX) pressed.moved = true;
    if (other !== undefined) pinch(stage, before, at, other);
    else if (pressed?.moved === true) drag(stage, before, at);
  });
  ground.addEventListener('pointerup', lift);
  ground.addEventListener('pointercancel', lift);
  ground.addEventListener('pointerleave', () => onHover?.(null));
}

function placeIn(ground: HTMLElement, event: MouseEvent): Place {
  const box = ground.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

function drag(stage: Stage, before: Place, at: Place): void {
  const { camera } = stage;
  lookAt(stage, { ...camera, x: camera.x - (at.x - before.x) / camera.k, y: camera.y - (at.y - before.y) });
}

function pinch(stage: Stage, before: Place, at: Place, other: Place): void {
  const spread = (a: Place): number => Math.max(10, Math.hypot(a.x - other.x, a.y - other.y));
  zoomAbout(stage, spread(at) / spread(before), (at.x + other.x) / 2, (at.y + other.y) / 2);
}

function onWheel(stage: Stage, event: WheelEvent): void {
  event.preventDefault();
  stage.stopMoving();
  const { camera, size, parts } = stage;
  const unit =
    event.deltaMode === WheelEvent.DOM_DELTA_LINE
      ? LINE_PX
      : event.deltaMode === WheelEvent.DOM_DELTA_PAGE
        ? size.height
        : 1;
  const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
  const sideways = Math.abs(dx) > Math.abs(dy);
  if (event.shiftKey || sideways) {
    lookAt(stage, { ...camera, x: camera.x + (sideways ? dx : dy) / camera.k });
    return;
  }
  const at = placeIn(parts.ground, event);
  zoomAbout(stage, 2 ** (-dy * (event.ctrlKey ? 0.01 : 0.002)), at.x, at.y);
}

function refAt(stage: Stage, x: number, y: number): SlotRef | null {
  if (!isShown(stage)) return null;
  const { overview, camera, spans, rows, data } = stage;
  const row = rows.find((one) => !one.folded && y + camera.y >= one.y - 2 && y + camera.y <= one.y + one.h + 4);
  if (row === undefined) return null;
  const at = nodeAt(row, spans, camera.x + x / camera.k);
  if (at < 0) return null;
  const node = overview.ids[at] ?? 0;
  const known = data.nodes.get(node);
  const { x: left, w, y: top, cells, head } = geometryOf(at, row, sceneryOf(stage));
  const whole = { tree: overview.tree, node, slot: WHOLE_NODE };
  if (known === undefined || cells === null || x < left || x > left + w || y < top + head) return whole;
  const slot = Math.floor((x - cells.x) / cells.w);
  return slot >= 0 && slot <= known.end ? { ...whole, slot } : whole;
}

// ---- Keyboard ----

function listenToKeys(stage: Stage): void {
  const { ground } = stage.parts;
  // After a click on a node, an arrow key means the next step, as elsewhere on the page.
  let clicked = false;
  ground.addEventListener('pointerdown', () => {
    clicked = true;
  });
  ground.addEventListener('blur', () => {
    clicked = false;
  });
  const keys = panZoomKeys(
    { step: 1, factor: ZOOM_STEP },
    {
      along: (dx) => panBy(stage, -dx, 0),
      down: (dy) => panBy(stage, 0, -dy),
      zoom: (factor) => zoomHere(stage, factor),
      fit: () => fit(stage),
    },
  );
  onKeys(ground, ({ key, shiftKey }) => {
    if (clicked && !shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')) return undefined;
    if (key === 'Enter') return () => enter(stage);
    return shiftKey && key.startsWith('Arrow') ? () => chooseBy(stage, key) : keys[key];
  });
}

// Chooses the node that the keys are at, and goes to it.
function enter(stage: Stage): void {
  const at = cursor(stage);
  if (!isShown(stage) || at < 0) return;
  if (stage.data.selected === null) choose(stage, at);
  glide(stage, cameraOn(stage, at));
}

// The chosen node; without one the node in the middle of the lowest row.
function cursor(stage: Stage): number {
  if (!isShown(stage)) return -1;
  const chosen = chosenRow(stage);
  if (chosen >= 0) return chosen;
  const lowest = lowestRow(stage);
  const [left, right] = leavesInView(stage);
  return lowest === undefined ? -1 : nodeAt(lowest, stage.spans, (left + right) / 2);
}

function choose(stage: Shown, row: number): void {
  const { overview, spans, camera, size } = stage;
  if (row < 0 || row >= overview.ids.length) return;
  select(stage, overview.ids[row] ?? 0);
  const [from, to] = [spans.from[row] ?? 0, spans.to[row] ?? 0];
  const [left, right] = [(from - camera.x) * camera.k, (to - camera.x) * camera.k];
  if (right < 20 || left > size.width - 20) moveTo(stage, (from + to) / 2);
}

function chooseBy(stage: Stage, key: string): void {
  const at = cursor(stage);
  if (!isShown(stage) || at < 0) return;
  const { levels, parents, childCounts, firstChildren } = stage.overview;
  if (key === 'ArrowUp') choose(stage, parents[at] ?? -1);
  else if (key === 'ArrowDown') choose(stage, (childCounts[at] ?? 0) > 0 ? (firstChildren[at] ?? -1) : at);
  else {
    const level = levelOf(stage.overview, at);
    const next = at + (key === 'ArrowLeft' ? -1 : 1);
    const within = next >= (levels[level] ?? 0) && next < (levels[level + 1] ?? 0);
    choose(stage, stage.data.selected !== null && within ? next : at);
  }
}
