// SPDX-License-Identifier: GPL-2.0-or-later
//
// Every store of every kind of step: calls on address spaces, forks of each way, bulk loads. The row of the table that
// fires is the core's type, the formula is what the core would ask for, and the place is the one in the tree as it was
// right before the store; what was stored, by type, is what the outcome counts.

import { kindAt } from '../../../web/model/run';
import { setNumberBase } from '../../../web/base/number-base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { index } from '../../../web/base/index64';
import type { StepStores, StoreDecision } from '../../../web/model/decision';
import { decodeEvents } from '../../../web/engine/decode/events';
import { STORE_TYPES } from '../../../web/model/generated/enums';
import { goesByWholeHeight } from '../../../web/model/releases';
import { NODE } from '../../../web/model/generated/node';
import type { Session } from '../../../web/engine/time/session';
import { firedRow, formulas, levelTexts, newEndText, tableRows } from '../../../web/views/inspector/decision-table';
import { announcedRows, noStoreText, shortRange, takenText, wholeText } from '../../../web/views/inspector/stores-text';
import { answerTo, memoryScenario, runText, scenario, seed } from '../engine/runs';

const ROWS_TRIED = 6;

interface Seen {
  readonly ops: Map<string, number>;
  readonly types: Map<string, number>;
  failed: number;
  again: number;
  levels: number;
  bulkRows: number;
}

function checkDecision({ store, decision, release }: StoreDecision, seen: Seen): void {
  const rows = tableRows(decision);
  const fired = rows[firedRow(decision)]!;
  expect(fired.type).toBe(store.type);
  expect(decision.type).toBe(store.type);
  expect([decision.first, decision.last]).toEqual([store.first, store.last]);
  const { vacancy, whole } = formulas(decision);
  expect((goesByWholeHeight(release) ? whole : vacancy).nodes, store.type).toBe(store.needed);
  if (decision.place.kind !== 'root pointer') {
    expect(decision.passed.findLast((node) => node.vacant)?.level ?? 0).toBe(decision.vacant);
    expect(decision.passed.findLast((node) => node.sufficient)?.level ?? 0).toBe(decision.sufficient);
  }
  const text = newEndText(decision);
  if (text !== null && decision.place.kind === 'leaf') expect(text.endsWith(`= ${decision.place.newEnd}`)).toBe(true);
  for (const level of levelTexts(decision.levels)) expect(level.lines.length).toBeGreaterThan(0);
  if (store.stored)
    expect(decision.levels.length > 0).toBe(['split_store', 'spanning_store', 'rebalance'].includes(store.type));
  seen.levels += decision.levels.length;
  if (decision.bulk) seen.bulkRows++;
}

function checkStep(session: Session, step: number, seen: Seen): void {
  const place = session.place();
  const record = place.reportAt(step)!;
  if (record.op === 'sweep') return;
  const told: StepStores = answerTo(session, 'stores', { step, from: 0, most: 50 });
  expect(told.types.reduce((sum, { count }) => sum + count, 0)).toBe(told.count);
  expect(told.rows.length).toBe(Math.min(50, told.count));
  const counted = place.storesAt(step) ?? {};
  if (told.count <= 50 && record.error === null) {
    for (const { type } of told.types) {
      const stored = told.rows.filter((row) => row.type === type && row.stored).length;
      expect(stored, `${type} in ${record.op}`).toBe(counted[type] ?? 0);
    }
  }
  // Where events show decisions, they are the same ones, in order; those that were made again stand more than once.
  const types = place.scene(step).events.flatMap(({ records }) =>
    decodeEvents(records, Infinity)
      .filter(({ name }) => name === 'type_chosen')
      .map(({ count }) => STORE_TYPES[count]),
  );
  if (types.length > 0 && told.count <= 50) {
    let at = 0;
    for (const { type } of told.rows) {
      at = types.indexOf(type, at) + 1;
      expect(at, record.op).toBeGreaterThan(0);
    }
    if (types.length === told.count) expect(told.rows.map(({ type }) => type)).toEqual(types);
    else seen.again++;
  }
  for (let k = 0; k < told.count; k += Math.max(1, Math.floor(told.count / ROWS_TRIED))) {
    const one = answerTo(session, 'storeDecision', { step, number: k });
    expect(one, `store ${k} of ${record.op}`).not.toBeNull();
    if (k < told.rows.length) expect(one!.store).toEqual(told.rows[k]);
    checkDecision(one!, seen);
    seen.types.set(one!.store.type, (seen.types.get(one!.store.type) ?? 0) + 1);
    if (!one!.store.stored) seen.failed++;
  }
  if (told.count > 0) seen.ops.set(record.op, (seen.ops.get(record.op) ?? 0) + 1);
  expect(answerTo(session, 'storeDecision', { step, number: told.count })).toBeNull();
}

async function checkAll(text: string, seen: Seen): Promise<void> {
  const session = await runText(text);
  const sum = session.sumAt(session.steps());
  for (let step = 1; step <= session.steps(); step++) checkStep(session, step, seen);
  expect(session.sumAt(session.steps())).toBe(sum);
}

const nothing = (): Seen => ({ ops: new Map(), types: new Map(), failed: 0, again: 0, levels: 0, bulkRows: 0 });

