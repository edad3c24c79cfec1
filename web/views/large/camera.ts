// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where one looks at a large tree from: fitting, zooming about a place, gliding to a node. Each move lays the rows out
// for its zoom and asks for a drawing.

import { motionAllowed, tween } from '../shared/motion';
import { clampCamera, fitZoom, LEAF_MOST, SIDE, type Camera } from './rows';
import { isShown, layOut, leavesInView, lookedFor, type Stage } from './stage';

const PAN_PART = 0.2;
/** So wide a leaf can be read, whether or not all of it is in view. */
const LEAF_READ = 470;

/** Lays everything out again, for the current view. */
export function relay(stage: Stage): void {
  const { overview, size, spans } = stage;
  if (overview === null || size.width === 0) return;
  if (stage.fitted) stage.camera = { k: fitZoom(spans, size), x: -SIDE / fitZoom(spans, size), y: 0 };
  ({ rows: stage.rows, height: stage.height } = layOut(stage, stage.camera.k));
  stage.camera = clampCamera(stage.camera, spans, size, stage.height);
  stage.skeleton.soon();
}

export function lookAt(stage: Stage, next: Camera): void {
  const { overview, size, spans } = stage;
  if (overview === null) return;
  const k = withinZoom(stage, next.k);
  ({ rows: stage.rows, height: stage.height } = layOut(stage, k));
  stage.camera = clampCamera({ ...next, k }, spans, size, stage.height);
  stage.fitted = stage.camera.k <= fitZoom(spans, size) * 1.0001;
  stage.skeleton.soon();
}

function withinZoom({ spans, size }: Stage, k: number): number {
  const least = fitZoom(spans, size);
  return Math.max(least, Math.min(k, Math.max(LEAF_MOST, least)));
}

/** Everything in view. */
export function fit(stage: Stage): void {
  stage.stopMoving();
  stage.fitted = true;
  relay(stage);
}

/** Keeps what is at `x`, `y` of the screen there, or as far along as `place` puts it at the new zoom. */
export function zoomAbout(stage: Stage, factor: number, x: number, y: number, place = (_k: number): number => x): void {
  const { overview, camera, rows } = stage;
  if (overview === null) return;
  const at = camera.x + x / camera.k;
  const row = rows.find((one) => one.y + one.h >= y + camera.y) ?? rows.at(-1);
  const share = row === undefined ? 0 : (y + camera.y - row.y) / Math.max(1, row.h);
  const k = withinZoom(stage, camera.k * factor);
  const then = layOut(stage, k).rows.find(({ level }) => level === row?.level);
  const top = then === undefined ? 0 : then.y + Math.min(share, 1.2) * then.h - y;
  lookAt(stage, { k, x: at - place(k) / k, y: top });
}

/** From left to right about what one is looking for, from top to bottom about the lowest row that is in view. */
export function zoomHere(stage: Stage, factor: number): void {
  const { rows, camera, size } = stage;
  const lowest = rows.findLast((one) => !one.folded && one.y - camera.y < size.height);
  const y = Math.min(lowest === undefined ? size.height / 2 : lowest.y + lowest.h / 2 - camera.y, size.height - 60);
  const [from, to] = (isShown(stage) ? lookedFor(stage) : null) ?? leavesInView(stage);
  // The middle of what is in view of it; all of it stays in view as long as it can.
  const x = (Math.max(0, (from - camera.x) * camera.k) + Math.min(size.width, (to - camera.x) * camera.k)) / 2;
  zoomAbout(stage, factor, x, y, (k) => {
    const half = Math.min(size.width / 2, SIDE + ((to - from) * k) / 2);
    return Math.max(half, Math.min(x, size.width - half));
  });
}

/** Brings a place, in leaves, to the middle. */
export function moveTo(stage: Stage, x: number): void {
  const { camera, size } = stage;
  stage.stopMoving();
  lookAt(stage, { ...camera, x: x - size.width / camera.k / 2 });
}

/** Moves by parts of the picture: 1 to the right or down, −1 back. */
export function panBy(stage: Stage, right: number, down: number): void {
  const { camera, size } = stage;
  glide(stage, {
    ...camera,
    x: camera.x + (right * PAN_PART * size.width) / camera.k,
    y: camera.y + down * PAN_PART * size.height,
  });
}

/** Zooms first out and then in, so that one sees where it goes; at once where motion is not wanted. */
export function glide(stage: Stage, to: Camera): void {
  const { camera: from, size } = stage;
  stage.stopMoving();
  if (!motionAllowed()) {
    lookAt(stage, to);
    return;
  }
  const middleFrom = from.x + size.width / from.k / 2;
  const middleTo = to.x + size.width / to.k / 2;
  stage.stopMoving = tween((part) => {
    const k = from.k * (to.k / from.k) ** part;
    const along = to.k === from.k ? part : (1 / k - 1 / from.k) / (1 / to.k - 1 / from.k);
    const middle = middleFrom + (middleTo - middleFrom) * along;
    lookAt(stage, part === 1 ? to : { k, x: middle - stage.size.width / k / 2, y: from.y + (to.y - from.y) * part });
  });
}

/** From where a node, by its row of the overview, can be read: a leaf at full size, others with their children. */
export function cameraOn(stage: Stage, row: number): Camera {
  const { overview, spans, size } = stage;
  const [from, to] = [spans.from[row] ?? 0, spans.to[row] ?? 0];
  const leaf = overview !== null && overview.childCounts[row] === 0;
  const wanted = leaf
    ? Math.max(size.width * 0.8, LEAF_READ) / Math.max(1, to - from)
    : (size.width * 0.94) / (to - from);
  const k = Math.max(fitZoom(spans, size), Math.min(wanted, LEAF_MOST));
  const level = layOut(stage, k).rows.find((one) => row >= one.from && row < one.to);
  const y = level === undefined ? 0 : level.y + level.h / 2 - size.height / 2;
  return { k, x: (from + to) / 2 - size.width / k / 2, y };
}
