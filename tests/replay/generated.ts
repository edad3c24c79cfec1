// SPDX-License-Identifier: GPL-2.0-or-later
//
// Vectors made up by the model of the specification (generate.py, ../model), written into build/generated one after the
// other while the one before is replayed, so that any number of operations needs room for a few. One that was replayed
// is removed; a run that ends early leaves its last ones behind.

import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, relative } from 'node:path';

export interface GeneratedVector {
  readonly name: string;
  readonly text: string;
}

const OPERATIONS = 5000;

// Small universes keep trees low and dense, large ones grow them, those at the top of the index space end at the last
// index; refusals mix in. Sums of large trees are slow to foretell, so not every operation has one.
const UNIVERSES = [
  'universe=28 fails=0.02',
  'universe=400 fails=0.05',
  'universe=4000 fails=0.02',
  'universe=40 base=ffffffffffffffc0 fails=0.02',
  'universe=10000 base=ffffffffffff0000 fails=0.03 sums=4',
  'universe=100000 fails=0 sums=16',
];
const PLAIN = ['range', 'alloc', 'range rcu', 'alloc rcu'];
const MODES = [...PLAIN, ...PLAIN.map((mode) => `${mode} states`)];

/** The options of generate.py for the k-th vector: each seed goes through all modes and universes. */
function argumentsOf(seed: number, k: number, operations: number): string[] {
  const universe = UNIVERSES[k % UNIVERSES.length] ?? '';
  const mode = MODES[Math.floor(k / UNIVERSES.length) % MODES.length] ?? '';
  return [String(seed + k), String(operations), ...mode.split(' '), ...universe.split(' ')];
}

/** Runs generate.py into a file; its name. */
async function write(project: string, args: readonly string[]): Promise<string> {
  const folder = join(project, 'build/generated');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${process.pid}-${args.join('-').replaceAll('=', '')}.jsonl`);
  const file = await open(path, 'w');
  const child = spawn('python3', [join(project, 'tests/replay/generate.py'), ...args], {
    stdio: ['ignore', file.fd, 'inherit'],
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  await file.close();
  if (status !== 0) throw new Error(`generate.py ${args.join(' ')} ended with status ${status}`);
  return path;
}

/** Vectors with `operations` operations in all, or up to a few thousand more. */
export async function* generatedVectors(
  project: string,
  seed: number,
  operations: number,
): AsyncGenerator<GeneratedVector> {
  // A small number is spread over all kinds of vectors too.
  const each = Math.min(OPERATIONS, Math.ceil(operations / (UNIVERSES.length * MODES.length)));
  const count = Math.ceil(operations / each);
  const begin = (k: number): Promise<string> | null => (k < count ? write(project, argumentsOf(seed, k, each)) : null);
  for (let k = 0, next = begin(0); next !== null; k++) {
    const path = await next;
    next = begin(k + 1);
    // Whoever stops early does not wait for it.
    next?.catch(() => undefined);
    yield { name: relative(project, path), text: readFileSync(path, 'utf8') };
    rmSync(path, { force: true });
  }
}
