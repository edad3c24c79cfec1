// SPDX-License-Identifier: GPL-2.0-or-later
//
// The effect of pointer and keys on the tree picture: hover, tip, selection, folds, panning by arrows.

import { sameRef, WHOLE_NODE, type SlotRef } from '../shared/refs';
import { focusByKeysOnly, onKeys, panZoomKeys } from '../shared/skeleton';
import { fit, focusNode, pan, zoomBy } from './camera';
import { describe } from './describe';
import { drawOverlay } from './drawing';
import { slotNotes } from './notes';
import { findBox, hit } from './pane';
import { catchUp, relay } from './re-layout';
import type { Stage } from './stage';

/** Pixels that an arrow key pans, without Shift and with it; and what a key multiplies the zoom by. */
const PAN = { plain: 60, shift: 240 } as const;
const KEY_ZOOM = 1.4;
/** One notch of the wheel, as a power of two: 1.2 times. */
const NOTCH = Math.log2(1.2);

/** How much a turn of the wheel zooms, as a power of two. */
export function wheelZoom({ deltaY, deltaMode }: WheelEvent): number {
  const unit = deltaMode === WheelEvent.DOM_DELTA_LINE ? 0.05 : deltaMode === WheelEvent.DOM_DELTA_PAGE ? 1 : 0.002;
  return Math.max(-NOTCH, Math.min(NOTCH, -deltaY * unit));
}

/** Listens for as long as the elements are there. */
export function listen(stage: Stage): void {
  const { svg, frame, lost } = stage.parts;
  const { skeleton } = stage.pieces;
  const { onSelect } = stage.options;
  lost.addEventListener('click', () => fit(stage));
  svg.addEventListener('pointermove', (event) => {
    const ref = refAt(stage, event);
    setHover(stage, ref);
    svg.classList.toggle('on-node', ref !== null);
    const silent = event.buttons !== 0 || event.pointerType === 'touch';
    if (ref === null || silent || sameRef(ref, stage.data.selected)) skeleton.hideTip();
    else showTip(stage, ref, event);
  });
  svg.addEventListener('pointerleave', ({ pointerType }) => {
    setHover(stage, null);
    skeleton.hideTip();
    // A finger leaves before its click.
    if (pointerType === 'touch') return;
    stage.pressed = null;
    catchUp(stage);
  });
  let first: SlotRef | null = null;
  svg.addEventListener('pointerdown', (event) => (stage.pressed = { ref: refAt(stage, event) }), true);
  svg.addEventListener('click', (event) => {
    const node = handleAt(stage, event);
    if (node !== null) fold(stage, node.tree, node.node);
    // The second click of a double click chooses nothing.
    else if (event.detail < 2) {
      stage.clicked = event.clientX - svg.getBoundingClientRect().left;
      first = stage.pressed === null ? refAt(stage, event) : stage.pressed.ref;
      onSelect?.(first);
    }
    stage.pressed = null;
    catchUp(stage);
  });
  svg.addEventListener('dblclick', (event) => {
    // The target of the first click.
    const ref = first;
    if (handleAt(stage, event) !== null) return;
    if (ref === null) fit(stage);
    else focusNode(stage, ref.tree, ref.node);
  });
  focusByKeysOnly(frame);
  onKeys(frame, ({ key, shiftKey }) => {
    const keys = panZoomKeys(
      { step: shiftKey ? PAN.shift : PAN.plain, factor: KEY_ZOOM },
      {
        along: (dx) => pan(stage, dx, 0),
        down: (dy) => pan(stage, 0, dy),
        zoom: (factor) => zoomBy(stage, factor),
        fit: () => fit(stage),
      },
    );
    return keys[key];
  });
}

/** Hides what is below an inner node, or shows it again. */
export function fold(stage: Stage, tree: string, node: number): void {
  stage.folds.toggle(tree, node);
  relay(stage, true);
}

/** Shows so many levels of every tree. */
export function showLevels(stage: Stage, levels: number): void {
  stage.folds.showLevels(levels);
  relay(stage, true);
}

function refAt({ parts, camera, world }: Stage, event: MouseEvent): SlotRef | null {
  const box = parts.svg.getBoundingClientRect();
  const [x, y] = camera.invert([event.clientX - box.left, event.clientY - box.top]);
  return hit(world, x, y);
}

// The node whose handle is under the pointer.
function handleAt({ groups }: Stage, event: MouseEvent): SlotRef | null {
  const group =
    event.target instanceof Element ? event.target.closest('.ms-fold')?.closest<SVGGElement>('.ms-node') : null;
  const key = groups?.find(({ element }) => element === group)?.datum.key;
  if (key === undefined) return null;
  const at = key.lastIndexOf('/');
  return { tree: key.slice(0, at), node: Number(key.slice(at + 1)), slot: WHOLE_NODE };
}

function setHover(stage: Stage, ref: SlotRef | null): void {
  if (sameRef(ref, stage.hover)) return;
  stage.hover = ref;
  drawOverlay(stage);
  stage.options.onHover?.(ref);
}

// Under the node, else over it, else beside the pointer.
function showTip(stage: Stage, ref: SlotRef, event: PointerEvent): void {
  const { parts, world, data, camera, pieces } = stage;
  const found = findBox(world, ref);
  if (found === null) return;
  const { pane, box } = found;
  const lines = [...describe(pane, box.node, ref), ...slotNotes(ref, data)];
  parts.tip.replaceChildren(
    ...lines.map((line, k) => {
      const element = document.createElement(k === 0 ? 'strong' : 'div');
      if (k === 1) element.className = 'ms-mono';
      element.textContent = line;
      return element;
    }),
  );
  pieces.skeleton.showTip();
  const host = parts.host.getBoundingClientRect();
  const tip = parts.tip.getBoundingClientRect();
  const x = Math.min(event.clientX - host.left + 14, host.width - tip.width - 6);
  const under = camera.applyY(pane.y + box.y + box.h) + 12;
  const over = camera.applyY(pane.y + box.y) - tip.height - 12;
  const y = under + tip.height <= host.height - 4 ? under : over >= 4 ? over : event.clientY - host.top + 18;
  parts.tip.style.transform = `translate(${Math.max(6, x)}px, ${Math.max(4, y)}px)`;
}
