// SPDX-License-Identifier: GPL-2.0-or-later
//
// Arrows from the ghosts in the dock up to the nodes that took over their slots, in pixels of the screen. They run
// between the nodes, each in a lane of its own; one that would have to cross a node is left out, the ghost's sentence
// says the same. Pure.
//
// Invariants: no arrow crosses a node; no two run along each other; none comes close to the edge of the picture.

import type { NodePicture } from '../../model/picture';
import type { Camera } from './canvas';
import type { Ghost } from './ghosts';
import type { NodeBox } from './layout';
import { slotSpan } from './node-box';
import type { Pane, World } from './pane';

/** Between arrows, and at least between an arrow and a node. */
const LANE = 6;
const CLEAR = 3;
/** Between an arrow and the edge of the picture. */
const EDGE = 8;
/** Beside a node it is entered from: room for the bend and, behind it, for a head that points at the node. */
const HOOK = 11;
/** Arrows of one ghost at most. */
const HEIRS = 4;

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Upright part of an arrow. */
interface Upright {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

/** Path data of the arrows from the dock's top edge to the successors, in pixels of the screen. */
export function arrowPaths(
  ghosts: readonly Ghost[],
  world: World,
  camera: Camera,
  { dock: dockTop, width }: { readonly dock: number; readonly width: number },
): readonly string[] {
  const frames = new Map<NodeBox, Frame>();
  for (const pane of world.panes) for (const box of pane.layout.boxes) frames.set(box, frameOf(pane, box, camera));
  const all = [...frames.values()];
  const foot = Math.max(...all.map(({ bottom }) => bottom));
  const used: Upright[] = [];
  const paths: string[] = [];
  let lane = Math.min(dockTop - 8, foot + 10);
  // From a second row they would run over the first.
  for (const ghost of ghosts.filter(({ row }) => row === 0)) {
    const heirs = ghost.successors.filter((heir) => heir.slots > 0).slice(0, HEIRS);
    for (const [k, heir] of heirs.entries()) {
      const box = ghost.pane?.layout.byId.get(heir.id);
      const to = box === undefined ? undefined : frames.get(box);
      if (box === undefined || to === undefined || lane > dockTop - 3) continue;
      const from = ghost.x + (ghost.w * (k + 1)) / (heirs.length + 1);
      const path = arrow(
        { x0: from, y0: dockTop + 2, lane, width },
        to,
        aimOf(ghost.node, box, to, camera.k),
        all,
        used,
      );
      if (path === null) continue;
      paths.push(path);
      lane += LANE;
    }
  }
  return paths;
}

function frameOf(pane: Pane, box: NodeBox, { k, tx, ty }: Camera): Frame {
  const [left, top] = [(pane.x + box.x) * k + tx, (pane.y + box.y) * k + ty];
  return { left, top, right: left + box.w * k, bottom: top + box.h * k };
}

// The middle of the slots that now contain what the gone node contained: a newly stored slot came from nowhere.
function aimOf(gone: NodePicture, { node, metrics }: NodeBox, { left, right }: Frame, k: number): number {
  const kept: number[] = [];
  for (let slot = 0; slot <= node.end; slot++) {
    const word = node.slots[slot] ?? 0n;
    const child = node.children[slot] ?? 0;
    if (child > 0 ? gone.children.includes(child) : word !== 0n && gone.slots.includes(word)) kept.push(slot);
  }
  const [first, last] = [kept[0], kept.at(-1)];
  if (first === undefined || last === undefined) return (left + right) / 2;
  const { x, w } = slotSpan(node, metrics, first, last);
  return left + (x + w / 2) * k;
}

interface Start {
  readonly x0: number;
  readonly y0: number;
  readonly lane: number;
  readonly width: number;
}

// From below as near to its aim as nothing is below the node, else up beside it and in from the right.
function arrow(
  { x0, y0, lane, width }: Start,
  to: Frame,
  aim: number,
  all: readonly Frame[],
  used: Upright[],
): string | null {
  const clear = (x: number, top: number): boolean =>
    x >= EDGE &&
    x <= width - EDGE &&
    all.every((f) => x < f.left - CLEAR || x > f.right + CLEAR || f.bottom <= top || f.top >= lane) &&
    used.every((other) => Math.abs(other.x - x) >= LANE || other.top >= lane || other.bottom <= top);
  for (let off = 0; off < to.right - to.left; off += LANE) {
    for (const x of [aim + off, aim - off]) {
      if (x < to.left + LANE || x > to.right - LANE || !clear(x, to.bottom + 1)) continue;
      used.push({ x, top: to.bottom, bottom: lane });
      return `${turn(x0, y0, lane, x)}V${p(Math.min(lane, to.bottom + 3))}`;
    }
  }
  const y1 = (to.top + to.bottom) / 2;
  for (let x = to.right + HOOK; x <= to.right + 4 * LANE; x += 1) {
    if (!clear(x, y1 - 1)) continue;
    used.push({ x, top: y1, bottom: lane });
    return `${turn(x0, y0, lane, x)}V${p(y1 + 4)}q0,-4 -4,-4H${p(to.right + 3)}`;
  }
  return null;
}

// Up from the dock to the lane, along it, and up again.
function turn(x0: number, y0: number, lane: number, x1: number): string {
  const sideways = Math.sign(x1 - x0);
  const r = Math.min(5, Math.abs(x1 - x0) / 2, Math.max(0, y0 - lane));
  if (r < 0.5) return `M${p(x1)},${p(y0)}`;
  return (
    `M${p(x0)},${p(y0)}V${p(lane + r)}q0,${p(-r)} ` +
    `${p(sideways * r)},${p(-r)}H${p(x1 - sideways * r)}q${p(sideways * r)},0 ${p(sideways * r)},${p(-r)}`
  );
}

function p(x: number): string {
  return (Math.round(x * 10) / 10).toString();
}
