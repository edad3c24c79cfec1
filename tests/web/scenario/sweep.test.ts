// SPDX-License-Identifier: GPL-2.0-or-later

import { describe, expect, test } from 'vitest';
import type { RunItem, StepItem } from '../../../web/model/item';
import type { Machine, Outcome } from '../../../web/model/machine';
import { SITES } from '../../../web/model/memory';
import type { SweepReport, SweepRun } from '../../../web/model/sweep';
import { foundText, wrongText } from '../../../web/words/trouble';
import { sweepLines } from '../../../web/cli/sweep-lines';
import { readScenario } from '../../../web/scenario/check/checker';
import { runScenario, type RunOptions } from '../../../web/scenario/run/interpreter';
import { openedRun } from '../../../web/scenario/check/sweep-text';
import { furthest, reachOf } from '../../../web/views/sweep/layout';
import { freshMachine, hintOf, itemsOf, lastHint, refusals, reportOf, stepsOf } from './run';

function sweepOf(text: string): SweepReport {
  const sweep = stepsOf(text).find((item) => item.sweep !== undefined)?.sweep;
  if (sweep === undefined) throw new Error('there is no sweep in the text');
  return sweep;
}

// A run as a report has it: what is wrong is a sentence.
function worded(run: SweepRun | undefined): unknown {
  return run === undefined ? undefined : { ...run, text: wrongText(run.wrong) };
}

// The same on a machine that one function changes.
function onMachine(text: string, change: (machine: Machine) => Partial<Machine>, options: RunOptions = {}): RunItem[] {
  const read = readScenario(text);
  if (read.kind === 'refused') throw new Error(read.diagnostics[0]?.message);
  const machine = freshMachine();
  return [...runScenario(read.program, { ...machine, ...change(machine) }, options)];
}

const SPACE =
  'mm p\nrepeat 12 as i { map 0x100000 + i * 0x3000..+0x2000 rw }\ntouch 0x100000..+0x2000 write\n' +
  'touch 0x40100000 - 0x40000000..+0x1000 write\nadvise 0x109000..+0x2000 dontfork\n';

