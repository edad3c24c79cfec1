// SPDX-License-Identifier: GPL-2.0-or-later
//
// The view of the picture until a person moves it: the whole tree, or, on a small screen on which the whole
// could not be read, the part that the step changed, large enough to be read. Pure.

import { transformOf, type Transform } from '../shared/zooming';
import { isNarrowPicture, letteringOf, SMALL_SCREEN, type Sight } from './letters';
import type { NodeBox } from './layout';
import { entryWidth, SMALL_HEAD, slotEdges } from './node-box';
import { headOf, textsOf, touchedRun, type World } from './pane';
import { SIDE } from './room';
import type { Stage } from './stage';

/** Type has so many pixels there at least. */
const LEAST_TYPE = 11;
/** A tree that would have to be enlarged more than so many times is shown as a whole. */
const MOST_LARGER = 4;

type Looked = Pick<Stage, 'world' | 'whole' | 'size' | 'room' | 'data'>;

export function isSmall({ size }: Pick<Stage, 'size'>): boolean {
  return size.width <= SMALL_SCREEN;
}

/** The basis of the least sizes of its type. */
export function sightOf(stage: Pick<Stage, 'size' | 'options' | 'data'>): Required<Sight> {
  const { size, options, data } = stage;
  // On a wall nothing is small because there is little room.
  const narrow = data.fitZoomMax === undefined && isNarrowPicture(size.width);
  return { small: isSmall(stage), narrow: options.paper === true || narrow };
}

export function homeTransform(stage: Looked): Transform {
  const { world, size, room } = stage;
  const whole = fitTransform(stage);
  const all = !isSmall(stage) || stage.data.entire === true || world.panes.length !== 1 || stage.whole !== null;
  const found = all ? null : changedBox(stage);
  const k = found === null ? whole.k : readZoom(world, whole.k);
  if (found === null || k <= whole.k) return whole;
  const { box, x } = found;
  const [wide, high] = [world.width * k, world.height * k];
  // The touched slot in the middle where the leaf is wider than the screen.
  const at = touched(stage, box);
  const middle = size.width / 2 - (x + box.x + (box.w * k > size.width - 2 * SIDE ? at : box.w / 2)) * k;
  const left =
    wide <= size.width - 2 * SIDE ? (size.width - wide) / 2 : between(size.width - SIDE - wide, middle, SIDE);
  // From the root on as long as the changed node is seen.
  const down = between(0, (box.y + box.h) * k - room.height, Math.max(0, high - room.height));
  return transformOf(k, left, room.top - down);
}

/** The place from which the whole is seen. */
export function fitTransform({
  world,
  whole,
  size,
  room,
}: Pick<Stage, 'world' | 'whole' | 'size' | 'room'>): Transform {
  const k = Math.min(world.zoom, whole?.zoom ?? Infinity);
  return transformOf(k, (size.width - world.width * k) / 2, room.top);
}

// The smallest zoom at which heads and entries can be read; that of the whole where there is none within reason.
function readZoom(world: World, whole: number): number {
  const texts = textsOf(world.panes);
  const cells = world.panes.flatMap(({ layout: { boxes, metrics } }) =>
    boxes.flatMap(({ node }) => (node.children.length > 0 ? [] : [entryWidth(node, metrics)])),
  );
  const [cell, height] = [Math.min(...cells), Infinity];
  const lettered = texts.short.size + texts.labels.size > 0;
  const first = Math.max(whole, LEAST_TYPE / (SMALL_HEAD * headOf(world)));
  for (let k = first; k <= whole * MOST_LARGER; k *= 1.06)
    if (!lettered || (letteringOf(texts, cell * k, 13, height, LEAST_TYPE)?.px ?? 0) >= LEAST_TYPE) return k;
  return whole;
}

// The leaf that holds the touched range, or the beginning of it; the root where the step touched none.
function changedBox({ world, data: { touched } }: Looked): { readonly box: NodeBox; readonly x: number } | null {
  for (const { name, x, layout } of world.panes) {
    const box =
      (touched?.tree === name
        ? layout.boxes.find(({ node }) => touchedRun(node, touched.first, touched.last) !== null)
        : undefined) ?? layout.boxes[0];
    if (box !== undefined) return { box, x };
  }
  return null;
}

// Where in its leaf the touched range begins.
function touched({ data }: Looked, { node, metrics, w }: NodeBox): number {
  const run = data.touched === null ? null : touchedRun(node, data.touched.first, data.touched.last);
  return run === null ? w / 2 : (slotEdges(node, metrics)[run.from] ?? w / 2);
}

function between(least: number, x: number, most: number): number {
  return Math.max(least, Math.min(most, x));
}
