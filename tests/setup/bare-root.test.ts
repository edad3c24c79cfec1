// SPDX-License-Identifier: GPL-2.0-or-later
//
// What .ci/run does where it cannot make a bare root, and what it leaves behind. Stand-ins on PATH play the machine; a
// bare root itself takes minutes, and `.ci/run` is its test.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { projectDir } from './needs.mjs';

const onDebian = existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));

let folder = '';
let env: NodeJS.ProcessEnv = {};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'maplescope-bare-'));
  for (const name of ['bin', 'tmp']) mkdirSync(join(folder, name));
  env = {
    ...process.env,
    CI: '',
    PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}`,
    TMPDIR: join(folder, 'tmp'),
  };
  program('id', 'echo 0');
  program('git', 'exit 0');
  program('npm', '[ "$1" = test ] || exit 9; echo "npm $* with CI=$CI"; echo "3 passed, 1 failed"; exit 4');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function program(name: string, script: string): void {
  const path = join(folder, 'bin', name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

function run(script: string, ...words: readonly string[]): { status: number | null; lines: string[] } {
  const { status, stdout } = spawnSync(join(projectDir, script), words, {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { status, lines: stdout.trimEnd().split('\n') };
}

const inPlace = (reason: string): { status: number; lines: string[] } => ({
  status: 4,
  lines: [`In place, not in a bare Debian root: ${reason}.`, 'npm test -- with CI=true', '3 passed, 1 failed'],
});

test('without root, .ci/run says so first and runs the tests in place, with their last line and status', () => {
  program('id', 'echo 1000');
  expect(run('.ci/run')).toEqual(inPlace('this is not root'));
  expect(run('tests/setup/bare-root.sh', 'test')).toEqual({
    status: 75,
    lines: ['No bare Debian root here: this is not root.'],
  });
});

test.runIf(onDebian)('where debootstrap fails, .ci/run says so, and leaves nothing behind', () => {
  program('unshare', 'shift; while [ "${1#--}" != "$1" ]; do shift; done; exec "$@"');
  program('debootstrap', 'echo "E: no mirror"; exit 1');
  expect(run('.ci/run')).toEqual(inPlace('debootstrap failed: E: no mirror'));
  expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
});

test.runIf(onDebian)('where mounting is not permitted, .ci/run says so', () => {
  program('unshare', 'exit 1');
  expect(run('.ci/run')).toEqual(inPlace('mounting is not permitted'));
});

test.runIf(onDebian)('a signal ends it at once, with what it started and made', async () => {
  program('unshare', 'shift; while [ "${1#--}" != "$1" ]; do shift; done; exec "$@"');
  program('debootstrap', `mkdir -p "$3/proc"; echo $$ > "${folder}/started"; exec sleep 600`);
  const child = spawn(join(projectDir, '.ci/run'), { env, stdio: 'ignore' });
  await expect.poll(() => existsSync(join(folder, 'started')), { timeout: 30_000 }).toBe(true);
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(143);
  expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
});
