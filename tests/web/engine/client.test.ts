// SPDX-License-Identifier: GPL-2.0-or-later
//
// Client and service joined by a worker that is none: messages are cloned and come later, as between threads.

import { reportedSweep } from '../../../web/words/sweep';
import { briefAt, type RunOutcome } from '../../../web/model/run';
import { parse } from '../../../web/scenario/language/parser';
import { stepsOf } from '../../../web/scenario/check/step-count';
import { afterEach, describe, expect, test } from 'vitest';
import { loadCore } from '../../../web/cli/core-file';
import {
  Cancelled,
  createClient,
  EngineCrashed,
  type Client,
  type WorkerLike,
} from '../../../web/engine/service/client';
import type { AnswerProgress } from '../../../web/model/questions';
import { dumpSum } from '../../../web/engine/decode/dump';
import { ENGINE_ID } from '../../../web/engine/generated/engine-id';
import type { Reply, Request } from '../../../web/engine/service/protocol';
import { createService } from '../../../web/engine/service/service';
import { stateSum } from '../../../web/engine/time/state-sum';
import type { Loaded } from '../../../web/engine/core/wasm';
import { runText, sceneAt, answerTo } from './runs';

interface Pretended extends WorkerLike {
  readonly heard: Request[];
  readonly dead: () => boolean;
  readonly deafen: () => void;
  readonly crash: (message: string) => void;
}

/** Workers that run the real service in this thread. */
function workers(
  startCore: () => Promise<Loaded>,
  startCachelines?: () => Promise<Loaded>,
): { readonly made: Pretended[]; readonly spawn: () => WorkerLike } {
  const made: Pretended[] = [];
  const spawn = (): WorkerLike => {
    let dead = false;
    let deaf = false;
    const heard: Request[] = [];
    const service = createService({
      startCore,
      ...(startCachelines === undefined ? {} : { startCachelines }),
      post: (reply, transfer) => {
        const data = structuredClone(reply, { transfer: [...transfer] });
        setImmediate(() => {
          if (!dead && !deaf) worker.onmessage?.({ data } as MessageEvent<Reply>);
        });
      },
      breathe: () => new Promise((resolve) => setImmediate(resolve)),
      now: () => performance.now(),
    });
    const worker: Pretended = {
      heard,
      dead: () => dead,
      deafen: () => {
        deaf = true;
      },
      crash: (message) => worker.onerror?.({ message } as ErrorEvent),
      onmessage: null,
      onerror: null,
      onmessageerror: null,
      postMessage: (request) => {
        const data = structuredClone(request);
        heard.push(data);
        setImmediate(() => {
          if (!dead && !deaf) service.take(data);
        });
      },
      terminate: () => {
        dead = true;
      },
    };
    made.push(worker);
    return worker;
  };
  return { made, spawn };
}

const core = async (): Promise<Loaded> => ({ kind: 'core', core: await loadCore() });
const SHORT = 'tree t alloc\nrepeat 20 as i { store i*10..+5 = i }\nerase 35\n';
const LONG = 'tree t alloc\nrepeat 200000 as i { store i*10..+5 = i }\n';
const clients: Client[] = [];

function join(
  startCore = core,
  patienceMs = 1000,
  startCachelines?: () => Promise<Loaded>,
): { readonly client: Client; readonly made: Pretended[] } {
  const { made, spawn } = workers(startCore, startCachelines);
  const client = createClient({ spawn, patienceMs });
  clients.push(client);
  return { client, made };
}

// The columns of a buffer are one.
function objectsIn(value: unknown, known = new Set<object>()): number {
  if (typeof value !== 'object' || value === null || known.has(value)) return known.size;
  known.add(value);
  if (!ArrayBuffer.isView(value)) for (const part of Object.values(value)) objectsIn(part, known);
  return known.size;
}

afterEach(() => {
  for (const client of clients.splice(0)) client.dispose();
});

