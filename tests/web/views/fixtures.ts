// SPDX-License-Identifier: GPL-2.0-or-later
//
// Pictures for the views' tests, made from the canonical dumps of golden vectors. Layouts, pivots, gaps and
// contents are the recorded ones; node ids, places and bytes are not recorded, so they are made up here by rule: ids by
// matching nodes of consecutive dumps, bytes by the layout of core/src/node.h. Never part of the product.

import type { Op } from '../../../web/model/ops';
import { fromHex, index, MAX, toHex, ZERO, type Index } from '../../../web/base/index64';
import { valueWord, ZERO_ENTRY_WORD } from '../../../web/model/entry';
import type { ErrorName, StoreType } from '../../../web/model/status';
import { pictureChanges, type NodeKind, type NodePicture, type TreePicture } from '../../../web/model/picture';
import type { SceneTree, StepBrief } from '../../../web/model/run';
import type { StepReport } from '../../../web/model/report';
import type { Vma } from '../../../web/model/vma';

export interface GoldenHeader {
  readonly name: string;
  readonly mode: 'range' | 'alloc';
  readonly rcu: boolean;
}

export interface GoldenOp {
  readonly op: string;
  readonly a?: string;
  readonly z?: string;
  readonly v?: number | null;
  readonly ret?: unknown;
  readonly wr?: StoreType | null;
  readonly vh?: number | null;
  readonly sh?: number | null;
  readonly pre?: number | null;
  readonly pre_whole?: number | null;
  readonly req?: readonly number[];
  readonly rk?: string;
  readonly freed?: number;
  readonly deferred?: number;
  readonly live?: number;
  readonly h?: number;
  readonly sum?: string;
  readonly dump?: readonly string[];
}

export interface Golden {
  readonly header: GoldenHeader;
  readonly ops: readonly GoldenOp[];
}

export function parseGolden(text: string): Golden {
  const [header, ...ops] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  return { header: header as GoldenHeader, ops: ops as GoldenOp[] };
}

// --- From a dump to a picture ---

interface DumpNode {
  readonly depth: number;
  readonly kind: NodeKind;
  readonly min: Index;
  readonly max: Index;
  readonly end: number;
  readonly gapmeta: number | null;
  readonly lasts: readonly Index[];
  readonly words: readonly string[];
  readonly gaps: readonly Index[] | null;
}

const LINE =
  /^(\d+) (leaf|range|arange) ([0-9a-f]+)-([0-9a-f]+) end=(\d+)(?: gapmeta=(\d+))? p=(\S*) s=(\S+)(?: g=(\S+))?$/;

function parseLine(line: string): DumpNode {
  const m = LINE.exec(line);
  if (m === null) throw new Error(`not a line of a dump: ${line}`);
  const hexes = (text: string | undefined): Index[] =>
    text === undefined || text === '' ? [] : text.split(',').map((x) => fromHex(`0x${x}`));
  const max = fromHex(`0x${m[4] ?? ''}`);
  return {
    depth: Number(m[1]),
    kind: m[2] as NodeKind,
    min: fromHex(`0x${m[3] ?? ''}`),
    max,
    end: Number(m[5]),
    gapmeta: m[6] === undefined ? null : Number(m[6]),
    lasts: [...hexes(m[7]), max],
    words: (m[8] ?? '').split(','),
    gaps: m[9] === undefined ? null : hexes(m[9]),
  };
}

function entryWord(text: string): Index {
  if (text === '.') return ZERO;
  if (text === 'z') return ZERO_ENTRY_WORD;
  return valueWord(BigInt(text.slice(1)));
}

/** Hands out node ids; one for each fixture, so that ids are never used twice in it. */
export interface Ids {
  next: number;
}

const NODE_BASE = 0xffff_8880_0000_0000n;
const TREE_ADDRESS = 0xffff_ffff_8260_0040n;
const TYPE_CODE: Readonly<Record<NodeKind, bigint>> = { leaf: 1n, range: 2n, arange: 3n };

function addressOf(id: number): bigint {
  return NODE_BASE + 256n * BigInt(id - 1);
}

export interface PictureOptions {
  readonly name: string;
  readonly kind?: 'tree' | 'mm';
  readonly rcu?: boolean;
  /** The picture before, whose nodes keep their ids where they stay; null for none. */
  readonly before?: TreePicture | null;
  /** The operation wrote in place: a node that differs is the old one rewritten. */
  readonly inPlace?: boolean;
}