describe('runs of a sweep', () => {
  test('a store that asks again: every run goes through all the same', () => {
    const sweep = sweepOf('tree t\nsweep {\n  repeat 40 as i { store 10 + i * 3 = i }\n}\n');
    expect(sweep).toMatchObject({ line: 2, site: 'request', times: 1 });
    expect(sweep.runs.length).toBeGreaterThan(10);
    expect(sweep.runs.map(({ k }) => k)).toEqual(sweep.runs.map((_, at) => at + 1));
    expect(
      sweep.runs.every(({ outcome, error, wrong }) => outcome === 'completed' && error === null && wrong === null),
    ).toBe(true);
    expect(sweep.runs.map(({ failed }) => failed)).toEqual(sweep.runs.map((_, at) => at < sweep.runs.length - 1));
    expect(sweep.runs.map(({ line }) => line)).toEqual(sweep.runs.map((_, at) => (at < sweep.runs.length - 1 ? 3 : 0)));
  });

  test('a dup that gives up: undone, once for each request', () => {
    const sweep = sweepOf('tree t\nrepeat 121 as i { store i * 2 = i }\nsweep {\n  dup t as u\n}\n');
    const requests =
      stepsOf('tree t\nrepeat 121 as i { store i * 2 = i }\ndup t as u\n').at(-1)?.report.requests.length ?? 0;
    expect(sweep.runs.map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: requests }, () => 'undone'),
      'completed',
    ]);
    expect(sweep.runs[0]).toMatchObject({ error: 'ENOMEM', line: 4, vma: 0, point: null });
  });

  test.each(SITES)('a fork, site %s: each pass fails in its turn, and everything is freed', (site) => {
    const sweep = sweepOf(
      `${SPACE}advise 0x100000..+0x2000 policy\nadvise 0x103000..+0x2000 uffd\nsweep ${site} { fork p as c }\n`,
    );
    const plain = stepsOf(`${SPACE}advise 0x100000..+0x2000 policy\nadvise 0x103000..+0x2000 uffd\nfork p as c\n`).at(
      -1,
    )?.report.fork;
    expect(sweep.runs).toHaveLength((plain?.passes[site] ?? 0) + 1);
    expect(plain?.passes[site]).toBeGreaterThan(0);
    for (const run of sweep.runs.slice(0, -1)) {
      expect(run).toMatchObject({ failed: true, outcome: 'undone', line: 8, wrong: null });
      expect(run.point).toMatch(/^F\d+$/);
    }
    expect(sweep.runs.at(-1)).toMatchObject({ failed: false, outcome: 'completed', error: null });
  });

  test('a run tells how many VMAs the child had, whatever the numbers of the parent’s are', () => {
    const { runs } = sweepOf(
      'mm p\nrepeat 6 as i { map 0x200000 - i*0x10000..+4K rw }\nsweep vma { fork p as child }\n',
    );
    expect(runs.map(({ vma, mapCount, outcome }) => [vma, mapCount, outcome])).toEqual(
      [6, 5, 4, 3, 2, 1, 0].map((vma, had) => [vma, vma === 0 ? 0 : had, vma === 0 ? 'completed' : 'undone']),
    );
    expect(furthest(runs)).toBe(5);
    expect(runs.slice(0, 6).map((run) => reachOf(run, furthest(runs)))).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  });

  test('of VMAs: one run a VMA that is copied, each names it', () => {
    const sweep = sweepOf(`${SPACE}sweep vma { fork p as c }\n`);
    expect(sweep.runs.map(({ vma, point }) => `${vma} ${point ?? '-'}`)).toEqual([
      ...[1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12].map((number) => `${number} F7`),
      '0 -',
    ]);
  });

  test('says how many requests no run could refuse', () => {
    const hint = (block: string): string =>
      lastHint(
        `mm p\nmap 0x1000..0x4fff rw\nmap 0x5000..0x8fff r\nrepeat 14 as i { map 0x100000 + i * 0x3000 r }\n${block}\n`,
      );
    expect(hint('sweep { unmap 0x2000 }')).toBe(
      '2 runs: 1 undone, 1 completed · 2 requests more, of later stores of one call, are never refused here',
    );
    expect(hint('sweep vma { unmap 0x2000 }')).not.toContain('never refused');
    expect(hint('sweep { fork p as c by stores }')).not.toContain('never refused');
    expect(hint('sweep { fork p as c }')).not.toContain('never refused');
  });

  test('times N: N passes in a row', () => {
    const text = (times: string): string => `tree t\nsweep${times} { repeat 20 as i { store i * 2 = i } }\n`;
    expect(sweepOf(text(' times 3')).times).toBe(3);
    expect(sweepOf(text(' times 3')).runs).toHaveLength(sweepOf(text('')).runs.length);
    expect(sweepOf('tree t\nlet n = 2\nsweep request times n + 1 { store 1..2 = 2 }\n').times).toBe(3);
  });

  test('statements behind one that failed go on, until one needs what is missing', () => {
    const sweep = sweepOf(`${SPACE}sweep mm {\n  fork p as c\n  fork c as d\n}\n`);
    expect(sweep.runs.map(({ outcome, line }) => `${line} ${outcome}`)).toEqual([
      '7 undone',
      '8 undone',
      '0 completed',
    ]);
    const retried = sweepOf(
      'tree t\nrepeat 30 as i { store i * 2 = i }\nsweep {\n  dup t as u\n  store 3..50 = 9 in t\n}\n',
    );
    expect(retried.runs.map(({ outcome, line }) => `${line} ${outcome}`).slice(-4)).toEqual([
      '4 undone',
      '5 completed',
      '5 completed',
      '0 completed',
    ]);
  });

  test('what the wrong ceiling leaves behind is a leak, with its cause', () => {
    const report = reportOf(`${SPACE}sweep page { fork p as c undo range ceiling wrong }\n`);
    const bad = report.sweeps[0]?.runs.filter(({ outcome }) => outcome === 'leak') ?? [];
    expect(bad.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^line 6: rule 5 .* 1 page table left .*`ceiling wrong` at line 6/),
      expect.stringMatching(/^line 6: rule 5 .* 2 page tables left/),
    ]);
    expect(report.ok).toBe(false);
  });
});

