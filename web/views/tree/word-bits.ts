// SPDX-License-Identifier: GPL-2.0-or-later
//
// The meaning of a child word besides its address (core/src/node.h): the kind of node in bits 3 to 6, the mark of the
// root in bit 1. Pure.

import type { NodePicture } from '../../model/picture';
import type { DrawnNode } from './node-box';

const KINDS: ReadonlyMap<number, string> = new Map([
  [1, 'leaf'],
  [2, 'range'],
  [3, 'arange'],
]);
const CODES: Readonly<Record<string, number>> = { leaf: 1, range: 2, arange: 3 };

export interface ChildWord {
  /** Kind of the child as its word has it; a question mark where that is none. */
  readonly name: string;
  /** The byte that the address leaves free. */
  readonly bits: string;
}

export function childWord(word: bigint): ChildWord {
  const low = Number(word & 0xffn);
  return { name: KINDS.get((low >> 3) & 0xf) ?? '?', bits: `…${low.toString(16).padStart(2, '0')}` };
}

/** "…1e": the low byte of the root word that leads to a node. */
export function rootWordText({ kind }: DrawnNode): string {
  return `…${((CODES[kind] ?? 0) * 8 + 6).toString(16).padStart(2, '0')}`;
}

/** "0x…0c: bits 3 to 6 say leaf". */
export function childWordText(word: bigint): string {
  const { name, bits } = childWord(word);
  return `word 0x${word.toString(16)}: ${bits.slice(1)} says ${name}`;
}

/** The meaning of a node's own parent word, "parent word …0e: slot 1". */
export function parentWordText({ bytes }: Pick<NodePicture, 'bytes'>): string {
  const low = bytes[0] ?? 0;
  const said =
    (low & 1) === 1 ? 'root of its tree' : low === 0 ? 'dead or not in a tree' : `slot ${low >> 3} of its parent`;
  return `parent word …${low.toString(16).padStart(2, '0')}: ${said}`;
}
