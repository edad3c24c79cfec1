// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where one looks at the tree picture from: fitting, centring, zooming, panning. Moves the camera only; what was moved
// is drawn by the zooming's own report of it.

import { motionAllowed, tween } from '../shared/motion';
import { WHOLE_NODE, type SlotRef } from '../shared/refs';
import { transformOf, type Transform } from '../shared/zooming';
import { homeTransform } from './home';
import type { NodeBox } from './layout';
import { findBox, type Pane } from './pane';
import { SIDE } from './room';
import type { Stage } from './stage';

/** The largest letters when one node is zoomed to. */
const NODE_ZOOM_MAX = 1.1;
/** So many pixels around the picture count as in view. */
const VIEW_EDGE = 40;

export function moveCamera(stage: Stage, target: Transform, animate: boolean): void {
  const { zooming } = stage.pieces;
  stage.stopCamera();
  stage.aim = target;
  if (!animate || !motionAllowed()) {
    zooming.put(target);
    return;
  }
  const from = stage.camera;
  const between = (a: number, b: number, part: number): number => a + (b - a) * part;
  stage.stopCamera = tween((part) => {
    const k = between(from.k, target.k, part);
    const at = transformOf(k, between(from.x, target.x, part), between(from.y, target.y, part));
    zooming.put(part === 1 ? target : at);
  });
}

/** Shows the whole, or the part of it that can be read, and keeps it shown. */
export function fit(stage: Stage): void {
  stage.fitted = true;
  moveCamera(stage, homeTransform(stage), true);
}

/** Remembers the camera; the returned function restores it. */
export function hold(stage: Stage): () => void {
  const { fitted, aim } = stage;
  return () => {
    stage.fitted = fitted;
    moveCamera(stage, fitted ? homeTransform(stage) : aim, true);
  };
}

/** Brings a place of the world to the middle of what is `high` pixels high. */
export function centre(
  stage: Stage,
  x: number,
  y: number,
  k: number,
  animate = true,
  height = stage.size.height,
): void {
  const { width } = stage.size;
  stage.fitted = false;
  moveCamera(stage, transformOf(k, width / 2 - x * k, height / 2 - y * k), animate);
}

/** Multiplies the zoom about the middle, within its limits. */
export function zoomBy(stage: Stage, factor: number): void {
  const { aim, size, zooms } = stage;
  const [x, y] = aim.invert([size.width / 2, size.height / 2]);
  centre(stage, x, y, Math.min(zooms.most, Math.max(zooms.least, aim.k * factor)));
}

export function pan(stage: Stage, dx: number, dy: number): void {
  const { aim } = stage;
  stage.fitted = false;
  moveCamera(stage, transformOf(aim.k, aim.x + dx, aim.y + dy), false);
}

/** Brings a node to the middle, at a size at which it can be read; `unlessRead`: not where it can be already. */
export function focusNode(stage: Stage, tree: string, node: number, unlessRead = false): void {
  const found = findBox(stage.world, { tree, node, slot: WHOLE_NODE });
  if (found === null || (unlessRead && stage.detail === 'full' && inFull(stage, found))) return;
  const k = Math.min(NODE_ZOOM_MAX, (stage.size.width - 2 * SIDE) / found.box.w);
  centreBox(stage, found, Math.max(stage.camera.k, k));
}

/** Moves only if the node is not in view as a whole. */
export function bringIntoView(stage: Stage, ref: SlotRef): void {
  const found = findBox(stage.world, ref);
  if (found === null || inFull(stage, found)) return;
  centreBox(stage, found, stage.camera.k);
}

interface Found {
  readonly pane: Pane;
  readonly box: NodeBox;
}

function centreBox(stage: Stage, { pane, box }: Found, k: number): void {
  centre(stage, pane.x + box.x + box.w / 2, pane.y + box.y + box.h / 2, k, true, seenHeight(stage));
}

function inFull(stage: Stage, { pane, box }: Found): boolean {
  const { camera, size } = stage;
  const [x, y] = [camera.applyX(pane.x + box.x), camera.applyY(pane.y + box.y)];
  return x >= 0 && y >= 0 && x + box.w * camera.k <= size.width && y + box.h * camera.k <= seenHeight(stage);
}

// Below it stand the legend and the sentences on gone nodes, which lie over a tree that was moved.
function seenHeight({ size, parts: { legend, dock } }: Stage): number {
  return size.height - legend.offsetHeight - (dock.firstChild === null ? 0 : dock.offsetHeight);
}

/** Whether a node is in view, or nearly so. */
export function viewTest({ camera, size }: Stage): (pane: Pane, box: NodeBox) => boolean {
  return overlaps(
    camera.invert([-VIEW_EDGE, -VIEW_EDGE]),
    camera.invert([size.width + VIEW_EDGE, size.height + VIEW_EDGE]),
  );
}

/** Whether any node is in view, above the legend. */
export function anythingSeen(stage: Stage): boolean {
  return anyNodeIn(stage, [0, 0], [stage.size.width, stage.size.height - stage.room.legend]);
}

/** Whether a part of a node lies between two points of the view. */
export function anyNodeIn({ camera, world }: Pick<Stage, 'camera' | 'world'>, from: Point, to: Point): boolean {
  const inView = overlaps(camera.invert([...from]), camera.invert([...to]));
  return world.panes.some((pane) => pane.layout.boxes.some((box) => inView(pane, box)));
}

type Point = readonly [number, number];

function overlaps([x0, y0]: Point, [x1, y1]: Point): (pane: Pane, box: NodeBox) => boolean {
  return (pane, b) => pane.x + b.x < x1 && pane.x + b.x + b.w > x0 && pane.y + b.y < y1 && pane.y + b.y + b.h > y0;
}
