// SPDX-License-Identifier: GPL-2.0-or-later
//
// The table of store types, the formulas and the pushes as the page shows them, held against what the core decided,
// asked for and did, over thousands of random stores.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StepDecision } from '../../../web/model/decision';
import { decodeScene } from '../../../web/engine/scene/scene';
import type { Scene } from '../../../web/model/run';
import type { StoreType } from '../../../web/model/status';
import { firedRow, formulas, levelTexts, newEndText, tableRows } from '../../../web/views/inspector/decision-table';
import { runText, scenario, sceneAt, seed } from '../engine/runs';

const OPS: ReadonlySet<string> = new Set(['store', 'insert', 'erase', 'prealloc', 'alloc', 'cyclic']);

// Many stores in trees of several levels, in both RCU modes, with gaps and without.
const heading = fc.constantFrom(
  'tree t',
  'tree t\nstore 0 = zero\nstore 0 = null',
  'tree t rcu\nstore 5 = null\nstore 0..3 = null\nstore 0 = 1\nstore 4 = null',
  'tree t alloc',
  'tree t rcu',
  'tree t alloc rcu',
);
const fill = fc
  .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 9 }), fc.nat({ max: 99 }))
  .map(([n, w, s]) => `for i in shuffle(0..${n}, ${s}) { store i*10..+${w} = i }`);
