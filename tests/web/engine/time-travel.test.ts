// SPDX-License-Identifier: GPL-2.0-or-later

import { briefAt, kindAt } from '../../../web/model/run';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadCore } from '../../../web/cli/core-file';
import { dumpSum } from '../../../web/engine/decode/dump';
import { restoreSnapshot, snapshotBytes, takeSnapshot } from '../../../web/engine/core/heap';
import { ENGINE_ID } from '../../../web/engine/generated/engine-id';
import { keyframes, type Keyframe } from '../../../web/engine/time/keyframes';
import { machineOver } from '../../../web/engine/core/machine';
import { decodeScene } from '../../../web/engine/scene/scene';
import { beginSession } from '../../../web/engine/time/session';
import { stateSum } from '../../../web/engine/time/state-sum';
import { pictureChanges } from '../../../web/model/picture';
import type { Scene } from '../../../web/model/run';
import { readScenario } from '../../../web/scenario/check/checker';
import { runScenario } from '../../../web/scenario/run/interpreter';
import { gatherReport } from '../../../web/scenario/run/report';
import { expectSame } from '../same';
import { fingerprint, runText, scenario, sceneAt, seed } from './runs';
import { crossing, expectShown } from './shown';
import { readVector, vectorNames, vectorPlayer } from './vectors';

describe('going through time', () => {
  test('backward and in any order shows what going forward showed', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, fc.array(fc.nat(), { maxLength: 12 }), async (text, jumps) => {
        const session = await runText(text, { keyframeInterval: 8 });
        const steps = session.steps();
        const forward = Array.from({ length: steps + 1 }, (_, step) => crossing(session, step));
        for (let step = steps; step >= 0; step--) expectShown(session, step, forward[step]!);
        for (const jump of jumps) expectShown(session, jump % (steps + 1), forward[jump % (steps + 1)]!);
      }),
      { seed, numRuns: 60 },
    );
  });

  test('a scene decoded onto any other one is as if decoded afresh', async () => {
    await fc.assert(
      fc.asyncProperty(
        scenario,
        fc.array(fc.nat(), { minLength: 20, maxLength: 40, size: 'max' }),
        async (text, jumps) => {
          const session = await runText(text);
          let shown: Scene | null = null;
          for (const jump of jumps) {
            const wire = session.scene(jump % (session.steps() + 1));
            shown = decodeScene(wire, shown);
            expectSame(shown, decodeScene(wire, null));
          }
        },
      ),
      { seed, numRuns: 30 },
    );
  });

  test('every scene adds up: sums from raw bytes, changes, nodes, and no trouble', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (text) => {
        const session = await runText(text);
        const summary = session.summary();
        expect(summary.troubles).toEqual([]);
        let previous: Scene | null = null;
        for (let step = 0; step <= session.steps(); step++) {
          const scene: Scene = decodeScene(session.scene(step), previous);
          expect(scene.balance).toBe(0);
          expect(scene.trees.map((tree) => dumpSum(tree.picture))).toEqual(scene.trees.map((tree) => tree.sum));
          expect(scene.trees.flatMap((tree) => tree.findings.filter((finding) => !finding.excused))).toEqual([]);
          expect(session.sumAt(step)).toBe(stateSum(scene));
          for (const tree of scene.trees) {
            const before: Scene['trees'][number] | undefined = previous?.trees.find(
              (one) => one.picture.name === tree.picture.name,
            );
            // A tree that was destroyed and made again under its name is a new one: then all is new.
            if (before === undefined || kindAt(summary.steps, step)?.op === 'tree') continue;
            expectSame(tree.changes, pictureChanges(before.picture, tree.picture));
          }
          const brief = briefAt(summary.steps, step);
          if (brief !== undefined && previous !== null) {
            const made = scene.trees
              .flatMap((tree) => [...tree.changes.now.values()])
              .filter((change) => change === 'new').length;
            // What was granted and what came back is the difference.
            const granted = (scene.record?.requests ?? []).reduce(
              (sum, size, k) => (/[a-z]/.test(scene.record?.rk[k] ?? '') ? sum + size : sum),
              0,
            );
            expect(scene.live - previous.live).toBe(granted - brief.freed);
            // A copy that failed was filled as far as it came, and is in no tree.
            if (brief.error !== null && (brief.op === 'dup' || brief.op === 'fork')) {
              expect(made).toBe(0);
              expect(brief.used).toBeLessThanOrEqual(granted);
            } else expect(brief.used).toBe(made);
          }
          previous = scene;
        }
      }),
      { seed, numRuns: 40 },
    );
  });

  test('the text gives the same run on a core that was used before', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, scenario, async (one, two) => {
        const core = await loadCore();
        const run = (text: string): unknown => {
          const begun = beginSession(text, core);
          if (begun.kind === 'refused') throw new Error('refused');
          while (!begun.session.advance(100));
          return [begun.session.report(), fingerprint(sceneAt(begun.session, begun.session.steps()))];
        };
        const first = run(one);
        run(two);
        expectSame(run(one), first);
      }),
      { seed, numRuns: 15 },
    );
  });

  test('a run that stopped in the middle of a statement keeps every step before it', async () => {
    const session = await runText(
      'tree t alloc\nrepeat 40 as i { store i*3..+2 = i }\nbulk 3 { store 1..2 = 1 / 0 }\n',
      { keyframeInterval: 16 },
    );
    const { stopped, steps } = session.summary();
    expect(stopped).toMatchObject({ line: 3 });
    const sums = session.report().steps.map((step) => step.sum);
    for (const step of [steps.length, 1, steps.length])
      expect(sceneAt(session, step).trees[0]?.sum).toBe(sums[step - 1]);
  });
});

