// SPDX-License-Identifier: GPL-2.0-or-later
//
// The contents of a node's line in a dump beyond its range: pivots, slots, gaps, gap metadata, the word of its parent,
// each in terms that do not depend on the nodes' addresses. Pure.
//
// An address is compared with the others of its own dump only: a word names the node that stands at that place, or
// another one; a parent's, the slot that the node stands in, or another one. A kernel prints pointers as hashes unless
// configured not to: then a word shows no more than whether it is 0.

import type { NodeKind } from '../../model/picture';

/** One fact about a node, in words that can be compared. */
export interface NodeTerm {
  readonly text: string;
  /** Other lines of the dump contradict it. */
  readonly isContradicted?: true;
  /** Another history of the same tree may lead to a different value. */
  readonly isOfHistory?: true;
  /** A hash: all that is known is that the value is not 0. */
  readonly isHashed?: true;
}

/** The values found, by name: "gap 3" → "0x1000". A value that a dump does not show has no name in it. */
export type NodeTerms = ReadonlyMap<string, NodeTerm>;

/** A word that is not 0 and otherwise unknown. */
const SOME: NodeTerm = { text: 'not 0', isHashed: true };

/** A node's line, in pieces. */
export interface NodeLine {
  readonly kind: NodeKind;
  readonly depth: number;
  readonly min: bigint;
  readonly max: bigint;
  /** As they are printed. */
  readonly address: string;
  readonly parent: string;
  /** The text after them. */
  readonly rest: string;
}

const SLOTS: Record<NodeKind, number> = { leaf: 16, range: 16, arange: 10 };
const TYPE: Record<NodeKind, bigint> = { leaf: 1n, range: 2n, arange: 3n };
const LABELS_FROM = 1n << 32n;
const ZERO_ENTRY = 0x406n;
const ADDRESS = ~0xffn;

/** The terms of all nodes of a dump, in their order. `root`: the header's root word as printed, empty without one. */
export function termsOf(lines: readonly NodeLine[], root: string, hex: boolean): NodeTerms[] {
  const plain = !areHashed(lines.map(({ address }) => address));
  const told = lines.map((line) => contentsOf(line, hex));
  // The latest of each depth, by number.
  const above: number[] = [];
  const at = new Map(lines.map((line) => [`${line.depth} ${line.min}`, line]));
  return lines.map((line, k) => {
    above[line.depth] = k;
    const terms = new Map<string, NodeTerm>();
    if (plain) {
      const word = wordOf(line.parent);
      const parent = above[line.depth - 1] ?? -1;
      if (word !== null)
        terms.set(
          'parent word',
          line.depth === 0 ? { text: rootMark(word) } : parentTerm(word, line, lines[parent], told[parent] ?? null),
        );
      const rootWord = wordOf(root);
      if (line.depth === 0 && rootWord !== null) terms.set('root word', rootTerm(rootWord, line));
    }
    const contents = told[k] ?? null;
    if (contents === null) return terms;
    contents.pivots.forEach((pivot, k) => terms.set(`pivot ${k}`, { text: spelled(pivot) }));
    contents.gaps.forEach((gap, k) => terms.set(`gap ${k}`, { text: spelled(gap) }));
    if (contents.meta !== null) {
      terms.set('end', { text: contents.meta.end.toString() });
      terms.set('gap metadata', metaTerm(contents.meta.gap, contents.gaps));
    }
    slotTerms(line, contents, plain, at, terms);
    return terms;
  });
}

interface Contents {
  readonly pivots: readonly bigint[];
  readonly slots: readonly (bigint | null)[];
  readonly gaps: readonly bigint[];
  readonly meta: { readonly end: number; readonly gap: number } | null;
}

// Null where the line is cut, or not of the form.
function contentsOf({ kind, rest }: NodeLine, hex: boolean): Contents | null {
  const [, before = '', bytes = '', after = ''] = /^ contents: (?:([^|]*)\|([^|]*)\|)?(.*)$/.exec(rest) ?? [];
  const words = after.trim().split(/\s+/);
  if (words.length !== 2 * SLOTS[kind] - 1) return null;
  const number = (text: string): bigint | null =>
    (hex ? /^[0-9A-Fa-f]{1,16}$/ : /^\d{1,20}$/).test(text) ? BigInt(hex ? `0x${text}` : text) : null;
  const pivots = words.filter((_, k) => k % 2 === 1).map(number);
  const slots = words.filter((_, k) => k % 2 === 0).map(wordOf);
  const gaps = kind === 'arange' ? before.trim().split(/\s+/).map(number) : [];
  const meta = kind === 'arange' ? /^ *([0-9A-F]{2}) ([0-9A-F]{2}) *$/.exec(bytes) : null;
  if (!allKnown(pivots) || !allKnown(gaps) || (kind === 'arange' && (gaps.length !== SLOTS.arange || meta === null)))
    return null;
  return {
    pivots,
    slots,
    gaps,
    meta: meta === null ? null : { end: Number.parseInt(meta[1] ?? '', 16), gap: Number.parseInt(meta[2] ?? '', 16) },
  };
}

function allKnown(numbers: readonly (bigint | null)[]): numbers is readonly bigint[] {
  return numbers.every((one) => one !== null);
}

