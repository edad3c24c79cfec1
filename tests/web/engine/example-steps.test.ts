// SPDX-License-Identifier: GPL-2.0-or-later
//
// The steps of the gallery's scenarios, as the page is given them, each decoded onto the one shown before: sound but
// where the text spoils something on purpose, every node accounted for, and on the way back as they were on the way
// forward.

import { isOnPurpose } from '../../../web/model/trouble';
import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../../web/app/store/kept/examples-list';
import { decodeScene } from '../../../web/engine/scene/scene';
import type { Session } from '../../../web/engine/time/session';
import type { Scene } from '../../../web/model/run';
import { fingerprint, runText, sceneAt } from './runs';

/**
 * What a text does on purpose is marked so at its steps, and nowhere else: damage, page tables that a wrong ceiling
 * leaves.
 */
/** Above so many steps every 113th is looked at, and the last ones; that each is sound is held by audit.test.ts. */
const SOME_FROM = 1000;

function stepsToLookAt(count: number): number[] {
  const all = Array.from({ length: count + 1 }, (_, step) => step);
  return count < SOME_FROM ? all : all.filter((step) => step % 113 === 0 || step >= count - 12);
}

/** Scenes in this order, each decoded onto the one before, as the page does it. */
function* scenesOf(session: Session, steps: readonly number[]): Generator<Scene> {
  let shown: Scene | null = null;
  for (const step of steps) yield (shown = decodeScene(session.scene(step), shown));
}

/** Looks at every step forward, then backward. */
function expectSteps(session: Session): void {
  const report = session.report();
  const steps = stepsToLookAt(session.steps());
  const corrupted = report.steps.findIndex(({ op }) => op === 'corrupt');
  const forward = new Map<number, string>();
  for (const scene of scenesOf(session, steps)) {
    const { step, trees } = scene;
    const at = `step ${step}`;
    const spoilt = corrupted >= 0 && step > corrupted && trees.length > 0;
    expect(scene.balance, at).toBe(0);
    expect(
      trees.some(({ findings }) => findings.some(({ excused }) => !excused)),
      at,
    ).toBe(spoilt);
    expect(
      trees.reduce((sum, { picture }) => sum + picture.nodes.length, 0),
      at,
    ).toBe(scene.live - scene.waiting - scene.held);
    const brief = report.steps[step - 1];
    const tree = trees.find(({ picture }) => picture.name === brief?.tree);
    if (typeof brief?.sum === 'string' && tree !== undefined) expect(tree.sum, at).toBe(brief.sum);
    forward.set(step, written(scene));
  }
  const other = [...steps].reverse();
  const back = [...scenesOf(session, other)].flatMap((scene) =>
    written(scene) === forward.get(scene.step) ? [] : [scene.step],
  );
  expect(back).toEqual([]);
}

function written(scene: Scene): string {
  return JSON.stringify(fingerprint(scene), (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

function expectNothingLeft(session: Session, onPurpose: boolean): void {
  const { steps, sweeps } = session.report();
  const { troubles } = session.summary();
  expect(troubles.length > 0).toBe(onPurpose);
  expect(troubles.filter((one) => !isOnPurpose(one))).toEqual([]);
  // A fork that failed has given everything back, but for what it leaves on purpose.
  for (const { fork, balance, line } of steps) {
    if (balance === undefined || (fork !== null && fork !== undefined && (fork.error === null || fork.wrongCeiling)))
      continue;
    expect(
      balance.rows.filter(({ held }) => held !== 0),
      `line ${line}`,
    ).toEqual([]);
    expect(
      balance.rules.filter(({ held }) => held === false),
      `line ${line}`,
    ).toEqual([]);
  }
  // No run of a sweep is other than it should be.
  for (const { runs, line } of sweeps) {
    expect(
      runs.filter(({ outcome }) => outcome !== 'undone' && outcome !== 'completed'),
      `line ${line}`,
    ).toEqual([]);
    expect(runs.at(-1)).toMatchObject({ failed: false, outcome: 'completed' });
  }
}

describe('each step is sound, back is as forward, and nothing is left over in', () => {
  for (const { name, title, text, step, steps } of EXAMPLES) {
    test(`“${title}” (${name})`, { timeout: 120_000 }, async () => {
      const session = await runText(text);
      expectSteps(session);
      // It opens on a picture of something.
      expect(sceneAt(session, step ?? steps).trees.some(({ picture }) => picture.nodes.length > 0)).toBe(true);
      expectNothingLeft(session, /^corrupt | ceiling wrong$/m.test(text));
    });
  }
});