describe('the report', () => {
  test('gets the sums later that a run at once would have given', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (text) => {
        const read = readScenario(text);
        if (read.kind === 'refused') throw new Error('refused');
        const core = await loadCore();
        expectSame(
          (await runText(text)).report(),
          gatherReport(runScenario(read.program, machineOver(core), { sums: 'page' }), ENGINE_ID),
        );
      }),
      { seed, numRuns: 25 },
    );
  });

  test('leaves sums out above 4,096 nodes, but for every 1,000th step and the last', async () => {
    const session = await runText(
      'tree t alloc\nbulk 60000 { repeat 60000 as i { store i*4..+2 = i } }\nrepeat 2000 as i { store i*40 = 1 }\n',
    );
    const given = session.report().steps.flatMap((step, k) => (step.sum === null ? [] : [k + 1]));
    expect(given).toEqual([1, 2, 1000, 2000, 2002]);
  });
});

describe('snapshots', () => {
  // The golden sums after every operation, reached again from every snapshot.
  test.each(vectorNames('tut-1'))('%s: a copy of memory brings back the recorded sums', async (name) => {
    const vector = readVector(name);
    const core = await loadCore();
    const machine = machineOver(core);
    const player = vectorPlayer(machine, vector);
    const taken = vector.ops.map((op) => {
      player.apply(op);
      return { snapshot: takeSnapshot(core), tree: player.tree(), sum: op.sum };
    });
    for (const { snapshot, tree, sum } of taken.reverse()) {
      expect(restoreSnapshot(core, snapshot)).toBe(true);
      if (sum !== undefined) expect(machine.sum(tree)).toBe(sum);
    }
  });

  test('fit into another instance of the core', async () => {
    const [one, other] = [await loadCore(), await loadCore()];
    const machine = machineOver(one);
    const player = vectorPlayer(machine, { mode: 'alloc', rcu: false });
    for (const op of readVector('tut-13-spanning-alloc').ops) player.apply(op);
    expect(restoreSnapshot(other, takeSnapshot(one))).toBe(true);
    expect(machineOver(other).sum(player.tree())).toBe(machine.sum(player.tree()));
  });
});

