// SPDX-License-Identifier: GPL-2.0-or-later
//
// The dock under the tree: nodes that are gone after the step, faded, each with a sentence. From replaced ones arrows lead
// to the nodes that took over their slots; destroyed ones are crossed out. The dock has a fixed place and size, so the
// tree above never moves because of it.

import type { NodePicture } from '../../model/picture';
import type { Camera } from './canvas';
import { put } from '../shared/svg';
import { fillNode } from './draw';
import { nodeHeight, nodeWidth, type Metrics } from './node-box';
import type { Pane, World } from './pane';
import type { TouchedRange } from '../refs';
import { restText, type Departure } from './successors';
import type { NodeBox } from './layout';

export const DOCK_HEIGHT = 126;
const GHOST: Metrics = { cell: 21, pivotLines: 2 };
const SCALE = 0.84;
const BETWEEN = 22;
const SIDE = 16;

export interface Ghost {
  readonly pane: Pane;
  readonly departure: Departure;
  /** Left edge in the dock, in pixels of the screen. */
  readonly x: number;
  readonly w: number;
}

/** The ghosts that fit a width, the one that the step was about first; and those that do not fit. */
export function chooseGhosts(
  world: World,
  touched: TouchedRange | null,
  width: number,
): { shown: readonly Ghost[]; rest: readonly Departure[] } {
  const all = world.panes.flatMap((pane) => pane.departures.map((departure) => ({ pane, departure })));
  const about = (pane: Pane, node: NodePicture): number => {
    if (touched === null || touched.tree !== pane.name) return 1;
    return node.kind === 'leaf' && node.min <= touched.first && node.max >= touched.first ? 0 : 1;
  };
  const leafLast = (node: NodePicture): number => (node.kind === 'leaf' ? 0 : 1);
  all.sort(
    (a, b) =>
      about(a.pane, a.departure.gone) - about(b.pane, b.departure.gone) ||
      leafLast(a.departure.gone) - leafLast(b.departure.gone) ||
      (a.departure.gone.min < b.departure.gone.min ? -1 : 1),
  );
  const w = Math.min(nodeWidth(GHOST) * SCALE, width - 2 * SIDE);
  const room = Math.max(1, Math.floor((width - 2 * SIDE + BETWEEN) / (w + BETWEEN)));
  const shown = all.slice(0, room).map(({ pane, departure }, k) => ({ pane, departure, x: SIDE + k * (w + BETWEEN), w }));
  return { shown, rest: all.slice(room).map(({ departure }) => departure) };
}

/** Fills the dock's element with the ghosts. */
export function drawDock(dock: HTMLElement, ghosts: readonly Ghost[], rest: readonly Departure[], hatch: string): void {
  dock.replaceChildren();
  dock.hidden = ghosts.length === 0;
  for (const ghost of ghosts) {
    const figure = document.createElement('div');
    figure.className = 'ms-ghost';
    figure.style.left = `${ghost.x}px`;
    figure.style.width = `${ghost.w}px`;
    const { gone, fate, sentence } = ghost.departure;
    const w = nodeWidth(GHOST);
    const h = nodeHeight(gone.kind, GHOST);
    const svg = put(figure, 'svg', { viewBox: `-1 -1 ${w + 2} ${h + 2}`, width: ghost.w, height: (ghost.w * h) / w });
    const group = put(svg, 'g', {}) as SVGGElement;
    fillNode(group, { node: gone, metrics: GHOST, change: null, look: ghost.pane.look, brokenSlots: [], detail: 'full' }, hatch);
    group.classList.add('is-ghost');
    if (fate === 'destroyed') put(svg, 'path', { class: 'crossed', d: `M0,0L${w},${h}M${w},0L0,${h}` });
    const words = document.createElement('p');
    words.textContent = sentence;
    figure.append(words);
    dock.append(figure);
  }
  const remarks = remarksOn(ghosts, rest);
  if (remarks === '') return;
  const line = document.createElement('p');
  line.className = 'remarks';
  line.textContent = remarks;
  dock.append(line);
}

// What holds for more than one ghost: how many are not shown, and who may still see them.
function remarksOn(ghosts: readonly Ghost[], rest: readonly Departure[]): string {
  const remarks = rest.length === 0 ? [] : [`${restText(rest)}.`];
  if (ghosts.some(({ pane }) => pane.scene.rcuDuring)) remarks.push('Readers may see them until the grace period ends, with the step.');
  return remarks.join(' ');
}

/** Path data of the arrows from the dock's top edge to the successors, in pixels of the screen. */
export function arrowPaths(ghosts: readonly Ghost[], world: World, camera: Camera, dockTop: number): readonly string[] {
  const paths: string[] = [];
  const ground = Math.min(dockTop - 8, world.height * camera.k + camera.ty + 8);
  for (const ghost of ghosts) {
    const heirs = ghost.departure.successors.filter((heir) => heir.slots > 0).slice(0, 4);
    for (const [k, heir] of heirs.entries()) {
      const box = ghost.pane.layout.byId.get(heir.id);
      if (box === undefined) continue;
      const from = ghost.x + (ghost.w * (k + 1)) / (heirs.length + 1);
      const lane = Math.max(ground, dockTop - 8 - 5 * (heirs.length - 1 - k)) - (k % 2) * 4;
      paths.push(arrow(from, dockTop + 2, lane, box, ghost.pane, camera));
    }
  }
  return paths;
}

function arrow(x0: number, y0: number, lane: number, box: NodeBox, pane: Pane, camera: Camera): string {
  const right = (pane.x + box.x + box.w) * camera.k + camera.tx;
  const bottom = (pane.y + box.y + box.h) * camera.k + camera.ty;
  const free = !pane.layout.boxes.some((b) => b.y > box.y + 1 && b.x < box.x + box.w && b.x + b.w > box.x);
  const x1 = free ? right - (box.w * camera.k) / 2 : right + 8 * camera.k;
  const sideways = Math.sign(x1 - x0);
  const r = Math.min(6, Math.abs(x1 - x0) / 2, Math.max(0, y0 - lane));
  const turn = `M${p(x0)},${p(y0)}V${p(lane + r)}q0,${p(-r)} ${p(sideways * r)},${p(-r)}H${p(x1 - sideways * r)}q${p(sideways * r)},0 ${p(sideways * r)},${p(-r)}`;
  if (free) return `${turn}V${p(Math.min(lane, bottom + 3))}`;
  const y1 = bottom - (box.h * camera.k) / 2;
  return `${turn}V${p(y1 + r)}q0,${p(-r)} ${p(-Math.min(r, 4))},${p(-r)}H${p(right + 3)}`;
}

function p(x: number): string {
  return (Math.round(x * 10) / 10).toString();
}
