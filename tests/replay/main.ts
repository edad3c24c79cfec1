// SPDX-License-Identifier: GPL-2.0-or-later
//
// The golden command:
//
//     npm run --silent golden -- [--engine native|wasm|both] [--strict] [--validate] [--generated N] [--seed S] [FILE…]
//
// replays vectors (plain or .gz; without FILE, all of tests/golden) and prints, for each file that disagrees, the
// first operation that does, with both dumps. The last line is `F files, O operations, K mismatches, U unsupported`: F
// files and O operations were replayed, K operations differed on an engine, U files hold operations that are not known
// and were left out as a whole. It succeeds only if K is 0 and something was replayed; with --strict, also only if U
// is 0. The engine is wasm by default, with --strict both. --strict also says how many operations differ in a field
// that FORMAT.md calls advisory; that alone is no failure. --validate also checks the invariants after every operation.
//
// --generated N: before the files, at least N operations that the model of the specification makes up and foretells
// (generated.ts); they are counted by themselves, in a line `generated: …` before the last, which their mismatches
// count in.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { compare, type Mismatch } from '../../web/replay/compare';
import { generatedVectors } from './generated';
import { nativeEngine } from './native';
import type { Engine, Question } from '../../web/replay/observe';
import { parseVector, unsupportedIn } from '../../web/replay/vector';
import type { Vector, VectorOperation } from '../../web/replay/vector';
import { wasmEngine } from '../../web/replay/wasm';

const project = fileURLToPath(new URL('../..', import.meta.url));
const goldenFolder = join(project, 'tests/golden');

const USAGE = `usage: npm run --silent golden -- [--engine native|wasm|both] [--strict] [--validate] [--generated N] \
[--seed S] [FILE…]
  FILE           vectors to replay, plain or .gz; without a file, all of tests/golden
  --engine E     native, wasm or both; wasm by default, both with --strict
  --strict       counts a file with an unknown operation as a failure; also counts differences in advisory fields
  --validate     also checks every invariant after each operation
  --generated N  first replays at least N operations that the model of the specification generates
  --seed S       the seed of those; by default the variable SEED, or 1`;

type EngineName = 'native' | 'wasm';

interface Options {
  readonly engines: readonly EngineName[] | null;
  readonly strict: boolean;
  readonly validate: boolean;
  /** So many generated operations at least. */
  readonly generated: number;
  readonly seed: number;
  readonly files: readonly string[];
}

