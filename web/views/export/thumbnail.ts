// SPDX-License-Identifier: GPL-2.0-or-later
//
// A step as a small picture for a list: its trees by level, one cell per slot; for a sweep its runs. The marks are the
// page's: new nodes and the stored slot in the accent, what failed in the colour of failures. It names the page's
// tokens, so that it follows light and dark. Pure; the same step gives the same text.

import type { SweepOutcome } from '../../model/memory';
import type { SweepReport } from '../../model/sweep';
import type { NodePicture, TreePicture } from '../../model/picture';
import type { Scene } from '../../model/run';
import { entryLooks, type LookUp } from '../shared/entry-look';

/** The box of a thumbnail. */
export const THUMBNAIL = { width: 160, height: 64 } as const;
const { width: WIDTH, height: HEIGHT } = THUMBNAIL;
const ROW_MOST = 13;
const NODE_MOST = 66;
/**
 * Below this width a node's slots cannot be told apart; its level is then a row of bars, as high as its nodes are full.
 */
const NODE_LEAST = 5;
/** Lines to more children would be a grey band. */
const CHILDREN_MOST = 24;
const CELL_APART = 2.5;
const BARS_MOST = 40;
const SLOTS = { leaf: 16, range: 16, arange: 10 } as const;
const RUNS_MOST = 120;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** A tree's part in the step. */
interface Role {
  readonly tree: TreePicture;
  readonly look: LookUp;
  readonly isNew: (node: NodePicture) => boolean;
  readonly touched: (node: NodePicture, slot: number) => boolean;
  /** It was being made when the step failed: VMAs from this number on were not reached. Null of a tree that stands. */
  readonly failedAt: number | null;
}

/** The shapes drawn in one look; coordinates in a box of THUMBNAIL. */
export interface ThumbnailPath {
  /** The token of the colour, without its dashes. */
  readonly token: string;
  /** A line of this width; left out: filled. */
  readonly line?: number;
  readonly dashed?: true;
  readonly faint?: true;
  readonly d: string;
}

type Look = Omit<ThumbnailPath, 'd'>;

/** Paths by the look that they are drawn in, in the order in which looks were first used. */
class Paths {
  private readonly found = new Map<string, { readonly look: Look; d: string }>();

  add(look: Look, d: string): void {
    const key = JSON.stringify(look);
    const known = this.found.get(key) ?? { look, d: '' };
    known.d += d;
    this.found.set(key, known);
  }

  rect(look: Look, { x, y, w, h }: Box): void {
    this.add(look, `M${short(x)} ${short(y)}h${short(w)}v${short(h)}h${short(-w)}z`);
  }

  all(): readonly ThumbnailPath[] {
    return [...this.found.values()].map(({ look, d }) => ({ ...look, d }));
  }
}

const filled = (token: string): Look => ({ token });
const drawn = (token: string, line = 1): Look => ({ token, line });

/** `sweep`: what came of the step if it is one; `labels`: texts of the run's labels. */
export function thumbnail(now: Scene, sweep: SweepReport | null, labels: readonly string[]): readonly ThumbnailPath[] {
  const paths = new Paths();
  if (sweep !== null) drawRuns(paths, sweep);
  else drawTrees(paths, rolesOf(now, labels));
  return paths.all();
}

// Two trees at most: those of a fork or copy, else the one that the step is about.
function rolesOf(now: Scene, labels: readonly string[]): readonly Role[] {
  const { fork, pair, focus, trees, touched } = now;
  const names =
    fork !== null && fork.parent !== null
      ? [fork.parent, fork.child]
      : pair !== null
        ? [pair.parent, pair.child]
        : [focus];
  const shown = trees.filter(({ picture }) => names.includes(picture.name));
  const roles = (shown.length === 0 ? trees.slice(-1) : shown).map(({ picture, changes, vmas }): Role => {
    const here = touched?.tree === picture.name ? touched : null;
    return {
      tree: picture,
      look: entryLooks(vmas, labels),
      isNew: ({ id }) => changes.now.get(id) === 'new',
      touched: (node, slot) =>
        here !== null &&
        node.kind === 'leaf' &&
        (node.lasts[slot] ?? node.max) >= here.first &&
        firstOf(node, slot) <= here.last,
      failedAt: null,
    };
  });
  const partial = fork?.partial ?? null;
  if (partial === null) return roles;
  const failedAt = fork?.record?.endVma ?? 0;
  return [
    ...roles,
    {
      tree: partial.picture,
      look: entryLooks(partial.vmas, labels),
      isNew: () => true,
      touched: () => false,
      failedAt,
    },
  ];
}

