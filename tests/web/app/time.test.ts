// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where play stops and jumps to.

import { briefsOf } from '../columns';
import { effect } from '@preact/signals';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { attachEngine, runText as run, type Engine } from '../../../web/app/store/run/run';
import { breakpoints, failures, marks, nextOf, previousOf, stops } from '../../../web/app/store/page/time';
import { paceOf, play, stepTo } from '../../../web/app/store/run/player';
import { KEY_ACTS } from '../../../web/app/shell/keys';
import { Transport } from '../../../web/app/time/transport';
import { playing, ran, scene, speed, SPEEDS, step, stepHere, text } from '../../../web/app/store/page/state';
import { elementsOf } from '../elements';
import { runText, sceneAt } from '../engine/runs';

const TEXT =
  'tree t\nstore 1 = 1\nfail request 1\nstore 5..9 = 5\nexpect load(1) = 2\npause\n' +
  'repeat 200 as i { store i*4 = i }\nnote "half"\nrepeat 200 as i { erase i*4 }\n';

async function open(words: string, given: (at: number) => Promise<void> = () => Promise.resolve()): Promise<void> {
  const session = await runText(words);
  const engine: Engine = {
    run: () => Promise.resolve({ kind: 'ran', summary: session.summary(), differsAt: null }),
    scene: async (at) => {
      await given(at);
      return sceneAt(session, at);
    },
    report: () => Promise.resolve(session.report()),
    sumAt: () => Promise.resolve(null),
    ask: () => Promise.reject(new Error('nothing is asked')),
    cancel: () => undefined,
  };
  attachEngine(engine);
  text.value = words;
  await run({ kind: 'step', step: 0 });
}

afterEach(() => {
  vi.useRealTimers();
  attachEngine(null);
  [ran.value, scene.value, breakpoints.value, step.value, stepHere.value, speed.value] = [null, null, [], 0, 0, 2];
});

describe('jumps', () => {
  test('go to the nearest of ascending steps, and never stay', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(60)), fc.nat(60), (list, at) => {
        const ascending = [...list].sort((a, b) => a - b);
        expect(nextOf(ascending, at)).toBe(ascending.find((one) => one > at) ?? null);
        expect(previousOf(ascending, at)).toBe(ascending.findLast((one) => one < at) ?? null);
      }),
    );
  });

  test('to the first and the last step, by button and by key, arrive there', async () => {
    await open('tree t\nstore 1 = 1\nstore 2 = 2\nstore 3 = 3\n');
    const click = (name: string): void => {
      const button = elementsOf(Transport(), 'button').find(({ props }) => props['aria-label'] === name)!;
      expect(button.props.disabled, name).toBe(false);
      (button.props.onClick as () => void)();
    };
    const press = (key: string): void => KEY_ACTS.find(({ keys }) => keys.includes(key))!.act(key);
    const arrived = (at: number): Promise<void> => vi.waitFor(() => expect(scene.value?.step).toBe(at));
    for (const [act, last, first] of [
      [click, 'Last step', 'First step'],
      [press, 'End', 'Home'],
    ] as const) {
      act(last);
      await arrived(4);
      act(first);
      await arrived(0);
    }
  });

  test('know what failed: refused requests, failed steps, expects that do not hold', async () => {
    await open(TEXT);
    const { expects } = ran.value!.summary;
    const steps = briefsOf(ran.value!.summary.steps);
    const refused = steps.flatMap(({ refused: is, error }, k) => (is || error !== null ? [k + 1] : []));
    expect(refused.length).toBeGreaterThan(0);
    expect(failures.value).toEqual(
      [...new Set([...refused, ...expects.filter(({ held }) => !held).map((one) => one.step)])].sort((a, b) => a - b),
    );
    expect(marks.value.find(({ kind }) => kind === 'note')?.text).toBe('half');
    expect(marks.value.find(({ kind }) => kind === 'expect-failed')?.text).toMatch(/load\(1\)/);
  });
});

describe('play', () => {
  test('at any speed makes as many steps a second as it says', () => {
    for (const choice of SPEEDS) {
      const { ahead, ms } = paceOf(choice);
      expect((1000 * ahead) / ms).toBeCloseTo(choice);
      expect(ms).toBeGreaterThanOrEqual(choice > 25 ? 30 : 1000 / choice);
    }
  });

  test('passes over no stop, however fast it is', async () => {
    await open(TEXT);
    breakpoints.value = [60, 61, 333];
    const pauseAt = ran.value!.summary.notes.find(({ pause }) => pause)!.step - 1;
    expect(stops.value).toEqual([pauseAt, 60, 61, 333]);
    vi.useFakeTimers();
    speed.value = 5000;
    stepTo(0);
    await vi.runAllTimersAsync();
    for (const stop of [pauseAt, 60, 61, 333, ran.value!.summary.steps.length]) {
      play();
      await vi.runAllTimersAsync();
      expect([step.value, playing.value]).toEqual([stop, false]);
    }
  });
});

describe('the step that the rooms tell of', () => {
  test('changes with the scene, never before it', async () => {
    await open(TEXT);
    const told: string[] = [];
    const stop = effect(() => void told.push(`${stepHere.value} with ${scene.value?.step}`));
    stepTo(3);
    expect(stepHere.value).toBe(0);
    await vi.waitFor(() => expect(scene.value?.step).toBe(3));
    stop();
    expect(told).toEqual(['0 with 0', '3 with 3']);
  });

  test('is the wanted one if its scene takes long to arrive', async () => {
    vi.useFakeTimers();
    let come = (): void => undefined;
    await open(TEXT, (at) => (at === 3 ? new Promise((done) => (come = done)) : Promise.resolve()));
    stepTo(3);
    await vi.advanceTimersByTimeAsync(1000);
    expect([stepHere.value, scene.value?.step]).toEqual([3, 0]);
    come();
    await vi.runAllTimersAsync();
    expect([stepHere.value, scene.value?.step]).toEqual([3, 3]);
  });
});
