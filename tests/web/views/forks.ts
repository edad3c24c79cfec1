// SPDX-License-Identifier: GPL-2.0-or-later
//
// Forks, page tables, comparisons and sweeps for the views' tests, made from a picture by rules "fork",
// "undo" and "duplicate": the order of copying, the requests, the teardown. Never part of the product.

import { index, ZERO } from '../../../web/base/index64';
import {
  OBJECTS,
  SITES,
  type Balance,
  type ForkColumn,
  type ForkMark,
  type ForkRecord,
  type ForkUndo,
  type MmFacts,
  type ObjectKind,
  type PageTable,
  type SceneFork,
  type Site,
  type VmaRecord,
} from '../../../web/model/memory';
import type { SweepReport, SweepRun } from '../../../web/model/sweep';
import { troubleOf, type Found } from '../../../web/model/trouble';
import type { NodePicture, TreePicture } from '../../../web/model/picture';
import type { Vma } from '../../../web/model/vma';
import { vmasOf } from './fixtures';

const NOTHING: ForkMark = {
  kind: 'request',
  event: 0,
  ok: true,
  count: 0,
  node: 0,
  from: 0,
  slot: -1,
  vma: 0,
};

export interface ForkCase {
  /** Numbers of VMAs with VM_DONTCOPY. */
  readonly holes?: readonly number[];
  /** Which request is refused, counted from 1. */
  readonly refused?: number;
  /** Number of the parent's VMA at which it fails. */
  readonly fails?: number;
  readonly undo?: ForkUndo;
  readonly by?: 'dup' | 'stores';
}

/** Leaf slots with a VMA, ascending. */
export function vmaSlots(
  picture: TreePicture,
): readonly { readonly node: NodePicture; readonly slot: number; readonly vma: number }[] {
  return picture.nodes.flatMap((node) =>
    node.kind !== 'leaf'
      ? []
      : node.slots.flatMap((word, slot) => ((word & 1n) === 1n ? [{ node, slot, vma: Number(word >> 1n) }] : [])),
  );
}

/** A fork of a picture by duplication, mark by mark. Ids of the child's nodes are 1000 above the parent's. */
export function forkOf(
  picture: TreePicture,
  { holes = [], refused = 0, fails = 0, undo = 'marker', by = 'dup' }: ForkCase = {},
): SceneFork {
  const marks: ForkMark[] = [];
  const put = (mark: Partial<ForkMark>): void => void marks.push({ ...NOTHING, event: marks.length, ...mark });
  const byId = new Map(picture.nodes.map((node) => [node.id, node]));
  const groups: Group[] = [];
  const copied = by === 'dup' ? copyTree(picture, byId, refused, put, groups) : true;
  let [mapCount, endVma] = [0, 0];
  const own: number[] = [];
  if (copied) {
    for (const { node, slot, vma } of vmaSlots(picture)) {
      if (vma === fails) {
        endVma = vma;
        put({ kind: 'failed', vma });
        if (undo === 'marker') put({ kind: 'marker', node: node.id + 1000, slot, vma });
        break;
      }
      if (holes.includes(vma)) {
        put({
          kind: 'hole',
          node: node.id + 1000,
          slot,
          vma,
        });
        continue;
      }
      own.push(++mapCount);
      if (by === 'stores' && mapCount % 8 === 1) put({ kind: 'request', count: 1 });
      put({
        kind: 'entry',
        node: node.id + 1000,
        slot,
        vma: mapCount,
      });
      if (mapCount % 5 === 1) put({ kind: 'table', count: 1 });
      if (mapCount % 5 === 1) put({ kind: 'page', count: 3 });
    }
  }
  const failed = !copied || fails > 0;
  if (failed) tearDown(picture, own, copied, groups, put);
  const slot = vmaSlots(picture).find(({ vma }) => vma === endVma);
  const treeEnd =
    slot === undefined ? ZERO : index(slot.slot === 0 ? slot.node.min : (slot.node.lasts[slot.slot - 1] ?? ZERO) + 1n);
  const record: ForkRecord = {
    ...RECORD,
    by,
    undo,
    error: failed ? 'ENOMEM' : null,
    point: copied ? (fails > 0 ? 'F7' : null) : 'F3',
    site: copied ? (fails > 0 ? 'vma' : null) : 'request',
    at: fails,
    endVma,
    treeEnd: undo === 'range' ? treeEnd : ZERO,
    mapCount,
    removed: failed ? mapCount : 0,
    copiedNodes: picture.nodes.length,
  };
  const partial =
    failed && copied
      ? {
          picture: childOf(picture),
          vmas: vmasOf(picture).filter(({ number }) => number < fails),
          tables: [],
          tablesLeft: [],
        }
      : null;
  return { record, parent: picture.name, child: 'child', balance: balanceOf(failed ? 0 : mapCount), marks, partial };
}

