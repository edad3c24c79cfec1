// SPDX-License-Identifier: GPL-2.0-or-later
import { columnsOf } from '../columns';
import type { Op } from '../../../web/model/ops';
import { troubleOf } from '../../../web/model/trouble';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StepBrief } from '../../../web/model/run';
import { corruptionsOf, lastGone, troubleWords } from '../../../web/app/store/page/trouble';

function step(line: number, op: Op, error: string | null = null): StepBrief {
  return {
    line,
    op,
    tree: 't',
    error,
    storeType: null,
    asked: 0,
    used: 0,
    freed: 0,
    preWhole: null,
    refused: false,
    gutter: [],
  };
}

function words(steps: readonly StepBrief[], count: number): string {
  const one = { ...troubleOf('answer', 't', { code: 'layout' }), step: 1 };
  return troubleWords({ steps: columnsOf(steps), troubles: Array.from({ length: count }, () => one) });
}

test('a sound run has none; breaches are counted, and damage on purpose tells its line', () => {
  expect(words([step(1, 'tree'), step(2, 'store')], 0)).toBe('');
  expect(words([step(1, 'tree')], 1)).toBe('1 breach');
  expect(words([step(1, 'tree'), step(6, 'corrupt')], 4)).toBe('damaged at line 6: 4 breaches');
  expect(words([step(6, 'corrupt')], 0)).toBe('damaged at line 6: nothing found');
  expect(
    words([step(6, 'corrupt'), step(6, 'corrupt'), step(7, 'corrupt'), step(8, 'corrupt'), step(9, 'corrupt')], 1),
  ).toBe('damaged at lines 6, 7, 8, …: 1 breach');
});

test('a leak on purpose is no breach', () => {
  const leak = {
    ...troubleOf('lost', 'c', { code: 'more', object: 'tables', more: 3 }, { by: 'ceiling wrong', lines: [7] }),
    step: 1,
  } as const;
  expect(troubleWords({ steps: columnsOf([step(7, 'fork', 'ENOMEM')]), troubles: [leak] })).toBe('');
  expect(
    troubleWords({
      steps: columnsOf([step(7, 'fork', 'ENOMEM')]),
      troubles: [leak, { ...troubleOf('answer', 't', { code: 'layout' }), step: 1 }],
    }),
  ).toBe('1 breach');
});

test('a corrupt that was refused has damaged nothing', () => {
  expect(words([step(6, 'corrupt', 'EINVAL')], 0)).toBe('');
});

test('a destroyed tree is reported with its freed nodes', () => {
  const destroyed = { ...step(10, 'destroy'), freed: 7 };
  expect(lastGone(columnsOf([step(1, 'tree'), destroyed]), 2)).toBe('t was destroyed: 7 nodes freed');
  expect(lastGone(columnsOf([step(1, 'tree'), destroyed]), 1)).toBe('');
  expect(lastGone(columnsOf([step(1, 'tree'), step(10, 'destroy', 'EBUSY')]), 2)).toBe('');
  expect(lastGone(columnsOf([{ ...step(3, 'exit'), freed: 1 }]), 1)).toBe('t has exited: 1 node freed');
});

// Walks all steps up to one: slow, and plain.
function corruptedAt(steps: readonly StepBrief[], at: number): (readonly [string, readonly number[]])[] {
  const lines = new Map<string, readonly number[]>();
  for (const { op, tree, error, line } of steps.slice(0, at)) {
    if (tree === null || error !== null) continue;
    const known = lines.get(tree) ?? [];
    if (op === 'destroy') lines.delete(tree);
    if (op !== 'corrupt' || known.includes(line)) continue;
    // That which was damaged last stands last.
    lines.delete(tree);
    lines.set(tree, [...known, line]);
  }
  return [...lines];
}

test('where trees are corrupted is what a walk over the steps finds, at every step', () => {
  const steps = fc.array(
    fc.record({
      op: fc.constantFrom('corrupt', 'destroy', 'store', 'tree'),
      tree: fc.constantFrom('a', 'b', 'c', null),
      error: fc.constantFrom(null, null, 'EINVAL'),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(steps, (list) => {
      const all = list.map(({ op, tree, error }, k) => ({ ...step(1 + (k >> 1), op, error), tree }));
      const spans = corruptionsOf(columnsOf(all));
      for (let at = 0; at <= all.length; at++) {
        expect(spans.filter(({ from, to }) => from <= at && at < to).map(({ tree, lines }) => [tree, lines])).toEqual(
          corruptedAt(all, at),
        );
      }
    }),
  );
});
