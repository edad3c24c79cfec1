// SPDX-License-Identifier: GPL-2.0-or-later
//
// The leaves of a tree in words, so that a question can be answered without seeing the picture.

import { counted } from '../base/text';
import { entryValue } from '../model/entry';
import type { Scene, SceneTree } from '../model/run';
import { leavesOf } from './truth';
import { numberText, type Base } from './words';

/** More leaves than this are not listed one by one. */
const LEAVES_MOST = 64;

export interface TreeWords {
  readonly name: string;
  /** "2 levels, 3 nodes, 2 leaves", or that it is empty. */
  readonly about: string;
  /** A leaf each; empty where they are not listed. */
  readonly leaves: readonly {
    /** "Leaf 1: 0..127" */
    readonly head: string;
    /** "slot 3: 10..14 holds 1" */
    readonly slots: readonly string[];
  }[];
}

/** Every tree of a scene; `labels` are those of its run. */
export function treesInWords({ trees }: Scene, labels: readonly string[], base: Base): readonly TreeWords[] {
  return trees.map((tree) => treeInWords(tree, labels, base));
}

function treeInWords(tree: SceneTree, labels: readonly string[], base: Base): TreeWords {
  const { name, form, single, height, nodes } = tree.picture;
  if (form === 'empty') return { name, about: 'It is empty and has no node.', leaves: [] };
  if (form === 'single')
    return { name, about: `No node: index 0 alone holds ${held(tree, single ?? 0n, labels)}.`, leaves: [] };
  const leaves = leavesOf(tree);
  if (leaves === null || leaves.length > LEAVES_MOST)
    return { name, about: `${counted(height, 'level')}; too many leaves to list one by one.`, leaves: [] };
  return {
    name,
    about: [counted(height, 'level'), counted(nodes.length, 'node'), counted(leaves.length, 'leaf', 'leaves')].join(
      ', ',
    ),
    leaves: leaves.map(({ min, max, lasts, slots }, k) => ({
      head: `Leaf ${k + 1}: ${numberText(min, base)}..${numberText(max, base)}`,
      slots: lasts.map((last, slot) => {
        const first = slot === 0 ? min : (lasts[slot - 1] ?? min) + 1n;
        const range = first === last ? numberText(last, base) : `${numberText(first, base)}..${numberText(last, base)}`;
        const word = slots[slot] ?? 0n;
        return `slot ${slot}: ${range} ${word === 0n ? 'is free' : `holds ${held(tree, word, labels)}`}`;
      }),
    })),
  };
}

function held({ picture: { kind }, vmas }: SceneTree, word: bigint, labels: readonly string[]): string {
  const value = entryValue(word, labels);
  if (value === null) return 'nothing';
  if (typeof value === 'number')
    return kind === 'mm' && vmas?.some(({ number }) => number === value) === true ? `VMA ${value}` : String(value);
  if ('label' in value) return `“${value.label}”`;
  return 'zero' in value ? 'the zero entry' : value.word;
}
