// SPDX-License-Identifier: GPL-2.0-or-later
//
// A fork as a play: for each node and each entry of the child, the mark after which it was allocated, filled, made the
// child's own, freed. Drawing a moment of the play is then a matter of comparing numbers. Pure.
//
// The child of a copy is drawn in the layout that was copied, that is the parent's, so that nothing moves while it
// plays; a child that was stored VMA by VMA, in the layout in which it ends. So is a copied one at its end, where
// stores of NULL over VMAs that are left out have rebuilt nodes: what is no longer there is not shown as the outcome.
//
// Invariants: times are places in `fork.marks`, or NEVER; a node is obtained before it is filled, filled before it is
// freed.

import type { Index } from '../../base/index64';
import type { ForkMark, SceneFork } from '../../model/memory';
import type { NodeKind, TreePicture } from '../../model/picture';

/** Later than every mark. */
export const NEVER = 0x7fff_ffff;

export interface ShapeNode {
  readonly id: number;
  readonly kind: NodeKind;
  readonly depth: number;
  readonly min: Index;
  readonly max: Index;
  readonly end: number;
  /** Places in `Shape.nodes`. */
  readonly children: readonly number[];
  readonly parent: number;
  /** Of a leaf: last indexes and entry words of its slots, and the place of its first cell among all cells. */
  readonly lasts: readonly Index[];
  readonly words: readonly Index[];
  readonly cell: number;
}

/** A tree without its addresses: nodes in preorder, and the cells of its leaves in order of index. */
export interface Shape {
  readonly nodes: readonly ShapeNode[];
  readonly levels: readonly (readonly number[])[];
  readonly cells: number;
}

export function shapeOf(picture: TreePicture): Shape {
  const at = new Map(picture.nodes.map(({ id }, k) => [id, k]));
  const levels: number[][] = [];
  let cells = 0;
  const nodes = picture.nodes.map((node, k): ShapeNode => {
    (levels[node.depth] ??= []).push(k);
    const leaf = node.kind === 'leaf';
    const cell = cells;
    if (leaf) cells += node.slots.length;
    return {
      id: node.id,
      kind: node.kind,
      depth: node.depth,
      min: node.min,
      max: node.max,
      end: node.end,
      children: node.children.flatMap((id) => at.get(id) ?? []),
      parent: node.parent === null ? -1 : (at.get(node.parent.id) ?? -1),
      lasts: node.lasts,
      words: leaf ? node.slots : [],
      cell,
    };
  });
  return { nodes, levels: levels.map((level) => level), cells };
}

/** First index of slot `slot` of a leaf. */
export function cellFirst(leaf: ShapeNode, slot: number): bigint {
  return slot === 0 ? leaf.min : (leaf.lasts[slot - 1] ?? leaf.max) + 1n;
}

/** Slots that a leaf has at least, unless it is the root (rule "minimum"). */
export const LEAF_MINIMUM = 7;

/** A leaf with fewer slots in use than its minimum: a bulk load may leave some at the right edge. */
export function isThin({ kind, parent, end }: Pick<ShapeNode, 'kind' | 'parent' | 'end'>): boolean {
  return kind === 'leaf' && parent >= 0 && end + 1 < LEAF_MINIMUM;
}

/** Number of the VMA whose entry a word is; 0 for NULL and the zero entry. */
export function vmaOf(word: bigint): number {
  return (word & 1n) === 1n ? Number(word >> 1n) : 0;
}

/** One request to the node allocator, and whom it was for. */
export interface DupRequest {
  readonly at: number;
  readonly count: number;
  readonly ok: boolean;
  /**
   * Place of the node whose children it delivered; ROOT for the root; BESIDE if the nodes have no place in this layout.
   */
  readonly of: number;
}
export const ROOT = -1;
export const BESIDE = -2;

export type StageKind = 'copy' | 'prepare' | 'entries' | 'failure' | 'undo';

/** The missing part of a film that was cut short: more happened than is kept. */
export interface Cut {
  /** Entries, or VMAs of a teardown, that the film does not come to, of how many. */
  readonly missing: number;
  readonly of: number;
  /** They are removals of the undoing, not entries. */
  readonly undone: boolean;
  /** Stages of which nothing is there. */
  readonly stages: readonly StageKind[];
}

