// SPDX-License-Identifier: GPL-2.0-or-later
//
// A copy of the core's sources with all objects of the quick tests, in which one mutant after the other takes the place
// of its source. Paths inside are the same in each copy, so that equal code gives equal objects.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { Mutant } from './sources';

const INCLUDES = ['-Iinclude', '-I.', '-Ilibuv', '-I../tests/core', '-I../tests/soak'];
// A call of what is not declared is no C11, although a compiler may do with it.
const COMMON = ['-std=c11', '-Wno-everything', '-Werror=implicit-function-declaration', '-O1', ...INCLUDES];
/** What is run: with the core's own checks, as the tests of the project are. */
const TESTED = [...COMMON, '-DMPL_EVENTS=1', '-DMPL_CHECKS=1', '-DMPL_FILL=0xa5'];
/** What is compared: no events, no checks. A mutant that is equal here changes no behaviour. */
const BARE = [...COMMON, '-DMPL_EVENTS=0', '-DMPL_CHECKS=0'];

/** One test may use so many seconds of processor time. */
const TEST_SECONDS = 6;
/** So many in all, however busy the machine is. */
const RUN_SECONDS = 900;

export type Verdict = 'uncompiled' | 'identical' | 'duplicate' | 'killed' | 'survived';

export interface Ran {
  readonly status: number;
  readonly output: string;
}

/** Runs a program in `cwd` without hearing its errors; status -1 if a signal or the time ended it. */
export function run(command: readonly string[], cwd: string, input?: string): Promise<Ran> {
  return new Promise((resolve) => {
    const [program = '', ...args] = command;
    const child = spawn(program, args, { cwd, stdio: ['pipe', 'pipe', 'ignore'], timeout: RUN_SECONDS * 1000 });
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('error', () => resolve({ status: -1, output: '' }));
    child.on('close', (status) => resolve({ status: status ?? -1, output: Buffer.concat(parts).toString('utf8') }));
  });
}

/** The command, with a bound on processor time and without the ear of whoever sits at the machine. */
function bounded(command: string): string[] {
  return ['sh', '-c', `ulimit -t ${TEST_SECONDS}; ulimit -c 0; exec ${command}`];
}

export interface Proof {
  /** Tests in the order in which they are run. */
  readonly tests: readonly string[];
  /** Those of them that call core/mm, in their order: all that its mutants are run on. */
  readonly memoryTests: readonly string[];
  /** What the golden driver is asked, and what it must say. */
  readonly asked: string;
  readonly said: string;
}

export interface Workshop {
  readonly core: string;
  /** The sources as they were when it was opened, without their folders: no name stands in two. */
  readonly original: string;
  /** Names of the sources in a folder of core. */
  sourcesOf(folder: string): string[];
  /** Compiles everything from the sources as they are. Throws if that fails. */
  build(): Promise<void>;
  /** Takes over what another workshop of the same sources built. */
  takeOver(other: Workshop): void;
  /** Runs the quick tests, or those named, in that order. */
  tests(names: readonly string[]): Promise<Ran>;
  replay(asked: string): Promise<Ran>;
  /** Puts the mutant in, looks what becomes of it, and takes it out again. `seen` holds the bare objects so far. */
  judge(mutant: Mutant, proof: Proof, seen: Set<string>): Promise<Verdict>;
}

interface Unit {
  readonly path: string;
  readonly object: string;
  readonly flags: readonly string[];
}

