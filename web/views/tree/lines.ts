// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lines from slots to children, with the way of the step among them, and the names over the trees of a pair. Joined
// by what they are, so that a line that stays is the same element.

import { keyed } from '../shared/keyed';
import { put } from '../shared/svg';
import { counted } from '../../base/text';
import { clip, WORD_ADVANCE } from '../shared/text';
import { slotKey } from '../shared/trail';
import type { Camera } from './canvas';
import { isLoose, pathTo, titlePlace, type Pane, type World } from './pane';
import { SIDE } from './room';
import { slotMiddle } from './routes';
import type { TreeViewData } from './types';

const WORD_LEAST = 90;

interface Edge {
  readonly pane: Pane;
  readonly route: Pane['routes'][number];
  readonly key: string;
  readonly kind: string;
  readonly dx: number;
}

/** The lines that begin or end at a node of `shown` (`tree/id`); none for null. */
export function drawEdges(
  layer: SVGGElement,
  world: World,
  data: Pick<TreeViewData, 'trail' | 'touched'>,
  shown: ReadonlySet<string> | null,
  instance: number,
): void {
  const edges = (shown === null ? [] : world.panes).flatMap((pane) => {
    const on = onWay(pane, data);
    return pane.routes
      .filter(
        (route) =>
          shown?.has(`${pane.name}/${route.child}`) === true || shown?.has(`${pane.name}/${route.parent}`) === true,
      )
      .flatMap((route): readonly Edge[] => {
        const edge = { pane, route, key: `${pane.name}/${route.child}`, kind: on(route) ? 'on-path' : '', dx: 0 };
        // Up again beside the way down.
        const climbed = data.trail?.tree === pane.name && data.trail.climbed.has(slotKey(route.parent, route.slot));
        return climbed ? [edge, { ...edge, key: `${edge.key} up`, kind: 'climbed', dx: 4 }] : [edge];
      });
  });
  if (shown !== null) edges.push(...world.panes.flatMap((pane) => looseEnds(pane, shown)));
  edges.sort((a, b) => Number(a.kind !== '') - Number(b.kind !== ''));
  for (const { element, datum } of keyed(layer, 'path', edges)) {
    element.setAttribute('class', `edge ${datum.kind}`.trim());
    element.setAttribute('transform', `translate(${datum.pane.x + datum.dx},${datum.pane.y})`);
    if (datum.kind === 'climbed') element.setAttribute('marker-start', `url(#ms-arrow-${instance})`);
    else element.removeAttribute('marker-start');
    element.setAttribute('d', datum.route.path);
  }
}

// A short line that ends in a ring under each slot whose child is not there.
function looseEnds(pane: Pane, shown: ReadonlySet<string>): readonly Edge[] {
  return pane.layout.boxes.flatMap((box) => {
    if (!shown.has(`${pane.name}/${box.node.id}`)) return [];
    return box.node.children.flatMap((child, slot): readonly Edge[] => {
      if (!isLoose(pane, box.node, slot)) return [];
      const [x, y] = [slotMiddle(box, slot, pane.layout), box.y + box.h];
      const route = {
        parent: box.node.id,
        slot,
        child,
        path: `M${x},${y}v11m-3.5,3.5a3.5,3.5 0 1,0 7,0a3.5,3.5 0 1,0 -7,0`,
      };
      return [{ pane, route, key: `${pane.name}/${box.node.id}:${slot}`, kind: 'loose', dx: 0 }];
    });
  });
}

// Whether a line belongs to the way: that of the trail, else that to the touched range.
function onWay(
  pane: Pane,
  { touched, trail }: Pick<TreeViewData, 'trail' | 'touched'>,
): (route: Edge['route']) => boolean {
  if (trail?.tree === pane.name) return (route) => trail.down.has(slotKey(route.parent, route.slot));
  const path = touched !== null && touched.tree === pane.name ? pathTo(pane, touched.first, touched.last) : null;
  return (route) => path?.has(route.child) === true;
}

export interface TitleData {
  /** Two trees are there, drawn or not. */
  readonly pair: boolean;
  readonly camera: Camera;
  /** Of the picture, in pixels, as far as nothing else stands at its upper edge. */
  readonly width: number;
}

/** Each name stands in a row of its own over its tree; the counts only where they fit. */
export function drawTitles(layer: SVGGElement, world: World, { pair, camera, width }: TitleData): void {
  layer.replaceChildren();
  if (!pair) return;
  for (const [k, pane] of world.panes.entries()) {
    const alone = world.panes.length === 1 ? { y: camera.ty - 8, font: 12 } : null;
    const place = alone ?? titlePlace(pane, world, camera);
    const right = (pane.x + pane.layout.width) * camera.k + camera.tx;
    if (place === null || right < 0) continue;
    const next = world.panes[k + 1];
    const limit = next === undefined || next.x <= pane.x ? width - SIDE : next.x * camera.k + camera.tx - 12;
    const { picture, partial } = pane.scene;
    const nodes = counted(partial?.nodes ?? picture.nodes.length, 'node');
    const counts = `${nodes} · ${counted(picture.entries, 'entry', 'entries')}`;
    const x = Math.max(SIDE, pane.x * camera.k + camera.tx);
    const text = put(layer, 'text', { x, y: place.y, class: 'title', 'font-size': place.font });
    const letters = Math.floor(Math.min(limit, Math.max(right, x + WORD_LEAST)) - x) / (place.font * WORD_ADVANCE);
    put(text, 'tspan', { class: 'name' }).textContent = clip(pane.name, Math.max(1, Math.floor(letters)));
    if (pane.name.length + 2 + counts.length < letters) put(text, 'tspan', { dx: 8 }).textContent = counts;
  }
}
