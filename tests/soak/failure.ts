// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is made of a failing run: the shortened scenario and its link, both read back before they are printed.

import { spawnSync } from 'node:child_process';

import { readScenario } from '../../web/scenario/check/checker';
import { decodeLink } from '../../web/share/decode';
import { encodeLink } from '../../web/share/encode';
import { LANGUAGE_VERSION } from '../../web/share/link-state';

export interface Failure {
  /** With comments: what failed, and the acts that build/core/shrink takes again. */
  readonly script: string;
  /** Statements, those inside of blocks included. */
  readonly statements: number;
  /** `#m1.` and letters. */
  readonly link: string;
}

const SHRINK_SECONDS = 600;

/**
 * Runs this build of the shrinker, `world SEED NUMBER` or `bytes FILE`. Null if nothing fails. Throws if it cannot
 * know.
 */
export function shrink(program: string, from: readonly string[]): Failure | null {
  const run = spawnSync(program, from, { encoding: 'utf8', timeout: SHRINK_SECONDS * 1000 });
  if (run.error) throw run.error;
  if (run.status === 1) return null;
  if (run.status !== 0) throw new Error(`${program} ended with ${run.status ?? run.signal}: ${run.stderr}`);
  return failureOf(run.stdout);
}

/** The world that mm-soak has shortened, out of its output; null if it has none. */
export function memoryFailureOf(lines: readonly string[]): Failure | null {
  const start = lines.findIndex((line) => /^# seed \d+, world \d+: /.test(line));
  const end = lines.findIndex((line, k) => k > start && line.startsWith('mm {'));
  return start < 0 || end < 0 ? null : failureOf(`${lines.slice(start, end).join('\n')}\n`);
}

/** The failure in the shrinker's output. Throws if the scenario cannot be read or its link leads elsewhere. */
export function failureOf(script: string): Failure {
  const checked = readScenario(script);
  if (checked.kind !== 'program')
    throw new Error(`this is no scenario: ${JSON.stringify(checked.diagnostics)}\n${script}`);
  const encoded = encodeLink({ script, language: LANGUAGE_VERSION, step: 0, engine: null, sum: null });
  if (encoded.kind !== 'link') throw new Error(encoded.message);
  const decoded = decodeLink(`#${encoded.fragment}`);
  if (decoded.kind !== 'link' || decoded.state.script !== script)
    throw new Error(`the link does not hold the scenario\n${script}`);
  const lines = script.split('\n').filter((line) => !/^\s*(#.*|\}|)$/.test(line));
  return {
    script,
    statements: lines.reduce((sum, line) => sum + (/^repeat .*\{ \w/.test(line) ? 2 : 1), 0),
    link: `#${encoded.fragment}`,
  };
}
