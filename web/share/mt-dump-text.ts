// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tree as the text that mt_dump() prints into a kernel's log (tests/core/dumps). Pure. scenario/pasted/mt-dump.ts
// reads it again.
//
// All slots and pivots of a node are printed as its bytes hold them, used or not; below it a line for each slot that a
// reader of the pivots finds, or the child. Pointers are printed as a kernel prints them, 16 digits without 0x.
// Addresses are places in the memory of Maplescope's own nodes, the same in every run of a scenario; the head says so.

import { rangeOf } from '../base/text';
import { ZERO_ENTRY_WORD } from '../model/entry';
import type { NodeKind, NodePicture, TreePicture } from '../model/picture';

export interface DumpFacts {
  readonly engine: string;
  readonly step: number;
  readonly steps: number;
  /** Spelling of indexes; pointers are hex in both. */
  readonly format: 'hex' | 'decimal';
}

/** Where the fields of a node begin, in bytes (core/src/node.h). */
const LAYOUT: Record<
  NodeKind,
  { readonly type: number; readonly slots: number; readonly slot: number; readonly gap: number }
> = {
  leaf: { type: 1, slots: 16, slot: 128, gap: 0 },
  range: { type: 2, slots: 16, slot: 128, gap: 0 },
  arange: { type: 3, slots: 10, slot: 80, gap: 160 },
};
const PIVOT = 8;
const META = 240;

const ALLOC = 1;
const RCU = 2;
const HEIGHT_SHIFT = 2;
/** The counter of the cyclic allocator ran over (MT_FLAGS_ALLOC_WRAPPED). */
const WRAPPED = 0x800;
/** The tree of an address space is locked by mmap_lock, not by a lock of its own (MT_FLAGS_LOCK_EXTERN). */
const LOCK_EXTERN = 0x300;
/** A tree without nodes has its address nowhere: it is given that of the first. */
const TREE_ADDRESS = 0xffff_c900_0000_0040n;
const ADDRESS_BITS = ~0xffn;
const INDENT_MAX = 32;
const MAX = (1n << 64n) - 1n;

/** The lines, a head of two comments first. The picture must be whole. */
export function mtDumpLines(picture: TreePicture, facts: DumpFacts): string[] {
  const lines: string[] = [];
  for (const line of eachLine(picture, facts)) lines.push(line);
  return lines;
}

/** The same, one after the other: for trees so large that their printing must be interruptible. */
export function* eachLine(picture: TreePicture, facts: DumpFacts): Generator<string> {
  const { name, kind, height, form, single, nodes } = picture;
  const root = nodes[0];
  const flags =
    (picture.flags & (ALLOC | RCU | WRAPPED)) | (height << HEIGHT_SHIFT) | (kind === 'mm' ? LOCK_EXTERN : 0);
  const rootWord = root === undefined ? (single ?? 0n) : addressOf(root) | BigInt(LAYOUT[root.kind].type << 3) | 6n;
  const tree = root === undefined ? TREE_ADDRESS : wordAt(root, 0) & ~1n;
  yield* [
    `# Printed by Maplescope (${facts.engine}), by no kernel: tree ${name} after step ${facts.step} of ${facts.steps}.`,
    '# Addresses are made up: place k of the slab is ffff888000000000 + 256 * k, in every run.',
    `maple_tree(${pointer(tree)}) flags ${flags.toString(16).toUpperCase()}, height ${height} root ` +
      pointer(rootWord),
  ];
  if (form === 'empty') yield '(empty)';
  else if (root === undefined) yield entryLine(rootWord, 0n, 0n, 0, facts.format);
  else yield* nodeLines(picture, facts.format);
}

function* nodeLines({ nodes }: TreePicture, format: DumpFacts['format']): Generator<string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  function* print(node: NodePicture): Generator<string> {
    yield nodeLine(node, format);
    const { slots, slot: at } = LAYOUT[node.kind];
    let first = node.min as bigint;
    for (let slot = 0; slot < slots; slot++) {
      const last = slot < slots - 1 ? wordAt(node, PIVOT + 8 * slot) : node.max;
      const word = wordAt(node, at + 8 * slot);
      if (slot === slots - 1 && word === 0n && (node.kind === 'arange' || node.max !== MAX)) return;
      if (last === 0n && slot > 0) return;
      const child = byId.get(node.children[slot] ?? 0);
      if (node.kind === 'leaf') yield entryLine(word, first, last, node.depth + 1, format);
      else if (child !== undefined && child.depth > node.depth) yield* print(child);
      if (last === node.max) return;
      if (last > node.max)
        yield (
          `node ${pointer(addressOf(node))} last (${numberOf(last, format)}) > max (${numberOf(node.max, format)}) ` +
          `at pivot ${slot}!`
        );
      first = last + 1n;
    }
  }
  const [root] = nodes;
  if (root !== undefined) yield* print(root);
}

function nodeLine(node: NodePicture, format: DumpFacts['format']): string {
  const { type, slots, slot, gap } = LAYOUT[node.kind];
  const words: string[] = [];
  if (gap > 0) {
    for (let k = 0; k < slots; k++) words.push(numberOf(wordAt(node, gap + 8 * k), format));
    words.push(`| ${byteAt(node, META)} ${byteAt(node, META + 1)}|`);
  }
  for (let k = 0; k < slots; k++) {
    words.push(pointer(wordAt(node, slot + 8 * k)));
    if (k === slots - 1) break;
    const pivot = wordAt(node, PIVOT + 8 * k);
    // Pivots are upper case in hex; bounds and gaps are not.
    words.push(numberOf(pivot, format).toUpperCase());
  }
  return (
    `${rangeWords(node.min, node.max, node.depth, format)}node ${pointer(addressOf(node))} depth ${node.depth} type ` +
    `${type} parent ${pointer(wordAt(node, 0))} contents: ${words.join(' ')}`
  );
}

function entryLine(word: bigint, first: bigint, last: bigint, depth: number, format: DumpFacts['format']): string {
  const range = rangeWords(first, last, depth, format);
  if ((word & 1n) === 1n)
    return `${range}value ${(word >> 1n).toString()} (0x${(word >> 1n).toString(16)}) [${pointer(word)}]`;
  if (word === ZERO_ENTRY_WORD) return `${range}zero (257)`;
  if ((word & 3n) === 2n && word < 4096n) return `${range}UNKNOWN ENTRY (${pointer(word)})`;
  return `${range}${pointer(word)}`;
}

function rangeWords(first: bigint, last: bigint, depth: number, format: DumpFacts['format']): string {
  const bounds = rangeOf(first, last, (index) => numberOf(index, format), '-');
  return `${' '.repeat(Math.min(2 * depth, INDENT_MAX))}${bounds}: `;
}

function numberOf(value: bigint, format: DumpFacts['format']): string {
  return value.toString(format === 'hex' ? 16 : 10);
}

function pointer(word: bigint): string {
  return word.toString(16).padStart(16, '0');
}

// A child's parent word has the node's place in it; so has the word in its parent's slot. The root's is known from its
// place.
function addressOf(node: NodePicture): bigint {
  return (0xffff_8880_0000_0000n + 256n * BigInt(node.place)) & ADDRESS_BITS;
}

function wordAt({ bytes }: NodePicture, at: number): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(at, true);
}

function byteAt({ bytes }: NodePicture, at: number): string {
  return (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0');
}
