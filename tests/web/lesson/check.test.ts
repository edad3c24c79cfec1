// SPDX-License-Identifier: GPL-2.0-or-later
//
// What running a lesson finds: each promise that does not hold is reported at its line. And the commands, as people use
// them.

import { troubleOf } from '../../../web/model/trouble';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { engineOver, type ClientLike } from '../../../web/lesson/over-client';
import { parseLesson } from '../../../web/lesson/parse';
import { isFound, judgeHunt, judgeTask } from '../../../web/lesson/task';
import type { LessonEngine, LessonRun } from '../../../web/lesson/engine';
import { DEFECT_NAMES, type Defect } from '../../../web/lesson/defects';
import { withDefect as withCoreDefect } from '../../../web/engine/core/defect';
import type { SessionOptions } from '../../../web/engine/time/session';
import type { Hunt, Task } from '../../../web/lesson/lesson';
import { beginSession, type Session } from '../../../web/engine/time/session';
import { loadCore } from '../../../web/cli/core-file';
import { createClient, type Client, type WorkerLike } from '../../../web/engine/service/client';
import { createService } from '../../../web/engine/service/service';
import type { Reply } from '../../../web/engine/service/protocol';
import { checkLesson } from '../../../web/lesson/check';
import { answerTo, runText, sceneAt } from '../engine/runs';
import { checked, engine, track } from './lessons';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'maplescope-lessons-'));
afterAll(() => rmSync(folder, { recursive: true }));

function block(kind: string, ...lines: readonly string[]): string {
  return `# T\n\n\`\`\`${kind}\n${lines.join('\n')}\n\`\`\`\n`;
}

const TASK = ['given:', '  tree t', 'start:', '  store 1 = 1', 'goal:', '  expect entries(t) = 2'];

describe('a lesson that does not hold', () => {
  const BROKEN: readonly (readonly [name: string, text: string, ...told: readonly string[]])[] = [
    ['an expectation that fails', block('maple', 'tree t', 'expect entries() = 1'), '5:1 run fails'],
    ['a run that stops', block('maple', 'tree t', 'let x = 0 - 1'), '5:1 stopped'],
    ['a run that was meant to fail', block('maple fails', 'tree t'), '3:1 run holds'],
    ['a step that is not there', block('maple step=7', 'tree t'), '3:1 no such step'],
    ['a place that is not there', `${block('maple', 'tree t')}\nAt [five](step:5).\n`, '7:1 no such step'],
    [
      'a value of a tree that is not there yet',
      `${block('maple', 'tree t', 'tree u')}\nA {nodes(u) at 1}.\n`,
      '8:3 value failed',
    ],
    ['a value of a step that is not there', `${block('maple', 'tree t')}\nA {nodes() at 9}.\n`, '7:3 no such step'],
    [
      'a question without an answer',
      block('predict', 'given:', '  tree t', 'line: store 0 = 1', 'ask: slot'),
      '7:1 no answer',
    ],
    [
      'a question about a border that is not drawn',
      block('predict', 'given:', '  tree t', 'line: store 5 = 1', 'ask: cut'),
      '7:1 no answer',
    ],
    [
      'an answer that cannot be chosen',
      block('predict', 'given:', '  tree t', 'line: store 5 = 1', 'ask: nodes', 'choices: 2 3'),
      '7:1 answer no choice',
    ],
    [
      'a line without a step',
      block('predict', 'given:', '  tree t', 'line: let x = 5', 'ask: nodes'),
      '3:1 line steps',
    ],
    [
      'a line of several steps',
      block('predict', 'given:', '  tree t', 'line: repeat 2 { store 5 = 1 }', 'ask: nodes'),
      '3:1 line steps',
    ],
    [
      'a question about a step that is not there',
      block('predict', 'given:', '  tree t', 'step: 2', 'ask: nodes'),
      '3:1 no such step',
    ],
    [
      'variants that cannot be asked',
      block(
        'predict',
        'given:',
        '  let n = 0',
        '  tree t',
        '  store n = 1',
        'line: load 0',
        'ask: load(n) "What?"',
        'choices: 7',
        'vary: n in 1..5',
      ),
      '9:1 answer no choice',
    ],
    [
      'variants that are all alike',
      block('predict', 'given:', '  let n = 1', '  tree t', 'line: load 5', 'ask: nodes', 'vary: n in 1..1'),
      '9:1 variants alike',
    ],
    [
      'a start that solves',
      block('task', ...TASK, 'solution:', '  store 1 = 1', '  store 5 = 1').replace(
        '  store 1 = 1',
        '  store 1 = 1\n  store 7 = 1',
      ),
      '3:1 start solves',
    ],
    ['no solution', block('task', ...TASK), '3:1 no solution'],
    ['a solution that does not solve', block('task', ...TASK, 'solution:', '  store 5 = 1'), '11:3 solution refused'],
    [
      'a wrong answer that solves',
      block(
        'task',
        ...TASK,
        'solution:',
        '  repeat 2 as i { store i = 1 }',
        'wrong:',
        '  store 1 = 1',
        '  store 2 = 2',
      ),
      '13:3 wrong accepted',
    ],
    [
      'a wrong answer that the language refuses, whatever the goal',
      block('task', ...TASK, 'solution:', '  repeat 2 as i { store i = 1 }', 'wrong:', '  store 1 = 1', '  erase 1..2'),
      '14:3 scenario',
    ],
    [
      'a par that the solution does not take',
      block('task', ...TASK, 'par: 1', 'solution:', '  repeat 2 as i { store i = 1 }'),
      '10:1 par',
    ],
    [
      'a par that can be beaten',
      block('task', ...TASK, 'par: 3', 'solution:', '  store 1 = 1', '  store 2 = 2', '  load 2'),
      '10:1 par beaten',
    ],
    ['a hunt without a solution', block('hunt', 'defect: pivot off by one'), '3:1 no solution'],
    [
      'a hunt that the sound core does not pass',
      block(
        'hunt',
        'defect: pivot off by one',
        'solution:',
        '  tree t',
        '  store 5 = 1',
        '  corrupt t node 0 pivot 0 = 9',
        '  expect valid',
      ),
      '6:3 hunt unsound',
    ],
  ];

  test.each(BROKEN)('says so of %s', async (_, text, ...told) => {
    expect((await checked(text)).all).toEqual(told);
  });
});

