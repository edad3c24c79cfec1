// SPDX-License-Identifier: GPL-2.0-or-later
//
// Node ids beyond 32 bits on their way from the core to a picture: whoever reads half an id shows two nodes as one.

import { expect, it } from 'vitest';
import { index } from '../../../web/base/index64';
import { loadCore } from '../../../web/cli/core-file';
import { placeNow, placeOfId, readEvents, readNodes, readTree } from '../../../web/engine/core/heap';
import { idOf } from '../../../web/engine/core/ids';
import { decodeTree } from '../../../web/engine/decode/decode';
import { decodeEvents } from '../../../web/engine/decode/events';
import type { TreeHandle } from '../../../web/model/machine';

const START = 2 ** 32 - 3;

it('nodes on both sides of id 2^32 are distinguished in pictures, events and look-ups', async () => {
  const core = await loadCore();
  const { calls } = core;
  calls.mpl_reset();
  const tree = calls.mpl_tree_new(0) as TreeHandle;
  calls.mpl_skip_ids(BigInt(START));
  const given = new Set<number>();
  for (let k = 0; k < 200; k++) {
    expect(calls.mpl_store(tree, BigInt(10 * k), BigInt(10 * k + 9), BigInt(2 * k + 1))).toBe(0);
    const { records } = readEvents(core);
    for (const { name, node } of decodeEvents(records, 1000)) if (name === 'node_out') given.add(node);
  }
  const raw = readTree(core, tree, 100, { nodesMax: 100, indexes: [] });
  const { nodes } = decodeTree(raw, { name: 't', kind: 'tree', entries: 200 }, null);
  const ids = nodes.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(5);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...given].sort((a, b) => a - b)).toEqual(Array.from({ length: given.size }, (_, k) => START + 1 + k));
  for (const { id, place } of nodes) {
    expect(given.has(id)).toBe(true);
    expect(placeOfId(core, id)).toBe(place);
    expect(placeNow(core, place)?.id).toBe(id);
    expect(readNodes(core, new Set([id])).get(id)?.place).toBe(place);
  }
  expect(Math.max(...ids)).toBeGreaterThan(2 ** 32);
  expect(placeOfId(core, Math.max(...ids) - 2 ** 32)).toBeNull();
  expect(index(calls.mpl_sum(tree))).not.toBe(0n);
});

it('an id is exact up to 2^53 − 1, and refused beyond it rather than rounded', () => {
  expect(idOf(0xffff_ffff, 0)).toBe(2 ** 32 - 1);
  expect(idOf(1, 1)).toBe(2 ** 32 + 1);
  expect(idOf(0xffff_ffff, 2 ** 21 - 1)).toBe(Number.MAX_SAFE_INTEGER);
  expect(() => idOf(0, 2 ** 21)).toThrow(/2\^53/);
});
