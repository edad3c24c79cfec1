// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm run lab -- NAME [PARAMETER=VALUE…]`: runs a lab of the page in Node. Exit 0: it ran; 1: it could not; 2: it was
// called wrongly.

import { thrownText } from '../base/thrown';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { must } from '../base/assert';
import type { Core } from '../engine/core/wasm';
import { quartiles, timer, type Bench, type ModuleName, type Timing, type TimingNote } from '../measure/bench';
import type { Cell, Lab, Result } from '../measure/lab';
import { runLab } from '../measure/run';
import { cellText, csvOf, howLong, howMeasured, jsonOf, tableOf } from '../measure/tables';
import { allowed, readValues } from '../measure/values';
import { corePath, loadCore } from './core-file';
import { readFileText } from './read-file';

const USAGE = `usage: npm run --silent lab -- NAME [PARAMETER=VALUE…] [--json | --csv] [--small] [--repeats N]
                                      [--engine native|wasm]
  NAME           a lab; without it, all labs are listed
  PARAMETER=VALUE  a value of a parameter; for a text, @FILE reads a file
  --json         the result as one JSON object
  --csv          the tables only, as CSV
  --small        a short run
  --repeats N    repeats of each timed part, 9 by default
  --engine E     wasm (the default), or native: times build/core/bench-loops (make -C core native)`;

const folder = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const REPEATS = 9;

/** Every lab: one file each in web/labs. */
export async function allLabs(): Promise<readonly Lab[]> {
  const names = readdirSync(folder('web/labs')).flatMap((name) => /^(\w+)\.ts$/.exec(name)?.[1] ?? []);
  const labs = await Promise.all(
    names.map(async (name) => ((await import(`../labs/${name}.ts`)) as { readonly lab: Lab }).lab),
  );
  return labs.sort((a, b) => a.number - b.number);
}

function processes(): { readonly name: string; readonly maps: string }[] | null {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          const maps = readFileSync(`/proc/${pid}/maps`, 'utf8');
          return maps === '' ? [] : [{ name: `${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()} ${pid}`, maps }];
        } catch {
          return [];
        }
      });
  } catch {
    return null;
  }
}