describe('keyframes', () => {
  // Memory of so many bytes that all differ from step to step.
  const memory = (bytes: number, step = 0) => ({ bytes: () => 0, regions: () => [new Uint8Array(bytes).fill(step)] });
  const writtenBack = ({ lengths, write }: Keyframe): Uint8Array[] => {
    // What lies there before must not matter.
    const into = lengths.map((length) => new Uint8Array(length).fill(0xa5));
    write(into);
    return into;
  };

  test('are taken at the interval and found by binary search', () => {
    const frames = keyframes(1e9, 64);
    for (let step = 1; step <= 1000; step++) frames.offer(step, 1, memory(1, step));
    expect(frames.before(63)).toBeNull();
    for (let step = 64; step <= 1000; step++) {
      expect(frames.before(step)?.step).toBe(step - (step % 64));
      expect(frames.stepBefore(step)).toBe(step - (step % 64));
    }
  });

  test('stay within their bytes, with twice the interval each time', () => {
    // Seven pages that all differ, and what lists them: 15 copies fit, so 1,000 steps need one in 64 or 128.
    const most = 15 * 7 * (64 + 4);
    const frames = keyframes(most, 1);
    for (let step = 1; step <= 1000; step++) {
      frames.offer(step, 1, memory(7 * 64, step));
      expect(frames.bytes()).toBeLessThanOrEqual(most);
    }
    expect([64, 128]).toContain(frames.interval(0));
    expect(1000 - (frames.before(1000)?.step ?? 0)).toBeLessThan(2 * 128);
  });

  test('come at once after a step of many calls', () => {
    const frames = keyframes(1e9, 64);
    frames.offer(1, 1, memory(1));
    frames.offer(2, 1_000_000, memory(1));
    frames.offer(3, 1, memory(1));
    expect(frames.before(3)?.step).toBe(2);
  });

  test('of which one alone is too large keep that one', () => {
    const frames = keyframes(100, 4);
    for (let step = 1; step <= 64; step++) frames.offer(step, 1, memory(1000, step));
    expect(frames.stepBefore(64)).toBe(64);
    // Sixteen pages and the list of them.
    expect(frames.bytes()).toBe(16 * (64 + 4));
  });

  test('are rarer where memory is large', () => {
    const frames = keyframes(1e9, 64);
    for (let step = 1; step <= 4096; step++) frames.offer(step, 1, { ...memory(1, step), bytes: () => 8 << 20 });
    expect(frames.stepBefore(1023)).toBe(0);
    expect(frames.stepBefore(1024)).toBe(1024);
    expect(frames.interval(8 << 20)).toBe(1024);
  });

  // Memory that grows, shrinks and changes here and there; every copy must be what it was, thinned out or not.
  test('give back every byte, whatever they have in common', () => {
    const change = fc.record({
      at: fc.nat(4000),
      bytes: fc.nat(600),
      value: fc.nat(255),
      length: fc.option(fc.integer({ min: 1, max: 5000 }), { freq: 4 }),
    });
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 6000, max: 60_000 }),
        (edits, bytesMax) => {
          const frames = keyframes(bytesMax, 1);
          let region = new Uint8Array(3000);
          const other = Uint8Array.of(1, 2, 3);
          const told: Uint8Array[] = [region.slice()];
          edits.forEach(({ at, bytes, value, length }, k) => {
            if (length !== null) {
              const next = new Uint8Array(length);
              next.set(region.subarray(0, length));
              region = next;
            }
            region.fill(value, at, at + bytes);
            other[1] = k;
            told.push(region.slice());
            frames.offer(k + 1, 1, { bytes: () => 0, regions: () => [region, other] });
          });
          for (let step = edits.length; step >= 0; step--) {
            const frame = frames.before(step);
            if (frame === null) continue;
            const [first, second] = writtenBack(frame);
            expect(Buffer.compare(first!, told[frame.step]!), `step ${frame.step}`).toBe(0);
            expect([...second!]).toEqual([1, frame.step - 1, 3]);
          }
          expect(frames.stepBefore(edits.length)).toBeGreaterThan(0);
        },
      ),
      { seed, numRuns: 300 },
    );
  });

  // A copy of a large memory of which little changes takes that little, and its list only where it changed.
  test('take what has changed since the one before, not what memory has', () => {
    const frames = keyframes(1e9, 1);
    const region = new Uint8Array(4 << 20);
    for (let page = 0; page < region.length / 256; page++) new DataView(region.buffer).setUint32(256 * page, page + 1);
    frames.offer(1, 1, { bytes: () => 0, regions: () => [region] });
    const one = frames.bytes();
    for (let step = 2; step <= 101; step++) {
      region[256 * 64 * step] = 0xff;
      frames.offer(step, 1, { bytes: () => 0, regions: () => [region] });
    }
    expect(frames.bytes() - one).toBeLessThanOrEqual(100 * (64 + 4 * 256));
    for (const step of [1, 50, 101]) {
      const frame = frames.before(step)!;
      expect(frame.step).toBe(step);
      expect(writtenBack(frame)[0]!.filter((byte, at) => byte === 0xff && at % 256 === 0)).toHaveLength(step - 1);
    }
  });

  // What is counted holds on every machine: how many calls are made again to go somewhere.
  test('make going anywhere in a long run a matter of few calls, and scrubbing back too', async () => {
    const long = 30_000;
    const begun = beginSession(
      `tree t alloc\nrepeat ${long} as i { store (i * 7919 % ${long + 1}) * 8..+5 = i }\n`,
      await loadCore(),
      { keyframeBytesMax: 16 << 20 },
    );
    if (begun.kind === 'refused') throw new Error('refused');
    const { session } = begun;
    while (!session.advance(1000));
    const { time } = session.place();
    const bound = time.frames.interval(2 << 20);
    expect(bound).toBeLessThanOrEqual(2048);
    const cost = (step: number): number => {
      const before = time.replayed();
      time.goTo(step);
      return time.replayed() - before;
    };
    for (let k = 0; k < 200; k++) expect(cost((k * 7919) % long)).toBeLessThanOrEqual(bound);
    for (let step = 20_000; step > 19_700; step--) expect(cost(step)).toBeLessThanOrEqual(bound);
    expect(session.bytes()).toBeLessThan(24 << 20);
  });

  test('stay so when the bound hardly holds one copy of memory', async () => {
    const long = 20_000;
    const begun = beginSession(`tree t alloc\nrepeat ${long} as i { store i*16..+8 = i }\n`, await loadCore(), {
      keyframeBytesMax: 1 << 20,
    });
    if (begun.kind === 'refused') throw new Error('refused');
    const { session } = begun;
    while (!session.advance(1000));
    const { time, core } = session.place();
    const memory = snapshotBytes(core);
    expect(memory).toBeGreaterThan(600 << 10);
    const bound = 2 * time.frames.interval(memory);
    expect(bound).toBeLessThan(long / 10);
    for (let k = 0; k < 100; k++) {
      const before = time.replayed();
      time.goTo((k * 7919) % long);
      expect(time.replayed() - before).toBeLessThanOrEqual(bound);
    }
    expect(time.frames.bytes()).toBeLessThan(4 * memory);
  });

  test('thinned out during a run, it is still possible to go anywhere', async () => {
    const session = await runText('tree t alloc\nrepeat 3000 as i { store (i * 37 % 3001) * 4..+3 = i }\n', {
      keyframeBytesMax: 1 << 20,
      keyframeInterval: 4,
    });
    const sums = session.report().steps.map((step) => step.sum);
    for (const step of [3001, 1, 2000, 1999, 5, 2999, 64, 1024])
      expect(session.sumAt(step), String(step)).toBe(sums[step - 1]);
    expect(session.bytes()).toBeLessThan(2 << 20);
  });
});
