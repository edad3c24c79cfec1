// SPDX-License-Identifier: GPL-2.0-or-later
//
// Single nodes as they lie in memory, by id.

import { NODE } from '../../model/generated/node';
import { readNodes } from '../core/heap';
import type { Answering } from '../time/answer-context';

export const nodes: Answering<'nodes'> = function* ({ core, time }, { step, tree, ids }) {
  yield { done: 0, of: null };
  time.goTo(step);
  const found = [...readNodes(core, new Set(ids)).values()];
  const bytes = new Uint8Array(NODE.BYTES * found.length);
  found.forEach((node, k) => bytes.set(node.bytes, NODE.BYTES * k));
  return {
    step,
    tree,
    ids: Float64Array.from(found, ({ id }) => id),
    places: Uint32Array.from(found, ({ place }) => place),
    bytes,
  };
};