/** A run of marks that belong together: from `first` up to but not including `end`. */
export interface Stage {
  readonly kind: StageKind;
  readonly first: number;
  readonly end: number;
}

const COUNTED = [
  'requests',
  'obtained',
  'filled',
  'own',
  'holes',
  'pages',
  'tables',
  'unmapped',
  'tablesFreed',
  'vmasFreed',
  'nodesFreed',
  'uncharged',
] as const;
export type Counted = (typeof COUNTED)[number];

export interface DupModel {
  /**
   * copied: node by node from the parent. stored: VMA by VMA into a tree of its own. whole: an exit, all of it there at
   * first.
   */
  readonly way: 'copied' | 'stored' | 'whole';
  readonly marks: readonly ForkMark[];
  readonly parent: Shape;
  /** The layout that the child is drawn in. */
  readonly child: Shape;
  /** By place of a node: its number in the order of filling (0: never), and the marks at which its state changed. */
  readonly order: Int32Array;
  readonly obtainedAt: Int32Array;
  readonly filledAt: Int32Array;
  readonly nodeFreedAt: Int32Array;
  /** Ids of the child's own nodes, 0 where they are not known. */
  readonly childId: Int32Array;
  /** By place of a cell. */
  readonly ownAt: Int32Array;
  readonly ownVma: Int32Array;
  readonly holeAt: Int32Array;
  readonly markerAt: Int32Array;
  readonly vmaFreedAt: Int32Array;
  /**
   * The VMA whose entry the cell of this layout holds, 0 for none; and by mark the cell that it is about, −1 for none.
   */
  readonly cellVma: Int32Array;
  readonly cellOfMark: Int32Array;
  readonly requests: readonly DupRequest[];
  readonly stages: readonly Stage[];
  /** The counts before mark k: `totals.filled[k]`. */
  readonly totals: Readonly<Record<Counted, Int32Array>>;
  /** VMAs of the parent that the child should get, holes included. */
  readonly entries: number;
  readonly failedAt: number;
  /** The VMA of the parent at which it fails, with its place among the parent's cells; null if it fails at none. */
  readonly failure: Failure | null;
  /** Of a copy: the request for the first store that rebuilt nodes of it. */
  readonly rebuiltAt: number;
  /** Where the undoing of a failed fork ends: cells from here on are the parent's and are not touched. */
  readonly limit: bigint | null;
  /** The mark that sets it: the marker, or the first of the undo by range. */
  readonly limitAt: number;
  /** Why the limit is there: the marker, or the end of the undo by range. */
  readonly limitBy: 'marker' | 'range' | null;
  /** Null: the film is whole. */
  readonly cut: Cut | null;
}

export interface Failure {
  readonly cell: number;
  readonly vma: number;
  /** "F7", of rule "failure points". */
  readonly point: string;
}

const EMPTY: Shape = { nodes: [], levels: [], cells: 0 };

/** `parent` null: an exit. */
export function dupModel(fork: SceneFork, parent: TreePicture | null, child: TreePicture | null): DupModel {
  return modelOf(fork, parent, child, fork.record === null ? 'whole' : fork.record.by === 'dup' ? 'copied' : 'stored');
}

/** A copy in the layout in which it ends, where that is another one than what was copied; else null. */
export function endModel(
  model: DupModel,
  fork: SceneFork,
  parent: TreePicture | null,
  child: TreePicture | null,
): DupModel | null {
  if (model.rebuiltAt === NEVER || model.failedAt !== NEVER || model.cut !== null || child === null) return null;
  return modelOf(fork, parent, child, 'stored');
}