describe('a statement that fails though the site did not', () => {
  // 4,618 page tables each, of the 8,192 that there are.
  const LARGE = 'mm p\nmap 0..+1T rw\ntouch 0..+9G\n';

  test('a line of several runs names the VMAs at which they failed, and none between', () => {
    const [swept] = stepsOf(
      'mm p\nmap 0x1000 rw\ntouch 0x1000\nmap 0x4000 r\nadvise 0x4000 dontfork\nmap 0x8000 rw\ntouch 0x8000\n' +
        'map 0xa000 r\ntouch 0x1000\nsweep anon { fork p as c }\n',
    ).filter((item) => item.sweep !== undefined);
    expect(swept!.sweep!.runs.map(({ vma }) => vma)).not.toContain(2);
    expect(sweepLines(swept!.sweep!)[0]).toMatch(/, F10, VMA 1, 3$/);
  });

  test('makes no run complete, the last one neither, and says what it would say outside', () => {
    const [swept, outside] = [`${LARGE}sweep vma { fork p as d }\n`, `${LARGE}fork p as d\n`].map((text) =>
      stepsOf(text).at(-1),
    );
    expect(swept?.sweep?.runs).toMatchObject([
      { k: 1, failed: true, outcome: 'undone', error: 'ENOMEM', point: 'F7', line: 4 },
      { k: 2, failed: false, outcome: 'undone', error: 'ENOMEM', point: 'F11', line: 4, vma: 1 },
    ]);
    expect(hintOf(swept)).toBe(
      `2 runs: 2 undone · the last run met no failure, yet line 4 returned ENOMEM: ${hintOf(outside)}`,
    );
    expect(swept?.troubles).toEqual(outside?.troubles);
    expect(sweepLines(swept!.sweep!).at(-1)).toBe(
      '2  undone     no failure was met, and line 4 gave ENOMEM, F11, VMA 1',
    );
  });

  test('nor does an error that any run gives; but a run of which that is all goes through as it would', () => {
    const { runs } = sweepOf(
      'tree t\nstore 5 = 1\nsweep {\n  insert 5 = 2\n  repeat 20 as i { store 100 + i * 2 = i }\n}\n',
    );
    expect(runs.at(-1)).toMatchObject({ failed: false, outcome: 'undone', error: 'EEXIST', line: 4 });
    expect(
      runs.slice(0, -1).every(({ outcome, error, line }) => outcome === 'completed' && error === null && line === 5),
    ).toBe(true);
  });

  test('nor does one at a line where the run without a failure gave none, whatever other lines gave', () => {
    let asked = 0;
    const forgetful = (machine: Machine): Partial<Machine> => ({
      insert: (tree, first, last, word) => {
        const outcome = machine.insert(tree, first, last, word);
        return first === 900n && asked++ > 0 ? { ...outcome, error: 'EEXIST' } : outcome;
      },
    });
    const [runs] = onMachine(
      'tree t\nstore 5 = 1\nsweep {\n  insert 5 = 2\n  repeat 20 as i { store 100 + i * 2 = i }\n  insert 900 = 1\n}\n',
      forgetful,
    ).flatMap((item) => (item.kind === 'step' && item.sweep !== undefined ? [item.sweep.runs] : []));
    expect(runs?.[0]).toMatchObject({ failed: true, error: 'EEXIST', line: 6 });
  });

  test('is a trouble of the sweep as it is one outside', () => {
    const stubborn = (machine: Machine): Partial<Machine> => ({
      fork: (parent, how) => ({ ...machine.fork(parent, how), child: null }),
    });
    const items = onMachine('mm p\nmap 0x1000 rw\nsweep mm { fork p as d }\n', stubborn).filter(
      (item) => item.kind === 'step',
    );
    expect(
      items.at(-1)?.troubles.some(({ found }) => found.code === 'run' && found.site === 'mm' && found.k === 2),
    ).toBe(true);
    expect(items.at(-1)?.sweep?.runs.at(-1)?.outcome).not.toBe('completed');
  });
});