function only<T extends 'task' | 'hunt'>(kind: T, text: string): Extract<Task | Hunt, { kind: T }> {
  const [found] = parseLesson(text)
    .lesson.screens.flatMap(({ blocks }) => blocks)
    .filter((one) => one.kind === kind);
  return found as Extract<Task | Hunt, { kind: T }>;
}

describe('a task', () => {
  const task = only(
    'task',
    block(
      'task',
      'given:',
      '  tree t',
      'goal:',
      '  expect entries(t) = 2',
      '  sweep { dup t as u }',
      '  expect same t u',
    ),
  );

  test('is solved by a text of the right kind, and counts its steps', async () => {
    expect(await judgeTask(engine, task, 'store 1 = 1\nload 1\nstore 5 = 5')).toEqual({ kind: 'solved', steps: 3 });
  });

  test('says what is missing, and tells mistakes by the lines of the text', async () => {
    expect(await judgeTask(engine, task, 'store 1 = 1')).toMatchObject({
      kind: 'unsolved',
      steps: 1,
      missing: ['entries(t) is 1, wanted = 2'],
    });
    expect(await judgeTask(engine, task, 'store 1 = 1\nstor 5')).toMatchObject({
      kind: 'refused',
      diagnostics: [{ where: 'own', line: 2, column: 1 }],
    });
    expect(await judgeTask(engine, task, 'destroy t')).toMatchObject({
      kind: 'refused',
      diagnostics: [{ where: 'goal', line: 1 }, { where: 'goal' }, { where: 'goal' }],
    });
    expect(await judgeTask(engine, task, 'store 1 = 1\nlet x = 1 - 2')).toMatchObject({ kind: 'stopped', line: 2 });
  });

  test('is not solved by a text that keeps the goal from being asked', async () => {
    for (const text of [
      'repeat 0 {',
      'maps p """',
      'store 1 = 1\nstore 2 = 2\nrepeat 0 {',
      'store 1 = 1\nstore 2 = 2\n#',
    ]) {
      expect((await judgeTask(engine, task, text)).kind, text).toBe(text.endsWith('#') ? 'solved' : 'refused');
    }
  });

  test('is not solved by a text that damages a tree', async () => {
    const damaged = only('task', block('task', 'given:', '  tree t', 'goal:', '  expect valid t'));
    expect((await judgeTask(engine, damaged, 'store 10..19 = 1\ncorrupt t node 0 pivot 0 = 30')).kind).toBe('unsolved');
  });
});

