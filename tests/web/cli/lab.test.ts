// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm run lab` as people and scripts use it: every lab by its name and with its parameters, what is printed, and why
// something is refused.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';

import { allLabs, main } from '../../../web/cli/lab';
import { ENGINE_ID } from '../../../web/engine/generated/engine-id';
import type { Result } from '../../../web/measure/lab';
import { allowed } from '../../../web/measure/values';

const labs = await allLabs();
const NAMES = [
  'fork',
  'preallocation',
  'paths',
  'redblack',
  'pagecopy',
  'failure',
  'fill',
  'real',
  'conformance',
] as const;
/** The numbers are for the labs' own tests to prove. */
const ONCE = ['--small', '--repeats', '1'];

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

afterEach(() => vi.restoreAllMocks());

/** The command in this process: it begins in no time. */
async function run(...words: readonly string[]): Promise<Ended> {
  const said = { out: '', err: '' };
  const hear = (where: keyof typeof said) => (text: string | Uint8Array) => {
    said[where] += String(text);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(hear('out'));
  vi.spyOn(process.stderr, 'write').mockImplementation(hear('err'));
  const status = await main(words);
  vi.restoreAllMocks();
  return { status, ...said };
}

test('as people start it: without a name, the nine labs and their parameters', () => {
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'web/cli/lab.ts'], {
    cwd: fileURLToPath(new URL('../../../', import.meta.url)),
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(labs.map(({ name }) => name)).toEqual(NAMES);
  for (const { name, question, parameters } of labs) {
    expect(stdout).toContain(`  ${name}: ${question}\n`);
    for (const one of parameters) expect(stdout).toContain(`  ${one.label}: ${allowed(one)}\n`);
  }
});

test.each(NAMES)('%s --json --small: one object with its values, engine and tables', async (name) => {
  const lab = labs.find((one) => one.name === name)!;
  const given = lab.parameters.map((one) => `${one.name}=${lab.small[one.name] ?? one.value}`);
  const { status, out, err } = await run(name, '--json', ...ONCE, ...given);
  expect([status, err]).toEqual([0, '']);
  const { lab: of, values, engine, report } = JSON.parse(out) as Result;
  expect([of, values, engine]).toEqual([
    name,
    { ...Object.fromEntries(lab.parameters.map((one) => [one.name, one.value])), ...lab.small },
    ENGINE_ID,
  ]);
  expect(report.charts.length).toBeGreaterThan(0);
  for (const { series } of report.charts) expect(series.some(({ points }) => points.length > 0)).toBe(true);
  if (name === 'real' && existsSync('/proc/self/maps'))
    expect(report.claim.here).toMatch(/^Here: [\d,]+ processes of this machine, /);
});

test('a parameter that does not fit is named with what it may be', async () => {
  for (const { name, parameters } of labs)
    for (const one of parameters.filter(({ kind }) => kind !== 'text'))
      expect(await run(name, `${one.name}=-1`)).toEqual({
        status: 2,
        out: '',
        err: `lab: ${one.name} is ${allowed(one)}, not “-1”.\n`,
      });
});

test('a lab, an option or a parameter that is not there is named', async () => {
  expect((await run('forks')).err).toMatch(/^lab: there is no lab forks\n/);
  expect((await run('fork', '--fast')).err).toMatch(/^lab: there is no option --fast\n/);
  const { status, err } = await run('conformance', 'n=5');
  expect([status, err]).toEqual([2, 'lab: The lab “Conformance” has no parameter n: it has files, invariants.\n']);
});

test('what is not timed natively says why', async () => {
  const counting = labs.filter(({ native }) => native === undefined).map(({ name }) => name);
  expect(counting).toEqual(['preallocation', 'paths', 'failure', 'fill', 'real', 'conformance']);
  for (const name of counting) {
    const { status, out, err } = await run(name, '--engine', 'native');
    expect([status, out]).toEqual([2, '']);
    expect(err).toMatch(/^lab: \w+ times nothing natively: .+Leave out --engine native\.\n$/);
  }
  const { status, out, err } = await run('fork', 'work=whole', '--engine', 'native', '--small');
  expect([status, out]).toEqual([1, '']);
  expect(err).toMatch(/^lab: The whole simulated fork is timed as WebAssembly only: .+ or set work=tree\.\n$/);
});

test('conformance says how long it took, as the page does', async () => {
  const { status, out } = await run('conformance', '--small');
  expect(status).toBe(0);
  expect(out).toMatch(/ operations, 0 mismatches, in 4 of the \d+ files\./);
  expect(out).toMatch(/\nThis run took \d+\.\d s\.\n$/);
  expect(out).toContain(ENGINE_ID);
});