/** A bench in Node. */
export function nodeBench(repeats: number, tell: (text: string) => void = () => undefined, native = false): Bench {
  const timing = timer({ now: () => performance.now() }, repeats);
  const note = native ? { ...timing.note(), clockMs: null } : timing.note();
  const kept = new Map<ModuleName, Core>();
  return {
    core: async (name) => {
      const known = kept.get(name) ?? (await loadCore(name));
      kept.set(name, known);
      return known.again();
    },
    golden: (name) => {
      const bytes = readFileSync(`${folder('tests/golden')}/${name}`);
      return Promise.resolve((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
    },
    goldenNames: () =>
      Promise.resolve(
        readdirSync(folder('tests/golden'))
          .filter((name) => /\.jsonl(\.gz)?$/.test(name))
          .sort(),
      ),
    processes,
    moduleBytes: (name) => Promise.resolve(new Uint8Array(readFileSync(corePath(name)))),
    far: (done, of, what) => {
      tell(`${what}: ${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}`);
      return Promise.resolve();
    },
    time: (laps, turn) => Promise.resolve(timing.time(laps, turn)),
    timing: () => note,
    native: native ? (words) => Promise.resolve(timeNatively(words, note)) : null,
  };
}

/** The output of core/bench/program.c: one line per repeat, with the nanoseconds an operation of each way. */
function timeNatively(words: readonly (string | number)[], { repeats, lapMs, warmMs }: TimingNote): Timing[] {
  const program = folder('build/core/bench-loops');
  const [what = '', ...rest] = words.map(String);
  const numbers = [...rest, repeats, lapMs, warmMs].map((one) => String(Math.round(Number(one))));
  const { status, stdout, error } = spawnSync(program, [what, ...numbers], { encoding: 'utf8' });
  if (error !== undefined) throw new Error('build/core/bench-loops is not there: make -C core native');
  if (status !== 0) throw new Error('The native program has no memory for so many entries.');
  const turns = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
  return must(turns[0], 'a repeat').map((_, way) => quartiles(turns.map((turn) => must(turn[way], 'a way'))));
}

export const nodeHost = {
  name: `Node ${process.versions.node}`,
  cores: availableParallelism(),
  today: () => new Date().toISOString().slice(0, 10),
};

// ---- What is printed ----

function tableLines(columns: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const texts = rows.map((row) => row.map(cellText));
  const widths = columns.map((head, k) => Math.max(head.length, ...texts.map((row) => row[k]?.length ?? 0)));
  const left = columns.map((_, k) => rows.some((row) => typeof row[k] === 'string'));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, k) => (left[k] === true ? cell.padEnd(widths[k] ?? 0) : cell.padStart(widths[k] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(columns), ...texts.map(line)];
}

function resultText(lab: Lab, result: Result, native: boolean, seconds: number): string {
  const { report } = result;
  const tables = [
    ...report.charts.map((chart) => ({ title: `${chart.title} (${chart.y.label}; ${chart.note})`, ...tableOf(chart) })),
    ...report.ledgers,
  ];
  return [
    lab.question,
    report.claim.seed,
    report.claim.here,
    ...tables.flatMap(({ title, columns, rows }) => [
      '',
      title,
      ...tableLines(columns, rows).map((line) => `  ${line}`),
    ]),
    '',
    `Compare: ${lab.comparable.yes}`,
    `Do not compare: ${lab.comparable.no}`,
    howMeasured(report.timing),
    `${result.engine}${native ? ', timed natively' : ''}, ${result.host}, ${result.cores} ` +
      `cores${result.date === null ? '' : `, ${result.date}`}`,
    howLong(seconds),
    '',
  ].join('\n');
}

// ---- The command ----

interface Options {
  readonly name: string | null;
  readonly given: readonly (readonly [string, string])[];
  readonly form: 'text' | 'json' | 'csv';
  readonly small: boolean;
  readonly repeats: number;
  readonly native: boolean;
}

function readOptions(words: readonly string[]): Options | string {
  const options: { -readonly [K in keyof Options]: Options[K] } = {
    name: null,
    given: [],
    form: 'text',
    small: false,
    repeats: REPEATS,
    native: false,
  };
  const all = words.flatMap((word) =>
    /^--\w+=/.test(word) ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] : [word],
  );
  for (let k = 0; k < all.length; k++) {
    const word = all[k] ?? '';
    if (word === '--json' || word === '--csv') options.form = word === '--json' ? 'json' : 'csv';
    else if (word === '--small') options.small = true;
    else if (word === '--repeats') {
      const repeats = all[++k] ?? '';
      if (!/^[1-9]\d{0,3}$/.test(repeats)) return '--repeats takes a number from 1 to 9,999';
      options.repeats = Number(repeats);
    } else if (word === '--engine') {
      const engine = all[++k] ?? '';
      if (engine !== 'native' && engine !== 'wasm') return '--engine is native or wasm';
      options.native = engine === 'native';
    } else if (word.startsWith('--')) return `there is no option ${word}`;
    else if (word.includes('='))
      options.given = [...options.given, [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]];
    else if (options.name === null) options.name = word;
    else return `one lab at a time: ${options.name} or ${word}, not both`;
  }
  return options;
}

function listText(labs: readonly Lab[]): string {
  const parameters = (lab: Lab): string =>
    lab.parameters
      .map((one) => `      ${one.name}=${one.value === '' ? '…' : one.value}  ${one.label}: ${allowed(one)}\n`)
      .join('');
  return labs.map((lab) => `  ${lab.name}: ${lab.question}\n${parameters(lab)}`).join('');
}

function fromFile([name, typed]: readonly [string, string]): readonly [string, string] {
  if (!typed.startsWith('@')) return [name, typed];
  const text = readFileText(typed.slice(1));
  if (typeof text !== 'string') throw new Error(text.message);
  return [name, text];
}

/** Does what the words of the command line say and prints it; returns the exit status. */
export async function main(words: readonly string[]): Promise<number> {
  const options = words.includes('--help') || words.includes('-h') ? null : readOptions(words);
  const labs = await allLabs();
  const lab = labs.find(({ name }) => name === (typeof options === 'object' ? options?.name : null));
  if (options === null || typeof options === 'string' || lab === undefined) {
    const wrong =
      typeof options === 'string'
        ? options
        : options !== null && options.name !== null
          ? `there is no lab ${options.name}`
          : null;
    const text = `${wrong === null ? '' : `lab: ${wrong}\n`}${USAGE}\n\nlabs:\n${listText(labs)}`;
    (wrong === null ? process.stdout : process.stderr).write(text);
    return wrong === null ? 0 : 2;
  }
  const { values, problems } = readValues(lab, options.given.map(fromFile));
  if (problems.length > 0) {
    process.stderr.write(problems.map((problem) => `lab: ${problem}\n`).join(''));
    return 2;
  }
  if (options.native && lab.native === undefined) {
    process.stderr.write(
      `lab: ${lab.name} times nothing natively: it counts, and counts are the same in every engine. Leave out ` +
        `--engine native.\n`,
    );
    return 2;
  }
  const told = process.stderr.isTTY;
  const bench = nodeBench(
    options.repeats,
    (text) => {
      if (told) process.stderr.write(`\r${text.padEnd(60)}`);
    },
    options.native,
  );
  try {
    const start = performance.now();
    const result = await runLab(
      lab,
      options.small
        ? {
            ...values,
            ...lab.small,
            ...Object.fromEntries(options.given.map(([name]) => [name, must(values[name], name)])),
          }
        : values,
      bench,
      nodeHost,
    );
    const seconds = (performance.now() - start) / 1000;
    if (told) process.stderr.write(`\r${''.padEnd(60)}\r`);
    const csv = (): string => [...result.report.charts.map(tableOf), ...result.report.ledgers].map(csvOf).join('\r\n');
    process.stdout.write(
      options.form === 'json'
        ? jsonOf(result)
        : options.form === 'csv'
          ? csv()
          : resultText(lab, result, options.native, seconds),
    );
    return 0;
  } catch (error) {
    process.stderr.write(`lab: ${thrownText(error)}\n`);
    return 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
