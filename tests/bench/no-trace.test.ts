// SPDX-License-Identifier: GPL-2.0-or-later
//
// The module that is timed knows nothing of events: its objects are, byte for byte, those of the same sources with
// every event cut out of the text; and none of them names the hook.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { projectDir } from '../setup/needs.mjs';

const CORE = join(projectDir, 'core');
const LEAN = ['-std=c11', '-O2', '-DMPL_EVENTS=0', '-DMPL_CHECKS=0', '-Iinclude', '-I../core', '-w'];
const sources = readdirSync(join(CORE, 'src')).filter((name) => name.endsWith('.c') && name !== 'trace.c');

/** The folders with the sources as they are, without their events, and what was compiled from them. */
let plain = '';
let silent = '';

/** Cuts out every `MPL_EVENT(…)`; says how many there were. */
function withoutEvents(text: string): { text: string; cut: number } {
  let cut = 0;
  let rest = text;
  let done = '';
  for (let at = rest.indexOf('MPL_EVENT('); at >= 0; at = rest.indexOf('MPL_EVENT(')) {
    let end = at + 'MPL_EVENT('.length;
    for (let depth = 1; depth > 0; end++) {
      if (rest[end] === '(') depth++;
      if (rest[end] === ')') depth--;
      if (end > rest.length) throw new Error('a parenthesis is open');
    }
    done += `${rest.slice(0, at)}(void)0`;
    rest = rest.slice(end);
    cut++;
  }
  return { text: done + rest, cut };
}

function compiled(folder: string): string {
  execFileSync(process.env.CLANG ?? 'clang', [...LEAN, '-c', ...sources.map((name) => `src/${name}`)], { cwd: folder });
  return folder;
}

function copied(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lean-core-'));
  for (const each of ['src', 'include', 'wasm']) cpSync(join(CORE, each), join(folder, each), { recursive: true });
  return folder;
}

let events = 0;

beforeAll(() => {
  plain = compiled(copied());
  silent = copied();
  for (const name of sources) {
    const { text, cut } = withoutEvents(readFileSync(join(silent, 'src', name), 'utf8'));
    events += cut;
    writeFileSync(join(silent, 'src', name), text);
  }
  compiled(silent);
}, 600_000);

afterAll(() => {
  rmSync(plain, { recursive: true, force: true });
  rmSync(silent, { recursive: true, force: true });
});

const objects = sources.map((name) => name.replace(/\.c$/, '.o'));

test.each(objects)('%s is the same from a source without events', (name) => {
  expect(readFileSync(join(silent, name)).equals(readFileSync(join(plain, name)))).toBe(true);
});

test('there were events to cut out', () => {
  expect(events).toBeGreaterThan(50);
});

test('no object names the hook', () => {
  const symbols = execFileSync('nm', objects, { cwd: plain, encoding: 'utf8' });
  expect(symbols).toContain('mpl_decide');
  expect(symbols).not.toMatch(/mpl_trace_(hook|emit)/);
});
