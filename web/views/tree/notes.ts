// SPDX-License-Identifier: GPL-2.0-or-later
//
// The remarks of a reading step and of parked readers on one slot, in words: for tips and for the outline. Pure.

import type { SceneReader } from '../../model/run';
import type { StateFields } from '../../model/states';
import type { SlotRef } from '../shared/refs';
import { slotKey, type Trail } from '../shared/trail';

/** More marks of one slot than this are counted. */
const TOLD = 3;

export interface NoteFacts {
  readonly trail: Trail | null;
  readonly readers: readonly SceneReader[];
}

/** Sentences on a slot: the marks that the step left there, then the readers on it. */
export function slotNotes(ref: SlotRef, { trail, readers }: NoteFacts): readonly string[] {
  const marks = trail?.tree === ref.tree ? (trail.bySlot.get(slotKey(ref.node, ref.slot)) ?? []) : [];
  const told = marks.slice(0, TOLD).map(({ text }) => text);
  if (marks.length > TOLD) told.push(`${marks.length - TOLD} more marks of this step`);
  const here = readers.filter(
    ({ tree, node, slot }) => tree === ref.tree && node?.id === ref.node && slot === ref.slot,
  );
  return [
    ...told,
    ...here.map(({ name, since, believes }) =>
      believes === undefined
        ? `reader ${name} is parked here, in since step ${since}`
        : `state ${name} stands here, kept since step ${since}`,
    ),
  ];
}

/** A reader, or a kept state, in one sentence. */
export function readerSentence({ name, tree, since, status, node, slot, dead, believes }: SceneReader): string {
  if (believes !== undefined) return stateSentence(name, tree, since, believes);
  const where =
    node === null
      ? `on no node, state ${status}`
      : `${slot < 0 ? '' : `slot ${slot} of `}leaf #${node.id}${dead ? ', which is dead and kept for it' : ''}`;
  return `Reader ${name} in ${tree} since step ${since}: ${where}.`;
}

function stateSentence(
  name: string,
  tree: string,
  since: number,
  { status, node, offset, end, realEnd, gone }: StateFields,
): string {
  const where = node === 0 ? 'on no node' : `slot ${offset} of node #${node}${gone ? ', which is gone' : ''}`;
  const wrong =
    realEnd === null || end === realEnd
      ? ''
      : `; it believes that the last slot there is ${end}, and that is ${realEnd}`;
  return `State ${name} in ${tree} since step ${since}, status ${status}: ${where}${wrong}.`;
}