/** Every source of the quick tests, from core/. */
function unitsOf(core: string): Unit[] {
  const list = (folder: string, wanted: (name: string) => boolean): Unit[] =>
    readdirSync(join(core, folder))
      .filter((name) => name.endsWith('.c') && wanted(name))
      .map((name) => ({
        path: join(folder, name),
        object: `${basename(folder)}-${basename(name, '.c')}.o`,
        flags: [],
      }));
  const soak = new Set([
    'act.c',
    'decode.c',
    'naive.c',
    'play.c',
    'play_walks.c',
    'world.c',
    'mm_act.c',
    'mm_naive.c',
    'mm_naive_advice.c',
    'mm_naive_count.c',
    'mm_play.c',
  ]);
  return [
    ...list('src', () => true),
    ...list('mm', () => true),
    ...list('wasm', () => true),
    // The rest of cachelines/ counts, which takes another way of compiling.
    ...list('cachelines', (name) => name !== 'cachelines.c'),
    // What has a main is a program of its own; made_up.c is one with releases that no other knows of, and test_stdmap.c
    // needs C++.
    ...list(
      '../tests/core',
      (name) =>
        !['made_up.c', 'test_stdmap.c'].includes(name) &&
        !/^int main\(/m.test(readFileSync(join(core, '../tests/core', name), 'utf8')),
    ),
    ...list('../tests/soak', (name) => soak.has(name)),
    { path: '../tests/mutation/quick.c', object: 'quick.o', flags: [] },
    { path: '../tests/core/replay.c', object: 'replay.o', flags: ['-Dmain=replay_main'] },
  ];
}

export function openWorkshop(project: string, folder: string): Workshop {
  const core = join(folder, 'core');
  rmSync(folder, { recursive: true, force: true });
  for (const part of [
    'core/src',
    'core/mm',
    'core/include',
    'core/wasm',
    'core/cachelines',
    'tests/core',
    'tests/soak',
    'tests/mutation',
  ]) {
    cpSync(join(project, part), join(folder, part), { recursive: true });
  }
  // Put there by core/cachelines.mk.
  cpSync(join(project, 'build/core/libuv'), join(core, 'libuv'), { recursive: true });
  // The project's own sources may change while this runs.
  const original = join(folder, 'original');
  for (const part of ['src', 'mm']) cpSync(join(core, part), original, { recursive: true });
  for (const part of ['tested', 'bare', 'trial']) mkdirSync(join(folder, part));
  const units = unitsOf(core);
  let inclusions: Map<Unit, string> | undefined;
  const inCore = (unit: Unit): boolean => /^(src|mm|wasm)\//.test(unit.path);
  const folderOf = (source: string): string => (existsSync(join(core, 'mm', source)) ? 'mm' : 'src');

  const compile = async (unit: Unit, flags: readonly string[], into: string): Promise<boolean> =>
    (await run(['clang', ...flags, ...unit.flags, '-c', unit.path, '-o', `../${into}/${unit.object}`], core)).status ===
    0;
  const link = async (changed: ReadonlySet<string>): Promise<boolean> => {
    const objects = units.map(({ object }) => `../${changed.has(object) ? 'trial' : 'tested'}/${object}`);
    return (await run(['clang', ...objects, '-o', '../quick'], core)).status === 0;
  };
  const bytes = (into: string, unit: Unit): Buffer => readFileSync(join(folder, into, unit.object));

  /**
   * Whether the mutant's bare objects differ from the original's, as far as one that does; null if it does not compile.
   */
  const differs = async (touched: readonly Unit[], hash: ReturnType<typeof createHash>): Promise<boolean | null> => {
    for (const unit of touched) {
      if (!(await compile(unit, BARE, 'trial'))) return null;
      hash.update(bytes('trial', unit));
      if (!bytes('trial', unit).equals(bytes('bare', unit))) return true;
    }
    return false;
  };

  const passes = async (mutant: Mutant, proof: Proof): Promise<boolean> => {
    if (folderOf(mutant.source) === 'mm') return (await workshop.tests(proof.memoryTests)).status === 0;
    if ((await workshop.tests(proof.tests)).status !== 0) return false;
    const answer = await workshop.replay(proof.asked);
    return answer.status === 0 && answer.output === proof.said;
  };

  /** What changes with the source: itself, or all that include it. */
  const touchedBy = async (source: string): Promise<readonly Unit[]> => {
    if (source.endsWith('.c')) return units.filter(({ path }) => path === `${folderOf(source)}/${source}`);
    for (const unit of inclusions === undefined ? units.filter(inCore) : []) {
      inclusions ??= new Map<Unit, string>();
      inclusions.set(unit, (await run(['clang', ...TESTED, '-MM', unit.path], core)).output);
    }
    return [...(inclusions ?? [])].flatMap(([unit, list]) =>
      list.split(/\s+/).some((path) => path.endsWith(`${folderOf(source)}/${source}`)) ? [unit] : [],
    );
  };

  const judgeInside = async (mutant: Mutant, proof: Proof, seen: Set<string>): Promise<Verdict> => {
    const touched = await touchedBy(mutant.source);
    const hash = createHash('sha256').update(mutant.source);
    const different = await differs(touched, hash);
    if (different === null) return 'uncompiled';
    if (!different) return 'identical';
    for (const unit of touched) {
      if (!(await compile(unit, TESTED, 'trial'))) return 'uncompiled';
      if (touched.length > 1) hash.update(bytes('trial', unit));
    }
    const digest = hash.digest('hex');
    if (seen.has(digest)) return 'duplicate';
    seen.add(digest);
    if (!(await link(new Set(touched.map(({ object }) => object))))) return 'uncompiled';
    return (await passes(mutant, proof)) ? 'survived' : 'killed';
  };

  const workshop: Workshop = {
    core,
    original,
    sourcesOf: (part) => readdirSync(join(core, part)).filter((name) => /\.[ch]$/.test(name)),
    async build() {
      const work: (readonly [Unit, readonly string[], string])[] = [
        ...units.map((unit) => [unit, TESTED, 'tested'] as const),
        ...units.filter(inCore).map((unit) => [unit, BARE, 'bare'] as const),
      ];
      const one = async (): Promise<void> => {
        for (let next = work.pop(); next !== undefined; next = work.pop()) {
          if (!(await compile(next[0], next[1], next[2]))) throw new Error(`${next[0].path} does not compile`);
        }
      };
      await Promise.all([one(), one()]);
      if (!(await link(new Set()))) throw new Error('the quick tests cannot be linked');
    },
    takeOver(other) {
      for (const part of ['tested', 'bare', 'quick'])
        cpSync(join(other.core, '..', part), join(folder, part), { recursive: true });
    },
    tests: (names) => run(bounded(`../quick ${names.join(' ')}`), core),
    replay: (asked) => run(bounded('../quick replay'), core, asked),
    async judge(mutant, proof, seen) {
      const place = join(core, folderOf(mutant.source), mutant.source);
      copyFileSync(mutant.path, place);
      try {
        return await judgeInside(mutant, proof, seen);
      } finally {
        copyFileSync(join(original, mutant.source), place);
      }
    },
  };
  return workshop;
}