const start = fc.nat({ max: 4000 });
const few = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(start, fc.nat({ max: 12 }), fc.constantFrom('1', 'null', '"x"'))
      .map(([a, n, v]) => `store ${a}..+${n + 1} = ${v}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(start, fc.nat({ max: 900 }), fc.constantFrom('1', 'null'))
      .map(([a, n, v]) => `store ${a}..+${n + 1} = ${v}`),
  },
  { weight: 2, arbitrary: start.map((a) => `erase ${a}`) },
  { weight: 1, arbitrary: fc.tuple(start, fc.constantFrom('', ' walked')).map(([a]) => `prealloc ${a}..+3 = 5`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'store 0..max = 1',
      'store 0..max = null',
      'store 0 = 7',
      'store 0..9 = null',
      'fail request 1 times 2',
    ),
  },
);
const wide = fc
  .tuple(heading, fill, fc.array(few, { minLength: 30, maxLength: 80, size: 'max' }))
  .map(([head, body, lines]) => [head, body, ...lines, ''].join('\n'));

it('the row that fires is the core’s type, the formulas give its numbers, a push follows a fitting try', async () => {
  const types = new Map<StoreType, number>();
  const seen = { pushes: 0, refused: 0, cuts: 0, heights: 0, retried: 0 };
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 3, arbitrary: wide }, { weight: 1, arbitrary: scenario }), async (text) => {
      const session = await runText(text);
      const { steps } = session.report();
      let shown: Scene | null = null;
      for (let step = 1; step <= steps.length; step++) {
        const report = steps[step - 1]!;
        if (report.storeType === null || !OPS.has(report.op)) continue;
        shown = decodeScene(session.scene(step), shown);
        const { decision }: Scene = shown;
        // What an allocation that was refused had found is not shown.
        if ((report.op === 'alloc' || report.op === 'cyclic') && report.error !== null) continue;
        expect(decision, `${report.op} at step ${step}`).not.toBeNull();
        check(decision!, report.storeType);
        expect([decision!.vacant, decision!.sufficient]).toEqual(
          report.storeType === 'store_root' ? [0, 0] : [report.vh, report.sh],
        );
        const { vacancy, whole } = formulas(decision!);
        expect([vacancy.nodes, whole.nodes], `${report.storeType} at step ${step}`).toEqual([
          report.preVacancy,
          report.preWhole,
        ]);
        heights(decision!);
        if (report.error !== null) continue;
        for (const level of decision!.levels) {
          expect(level.pushed === null).toBe(!level.tries.some(({ fits }) => fits));
          if (level.pushed !== null) {
            expect(level.tries.at(-1)).toMatchObject({ side: level.pushed.side, node: level.pushed.node });
            expect(level.pushed.items).toBe(level.tries.at(-1)!.row + level.tries.at(-1)!.end + 2);
            seen.pushes++;
          }
          seen.refused += level.tries.filter(({ fits }) => !fits).length;
          seen.cuts += level.cuts.length;
        }
        types.set(report.storeType, (types.get(report.storeType) ?? 0) + 1);
      }
    }),
    { seed, numRuns: 26 },
  );
  expect([...types.keys()].sort()).toEqual([
    'append',
    'exact_fit',
    'new_root',
    'node_store',
    'rebalance',
    'slot_store',
    'spanning_store',
    'split_store',
    'store_root',
  ]);
  expect([...types.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(2500);
  expect(seen.pushes).toBeGreaterThan(20);
  expect(seen.refused).toBeGreaterThan(20);
}, 120_000);

it('pushes and cuts are given in slots, as in the sentence on why', async () => {
  const last = async (text: string): Promise<{ lines: readonly string[]; why: string }> => {
    const session = await runText(text);
    const { decision, why } = sceneAt(session, session.steps());
    return { lines: levelTexts(decision!.levels).flatMap(({ lines }) => lines), why };
  };
  // Row of 17, sibling with 8: rule "split" lets the two leaves have 30, the rightmost 29.
  const push = await last(
    'tree t\nfor i in 0..14 { store i*10..+10 = i + 1 }\nstore 150..+10 = 16\n' +
      'for i in 0..7 { store i*10..+5 = 101 + i }\n',
  );
  expect(push.lines.slice(0, 2)).toEqual([
    'push right to #2? 17 + 8 = 25, at most 30: yes',
    'cut after item 9: of 25 with the sibling, the right one is to get 15',
  ]);
  expect(push.why).toContain('leaf 2, uses 8 and has room: 7 are pushed right, which leaves 10 and 15 slots');
  const reader = 'tree vmas alloc rcu\nfor i in 0..39 { store i*64K..+48K = i }\n';
  const told = new Set<string>();
  for (let stores = 1; stores <= 40; stores++) {
    const { lines, why } = await last(reader.replace('0..39', `0..${stores - 1}`));
    for (const line of lines) told.add(line.replace(/#\d+/, '#'));
    const [, uses, sum, most] = /uses (\d+) \((\d+) slots together, and the two hold at most (\d+)\)/.exec(why) ?? [];
    if (sum !== undefined)
      expect(lines[0]).toMatch(
        new RegExp(`push left to #\\d+\\? ${Number(sum) - Number(uses)} \\+ ${uses} = ${sum}, at most ${most}: no`),
      );
  }
  expect([...told]).toContain('push left to #? 17 + 15 = 32, at most 29: no');
  // A NULL at the end of the left part moves the cut: the leaf gets one more than was proposed.
  expect([...told].filter((line) => line.includes('left one is to get'))).toContain(
    'cut after item 15: of 27 with the sibling, the left one is to get 15; item 14 is NULL, which must not end a ' +
      'leaf: it gets 16',
  );
});

function check(decision: StepDecision, type: StoreType): void {
  const rows = tableRows(decision);
  const fired = rows[firedRow(decision)]!;
  expect(fired.type).toBe(type);
  expect(rows.filter(({ state }) => state === 'fired')).toEqual([fired]);
  expect(rows.slice(fired.number).every(({ state, numbers }) => state === 'not reached' && numbers === '')).toBe(true);
  for (const { lines } of levelTexts(decision.levels)) expect(lines.length).toBeGreaterThan(0);
  const text = newEndText(decision);
  if (text !== null && decision.place.kind === 'leaf') expect(text.endsWith(`= ${decision.place.newEnd}`)).toBe(true);
}

// The deepest node passed that qualifies; 0 if none does.
function heights({ passed, vacant, sufficient }: StepDecision): void {
  expect(passed.findLast((node) => node.vacant)?.level ?? 0).toBe(vacant);
  expect(passed.findLast((node) => node.sufficient)?.level ?? 0).toBe(sufficient);
}