function modelOf(
  fork: SceneFork,
  parent: TreePicture | null,
  child: TreePicture | null,
  way: DupModel['way'],
): DupModel {
  const parentShape = parent === null ? EMPTY : shapeOf(parent);
  const end = child ?? fork.partial?.picture ?? null;
  const shape = way === 'copied' ? parentShape : end === null ? EMPTY : shapeOf(end);
  const { marks } = fork;
  // An exit is a teardown from its first mark on.
  const found = way === 'whole' ? -1 : marks.findIndex(({ kind }) => kind === 'failed');
  const failedAt = way === 'whole' ? -1 : found < 0 ? NEVER : found;
  const tornAt = failedAt === NEVER ? NEVER : tornFrom(marks, failedAt);
  const nodes = nodeTimes(marks, shape, way, tornAt);
  const cells = cellTimes(marks, shape, way, failedAt);
  if (way === 'stored') fillByEntries(shape, cells.ownAt, nodes);
  if (way === 'whole') beginWhole(shape, nodes, cells);
  const limit = limitOf(fork, parentShape, failedAt);
  const totals = totalsOf(marks, cells);
  const stages = stagesOf(marks, way, failedAt, tornAt);
  return {
    way,
    marks,
    parent: parentShape,
    child: shape,
    ...nodes,
    ...cells,
    stages,
    totals,
    entries: (parent === null ? shape : parentShape).nodes.reduce(
      (sum, { words }) => sum + words.filter((word) => vmaOf(word) > 0).length,
      0,
    ),
    failedAt,
    failure: failureOf(fork, parentShape, failedAt),
    rebuiltAt:
      way === 'copied'
        ? (nodes.requests.find(({ ok, of, at }) => ok && of === BESIDE && marks[at]?.vma !== 0)?.at ?? NEVER)
        : NEVER,
    limit,
    limitAt: limit === null ? NEVER : limitMark(fork, stages),
    limitBy: limit === null ? null : (fork.record?.undo ?? null),
    cut: cutOf(fork, totals, failedAt),
  };
}

function failureOf({ marks, record }: SceneFork, parent: Shape, failedAt: number): Failure | null {
  const vma = marks[failedAt]?.vma ?? 0;
  const there = vma === 0 ? undefined : vmaCells(parent).find((cell) => cell.vma === vma);
  return there === undefined ? null : { ...there, point: record?.point ?? '' };
}

// The record holds how far it went; the marks, how far the film goes.
function cutOf({ record, marks, partial }: SceneFork, totals: DupModel['totals'], failedAt: number): Cut | null {
  const [own, removed] = [totals.own[marks.length] ?? 0, totals.vmasFreed[marks.length] ?? 0];
  const toGo = record === null ? (partial?.vmas.length ?? 0) : record.removed;
  const unmade = record === null ? 0 : Math.max(0, record.mapCount - own);
  const unfailed = record !== null && record.error !== null && failedAt === NEVER;
  if (unmade > 0 || unfailed)
    return { missing: unmade, of: record?.mapCount ?? 0, undone: false, stages: unfailed ? ['failure', 'undo'] : [] };
  return removed < toGo ? { missing: toGo - removed, of: toGo, undone: true, stages: [] } : null;
}

// A copy that is refused frees its nodes before the core records the failure.
function tornFrom(marks: readonly ForkMark[], failedAt: number): number {
  let at = failedAt;
  while (at > 0 && (marks[at - 1]?.kind === 'node_freed' || marks[at - 1]?.kind === 'vma_freed')) at--;
  return at;
}

type NodeTimes = Pick<DupModel, 'order' | 'obtainedAt' | 'filledAt' | 'nodeFreedAt' | 'childId' | 'requests'>;
type CellTimes = Pick<DupModel, 'ownAt' | 'ownVma' | 'holeAt' | 'markerAt' | 'vmaFreedAt' | 'cellVma' | 'cellOfMark'>;

function never(length: number): Int32Array {
  return new Int32Array(length).fill(NEVER);
}