export function pictureOf(dump: readonly string[], ids: Ids, options: PictureOptions): TreePicture {
  const first = dump[0] ?? 'empty';
  const common = { name: options.name, kind: options.kind ?? 'tree' };
  const mode = { alloc: first.includes(' arange '), rcu: options.rcu ?? false, release: '6_16' as const };
  const flags = (mode.alloc ? 1 : 0) | (mode.rcu ? 2 : 0);
  if (first === 'empty') {
    return { ...common, mode, flags, height: 0, form: 'empty', single: null, nodes: [], entries: 0 };
  }
  if (first.startsWith('single ')) {
    const single = entryWord(first.slice('single '.length));
    return { ...common, mode, flags, height: 0, form: 'single', single, nodes: [], entries: 1 };
  }
  const lines = dump.map(parseLine);
  const nodes = linkNodes(lines, idsFor(lines, ids, options));
  const entries = nodes.reduce(
    (sum, node) => sum + (node.kind === 'leaf' ? node.slots.filter((word) => word !== 0n).length : 0),
    0,
  );
  const height = Math.max(...lines.map((line) => line.depth)) + 1;
  return { ...common, mode, flags: flags | (height << 2), height, form: 'node', single: null, nodes, entries };
}

// A node stays who it is if a node of the picture before looks the same; in an operation that writes in place, also if
// it stands at the same place of the preorder.
function idsFor(lines: readonly DumpNode[], ids: Ids, options: PictureOptions): readonly number[] {
  const before = options.before?.nodes ?? [];
  const look = (node: { kind: NodeKind; min: bigint; max: bigint; lasts: readonly bigint[] }, words: string): string =>
    [node.kind, node.min, node.max, node.lasts.join(), words].join(' ');
  const known = new Map<string, number>();
  for (const node of before) {
    known.set(look(node, node.kind === 'leaf' ? node.slots.join() : (node.gaps ?? []).join()), node.id);
  }
  const sameShape = options.inPlace === true && before.length === lines.length;
  return lines.map((line, k) => {
    const words = line.kind === 'leaf' ? line.words.map(entryWord).join() : (line.gaps ?? []).join();
    const same = known.get(look(line, words));
    if (same !== undefined) {
      known.delete(look(line, words));
      return same;
    }
    const there = before[k];
    if (sameShape && there !== undefined && there.kind === line.kind) return there.id;
    return ids.next++;
  });
}

function linkNodes(lines: readonly DumpNode[], ids: readonly number[]): readonly NodePicture[] {
  const childrenOf: number[][] = lines.map(() => []);
  const parentOf: ({ readonly at: number; readonly slot: number } | null)[] = lines.map(() => null);
  const path: number[] = [];
  for (const [k, line] of lines.entries()) {
    path.length = line.depth;
    const at = path[line.depth - 1];
    if (at !== undefined) {
      const siblings = childrenOf[at] ?? [];
      parentOf[k] = { at, slot: siblings.length };
      siblings.push(k);
    }
    path.push(k);
  }
  return lines.map((line, k): NodePicture => {
    const id = ids[k] ?? 0;
    const above = parentOf[k] ?? null;
    const parent = above === null ? null : { id: ids[above.at] ?? 0, slot: above.slot };
    const below = (childrenOf[k] ?? []).map((at) => ({ id: ids[at] ?? 0, kind: lines[at]?.kind ?? 'leaf' }));
    const slots =
      line.kind === 'leaf'
        ? line.words.map(entryWord)
        : below.map((child) => index(addressOf(child.id) + TYPE_CODE[child.kind] * 8n + 4n));
    const node = {
      id,
      place: id - 1,
      kind: line.kind,
      depth: line.depth,
      min: line.min,
      max: line.max,
      end: line.end,
      lasts: line.lasts,
      slots,
      children: below.map((child) => child.id),
      gaps: line.gaps,
      gapmeta: line.gapmeta,
      parent,
    };
    return { ...node, bytes: encodeNode(node) };
  });
}

/** The 256 bytes of a node by core/src/node.h. */
export function encodeNode(node: Omit<NodePicture, 'bytes'>): Uint8Array {
  const bytes = new Uint8Array(256);
  const view = new DataView(bytes.buffer);
  const put = (at: number, word: bigint): void => {
    view.setBigUint64(at, word, true);
  };
  put(0, node.parent === null ? TREE_ADDRESS + 1n : addressOf(node.parent.id) + BigInt(node.parent.slot) * 8n + 6n);
  const arange = node.kind === 'arange';
  const pivotCount = arange ? 9 : 15;
  for (const [k, last] of node.lasts.entries()) if (k < pivotCount) put(8 + 8 * k, last);
  for (const [k, word] of node.slots.entries()) put((arange ? 80 : 128) + 8 * k, word);
  if (arange) {
    for (const [k, gap] of (node.gaps ?? []).entries()) put(160 + 8 * k, gap);
    bytes[240] = node.end;
    bytes[241] = node.gapmeta ?? 0;
  } else if (node.end <= 14) bytes[248] = node.end;
  return bytes;
}

