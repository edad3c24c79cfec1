// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tree as a compact drawing in plain text: one line per node, children below their parent, entries behind a leaf.
// For mails, comments and commit messages. Pure; ASCII but for what labels bring along.

import { rangeOf } from '../base/text';
import { indexText } from '../base/number-base';
import { entryDump } from '../model/entry';
import type { NodePicture, TreePicture } from '../model/picture';

export interface TreeTextOptions {
  /** Letters of a line at most. */
  readonly columns: number;
  /** Nodes that are drawn at most; how many more there are is said. */
  readonly nodesMost: number;
  /** An entry in few letters; the spelling of the canonical dump unless given. */
  readonly tell?: (word: bigint) => string;
  /** Nodes of the tree that the picture lacks. */
  readonly omitted?: number;
}

/** The lines; none is longer than requested, none ends in a blank. */
export function treeText(
  picture: TreePicture,
  { columns, nodesMost, tell = entryDump, omitted = 0 }: TreeTextOptions,
): string[] {
  const { name, mode, height, form, single, nodes, entries } = picture;
  const all = nodes.length + omitted;
  const modes = [mode.alloc ? 'gaps tracked' : '', mode.rcu ? 'RCU mode' : '']
    .filter((word) => word !== '')
    .map((word) => `, ${word}`);
  const head =
    `${name}: ${counted(height, 'level')}, ${counted(all, 'node')}, ` +
    `${entries === 1 ? '1 entry' : `${entries} entries`}${modes.join('')}`;
  const lines = wrapWords(head, columns, '  ');
  if (form === 'empty') return [...lines, 'nothing is stored'];
  if (form === 'single')
    return [...lines, ...wrapWords(`the root pointer holds ${tell(single ?? 0n)} at index 0`, columns, '  ')];
  const shown = nodes.slice(0, nodesMost);
  for (const node of shown) lines.push(...nodeText(node, columns, tell));
  if (shown.length < all) lines.push(`and ${counted(all - shown.length, 'more node', 'more nodes')}`);
  return lines;
}

function nodeText(node: NodePicture, columns: number, tell: (word: bigint) => string): string[] {
  // However deep, half of the line is left to say something.
  const indent = ' '.repeat(Math.min(2 * node.depth, columns >> 1));
  const largest =
    node.gaps === null ? '' : ` gap ${indexText(node.gaps.reduce((most, gap) => (gap > most ? gap : most), 0n))}`;
  const head =
    `${indent}#${node.id} ${node.kind} ${indexText(node.min)}..${indexText(node.max)} ` +
    `${node.end + 1}/${node.kind === 'arange' ? 10 : 16}${largest}`;
  if (node.kind !== 'leaf') return wrapWords(head, columns, `${indent}  `);
  const slots = node.slots.map((word, slot) => {
    const first = slot === 0 ? node.min : (node.lasts[slot - 1] ?? 0n) + 1n;
    const last = node.lasts[slot] ?? node.max;
    return `${rangeOf(first, last, indexText)}=${tell(word)}`;
  });
  return wrapWords(`${head}: ${slots.join(' ')}`, columns, `${indent}    `);
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Words in lines, the later ones indented; a word longer than a line is cut. */
export function wrapWords(text: string, columns: number, indent: string): string[] {
  const lines: string[] = [];
  const room = Math.max(8, columns - indent.length);
  const rest = text.trimStart();
  let line = text.slice(0, text.length - rest.length);
  let begun = false;
  const words = rest.split(/\s+/).flatMap((word) => {
    const letters = Array.from(word);
    return Array.from({ length: Math.ceil(letters.length / room) }, (_, k) =>
      letters.slice(k * room, (k + 1) * room).join(''),
    );
  });
  for (const word of words) {
    if (begun && Array.from(line).length + 1 + Array.from(word).length > columns) {
      lines.push(line);
      line = indent + word;
      continue;
    }
    line += begun ? ` ${word}` : word;
    begun = true;
  }
  return [...lines, line];
}
