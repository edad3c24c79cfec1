// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where everything goes between two pictures of one tree: which node stays and slides, which slot's entry flies from
// which slot of which node, which new node grows out of which old one, what fades. Entries are matched by their word
// and range, child slots by the child or by what it grew out of; so a step back is planned as a step forward is. Pure.
//
// Invariants: a slot that is drawn flies from one slot at most; all places are in the new picture's world, wherever the
// camera was before.

import { cellRow, slotFirst, slotLast, slotSpan, type Detail, type DrawnNode } from './node-box';
import type { Camera } from './canvas';
import type { NodeBox } from './layout';
import type { Pane, World } from './pane';

/** A rectangle, in pixels of the screen while it is remembered, in the world once it is planned with. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface KeptCell {
  readonly node: string;
  readonly slot: number;
  readonly spot: Spot;
  readonly first: bigint;
  readonly last: bigint;
  /** How it looked: kind of cell and text. */
  readonly kind: string;
  readonly text: string;
}

export interface KeptNode {
  readonly spot: Spot;
  readonly leaf: boolean;
  /** Everything that is written in it: a node that has the same is as it was. */
  readonly content: string;
  readonly min: bigint;
  readonly max: bigint;
}

/** Where everything was, in pixels of the screen. */
export interface Memory {
  /** By `tree/id`. */
  readonly nodes: ReadonlyMap<string, KeptNode>;
  /** Cells of leaves by tree and word, of inner nodes by tree and child. */
  readonly cells: ReadonlyMap<string, readonly KeptCell[]>;
}

export interface Flight {
  readonly node: string;
  readonly slot: number;
  readonly from: Spot;
  readonly to: Spot;
}

export interface Plan {
  /** Nodes that stay, drawn elsewhere or at another size. */
  readonly slides: readonly { readonly node: string; readonly from: Spot; readonly to: Spot }[];
  /** Entries that go to another slot, in the order of the picture. */
  readonly flights: readonly Flight[];
  /** Nodes that were not there; null: out of nothing that was there. */
  readonly grown: readonly { readonly node: string; readonly from: Spot | null; readonly to: Spot }[];
  /** Slots that hold what was nowhere. */
  readonly fresh: readonly { readonly node: string; readonly slot: number }[];
  /** Nodes that no longer exist. */
  readonly faded: readonly Spot[];
  /** Cells of changed or gone nodes that nothing comes from. */
  readonly dropped: readonly (Pick<KeptCell, 'kind' | 'text'> & { readonly spot: Spot })[];
}

export const NO_MEMORY: Memory = { nodes: new Map(), cells: new Map() };
const STILL: Plan = { slides: [], flights: [], grown: [], fresh: [], faded: [], dropped: [] };

/** With more nodes in the picture nothing is remembered, with more that moves nothing moves. */
const NODES_MOST = 120;
export const MOVING_MOST = 320;
/** A shorter way than this is none. */
const WAY_LEAST = 0.5;

/** The starting points for the motion to the next picture. From afar nothing moves. */
export function remember(
  world: World,
  { k, tx, ty }: Camera,
  detail: Detail,
  inView: (pane: Pane, box: NodeBox) => boolean,
): Memory {
  const all = world.panes.reduce((sum, pane) => sum + pane.layout.boxes.length, 0);
  if (detail === 'far' || all > NODES_MOST) return NO_MEMORY;
  const nodes = new Map<string, KeptNode>();
  const cells = new Map<string, KeptCell[]>();
  const screen = ({ x, y, w, h }: Spot): Spot => ({ x: x * k + tx, y: y * k + ty, w: w * k, h: h * k });
  for (const pane of world.panes) {
    for (const box of pane.layout.boxes) {
      if (!inView(pane, box)) continue;
      const { node } = box;
      const name = keyOf(pane, node);
      nodes.set(name, {
        spot: screen(nodeSpot(pane, box)),
        leaf: isLeaf(node),
        content: contentOf(node),
        min: node.min,
        max: node.max,
      });
      for (let slot = 0; slot <= node.end; slot++) {
        const key = cellKey(pane, node, slot);
        const look = isLeaf(node) ? pane.look(node.slots[slot] ?? 0n) : { kind: 'child', text: '' };
        const cell: KeptCell = {
          node: name,
          slot,
          spot: screen(cellSpot(pane, box, slot, detail)),
          first: slotFirst(node, slot),
          last: slotLast(node, slot),
          kind: look.kind,
          text: look.text,
        };
        const list = cells.get(key);
        if (list === undefined) cells.set(key, [cell]);
        else list.push(cell);
      }
    }
  }
  return { nodes, cells };
}