test('the stores of random calls and forks: the table’s answer is the core’s type, always', async () => {
  const seen = nothing();
  await fc.assert(
    fc.asyncProperty(memoryScenario, (text) =>
      checkAll(`${text}use bash\nfail off\ntouch 0x7ffffffdd000..0x7ffffffddfff write\n`, seen),
    ),
    { seed, numRuns: 16 },
  );
  for (const op of ['map', 'unmap', 'protect', 'advise', 'brk', 'touch', 'fork'])
    expect(seen.ops.get(op) ?? 0, op).toBeGreaterThan(0);
  expect([...seen.types.keys()].sort()).toEqual(
    expect.arrayContaining([
      'append',
      'exact_fit',
      'node_store',
      'rebalance',
      'slot_store',
      'spanning_store',
      'split_store',
      'store_root',
    ]),
  );
  expect(seen.failed).toBeGreaterThan(3);
  expect(seen.levels).toBeGreaterThan(50);
}, 240_000);

test('the stores of single steps and of bulk loads', async () => {
  const seen = nothing();
  await fc.assert(
    fc.asyncProperty(scenario, (text) => checkAll(text, seen)),
    { seed, numRuns: 8 },
  );
  for (const op of ['store', 'insert', 'erase', 'prealloc', 'bulk', 'alloc', 'cyclic'])
    expect(seen.ops.get(op) ?? 0, op).toBeGreaterThan(0);
  expect(seen.bulkRows).toBeGreaterThan(10);
  expect(seen.again).toBeGreaterThan(0);
}, 240_000);

const MANY =
  'mm a\nrepeat 900 as i { map 0x10000 + i*0x3000 .. 0x10fff + i*0x3000 rw }\nadvise 0x10000..0x10fff dontfork\n';

test.each(['', ' by bulk', ' by stores'])(
  'a fork of many VMAs%s: pages of its stores, each with its table',
  async (way) => {
    const session = await runText(`${MANY}fork a as b${way}`);
    const step = session.steps();
    const seen = nothing();
    const first = answerTo(session, 'stores', { step, from: 0, most: 50 });
    expect(first.count).toBe(way === '' ? 900 : 899);
    expect(first.rows.length).toBe(50);
    expect(first.rows[0]).toMatchObject(way === '' ? { word: 0n, tree: 'b' } : { number: 0, tree: 'b' });
    const next = answerTo(session, 'stores', { step, from: 850, most: 50 });
    expect(next.rows.map(({ number }) => number)).toEqual(Array.from({ length: first.count - 850 }, (_, k) => 850 + k));
    const last = answerTo(session, 'storeDecision', { step, number: first.count - 1 })!;
    checkDecision(last, seen);
    expect(last.decision.bulk).toBe(way === ' by bulk');
    const { requests } = session.place().reportAt(step)!;
    expect(first.announced).toBe(way === ' by bulk' ? 900 : null);
    if (first.announced !== null)
      expect(announcedRows(first.announced, true).at(-1)).toMatchObject({
        name: 'requested',
        nodes: requests.reduce((sum, one) => sum + one, 0),
      });
  },
  60_000,
);

test('a bulk load says how few slots a leaf may have by slots, not by its end', async () => {
  const session = await runText('tree t\nbulk 20 { repeat 20 as i { store i*10..i*10+4 = i } }\n');
  const step = session.steps();
  expect(
    wholeText(session.place().reportAt(step)!, answerTo(session, 'stores', { step, from: 0, most: 50 })),
  ).toContain(`A leaf may stay below ${NODE.leaf.MIN + 1} slots`);
});

test('a load of very many is counted, not made again', async () => {
  const session = await runText('tree t\nbulk 20001 { repeat 20001 as i { store i*10..i*10+4 = i } }\n');
  const told = answerTo(session, 'stores', { step: session.steps(), from: 0, most: 50 });
  expect(told).toMatchObject({ count: 20_001, rows: [], announced: 20_001 });
  expect(told.types.reduce((sum, { count }) => sum + count, 0)).toBe(20_001);
}, 60_000);

test('nodes taken by the stores of a bulk load, less those put back, are the nodes that it used', async () => {
  const session = await runText(
    'mm p\nrepeat 14 as i { map 0x10000 + i*0x4000 .. 0x11fff + i*0x4000 rw }\nfork p as c by bulk\n',
  );
  const step = session.steps();
  const told = answerTo(session, 'stores', { step, from: 0, most: 50 });
  const taken = told.rows.reduce((sum, one) => sum + one.used, 0);
  const { used } = kindAt(session.summary().steps, step)!;
  expect(taken).toBeGreaterThan(used);
  expect(takenText(told, used)).toContain(`${taken} taken, ${taken - used} put back: ${used} used in the end.`);
  const { requests, freed } = session.place().reportAt(step)!;
  expect(requests.reduce((sum, one) => sum + one, 0) - freed).toBe(used);
}, 60_000);

test('the card of a sweep says that its last run stays, and it does', async () => {
  const session = await runText('tree t\nsweep {\n  repeat 40 as i { store 10 + i * 3 = i }\n}\n');
  const place = session.place();
  place.time.goTo(2);
  expect(place.treesAt(2).map(({ handle }) => place.machine.facts(handle).entries)).toEqual([40]);
  expect(noStoreText(place.reportAt(2)!)).toMatch(
    /^Every run of a sweep is undone except the last: .* its state stays/,
  );
});

test('a shortened last index is marked as such', () => {
  setNumberBase('hexadecimal');
  expect(shortRange(index(0x100000n), index(0x100fffn))).toBe('100000–100fff');
  expect(shortRange(index(0x40000000n), index(0x40001fffn))).toBe('40000000–40001fff');
  expect(shortRange(index(0x7f0000100000n), index(0x7f00001fffffn))).toBe('7f0000100000–…fffff');
  expect(shortRange(index(0x7ffffff00000n), index(0x7ffffff00fffn))).toBe('7ffffff00000–…0fff');
});