describe('a hunt', () => {
  const hunt = only('hunt', block('hunt', 'defect: pivot off by one'));

  /** A build that has one defect: what its run finds is given. */
  function withDefect(troubles: number): LessonEngine {
    const runBroken = async (text: string): Promise<LessonRun> => {
      const sound = await engine.run(text);
      if (sound.kind === 'refused') return sound;
      const found = Array.from(
        { length: troubles },
        () => ({ ...troubleOf('contents', 't', { code: 'hash' }), step: 2 }) as const,
      );
      return { ...sound, summary: { ...sound.summary, troubles: found } };
    };
    return { defects: new Set([hunt.defect]), run: engine.run, runBroken };
  }

  test('says that this build has no defects, instead of a verdict', async () => {
    const none = { ...engine, defects: new Set<Defect>() };
    expect(await judgeHunt(none, hunt, 'tree t\nstore 5 = 1')).toEqual({ kind: 'no defects' });
  });

  test('is won by what only the defect breaks', async () => {
    expect(await judgeHunt(withDefect(1), hunt, 'tree t\nstore 5 = 1')).toEqual({
      kind: 'caught',
      step: 2,
      message: 'contents of t: the hash of the contents differs',
      sound: { steps: 2, held: 0, expects: 0 },
    });
    expect(await judgeHunt(withDefect(0), hunt, 'tree t\nstore 5 = 1')).toEqual({ kind: 'missed' });
    expect((await judgeHunt(withDefect(1), hunt, 'tree t\nstore 5 = 1\ncorrupt t node 0 pivot 0 = 9\n')).kind).toBe(
      'unsound',
    );
    expect((await judgeHunt(withDefect(1), hunt, 'tree')).kind).toBe('refused');
  });
});

// Found at random: there the stale slot leads the core into what it holds for impossible.
const CRASHES = [
  'tree t alloc',
  'repeat 74 as i { store 18*i..+1 = i }',
  'store 929..+17 = null',
  'store 406..+288 = null',
  'erase 605',
  'store 1433..+44 = 1',
  'store 293..+106 = null',
  'store 264..+145 = null',
  'store 83..+108 = null',
  'store 769..+113 = null',
  'expect valid t',
].join('\n');

describe('a core with a defect that crashes', () => {
  const hunt = only('hunt', block('hunt', "defect: sibling's parent slot stale"));
  const sound = { steps: 83, held: 1, expects: 1 };

  test('stands beside what the sound core made of the text, and leaves the next run alone', async () => {
    const found = await judgeHunt(engine, hunt, CRASHES);
    expect(found).toMatchObject({ kind: 'crashed', sound });
    expect(isFound(found)).toBe(true);
    expect((await judgeHunt(engine, hunt, 'tree t\nstore 1 = 1')).kind).toBe('missed');
    expect(await judgeHunt(engine, hunt, CRASHES)).toEqual(found);
  });

  test('is reported by the page’s client too', async () => {
    const over = engineOver(clientHere(), (defect) => clientHere({ defect: DEFECT_NAMES[defect] }));
    expect(await judgeHunt(over, hunt, CRASHES)).toEqual(await judgeHunt(engine, hunt, CRASHES));
    expect((await judgeHunt(over, hunt, 'tree t\nstore 1 = 1')).kind).toBe('missed');
  });

  test('ends no run of the sound core, and an engine that is ended says so', async () => {
    const ended = engineOver(clientHere(), () => ({
      ...clientHere(),
      run: () => Promise.reject(new Error('cancelled')),
    }));
    await expect(judgeHunt(ended, hunt, CRASHES)).rejects.toThrow('cancelled');
  });
});

describe('an engine over a client', () => {
  test('makes a run again whose place another one has taken', async () => {
    const core = await loadCore();
    let here: { text: string; session: Session } | null = null;
    const ran: string[] = [];
    const client: ClientLike = {
      run: async (text) => {
        ran.push(text);
        const begun = beginSession(text, core);
        if (begun.kind === 'refused') return begun;
        here = { text, session: await runText(text) };
        return { kind: 'ran', summary: here.session.summary(), differsAt: null };
      },
      scene: (step) => Promise.resolve(sceneAt(here!.session, step)),
      ask: (kind, asked) => Promise.resolve(answerTo(here!.session, kind, asked)),
    };
    const over = engineOver(client);
    const [one, two] = await Promise.all([over.run('tree one\nstore 1 = 1\n'), over.run('tree two\n')]);
    expect((await over.run('tree')).kind).toBe('refused');
    if (one.kind !== 'ran' || two.kind !== 'ran') throw new Error('refused');
    const found = await Promise.all([
      one.scene(2),
      two.values(null, ['nodes()']),
      one.values(2, ['entries()', 'nodes(x)']),
      one.scene(1),
    ]);
    expect(found[0].trees[0]?.picture.name).toBe('one');
    expect(found[1]).toEqual([{ kind: 'number', value: 0n }]);
    expect(found[2]).toMatchObject([{ kind: 'number', value: 1n }, { kind: 'failed' }]);
    expect(found[3].step).toBe(1);
    expect(ran.map((text) => text.split('\n')[0])).toEqual([
      'tree one',
      'tree two',
      'tree',
      'tree one',
      'tree two',
      'tree one',
    ]);
  });
});

