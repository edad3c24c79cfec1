// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentences about a step. Every number in them is compared with something that does not come from them: what the
// golden vectors recorded (counts of nodes), or the pictures before and after (slots, nodes, levels).

import { describe, expect, test } from 'vitest';
import { loadCore } from '../../../web/cli/core-file';
import { decodeTree } from '../../../web/engine/decode';
import { decodeEvents } from '../../../web/engine/events';
import { readEvents, readTree } from '../../../web/engine/heap';
import { machineOver } from '../../../web/engine/machine';
import { whyOf } from '../../../web/engine/why';
import type { Outcome } from '../../../web/model/machine';
import type { NodePicture, TreePicture } from '../../../web/model/picture';
import type { StepReport } from '../../../web/model/report';
import { runText, sceneAt } from './runs';
import { readVector, vectorNames, vectorPlayer, type VectorOp } from './vectors';

const WRITES = new Set(['store', 'insert', 'erase', 'prealloc_store']);

function recordOf(op: VectorOp, outcome: Outcome): StepReport {
  const { error, storeType, vh, sh, pre, preWhole, requests, rk, freed, live, height } = outcome;
  return { line: 1, op: op.op === 'prealloc_store' ? 'prealloc' : op.op, tree: 't', error, result: null, storeType, vh, sh, pre, preWhole, requests, rk, freed, live, height, sum: null };
}

interface Told {
  readonly place: string;
  readonly op: VectorOp;
  readonly why: string;
  readonly before: TreePicture;
  readonly after: TreePicture;
}

/** Every write of a vector, with its sentences and the pictures around it. */
async function tell(name: string): Promise<Told[]> {
  const vector = readVector(name);
  const core = await loadCore();
  const machine = machineOver(core);
  const player = vectorPlayer(machine, vector);
  const picture = (before: TreePicture | null): TreePicture => {
    const facts = machine.facts(player.tree());
    return decodeTree(readTree(core, player.tree(), facts.nodes, { nodesMax: 1e6, indexes: [] }), { name: 't', kind: 'tree', entries: facts.entries }, before);
  };
  const told: Told[] = [];
  let before = picture(null);
  for (const [k, op] of vector.ops.entries()) {
    const outcome = player.apply(op);
    if (outcome === 'unsupported') break;
    if (outcome !== null && WRITES.has(op.op)) {
      const why = whyOf(recordOf(op, outcome), outcome, decodeEvents(readEvents(core).records, 1e6), '');
      const after = picture(before);
      told.push({ place: `${name} operation ${k + 1} (${op.wr ?? 'no decision'}): ${why}`, op, why, before, after });
    }
    before = picture(before);
  }
  return told;
}

const node = (picture: TreePicture, id: string | undefined): NodePicture | undefined => picture.nodes.find((one) => one.id === Number(id));
const VECTORS = [...vectorNames('tut-'), ...vectorNames('three-way-h2-'), 'three-way-rcu-alloc', 'spanning-h3-thin-alloc', 'spanning-h3-bulk-range'];

