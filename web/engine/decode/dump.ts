// SPDX-License-Identifier: GPL-2.0-or-later
//
// The canonical dump of a picture, as tests/golden/FORMAT.md defines it, and its sum. Pure.

import { entryDump } from '../../model/entry';
import type { NodePicture, TreePicture } from '../../model/picture';
import { sumOfLines } from './sum';

/** The lines of the dump, from a picture that holds the whole tree. */
export function dumpLines(picture: TreePicture): string[] {
  if (picture.form === 'empty') return ['empty'];
  if (picture.form === 'single') return [`single ${entryDump(picture.single ?? 0n)}`];
  return picture.nodes.map(nodeLine);
}

/** The sum of the dump, recomputed from the picture alone. */
export function dumpSum(picture: TreePicture): string {
  return sumOfLines(dumpLines(picture));
}

function nodeLine(node: NodePicture): string {
  const hex = (x: bigint): string => x.toString(16);
  const slots = node.kind === 'leaf' ? node.slots.map(entryDump) : node.slots.map(() => '>');
  return [
    node.depth,
    node.kind,
    `${hex(node.min)}-${hex(node.max)}`,
    `end=${node.end}`,
    ...(node.gapmeta === null ? [] : [`gapmeta=${node.gapmeta}`]),
    `p=${node.lasts.slice(0, node.end).map(hex).join(',')}`,
    `s=${slots.join(',')}`,
    ...(node.gaps === null ? [] : [`g=${node.gaps.map(hex).join(',')}`]),
  ].join(' ');
}