/** The page's own client, over the real service in this thread. */
function clientHere(session: SessionOptions = {}): Client {
  const spawn = (): WorkerLike => {
    const service = createService({
      startCore: async (defect) => ({
        kind: 'core',
        core: defect === undefined ? await loadCore() : withCoreDefect(await loadCore('hunt'), defect),
      }),
      post: (reply, transfer) => {
        const data = structuredClone(reply, { transfer: [...transfer] });
        setImmediate(() => worker.onmessage?.({ data } as MessageEvent<Reply>));
      },
      breathe: () => new Promise((resolve) => setImmediate(resolve)),
      now: () => performance.now(),
    });
    const worker: WorkerLike = {
      onmessage: null,
      onerror: null,
      onmessageerror: null,
      postMessage: (request) => setImmediate(() => service.take(structuredClone(request))),
      terminate: () => undefined,
    };
    return worker;
  };
  return createClient({ spawn, session });
}

test('lessons come out the same over the client and the worker of the page', async () => {
  const client = clientHere();
  const broken: Client[] = [];
  const over = engineOver(client, (defect) => {
    const one = clientHere({ defect: DEFECT_NAMES[defect] });
    broken.push(one);
    return one;
  });
  for (const { text, number } of [track[0], track[12]].filter((one) => one !== undefined)) {
    const { lesson } = parseLesson(text, { number });
    const [here, there] = [
      await checkLesson(engine, lesson, text, { seeds: 2 }),
      await checkLesson(over, lesson, text, { seeds: 2 }),
    ];
    expect(there.problems).toEqual([]);
    expect(there.computed).toEqual(here.computed);
    expect(there.computed.length).toBeGreaterThan(5);
  }
  // The hunt of lesson 13 has a worker of its own.
  expect(broken).toHaveLength(1);
  for (const one of broken) one.dispose();
  client.dispose();
});

describe('the commands', () => {
  function run(
    command: string,
    words: readonly string[],
    input = '',
  ): { status: number | null; out: string; err: string } {
    const ended = spawnSync(process.execPath, ['--import', 'tsx', `web/cli/${command}.ts`, ...words], {
      cwd: project,
      input,
      encoding: 'utf8',
      env: { ...process.env, INIT_CWD: folder },
    });
    return { status: ended.status, out: ended.stdout, err: ended.stderr };
  }

  test('lesson prints what was computed, tells mistakes with line and fix, and ends with a status', () => {
    writeFileSync(join(folder, 'good.md'), `${block('maple', 'tree t', 'store 5 = 1')}\n{nodes(t)}\n`);
    writeFileSync(join(folder, 'bad.md'), block('maple', 'tree t', 'expect nodes() = 1'));
    expect(run('lesson', ['good.md'])).toEqual({
      status: 0,
      err: '',
      out:
        'good.md: T\n     3  1-maple-1: 2 steps\n     8  {nodes(t)} = 1\n' +
        'good.md: ok, 1 scenario, 1 live value, 0 answers, 0 tasks\n',
    });
    const { status, out } = run('lesson', ['good.md', 'bad.md', '--quiet']);
    expect(status).toBe(1);
    expect(out.split('\n').slice(0, 4)).toEqual([
      'good.md: ok, 1 scenario, 1 live value, 0 answers, 0 tasks',
      'bad.md:5:1: The run is not ok: nodes() is 0, wanted = 1.',
      '    expect nodes() = 1',
      '    ^^^^^^^^^^^^^^^^^^',
    ]);
    expect(run('lesson', ['none.md'])).toEqual({ status: 2, out: '', err: 'none.md: there is no such file\n' });
    expect(run('lesson', ['--help']).out).toContain('usage: npm run --silent lesson');
    expect(run('lesson', ['--loud']).status).toBe(2);
  });

  test('shrink prints the shortest text that fails, and says so of one that does not', () => {
    const { status, out, err } = run('shrink', ['-'], 'tree t\ntree u\nstore 5 = 1\nexpect nodes(u) = 7\n');
    expect([status, out]).toEqual([0, 'tree u\nexpect nodes(u) = 7\n']);
    expect(err).toMatch(/^4 lines → 2 lines in \d+ runs\n$/);
    expect(run('shrink', ['-'], 'tree t\n').status).toBe(1);
    expect(run('shrink', ['-'], 'tre t\n')).toMatchObject({ status: 2, out: '' });
    expect(run('shrink', []).status).toBe(2);
  });
});
