// SPDX-License-Identifier: GPL-2.0-or-later
//
// Predictions graded over 1,000 seeds: the right answer is accepted, every other one refused. What is right is found
// here in another way than the room finds it: from the report of a run of its own, and from the canonical dumps before
// and after the step, not from scenes.

import { describe, expect, test } from 'vitest';
import { splitMix64 } from '../../../web/base/random';
import { loadCore } from '../../../web/cli/core-file';
import { treeDump } from '../../../web/cli/dump-tree';
import { machineOver } from '../../../web/engine/core/machine';
import { choicesOf, grade, readAnswer, TYPES } from '../../../web/lesson/answers';
import { parseLesson } from '../../../web/lesson/parse';
import { predictionOf, type Prediction } from '../../../web/lesson/predict';
import { answerAt } from '../../../web/lesson/truth';
import type { Ask, Predict, Truth } from '../../../web/lesson/lesson';
import type { StepReport } from '../../../web/model/report';
import { answerText } from '../../../web/lesson/words';
import { readScenario } from '../../../web/scenario/check/checker';
import { runScenario } from '../../../web/scenario/run/interpreter';
import { seed as firstSeed } from '../engine/runs';
import { engine } from './lessons';

const core = await loadCore();

interface Leaf {
  readonly max: bigint;
  readonly lasts: readonly bigint[];
}

interface LastStep {
  readonly report: StepReport;
  readonly touched: bigint | null;
  readonly before: readonly Leaf[];
  readonly after: readonly Leaf[];
  readonly live: readonly [number, number];
}

/**
 * The last step of a text, and the leaves of its tree before and after it, as the dumps have them; `count` is how many
 * steps there are.
 */
function lastStep(text: string, count: number): LastStep {
  const read = readScenario(text);
  if (read.kind === 'refused') throw new Error(`refused: ${read.diagnostics[0]?.message}\n${text}`);
  core.calls.mpl_reset();
  const machine = machineOver(core);
  let before: readonly Leaf[] = [];
  let after: readonly Leaf[] = [];
  let live: [number, number] = [0, 0];
  let last: { report: StepReport; touched: bigint | null } | null = null;
  let steps = 0;
  for (const item of runScenario(read.program, machine)) {
    if (item.kind !== 'step') continue;
    // No other step is asked about.
    if (++steps < count - 1) continue;
    const tree = item.trees.find(({ name }) => name === item.report.tree) ?? item.trees[0];
    before = after;
    after = tree === undefined ? [] : leavesIn(treeDump(core, machine, tree));
    live = [live[1], machine.live()];
    last = { report: item.report, touched: item.touched?.first ?? null };
  }
  if (last === null || steps !== count) throw new Error(`${steps} steps, not ${count}`);
  return { ...last, before, after, live };
}

// `1 leaf 0-22 end=8 p=4,9,e s=v0,.,v1,.`
function leavesIn(dump: readonly string[]): Leaf[] {
  return dump.flatMap((line) => {
    const [, max, pivots, slots] = /^\s*\d+ leaf [0-9a-f]+-([0-9a-f]+) end=\d+(?: p=(\S*))? s=(\S+)/.exec(line) ?? [];
    if (max === undefined || slots === undefined) return [];
    const end = BigInt(`0x${max}`);
    const told = (pivots ?? '')
      .split(',')
      .filter((one) => one !== '')
      .map((one) => BigInt(`0x${one}`));
    return [{ max: end, lasts: Array.from({ length: slots.split(',').length }, (_, k) => told[k] ?? end) }];
  });
}