// A bulk request of the copy comes right after its node was filled, and delivers that node's children (rule
// "duplicate").
function nodeTimes(marks: readonly ForkMark[], shape: Shape, way: DupModel['way'], tornAt: number): NodeTimes {
  const count = shape.nodes.length;
  const times = {
    order: new Int32Array(count),
    obtainedAt: never(count),
    filledAt: never(count),
    nodeFreedAt: never(count),
    childId: new Int32Array(count),
  };
  // Ids in `shape` are the parent's where it was copied, else the child's own.
  const byId = new Map(shape.nodes.map(({ id }, k) => [id, k]));
  if (way !== 'copied') for (const [k, { id }] of shape.nodes.entries()) times.childId[k] = id;
  const requests: DupRequest[] = [];
  let current = ROOT;
  let filled = 0;
  let copying = way === 'copied';
  for (const [k, mark] of marks.entries()) {
    if (mark.kind === 'entry' || mark.kind === 'hole') copying = false;
    if (mark.kind === 'request') {
      const of = copying ? current : BESIDE;
      requests.push({ at: k, count: mark.count, ok: mark.ok, of });
      if (!copying || !mark.ok) continue;
      for (const node of groupOf(shape, of)) times.obtainedAt[node] = k;
    }
    if (mark.kind !== 'copied' || !copying) continue;
    filled++;
    const node = byId.get(mark.from);
    // Of a tree too large to be pictured whole some nodes have no place.
    current = node ?? BESIDE;
    if (node === undefined) continue;
    times.order[node] = filled;
    times.filledAt[node] = k;
    times.childId[node] = mark.node;
    if (times.obtainedAt[node] === NEVER) times.obtainedAt[node] = k;
  }
  if (tornAt !== NEVER) freeNodes(marks, shape, way, { ...times, requests }, tornAt);
  return { ...times, requests };
}

/** The nodes that a request for `of` delivers. */
function groupOf(shape: Shape, of: number): readonly number[] {
  if (of === ROOT) return shape.nodes.length > 0 ? [0] : [];
  return shape.nodes[of]?.children ?? [];
}

// A call names the first of its nodes: the others freed with it are its siblings. Nodes that had been replaced before
// have no place here; nodes left over when the last call is done were freed by it, in the order of the teardown: of a
// copy that was refused the groups from the last to the first, of a tree the children of each node, the root last.
function freeNodes(
  marks: readonly ForkMark[],
  shape: Shape,
  way: DupModel['way'],
  times: NodeTimes,
  tornAt: number,
): void {
  const byChild = new Map<number, number>();
  for (const [k, id] of times.childId.entries()) if (id > 0) byChild.set(id, k);
  const refused = !times.requests.every(({ ok, of }) => ok || of === BESIDE);
  const order = (refused ? groupsBackwards(shape, times.requests) : postOrder(shape)).filter(
    (node) => way !== 'copied' || times.obtainedAt[node] !== NEVER,
  );
  let last = NEVER;
  for (let k = tornAt; k < marks.length; k++) {
    const mark = marks[k];
    if (mark?.kind !== 'node_freed') continue;
    last = k;
    const node = byChild.get(mark.node) ?? unfilledGroup(mark, order, shape, times);
    if (node === undefined) continue;
    const group = mark.count > 1 ? (shape.nodes[shape.nodes[node]?.parent ?? -1]?.children ?? [node]) : [node];
    for (const one of group) if (times.nodeFreedAt[one] === NEVER) times.nodeFreedAt[one] = k;
  }
  // Marks may have been dropped: then nothing is known of the rest.
  if (last !== marks.length - 1 && marks[marks.length - 1]?.kind !== 'failed') return;
  for (const node of order) if (times.nodeFreedAt[node] === NEVER) times.nodeFreedAt[node] = last;
}

// Nodes that were never filled have no known id: they go in the order of the teardown.
function unfilledGroup(
  { count }: ForkMark,
  order: readonly number[],
  shape: Shape,
  times: NodeTimes,
): number | undefined {
  const next = order.find((node) => times.nodeFreedAt[node] === NEVER && times.childId[node] === 0);
  return next !== undefined && (shape.nodes[shape.nodes[next]?.parent ?? -1]?.children.length ?? 1) === count
    ? next
    : undefined;
}

function groupsBackwards(shape: Shape, requests: readonly DupRequest[]): readonly number[] {
  return requests
    .filter(({ ok, of }) => ok && of !== BESIDE)
    .reverse()
    .flatMap(({ of }) => groupOf(shape, of));
}