function firstOf(node: NodePicture, slot: number): bigint {
  return slot === 0 ? node.min : (node.lasts[slot - 1] ?? node.max) + 1n;
}

function drawTrees(paths: Paths, roles: readonly Role[]): void {
  const wide = (WIDTH - 4 - 8 * (roles.length - 1)) / Math.max(1, roles.length);
  roles.forEach((role, k) => drawTree(paths, role, { x: 2 + k * (wide + 8), y: 4, w: wide, h: HEIGHT - 8 }));
}

function drawTree(paths: Paths, role: Role, box: Box): void {
  const { tree } = role;
  const levels: NodePicture[][] = [];
  for (const node of tree.nodes) (levels[node.depth] ??= []).push(node);
  const rows = Math.max(1, tree.height, levels.length);
  const lane = rows > 1 ? Math.min(14, (box.h - rows * ROW_MOST) / (rows - 1)) : 0;
  const h = Math.min(ROW_MOST, box.h / rows);
  const top = box.y + (box.h - rows * h - (rows - 1) * lane) / 2;
  const places = new Map<number, Box>();
  for (let depth = 0; depth < rows; depth++) {
    const row = { x: box.x, y: top + depth * (h + lane), w: box.w, h };
    const nodes = levels[depth] ?? [];
    // Of a tree too large for a scene some nodes are not in the picture: their level is a band.
    const lacking = (levels[depth - 1] ?? []).some(({ children }) => children.includes(0));
    if (nodes.length === 0) drawRoot(paths, role, row, depth);
    else if (lacking) paths.rect(filled('far-child'), row);
    else drawLevel(paths, role, nodes, row, places);
  }
}

// A root that is an entry, or nothing, is a cell by itself.
function drawRoot(paths: Paths, { tree, look }: Role, row: Box, depth: number): void {
  if (depth > 0) {
    paths.rect(filled('far-child'), row);
    return;
  }
  const cell = { ...row, x: row.x + row.w / 2 - 8, w: 16 };
  if (tree.single !== null) paths.rect(filled(`cell-${look(tree.single).kind}`), cell);
  paths.rect(drawn('line-strong'), cell);
}

function drawLevel(paths: Paths, role: Role, nodes: readonly NodePicture[], row: Box, places: Map<number, Box>): void {
  const gap = nodes.length > 1 ? Math.min(6, row.w / nodes.length / 5) : 0;
  const w = Math.min(NODE_MOST, (row.w - gap * (nodes.length - 1)) / nodes.length);
  if (w < NODE_LEAST) {
    drawBars(paths, role, nodes, row);
    return;
  }
  const left = row.x + (row.w - nodes.length * w - (nodes.length - 1) * gap) / 2;
  nodes.forEach((node, k) => {
    const box = { x: left + k * (w + gap), y: row.y, w, h: row.h };
    places.set(node.id, box);
    const above = node.parent === null ? undefined : places.get(node.parent.id);
    if (above !== undefined && nodes.length <= CHILDREN_MOST)
      paths.add(
        drawn('line-strong', 0.7),
        `M${short(above.x + above.w / 2)} ${short(above.y + above.h)}L${short(box.x + w / 2)} ${short(box.y)}`,
      );
    drawNode(paths, role, node, box);
  });
}