/** A request's nodes, and the first of them. */
interface Group {
  readonly count: number;
  readonly node: number;
}

// Pre-order; each inner node asks for all of its children at once (rule "duplicate"). False: a request was refused.
function copyTree(
  picture: TreePicture,
  byId: ReadonlyMap<number, NodePicture>,
  refused: number,
  put: (mark: Partial<ForkMark>) => void,
  groups: Group[],
): boolean {
  let requests = 0;
  const ask = (count: number, node: number): boolean => {
    const ok = ++requests !== refused;
    put({
      kind: 'request',
      count,
      ok,
    });
    if (ok) groups.push({ count, node });
    return ok;
  };
  const visit = (node: NodePicture): boolean => {
    put({
      kind: 'copied',
      node: node.id + 1000,
      from: node.id,
    });
    if (node.children.length === 0) return true;
    return ask(node.children.length, node.children[0]! + 1000) && node.children.every((id) => visit(byId.get(id)!));
  };
  return ask(1, picture.nodes[0]!.id + 1000) && visit(picture.nodes[0]!);
}

function tearDown(
  picture: TreePicture,
  own: readonly number[],
  copied: boolean,
  groups: readonly Group[],
  put: (mark: Partial<ForkMark>) => void,
): void {
  if (!copied) {
    for (const { count, node } of [...groups].reverse()) put({ kind: 'node_freed', count, node });
    put({ kind: 'failed', ok: false, count: 3 });
    return;
  }
  if (own.length > 0) put({ kind: 'unmapped', count: own.length * 2 });
  put({ kind: 'table_freed', count: 3 });
  for (const vma of own) put({ kind: 'vma_freed', vma });
  put({ kind: 'uncharged', count: 33 });
  const free = (node: NodePicture): void => {
    if (node.children.length === 0) return;
    for (const id of node.children) free(picture.nodes.find((one) => one.id === id)!);
    put({
      kind: 'node_freed',
      count: node.children.length,
      node: node.children[0]! + 1000,
    });
  };
  free(picture.nodes[0]!);
  put({ kind: 'node_freed', count: 1, node: picture.nodes[0]!.id + 1000 });
}

export function childOf(picture: TreePicture): TreePicture {
  return {
    ...picture,
    name: 'child',
    nodes: picture.nodes.map((node) => ({
      ...node,
      id: node.id + 1000,
      children: node.children.map((id) => id + 1000),
      parent: node.parent === null ? null : { ...node.parent, id: node.parent.id + 1000 },
    })),
  };
}

const PASSES = Object.fromEntries(SITES.map((site) => [site, 0])) as Record<Site, number>;

export const RECORD: ForkRecord = {
  by: 'dup',
  undo: 'marker',
  wrongCeiling: false,
  error: null,
  point: null,
  site: null,
  at: 0,
  endVma: 0,
  treeEnd: ZERO,
  ceiling: ZERO,
  mapCount: 0,
  removed: 0,
  tablesLeft: 0,
  copiedNodes: 0,
  pagesCopied: 0,
  charged: 33,
  uncharged: 33,
  passes: PASSES,
};

