// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tree too large to be pictured whole: its overview, and the nodes requested one by one. At most one question of each
// kind runs at a time; an answer for another step is dropped. An overview is not cancelled while the worker computes
// it, or playing would never show one. Requests for nodes of an older step are cancelled: the step comes first.

import { batch, effect, signal } from '@preact/signals';
import { decodeAlone } from '../../../engine/decode/decode';
import { NODE } from '../../../model/generated/node';
import { index } from '../../../base/index64';
import { levelOf, OVERVIEW_KINDS, rowOf, rowsOf, type NodeBytes, type TreeOverview } from '../../../model/overview';
import type { NodePicture } from '../../../model/picture';
import { askRun, sumsOf } from './run';
import { largeTree } from './large-tree';
import { found, ran, scene, selected } from '../page/state';

/** Most nodes in one request. */
const AT_ONCE = 600;
/** Nodes that are kept. */
const KEPT = 4000;

/** Its overview at the step shown, or, until that is known, at the one before. */
export const overview = signal<TreeOverview | null>(null);
/** Nodes of it that are known, by id; all of them as the overview's step has them. */
export const nodesKnown = signal<ReadonlyMap<number, NodePicture>>(new Map());

let askingOverview = false;
let askingNodes: { readonly step: number; readonly end: AbortController } | null = null;
let wanted: readonly number[] = [];
let shownOf: unknown = null;

/** Follows the step shown until the returned function is called. */
export function startLarge(): () => void {
  const stops = [effect(follow), effect(fetchSelected)];
  return () => {
    for (const stop of stops) stop();
    batch(() => {
      overview.value = null;
      nodesKnown.value = new Map();
      found.value = null;
    });
  };
}

function follow(): void {
  const now = scene.value;
  const tree = largeTree.value?.picture.name ?? null;
  if (askingNodes !== null && askingNodes.step !== now?.step) askingNodes.end.abort();
  if (now === null || tree === null || askingOverview || isShown(now.step, tree)) return;
  askingOverview = true;
  const of = ran.peek();
  const done = (): void => {
    askingOverview = false;
    // The step, or the run, may be another one by now.
    if (scene.peek()?.step !== now.step || largeTree.peek()?.picture.name !== tree || ran.peek() !== of) follow();
  };
  askRun('overview', { step: now.step, tree }).then(
    (answer) => {
      if (answer !== null && of === ran.peek()) takeOverview(answer, of);
      done();
      // Exports need it. Computed last, so that it delays no step.
      if (scene.peek() === now && ran.peek() === of) sumsOf(now).catch(() => undefined);
    },
    // Given up, or the engine broke down, which the page reports elsewhere.
    done,
  );
}

function isShown(step: number, tree: string): boolean {
  const shown = overview.peek();
  return shown !== null && shown.step === step && shown.tree === tree && shownOf === ran.peek();
}

function takeOverview(next: TreeOverview, of: unknown): void {
  const before = overview.peek();
  batch(() => {
    nodesKnown.value = before === null || shownOf !== of ? new Map() : stillTrue(before, next);
    overview.value = next;
  });
  shownOf = of;
  wanted = [];
}

// Nodes that the step between did not touch are as they were; of steps farther apart nothing is known.
function stillTrue(before: TreeOverview, next: TreeOverview): ReadonlyMap<number, NodePicture> {
  const kept = new Map<number, NodePicture>();
  const later = next.step === before.step + 1 ? next : before.step === next.step + 1 ? before : null;
  if (before.tree !== next.tree || (later === null && before.step !== next.step)) return kept;
  const known = nodesKnown.peek();
  const rows = rowsOf(next, known);
  const laterRows = later === null || later === next ? rows : rowsOf(later, known);
  for (const [id, node] of known) {
    const row = rows.get(id);
    if (row === undefined || (later !== null && later.changes[laterRows.get(id) ?? -1] !== 0)) continue;
    if (node.min === next.mins[row] && node.max === next.maxs[row] && node.depth === levelOf(next, row))
      kept.set(id, node);
  }
  return kept;
}

