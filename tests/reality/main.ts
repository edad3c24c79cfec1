// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm run reality [-- --programs N] [--seed S]`: random programs run under strace here, each replayed with our engine.
// After every operation the VMAs, their flags and the number of page tables are compared. Exit 0: all equal but for
// differences with a name (known.ts); 1: another difference, which is printed as a log and a scenario; 2: nothing could
// be compared.

import { writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { loadCore } from '../../web/cli/core-file';
import { KNOWN, nameOf } from './known';
import { operationsOf, sourceOf, type Op } from './program';
import { filesOf, record } from './record';
import { replayRecording, type Mismatch, type Replayed } from './replay';

const USAGE = `usage: npm run reality -- [--programs N] [--seed S] [--save FOLDER]
  --programs N   how many programs: 50 by default
  --seed S       the seed of the first; each of the others has the next
  --save FOLDER  also writes each recording there, as tests/traces/reality holds them`;
const HELP = ['--help', '-h'];
/** Runs of a program that are tried to make it shorter. */
const TRIES = 60;

interface Options {
  readonly programs: number;
  readonly seed: number;
  readonly save: string | null;
}

function readOptions(words: readonly string[]): Options | null {
  const options = { programs: 50, seed: 1, save: null as string | null };
  for (let k = 0; k < words.length; k += 2) {
    const [word, value = ''] = [words[k], words[k + 1]];
    if (word === '--save' && value !== '') options.save = value;
    else if ((word === '--programs' || word === '--seed') && /^\d{1,9}$/.test(value))
      options[word === '--seed' ? 'seed' : 'programs'] = Number(value);
    else return null;
  }
  return options;
}

async function main(): Promise<number> {
  const words = process.argv.slice(2);
  if (words.some((word) => HELP.includes(word))) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const options = readOptions(words);
  if (options === null) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    process.stderr.write('The programs call the kernel as Linux on x86-64 has it: run this there.\n');
    return 2;
  }
  process.stdout.write(`Linux ${release()}; the model is Linux 6.16\n`);
  const named = new Map<string, number>();
  let equal = 0;
  let unnamed = 0;
  for (let seed = options.seed; seed < options.seed + options.programs; seed++) {
    const ops = operationsOf(BigInt(seed));
    const told = await tried(ops, options.save === null ? null : join(options.save, String(seed)));
    equal += told.equal;
    if (told.mismatch === null) continue;
    const known = nameOf(told.mismatch);
    if (known !== null) named.set(known.name, (named.get(known.name) ?? 0) + 1);
    else if (unnamed++ < 5) process.stdout.write(differenceText(seed, await shrunk(ops, told.mismatch)));
  }
  process.stdout.write(`${options.programs} programs, ${equal} operations after which both sides are equal\n`);
  for (const { name, reason } of KNOWN)
    if (named.has(name))
      process.stdout.write(`${named.get(name) ?? 0} programs end at a known difference, ${name}: ${reason}\n`);
  process.stdout.write(unnamed === 0 ? 'no other difference\n' : `${unnamed} other differences\n`);
  return unnamed === 0 ? 0 : 1;
}

// Each program gets a core of its own: address spaces that stay would fill it.
async function tried(ops: readonly Op[], save: string | null): Promise<Replayed> {
  const recording = record(sourceOf(ops));
  if (save !== null) {
    const { log, dumps } = filesOf(recording);
    writeFileSync(`${save}.strace.gz`, gzipSync(log));
    writeFileSync(`${save}.dumps.gz`, gzipSync(dumps));
  }
  return replayRecording(recording, await loadCore());
}

// Leaves out halves, quarters … of the operations as long as a difference of the same kinds and without a name stays.
async function shrunk(ops: readonly Op[], found: Mismatch): Promise<Mismatch> {
  let best = found;
  let left = ops.filter(({ number }) => number <= found.op);
  let tries = 0;
  for (let size = Math.ceil(left.length / 2); size >= 1 && tries < TRIES; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = left.length - 1 - size; at > -size && tries < TRIES; at -= size) {
      const fewer = left.filter((_, k) => k < Math.max(0, at) || k >= at + size);
      tries++;
      const { mismatch } = await tried(fewer, null);
      if (
        mismatch === null ||
        mismatch.op !== found.op ||
        mismatch.differences[0]?.kind !== found.differences[0]?.kind ||
        nameOf(mismatch) !== null
      )
        continue;
      best = mismatch;
      left = fewer;
    }
  }
  return best;
}

function differenceText(seed: number, { op, log, differences, hints, scenario }: Mismatch): string {
  const lines = differences
    .slice(0, 8)
    .map(
      ({ child, kind, kernel, here }) =>
        `  ${child ? 'child, ' : ''}${kind}:\n    kernel: ${kernel}\n    here:   ${here}`,
    );
  return (
    `\nseed ${seed}, operation ${op} differs:\n${log.map((row) => `  ${row}`).join('\n')}\n${lines.join('\n')}\n` +
    `${hints.map((hint) => `  here: ${hint}\n`).join('')}\n${scenario}\n`
  );
}

try {
  process.exitCode = await main();
} catch (error) {
  // No compiler, no strace, or a container that forbids it to trace.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
