// SPDX-License-Identifier: GPL-2.0-or-later
//
// Ways and readers for the views' tests, made from a picture by plain rules: what an iteration from the
// k-th slot visits, what a search for a free run looks at. Never part of the product.

import type { Index } from '../../../web/base/index64';
import { index, ZERO } from '../../../web/base/index64';
import type { NodePicture, TreePicture } from '../../../web/model/picture';
import type { SceneReader, TrailMark } from '../../../web/model/run';
import { trailOf, type Trail } from '../../../web/views/shared/trail';

interface Spot {
  readonly node: NodePicture;
  readonly slot: number;
}

const PLAIN = { range: null, visit: 0, verdict: null, has: ZERO, wants: ZERO } as const;

function trail(picture: TreePicture, marks: readonly TrailMark[]): Trail {
  const made = trailOf({ trail: marks, record: { tree: picture.name } as never });
  if (made === null) throw new Error('an empty way');
  return made;
}

/** Slots of the leaves that hold an entry, in order. */
export function spotsOf(picture: TreePicture): readonly Spot[] {
  return picture.nodes.flatMap((node) =>
    node.kind === 'leaf' ? node.slots.flatMap((word, slot) => (word === 0n ? [] : [{ node, slot }])) : [],
  );
}

export function rangeOf({ node, slot }: Spot): { readonly first: Index; readonly last: Index } {
  const first = slot === 0 ? node.min : index((node.lasts[slot - 1] ?? ZERO) + 1n);
  return { first, last: node.lasts[slot] ?? node.max };
}

/** From the k-th entry on, `count` visits; backwards if negative. */
export function iterationTrail(picture: TreePicture, from: number, count: number): Trail {
  return trail(picture, iterationMarks(picture, from, count));
}

function iterationMarks(picture: TreePicture, from: number, count: number): readonly TrailMark[] {
  const byId = new Map(picture.nodes.map((node) => [node.id, node]));
  const spots = spotsOf(picture);
  const marks: TrailMark[] = [];
  let path: readonly NodePicture[] = [];
  for (let k = 0; k < Math.abs(count); k++) {
    const spot = spots[from + Math.sign(count) * k];
    if (spot === undefined) break;
    const way = pathOf(spot.node, byId);
    marks.push(...moves(path, way));
    path = way;
    marks.push({
      ...PLAIN,
      kind: 'visit',
      node: spot.node.id,
      slot: spot.slot,
      range: rangeOf(spot),
      visit: k + 1,
      text: `slot ${spot.slot} of node ${spot.node.id}`,
    });
  }
  return marks;
}

function pathOf(leaf: NodePicture, byId: ReadonlyMap<number, NodePicture>): readonly NodePicture[] {
  const path: NodePicture[] = [];
  for (
    let at: NodePicture | undefined = leaf;
    at !== undefined;
    at = at.parent === null ? undefined : byId.get(at.parent.id)
  )
    path.unshift(at);
  return path;
}

// Up from the old leaf as far as needed, then down to the new one.
function moves(before: readonly NodePicture[], after: readonly NodePicture[]): readonly TrailMark[] {
  if (before.at(-1) === after.at(-1)) return [];
  const shared = after.findIndex((node, k) => node !== before[k]);
  const up = before
    .slice(shared)
    .reverse()
    .flatMap((node) =>
      node.parent === null
        ? []
        : [
            {
              ...PLAIN,
              kind: 'climb' as const,
              node: node.parent.id,
              slot: node.parent.slot,
              text: `up to node ${node.parent.id}`,
            },
          ],
    );
  const down = after.slice(shared).flatMap((node) =>
    node.parent === null
      ? []
      : [
          {
            ...PLAIN,
            kind: 'down' as const,
            node: node.parent.id,
            slot: node.parent.slot,
            text: `down to node ${node.id}`,
          },
        ],
  );
  return [...up, ...down];
}

export function restartTrail(picture: TreePicture, from: number, count: number): Trail {
  const dead: TrailMark = {
    ...PLAIN,
    kind: 'restart',
    node: 3,
    slot: -1,
    text: 'Node 3 is dead: the state walks again from the root.',
  };
  return trail(picture, [dead, ...iterationMarks(picture, from, count)]);
}

/** A search for the lowest free run of `wants` from `from` on. */
export function gapTrail(picture: TreePicture, wants: bigint, from: bigint): Trail {
  const byId = new Map(picture.nodes.map((node) => [node.id, node]));
  const root = picture.nodes[0];
  const marks: TrailMark[] = [];
  if (root !== undefined) searchBelow(root, byId, wants, from, marks);
  return trail(picture, marks);
}

function searchBelow(
  node: NodePicture,
  byId: ReadonlyMap<number, NodePicture>,
  wants: bigint,
  from: bigint,
  marks: TrailMark[],
): boolean {
  for (let slot = 0; slot <= node.end; slot++) {
    const range = rangeOf({ node, slot });
    const free = node.slots[slot] === 0n ? range.last - range.first + 1n : 0n;
    const has = index(node.gaps?.[slot] ?? free);
    const verdict =
      range.last < from
        ? 'before the window'
        : node.kind === 'leaf' && node.slots[slot] !== 0n
          ? 'occupied'
          : has < wants
            ? 'too small'
            : 'taken';
    marks.push({
      ...PLAIN,
      kind: 'look',
      node: node.id,
      slot,
      range,
      verdict,
      has,
      wants: index(wants),
      text: `Slot ${slot} of node ${node.id} has ${has} free of ${wants} wanted.`,
    });
    if (verdict !== 'taken') continue;
    const child = byId.get(node.children[slot] ?? 0);
    if (child === undefined) return true;
    marks.push({ ...PLAIN, kind: 'down', node: node.id, slot, text: `down to node ${child.id}` });
    if (searchBelow(child, byId, wants, from, marks)) return true;
  }
  return false;
}

/** A reader on the k-th entry. */
export function parkedAt(picture: TreePicture, name: string, k: number): SceneReader {
  const spot = spotsOf(picture)[k];
  if (spot === undefined) throw new Error(`no entry ${k}`);
  const { first, last } = rangeOf(spot);
  return {
    name,
    tree: picture.name,
    since: k,
    status: 'active',
    index: first,
    last,
    word: spot.node.slots[spot.slot] ?? ZERO,
    slot: spot.slot,
    node: spot.node,
    dead: false,
  };
}

/** A reader on slot 2 of a node that is gone. */
export function parkedOnDead(node: NodePicture, tree: string, name: string, since: number): SceneReader {
  const { first, last } = rangeOf({ node, slot: 2 });
  return {
    name,
    tree,
    since,
    status: 'active',
    index: first,
    last,
    word: node.slots[2] ?? ZERO,
    slot: 2,
    node: { ...node, depth: 0, parent: null },
    dead: true,
  };
}
