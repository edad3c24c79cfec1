// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is built before a command runs, and what is said of it: with a stand-in for make that writes down what is asked.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { projectDir } from './needs.mjs';

let bin = '';

beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), 'maplescope-make-'));
  program('emcc', 'exit 1');
});

afterEach(() => {
  rmSync(bin, { recursive: true });
});

function program(name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\necho "$*" >> "${bin}/${name}-calls"\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
}

function calls(name: string): string[] {
  const path = join(bin, `${name}-calls`);
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
}

/** Make that has these files to compile, as `FILE` or `WAY/FILE`, and says so as the core's Makefile does. */
function makeWith(...files: readonly string[]): void {
  const lines = (before: string, behind: string): string =>
    files
      .map((file) => (file.includes('/') ? file : `explore/${file}`).replace('/', '\\t'))
      .map((told) => `printf '%s  ${told}%s\\n' '${before}' '${behind}'`)
      .join('\n');
  program('make', `case "$1" in -n) ${lines('echo "', '" && emcc')}\n:;; *) ${lines('', '')}\n:;; esac`);
}

/** The scripts of package.json, as npm runs them. */
const scripts = (
  JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
).scripts;

function scenario(words: readonly string[], input = ''): { status: number | null; out: string; err: string } {
  const [, ...command] = (scripts['scenario'] ?? '').split(' ');
  const { status, stdout, stderr } = spawnSync(process.execPath, [...command, ...words], {
    cwd: projectDir,
    input,
    encoding: 'utf8',
    env: { ...process.env, PATH: bin },
  });
  return { status, out: stdout, err: stderr };
}

describe('npm run scenario', () => {
  test('tells its options without a core', () => {
    makeWith('alloc.c');
    const { status, out, err } = scenario(['--help']);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/^usage: npm run --silent scenario -- FILE /);
    expect([...calls('make'), ...calls('emcc')]).toEqual([]);
  });

  test('takes what the page runs, and is silent where that is built', () => {
    makeWith();
    const { status, out, err } = scenario(['-'], 'tree t\nstore 1 = 1\n');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toContain('\nok: 2 steps\n');
    expect(calls('make').map((call) => call.split(' ').at(-1))).toEqual(['page-wasm', 'page-wasm']);
  });

  test('says on standard error what is built first, and how far it is', () => {
    makeWith('alloc.c', 'bulk.c', 'benchwasm/timed.c');
    const { status, out, err } = scenario(['-'], 'tree t\n');
    expect(status).toBe(0);
    expect(err.split('\n')).toEqual([
      'first the core, from C to WebAssembly (3 files to compile)',
      '  1 of 3: alloc.c',
      '  2 of 3: bulk.c',
      '  3 of 3: timed.c',
      '',
    ]);
    expect(out).not.toContain('alloc.c');
  });
});
