// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lines from a slot to the child it names, as SVG path data. In a row they are curves from the slot's cell to the
// child's top; in columns each column has a trunk at its left, and lanes under the parent are dealt so that lines of
// one parent never cross. Pure.

import { cellWidth, NODE_PAD } from './node-box';
import { LANES, type Family, type NodeBox, type TreeLayout } from './layout';

export interface Route {
  readonly parent: number;
  readonly slot: number;
  readonly child: number;
  readonly path: string;
}

const CORNER = 5;

export function routesOf(layout: TreeLayout): readonly Route[] {
  return layout.families.flatMap((family) => familyRoutes(family, layout));
}

function familyRoutes(family: Family, layout: TreeLayout): readonly Route[] {
  const parent = layout.byId.get(family.parent);
  if (parent === undefined) return [];
  const lanes = dealLanes(family, parent);
  return family.columns.flatMap((column, c) =>
    column.flatMap((id) => {
      const child = layout.byId.get(id);
      const slot = parent.node.children.indexOf(id);
      if (child === undefined || slot < 0) return [];
      const x = slotMiddle(parent, slot, layout);
      const path = family.row
        ? curve(x, parent.y + parent.h, childTop(child), child.y)
        : elbow(x, parent.y + parent.h, lanes[c] ?? 0, family.trunks[c] ?? 0, child);
      return [{ parent: family.parent, slot, child: id, path }];
    }),
  );
}

/** X of the middle of a slot's cell. */
export function slotMiddle(box: NodeBox, slot: number, layout: TreeLayout): number {
  return box.x + NODE_PAD + (slot + 0.5) * cellWidth(box.node, layout.metrics);
}

function childTop(child: NodeBox): number {
  return child.x + child.w / 2;
}

// Lines to the left take higher lanes the further they go, and so do lines to the right: then none crosses another.
function dealLanes(family: Family, parent: NodeBox): readonly number[] {
  const count = family.columns.length;
  const middle = parent.x + parent.w / 2;
  const leftCount = family.trunks.filter((x) => x < middle).length;
  const deepest = Math.max(leftCount, count - leftCount, 1);
  const step = Math.min(6, (LANES - 20) / deepest);
  return family.trunks.map((_, c) => {
    const rank = c < leftCount ? c : count - 1 - c;
    return parent.y + parent.h + 10 + rank * step;
  });
}

function curve(x0: number, y0: number, x1: number, y1: number): string {
  const middle = (y0 + y1) / 2;
  return `M${n(x0)},${n(y0)}C${n(x0)},${n(middle)} ${n(x1)},${n(middle)} ${n(x1)},${n(y1)}`;
}

function elbow(x0: number, y0: number, lane: number, trunk: number, child: NodeBox): string {
  const y1 = child.y + 11;
  const sideways = Math.sign(trunk - x0);
  const r = Math.min(CORNER, Math.abs(trunk - x0) / 2, lane - y0);
  return (
    `M${n(x0)},${n(y0)}V${n(lane - r)}q0,${n(r)} ${n(sideways * r)},${n(r)}` +
    `H${n(trunk - sideways * r)}q${n(sideways * r)},0 ${n(sideways * r)},${n(r)}` +
    `V${n(y1 - CORNER)}q0,${CORNER} ${CORNER},${CORNER}H${n(child.x)}`
  );
}

function n(x: number): string {
  return (Math.round(x * 10) / 10).toString();
}
