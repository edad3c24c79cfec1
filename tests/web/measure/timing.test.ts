// SPDX-License-Identifier: GPL-2.0-or-later
//
// How labs time, on made-up clocks: coarse ones, code that is compiled well only after a while, a machine that is
// slowed down for a while; and how a result says so. No test here reads a real clock.

import { expect, test } from 'vitest';

import { clockStep, quartiles, timer, timesAsLong, type Lap } from '../../../web/measure/bench';
import { howMeasured } from '../../../web/measure/tables';

/** A clock that shows time in steps of `stepMs`; reading it takes 100 ns. `spend` lets nanoseconds pass. */
function clockOf(stepMs: number): { readonly now: () => number; readonly spend: (ns: number) => void } {
  let ns = 1_234_567;
  return {
    now: () => {
      ns += 100;
      return Math.floor(ns / 1e6 / stepMs) * stepMs;
    },
    spend: (more) => {
      ns += more;
    },
  };
}

const STEPS = [0.005, 0.1, 1, 16, 100];

test.each(STEPS)('a clock that steps by %d ms is known by its step', (stepMs) => {
  expect(clockStep(clockOf(stepMs).now)).toBeCloseTo(stepMs, 9);
});

test.each(STEPS)('work of 300 ns, timed in steps of %d ms, is right to one in fifty and lasts many steps', (stepMs) => {
  const clock = clockOf(stepMs);
  const laps: number[] = [];
  const { time, note } = timer(clock, 9);
  const lap: Lap = {
    run: (rounds) => {
      laps.push((300 * rounds) / 1e6);
      clock.spend(300 * rounds);
      return rounds;
    },
  };
  const [timing] = time([lap]);
  expect(timing?.all).toHaveLength(9);
  for (const ns of timing?.all ?? []) expect(Math.abs(ns / 300 - 1)).toBeLessThan(0.02);
  const { clockMs, lapMs, repeats } = note();
  expect(clockMs).toBeCloseTo(stepMs, 9);
  expect(repeats).toBe(9);
  expect(lapMs).toBeCloseTo(Math.max(20, 50 * stepMs), 6);
  // The clock shows a lap one step too short or too long at most.
  for (const ms of laps.slice(-9)) expect(ms).toBeGreaterThan(lapMs - 1.1 * stepMs);
});

test.each([0.1, 1])('work that takes no time never gets a number (steps of %d ms)', (stepMs) => {
  expect(() => timer(clockOf(stepMs), 3).time([{ run: (rounds) => rounds }])).toThrow('too fast to be timed');
});

test('laps of the warm-up do not count, however slow they were', () => {
  const clock = clockOf(0.1);
  let [spent, counted] = [0, 0];
  const run = (rounds: number): number => {
    // A hundredth of the speed for 50 ms.
    const each = spent < 50e6 ? 10_000 : 100;
    spent += each * rounds;
    if (each === 100) counted++;
    clock.spend(each * rounds);
    return rounds;
  };
  const [timing] = timer(clock, 5).time([{ run }]);
  for (const ns of timing?.all ?? []) expect(Math.abs(ns / 100 - 1)).toBeLessThan(0.02);
  expect(counted).toBeGreaterThan(5);
});

test('a lap that has become too short is done again with more rounds', () => {
  const clock = clockOf(1);
  let calls = 0;
  const lengths: number[] = [];
  const run = (rounds: number): number => {
    calls++;
    // Ten times as fast from the twelfth call on, which is after the warm-up.
    const ns = (calls < 12 ? 1000 : 100) * rounds;
    lengths.push(ns / 1e6);
    clock.spend(ns);
    return rounds;
  };
  const { time, note } = timer(clock, 9);
  const [timing] = time([{ run }]);
  expect(calls).toBeGreaterThan(13);
  expect(timing?.all).toHaveLength(9);
  const { lapMs } = note();
  expect(lengths.some((ms, k) => k > 0 && ms < lapMs / 5)).toBe(true);
  for (const ns of timing?.all ?? [])
    expect(Math.min(Math.abs(ns / 100 - 1), Math.abs(ns / 1000 - 1))).toBeLessThan(0.03);
  for (const ms of lengths.slice(-3)) expect(ms).toBeGreaterThan(lapMs - 1.1);
});

test('repeats take turns: what slows the machine for a while slows all laps, and their ratio stays', () => {
  const clock = clockOf(0.1);
  const order: string[] = [];
  let turn = -1;
  const lapOf = (name: string, ns: number): Lap => ({
    run: (rounds) => {
      order.push(name);
      clock.spend(ns * rounds * (turn >= 3 && turn <= 5 ? 4 : 1));
      return rounds;
    },
  });
  const told: number[] = [];
  const [one, other] = timer(clock, 9).time([lapOf('one', 200), lapOf('other', 400)], (done, of) => {
    told.push(done);
    turn = order.length === 0 ? -1 : done;
    expect(of).toBe(9);
  });
  expect(told).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(order.slice(-18)).toEqual(Array.from({ length: 9 }, () => ['one', 'other']).flat());
  // Three slow repeats of nine move neither the median nor a ratio.
  expect(one?.ns).toBeGreaterThan(196);
  expect(one?.ns).toBeLessThan(204);
  expect(one?.high).toBeGreaterThan(700);
  const ratio = timesAsLong(other!, one!);
  expect(ratio.all).toHaveLength(9);
  for (const times of ratio.all) expect(Math.abs(times / 2 - 1)).toBeLessThan(0.03);
});

test('the median and the quartiles are those of the repeats, in whatever order they came', () => {
  expect(quartiles([5, 1, 4, 2, 3])).toEqual({ ns: 3, low: 2, high: 4, all: [5, 1, 4, 2, 3] });
  expect(quartiles([4, 1, 3, 2])).toMatchObject({ ns: 2.5, low: 1.75, high: 3.25 });
  expect(quartiles([7])).toMatchObject({ ns: 7, low: 7, high: 7 });
});

test('a time is for one operation, also where a round runs several', () => {
  const clock = clockOf(0.1);
  const [timing] = timer(clock, 3).time([
    {
      run: (rounds) => {
        clock.spend(1000 * rounds);
        return 10 * rounds;
      },
    },
  ]);
  expect(Math.abs((timing?.ns ?? 0) / 100 - 1)).toBeLessThan(0.02);
});

test('a result says how it was measured: repeats, lap, warm-up and step of the clock', () => {
  const note = { repeats: 9, warmMs: 60, lapMs: 20, clockMs: 0.1 };
  expect(howMeasured(note)).toBe(
    'Timed: median and quartiles of 9 repeats of at least 20 ms, after 60 ms of warm-up. The clock steps by 100.0 µs.',
  );
  expect(howMeasured({ ...note, lapMs: 50, clockMs: 1 })).toContain('at least 50 ms');
  expect(howMeasured({ ...note, clockMs: 1 })).toContain('steps by 1000.0 µs');
  expect(howMeasured({ ...note, repeats: 1 })).toMatch(/^Timed: one run of at least 20 ms/);
  expect(howMeasured({ ...note, clockMs: null })).not.toContain('clock');
  expect(howMeasured(null)).toBe('Counted, not timed: the same on every machine.');
});
