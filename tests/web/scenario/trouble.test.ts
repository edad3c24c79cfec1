// SPDX-License-Identifier: GPL-2.0-or-later
//
// Troubles are data: kind, tree and cause stand beside what was found, and words/trouble.ts makes the sentence.

import { expect, test } from 'vitest';
import { readScenario } from '../../../web/scenario/check/checker';
import { runScenario } from '../../../web/scenario/run/interpreter';
import { freshMachine, itemsOf } from './run';

const EIGHT = 'tree t\nrepeat 8 as i { store 10 * i = i }\n';

test('what `corrupt` broke names the invariant, the tree and the line that did it', () => {
  const troubles = itemsOf(`${EIGHT}corrupt t node 0 pivot 2 = 1`).flatMap((item) =>
    item.kind === 'step' ? item.troubles : [],
  );
  expect(troubles.map(({ kind }) => kind)).toContain('invariant');
  expect(troubles.map(({ invariant }) => invariant)).toContain(12);
  for (const { tree, cause } of troubles) expect([tree, cause]).toEqual(['t', { by: 'corrupt', lines: [3] }]);
});

test('an `expect valid` that fails through `corrupt` fails on purpose, and any other does not', () => {
  const text = `${EIGHT}corrupt t node 0 pivot 2 = 1\nexpect valid t\nexpect entries(t) = 3`;
  const told = itemsOf(text).flatMap((item) => (item.kind === 'expect' ? [item.expect] : []));
  expect(told.map(({ held, onPurpose }) => [held, onPurpose])).toEqual([
    [false, true],
    [false, false],
  ]);
});

test('a fork that fails though nothing was armed is a wrong answer about its child', () => {
  const read = readScenario('mm p\nmap 0x1000 rw\nfork p as c\n');
  if (read.kind === 'refused') throw new Error('refused');
  const machine = freshMachine();
  const fork: typeof machine.fork = (parent, how) => {
    machine.failSite('mm', 0, 1, 1);
    return machine.fork(parent, how);
  };
  const troubles = [...runScenario(read.program, { ...machine, fork })].flatMap((item) =>
    item.kind === 'step' ? item.troubles : [],
  );
  expect(troubles).toMatchObject([
    { kind: 'answer', tree: 'c', found: { code: 'error', op: 'fork', held: 'ENOMEM', wanted: null } },
  ]);
});
