// SPDX-License-Identifier: GPL-2.0-or-later

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dumpSum } from '../../../web/engine/decode/dump';
import { decodeScene } from '../../../web/engine/scene/scene';
import { stateSum } from '../../../web/engine/time/state-sum';
import { memoryScenario, runText, seed, answerTo } from './runs';
import { crossing, expectShown } from './shown';

describe('going through time with address spaces and forks', () => {
  test('backward and in any order shows what going forward showed', async () => {
    await fc.assert(
      fc.asyncProperty(memoryScenario, fc.array(fc.nat(), { maxLength: 12 }), async (text, jumps) => {
        const session = await runText(text, { keyframeInterval: 8 });
        const steps = session.steps();
        const forward = Array.from({ length: steps + 1 }, (_, step) => crossing(session, step));
        for (const jump of jumps) {
          answerTo(session, 'forkColumns', { step: jump % (steps + 1), ways: 'all' });
          expectShown(session, jump % (steps + 1), forward[jump % (steps + 1)]!);
        }
        for (let step = steps; step >= 0; step--) expectShown(session, step, forward[step]!);
      }),
      { seed, numRuns: 20 },
    );
  });

  test('every scene adds up: sums, nodes, VMAs, page tables, and the account of each fork', async () => {
    await fc.assert(
      fc.asyncProperty(memoryScenario, async (text) => {
        const session = await runText(text);
        for (let step = 0; step <= session.steps(); step++) {
          const scene = decodeScene(session.scene(step), null);
          expect(scene.balance).toBe(0);
          expect(scene.why).toMatch(step === 0 ? /^$/ : /^[A-Z\d`].*\.$/);
          expect(scene.why).not.toMatch(/undefined|NaN|\b1 (?:nodes|VMAs|pages|page tables|requests)\b|\.\.( |$)/);
          expect(scene.trees.map((tree) => dumpSum(tree.picture))).toEqual(scene.trees.map((tree) => tree.sum));
          expect(scene.trees.flatMap((tree) => tree.findings.filter((finding) => !finding.excused))).toEqual([]);
          expect(session.sumAt(step)).toBe(stateSum(scene));
          for (const { mm, vmas, picture } of scene.trees) {
            expect(mm?.facts.vmas).toBe(mm?.records.length);
            expect(mm?.facts.tables).toBe(mm?.tables.length);
            expect(mm?.records.map(({ number, first, last }) => [number, first, last])).toEqual(
              vmas?.map(({ number, first, last }) => [number, first, last]),
            );
            expect(picture.entries).toBe(vmas?.length);
          }
          const { fork } = scene;
          if (fork?.record?.wrongCeiling === false || fork?.record === null) {
            expect(fork.balance.rules.filter(({ held }) => held === false)).toEqual([]);
          }
          if (scene.record?.error !== null && fork !== null) {
            expect(fork.balance.rows.filter(({ object, held }) => held !== 0 && object !== 'tables')).toEqual([]);
            expect(fork.partial?.tablesLeft.length ?? 0).toBe(fork.record?.tablesLeft);
            expect(fork.marks.filter(({ kind }) => kind === 'entry')).toHaveLength(fork.record?.mapCount ?? 0);
            expect(fork.marks.filter(({ kind }) => kind === 'failed')).toHaveLength(1);
          }
        }
      }),
      { seed, numRuns: 20 },
    );
  });
});