describe('the sentences about writes', () => {
  test.each(VECTORS)('say what %s recorded', async (name) => {
    for (const { place, op, why, before, after } of await tell(name)) {
      expectCounts(place, op, why);
      expectLayout(place, why, before, after);
      expect(why, place).not.toMatch(/undefined|NaN|null|\?/);
      expect(why, place).toMatch(/^$|[.]$/);
    }
  });

  function expectCounts(place: string, op: VectorOp, why: string): void {
    const failed = (typeof op.ret === 'number' && op.ret < 0 && op.op !== 'erase') || (op as { err?: number }).err !== undefined;
    if (op.wr === null || op.wr === undefined || failed) return;
    if (op.pre === 0) expect(why, place).toMatch(/No node is asked for\.|was refused/);
    else expect(why, place).toContain(`${op.pre ?? '?'} ${op.pre === 1 ? 'node' : 'nodes'} asked for`);
    expect(why.includes('before 6.16 asks for'), place).toBe(op.pre !== op.pre_whole);
    if (op.pre !== op.pre_whole) expect(why, place).toContain(`before 6.16 asks for ${op.pre_whole ?? '?'}`);
    if ((op.freed ?? 0) > 0 && op.pre !== 0) expect(why, place).toContain(`${op.freed ?? 0} ${op.freed === 1 ? 'node' : 'nodes'} given back`);
    const formula = /\((\d) × \(height (\d+) − (\d+)\) \+ 1;/.exec(why);
    expect(formula !== null, place).toBe(['split_store', 'rebalance', 'spanning_store'].includes(op.wr));
    if (formula !== null) {
      const [factor = 0, height = 0, known = 0] = formula.slice(1).map(Number);
      expect(factor * (height - known) + 1, place).toBe(op.pre);
      // By the formula before 6.16 the height before the operation follows from what was recorded.
      const whole = op.pre_whole ?? 0;
      expect(height, place).toBe(op.wr === 'spanning_store' ? (whole - 1) / 3 : op.wr === 'split_store' ? (whole - 1) / 2 : (whole + 1) / 2);
    }
    const refused = (op.rk ?? '').split('').filter((letter) => letter < 'a').length;
    expect(why.includes('refused'), place).toBe(refused > 0);
  }

  function expectLayout(place: string, why: string, before: TreePicture, after: TreePicture): void {
    const uses = /Leaf (\d+) uses (\d+) of 16|leaf (\d+), which used (\d+)|leaf (\d+), which uses (\d+) of 16/.exec(why)?.slice(1).filter((part) => (part as string | undefined) !== undefined);
    if (uses !== undefined) expect((node(before, uses[0])?.end ?? -2) + 1, place).toBe(Number(uses[1]));
    const cut = /It is cut into ([\d and]+) slots/.exec(why)?.[1]?.split(' and ').map(Number);
    if (cut !== undefined) expect(madeLeaves(before, after), place).toEqual(cut);
    const slots = /The write leaves (\d+) slots?/.exec(why)?.[1];
    if (slots !== undefined) expect(after.nodes.some((one) => one.kind === 'leaf' && one.end + 1 === Number(slots)), place).toBe(true);
    const shared = /the (\d+) slots of both are shared out between two nodes/.exec(why)?.[1];
    if (shared !== undefined && /Its (?:left|right) sibling/.test(why)) expect(madeLeaves(before, after).reduce((sum, count) => sum + count, 0), place).toBe(Number(shared));
    const levels = /The tree (grows|shrinks) to (\d+) level/.exec(why);
    if (levels !== null) {
      expect(after.height, place).toBe(Number(levels[2]));
      expect(Math.sign(after.height - before.height), place).toBe(levels[1] === 'grows' ? 1 : -1);
    } else if (before.form === 'node' && after.form === 'node') expect(after.height, place).toBe(before.height);
    const exact = /exactly slot (\d+) of leaf (\d+)/.exec(why);
    if (exact !== null) {
      const [was, now] = [node(before, exact[2]), node(after, exact[2])];
      expect(now?.lasts, place).toEqual(was?.lasts);
      expect(now?.slots.flatMap((word, k) => (word === was?.slots[k] ? [] : [k])).every((k) => k === Number(exact[1])), place).toBe(true);
    }
  }

  // Slots of the leaves that were made, from left to right.
  function madeLeaves(before: TreePicture, after: TreePicture): number[] {
    const old = new Set(before.nodes.map((one) => one.id));
    return after.nodes.filter((one) => one.kind === 'leaf' && !old.has(one.id)).map((one) => one.end + 1);
  }

  test('speak of every type of store', async () => {
    const seen = new Set<string>();
    for (const name of vectorNames('tut-')) for (const { op } of await tell(name)) seen.add(String(op.wr));
    expect([...seen].sort()).toEqual(['append', 'exact_fit', 'new_root', 'node_store', 'null', 'rebalance', 'slot_store', 'spanning_store', 'split_store', 'store_root']);
  });
});

describe('a sentence for each kind of step', () => {
  test('reads like this', async () => {
    const session = await runText(`tree t alloc
store 10..19 = 1
repeat 8 as i { store 20 + i * 2 .. 20 + i * 2 = 2 }
store 10..19 = 3
erase 10
gap 5 within 0..100
load 24
insert 24 = 1
fail request 1 times 2
store 0..40 = 4
dup t as u
destroy u
`);
    const whys = Array.from({ length: session.steps() }, (_, k) => sceneAt(session, k + 1).why);
    expect(whys[0]).toBe('An empty tree is a NULL root pointer: it needs no node.');
    expect(whys[1]).toBe('The tree had no node: its first leaf is made, with 3 slots. 1 node asked for.');
    expect(whys[9]).toMatch(/^Leaf 1 uses 16 of 16 slots, and the write makes 18 of them: too many\. It is cut into \d+ and \d+ slots; no sibling took a part\. One level up, 2 children fit one node\. The tree grows to 2 levels\. 3 nodes asked for \(2 × \(height 1 − 0\) \+ 1; no level above is known to stop it\)\. 1 node given back/);
    expect(whys.at(-1)).toBe('3 nodes given back: all that the tree had.');
    expect(whys.at(-2)).toBe('3 nodes copied, by 2 requests: one node for the root, then for each inner node its children in bulk. No entry was looked at or stored anew.');
    expect(whys.some((why) => why.startsWith('The range is not empty, and an insert overwrites nothing.'))).toBe(true);
    expect(whys.some((why) => why.includes('is the first place that fits'))).toBe(true);
    expect(whys.at(-3)).toBe('Request 1 (1 node) was refused. Request 2 (1 node) was refused. The tree is as it was and every node is given back.');
    expect(whys.some((why) => why.startsWith('One node on each level is looked at, 2 in all'))).toBe(true);
  });
});
