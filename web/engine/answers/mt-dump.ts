// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tree of any size as mt_dump() prints it: one that the page does not have all of.

import { eachLine } from '../../share/mt-dump-text';
import { decodeTree } from '../decode/decode';
import { ENGINE_ID } from '../generated/engine-id';
import { readTree } from '../core/heap';
import type { Answering } from '../time/answer-context';

const OFTEN = 4096;

export const mtDump: Answering<'mtDump'> = function* (place, { step, tree, most }) {
  yield { done: 0, of: null };
  const { core, time, machine, nodesIn } = place;
  const about = place.treesAt(step).find(({ name }) => name === tree);
  if (about === undefined) return { text: '', lines: 0, whole: true };
  time.goTo(step);
  const nodes = nodesIn(about.handle);
  const title = { name: tree, kind: about.kind, entries: machine.facts(about.handle).entries };
  const picture = decodeTree(readTree(core, about.handle, nodes, { nodesMax: nodes, indexes: [] }), title, null);
  const parts: string[] = [];
  let letters = 0;
  let lines = 0;
  for (const line of eachLine(picture, {
    engine: ENGINE_ID,
    step,
    steps: place.steps,
    format: about.kind === 'mm' ? 'hex' : 'decimal',
  })) {
    letters += line.length + 1;
    if (letters > most) return { text: '', lines, whole: false };
    parts.push(line, '\n');
    if (++lines % OFTEN === 0) yield { done: lines, of: null };
  }
  return { text: parts.join(''), lines, whole: true };
};
