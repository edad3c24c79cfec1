// SPDX-License-Identifier: GPL-2.0-or-later
//
// The soak against a core with one comparison turned round, and the worlds of address spaces against one that forgets a
// precaution (break.py). Both find the fault, and print it as a few statements and a link. The sound core passes the
// same worlds and the same statements.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

import { decodeLink } from '../../web/share/decode';
import { memoryFailureOf, shrink } from './failure';

const build = fileURLToPath(new URL('../../build/core', import.meta.url));

/** Worlds of the soak; 616 is its usual seed. */
const SEED = '616';

function failingWorld(program: string): string | null {
  const run = spawnSync(program, [SEED, '395', '12'], { encoding: 'utf8' });
  return /^failed: seed 616 world (\d+)$/m.exec(run.stderr)?.[1] ?? null;
}

describe('a core that is wrong on purpose', () => {
  test('is found out, and the case is a scenario of at most five statements with its link', () => {
    const world = failingWorld(`${build}/broken/soak-run`);
    expect(world).not.toBeNull();
    const failure = shrink(`${build}/broken/shrink`, ['world', SEED, world!]);
    expect(failure).not.toBeNull();
    expect(failure!.script).toMatch(/^# play\.c:\d+: not so: finding->excused\n# {3}tree \d+: I28\n/);
    expect(failure!.statements).toBeLessThanOrEqual(5);
    const state = decodeLink(`https://example.org/${failure!.link}`);
    expect(state.kind === 'link' ? state.state.script : state).toBe(failure!.script);
  });

  test('is the only one to fail there', () => {
    expect(failingWorld(`${build}/soak-run`)).toBeNull();
    expect(shrink(`${build}/shrink`, ['world', SEED, '0'])).toBeNull();
  });
});

describe('address spaces that are wrong on purpose', () => {
  const worlds = (program: string): string[] =>
    spawnSync(program, [SEED, '123', '12'], { encoding: 'utf8' }).stdout.split('\n');

  test('are found out, and the case is a scenario of at most six statements', () => {
    const failure = memoryFailureOf(worlds(`${build}/broken/mm-soak`));
    expect(failure).not.toBeNull();
    expect(failure!.script).toMatch(/^# seed 616, world \d+: VMA \d+: flags [0-9a-f]+, wanted [0-9a-f]+\nmm [a-d]\n/);
    expect(failure!.script).toMatch(/\n(protect|advise) .*\n$/);
    expect(failure!.statements).toBeLessThanOrEqual(6);
  });

  test('are the only ones to fail there', () => {
    const lines = worlds(`${build}/mm-soak`);
    expect(memoryFailureOf(lines)).toBeNull();
    expect(lines.at(-2)).toMatch(/^mm \{"ok":true,/);
  });
});
