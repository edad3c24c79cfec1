// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page's own reading of node memory against the golden vectors: after every operation the canonical dump is made
// from the raw bytes in TypeScript, and its sum must be the recorded one. Expected numbers: tests/golden.

import { describe, expect, test } from 'vitest';
import { loadCore } from '../../../web/cli/core-file';
import { decodeTree } from '../../../web/engine/decode/decode';
import { dumpLines } from '../../../web/engine/decode/dump';
import { readTree } from '../../../web/engine/core/heap';
import { machineOver } from '../../../web/engine/core/machine';
import { sumOfLines } from '../../../web/engine/decode/sum';
import { ERRORS } from '../../../web/model/generated/enums';
import { toHex } from '../../../web/base/index64';
import type { TreePicture } from '../../../web/model/picture';
import { readVector, vectorNames, vectorPlayer, wordOf, type VectorOp } from './vectors';
import type { Outcome } from '../../../web/model/machine';

describe('sums from raw bytes', () => {
  const names = vectorNames('tut-');

  test('every tut vector is there', () => {
    expect(names.length).toBeGreaterThanOrEqual(20);
  });

  test.each(names)('%s', async (name) => {
    const vector = readVector(name);
    const core = await loadCore();
    const machine = machineOver(core);
    const player = vectorPlayer(machine, vector);
    let before: TreePicture | null = null;
    let summed = 0;
    for (const [k, op] of vector.ops.entries()) {
      const outcome = player.apply(op);
      const place = `${name} operation ${k + 1}: ${op.op}`;
      if (outcome !== null) expectOutcome(place, op, outcome);
      if (outcome !== null && op.list !== undefined) expectVisits(place, op, outcome, machine.lastStatus());
      if (op.next_after !== undefined) expect(toHex(machine.cyclicNext(player.tree())), place).toBe(op.next_after);
      const facts = machine.facts(player.tree());
      const raw = readTree(core, player.tree(), facts.nodes, { nodesMax: 20_000, indexes: [] });
      const picture = decodeTree(raw, { name: 't', kind: 'tree', entries: facts.entries }, before);
      // Decoding afresh and decoding onto the picture before must agree.
      expect(decodeTree(raw, { name: 't', kind: 'tree', entries: facts.entries }, null), place).toEqual(picture);
      before = picture;
      const lines = dumpLines(picture);
      if (op.dump !== undefined) expect(lines, place).toEqual(op.dump);
      if (op.sum !== undefined) {
        expect(sumOfLines(lines), place).toBe(op.sum);
        expect(machine.sum(player.tree()), place).toBe(op.sum);
        summed++;
      }
      if (op.live !== undefined) expect(picture.nodes.length, place).toBe(op.live);
      if (op.h !== undefined) expect(picture.height, place).toBe(op.h);
      expect(picture.entries, place).toBe(facts.entries);
      expect(
        machine.validate(player.tree()).filter((finding) => !finding.excused),
        place,
      ).toEqual([]);
    }
    expect(summed).toBeGreaterThan(0);
  });
});

const CODES = new Map(Object.entries(ERRORS));

function expectOutcome(place: string, op: VectorOp, outcome: Outcome): void {
  const error = outcome.error === null ? 0 : CODES.get(outcome.error);
  if (typeof op.ret === 'number' && !['erase', 'load', 'walk'].includes(op.op))
    expect(outcome.wrapped ? 1 : error, place).toBe(op.ret);
  if (op.req !== undefined) expect(outcome.requests, place).toEqual(op.req);
  if (op.rk !== undefined) expect(outcome.rk, place).toBe(op.rk);
  if (op.freed !== undefined) expect(outcome.freed, place).toBe(op.freed);
  if (op.live !== undefined) expect(outcome.live, place).toBe(op.live);
  if (op.wr !== undefined)
    expect([outcome.storeType, outcome.vh, outcome.sh, outcome.pre, outcome.preWhole], place).toEqual([
      op.wr,
      op.vh,
      op.sh,
      op.pre,
      op.pre_whole,
    ]);
  if (op.wrs !== undefined) expect(outcome.storeCounts, place).toEqual(op.wrs);
  if (op.copied !== undefined) expect(outcome.copied, place).toBe(op.copied);
  if (Array.isArray(op.at))
    expect(
      outcome.at === null ? null : [`0x${outcome.at.index.toString(16)}`, `0x${outcome.at.last.toString(16)}`],
      place,
    ).toEqual(op.at);
  if (typeof op.at === 'string') expect(outcome.at === null ? null : toHex(outcome.at.index), place).toBe(op.at);
}

function expectVisits(place: string, op: VectorOp, { visits }: Outcome, status: string): void {
  expect(
    (visits ?? []).map(({ index, last, word }) => [toHex(index), toHex(last), word]),
    place,
  ).toEqual((op.list ?? []).map(([first, last, value]) => [first, last, wordOf(value)]));
  expect(status, place).toBe(op.status);
}
