// SPDX-License-Identifier: GPL-2.0-or-later
//
// Starting other programs from the project's folder: with their output shown, or gathered.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { projectDir } from './needs.mjs';

/** Makes targets of the core, whose Makefile says on standard output what it compiles. */
const MAKE_CORE = /** @type {const} */ (['make', '-s', '-j2', '--no-print-directory', '-C', 'core']);

/** The modules of the core that the page runs. */
const PAGE_MODULES = 'page-wasm';

/** Where programs of npm packages are started from. */
const BIN_DIR = join(projectDir, 'node_modules', '.bin');

/**
 * The folder of the packages' programs goes first on PATH, so that `tsc`, `vitest` … are ours also without npm.
 * @param {Record<string, string>} extra
 */
function environment(extra = {}) {
  return { ...process.env, PATH: `${BIN_DIR}:${process.env.PATH ?? ''}`, ...extra };
}

/**
 * The command that builds the core: its WebAssembly modules, and what else is named.
 * @param {string[]} targets
 * @returns {[string, ...string[]]}
 */
export function coreCommand(...targets) {
  return [...MAKE_CORE, 'wasm', ...targets];
}

/** ESLint over every file, which fills memory with trees of sources: one thread collects the garbage, and seldom. */
export const LINT = /** @type {const} */ ([
  process.execPath,
  '--single-threaded-gc',
  '--max-semi-space-size=128',
  'node_modules/eslint/bin/eslint.js',
  '--max-warnings',
  '0',
  '.',
]);

/**
 * Oxlint's rules that read types, by the checker written in Go: a fifth of the processor time that they took in ESLint.
 */
export const TYPED_LINT = /** @type {const} */ (['oxlint', '--type-aware', '--threads=2', '.']);

/**
 * Builds the core, quick when nothing has changed; ends this process if that fails. Says what it does on standard
 * error, so that standard output stays with the command that needs the core.
 * @param {string[]} targets
 */
export function buildCore(...targets) {
  const [program, ...args] = coreCommand(...targets);
  const result = spawnSync(program, args, { cwd: projectDir, stdio: ['ignore', 2, 2] });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** How many files of the core have to be compiled before there is a page. */
export function toCompileForPage() {
  const { stdout } = spawnSync('make', ['-n', '--no-print-directory', '-C', 'core', PAGE_MODULES], {
    cwd: projectDir,
    encoding: 'utf8',
  });
  return stdout.match(COMPILES)?.length ?? 0;
}

/**
 * A line of the Makefile's that says what it compiles: as the command itself when it is only asked what it would do.
 */
const COMPILES = /^(?:echo ")? {2}\w+\t\S+/gm;

/**
 * Builds what the page needs of the core and nothing else; ends this process if that fails. Each file that is compiled
 * is printed with its number.
 * @param {number} count  how many there are
 * @param {(line: string) => void} [say]
 */
export async function buildPageCore(count, say = console.log) {
  const [program, ...args] = MAKE_CORE;
  const child = spawn(program, [...args, PAGE_MODULES], { cwd: projectDir, stdio: ['ignore', 'pipe', 'inherit'] });
  let done = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    say(line.match(COMPILES) === null ? line : `  ${++done} of ${count}: ${line.replace(/^ *\S+\t/, '')}`);
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  if (child.exitCode !== 0) process.exit(child.exitCode ?? 1);
}

/**
 * What a stage says of the files that it compiles.
 * @param {number} count
 */
export function toCompileText(count) {
  return count === 0 ? 'nothing to compile' : `${count} ${count === 1 ? 'file' : 'files'} to compile`;
}

/**
 * Runs a program with its output shown; ends this process if it fails.
 * @param {readonly [string, ...string[]]} command
 */
export function must(command) {
  const [program, ...args] = command;
  const result = spawnSync(program, args, { cwd: projectDir, stdio: 'inherit', env: environment() });
  if (result.error) console.error(`${program}: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/**
 * Who follows a program while it runs: the group of its processes when it starts, and what it prints.
 * @typedef {{ started: (group: number) => void, printed: (part: string) => void }} Watch
 */

/**
 * Runs a program and gives its exit status and all that it printed.
 * @param {readonly [string, ...string[]]} command
 * @param {Record<string, string>} [env]
 * @param {Watch} [watch]  given: the program leads a group of processes of its own
 * @returns {Promise<{ status: number, output: string }>}
 */
export function gather(command, env, watch) {
  const [program, ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: projectDir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment(env),
      detached: watch !== undefined,
    });
    if (child.pid !== undefined) watch?.started(child.pid);
    let output = '';
    const take = (/** @type {Buffer} */ part) => {
      output += part.toString();
      watch?.printed(part.toString());
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => {
      resolve({ status: 127, output: `${output}${program}: ${error.message}\n` });
    });
    child.on('close', (status, signal) => {
      if (signal !== null) output += `${program}: ended by ${signal}\n`;
      resolve({ status: status ?? 1, output });
    });
  });
}

/**
 * Runs jobs, at most `width` at a time, in the order given.
 * @template T
 * @param {readonly (() => Promise<T>)[]} jobs
 * @param {number} width
 * @returns {Promise<T[]>} results in the order of the jobs
 */
export async function pool(jobs, width) {
  /** @type {T[]} */
  const results = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < jobs.length; at = next++) {
      const job = jobs[at];
      if (job !== undefined) results[at] = await job();
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
