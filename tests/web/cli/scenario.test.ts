// SPDX-License-Identifier: GPL-2.0-or-later
//
// The command line as people and scripts use it: what is printed, and how it ends.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOptions } from '../../../web/cli/options';
import { rangeText } from '../../../web/cli/range-text';
import type { Report } from '../../../web/model/report';
import { regexOf } from '../regex-of';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'maplescope-scenario-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

// As people start it: the first test and the last. For the others it is bundled once, since tsx takes four times as
// long to begin as they take to run.
const AS_STARTED = ['--import', 'tsx', 'web/cli/scenario.ts'];
// As deep in the project as web/cli, from where the core is found.
const BUNDLE = { folder: 'build/cli', file: 'scenario.mjs' };
beforeAll(async () => {
  await build({
    root: project,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: 'web/cli/scenario.ts',
      outDir: BUNDLE.folder,
      minify: false,
      rolldownOptions: { output: { entryFileNames: BUNDLE.file } },
    },
  });
});

function run(
  words: readonly string[],
  input = '',
  program: readonly string[] = [join(BUNDLE.folder, BUNDLE.file)],
): Ended {
  const ended = spawnSync(process.execPath, [...program, ...words], {
    cwd: project,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { status: ended.status, out: ended.stdout, err: ended.stderr };
}

// The second store gives tut-04-append's second sum: 10..19 = 1, then 20..29 = 2.
const GOOD =
  'tree t alloc\nstore 10..19 = 1\nstore 20..29 = "two"\nload 25\ngap 4 within 0..99 from top\n' +
  'expect load(25) = "two"\n';

describe('npm run scenario', () => {
  test('prints a table that a person can read, and ends with 0', () => {
    const { status, out, err } = run(['-'], GOOD, AS_STARTED);
    expect(err).toBe('');
    expect(status).toBe(0);
    const lines = out.split('\n');
    expect(lines[0]).toMatch(
      /^ {2}step {3}line {2}tree {6}operation {2}range +result +requested +freed +live +height$/,
    );
    expect(lines[2]).toMatch(/^ {5}2 {6}2 {2}t {9}store {6}10\.\.19 +root · 1 node +1 +· +1 +1$/);
    expect(out).toContain('holds: load(25) is "two", wanted = "two"');
    expect(out).toMatch(
      /\nt {2}alloc · height 1 · 1 node · 2 entries · sum [0-9a-f]{16} · 20 invariants hold, 15 do not apply\n/,
    );
    expect(out).toMatch(/\nok: 5 steps, 1 expectation held\nengine linux-6\.16\/[0-9a-f]{12}\n$/);
    expect(out).not.toContain('\u001b');
    // Columns stand below each other.
    expect(new Set(lines.slice(1, 6).map((line) => line.length)).size).toBe(1);
  });

  test('--redblack compares each tree with a red-black tree, with the cache that is wanted', () => {
    const text = 'tree t\nrepeat 100 as i { store (i * 10)..(i * 10 + 5) = i + 1 }\ntree u\n';
    const { status, out, err } = run(['-', '--redblack', '--line', '128', '--kib', '16'], text);
    expect([status, err]).toEqual([0, 'u: nothing is stored, so there is nothing to compare.\n']);
    expect(out).toContain(
      't: 100 ranges, 100 lookups, 100 erases and as many inserts\ncache: 16 KiB, 8 ways, lines of 128 bytes\n',
    );
    expect(out).toMatch(/\n {2}nodes +\d+ +100\n/);
    const json = run(['-', '--redblack', '--json', '--at', '2'], text);
    expect(JSON.parse(json.out)).toMatchObject({
      tree: 't',
      kind: 'compared',
      ranges: 1,
      cache: { line: 64, ways: 8, kib: 32 },
      redBlack: { nodes: 1 },
    });
    expect(run(['-', '--redblack', '--ways', '7'], text).err).toMatch(/^t: a cache has lines of 16 to 256 bytes/);
    expect(run(['-', '--redblack', '--at', '999'], text).err).toBe('There is no step 999: the run has 102.\n');
    expect(readOptions(['-', '--line', '64'])).toBe('--line, --ways and --kib go with --redblack');
    expect(readOptions(['-', '--redblack', '--kib', 'x'])).toBe('--kib takes a number, not `x`');
    expect(readOptions(['-', '--redblack', '--dump'])).toBe('--redblack and --dump exclude each other');
  });

  test('--defect runs a core with one deliberate defect, and says so', () => {
    const text = 'tree t\nstore 10 = 1\nstore 5 = 2\n';
    const { status, out } = run(['-', '--defect', 'pivot_off_by_one'], text);
    expect(status).toBe(1);
    expect(out).toContain('TROUBLE: contents of t: the tree holds 5..6 = 2 where the range map holds 5..5 = 2');
    expect(out).toMatch(/\nengine linux-6\.16\/[0-9a-f]{12}\+pivot_off_by_one\n$/);
    expect(run(['-', '--defect=gap_not_raised'], text).status).toBe(0);
    expect(readOptions(['-', '--defect', 'typo'])).toMatch(
      /^--defect takes the name of a defect, not `typo`: gap_not_raised, /,
    );
    expect(readOptions(['-', '--defect'])).toMatch(/^--defect takes the name of a defect: /);
  });

  test('--defect: a core that comes to a halt is a failure, and no crash', () => {
    const text =
      'tree t\nrepeat 60 as i { store 10*i..+9 = i }\nrepeat 60 as i { store 10*i+2 = i }\n' +
      'repeat 60 as i { erase 10*i }\ndestroy t\n';
    const { status, err } = run(['-', '--defect', 'parent_slot_stale'], text);
    expect(status).toBe(1);
    expect(err).toBe('The core stopped: it met memory that its own assertions rule out.\n');
  });

  const SPACES =
    'maps p """\n555555554000-555555556000 r--p 00001000 fe:00 12 /usr/bin/true\n' +
    '555555556000-555555558000 rw-p 0 00:00 0\n"""\nmap 0x555555559000..+4K rw\nunmap 0x555555554000..+8K\n';

  test('--vmas prints an address space as /proc/PID/maps does, with --at that of a step', () => {
    const { status, out, err } = run(['-', '--vmas', '--at', '2'], SPACES);
    expect([status, err]).toEqual([0, '']);
    expect(out).toBe(
      '555555554000-555555556000 r--p 00001000 00:00 0                          /usr/bin/true\n' +
        '555555556000-555555558000 rw-p 00000000 00:00 0 \n',
    );
    expect(run(['-', '--vmas'], SPACES).out).toBe(
      '555555556000-555555558000 rw-p 00000000 00:00 0 \n555555559000-55555555a000 rw-p 00000000 00:00 0 \n',
    );
    expect(run(['-', '--vmas'], `${SPACES}fork p as c\n`).out).toMatch(/^# p\n5.*\n5.*\n# c\n5.*\n5.*\n$/);
  });

  test('--flags adds VmFlags to each VMA, as smaps has them, and the print is read again', () => {
    const text =
      'mm p\nmap 0x1000..+8K rw\nmap 0x9000..+4K r shared file "/x"\nadvise 0x1000 lock\nadvise 0x1000..+8K seal\n';
    const { out } = run(['-', '--vmas', '--flags'], text);
    expect(out.split('\n').filter((line) => line.startsWith('VmFlags'))).toEqual([
      'VmFlags: rd wr lo ac sl',
      'VmFlags: rd wr ac sl',
      'VmFlags: rd sh',
    ]);
    expect(run(['-', '--vmas', '--flags'], `maps p """\n${out}"""\n`).out).toBe(out);
    expect(run(['-', '--flags'], text)).toMatchObject({ status: 2, out: '' });
  });

  test('--vmas without an address space, or of a step that is not there, says so', () => {
    expect(run(['-', '--vmas'], 'tree t\n')).toEqual({
      status: 1,
      out: '',
      err: 'No address space exists at this step: `mm`, `maps`, `trace` and `fork` make one.\n',
    });
    expect(run(['-', '--vmas', '--at', '9'], SPACES)).toMatchObject({
      status: 1,
      out: '',
      err: 'There is no step 9: the run has 4.\n',
    });
    expect(run(['-', '--vmas', '--json'], SPACES)).toMatchObject({ status: 2, out: '' });
    expect(run(['-', '--vmas'], `${SPACES}expect vmas() = 7\n`)).toMatchObject({
      status: 1,
      err: 'line 7: vmas() is 2, wanted = 7\n',
    });
  });

  test('--strict gives a refused step an exit status', () => {
    const text = `${SPACES}protect 0x10000000..+4K r\n`;
    expect(run(['-'], text).status).toBe(0);
    const { status, err } = run(['-', '--strict'], text);
    expect([status, err]).toEqual([1, '1 step was refused, and --strict allows none\n']);
    expect(run(['-', '--strict'], SPACES).status).toBe(0);
    expect(run(['-', '--strict', '--json'], text).status).toBe(1);
  });

  test('`expect same` tells how many places differ and the first five', () => {
    const one = 'mm a\nmap 0x10000000..+4K rw\nmm b\nmap 0x10000000..+8K rw\nexpect same a b\n';
    expect(run(['-'], one).out).toContain(
      'fails: a has 0x10000000..0x10000fff rw-p 0 where b has 0x10000000..0x10001fff rw-p 0\n',
    );
    const many = 'tree a\ntree b\nrepeat 8 as i { store 10*i..+5 = i in b }\nstore 0..+5 = 0 in a\nexpect same a b\n';
    const { status, out } = run(['-'], many);
    expect(status).toBe(1);
    expect(out).toMatch(
      regexOf(
        /fails: a and b differ in 7 places: a has nothing more where b has 10\.\.14 with /,
        /[^;]*;(?: a has nothing more where b has [^;]*;){4} and 2 more\n/,
      ),
    );
  });

  test('what is noted and legal is not blamed on a bulk load that was not', () => {
    const { out } = run(
      ['-'],
      'tree z alloc\nrepeat 20 as i { store 10 * i..+5 = i }\ncorrupt z node 0 pivot 0 = 100\n',
    );
    expect(out).toMatch(/ · noted \(legal\): I37\n/);
    expect(out).not.toContain('bulk');
  });

  test('a range that was written as a subtraction is reported where the run stops', () => {
    const { status, out } = run(['-'], 'tree t\nstore 10-20 = 1\n');
    expect(status).toBe(1);
    expect(out).toContain('· 4 invariants hold, 31 do not apply\n');
    expect(out).toContain(
      'Stopped at line 2: `10-20` is a subtraction, and numbers begin at 0: a range is written `10..20` (column ' +
        '7)\nnot ok',
    );
    expect(out).not.toContain('is below 0');
    expect(run(['-'], 'tree t alloc\ngap 1 within 9..5\n').out).toContain(
      'Stopped at line 2: this range ends before it begins: 9 is above 5 (column 14)\nnot ok',
    );
  });

  test('a place that was found is printed in the base of the range beside it', () => {
    const { out } = run(
      ['-'],
      'tree t alloc\nstore 0..149 = 1\ngap 50 within 0..999\nexpect result() = 150\n' +
        'alloc 4 within 0x20000..0x30000 = 2\ngap 9 within 0..5\n',
    );
    const rows = out.split('\n').map((line) => line.trim().split(/ {2,}/));
    expect(rows[3]?.slice(3, 6)).toEqual(['gap', '150..199', '150']);
    expect(out).toContain('result() is 150, wanted = 150');
    expect(rows[5]?.slice(3, 6)).toEqual(['alloc', '0x20000..0x20003', '0x20000']);
    expect(rows[6]?.slice(3, 6)).toEqual(['gap', '0..5', 'EINVAL']);
  });

  test('a step that was refused and asked again says what would refuse that as well', () => {
    const { out } = run(['-'], 'tree t\nfail request 1\nstore 5 = 1\nstore 9 = 1\n');
    expect(out.split('\n')[3]).toMatch(
      /^ +`fail request 1 times 2` at line 2 would refuse the repeated request as well$/,
    );
    expect(out.match(/would refuse/g)).toHaveLength(1);
    expect(run(['-'], 'tree t\nfail request 1 times 2\nstore 5 = 1\n').out).toContain('ENOMEM');
  });

  test('--json gives the report of the page, indexes in hex and labels by name', () => {
    const { status, out } = run(['-', '--json'], GOOD);
    expect(status).toBe(0);
    const report = JSON.parse(out) as Report;
    expect(report).toMatchObject({ ok: true, stopped: null, expects: { passed: 1, failed: [] }, sweeps: [] });
    expect(report.engine).toMatch(/^linux-6\.16\/[0-9a-f]{12}$/);
    expect(report.steps.map((step) => step.line)).toEqual([1, 2, 3, 4, 5]);
    // golden/FORMAT.md, "Checking by hand": the sum of the first store and of the empty tree.
    expect(report.steps[0]).toMatchObject({
      op: 'tree',
      tree: 't',
      error: null,
      sum: '5486f28aa0c38cac',
      requests: [],
      rk: '',
    });
    expect(report.steps[1]).toEqual({
      line: 2,
      op: 'store',
      tree: 't',
      error: null,
      result: null,
      storeType: 'store_root',
      vh: null,
      sh: null,
      pre: 1,
      preVacancy: 1,
      preWhole: 1,
      used: 1,
      requests: [1],
      rk: 's',
      freed: 0,
      deferred: 0,
      live: 1,
      height: 1,
      sum: 'a95c0f4e89d7983d',
    });
    expect(report.steps[3]?.result).toEqual({ label: 'two' });
    expect(report.steps[4]?.result).toEqual({ index: '0x60', last: '0x63' });
    expect(report.trees[0]).toMatchObject({
      name: 't',
      mode: { alloc: true, rcu: false },
      height: 1,
      nodes: 1,
      entries: 2,
      invariants: { broken: [], excused: [] },
    });
  });

  test('tells what was armed and never failed, and is content', () => {
    const text = 'tree t\nfail request 5\nstore 1 = 1\n';
    const table = run(['-'], text);
    expect(table.status).toBe(0);
    expect(table.out).toContain(
      '\n`fail` armed at line 2 and never reached: the run made only 1 request to the node allocator after it\n',
    );
    const json = run(['-', '--json'], text);
    expect(json.status).toBe(0);
    expect(JSON.parse(json.out)).toMatchObject({
      ok: true,
      unreached: [{ line: 2, message: expect.stringMatching(/^armed at line 2 and never reached/) as string }],
    });
  });

  const FORKS =
    'mm p\nmap 0x1000..0x2fff rw\ntouch 0x1000\nfail anon 2\nfork p as c\nsweep vma { fork p as c }\nexit c\n';

  test('shows the balance sheet of a fork and of an exit, and each run of a sweep', () => {
    const { status, out } = run(['-'], FORKS);
    expect(status).toBe(0);
    const lines = out.split('\n').map((line) => line.trim());
    expect(lines).toContain(
      'copying the anon_vma chain, F10, failed for VMA 1 (0x1000): out of memory · the exit path removed 0 VMAs ' +
        'and stopped at the marker in the place of VMA 1; the VMAs after it are the parent’s · the caller of ' +
        'fork() sees ENOMEM; `c` does not exist · line 4 injects this failure',
    );
    expect(lines).toContain('allocated  freed  held');
    expect(lines).toContainEqual(expect.stringMatching(/^VMAs +1 +1 +0$/));
    expect(lines).toContain('rule 3 holds: 1 tree node allocated, 1 freed.');
    expect(lines).toContain('1  undone     ENOMEM at line 6, F7, VMA 1');
    expect(lines).toContain('2  completed  no failure was met');
    expect(lines).toContain('1 VMA, 3 page tables, 1 resident page freed');
  });

  test('--json gives the record and the account of a fork, the account of an exit, and sweeps', () => {
    const report = JSON.parse(run(['-', '--json'], FORKS).out) as Report;
    const [, , , fork, , exit] = report.steps;
    expect(fork?.fork).toMatchObject({
      by: 'dup',
      undo: 'marker',
      wrongCeiling: false,
      error: 'ENOMEM',
      point: 'F10',
      site: 'anon',
      at: 1,
      endVma: 1,
      treeEnd: '0x0',
      ceiling: '0x0',
      mapCount: 0,
      removed: 0,
    });
    expect(fork?.balance?.rows.find((row) => row.object === 'vmas')).toEqual({
      object: 'vmas',
      obtained: 1,
      returned: 1,
      held: 0,
    });
    expect(fork?.balance?.rules.map((rule) => rule.held)).toEqual([true, true, true, true, true, true]);
    expect(exit?.fork).toBeNull();
    expect(exit?.balance?.rows.every((row) => row.held === 0)).toBe(true);
    expect(report.steps[0]).not.toHaveProperty('fork');
    expect(report.sweeps).toMatchObject([
      {
        line: 6,
        site: 'vma',
        times: 1,
        runs: [
          { k: 1, failed: true, outcome: 'undone', error: 'ENOMEM', point: 'F7', vma: 1 },
          { k: 2, failed: false, outcome: 'completed' },
        ],
      },
    ]);
  });

  test('ends with 1 when an expectation fails or the run is stopped, and says where', () => {
    const failed = run(['-'], 'tree t\nexpect live() = 5\nstore 1 = 1\nlet x = 1 - 2\nstore 2 = 2\n');
    expect(failed.status).toBe(1);
    expect(failed.out).toContain('fails: live() is 0, wanted = 5');
    expect(failed.out).toContain('Stopped at line 4: 1 − 2 is below 0; numbers are 0 … 2^64−1 (column 9)');
    expect(failed.out).toContain('not ok: 2 steps, 1 expectation failed');
    const json = run(['-', '--json'], 'tree t\nlet x = 1 - 2\n');
    expect(json.status).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({ ok: false, stopped: { line: 2 } });
  });

  test('ends with 2 when the text has mistakes, and nothing runs', () => {
    const { status, out, err } = run(['-'], 'tree t\n\tstroe 1 = 1\nuse u\n');
    expect(status).toBe(2);
    expect(out).toBe('');
    expect(err).toBe(
      [
        'standard input:2:2: `stroe` does not begin a statement',
        '    \tstroe 1 = 1',
        '    \t^^^^^',
        '    did you mean `store`?',
        'standard input:3:5: no tree or address space is called `u`',
        '    use u',
        '        ^',
        '    the only tree here is `t`',
        '',
      ].join('\n'),
    );
    const json = run(['-', '--json'], 'frok');
    expect(json.status).toBe(2);
    expect(JSON.parse(json.out)).toMatchObject({
      ok: false,
      steps: [],
      trees: [],
      errors: [{ line: 1, column: 1, hint: 'did you mean `fork`?' }],
    });
  });

  test('the message on a bare memory map says how to put it into a scenario', () => {
    const map = '00400000-00401000 r--p 00000000 00:00 0 /bin/a\n00401000-00402000 r-xp 00001000 00:00 0 /bin/a\n';
    const { status, err } = run(['-'], map);
    expect(status).toBe(2);
    expect(err).toContain(`{ echo 'maps process """'; cat FILE; echo '"""'; } | npm run --silent scenario -- -`);
    expect(run(['-'], `maps process """\n${map}"""\n`).status).toBe(0);
    expect(run(['-'], 'frok').err).not.toContain('looks like');
  });

  test('ends with 2 when there is no such file, or words make no sense', () => {
    const missing = run([join(folder, 'none.maple')]);
    expect([missing.status, missing.err]).toEqual([2, `${join(folder, 'none.maple')}: there is no such file\n`]);
    const odd = run(['-', '--jsno']);
    expect(odd.status).toBe(2);
    expect(odd.err).toMatch(/^there is no option --jsno\nusage: npm run --silent scenario -- FILE/);
  });

  test('--at shows the state after a step, with --dump its canonical dumps', () => {
    const file = join(folder, 'at.maple');
    writeFileSync(file, GOOD);
    const { status, out } = run([file, '--at', '2', '--dump']);
    expect(status).toBe(0);
    // golden/FORMAT.md, "Checking by hand".
    expect(out).toContain(
      'After step 2 (line 2, store: root · 1 node)\nt  alloc · height 1 · 1 node · 1 entry · sum a95c0f4e89d7983d',
    );
    expect(out).toContain('\n  0 leaf 0-ffffffffffffffff end=2 p=9,13 s=.,v1,.\n');
    const start = run([file, '--at', '0']);
    expect([start.status, start.out.split('\n').slice(0, 2)]).toEqual([
      0,
      ['After step 0 (the empty start)', 'no tree exists'],
    ]);
    const beyond = run([file, '--at', '99']);
    expect(beyond.status).toBe(1);
    expect(beyond.out).toContain('There is no step 99: the run has 5 steps.');
    const json = JSON.parse(run([file, '--at', '2', '--dump', '--json']).out) as {
      steps: unknown[];
      trees: { dump: string[] }[];
    };
    expect(json.steps.length).toBe(2);
    expect(json.trees[0]?.dump).toEqual(['0 leaf 0-ffffffffffffffff end=2 p=9,13 s=.,v1,.']);
  });

  test('--dump alone prints the dump of every step', () => {
    const { out } = run(['-', '--dump'], 'tree t\nstore 0 = 7\nstore 10..19 = null\n');
    expect(out.match(/^ {25}(empty|single v7)$/gm)?.map((line) => line.trim())).toEqual([
      'empty',
      'single v7',
      'single v7',
    ]);
  });

  test('a reader that has seen enough ends it quietly', () => {
    const file = join(folder, 'long.maple');
    writeFileSync(file, 'tree t\nrepeat 20K as i { store i % 50 = i % 9 }\n');
    const ended = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" --import tsx web/cli/scenario.ts "${file}" | head -3`],
      { cwd: project, encoding: 'utf8' },
    );
    expect(ended.stdout.split('\n').length).toBe(4);
    expect(ended.stderr).toBe('');
  });
});

describe('options', () => {
  test('are read in any order', () => {
    expect(readOptions(['--at', '7', 'a.maple', '--sums', 'all', '--json'])).toMatchObject({
      file: 'a.maple',
      json: true,
      at: 7,
      dump: false,
      sums: 'all',
    });
    expect(readOptions(['--at=7', '--sums=all', '-'])).toMatchObject({
      file: '-',
      json: false,
      at: 7,
      dump: false,
      sums: 'all',
    });
  });

  test('that make no sense are reported', () => {
    expect(readOptions([])).toBe('a file is missing');
    expect(readOptions(['a', 'b'])).toBe('one file at a time');
    expect(readOptions(['a', '--at'])).toBe('--at takes the number of a step');
    expect(readOptions(['a', '--at', '-1'])).toBe('--at takes the number of a step, not `-1`');
    expect(readOptions(['a', '--sums', 'some'])).toBe('--sums takes the word all');
  });

  test('ranges are short where indexes are small', () => {
    expect([
      rangeText(1n, 1n),
      rangeText(10n, 19n),
      rangeText(0n, (1n << 64n) - 1n),
      rangeText(0x7f00n, 0x55d0_c7c0_0000n),
      rangeText(65_536n, 0x1ffffn),
      rangeText(0n, 0x1ffffn),
      rangeText(65_536n, (1n << 64n) - 1n),
    ]).toEqual(['1', '10..19', '0..max', '0x7f00..0x55d0c7c00000', '0x10000..0x1ffff', '0..0x1ffff', '65536..max']);
  });
});
