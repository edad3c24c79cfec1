// SPDX-License-Identifier: GPL-2.0-or-later
//
// Mutants of the core. One that does not compile, whose object without events and checks equals the original's, or that
// equals an earlier one, is left out. Each of the others is linked with the quick tests (quick.c: tests/core and worlds
// of tests/soak, then golden vectors; for core/mm the tests that use it), and is killed if anything ends differently or
// never. build/mutation/survivors.diff holds the others; survivors.md explains them.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { nativeEngine } from '../replay/native';
import { parseVector, unsupportedIn } from '../../web/replay/vector';
import { draw } from './draw';
import { MUTATOR, mutantsOf, type Mutant } from './sources';
import { openWorkshop, type Proof, type Verdict, type Workshop } from './workshop';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(project, 'build/mutation');
const golden = join(project, 'tests/golden');

export interface CoreOptions {
  /** Sources by their names in core/src and core/mm; `mm` is all of the latter, and an empty list is everything. */
  readonly files: readonly string[];
  /** How many mutants are tried, rounded up so that each file has its share; 0: all. */
  readonly sample: number;
  readonly seed: number;
  readonly workers: number;
}

/** How many mutants had which verdict. */
export type CoreResult = Tally & { readonly generated: number; readonly tried: number };

/** Vectors of at most so many bytes are replayed. */
const VECTOR_BYTES_MAX = 60_000;
/** What notices most goes first; random worlds go before tests that take longer than so many milliseconds. */
const STRONG = new Set([
  'what_operations_do_and_tell_is_on_record',
  'every_field_of_a_state_after_every_step_is_on_record',
]);
const QUICK_MS = 15;

/** What the golden driver is asked for the smaller vectors: what the native engine asks it, written down on the way. */
function questions(workshop: Workshop): string {
  const asked = join(folder, 'asked.txt');
  const tee = join(folder, 'tee.sh');
  rmSync(asked, { force: true });
  writeFileSync(tee, `#!/bin/sh\ntee -a '${asked}' | '${join(workshop.core, '../quick')}' replay\n`);
  chmodSync(tee, 0o755);
  const engine = nativeEngine(tee);
  for (const name of readdirSync(golden)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()) {
    const path = join(golden, name);
    if (statSync(path).size > VECTOR_BYTES_MAX) continue;
    const vector = parseVector(readFileSync(path, 'utf8'));
    if (unsupportedIn(vector).length > 0) continue;
    engine.replay(
      vector.header,
      vector.operations.map((operation) => ({ operation, sum: true, dump: false, findings: true })),
    );
  }
  return readFileSync(asked, 'utf8');
}

