// SPDX-License-Identifier: GPL-2.0-or-later
//
// Every step of a run looked at: all of the page's examples on forks are sound at each, and what is not is reported
// with its step, tree and invariant.

import { breachText } from '../../../web/words/breach';
import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../../web/app/store/kept/examples-list';
import { answering } from '../../../web/engine/service/answers';
import type { Index } from '../../../web/base/index64';
import { differencesAt } from '../../../web/views/inspector/broken';
import { answerTo, runText } from './runs';

describe('the audit of a run', () => {
  test('a tree that the text damages is reported with step, tree and invariant, once', async () => {
    const spoilt = (damage: string): string =>
      `tree good\nstore 1..5 = 1\ntree t\nrepeat 40 as i { store 10 * i..+5 = i }\ncorrupt t node 1 ${damage}\n` +
      'load 5 in good\ndestroy t\n';
    const found = async (damage: string): Promise<unknown> => {
      const { steps, breaches } = answerTo(await runText(spoilt(damage)), 'audit', {});
      expect(steps).toBe(46);
      return breaches.map(({ step, line, tree, kind, invariant }) => [step, line, tree, kind, invariant]);
    };
    expect(await found('pivot 1 = 0xfff')).toEqual([
      [44, 5, 't', 'invariant', 13],
      [44, 5, 't', 'invariant', 12],
      [44, 5, 't', 'invariant', 35],
      [44, 5, 't', 'contents', null],
    ]);
    // Sound as a tree, and still not what was stored.
    expect(await found('pivot 0 = 1')).toEqual([[44, 5, 't', 'contents', null]]);
    const [first] = answerTo(await runText(spoilt('pivot 1 = 0xfff')), 'audit', {}).breaches;
    expect(breachText(first!)).toMatch(/^t: I\d+ is broken at node \d+, slot \d+: found 0x/);
  });

  test('at a step that damages a tree, contents count as wrong where they are, as at any other step', async () => {
    const build = 'tree t alloc\nrepeat 30 as i { store 10 * i..+5 = i }\n';
    const told = async (lines: string): Promise<void> => {
      const session = await runText(build + lines);
      const place = session.place();
      const wanted = new Map<unknown, bigint>();
      for (let step = 1; step <= place.steps; step++) {
        place.time.goTo(step);
        for (const [handle, hash] of place.wantedAt(step)) wanted.set(handle, hash);
        const differs = place
          .treesAt(step)
          .some(({ handle }) => wanted.has(handle) && place.machine.contents(handle) !== wanted.get(handle));
        expect([step, differencesAt(session.summary(), step).length > 0, lines]).toEqual([step, differs, lines]);
      }
    };
    for (const one of [
      'node 0 gap 1 = 77',
      'node 0 gapmeta = 1',
      'node 1 parent = 0',
      'node 1 end = 3',
      'node 1 pivot 3 = 2',
      'node 1 slot 1 = 5',
    ])
      await told(`corrupt t ${one}\nload 5\n`);
    // Damaged and put right again; destroyed, made anew, and damaged where it does not show in the contents.
    await told(
      'corrupt t node 1 slot 1 = 5\nload 5\ncorrupt t node 0 gapmeta = 1\ncorrupt t node 1 slot 1 = 0\nload 5\n',
    );
    await told(`corrupt t node 1 slot 1 = 5\nload 5\ndestroy t\n${build}corrupt t node 0 gap 1 = 77\nload 5\n`);
  });

  test('page tables leaked by a wrong ceiling belong to no address space', async () => {
    const example = EXAMPLES.find(({ name }) => name === 'ceiling');
    const { breaches } = answerTo(await runText(example?.text ?? ''), 'audit', {});
    expect(breaches[0]).toMatchObject({
      step: 14,
      kind: 'held',
      tree: null,
      found: { code: 'more', object: 'tables', more: 3 },
    });
    expect(breaches.every(({ kind }) => kind === 'held')).toBe(true);
  });

  test('contents are held to the range map, and layouts to the recorded sums', async () => {
    const session = await runText('tree t\nstore 1..5 = 1\nstore 9 = 2\nstore 12 = 3\n');
    const place = session.place();
    const told = (part: Partial<typeof place>): unknown => {
      const work = answering({ ...place, ...part }, 'audit', {});
      for (let next = work.next(); ; next = work.next())
        if (next.done === true) return next.value.breaches.map(({ step, kind, tree }) => [step, kind, tree]);
    };
    expect(told({})).toEqual([]);
    expect(
      told({
        wantedAt: (step) =>
          step === 3 ? place.wantedAt(step).map(([tree, hash]) => [tree, (hash ^ 1n) as Index]) : place.wantedAt(step),
      }),
    ).toEqual([[3, 'contents', 't']]);
    const report = place.reportAt(2);
    expect(
      told({
        reportAt: (step) => (step === 2 && report !== null ? { ...report, sum: '0', live: 7 } : place.reportAt(step)),
      }),
    ).toEqual([
      [2, 'sum', 't'],
      [2, 'nodes', null],
    ]);
    expect(told({ treesAt: (step) => (step === 4 ? [] : place.treesAt(step)) })).toEqual([[4, 'nodes', null]]);
  });

  test('can be given up at any step, and changes nothing of the run', async () => {
    const session = await runText('tree t\nrepeat 50 as i { store i = i }\n');
    const before = session.sumAt(20);
    const work = answering(session.place(), 'audit', {});
    for (let k = 1; k <= 10; k++) expect(work.next()).toEqual({ done: false, value: { done: k, of: 51 } });
    work.return({ steps: 0, breaches: [] });
    expect(session.sumAt(20)).toBe(before);
    expect(answerTo(session, 'audit', {})).toEqual({ steps: 51, breaches: [] });
  });
});

test('the example that damages a tree is unsound from that step on, and first by an invariant there', async () => {
  const example = EXAMPLES.find(({ name }) => name === 'corrupt');
  const session = await runText(example?.text ?? '');
  const damage = session.report().steps.findIndex(({ op }) => op === 'corrupt');
  const { steps, breaches } = answerTo(session, 'audit', {});
  expect(steps).toBe(session.steps());
  expect(breaches[0]).toMatchObject({
    step: damage + 1,
    line: session.report().steps[damage]?.line,
    kind: 'invariant',
  });
});

describe('each step is sound of', () => {
  for (const { name, title, text } of EXAMPLES.filter(({ text }) => !/^corrupt | ceiling wrong$/m.test(text))) {
    test(`“${title}” (${name})`, { timeout: 120_000 }, async () => {
      const session = await runText(text);
      expect(answerTo(session, 'audit', {})).toEqual({ steps: session.steps(), breaches: [] });
    });
  }
});