/** An account in which so many VMAs, and with `tables` so many page tables, are held. */
export function balanceOf(vmas: number, tables = 0): Balance {
  const obtained: Partial<Record<ObjectKind, number>> = {
    nodes: 19,
    vmas: 121,
    anon_vmas: 40,
    chains: 96,
    files: 60,
    tables: 24,
    commit: 12_480,
    resident: 3_311,
    mms: 1,
  };
  const held: Partial<Record<ObjectKind, number>> = vmas > 0 ? obtained : { tables };
  return {
    rows: OBJECTS.map((object) => ({
      object,
      obtained: obtained[object] ?? 0,
      returned: (obtained[object] ?? 0) - (held[object] ?? 0),
      held: held[object] ?? 0,
    })),
    rules: [
      { rule: 1, held: vmas > 0 ? null : true, text: '37 VMAs removed, map_count was 37' },
      { rule: 2, held: vmas > 0 ? null : true, text: '12,480 pages charged at the failure, 12,480 given back' },
      { rule: 3, held: vmas > 0 ? null : true, text: '19 nodes allocated, 19 freed' },
      {
        rule: 4,
        held: vmas > 0 ? null : true,
        text: 'VMAs, anon_vmas, chains, policies and file references are balanced',
      },
      {
        rule: 5,
        held: vmas > 0 ? null : tables === 0,
        text: `${tables} page tables are left (${tables * 4096} bytes), 0 pages resident`,
      },
      { rule: 6, held: true, text: 'The parent’s tree, VMAs and map_count are as before' },
    ],
  };
}

function vma(number: number, first: bigint, end: bigint, perms: string, path: string): Vma {
  return { number, first: index(first), last: index(end - 1n), perms, offset: ZERO, path };
}

/** The child of the worked scenario of rule "freed tables" when its fork has failed. */
export const WORKED = {
  vmas: [
    vma(1, 0x555555554000n, 0x555555559000n, 'r-xp', '/usr/bin/program'),
    vma(2, 0x55555555a000n, 0x55555557b000n, 'rw-p', '[heap]'),
    vma(3, 0x7ffff7dc0000n, 0x7ffff7fb9000n, 'rw-p', '/usr/lib/libc.so.6'),
  ] as readonly Vma[],
  tables: [
    { base: index(0x550000000000n), level: 3, used: 1 },
    { base: index(0x555540000000n), level: 2, used: 1 },
    { base: index(0x555555400000n), level: 1, used: 2 },
    { base: index(0x7f8000000000n), level: 3, used: 1 },
    { base: index(0x7fffc0000000n), level: 2, used: 1 },
    { base: index(0x7ffff7e00000n), level: 1, used: 1 },
  ] as readonly PageTable[],
  /** Where the first VMA not duplicated begins. */
  end: index(0x7ffff7fbb000n),
} as const;

export const FACTS: MmFacts = {
  vmas: 42,
  totalVm: 5_431,
  dataVm: 1_022,
  execVm: 611,
  stackVm: 33,
  lockedVm: 0,
  rssAnon: 402,
  rssFile: 811,
  tables: 13,
  brkStart: index(0x55555555a000n),
  brk: index(0x55555557b000n),
  mmapBase: index(0x7ffff7fff000n),
};

export function recordsOf(vmas: readonly Vma[]): readonly VmaRecord[] {
  return vmas.map(({ number, first, last, offset }, k) => ({
    number,
    first,
    last,
    offset,
    flags: (k % 3 === 0 ? 0x203 : 0x1) | (k % 11 === 5 ? 0x20 : 0) | (k % 17 === 3 ? 0x40 : 0),
    file: k % 4,
    anon: k % 3 === 0 ? k : 0,
    chain: k % 3 === 0 ? 1 + (k % 2) : 0,
  }));
}

/**
 * Columns as tests/core/figures.txt has them for 121 VMAs in layout G1, without a failure; the wrong ceiling after one.
 */