describe('a sweep is one step', () => {
  test('after it stands what a run without failure makes, and nothing of the others', () => {
    const rest = `fork p as c\nexpect vmas(c) = 11\nlet x = 7\nstore 1 = 3 in t\n`;
    const swept = reportOf(`${SPACE}tree t\nsweep {\n${rest}}\nstore 9 = 1 in t\nexpect load(1, t) = 3\n`);
    const plain = reportOf(`${SPACE}tree t\n${rest}store 9 = 1 in t\n`);
    expect(swept.ok).toBe(true);
    expect(swept.trees).toEqual(plain.trees);
    expect(swept.steps.at(-1)).toMatchObject({
      op: 'store',
      live: plain.steps.at(-1)?.live,
      sum: plain.steps.at(-1)?.sum,
    });
    expect(swept.steps.map(({ op }) => op).filter((op) => op === 'sweep')).toHaveLength(1);
    expect(swept.steps).toHaveLength(plain.steps.length - 1);
  });

  test('random numbers, variables and readers are brought back each time', () => {
    const sweep =
      'let n = rand(1000)\ntree t rcu\nrepeat 40 as i { store i = i }\nread t at 5 as r\nsweep {\n' +
      '  let n = rand(1000)\n  store n = 2\n  resume r count 3\n}\n';
    const text = `${sweep}let m = rand(1000)\nexpect n != m\nrelease r\n`;
    const plain = text.replace('sweep {\n', '').replace('\n}\n', '\n');
    expect(reportOf(text).trees).toEqual(reportOf(plain).trees);
    expect(reportOf(text)).toMatchObject({ ok: true, stopped: null });
  });

  test('its expects count once, in the last run, and its notes appear once', () => {
    const items = itemsOf('tree t\nsweep {\n  note "here"\n  store 1..2 = 5\n  expect load(1) = 6\n}\n');
    expect(items.filter((item) => item.kind === 'expect').map((item) => item.expect)).toEqual([
      expect.objectContaining({ line: 5, step: 2, held: false }),
    ]);
    expect(items.filter((item) => item.kind === 'note').map((item) => item.note)).toEqual([
      { step: 2, text: 'here', pause: false, line: 3 },
    ]);
    expect(items.at(-1)).toMatchObject({ kind: 'end', ok: false, stopped: null });
  });

  test('progress is reported between the runs', () => {
    const items = itemsOf('tree t\nsweep { store 1..2 = 5 }\n');
    const runs = sweepOf('tree t\nsweep { store 1..2 = 5 }\n').runs.length;
    expect(items.filter((item) => item.kind === 'progress').map(({ done, of }) => [done, of])).toEqual([
      [0, null],
      ...Array.from({ length: runs + 1 }, (_, k) => [k, runs]),
    ]);
  });

  test('what it says', () => {
    const [, step] = stepsOf('tree t\nsweep { store 1..2 = 5 }\n');
    expect(step).toMatchObject({
      hint: [{ kind: 'note', text: '2 runs: 2 completed' }],
      gutter: ['2 of 2 completed'],
      troubles: [],
    });
  });

  test('nothing stays armed, whatever was before', () => {
    const machine = freshMachine();
    const read = readScenario('tree t\nfail request 50\nsweep { store 1..2 = 5 }\nstore 3..4 = 5\n');
    if (read.kind === 'refused') throw new Error('refused');
    expect([...runScenario(read.program, machine)].at(-1)).toMatchObject({ kind: 'end', ok: true });
    expect(machine.armed('request')).toBe(0);
  });

  test('a sweep in a loop, and a block that passes nothing', () => {
    const sweeps = stepsOf(
      'tree t\nrepeat 3 as i {\n  sweep { store 10 * i..10 * i + 2 = i }\n}\nsweep vma { store 99 = 1 }\n',
    ).flatMap(({ sweep }) => (sweep === undefined ? [] : [sweep]));
    expect(sweeps.map(({ runs }) => runs.length)).toEqual([2, expect.any(Number), expect.any(Number), 1]);
    expect(sweeps.at(-1)?.runs).toEqual([
      {
        k: 1,
        failed: false,
        outcome: 'completed',
        error: null,
        line: 0,
        vma: 0,
        point: null,
        mapCount: 0,
        wrong: null,
      },
    ]);
  });

  test('too many runs, and an error of the block itself, end the run at the right line', () => {
    const end = (text: string, options: RunOptions = {}): unknown => itemsOf(text, options).at(-1);
    expect(
      end('tree t\nsweep {\n  repeat 40 as i { store 10 + i * 3 = i }\n}\n', { limits: { sweepRuns: 5 } }),
    ).toMatchObject({
      ok: false,
      stopped: {
        line: 2,
        message: expect.stringMatching(
          /^the limit of 5 runs of a sweep is reached: its block passes the failure point \d+ times/,
        ) as unknown,
      },
    });
    expect(end('tree t\nsweep {\n  store 1 / 0 = 2\n}\n')).toMatchObject({ stopped: { line: 3 } });
  });

  test('neither fail nor another sweep stands in it', () => {
    expect(refusals('tree t\nsweep {\n  fail request 1\n  store 1 = 1\n}\n')).toEqual([
      '3:3 `fail` cannot stand in a sweep',
    ]);
    expect(refusals('tree t\nsweep {\n  sweep {\n    store 1 = 1\n  }\n}\n')).toEqual([
      '3:3 `sweep` cannot stand in a sweep',
    ]);
  });
});

