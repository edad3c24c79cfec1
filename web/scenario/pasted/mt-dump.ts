// SPDX-License-Identifier: GPL-2.0-or-later
//
// The text that mt_dump() prints, as it stands in a kernel log, in what `tree -t maple -v` of crash shows, or in a file
// of ours: to what was stored, and to the layout that it had. Pure.
//
// The nesting, the ranges and the numbers after `depth` and `type` determine the tree; addresses are not needed, which
// kernels print as hashes. Numbers stand in decimal or in hex, and only the largest index shows which. Lines of others
// between, and lines that other processors' messages have split, are recognised by what they begin with.

import { rangeOf } from '../../base/text';
import { printString } from '../syntax/literals';
import { logLines, type LeftLine, type LogLine } from './log-lines';
import { differingTerms, termsOf, type NodeLine, type NodeTerm, type NodeTerms } from './mt-dump-words';

/** An entry of a dump: the range it stands for, and how a scenario spells it; null for NULL. */
export interface DumpedEntry {
  readonly first: bigint;
  readonly last: bigint;
  readonly value: string | null;
}

export interface DumpedNode {
  readonly kind: 'leaf' | 'range' | 'arange';
  readonly depth: number;
  readonly min: bigint;
  readonly max: bigint;
  /** Last index of each slot that the dump shows. */
  readonly lasts: readonly bigint[];
  /** The other contents of its line, in terms that do not depend on addresses. */
  readonly terms: NodeTerms;
}

export interface Dump {
  /** 1-based line of its first one. */
  readonly line: number;
  readonly alloc: boolean;
  readonly rcu: boolean;
  /** As the header says; null without one. */
  readonly height: number | null;
  /** How the header contradicts itself or the nodes, empty if it does not. */
  readonly doubt: string;
  /** Bits of the header's flags that no statement of a scenario sets, with their names; empty if there are none. */
  readonly notTaken: readonly string[];
  /** How many of its lines could not be taken. */
  readonly missing: number;
  /** Preorder. */
  readonly nodes: readonly DumpedNode[];
  readonly entries: readonly DumpedEntry[];
}

export interface DumpsRead {
  readonly dumps: readonly Dump[];
  readonly left: readonly LeftLine[];
}

const MAX = (1n << 64n) - 1n;
const POINTER = String.raw`(?:0x[0-9a-f]+|[0-9a-f]{5,16}|\(nil\)|\(____ptrval____\)|\(null\)|0)`;
const NUMBER = '[0-9a-f]+';
const HEADER = new RegExp(`^maple_tree\\(${POINTER}\\) flags ([0-9A-Fa-f]+), height (\\d+)(?: root (${POINTER}))?`);
const NODE = new RegExp(
  `^(${NUMBER})(?:-(${NUMBER}))?: node (${POINTER}) depth (\\d+) type (\\d+) parent (${POINTER})`,
);
const ENTRY = new RegExp(`^(${NUMBER})(?:-(${NUMBER}))?: (value .*|zero.*|UNKNOWN ENTRY.*|${POINTER})$`);
const FAULT = new RegExp(`^node ${POINTER} last \\(`);
// Text that can only be the rest of a line that was split: slots, pivots, gaps.
const REST = /^(?:contents: .*|(?:0x|\(nil\)|\(____ptrval____\)|\(null\)|[|0-9A-Fa-f ])+)$/;

/** All dumps of a text; also returns the lines that belong to none. */
export function readDumps(text: string): DumpsRead {
  const left: LeftLine[] = [];
  const parts: LogLine[][] = [];
  for (const line of wholeLines(logLines(text), left)) {
    if (HEADER.test(line.text) || parts.length === 0) parts.push([]);
    parts.at(-1)?.push(line);
  }
  return {
    dumps: parts
      .map((lines) => readDump(lines, left))
      .filter(({ nodes, entries, height }) => height !== null || nodes.length + entries.length > 0),
    left: left.sort((a, b) => a.line - b.line),
  };
}

