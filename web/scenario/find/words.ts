// SPDX-License-Identifier: GPL-2.0-or-later
//
// The words of a search, each with a line of help: one source for the parser's hints, completion and the page's sheet.

import type { NodeField, SlotField } from '../../model/find';

export interface FindWord {
  readonly word: string;
  readonly help: string;
  /** How it is written on, where it does not stand by itself. */
  readonly form?: string;
}

export const NODE_FIELDS: Readonly<Record<NodeField, string>> = {
  id: 'number of the node, from 1 in the order in which nodes were made',
  depth: 'levels above it; the root has 0',
  used: 'slots in use',
  free: 'slots not in use',
  slots: 'slots that a node of its kind has: 16, or 10 for arange',
  fill: 'slots in use in percent: fill < 50%',
  min: 'first index of its range',
  max: 'last index of its range',
  size: 'how many indexes its range has',
  nulls: 'slots of a leaf that hold NULL',
  entries: 'slots of a leaf that hold something',
  children: 'children of an inner node',
  maxgap: 'the largest gap below it (arange), or the longest NULL of a leaf',
};

export const SLOT_FIELDS: Readonly<Record<SlotField, string>> = {
  slot: 'number of the slot in its node, from 0',
  first: 'first index of its range',
  last: 'last index of its range',
  length: 'how many indexes its range has',
  gap: 'length of a NULL; above leaves the gap recorded for the child',
  entry: 'what it holds: a number, or a part of a label or of a VMA’s path in quotes; alone: anything but NULL',
};

/** Words about nodes. */
export const NODE_WORDS: readonly FindWord[] = [
  { word: 'leaf', help: 'leaves' },
  { word: 'inner', help: 'nodes above the leaves' },
  { word: 'root', help: 'the root' },
  { word: 'node', help: 'every node; with a number: that one', form: 'node 12' },
  { word: 'kind', help: 'leaf, range or arange', form: 'kind arange' },
  { word: 'changed', help: 'what the step made or changed' },
  { word: 'new', help: 'nodes that the step made' },
  { word: 'rewritten', help: 'nodes that the step rewrote in place' },
  { word: 'adopted', help: 'nodes that got another parent or slot and did not change otherwise' },
  { word: 'in', help: 'only nodes of this tree', form: 'in t' },
];

/** Words about slots. */
export const SLOT_WORDS: readonly FindWord[] = [
  {
    word: 'covers',
    help: 'slots, from the root down, whose range has this index or all of these',
    form: 'covers 0x1000',
  },
  { word: 'overlaps', help: 'slots whose range has at least one of these indexes', form: 'overlaps 10..99' },
  { word: 'null', help: 'slots of leaves that hold NULL' },
  { word: 'zero', help: 'slots that hold the reserved zero entry' },
  { word: 'vma', help: 'slots that hold a VMA; with permissions (? is any) or a class: those', form: 'vma rw-p' },
];

export const JOINS: readonly FindWord[] = [
  { word: 'and', help: 'both; may be left out' },
  { word: 'or', help: 'one of them, or both' },
  { word: 'not', help: 'the opposite of what follows' },
  { word: 'where', help: 'the same as and' },
];

export const VMA_CLASSES = [
  'text',
  'read-only',
  'file-writable',
  'anonymous',
  'heap',
  'stack',
  'vdso',
  'guard',
] as const;

export const EXAMPLES: readonly FindWord[] = [
  { word: 'leaf where used < 7', help: 'leaves with fewer than seven slots in use, NULLs counted too' },
  { word: 'covers 0x7f12000', help: 'the slots on the way to an index' },
  { word: 'libc', help: 'slots whose label or mapped file has this in its name' },
  { word: 'entry "leaf"', help: 'the same, for a name that is a word of a query' },
  { word: 'leaf and gap >= 1M', help: 'free ranges of at least 2^20 indexes' },
  { word: 'changed and not new', help: 'nodes that the step rewrote or moved' },
  { word: 'kind arange and (fill = 100% or depth 0)', help: 'full arange nodes, and the root' },
  { word: 'vma rw-p', help: 'private writable mappings' },
];

/** All words that may begin a condition, with their help. */
export const ALL_WORDS: readonly FindWord[] = [
  ...NODE_WORDS,
  ...Object.entries(NODE_FIELDS).map(([word, help]) => ({ word, help, form: `${word} < 7` })),
  ...SLOT_WORDS,
  ...Object.entries(SLOT_FIELDS).map(([word, help]) => ({ word, help, form: `${word} >= 10` })),
];