/** Requests these nodes for the view, and drops requests for nodes that it no longer needs. */
export function needNodes(ids: readonly number[]): void {
  wanted = ids.filter((id) => !nodesKnown.peek().has(id));
  if (askingNodes === null && wanted.length > 0) void fetchNodes();
}

async function fetchNodes(): Promise<void> {
  try {
    while (wanted.length > 0) {
      const shown = overview.peek();
      // Those of a step that is left would only hold up the overview that is on its way: with that the picture asks
      // again.
      if (shown === null || shown.step !== scene.peek()?.step) return;
      const ids = wanted.slice(0, AT_ONCE);
      wanted = [];
      askingNodes = { step: shown.step, end: new AbortController() };
      const answer = await askRun(
        'nodes',
        { step: shown.step, tree: shown.tree, ids },
        { signal: askingNodes.end.signal },
      );
      if (overview.peek() === shown) keep(picturesOf(shown, answer));
    }
  } catch {
    // Given up, or the engine broke down: the picture asks again with its next frame.
    if (askingNodes?.end.signal.aborted === true) queueMicrotask(() => needNodes(wanted));
  } finally {
    askingNodes = null;
  }
}

function keep(pictures: readonly NodePicture[]): void {
  const known = nodesKnown.peek();
  const next = new Map(known.size + pictures.length > KEPT ? [] : known);
  for (const node of pictures) next.set(node.id, node);
  nodesKnown.value = next;
}

/** Pictures of nodes from their bytes, with what the overview knows of where they stand. */
export function picturesOf(shown: TreeOverview, { ids, places, bytes }: NodeBytes): readonly NodePicture[] {
  const pictures: NodePicture[] = [];
  const rows = rowsOf(shown, new Set(ids));
  ids.forEach((id, k) => {
    const row = rows.get(id);
    if (row === undefined) return;
    const raw = { id, place: places[k] ?? 0, bytes: bytes.slice(NODE.BYTES * k, NODE.BYTES * (k + 1)) };
    const kind = NODE[OVERVIEW_KINDS[shown.kinds[row] ?? 0] ?? 'leaf'].KIND;
    const node = decodeAlone(raw, kind, { min: index(shown.mins[row] ?? 0n), max: index(shown.maxs[row] ?? 0n) });
    const parent = shown.parents[row] ?? -1;
    const children = node.children.map(() => 0);
    const first = shown.firstChildren[row] ?? 0;
    for (let child = first; child < first + (shown.childCounts[row] ?? 0); child++)
      children[shown.slots[child] ?? 0] = shown.ids[child] ?? 0;
    pictures.push({
      ...node,
      depth: levelOf(shown, row),
      children,
      parent: parent < 0 ? null : { id: shown.ids[parent] ?? 0, slot: shown.slots[row] ?? 0 },
    });
  });
  return pictures;
}

// The chosen node and those above it join the picture that the inspector and the strip have.
function fetchSelected(): void {
  const shown = overview.value;
  const ref = selected.value;
  if (shown === null || ref?.tree !== shown.tree || shownOf !== ran.peek()) return;
  const ids: number[] = [];
  for (let row = rowOf(shown, ref.node); row >= 0; row = shown.parents[row] ?? -1) ids.push(shown.ids[row] ?? 0);
  const known = nodesKnown.value;
  const pictures = ids.flatMap((id) => known.get(id) ?? []);
  if (pictures.length === ids.length) {
    const now = scene.peek();
    if (now?.step === shown.step && (found.peek()?.of !== now || found.peek()?.nodes[0] !== pictures[0]))
      found.value = { of: now, tree: shown.tree, nodes: pictures };
    return;
  }
  needNodes([...wanted, ...ids]);
}