function drawNode(paths: Paths, role: Role, node: NodePicture, box: Box): void {
  const cell = box.w / SLOTS[node.kind];
  // Cells too narrow for a gap between them run together where they look alike.
  const inset = cell > CELL_APART ? 0.4 : 0;
  paths.rect(filled('panel'), box);
  let [first, look] = [0, lookOfSlot(role, node, 0)];
  for (let slot = 1; slot <= node.end + 1; slot++) {
    const next = slot > node.end ? null : lookOfSlot(role, node, slot);
    if (inset === 0 && slot <= node.end && JSON.stringify(next) === JSON.stringify(look)) continue;
    const at = { x: box.x + first * cell + inset, y: box.y + 1, w: (slot - first) * cell - 2 * inset, h: box.h - 2 };
    if (look !== null) paths.rect(look, node.kind === 'leaf' ? at : { ...at, y: at.y + at.h / 2 - 1, h: 2 });
    [first, look] = [slot, next];
  }
  for (let slot = 0; slot <= node.end; slot++) {
    if (role.touched(node, slot))
      paths.rect(drawn('accent', 1.6), { x: box.x + slot * cell, y: box.y + 0.5, w: cell, h: box.h - 1 });
  }
  const failed = role.failedAt !== null;
  paths.rect(
    failed ? { ...drawn('bad'), dashed: true } : role.isNew(node) ? drawn('accent', 1.4) : drawn('line-strong'),
    box,
  );
}

// Null: nothing is drawn.
function lookOfSlot({ look, failedAt }: Role, node: NodePicture, slot: number): Look | null {
  if (node.kind !== 'leaf') return filled('far-child');
  const word = node.slots[slot] ?? 0n;
  const { kind } = look(word);
  if (kind === 'null') return null;
  const vma = Number(word >> 1n);
  if (failedAt !== null && (kind === 'zero' || vma === failedAt)) return filled('bad');
  return failedAt !== null && vma > failedAt ? { ...filled(`cell-${kind}`), faint: true } : filled(`cell-${kind}`);
}

// As many bars as can be told apart; each as high as its nodes are full.
function drawBars(paths: Paths, { isNew }: Role, nodes: readonly NodePicture[], row: Box): void {
  const bars = Math.min(BARS_MOST, nodes.length);
  const w = row.w / bars;
  for (let k = 0; k < bars; k++) {
    const these = nodes.slice(Math.floor((k * nodes.length) / bars), Math.floor(((k + 1) * nodes.length) / bars));
    const used = these.reduce((sum, { end, kind }) => sum + (end + 1) / SLOTS[kind], 0) / these.length;
    const bar = { x: row.x + k * w, y: row.y, w: w * 0.8, h: row.h };
    paths.rect(filled('far-ground'), bar);
    paths.rect(filled(these.some(isNew) ? 'accent' : 'far-child'), {
      ...bar,
      y: bar.y + bar.h * (1 - used),
      h: bar.h * used,
    });
  }
}

const RUN_TOKENS: Readonly<Record<SweepOutcome, string>> = {
  completed: 'good',
  undone: 'run-undone',
  differs: 'run-differs',
  leak: 'run-leak',
  broken: 'run-broken',
};

// One square per run, the first ones if there are more than can be told apart.
function drawRuns(paths: Paths, { runs }: SweepReport): void {
  const shown = runs.slice(0, RUNS_MOST);
  const columns = Math.max(10, Math.ceil(Math.sqrt((shown.length * WIDTH) / HEIGHT)));
  const size = Math.min(14, (WIDTH - 4) / columns);
  const rows = Math.ceil(shown.length / columns);
  const left = (WIDTH - Math.min(columns, shown.length) * size) / 2;
  shown.forEach(({ outcome }, k) => {
    const at = {
      x: left + (k % columns) * size,
      y: (HEIGHT - rows * size) / 2 + Math.floor(k / columns) * size,
      w: size - 2,
      h: size - 2,
    };
    paths.rect(filled(RUN_TOKENS[outcome]), at);
  });
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