/** Children of each inner node together, left to right, those of lower nodes first; the root last. */
export function postOrder(shape: Shape): readonly number[] {
  const order: number[] = [];
  const visit = (node: number): void => {
    const children = shape.nodes[node]?.children ?? [];
    for (const child of children) visit(child);
    order.push(...children);
  };
  if (shape.nodes.length === 0) return [];
  visit(0);
  order.push(0);
  return order;
}

function cellTimes(marks: readonly ForkMark[], shape: Shape, way: DupModel['way'], failedAt: number): CellTimes {
  const times = {
    cellVma: new Int32Array(shape.cells),
    cellOfMark: new Int32Array(marks.length).fill(-1),
    ownAt: never(shape.cells),
    ownVma: new Int32Array(shape.cells),
    holeAt: never(shape.cells),
    markerAt: never(shape.cells),
    vmaFreedAt: never(shape.cells),
  };
  const cells = vmaCells(shape);
  const byNumber = new Map(cells.map(({ vma, cell }, k) => [vma, { cell, k }]));
  const own = new Map<number, number>();
  for (const { cell, vma } of cells) times.cellVma[cell] = vma;
  let next = 0;
  for (const [k, mark] of marks.entries()) {
    switch (mark.kind) {
      case 'entry': {
        // Of a copy the cells are named by the parent's VMAs: they are taken in order.
        const cell = way === 'copied' ? cells[next++]?.cell : byNumber.get(mark.vma)?.cell;
        if (cell === undefined) break;
        times.ownAt[cell] = k;
        times.cellOfMark[k] = cell;
        times.ownVma[cell] = mark.vma;
        own.set(mark.vma, cell);
        break;
      }
      case 'hole': {
        if (way !== 'copied') break;
        const there = byNumber.get(mark.vma);
        if (there !== undefined) next = there.k;
        const cell = cells[next++]?.cell;
        if (cell === undefined) break;
        times.holeAt[cell] = k;
        times.cellOfMark[k] = cell;
        break;
      }
      case 'failed': {
        // Leaving it out is what failed.
        const cell = byNumber.get(mark.vma)?.cell ?? -1;
        if ((times.holeAt[cell] ?? NEVER) < k) times.holeAt[cell] = NEVER;
        break;
      }
      case 'marker': {
        const cell = (byNumber.get(mark.vma) ?? cells[next])?.cell;
        if (cell !== undefined) times.markerAt[cell] = k;
        break;
      }
      case 'vma_freed': {
        const cell = way === 'whole' ? byNumber.get(mark.vma)?.cell : own.get(mark.vma);
        if (k <= failedAt || cell === undefined) break;
        times.vmaFreedAt[cell] = k;
        times.cellOfMark[k] = cell;
        break;
      }
      default:
    }
  }
  return times;
}

function vmaCells(shape: Shape): readonly { readonly vma: number; readonly cell: number }[] {
  return shape.nodes.flatMap(({ words, cell }) =>
    words.flatMap((word, slot) => (vmaOf(word) > 0 ? [{ vma: vmaOf(word), cell: cell + slot }] : [])),
  );
}

// A stored child has no moment at which a node is filled: it is shown from its first entry on, and its ancestors with
// it.
function fillByEntries(shape: Shape, ownAt: Int32Array, times: NodeTimes): void {
  for (let k = shape.nodes.length - 1; k >= 0; k--) {
    const node = shape.nodes[k];
    if (node === undefined) continue;
    let first = Math.min(NEVER, ...node.children.map((child) => times.filledAt[child] ?? NEVER));
    for (let slot = 0; slot < node.words.length; slot++) first = Math.min(first, ownAt[node.cell + slot] ?? NEVER);
    times.filledAt[k] = first;
    times.obtainedAt[k] = first;
  }
}

// Before the first mark.
function beginWhole(shape: Shape, nodes: NodeTimes, cells: CellTimes): void {
  nodes.obtainedAt.fill(-1);
  nodes.filledAt.fill(-1);
  for (const { cell, vma } of vmaCells(shape)) {
    cells.ownAt[cell] = -1;
    cells.ownVma[cell] = vma;
  }
}