interface Totals {
  files: number;
  operations: number;
  mismatches: number;
  unsupported: number;
  advisory: number;
  broken: boolean;
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

function readablePath(file: string): string {
  const path = pathOf(file);
  return existsSync(path)
    ? path
    : refuse(`${file}: there is no such file; those of Linux are in tests/golden, such as tests/golden/areas.jsonl.gz`);
}

function parseEngines(name: string | undefined): readonly EngineName[] {
  if (name === 'both') return ['native', 'wasm'];
  return name === 'native' || name === 'wasm'
    ? [name]
    : refuse(`--engine is native, wasm or both, not ${name ?? 'nothing'}`);
}

function parseCount(option: string, text: string | undefined): number {
  return text !== undefined && /^\d+$/.test(text)
    ? Number(text)
    : refuse(`${option} wants a number, not ${text ?? 'nothing'}`);
}

function parseOptions(args: readonly string[]): Options {
  const options: { -readonly [K in keyof Options]: Options[K] } = {
    engines: null,
    strict: false,
    validate: false,
    generated: 0,
    seed: parseCount('SEED', process.env['SEED'] ?? '1'),
    files: [],
  };
  // --name=value is --name value.
  const words = args.flatMap((arg) =>
    /^--\w+=/.test(arg) ? [arg.slice(0, arg.indexOf('=')), arg.slice(arg.indexOf('=') + 1)] : [arg],
  );
  for (let i = 0; i < words.length; i++) {
    const arg = words[i] ?? '';
    if (arg === '--engine') options.engines = parseEngines(words[++i]);
    else if (arg === '--strict') options.strict = true;
    else if (arg === '--validate') options.validate = true;
    else if (arg === '--generated') options.generated = parseCount(arg, words[++i]);
    else if (arg === '--seed') options.seed = parseCount(arg, words[++i]);
    else if (arg === '--help' || arg === '-h') {
      console.log(USAGE);
      process.exit(0);
    } else if (arg.startsWith('--')) refuse(`${arg} is no option`);
    else options.files = [...options.files, readablePath(arg)];
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

function engineOf(name: EngineName): Engine {
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
function printMismatch(engine: Engine, file: string, vector: Vector, at: number, found: readonly Mismatch[]): void {
  const operation = vector.operations[at];
  if (operation === undefined) return;
  const upTo = vector.operations.slice(0, at + 1);
  const again = engine.replay(
    vector.header,
    upTo.map((each, i) => ({ operation: each, sum: false, dump: i === at, findings: false })),
  );
  console.log(`${file}: operation ${at + 1} differs\n    engine ${engine.name}: ${briefly(operation)}`);
  for (const each of found) console.log(`    ${each.field}: expected ${each.expected}, found ${each.found}`);
  console.log(`    expected dump:\n${indented(operation['dump'] as readonly string[] | undefined)}`);
  console.log(`    found dump:\n${indented(again[at]?.dump)}`);
}

/** Replays a vector on one engine: how many operations differ, and how many of them in advisory fields only. */
function replayOn(
  engine: Engine,
  file: string,
  vector: Vector,
  options: Options,
): { readonly mismatches: number; readonly advisory: number } {
  const questions = vector.operations.map((operation) => questionOf(operation, options.validate));
  const observed = engine.replay(vector.header, questions);
  let [mismatches, advisory] = [0, 0];
  vector.operations.forEach((operation, at) => {
    const each = observed[at];
    const found: readonly Mismatch[] = each === undefined ? [] : compare(operation, each);
    const binding = found.filter((one) => !one.advisory);
    if (each === undefined) throw new Error(`operation ${at + 1} was not run`);
    if (binding.length > 0 && ++mismatches === 1) printMismatch(engine, file, vector, at, binding);
    if (binding.length === 0 && found.length > 0 && ++advisory === 1 && options.strict) {
      const [first] = found;
      console.log(
        `${file}: advisory: operation ${at + 1} on ${engine.name}, ${first?.field}: expected ${first?.expected}, ` +
          `found ${first?.found}`,
      );
    }
  });
  return { mismatches, advisory };
}

function replayVector(
  engines: readonly Engine[],
  file: string,
  read: () => Vector,
  options: Options,
  totals: Totals,
): void {
  try {
    const vector = read();
    const missing = unsupportedIn(vector);
    if (missing.length > 0) {
      totals.unsupported++;
      if (options.strict) console.log(`${file}: not replayed, it needs ${missing.join(', ')}`);
      return;
    }
    for (const engine of engines) {
      const { mismatches, advisory } = replayOn(engine, file, vector, options);
      totals.mismatches += mismatches;
      totals.advisory += advisory;
    }
    totals.files++;
    totals.operations += vector.operations.length;
  } catch (error) {
    totals.broken = true;
    console.log(`${file}: cannot be replayed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function newTotals(): Totals {
  return { files: 0, operations: 0, mismatches: 0, unsupported: 0, advisory: 0, broken: false };
}

function line({ files, operations, mismatches, unsupported }: Totals): string {
  return `${files} files, ${operations} operations, ${mismatches} mismatches, ${unsupported} unsupported`;
}

async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2));
  const engines = (options.engines ?? (options.strict ? ['native', 'wasm'] : ['wasm'])).map(engineOf);
  const made = newTotals();
  if (options.generated > 0) {
    for await (const { name, text } of generatedVectors(project, options.seed, options.generated)) {
      replayVector(engines, name, () => parseVector(text), options, made);
    }
    console.log(`generated: ${line(made)} (SEED=${options.seed})`);
  }
  const totals = newTotals();
  const onlyGenerated = options.generated > 0 && options.files.length === 0 && !options.strict;
  const files = options.files.length > 0 || onlyGenerated ? options.files : allVectors();
  for (const path of files)
    replayVector(engines, relative(process.cwd(), path), () => readVector(path), options, totals);
  if (options.strict)
    console.log(
      `engines: ${engines.map(({ name }) => name).join(', ')}; ${totals.advisory + made.advisory} operations ` +
        'differ in advisory fields alone',
    );
  totals.mismatches += made.mismatches;
  console.log(line(totals));
  const replayed = totals.operations + made.operations > 0;
  const enough = made.operations >= options.generated;
  const complete = !options.strict || totals.unsupported + made.unsupported === 0;
  return !totals.broken && !made.broken && totals.mismatches === 0 && replayed && enough && complete ? 0 : 1;
}

process.exitCode = await main();