/** The right answer as a person would type it; null: this step has none. */
function rightAnswer(ask: Ask, { report, touched, before, after, live }: LastStep): string | null {
  const leaf = before.findIndex(({ max }) => touched !== null && touched <= max);
  switch (ask.kind) {
    case 'type':
      return report.storeType;
    case 'nodes':
      return String(report.requests.reduce((sum, one) => sum + one, 0));
    case 'allocator':
      return report.requests.length === 0 ? 'none' : report.requests.join(' ');
    case 'leaf':
      return leaf < 0 ? null : String(leaf + 1);
    case 'slot':
      return leaf < 0
        ? null
        : `${leaf + 1}.${before[leaf]?.lasts.findIndex((last) => touched !== null && touched <= last)}`;
    case 'cut': {
      const fresh = after.slice(0, -1).filter(({ max }) => !before.some((one) => one.max === max));
      return fresh.length === 1 ? String(fresh[0]?.max) : null;
    }
    case 'fork fails':
      return report.error === null ? 'no' : 'yes';
    case 'left':
      return report.error === null
        ? null
        : String(
            report.balance === undefined
              ? live[1] - live[0]
              : report.balance.rows.reduce((sum, { obtained, returned }) => sum + obtained - returned, 0),
          );
    case 'value':
      return String(after.length);
  }
}

/** Answers of the same kind that are not the right one. */
function wrongAnswers(truth: Truth): readonly string[] {
  switch (truth.kind) {
    case 'type':
      return TYPES.filter((one) => one !== truth.type);
    case 'number':
      return [truth.value + 1n, truth.value === 0n ? 2n : truth.value - 1n, truth.value * 2n + 3n].map(String);
    case 'list':
      return [
        [...truth.values, 1],
        truth.values.length === 0 ? [2] : truth.values.slice(1),
        truth.values.map((one) => one + 1),
      ]
        .filter((one) => one.join() !== truth.values.join())
        .map((one) => (one.length === 0 ? 'none' : one.join(' ')));
    case 'slot':
      return [
        `${truth.leaf}.${truth.slot + 1}`,
        `${truth.leaf + 1}.${truth.slot}`,
        ...(truth.leaves > 1 ? [`${truth.slot}`] : [`${truth.slot + 1}`]),
      ];
    case 'leaf':
      return [`${truth.leaf + 1}`, ...(truth.leaf > 1 ? [`${truth.leaf - 1}`] : [])];
    case 'yes or no':
      return [truth.yes ? 'no' : 'yes'];
    case 'word':
      return [`${truth.word}x`, '0'];
  }
}

function predictIn(given: readonly string[], line: string, asks: readonly string[], vary: readonly string[]): Predict {
  const text = [
    '# T',
    '',
    '```predict',
    'given:',
    ...given.map((one) => `  ${one}`),
    `line: ${line}`,
    ...asks.map((one) => `ask: ${one}`),
    ...vary.map((one) => `vary: ${one}`),
    '```',
    '',
  ].join('\n');
  const { lesson, problems } = parseLesson(text);
  expect(problems).toEqual([]);
  const [block] = lesson.screens.flatMap(({ blocks }) => blocks).filter((one) => one.kind === 'predict');
  if (block === undefined) throw new Error('no prediction');
  return block;
}

// Holds each question of a prediction to the answer that is found here.
function holdTo({ questions, text, before }: Prediction): void {
  const last = lastStep(text, before.step + 1);
  for (const { ask, truth } of questions) {
    // A click on the right slot of the right node, and on the one beside it.
    if (truth.kind === 'slot' || truth.kind === 'leaf') {
      const slot = truth.kind === 'slot' ? truth.slot : 0;
      const [here, beside] = [
        answerAt(ask.kind, before, truth.node, slot),
        answerAt(ask.kind, before, truth.node, slot + 1),
      ];
      expect(here !== null && grade(here, truth)).toBe(true);
      expect(beside !== null && grade(beside, truth)).toBe(truth.kind === 'leaf');
      expect(answerAt(ask.kind, before, 1_000_000, 0)).toBeNull();
    }
    const choices = choicesOf(ask);
    if (choices !== null) expect(choices.filter(({ answer }) => grade(answer, truth))).toHaveLength(1);
    const right = rightAnswer(ask, last);
    const at = `${ask.kind} of\n${text}`;
    expect(right, at).not.toBeNull();
    const answer = readAnswer(ask.kind, right ?? '');
    expect(answer !== null && grade(answer, truth), `${right} to ${at}`).toBe(true);
    const again = readAnswer(ask.kind, answerText(truth));
    expect(again !== null && grade(again, truth), `${answerText(truth)} to ${at}`).toBe(true);
    for (const wrong of wrongAnswers(truth)) {
      const told = readAnswer(ask.kind, wrong);
      expect(told !== null && grade(told, truth), `${wrong}, which is wrong, to ${at}`).toBe(false);
    }
  }
}