// --- From a golden vector to steps ---

const IN_PLACE: readonly (StoreType | null | undefined)[] = ['append', 'slot_store', 'exact_fit', 'node_store', null];

export interface FixtureStep {
  readonly scene: SceneTree;
  readonly report: StepReport;
  readonly brief: StepBrief;
  readonly touched: { readonly tree: string; readonly first: Index; readonly last: Index } | null;
}

/** Every operation of a vector that has a dump, as a step with what it changed. */
export function stepsOf(golden: Golden, kind: 'tree' | 'mm' = 'tree'): readonly FixtureStep[] {
  const ids: Ids = { next: 1 };
  const { name, rcu } = golden.header;
  let before: TreePicture | null = null;
  const steps: FixtureStep[] = [];
  for (const [k, op] of golden.ops.entries()) {
    if (op.dump === undefined) continue;
    const inPlace = IN_PLACE.includes(op.wr) && !rcu;
    const picture = pictureOf(op.dump, ids, { name, kind, rcu, before, inPlace });
    const changes = pictureChanges(before, picture);
    const vmas = kind === 'mm' ? vmasOf(picture) : null;
    const brief = briefOf(op, k + 1, name);
    const touched = op.a === undefined ? null : { tree: name, first: fromHex(op.a), last: fromHex(op.z ?? op.a) };
    steps.push({
      scene: {
        picture,
        changes,
        fates: new Map(),
        written: null,
        rcuDuring: picture.mode.rcu,
        sum: op.sum ?? '',
        findings: [],
        vmas,
        mm: null,
      },
      report: reportOf(op, k + 1, name),
      brief,
      touched,
    });
    before = picture;
  }
  return steps;
}

export function briefOf(op: GoldenOp, line: number, tree: string): StepBrief {
  const asked = (op.req ?? []).reduce((sum, n) => sum + n, 0);
  const refused = /[A-Z]/.test(op.rk ?? '');
  return {
    line,
    op: op.op as Op,
    tree,
    error: typeof op.ret === 'number' && op.ret < 0 ? 'ENOMEM' : null,
    storeType: op.wr ?? null,
    asked,
    used: Math.min(asked, op.freed ?? 0),
    freed: op.freed ?? 0,
    preWhole: op.pre_whole ?? null,
    refused,
    gutter: asked === 0 ? [] : [`${asked} nodes`],
  };
}

function reportOf(op: GoldenOp, line: number, tree: string): StepReport {
  const error: ErrorName | null = op.ret === -12 ? 'ENOMEM' : op.ret === -17 ? 'EEXIST' : null;
  return {
    line,
    op: op.op as Op,
    tree,
    error,
    result: null,
    storeType: op.wr ?? null,
    vh: op.vh ?? null,
    sh: op.sh ?? null,
    pre: op.pre ?? null,
    preVacancy: op.pre ?? null,
    preWhole: op.pre_whole ?? null,
    used: 0,
    requests: op.req ?? [],
    rk: op.rk ?? '',
    freed: op.freed ?? 0,
    deferred: op.deferred ?? 0,
    live: op.live ?? 0,
    height: op.h ?? null,
    sum: op.sum ?? null,
  };
}

// --- VMAs, which the vectors do not record: made up by number, in the pattern of a loaded library ---

const PATTERN: readonly { readonly perms: string; readonly path: string }[] = [
  { perms: 'r--p', path: '/usr/bin/program' },
  { perms: 'r-xp', path: '/usr/bin/program' },
  { perms: 'r--p', path: '/usr/bin/program' },
  { perms: 'rw-p', path: '/usr/bin/program' },
  { perms: 'rw-p', path: '' },
  { perms: 'r--p', path: '/usr/lib/libc.so.6' },
  { perms: 'r-xp', path: '/usr/lib/libc.so.6' },
  { perms: '---p', path: '/usr/lib/libc.so.6' },
  { perms: 'r--p', path: '/usr/lib/libc.so.6' },
  { perms: 'rw-p', path: '/usr/lib/libc.so.6' },
];