/** Measures the tests on the sources as they are; throws if they do not pass. */
async function proofBy(workshop: Workshop): Promise<Proof> {
  const all = await workshop.tests([]);
  if (all.status !== 0) throw new Error(`the quick tests fail without a mutant:\n${all.output.slice(-2000)}`);
  const times = all.output.split('\n').flatMap((line) => {
    const [, time, name] = /^(\d+\.\d) (\w+)$/.exec(line) ?? [];
    return time === undefined || name === undefined
      ? []
      : [{ name, time: STRONG.has(name) ? -1 : name === 'worlds' ? QUICK_MS : Number(time) }];
  });
  const tests = times.sort((a, b) => a.time - b.time).map(({ name }) => name);
  const memory = new Set(['memory_worlds', 'forks_simulated']);
  for (const name of readdirSync(join(workshop.core, '../tests/core')).filter((file) => file.endsWith('.c'))) {
    const text = readFileSync(join(workshop.core, '../tests/core', name), 'utf8');
    if (/^#include "(maple_mm\.h|mm_\w+\.h|mm\/)/m.test(text))
      for (const [, test] of text.matchAll(/^TEST\((\w+)\)/gm)) memory.add(test ?? '');
  }
  const asked = questions(workshop);
  const answer = await workshop.replay(asked);
  if (answer.status !== 0) throw new Error('the golden driver fails without a mutant');
  return { tests, memoryTests: tests.filter((name) => memory.has(name)), asked, said: answer.output };
}

const VERDICTS = ['uncompiled', 'identical', 'duplicate', 'killed', 'survived'] as const;
type Tally = Record<Verdict, number>;
const noTally = (): Tally => ({ uncompiled: 0, identical: 0, duplicate: 0, killed: 0, survived: 0 });
const share = ({ killed, survived }: Tally): string =>
  killed + survived === 0 ? '-' : `${((100 * killed) / (killed + survived)).toFixed(1)} %`;

function row(name: string, tally: Tally): string {
  return [
    name.padEnd(14),
    ...VERDICTS.map((verdict) => String(tally[verdict]).padStart(10)),
    share(tally).padStart(9),
  ].join(' ');
}

/** Tries mutants of the core's sources, and prints one line per file. Throws if the tests fail without a mutant. */
export async function mutateCore(options: CoreOptions): Promise<CoreResult> {
  mkdirSync(folder, { recursive: true });
  const first = openWorkshop(project, join(folder, 'w0'));
  await first.build();
  const proof = await proofBy(first);
  const workshops = [first];
  for (let k = 1; k < options.workers; k++) {
    const more = openWorkshop(project, join(folder, `w${k}`));
    more.takeOver(first);
    workshops.push(more);
  }
  console.log(
    `${proof.tests.length} tests (${proof.memoryTests.length} of core/mm) and ${proof.asked.split('\n').length} ` +
      'lines of vectors pass on the sources as they are',
  );

  const named = options.files.flatMap((name) => (name === 'mm' ? first.sourcesOf('mm') : [name]));
  const sources = named.length > 0 ? named : [...first.sourcesOf('src'), ...first.sourcesOf('mm')].sort();
  const generated = sources.map((source) => mutantsOf(source, first.original, folder));
  const count = generated.reduce((sum, mutants) => sum + mutants.length, 0);
  const chosen = draw(
    generated.flatMap((mutants, k) =>
      draw(mutants, Math.ceil((options.sample * mutants.length) / count), options.seed + k),
    ),
    0,
    options.seed,
  );
  console.log(`${count} mutants by ${MUTATOR}, ${chosen.length} of them tried`);

  const tallies = new Map<string, Tally>(sources.map((source) => [source, noTally()]));
  const total = noTally();
  const seen = new Set<string>();
  const survivors: Mutant[] = [];
  let tried = 0;

  function note(mutant: Mutant, verdict: Verdict): void {
    tallies.get(mutant.source)![verdict]++;
    total[verdict]++;
    tried++;
    if (verdict === 'survived') {
      survivors.push(mutant);
      const diff = spawnSync(
        'diff',
        [
          '-U1',
          '--label',
          mutant.source,
          '--label',
          String(mutant.number),
          join(first.original, mutant.source),
          mutant.path,
        ],
        { encoding: 'utf8' },
      );
      writeFileSync(join(folder, 'survivors.diff'), diff.stdout, { flag: survivors.length === 1 ? 'w' : 'a' });
    }
    if (tried % 100 === 0)
      console.log(`${tried} of ${chosen.length}: ${total.killed} killed, ${total.survived} survived (${share(total)})`);
  }

  const queue = [...chosen].reverse();
  await Promise.all(
    workshops.map(async (workshop) => {
      for (let mutant = queue.pop(); mutant !== undefined; mutant = queue.pop()) {
        note(mutant, await workshop.judge(mutant, proof, seen));
      }
    }),
  );

  console.log([''.padEnd(14), ...VERDICTS.map((verdict) => verdict.padStart(10)), 'killed'.padStart(9)].join(' '));
  for (const [source, tally] of tallies) console.log(row(source, tally));
  console.log(row('all', total));
  return { ...total, generated: count, tried };
}
