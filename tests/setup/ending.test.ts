// SPDX-License-Identifier: GPL-2.0-or-later
//
// That a command ends with what started it, and what it started with it. Real processes: a shell stands for npm.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';

const HERE = new URL('.', import.meta.url);
const WITH_NPM = { ...process.env, npm_lifecycle_event: 'test' };
const COMMAND = `
  import { gather } from '${new URL('run.mjs', HERE).href}';
  import { whenToEnd } from '${new URL('ending.mjs', HERE).href}';
  const groups = [];
  whenToEnd((why) => {
    for (const group of groups) process.kill(-group, 'SIGTERM');
    console.log(why);
    process.exit(0);
  });
  void gather(['sh', '-c', 'sleep 60 & echo $!; wait'], {}, {
    started: (group) => groups.push(group),
    printed: (part) => console.log('child ' + part.trim() + ' of ' + process.pid),
  });
`;
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Starts the command below a shell that waits for it; resolved when its own child runs. */
async function start(): Promise<{ shell: ChildProcess; lines: AsyncIterator<string>; command: number; child: number }> {
  const shell = spawn('sh', ['-c', `"$0" --input-type=module -e "$1"; true`, process.execPath, COMMAND], {
    env: WITH_NPM,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(shell);
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]();
  const [, child, command] = /^child (\d+) of (\d+)$/.exec(String((await lines.next()).value)) ?? [];
  return { shell, lines, command: Number(command), child: Number(child) };
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a command that is ended', () => {
  test('by a signal takes what it started with it', async () => {
    const { lines, command, child } = await start();
    expect(runs(child)).toBe(true);
    process.kill(command, 'SIGTERM');
    expect((await lines.next()).value).toBe('SIGTERM');
    await expect.poll(() => [runs(command), runs(child)], { timeout: 20_000 }).toEqual([false, false]);
  });

  test('because npm is gone does so as well', async () => {
    const { shell, lines, command, child } = await start();
    shell.kill('SIGKILL');
    await once(shell, 'exit');
    expect((await lines.next()).value).toBe('its parent ended');
    await expect.poll(() => [runs(command), runs(child)], { timeout: 20_000 }).toEqual([false, false]);
  });
});