function slotTerms(
  line: NodeLine,
  { pivots, slots }: Contents,
  plain: boolean,
  at: ReadonlyMap<string, NodeLine>,
  terms: Map<string, NodeTerm>,
): void {
  let first = line.min;
  slots.forEach((word, k) => {
    const child = line.kind === 'leaf' ? undefined : at.get(`${line.depth + 1} ${first}`);
    const pivot = pivots[k];
    // Where the last slot is free, its word is the offset of the last used one, and a reader knows by the last pivot.
    const isEnd =
      k === slots.length - 1 && line.kind !== 'arange' && (pivots[k - 1] === 0n || pivots[k - 1] === line.max);
    if (word === 0n) terms.set(isEnd ? 'end' : `slot ${k}`, { text: '0' });
    else if (word === null || !plain) terms.set(isEnd ? 'end' : `slot ${k}`, SOME);
    else if (isEnd) terms.set('end', { text: spelled(word) });
    else terms.set(`slot ${k}`, line.kind === 'leaf' ? { text: entryWords(word) } : childTerm(word, child));
    if (pivot !== undefined) first = pivot + 1n;
  });
}

// Values above 2^32, and pointers, become labels: which of them it is cannot be compared.
function entryWords(word: bigint): string {
  if ((word & 1n) === 1n && word >> 1n <= LABELS_FROM) return `value ${word >> 1n}`;
  if (word === ZERO_ENTRY) return 'zero';
  return (word & 3n) === 2n && word < 4096n ? `reserved entry 0x${word.toString(16)}` : 'an entry';
}

function rootTerm(word: bigint, line: NodeLine): NodeTerm {
  const term = childTerm(word & ~2n, line);
  return (word & 2n) === 0n ? contradicted(`${term.text}, without the mark of a root`) : term;
}

function contradicted(text: string): NodeTerm {
  return { text, isContradicted: true };
}

function childTerm(word: bigint, child: NodeLine | undefined): NodeTerm {
  const kind = (['leaf', 'range', 'arange'] as const).find((one) => (word & 0xffn) === ((TYPE[one] << 3n) | 4n));
  if (kind === undefined) return contradicted(`${spelled(word)}, which is no node`);
  if (child === undefined) return contradicted(`${kind}, not printed there`);
  if (wordOf(child.address) !== (word & ADDRESS)) return contradicted(`${kind}, not the one printed there`);
  if (child.kind !== kind) return contradicted(`${kind}, where a node of kind ${child.kind} is printed`);
  // Below the same pivots, a taller tree has other kinds of nodes.
  return { text: kind, isOfHistory: true };
}

function parentTerm(
  word: bigint,
  { min }: NodeLine,
  parent: NodeLine | undefined,
  contents: Contents | null,
): NodeTerm {
  if ((word & 0x87n) !== 6n) return word < 10n ? { text: spelled(word) } : contradicted(spelled(word));
  const slot = Number((word & 0xffn) >> 3n);
  if (parent !== undefined && wordOf(parent.address) !== (word & ADDRESS))
    return contradicted(`slot ${slot}, of another node`);
  const stands =
    parent === undefined || contents === null ? slot : min === parent.min ? 0 : contents.pivots.indexOf(min - 1n) + 1;
  return stands === slot
    ? { text: 'the slot it stands in' }
    : contradicted(`slot ${slot}, where it stands in slot ${stands}`);
}

function rootMark(word: bigint): string {
  return (word & 1n) === 1n ? 'a root' : spelled(word);
}

// Which of several largest gaps it names depends on the tree's history.
function metaTerm(gap: number, gaps: readonly bigint[]): NodeTerm {
  const largest = gaps.reduce((most, one) => (one > most ? one : most), 0n);
  return gaps[gap] === largest
    ? { text: `slot ${gap}`, isOfHistory: true }
    : { text: `slot ${gap}, which is not the largest gap` };
}

function spelled(word: bigint): string {
  return word < 10n ? word.toString() : `0x${word.toString(16)}`;
}

// Null for what is printed before the kernel can hash.
function wordOf(text: string): bigint | null {
  if (text === '(nil)' || text === '(null)') return 0n;
  const digits = /^(?:0x)?([0-9a-f]{1,16})$/.exec(text)?.[1];
  return digits === undefined ? null : BigInt(`0x${digits}`);
}

// Nodes lie at multiples of 256, and those of a kernel in the upper half.
function areHashed(addresses: readonly string[]): boolean {
  return (
    addresses.some((address) => !/[1-9a-f][0-9a-f]*00$/.test(address)) ||
    addresses.every((address) => /^0{8}[0-9a-f]{8}$/.test(address))
  );
}

/** Names of what both show and differ in. */
export function differingTerms(a: NodeTerms, b: NodeTerms): string[] {
  return [...a].flatMap(([name, told]) => {
    const other = b.get(name);
    if (other === undefined || other.text === told.text) return [];
    const known = [told, other].find(({ isHashed }) => isHashed !== true);
    return (told.isHashed === true || other.isHashed === true) && known?.text !== '0' ? [] : [name];
  });
}

/** Whether a different history can explain a difference in this term. */
export function isOfHistory(told: NodeTerm | undefined, other: NodeTerm | undefined): boolean {
  return told?.isOfHistory === true && other?.isOfHistory === true;
}

/** Whether a node's words contradict the other lines of the dump. */
export function isContradicted(terms: NodeTerms): boolean {
  return [...terms.values()].some((told) => told.isContradicted === true);
}

/** "pivots", "slots": what both show, whatever the value; `known` is false where only 0 can be recognised. */
export function termKinds(a: NodeTerms, b: NodeTerms): ReadonlyMap<string, boolean> {
  const kinds = new Map<string, boolean>();
  for (const [name, told] of a) {
    const other = b.get(name);
    if (other === undefined) continue;
    const kind = kindOf(name);
    kinds.set(kind, (kinds.get(kind) ?? true) && told.isHashed !== true && other.isHashed !== true);
  }
  return kinds;
}

/** "gap 3" → "gaps" */
export function kindOf(name: string): string {
  const bare = name.replace(/ \d+$/, '');
  return bare === 'gap metadata' ? bare : `${bare}s`;
}
