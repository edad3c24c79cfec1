// SPDX-License-Identifier: GPL-2.0-or-later
//
// Shows where nodes and slots went between two pictures: a node that stayed slides to its new place, a slot that another
// node took over flies there, what is new appears. The document is at its final state before anything moves.

import { comeFrom, fadeIn } from '../shared/motion';
import { slotFirst } from './node-box';
import { slotMiddle } from './routes';
import type { NodeDatum, NodeGroups } from './draw';
import type { Pane, World } from './pane';
import { HEAD_HEIGHT } from './node-box';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where everything was. */
export interface Memory {
  readonly nodes: ReadonlyMap<string, Point>;
  /** Middle of each leaf slot's cell, by tree, entry and first index. */
  readonly slots: ReadonlyMap<string, Point>;
}

/** Pictures with more nodes are not remembered: they are drawn from afar, where nothing slides. */
const REMEMBERED_NODES = 160;

export function remember(world: World): Memory {
  const nodes = new Map<string, Point>();
  const slots = new Map<string, Point>();
  if (world.panes.reduce((sum, pane) => sum + pane.layout.boxes.length, 0) > REMEMBERED_NODES) return { nodes, slots };
  for (const pane of world.panes) {
    for (const box of pane.layout.boxes) {
      nodes.set(`${pane.name}/${box.node.id}`, { x: pane.x + box.x, y: pane.y + box.y });
      for (let slot = 0; slot <= box.node.end; slot++) {
        slots.set(slotKey(pane, box.node.slots[slot] ?? 0n, slotFirst(box.node, slot), box.node.children[slot]), {
          x: pane.x + slotMiddle(box, slot, pane.layout),
          y: pane.y + box.y + HEAD_HEIGHT,
        });
      }
    }
  }
  return { nodes, slots };
}

function slotKey(pane: Pane, word: bigint, first: bigint, child: number | undefined): string {
  return child === undefined ? `${pane.name}|${word}|${first}` : `${pane.name}|child ${child}`;
}

/** Starts the motion from `before` to what `groups` show now. */
export function morph(groups: NodeGroups, world: World, before: Memory): void {
  if (before.nodes.size === 0) return;
  const panes = new Map(world.panes.map((pane) => [pane.name, pane]));
  groups.each(function (d) {
    const was = before.nodes.get(d.key);
    const pane = panes.get(d.key.slice(0, d.key.lastIndexOf('/')));
    const slide = was === undefined ? { dx: 0, dy: 0 } : { dx: was.x - d.x, dy: was.y - d.y };
    if (slide.dx !== 0 || slide.dy !== 0) comeFrom(this, slide, { dx: d.x, dy: d.y });
    if (was === undefined) fadeIn(this, 0.15);
    if (pane !== undefined && (d.change === 'new' || d.change === 'rewritten')) flySlots(this, d, pane, before, slide);
  });
}

// All cells of a node come by one way: that of the first one that another node held. Only what is new appears by itself.
function flySlots(group: SVGGElement, d: NodeDatum, pane: Pane, before: Memory, slide: { dx: number; dy: number }): void {
  const box = pane.layout.byId.get(d.node.id);
  if (box === undefined) return;
  let way: { readonly dx: number; readonly dy: number } | null = null;
  const known: SVGElement[] = [];
  for (const cell of group.querySelectorAll<SVGElement>('[data-slot]')) {
    const slot = Number(cell.dataset.slot);
    const word = d.node.slots[slot] ?? 0n;
    const was = before.slots.get(slotKey(pane, word, slotFirst(d.node, slot), d.node.children[slot]));
    if (was === undefined) {
      fadeIn(cell);
      continue;
    }
    known.push(cell);
    way ??= {
      dx: was.x - (pane.x + slotMiddle(box, slot, pane.layout)) - slide.dx,
      dy: was.y - (d.y + HEAD_HEIGHT) - slide.dy,
    };
  }
  if (way === null || Math.abs(way.dx) + Math.abs(way.dy) <= 0.5) return;
  for (const cell of known) comeFrom(cell, way);
}
