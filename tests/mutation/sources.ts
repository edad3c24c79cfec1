// SPDX-License-Identifier: GPL-2.0-or-later
//
// Mutants of the core's sources, made by universalmutator (https://pypi.org/project/universalmutator), which is
// installed into build/mutation/venv when it is first wanted.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

export const MUTATOR = 'universalmutator==1.14.1';

export interface Mutant {
  /** Its name in core/src or core/mm. */
  readonly source: string;
  readonly number: number;
  /** The mutated file. */
  readonly path: string;
}

/** The mutator's program. */
function installed(folder: string): string {
  const venv = join(folder, 'venv');
  const program = join(venv, 'bin/mutate');
  if (!existsSync(program)) {
    rmSync(venv, { recursive: true, force: true });
    execFileSync('python3', ['-m', 'venv', venv], { stdio: 'inherit' });
    execFileSync(join(venv, 'bin/pip'), ['install', '--quiet', MUTATOR], { stdio: 'inherit' });
  }
  return program;
}

/** All mutants of one source by the rules for C, in the mutator's order. Those of a source as it is are made once. */
export function mutantsOf(source: string, sourceFolder: string, folder: string): Mutant[] {
  const program = installed(folder);
  const out = join(folder, 'mutants', source);
  // For the mutator `{-` begins a comment of another language, and whatever follows would be left as it is.
  const text = readFileSync(join(sourceFolder, source), 'utf8');
  const readable = join(out, source);
  const done = join(out, 'done');
  if (!existsSync(done) || readFileSync(done, 'utf8') !== text) {
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    writeFileSync(readable, text.replaceAll('{-', '{ -'));
    execFileSync(program, [readable, 'c', '--noCheck', '--mutantDir', out], { stdio: 'ignore', maxBuffer: 1 << 30 });
    writeFileSync(done, text);
  }
  const stem = basename(source, extname(source));
  const numbers = readdirSync(out).flatMap((name) => new RegExp(`^${stem}\\.mutant\\.(\\d+)\\.`).exec(name)?.[1] ?? []);
  return numbers
    .map(Number)
    .sort((a, b) => a - b)
    .map((number) => {
      const path = join(out, `${stem}.mutant.${number}${extname(source)}`);
      if (text.includes('{-')) writeFileSync(path, readFileSync(path, 'utf8').replaceAll('{ -', '{-'));
      return { source, number, path };
    });
}
