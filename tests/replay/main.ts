// SPDX-License-Identifier: GPL-2.0-or-later
//
// The golden command:
//
//     npm run --silent golden -- [--engine native|wasm] [--strict] [--validate] [FILE…]
//
// replays vectors (plain or .gz; without FILE, all of tests/golden) and prints, for each file that disagrees, the
// first operation that does, with both dumps. The last line is `F files, O operations, K mismatches, U unsupported`: F
// files and O operations were replayed, K operations differed, U files hold operations that the core does not have yet
// and were left out as a whole. It succeeds only if K is 0 and something was replayed; with --strict, also only if U
// is 0. The engine is wasm unless told. --validate also checks the invariants after every operation.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { compare } from './compare';
import { nativeEngine } from './native';
import type { Engine, Observed, Question } from './observe';
import { parseVector, unsupportedIn } from './vector';
import type { Vector, VectorOperation } from './vector';
import { wasmEngine } from './wasm';

const project = fileURLToPath(new URL('../..', import.meta.url));
const goldenFolder = join(project, 'tests/golden');

const USAGE = 'usage: npm run --silent golden -- [--engine native|wasm] [--strict] [--validate] [FILE…]';

interface Options {
  readonly engine: 'native' | 'wasm';
  readonly strict: boolean;
  readonly validate: boolean;
  readonly files: readonly string[];
}

interface Totals {
  files: number;
  operations: number;
  mismatches: number;
  unsupported: number;
}

function refuse(message: string): never {
  console.error(`golden: ${message}\n${USAGE}`);
  process.exit(2);
}

/** A file as the person named it: from the folder where npm was called, which is not always this process's. */
function pathOf(file: string): string {
  const called = resolve(process.env['INIT_CWD'] ?? '.', file);
  return existsSync(called) ? called : resolve(file);
}

function parseEngine(name: string | undefined): 'native' | 'wasm' {
  if (name !== 'native' && name !== 'wasm') return refuse(`--engine is native or wasm, not ${name ?? 'nothing'}`);
  return name;
}

function parseOptions(args: readonly string[]): Options {
  const options: { -readonly [K in keyof Options]: Options[K] } = {
    engine: 'wasm',
    strict: false,
    validate: false,
    files: [],
  };
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    if (arg === '--engine') options.engine = parseEngine(args[++i]);
    else if (arg.startsWith('--engine=')) options.engine = parseEngine(arg.slice('--engine='.length));
    else if (arg === '--strict') options.strict = true;
    else if (arg === '--validate') options.validate = true;
    else if (arg.startsWith('--')) refuse(`${arg} is no option`);
    else options.files = [...options.files, pathOf(arg)];
  }
  return options;
}

function allVectors(): readonly string[] {
  const names = readdirSync(goldenFolder).filter((name) => /\.jsonl(\.gz)?$/.test(name));
  return names.sort().map((name) => join(goldenFolder, name));
}

/** Builds what the engine needs; the compiler's words go to standard error. */
function make(target: string): void {
  const run = spawnSync('make', ['-s', '-C', join(project, 'core'), target], { stdio: ['ignore', 2, 2] });
  if (run.error || run.status !== 0) refuse(`make -C core ${target} failed`);
}

function engineOf(name: 'native' | 'wasm'): Engine {
  if (name === 'native') {
    make('replay');
    return nativeEngine(join(project, 'build/core/replay'));
  }
  make('wasm');
  return wasmEngine(new WebAssembly.Module(readFileSync(join(project, 'build/core/explore.wasm'))));
}

function readVector(file: string): Vector {
  const bytes = readFileSync(file);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return parseVector((isGzip ? gunzipSync(bytes) : bytes).toString('utf8'));
}

function questionOf(operation: VectorOperation, validate: boolean): Question {
  return { operation, sum: 'sum' in operation, dump: 'dump' in operation, findings: validate };
}

/** The operation without what was observed at length. */
function briefly(operation: VectorOperation): string {
  const { dump: _, ...rest } = operation;
  const text = JSON.stringify(rest);
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}

function indented(lines: readonly string[] | null | undefined): string {
  return (lines ?? ['(the vector gives no dump here)']).map((line) => `      ${line}`).join('\n');
}

/** Prints how operation `at` (from 0) differs. The dump found is made by replaying up to it once more. */
function printMismatch(engine: Engine, file: string, vector: Vector, at: number, observed: Observed): void {
  const operation = vector.operations[at];
  if (operation === undefined) return;
  const upTo = vector.operations.slice(0, at + 1);
  const again = engine.replay(
    vector.header,
    upTo.map((each, i) => ({ operation: each, sum: false, dump: i === at, findings: false })),
  );
  console.log(`${file}: operation ${at + 1} differs\n    ${briefly(operation)}`);
  for (const { field, expected, found } of compare(operation, observed)) {
    console.log(`    ${field}: expected ${expected}, found ${found}`);
  }
  console.log(`    expected dump:\n${indented(operation['dump'] as readonly string[] | undefined)}`);
  console.log(`    found dump:\n${indented(again[at]?.dump)}`);
}

function replayFile(engine: Engine, path: string, options: Options, totals: Totals): void {
  const file = relative(process.cwd(), path);
  const vector = readVector(path);
  const missing = unsupportedIn(vector);
  if (missing.length > 0) {
    totals.unsupported++;
    if (options.strict) console.log(`${file}: not replayed, it needs ${missing.join(', ')}`);
    return;
  }
  const questions = vector.operations.map((operation) => questionOf(operation, options.validate));
  const observed = engine.replay(vector.header, questions);
  const differing = observed.flatMap((each, i) => {
    const operation = vector.operations[i];
    return operation !== undefined && compare(operation, each).length > 0 ? [i] : [];
  });
  const [first] = differing;
  totals.files++;
  totals.operations += observed.length;
  totals.mismatches += differing.length;
  const found = first === undefined ? undefined : observed[first];
  if (first !== undefined && found !== undefined) printMismatch(engine, file, vector, first, found);
}

function main(): number {
  const options = parseOptions(process.argv.slice(2));
  const engine = engineOf(options.engine);
  const totals: Totals = { files: 0, operations: 0, mismatches: 0, unsupported: 0 };
  let broken = false;
  for (const path of options.files.length > 0 ? options.files : allVectors()) {
    try {
      replayFile(engine, path, options, totals);
    } catch (error) {
      broken = true;
      console.log(`${path}: cannot be replayed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const { files, operations, mismatches, unsupported } = totals;
  console.log(`${files} files, ${operations} operations, ${mismatches} mismatches, ${unsupported} unsupported`);
  return !broken && mismatches === 0 && operations > 0 && (!options.strict || unsupported === 0) ? 0 : 1;
}

process.exitCode = main();
