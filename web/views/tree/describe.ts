// SPDX-License-Identifier: GPL-2.0-or-later
//
// Nodes and slots in words: for the tip under the pointer and for the table that assistive technology reads. Pure.

import type { NodeChange } from '../../model/picture';
import { briefName } from '../shared/entry-look';
import { WHOLE_NODE, type SlotRef } from '../shared/refs';
import { rangeSize } from '../shared/log-scale';
import { counted } from '../../base/text';
import { groupedIndex, rangeText, sizeText } from '../shared/text';
import { SLOT_COUNT, slotFirst, slotLast, type DrawnNode } from './node-box';
import { changeOf, isLoose, type Pane } from './pane';
import { childWordText, parentWordText } from './word-bits';

const CHANGE_WORDS: Readonly<Record<NodeChange, string>> = {
  new: 'new in this step',
  rewritten: 'rewritten in place',
  adopted: 'has another parent or slot now',
};

export function nodeName(node: Pick<DrawnNode, 'id' | 'kind'>): string {
  return node.kind === 'root' ? 'root pointer' : `${node.kind} #${node.id}`;
}

/** Lines of a tip or row: the first names the thing, the second its range, the rest what it holds. */
export function describe(pane: Pane, node: DrawnNode, ref: SlotRef): readonly string[] {
  return ref.slot === WHOLE_NODE ? describeNode(pane, node) : describeSlot(pane, node, ref.slot);
}

export function describeNode(pane: Pane, node: DrawnNode): readonly string[] {
  const change = changeOf(pane, node.id);
  const lines = [nodeName(node), rangeText(node.min, node.max)];
  if (node.kind === 'root') {
    lines.push(node.end === 0 ? 'The tree is empty: all of it is NULL.' : 'One entry at index 0 needs no node.');
    return lines;
  }
  lines.push(`${counted(node.end + 1, 'slot')} of ${SLOT_COUNT[node.kind]} used`);
  if (change !== null) lines.push(CHANGE_WORDS[change]);
  if (node.kind !== 'arange' && node.end < 15) lines.push(`slot 15 holds the metadata: end ${node.end}`);
  if (node.kind === 'arange') lines.push(`metadata: end ${node.end}, largest gap in slot ${node.gapmeta ?? 0}`);
  const picture = pane.scene.picture.nodes.find(({ id }) => id === node.id);
  if (picture !== undefined) lines.push(parentWordText(picture));
  return lines;
}

/** With `whole`, a path is not cut. */
export function describeSlot(pane: Pane, node: DrawnNode, slot: number, whole = false): readonly string[] {
  const first = slotFirst(node, slot);
  const last = slotLast(node, slot);
  const size = last < first ? 'ends before it begins' : sizeText(rangeSize(first, last), pane.scene.picture.kind);
  const lines = [`slot ${slot} of ${nodeName(node)}`, `${rangeText(first, last)} · ${size}`];
  const child = node.children[slot];
  if (child !== undefined) {
    const below = pane.nodes.get(child);
    const name =
      below === undefined
        ? isLoose(pane, node, slot)
          ? 'none: the word leads to no node of this tree'
          : `#${child}`
        : nodeName(below);
    lines.push(`child: ${name}`, childWordText(node.slots[slot] ?? 0n));
  } else {
    const look = pane.look(node.slots[slot] ?? 0n);
    lines.push(whole ? look.name : briefName(look));
  }
  const gap = node.gaps?.[slot];
  if (gap !== undefined) {
    const recorded = slot === node.gapmeta ? ', recorded as the largest' : '';
    lines.push(
      gap === 0n
        ? `no gap below${recorded}`
        : `largest gap below: ${groupedIndex(gap)} (${sizeText(gap, pane.scene.picture.kind)})${recorded}`,
    );
  }
  return lines;
}