export function columns(): readonly ForkColumn[] {
  const make = (column: Partial<ForkColumn> & Pick<ForkColumn, 'by'>): ForkColumn => ({
    undo: 'marker',
    wrongCeiling: false,
    armed: false,
    record: {
      ...RECORD,
      by: column.by,
      mapCount: 121,
      passes: {
        ...PASSES,
        request: column.requests?.length ?? 0,
        mm: 1,
        signal: 122,
        commit: 40,
        vma: 121,
        anon: 96,
        page: 24,
        hook: 1,
      },
    },
    balance: balanceOf(121),
    requests: [],
    rk: '',
    nodesObtained: 19,
    nodesKept: 19,
    nodesReturned: 0,
    layout: { height: 3, levels: [1, 2, 16], sum: 'af4b32cbee84b020', thin: 0 },
    sameLayout: true,
    ...column,
  });
  const failed = {
    ...RECORD,
    error: 'ENOMEM' as const,
    point: 'F7',
    site: 'vma' as const,
    at: 77,
    endVma: 77,
    mapCount: 76,
    removed: 76,
  };
  const dup = { by: 'dup' as const, requests: [1, 2, 6, 10], rk: 'sbbb' };
  return [
    make(dup),
    make({
      ...dup,
      undo: 'range',
      record: { ...failed, undo: 'range', passes: { ...PASSES, request: 4, vma: 77, mm: 1 } },
      balance: balanceOf(0),
      layout: null,
      nodesKept: 0,
      nodesReturned: 19,
      sameLayout: false,
    }),
    make({
      ...dup,
      undo: 'range',
      wrongCeiling: true,
      record: {
        ...failed,
        undo: 'range',
        wrongCeiling: true,
        tablesLeft: 3,
        passes: { ...PASSES, request: 4, vma: 77, mm: 1 },
      },
      balance: balanceOf(0, 3),
      layout: null,
      nodesKept: 0,
      nodesReturned: 19,
      sameLayout: false,
    }),
    make({
      by: 'bulk',
      requests: [1, 23],
      rk: 'sb',
      nodesObtained: 24,
      nodesReturned: 5,
      layout: { height: 3, levels: [1, 2, 16], sum: '0', thin: 1 },
      sameLayout: false,
    }),
    make({
      by: 'stores',
      requests: [1, ...Array.from({ length: 58 }, (_, k) => (k % 2 === 0 ? 1 : 2)), 1, 4],
      rk: 's',
      nodesObtained: 92,
      nodesReturned: 73,
    }),
  ];
}

/** A sweep of `count` runs of which the last met no failure. */
export function sweepOf(site: Site, count: number, trouble = false, line = 7): SweepReport {
  const runs = Array.from({ length: count }, (_, k): SweepRun => {
    const last = k === count - 1;
    const outcome = last
      ? 'completed'
      : !trouble
        ? k % 23 === 11
          ? 'completed'
          : 'undone'
        : k % 41 === 17
          ? 'leak'
          : k % 97 === 40
            ? 'broken'
            : k % 61 === 30
              ? 'differs'
              : 'undone';
    const found: Found | null =
      outcome === 'leak'
        ? { code: 'more', object: 'tables', more: 3 }
        : outcome === 'broken'
          ? { code: 'nodes', out: 78, reached: 77 }
          : outcome === 'differs'
            ? { code: 'hash' }
            : null;
    return {
      k: k + 1,
      failed: !last,
      outcome,
      error: outcome === 'completed' ? null : 'ENOMEM',
      line: last ? 0 : line + 1,
      vma: last || site === 'request' ? 0 : k + 1,
      point: last ? null : site === 'request' ? (k < 19 ? 'F3' : 'F4') : 'F7',
      mapCount: last || site === 'request' ? 0 : k,
      wrong: found === null ? null : { line: line + 1, trouble: troubleOf('answer', 'p', found) },
    };
  });
  return { line, site, times: 1, runs };
}