// A failure is one moment: the refused request, or where the fork stops, and, if they come right then, its report and
// the marker. The play rests at its end. All that is freed afterwards is undoing, also before the failure is reported.
function stagesOf(
  marks: readonly ForkMark[],
  way: DupModel['way'],
  failedAt: number,
  tornAt: number,
): readonly Stage[] {
  if (way === 'whole') return marks.length === 0 ? [] : [{ kind: 'undo', first: 0, end: marks.length }];
  const entries = marks.findIndex(({ kind }) => kind === 'entry' || kind === 'hole');
  const told = Math.min(failedAt, marks.length);
  const refused = marks[tornAt - 1]?.kind === 'request' && marks[tornAt - 1]?.ok === false;
  const fails = refused ? tornAt - 1 : told;
  const begin = entries < 0 ? fails : Math.min(entries, fails);
  let undo = refused ? tornAt : told;
  while (marks[undo]?.kind === 'failed' || marks[undo]?.kind === 'marker') undo++;
  const stages: Stage[] = [
    { kind: way === 'copied' ? 'copy' : 'prepare', first: 0, end: begin },
    { kind: 'entries', first: begin, end: fails },
    { kind: 'failure', first: fails, end: undo },
    { kind: 'undo', first: undo, end: marks.length },
  ];
  return stages.filter((stage) => stage.end > stage.first);
}

function totalsOf(marks: readonly ForkMark[], { cellOfMark, holeAt }: CellTimes): DupModel['totals'] {
  const totals = Object.fromEntries(COUNTED.map((key) => [key, new Int32Array(marks.length + 1)])) as Record<
    Counted,
    Int32Array
  >;
  for (const [k, mark] of marks.entries()) {
    for (const key of COUNTED) totals[key][k + 1] = totals[key][k] ?? 0;
    const add = (key: Counted, n: number): void => {
      totals[key][k + 1] = (totals[key][k] ?? 0) + n;
    };
    switch (mark.kind) {
      case 'request':
        add('requests', 1);
        if (mark.ok) add('obtained', mark.count);
        break;
      case 'copied':
        add('filled', 1);
        break;
      case 'entry':
        add('own', 1);
        break;
      case 'hole':
        // Stored VMA by VMA, a hole has no cell.
        if ((cellOfMark[k] ?? -1) < 0 || holeAt[cellOfMark[k] ?? -1] === k) add('holes', 1);
        break;
      case 'page':
        add('pages', Math.max(1, mark.count));
        break;
      case 'table':
        add('tables', 1);
        break;
      case 'unmapped':
        add('unmapped', mark.count);
        break;
      case 'table_freed':
        add('tablesFreed', Math.max(1, mark.count));
        break;
      case 'vma_freed':
        if ((cellOfMark[k] ?? -1) >= 0) add('vmasFreed', 1);
        break;
      case 'node_freed':
        add('nodesFreed', Math.max(1, mark.count));
        break;
      case 'uncharged':
        add('uncharged', mark.count);
        break;
      default:
    }
  }
  return totals;
}

// The marker stands over a VMA of the parent; an undo by range states its end itself, 0 for the top.
function limitOf({ record, marks }: SceneFork, parent: Shape, failedAt: number): bigint | null {
  if (record === null || failedAt === NEVER || record.by !== 'dup' || record.endVma === 0) return null;
  if (record.undo === 'range') return record.treeEnd === 0n ? null : record.treeEnd;
  if (!marks.some(({ kind }) => kind === 'marker')) return null;
  for (const leaf of parent.nodes) {
    const slot = leaf.words.findIndex((word) => vmaOf(word) === record.endVma);
    if (slot >= 0) return cellFirst(leaf, slot);
  }
  return null;
}

function limitMark({ record, marks }: SceneFork, stages: readonly Stage[]): number {
  if (record?.undo === 'marker') return marks.findIndex(({ kind }) => kind === 'marker');
  return stages.find(({ kind }) => kind === 'undo')?.first ?? NEVER;
}

/** The stage that a moment of the play is in: that of the last mark done. */
export function stageAt({ stages }: DupModel, cursor: number): Stage | null {
  return stages.find(({ first, end }) => cursor - 1 >= first && cursor - 1 < end) ?? null;
}