/** The motions from the former places to the picture as it is now. */
export function planMotion(before: Memory, world: World, { k, tx, ty }: Camera, detail: Detail): Plan {
  if (before.nodes.size === 0 || detail === 'far') return STILL;
  const back = ({ x, y, w, h }: Spot): Spot => ({ x: (x - tx) / k, y: (y - ty) / k, w: w / k, h: h / k });
  const plan = {
    slides: [] as Plan['slides'][number][],
    flights: [] as Flight[],
    grown: [] as Plan['grown'][number][],
    fresh: [] as Plan['fresh'][number][],
  };
  const used = new Set<KeptCell>();
  const stay = new Set<string>();
  const origins = new Map<string, string>();
  // Leaves first, so that it is known what the children of inner nodes grew out of.
  const boxes = world.panes.flatMap((pane) => pane.layout.boxes.map((box) => ({ pane, box })));
  boxes.sort((a, b) => b.box.depth - a.box.depth);
  for (const { pane, box } of boxes) {
    const name = keyOf(pane, box.node);
    const was = before.nodes.get(name);
    const to = nodeSpot(pane, box);
    const from = was === undefined ? null : back(was.spot);
    if (from !== null && differs(from, to)) plan.slides.push({ node: name, from, to });
    if (was !== undefined && was.content === contentOf(box.node)) {
      stay.add(name);
      continue;
    }
    const sources: string[] = [];
    for (let slot = 0; slot <= box.node.end; slot++) {
      const source = sourceOf(before, pane, box.node, slot, origins);
      if (source === null) {
        plan.fresh.push({ node: name, slot });
        continue;
      }
      used.add(source);
      sources.push(source.node);
      const [a, b] = [back(source.spot), cellSpot(pane, box, slot, detail)];
      if (differs(a, b)) plan.flights.push({ node: name, slot, from: a, to: b });
    }
    if (was !== undefined) continue;
    const origin = mostOf(sources) ?? heldRange(before, box.node);
    if (origin !== null) origins.set(name, origin);
    plan.grown.push({ node: name, from: origin === null ? null : back(before.nodes.get(origin)?.spot ?? to), to });
  }
  const now = new Set(boxes.map(({ pane, box }) => keyOf(pane, box.node)));
  const faded = [...before.nodes].filter(([name]) => !now.has(name)).map(([, { spot }]) => back(spot));
  const dropped = [...before.cells.values()]
    .flat()
    .filter((cell) => !used.has(cell) && !stay.has(cell.node))
    .map(({ kind, text, spot }) => ({ kind, text, spot: back(spot) }));
  const moving = plan.slides.length + plan.flights.length + plan.grown.length + dropped.length;
  return moving > MOVING_MOST ? STILL : { ...plan, faded, dropped };
}

export function nodeSpot(pane: Pane, { x, y, w, h }: NodeBox): Spot {
  return { x: pane.x + x, y: pane.y + y, w, h };
}

export function cellSpot(pane: Pane, box: NodeBox, slot: number, detail: Detail): Spot {
  const { x, w } = slotSpan(box.node, pane.layout.metrics, slot);
  const row = cellRow(box.node.kind, box.metrics, detail);
  return { x: pane.x + box.x + x, y: pane.y + box.y + row.y, w, h: row.h };
}

function keyOf(pane: Pane, node: DrawnNode): string {
  return `${pane.name}/${node.id}`;
}

function isLeaf(node: DrawnNode): boolean {
  return node.kind === 'leaf' || node.kind === 'root';
}

function cellKey(pane: Pane, node: DrawnNode, slot: number): string {
  return isLeaf(node) ? `${pane.name}|${node.slots[slot] ?? 0n}` : `${pane.name}>${node.children[slot] ?? 0}`;
}

function contentOf(node: DrawnNode): string {
  return `${node.min} ${node.lasts.join()} ${isLeaf(node) ? node.slots.join() : node.children.join()}`;
}

// Of the cells that held the same, the one whose range has most in common with it. A child that is new was where what
// it grew out of was.
function sourceOf(
  before: Memory,
  pane: Pane,
  node: DrawnNode,
  slot: number,
  origins: ReadonlyMap<string, string>,
): KeptCell | null {
  const [first, last] = [slotFirst(node, slot), slotLast(node, slot)];
  const own = before.cells.get(cellKey(pane, node, slot));
  if (!isLeaf(node)) {
    if (own !== undefined) return own[0] ?? null;
    const origin = origins.get(`${pane.name}/${node.children[slot] ?? 0}`);
    return origin === undefined
      ? null
      : (before.cells.get(`${pane.name}>${origin.slice(origin.lastIndexOf('/') + 1)}`)?.[0] ?? null);
  }
  let best: KeptCell | null = null;
  let most = 0n;
  for (const cell of own ?? []) {
    const common = (cell.last < last ? cell.last : last) - (cell.first > first ? cell.first : first) + 1n;
    if (common > most) [best, most] = [cell, common];
  }
  return best;
}

function mostOf(names: readonly string[]): string | null {
  const counts = new Map<string, number>();
  let best: string | null = null;
  for (const name of names) {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (best === null || count > (counts.get(best) ?? 0)) best = name;
  }
  return best;
}

// A node without a slot that was there before stands in the place of one of the same kind over the same range.
function heldRange(before: Memory, node: DrawnNode): string | null {
  for (const [name, was] of before.nodes)
    if (was.leaf === isLeaf(node) && was.min === node.min && was.max === node.max) return name;
  return null;
}

function differs(a: Spot, b: Spot): boolean {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + Math.abs(a.w - b.w) > WAY_LEAST;
}