describe('what goes wrong in a run is found', () => {
  const TEXT = 'tree t\nrepeat 30 as i { store i * 2 = i }\nsweep {\n  dup t as u\n}\n';
  const runsOf = (change: (machine: Machine) => Partial<Machine>): SweepReport['runs'] =>
    onMachine(TEXT, change).flatMap((item) =>
      item.kind === 'step' && item.sweep !== undefined ? item.sweep.runs : [],
    );
  const refusedDups = (machine: Machine, after: (source: Parameters<Machine['dup']>[0]) => void): Partial<Machine> => ({
    dup: (source, target): Outcome => {
      const outcome = machine.dup(source, target);
      if (outcome.error !== null) after(source);
      return outcome;
    },
  });

  test('differs: a refused statement changed what is stored', () => {
    const runs = runsOf((machine) => refusedDups(machine, (source) => void machine.erase(source, 4n as never)));
    expect(runs.slice(0, -1).every(({ outcome, wrong }) => outcome === 'differs' && wrong?.line === 4)).toBe(true);
    expect(runs.at(-1)?.outcome).toBe('completed');
  });

  test('leak: something is out that was not before', () => {
    let out = 0;
    const runs = runsOf((machine) => ({
      ...refusedDups(machine, () => out++),
      live: () => machine.live() + out,
      restore: (saved) => {
        out = 0;
        machine.restore(saved);
      },
    }));
    expect(runs.slice(0, -1).map(({ outcome, wrong }) => [outcome, wrongText(wrong)])).toEqual(
      runs.slice(0, -1).map(() => ['leak', 'line 4: 1 tree node was not freed']),
    );
  });

  test('leak: an object of an address space was not freed', () => {
    let out = 0;
    const runs = runsOf((machine) => ({
      ...refusedDups(machine, () => out++),
      accounts: () =>
        machine.accounts().map((row) => (row.object === 'tables' ? { ...row, held: row.held + out } : row)),
    }));
    expect(worded(runs[0])).toMatchObject({ outcome: 'leak', text: 'line 4: 1 page table was not freed' });
  });

  test.each([
    ['differs', 0],
    ['leak', 1],
  ])('%s: the parent changed, and the account of the failed fork still holds %i tables', (outcome, held) => {
    const [runs] = onMachine('mm p\nmap 0x1000 rw\nsweep mm { fork p as c }\n', (machine) => ({
      fork: (parent, how) => {
        const forked = machine.fork(parent, how);
        if (forked.child !== null) return forked;
        const rows = forked.balance.rows.map((row) => (row.object === 'tables' ? { ...row, held } : row));
        const rules = forked.balance.rules.map((one) => (one.rule === 6 ? { ...one, held: false } : one));
        return { ...forked, balance: { rows, rules } };
      },
    })).flatMap((item) => (item.kind === 'step' && item.sweep !== undefined ? [item.sweep.runs] : []));
    expect(worded(runs?.[0])).toMatchObject({ outcome, text: expect.stringMatching(/^line 3: rule 6 /) as unknown });
  });

  test('broken: an invariant does not hold', () => {
    let broken = false;
    const runs = runsOf((machine) => ({
      ...refusedDups(machine, () => (broken = true)),
      validate: (tree) =>
        broken
          ? [{ invariant: 7, node: 1, slot: 2, excused: false, found: 1n as never, wanted: 2n as never }]
          : machine.validate(tree),
      restore: (saved) => {
        broken = false;
        machine.restore(saved);
      },
    }));
    expect(worded(runs[0])).toMatchObject({
      outcome: 'broken',
      error: 'ENOMEM',
      text: expect.stringContaining('I7 is broken') as unknown,
    });
  });

  test('each of them makes the run fail, and is reported', () => {
    const items = onMachine(TEXT, (machine) =>
      refusedDups(machine, (source) => void machine.erase(source, 4n as never)),
    );
    const step = items.find((item): item is StepItem => item.kind === 'step' && item.sweep !== undefined);
    expect(foundText(step!.troubles[0]!)).toMatch(/^sweep of request, run 1: differs: line 4: /);
    expect(items.at(-1)).toMatchObject({ kind: 'end', ok: false });
  });
});