export function vmasOf(picture: TreePicture): readonly Vma[] {
  const vmas: Vma[] = [];
  for (const node of picture.nodes) {
    if (node.kind !== 'leaf') continue;
    for (const [slot, word] of node.slots.entries()) {
      if (word === 0n) continue;
      const number = Number(word >> 1n);
      const first = slot === 0 ? node.min : (((node.lasts[slot - 1] ?? 0n) + 1n) as Index);
      const last = node.lasts[slot] ?? node.max;
      vmas.push({ number, first, last, offset: ZERO, ...nameOf(number, vmas.length) });
    }
  }
  const end = vmas.length - 1;
  return vmas.map((vma, k) => {
    if (k === 5) return { ...vma, perms: 'rw-p', path: '[heap]' };
    if (k === end) return { ...vma, perms: 'rw-p', path: '[stack]' };
    if (k === end - 1) return { ...vma, perms: 'r-xp', path: '[vdso]' };
    return vma;
  });
}

function nameOf(number: number, at: number): { perms: string; path: string } {
  return PATTERN[(number * 7 + at) % PATTERN.length] ?? { perms: 'r--p', path: '' };
}

// --- Trees of any size: ascending ranges of three indexes with a hole after every fifth ---

/** A tree of `entries` entries with full inner nodes and leaves of about ten slots, for size alone. */
export function largeTree(entries: number, name = 'large'): TreePicture {
  let level = chunk(runs(entries), 11).map((run, k): DumpDraft => ({
    kind: 'leaf',
    min: k === 0 ? ZERO : (run[0]?.first ?? ZERO),
    lasts: run.map((r) => r.last),
    words: run.map((r) => r.word),
    below: [],
  }));
  level = level.map((node, k) => closeUp(node, level[k + 1]));
  while (level.length > 1) {
    level = chunk(level, 9).map((below): DumpDraft => ({
      kind: 'arange',
      min: below[0]?.min ?? ZERO,
      lasts: below.map((node) => node.lasts[node.lasts.length - 1] ?? MAX),
      words: below.map(() => '>'),
      below,
    }));
  }
  const root = level[0];
  if (root === undefined) return pictureOf(['empty'], { next: 1 }, { name });
  const dump: string[] = [];
  print(root, 0, dump);
  return pictureOf(dump, { next: 1 }, { name });
}

interface DumpDraft {
  readonly kind: 'leaf' | 'arange';
  readonly min: Index;
  readonly lasts: readonly Index[];
  readonly words: readonly string[];
  readonly below: readonly DumpDraft[];
}

function runs(entries: number): readonly { first: Index; last: Index; word: string }[] {
  const list: { first: Index; last: Index; word: string }[] = [];
  let at = 0n;
  for (let k = 1; k <= entries; k++) {
    list.push({ first: index(at), last: index(at + 2n), word: `v${k}` });
    at += 3n;
    if (k % 5 !== 0) continue;
    list.push({ first: index(at), last: index(at + BigInt(k % 7)), word: '.' });
    at += BigInt(k % 7) + 1n;
  }
  return list;
}

function closeUp(node: DumpDraft, next: DumpDraft | undefined): DumpDraft {
  return next === undefined ? { ...node, lasts: [...node.lasts.slice(0, -1), MAX] } : node;
}

function chunk<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, k) => list.slice(k * size, (k + 1) * size));
}

function print(node: DumpDraft, depth: number, dump: string[]): void {
  const bare = (x: bigint): string => toHex(x).slice(2);
  const max = node.lasts[node.lasts.length - 1] ?? MAX;
  const pivots = node.lasts.slice(0, -1).map(bare).join();
  const gap = node.kind === 'arange' ? ` gapmeta=0` : '';
  const gaps = node.kind === 'arange' ? ` g=${node.below.map((_, k) => bare(BigInt((k * 5) % 7))).join()}` : '';
  dump.push(
    `${depth} ${node.kind} ${bare(node.min)}-${bare(max)} end=${node.lasts.length - 1}${gap} p=${pivots} ` +
      `s=${node.words.join()}${gaps}`,
  );
  for (const child of node.below) print(child, depth + 1, dump);
}

/** A scene of a picture alone: nothing changed. */
export function still(picture: TreePicture): SceneTree {
  return {
    picture,
    changes: { now: new Map(), gone: [] },
    fates: new Map(),
    written: null,
    rcuDuring: picture.mode.rcu,
    sum: '',
    findings: [],
    vmas: picture.kind === 'mm' ? vmasOf(picture) : null,
    mm: null,
  };
}