describe('the client', () => {
  test('runs a text and gives scenes and the report, as a session does', async () => {
    const { client } = join();
    const session = await runText(SHORT);
    expect(await client.run(SHORT)).toEqual({ kind: 'ran', summary: session.summary(), differsAt: null });
    expect(await client.report()).toEqual(session.report());
    for (const step of [22, 0, 5, 21, 1]) {
      const scene = await client.scene(step);
      expect(scene.step).toBe(step);
      for (const tree of scene.trees)
        expect(dumpSum(tree.picture)).toBe(session.report().steps[step - 1]?.sum ?? tree.sum);
      expect(await client.sumAt(SHORT, step)).toBe(stateSum(scene));
    }
    expect((await client.run(SHORT)) as unknown).toMatchObject({ summary: { engine: ENGINE_ID } });
  });

  test('of a run of many lines the page gets no object for each step', async () => {
    const { client } = join();
    const lines = Array.from({ length: 2000 }, (_, k) => `store ${k * 16}..+8 = ${k}`);
    const { summary } = (await client.run(`tree t\n${lines.join('\n')}\n`)) as Extract<RunOutcome, { kind: 'ran' }>;
    expect(summary.steps.length).toBe(2001);
    expect(objectsIn(summary)).toBeLessThan(200);
    expect(briefAt(summary.steps, 2001)).toMatchObject({ line: 2001, op: 'store', tree: 't' });
  });

  test('counts cache lines in a module of its own, two trees at a time, and says where there is none', async () => {
    const session = await runText(SHORT);
    const asked = session.report().trees.map(({ name }) => ({ step: session.steps(), tree: name }));
    const { client } = join(core, 1000, async () => ({ kind: 'core', core: await loadCore('cachelines') }));
    await client.run(SHORT);
    const seeds = [1, 2].flatMap((seed) => asked.map((one) => ({ ...one, seed })));
    const wanted = await Promise.all(
      seeds.map(async (one) => answerTo(session, 'redBlack', one, await loadCore('cachelines'))),
    );
    expect(await Promise.all(seeds.map((one) => client.ask('redBlack', one)))).toEqual(wanted);
    const { client: without } = join();
    await without.run(SHORT);
    await expect(without.ask('redBlack', seeds[0]!)).rejects.toThrow('lines of cache cannot be counted here');
    await expect(without.ask('sums', { step: 1 })).resolves.toHaveLength(asked.length);
  });

  test('gives an unchanged node as the very same object in the next scene', async () => {
    const { client } = join();
    await client.run(SHORT);
    const nodes = (await client.scene(21)).trees[0]?.picture.nodes ?? [];
    const later = (await client.scene(22)).trees[0]?.picture.nodes ?? [];
    const same = later.filter((node) => nodes.includes(node));
    expect(later.length).toBeGreaterThan(2);
    // An erase that rewrites one leaf in place: the others stay, the root if no gap grew.
    expect(same.length).toBeGreaterThanOrEqual(later.length - 2);
  });

  test('stops a step at an event, and names the core’s function that emits it, also after a crash', async () => {
    const { client, made } = join();
    const text = 'tree t alloc\nrepeat 20 as i { store i*10..+5 = i }\nstore 35..120 = 7\n';
    await client.run(text);
    const whole = await client.scene(22);
    expect(whole).not.toHaveProperty('half');
    const event = whole.events.findIndex(({ name }) => name === 'linked');
    const first = (await client.scene(22, event)).half;
    expect(first).toMatchObject({
      kind: 'half',
      event,
      source: { file: 'core/src/replace.c', function: expect.stringMatching(/^[a-z_]+$/) as string },
    });
    if (first?.kind !== 'half') throw new Error('no state');
    // A node that is as it was a step earlier is the same object in both.
    expect(
      first.trees[0]?.picture.nodes.filter((node) => !first.trees[0]?.changes.now.has(node.id)).length,
    ).toBeGreaterThan(0);
    made[0]?.crash('ouch');
    expect((await client.scene(22, event)).half).toEqual(first);
    expect((await client.scene(22, 9999)).half).toMatchObject({ kind: 'missing', event: 9999 });
    expect(await client.scene(22)).toEqual(whole);
  });

  test('compares a fork with every other way, also after a crash, and gives its scene as a session does', async () => {
    const { client, made } = join();
    const text = 'mm p\nrepeat 30 as i { map 0x10000 + i*0x2000 .. 0x10fff + i*0x2000 rw }\nfail vma 9\nfork p as c\n';
    const session = await runText(text);
    await client.run(text);
    expect(await client.ask('forkColumns', { step: 32, ways: 'all' })).toEqual(
      answerTo(session, 'forkColumns', { step: 32, ways: 'all' }),
    );
    expect(await client.ask('forkColumns', { step: 31, ways: 'all' })).toEqual([]);
    made[0]?.crash('ouch');
    expect(await client.ask('forkColumns', { step: 32, ways: 'all' })).toHaveLength(8);
    expect((await client.scene(32)).fork).toEqual(sceneAt(session, 32).fork);
  });

  test('tells how far a sweep is, and gives its runs', async () => {
    const { client } = join();
    const seen: unknown[] = [];
    const text =
      'mm p\nrepeat 400 as i { map 0x10000 + i*0x2000 .. 0x10fff + i*0x2000 rw }\nsweep vma {\n  fork p as c\n}\n';
    const outcome = await client.run(text, (_, sweep) => {
      if (sweep !== null) seen.push(sweep.done);
    });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).toEqual([...seen].sort((a, b) => Number(a) - Number(b)));
    if (outcome.kind !== 'ran') throw new Error('refused');
    expect(outcome.summary.sweeps).toMatchObject([{ step: 402, report: { site: 'vma', times: 1 } }]);
    const { runs } = outcome.summary.sweeps[0]!.report;
    expect(runs).toHaveLength(401);
    expect(runs.filter((one) => one.failed).every((one) => one.outcome === 'undone')).toBe(true);
    expect((await client.report()).sweeps).toEqual([reportedSweep(outcome.summary.sweeps[0]!.report)]);
    // The state that stays is the last run's.
    expect((await client.scene(402)).trees.map((tree) => [tree.picture.name, tree.mm?.facts.vmas])).toEqual([
      ['p', 400],
      ['c', 400],
    ]);
  });

  test('tells mistakes of the text, and keeps the run before', async () => {
    const { client } = join();
    await client.run(SHORT);
    const outcome = await client.run('stor 1 = 2\n');
    expect(outcome).toMatchObject({ kind: 'refused', diagnostics: [{ line: 1 }] });
    expect((await client.scene(22)).steps).toBe(22);
  });

  test('tells progress, and a cancelled run rejects at once and leaves the run before', async () => {
    const { client } = join();
    await client.run(SHORT);
    const steps: number[] = [];
    const run = client.run(LONG, (done, _sweep, of) => {
      // The worker, which has read the text, counts the steps to come: the page reads no text for it.
      expect(of).toBe(stepsOf(parse(LONG).program.statements));
      expect(of).toBeGreaterThan(done);
      steps.push(done);
      if (steps.length === 3) client.cancel();
    });
    await expect(run).rejects.toBeInstanceOf(Cancelled);
    expect(steps).toHaveLength(3);
    expect(steps[2]).toBeGreaterThan(steps[0] ?? Infinity);
    expect((await client.scene(3)).steps).toBe(22);
  });

  test('a run that is superseded is given up for the newer one', async () => {
    const { client, made } = join();
    const first = client.run(LONG);
    const second = client.run(SHORT);
    await expect(first).rejects.toBeInstanceOf(Cancelled);
    expect(await second).toMatchObject({ kind: 'ran', summary: { ok: true } });
    expect(made).toHaveLength(1);
    expect((await client.report()).steps).toHaveLength(22);
  });

  test('a worker that does not react is terminated, and the run before is repeated on demand', async () => {
    const { client, made } = join(core, 30);
    await client.run(SHORT);
    const wanted = await client.scene(9);
    const run = client.run(LONG);
    made[0]?.deafen();
    client.cancel();
    await expect(run).rejects.toBeInstanceOf(Cancelled);
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(made[0]?.dead()).toBe(true);
    const scene = await client.scene(9);
    expect(made).toHaveLength(2);
    expect(scene).toEqual(wanted);
    expect((await client.report()).steps).toHaveLength(22);
  });

  test('a newer run waits for the new worker when the old one had to be killed', async () => {
    const { client, made } = join(core, 30);
    const first = client.run(LONG);
    await new Promise((resolve) => setTimeout(resolve, 20));
    made[0]?.deafen();
    const second = client.run(SHORT);
    await expect(first).rejects.toBeInstanceOf(Cancelled);
    expect(await second).toMatchObject({ kind: 'ran', summary: { ok: true } });
    expect(made).toHaveLength(2);
  });

  test('a crash is reported plainly, and the next request finds a new worker', async () => {
    const { client, made } = join();
    await client.run(SHORT);
    const run = client.run(LONG);
    made[0]?.crash('out of memory');
    await expect(run).rejects.toThrow('The engine crashed and was restarted: out of memory.');
    await expect(run).rejects.toBeInstanceOf(EngineCrashed);
    expect((await client.scene(22)).steps).toBe(22);
    expect(made).toHaveLength(2);
    expect(made[0]?.dead()).toBe(true);
  });

  test('a core that cannot be loaded is reported, and tried again', async () => {
    let tries = 0;
    const { client } = join(async () =>
      ++tries === 1 ? { kind: 'failed', message: 'The core could not be fetched: 404' } : core(),
    );
    await expect(client.run(SHORT)).rejects.toThrow('The core could not be fetched: 404');
    expect(await client.run(SHORT)).toMatchObject({ kind: 'ran' });
  });

  test('a core that cannot be loaded again after a crash is reported once, and tried again', async () => {
    let tries = 0;
    const { client, made } = join(async () =>
      ++tries === 2 ? { kind: 'failed', message: 'The core could not be fetched: 404' } : core(),
    );
    await client.run(SHORT);
    made[0]?.crash('out of memory');
    await expect(client.scene(22)).rejects.toThrow('The core could not be fetched: 404');
    expect((await client.scene(22)).steps).toBe(22);
  });

  test('what asks too early or beyond the run gets a plain message', async () => {
    const { client } = join();
    await expect(client.scene(1)).rejects.toThrow('nothing has been run yet');
    await client.run(SHORT);
    await expect(client.scene(23)).rejects.toThrow('there is no step 23');
    expect(await client.sumAt('stor', 0)).toBeNull();
    expect(await client.sumAt(SHORT, 99)).toBeNull();
    expect((await client.scene(22)).steps).toBe(22);
  });

  test('a report that is still being completed gives way to the next run', async () => {
    const { client } = join();
    await client.run('tree t alloc\nrepeat 6000 as i { store (i * 37 % 6007) * 4..+3 = i }\n');
    const report = client.report();
    const outcome = client.run(SHORT);
    await expect(report).rejects.toBeInstanceOf(Cancelled);
    expect(await outcome).toMatchObject({ kind: 'ran', summary: { ok: true } });
    const session = await runText(SHORT);
    expect(await client.report()).toEqual(session.report());
  });

  test('a report tells how far it is, and can be given up; the run stays, and the next report is whole', async () => {
    const { client } = join();
    const text = 'tree t alloc\nrepeat 6000 as i { store (i * 37 % 6007) * 4..+3 = i }\n';
    await client.run(text);
    const mine = new AbortController();
    const far: AnswerProgress[] = [];
    const report = client.report({
      signal: mine.signal,
      onProgress: (progress) => {
        far.push(progress);
        mine.abort();
      },
    });
    await expect(report).rejects.toBeInstanceOf(Cancelled);
    expect(far).toHaveLength(1);
    expect(far[0]!.of).toBe(6001);
    expect(far[0]!.done).toBeGreaterThan(0);
    expect((await client.scene(9)).steps).toBe(6001);
    expect(await client.report()).toEqual((await runText(text)).report());
  });

  test('disposed, it rejects what waits and takes nothing more', async () => {
    const { client, made } = join();
    const run = client.run(LONG);
    client.dispose();
    await expect(run).rejects.toBeInstanceOf(Cancelled);
    await expect(client.run(SHORT)).rejects.toBeInstanceOf(Cancelled);
    expect(made[0]?.dead()).toBe(true);
  });
});