describe('a run of a sweep, opened', () => {
  const TEXT = `${SPACE}sweep vma times 2 {\n  fork p as c # so\n  store 1 = 2 in t\n}\nexit c\n`.replace(
    'mm p',
    'tree t\nmm p',
  );

  test('over several lines: the same lines, the failure in place of the sweep', () => {
    const sweep = sweepOf(TEXT);
    const opened = openedRun(TEXT, sweep, 3);
    expect(opened?.text).toBe(
      TEXT.replace('sweep vma times 2 {', 'fail vma 3 times 2').replace(
        '\n}\nexit c',
        '\nfail off\n# not reached: exit c',
      ),
    );
    expect(reportOf(opened?.text ?? '')).toMatchObject({ stopped: null, ok: true });
    const step = stepsOf(opened?.text ?? '').find(({ report }) => report.error !== null);
    expect(step?.report).toMatchObject({ line: opened?.line, fork: { at: sweep.runs[2]?.vma, point: 'F7' } });
    expect(openedRun(TEXT, sweep, sweep.runs.length)?.line).toBe(0);
  });

  test('on one line', () => {
    const text = `${SPACE}  sweep page { fork p as c }\nexpect absent c\n`;
    const opened = openedRun(text, sweepOf(text), 1);
    expect(opened?.text).toBe(`${SPACE}  fail page 1\n  fork p as c\n  fail off\nexpect absent c\n`);
    expect(stepsOf(opened?.text ?? '').find(({ report }) => report.error !== null)?.report.line).toBe(opened?.line);
    expect(reportOf(opened?.text ?? '').ok).toBe(true);
  });

  test('what the run did not come to is a comment: the text ends as the run did', () => {
    const text =
      `${SPACE}sweep vma {\n  fork p as c\n  unmap 1M..+4K in c\n  fork p as d\n}\nexpect absent c\n` +
      'expect valid c\nexpect vmas(p) = 3\nmm c\nexit c\n';
    const [run] = sweepOf(text).runs;
    const opened = openedRun(text, sweepOf(text), 1)?.text ?? '';
    expect(run).toMatchObject({
      outcome: 'undone',
      line: text.slice(0, text.indexOf('fork p as c')).split('\n').length,
    });
    expect(opened).toContain(
      '  fork p as c\n  # not reached: unmap 1M..+4K in c\n  # not reached: fork p as d\nfail off\n' +
        'expect absent c\n# not reached: expect valid c\nexpect vmas(p) = 3\nmm c\nexit c\n',
    );
    expect(opened.split('\n')).toHaveLength(text.split('\n').length);
    expect(reportOf(opened).stopped).toBeNull();
  });

  test('in a loop, and not where the text has changed', () => {
    const text = 'tree t\nrepeat 2 {\n  sweep { store 1..2 = 1 }\n}\n';
    expect(openedRun(text, sweepOf(text), 1)?.text).toBe(
      'tree t\nrepeat 2 {\n  fail request 1\n  store 1..2 = 1\n  fail off\n}\n',
    );
    expect(openedRun(`\n${text}`, sweepOf(text), 1)).toBeNull();
  });
});

test('a fork of 800 VMAs is swept whole in seconds', () => {
  const text = 'mm p\nrepeat 800 as i { map 0x100000 + i * 0x3000..+0x2000 rw }\nsweep vma { fork p as c }\n';
  const sweep = sweepOf(text);
  expect(sweep.runs).toHaveLength(801);
  expect(sweep.runs.slice(0, -1).every(({ outcome, point }) => outcome === 'undone' && point === 'F7')).toBe(true);
}, 60_000);