// Joins lines that were split, drops those of others.
function wholeLines(lines: readonly LogLine[], left: LeftLine[]): LogLine[] {
  const whole: { line: number; text: string }[] = [];
  for (const { line, text } of lines) {
    // The heading of a dump written by this project.
    if (text.startsWith('# ')) continue;
    const last = whole.at(-1);
    if (
      /^(?:maple_tree\(|\(empty\)$)/.test(text) ||
      NODE.test(text) ||
      ENTRY.test(text) ||
      FAULT.test(text) ||
      new RegExp(`^${NUMBER}(?:-${NUMBER})?:$`).test(text)
    ) {
      // `RANGE:` and, on a line of its own, what it holds.
      if (last?.text.endsWith(':') === true && !/^[0-9a-f]+(?:-[0-9a-f]+)?:/.test(text)) last.text += ` ${text}`;
      else whole.push({ line, text });
    } else if (last !== undefined && (last.text.endsWith(':') || (last.text.includes(': node ') && REST.test(text))))
      last.text += ` ${text}`;
    else left.push({ line, text, message: 'is not a line of a dump', hint: '' });
  }
  return whole;
}

function readDump(lines: readonly LogLine[], left: LeftLine[]): Dump {
  const header = HEADER.exec(lines[0]?.text ?? '');
  const flags = Number.parseInt(header?.[1] ?? '0', 16);
  const hex = isHex(lines);
  const number = (digits: string): bigint => BigInt(hex ? `0x${digits}` : digits);
  const nodes: (NodeLine & { readonly lasts: bigint[] })[] = [];
  const latest = new Map<number, (typeof nodes)[number]>();
  const taken = left.length;
  const entries: DumpedEntry[] = [];
  for (const one of lines) {
    const node = NODE.exec(one.text);
    const entry = node === null ? ENTRY.exec(one.text) : null;
    const [, from = '', to = from] = node ?? entry ?? [];
    if (node === null && entry === null) {
      if (!HEADER.test(one.text) && one.text !== '(empty)')
        left.push({
          ...one,
          message: FAULT.test(one.text) ? 'reports a damaged node: its contents are left out' : 'breaks off',
          hint: '',
        });
      continue;
    }
    if (!hex && /[a-f]/.test(from + to)) {
      left.push({ ...one, message: 'has hex digits in a dump in decimal', hint: '' });
      continue;
    }
    const [first, last] = [number(from), number(to)];
    if (first > last || last > MAX) {
      left.push({ ...one, message: 'is not a range', hint: '' });
      continue;
    }
    const depth = node === null ? null : Number(node[4]);
    const parent = depth === null ? nodes.at(-1) : latest.get(depth - 1);
    parent?.lasts.push(last);
    if (node !== null) {
      const kind = ([null, 'leaf', 'range', 'arange'] as const)[Number(node[5])] ?? null;
      if (kind === null)
        left.push({ ...one, message: `has the type ${node[5] ?? ''}, which no tree of 6.16 has`, hint: '' });
      else {
        const made = {
          kind,
          depth: depth ?? 0,
          min: first,
          max: last,
          lasts: [],
          address: node[3] ?? '',
          parent: node[6] ?? '',
          rest: one.text.slice(node[0].length),
        };
        nodes.push(made);
        latest.set(made.depth, made);
      }
      continue;
    }
    const value = valueOf(entry?.[3] ?? '');
    if (value === undefined) left.push({ ...one, message: 'is a reserved entry that cannot be stored', hint: '' });
    else entries.push({ first, last, value });
  }
  const terms = termsOf(nodes, header?.[3] ?? '', hex);
  const dumped = nodes.map(({ kind, depth, min, max, lasts }, k): DumpedNode => ({
    kind,
    depth,
    min,
    max,
    lasts,
    terms: terms[k] ?? new Map<string, NodeTerm>(),
  }));
  return {
    line: lines[0]?.line ?? 1,
    missing: left.length - taken,
    alloc: header === null ? nodes.some(({ kind }) => kind === 'arange') : (flags & 1) !== 0,
    rcu: (flags & 2) !== 0,
    height: header === null ? null : Number(header[2]),
    doubt: header === null ? '' : doubtOf(flags, Number(header[2]), nodes),
    notTaken: notTaken(flags),
    nodes: dumped,
    entries,
  };
}

// The height stands in bits 2 to 6 of the flags and is printed as well; nodes have a depth.
function doubtOf(flags: number, printed: number, nodes: readonly NodeLine[]): string {
  const inFlags = (flags & 0x7c) >> 2;
  const depths = nodes.reduce((most, { depth }) => Math.max(most, depth + 1), 0);
  const parts = [
    inFlags === printed ? '' : `flags ${flags.toString(16).toUpperCase()} say height ${inFlags}`,
    depths === printed
      ? ''
      : depths === 0
        ? 'no node follows'
        : `nodes of ${depths} level${depths === 1 ? '' : 's'} follow`,
  ];
  const told = parts.filter((part) => part !== '');
  return told.length === 0 ? '' : `the header says height ${printed}, but ${told.join(', and ')}`;
}

const LOCKS = 0x300;
const LOCK_NAMES: ReadonlyMap<number, string> = new Map([
  [0x100, 'MT_FLAGS_LOCK_IRQ'],
  [0x200, 'MT_FLAGS_LOCK_BH'],
  [LOCKS, 'MT_FLAGS_LOCK_EXTERN'],
]);
const WRAPPED = 0x800;

// Two bits say together which lock it is (core/include/maple_tree.h).
function notTaken(flags: number): string[] {
  const lock = flags & LOCKS;
  const rest = flags & ~(0x7f | LOCKS | WRAPPED);
  return [
    ...(lock === 0 ? [] : [`0x${lock.toString(16)} (${LOCK_NAMES.get(lock) ?? ''})`]),
    ...((flags & WRAPPED) === 0 ? [] : ['0x800 (MT_FLAGS_ALLOC_WRAPPED)']),
    ...(rest === 0 ? [] : [`0x${(rest >>> 0).toString(16)}`]),
  ];
}

// The root ends at the largest index, which has letters in hex and twenty digits in decimal.
function isHex(lines: readonly LogLine[]): boolean {
  const ranges = lines
    .map(({ text }) => /^([0-9a-f]+)(?:-([0-9a-f]+))?: /.exec(text))
    .map((found) => `${found?.[1] ?? ''} ${found?.[2] ?? ''}`);
  if (ranges.some((range) => /(?:^| )(?:ffffffffffffffff)$/.test(range))) return true;
  if (ranges.some((range) => range.endsWith(' 18446744073709551615'))) return false;
  return ranges.some((range) => /[a-f]/.test(range));
}

// As a scenario spells it; null for NULL, undefined for what cannot be stored.
function valueOf(what: string): string | null | undefined {
  const value = /^value -?\d+ \(0x([0-9a-f]+)\)/.exec(what);
  if (value !== null) {
    const n = BigInt(`0x${value[1] ?? '0'}`);
    return n <= 1n << 32n ? n.toString() : printString(`value ${n.toString()}`);
  }
  if (what.startsWith('zero')) return 'zero';
  if (what.startsWith('UNKNOWN')) return undefined;
  return /^(?:\(nil\)|\(null\)|(?:0x)?0+)$/.test(what) ? null : printString(what);
}

/** The part of a scenario that builds a tree with the contents of a dump: its stores, in order of range. */
export function dumpBlock(dump: Dump, name: string): string[] {
  const mode = `${dump.alloc ? ' alloc' : ''}${dump.rcu ? ' rcu' : ''}`;
  const stores = dump.entries.flatMap(({ first, last, value }) =>
    value === null ? [] : [`store ${rangeOf(first, last, hexOf)} = ${value}`],
  );
  return [`tree ${name}${mode}`, ...stores];
}

function hexOf(value: bigint): string {
  return value === MAX ? 'max' : value < 10n ? value.toString() : `0x${value.toString(16)}`;
}

/** The fields of a node by which layouts are compared; a node of a picture has them too, but for its terms. */
export type ComparedNode = Pick<DumpedNode, 'kind' | 'depth' | 'min' | 'max' | 'lasts'> &
  Partial<Pick<DumpedNode, 'terms'>>;

/** A place at which two layouts differ: what stands there in one and in the other; null where nothing does. */
export interface LayoutDifference {
  readonly depth: number;
  readonly min: bigint;
  readonly left: ComparedNode | null;
  readonly right: ComparedNode | null;
  /** Where kind, range and pivots are the same: the terms that are not. */
  readonly terms: readonly string[];
}

/**
 * Where two layouts differ, node for node, from the root down and from the lowest index up; none if they are the same.
 */
export function layoutDifferences(
  left: readonly ComparedNode[],
  right: readonly ComparedNode[],
): readonly LayoutDifference[] {
  const others = new Map(right.map((node) => [placeOf(node), node]));
  const found: LayoutDifference[] = [];
  for (const node of left) {
    const other = others.get(placeOf(node)) ?? null;
    others.delete(placeOf(node));
    const same = other !== null && sameNode(node, other);
    const terms =
      same && node.terms !== undefined && other.terms !== undefined ? differingTerms(node.terms, other.terms) : [];
    if (!same || terms.length > 0) found.push({ depth: node.depth, min: node.min, left: node, right: other, terms });
  }
  for (const node of others.values())
    found.push({ depth: node.depth, min: node.min, left: null, right: node, terms: [] });
  return found.sort((a, b) => a.depth - b.depth || (a.min < b.min ? -1 : a.min > b.min ? 1 : 0));
}

/** Where a node stands, in a layout of which it is part. */
export function placeOf({ depth, min }: ComparedNode): string {
  return `${depth}:${min}`;
}

function sameNode(a: ComparedNode, b: ComparedNode): boolean {
  return (
    a.kind === b.kind &&
    a.max === b.max &&
    a.lasts.length === b.lasts.length &&
    a.lasts.every((last, k) => last === b.lasts[k])
  );
}