const TREE = [
  'let n = 12',
  'let s = 5',
  'let a = 33',
  'let w = 2',
  'tree t',
  'for i in shuffle(0..n, s) { store 10*i..+6 = i }',
];
const VARY = ['n in 1..60', 's in 1..1000000', 'a in 0..640', 'w in 1..25'];
const FAMILIES: readonly Predict[] = [
  predictIn(TREE, 'store a..+w = "new"', ['type', 'nodes', 'allocator', 'slot', 'leaf', 'leaves()'], VARY),
  predictIn(TREE, 'store a..+w = null', ['type', 'nodes', 'allocator', 'leaves()'], VARY),
  predictIn(TREE, 'erase a', ['allocator', 'nodes', 'leaves()'], VARY),
  predictIn(
    [
      'let n = 12',
      'let s = 5',
      'let a = 33',
      'let w = 2',
      'tree t alloc rcu',
      'for i in shuffle(0..n, s) { store 10*i..+10 = i }',
    ],
    'prealloc a..+w = "new"',
    ['type', 'nodes', 'allocator', 'slot', 'leaf', 'leaves()'],
    VARY,
  ),
  predictIn(
    [...TREE.slice(0, 4), 'tree t', 'for i in shuffle(0..n, s) { store 10*i..+8 = i }'],
    'store a..+w = "new"',
    ['type', 'cut', 'leaves()'],
    ['n in 7..40', ...VARY.slice(1, 3), 'w in 1..3'],
  ),
  predictIn(
    ['let n = 8', 'let k = 2', 'let m = 2', 'tree t', 'repeat n as i { store 10*i..+6 = i }', 'fail request k times m'],
    'dup t as u',
    ['fork fails', 'allocator'],
    ['n in 1..200', 'k in 1..8', 'm in 1..3'],
  ),
  predictIn(
    ['let n = 8', 'let k = 2', 'mm p', 'repeat n as i { map 16K + i*8K rw }', 'fail vma k'],
    'fork p as c',
    ['fork fails', 'left'],
    ['n in 1..60', 'k in 1..60'],
  ),
];

/** Seeds in all, shared out between the families. */
const SEEDS = 1_000;

describe(`${SEEDS} seeds from ${firstSeed}`, () => {
  test.each(FAMILIES.map((family, k) => ({ family, k })))('no verdict is wrong in family $k', async ({ family, k }) => {
    const random = splitMix64(BigInt(firstSeed + k));
    const texts = new Set<string>();
    const count = Math.ceil(SEEDS / FAMILIES.length);
    for (let one = 0; one < count; one++) {
      const seed = Number(random.next() % 1_000_000_007n);
      const found = await predictionOf(engine, family, seed);
      if (found.kind !== 'prediction') throw new Error(`seed ${seed}: ${found.kind}`);
      texts.add(found.text);
      holdTo(found);
    }
    // Neighbours have different ones.
    expect(texts.size).toBeGreaterThan(count * 0.6);
  });

  test('a seed gives the same variant for ever', async () => {
    const [family] = FAMILIES;
    if (family === undefined) throw new Error('no family');
    const twice = [await predictionOf(engine, family, 77), await predictionOf(engine, family, 77)].map((one) =>
      one.kind === 'prediction' ? [one.text, one.line, one.questions.map(({ truth }) => truth)] : one.kind,
    );
    expect(twice[0]).toEqual(twice[1]);
    expect(twice[0]?.[1]).toMatch(/^store \d+\.\.\+\d+ = "new"$/);
  });
});
