// SPDX-License-Identifier: GPL-2.0-or-later
//
// Random runs at fixed seeds: the core and the oracle agree at every step, and what the steps say is kept. Each kind of
// hint is written out once, with its numbers left out; the rest is a sum.
// `npx vitest run tests/web/scenario/kept-runs -u` writes them anew; look at the difference before it is committed.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readScenario } from '../../../web/scenario/check/checker';
import { format } from '../../../web/scenario/language/format';
import { parse } from '../../../web/scenario/language/parser';
import { print } from '../../../web/scenario/language/printer';
import { runScenario } from '../../../web/scenario/run/interpreter';
import {
  armings,
  damageScenario,
  memoryCalls,
  readerScenario,
  stateScenario,
  tracedScenario,
  treeScenario,
  ways,
} from '../properties/scenario-texts';
import { hintsOf, plainItem, sumOf } from './kept-items';
import { freshMachine } from './run';

const lines = (...parts: readonly (string | readonly string[])[]): string => `${parts.flat().join('\n')}\n`;
const swept = fc.constantFrom(
  '',
  ' node',
  ' mm',
  ' signal',
  ' commit',
  ' vma',
  ' anon',
  ' page',
  ' hook',
  ' policy',
  ' uffd',
  ' times 2',
  ' page times 3',
);

const KINDS: readonly (readonly [name: string, text: fc.Arbitrary<string>, count: number])[] = [
  ['plain trees', treeScenario, 8],
  ['readers', readerScenario, 6],
  ['kept states', stateScenario, 24],
  ['damage', damageScenario, 10],
  [
    'calls',
    memoryCalls.map((calls) =>
      lines('mm p', calls, 'expect vmas() = 3', 'expect pagetables() < resident(p)', 'exit p'),
    ),
    30,
  ],
  [
    'refused calls',
    fc.tuple(memoryCalls, armings, memoryCalls).map(([calls, arming, more]) => lines('mm p', calls, arming, more)),
    16,
  ],
  [
    'forks',
    fc
      .tuple(memoryCalls, ways, memoryCalls)
      .map(([calls, way, more]) =>
        lines('mm p', calls, `fork p as c${way}`, 'expect same p c', 'use c', more, 'exit p', 'use c', more, 'exit c'),
      ),
    12,
  ],
  [
    'failed forks',
    fc
      .tuple(memoryCalls, ways, armings)
      .map(([calls, way, arming]) =>
        lines('mm p', calls, arming, `fork p as c${way}`, 'fail off', `fork p as d${way}`, 'expect same p d'),
      ),
    16,
  ],
  [
    'sweeps',
    fc
      .tuple(memoryCalls, swept, ways, memoryCalls)
      .map(([calls, site, way, more]) =>
        lines('mm p', calls, `sweep${site} {`, more.slice(0, 8), `fork p as c${way}`, '}', 'exit c'),
      ),
    8,
  ],
  [
    'sweeps of trees',
    fc
      .tuple(fc.constantFrom('', ' alloc', ' rcu'), fc.nat(40), fc.nat(90), fc.constantFrom('', ' node', ' times 2'))
      .map(([mode, entries, at, site]) =>
        lines(
          `tree t${mode}`,
          `repeat ${entries + 1} as i { store i * 9..+5 = i }`,
          `sweep${site} {`,
          `store ${at}..${at + 70} = 1`,
          `store ${at + 3} = 2`,
          'dup t as u',
          '}',
          'expect identical t u',
        ),
      ),
    6,
  ],
  ['logs', tracedScenario, 40],
];

const SAMPLES = KINDS.flatMap(([name, arbitrary, count], group) =>
  fc
    .sample(arbitrary, { seed: 20261125 + group, numRuns: count })
    .map((text, k) => [`${name} ${k + 1}`, text] as const),
);

const kindOf = (hint: string): string => hint.replaceAll(/0x[0-9a-f]+|\d[\d,]*/g, '…');

test.each(SAMPLES)('%s', (name, text) => {
  const read = readScenario(text);
  expect(read.kind === 'refused' ? read.diagnostics : []).toEqual([]);
  if (read.kind === 'refused') return;
  const items = [...runScenario(read.program, freshMachine(), { sums: 'all' })];
  const troubles = items
    .flatMap((item) => (item.kind === 'step' ? item.troubles : []))
    .filter(({ cause }) => cause?.by !== 'corrupt');
  expect(troubles, text).toEqual([]);
  expect(parse(print(read.program)).diagnostics).toEqual([]);
  expect(
    `${items.length} items, ${sumOf(items.map(plainItem))}, printed ${sumOf([print(read.program), format(text)])}`,
    name,
  ).toMatchSnapshot();
});

test('each kind of hint', () => {
  const kinds = new Map<string, string>();
  for (const [, text] of SAMPLES) {
    const read = readScenario(text);
    if (read.kind === 'refused') continue;
    for (const hint of hintsOf([...runScenario(read.program, freshMachine())]))
      for (const part of hint.split(' · ')) if (!kinds.has(kindOf(part))) kinds.set(kindOf(part), part);
  }
  expect([...kinds.values()].sort().join('\n')).toMatchSnapshot();
});
