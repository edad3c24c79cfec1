// SPDX-License-Identifier: GPL-2.0-or-later

import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  EXPECTED_HEAD,
  looksLikeMismatch,
  readMismatch,
  writeMismatch,
  type MismatchReport,
} from '../../../web/share/mismatch-report';
import { SEED, treeScenario } from '../properties/scenario-texts';

function reportOf(script: string, more: Partial<MismatchReport> = {}): MismatchReport {
  return {
    engine: 'linux-6.16/0123456789ab',
    language: 1,
    step: 3,
    steps: 14,
    sums: [{ tree: 't', sum: '0123456789abcdef' }],
    found: [],
    tree: 't',
    dump: ['0 leaf 0-ffffffffffffffff end=1 p=5 s=v1,.'],
    script,
    ...more,
  };
}

/**
 * What mail does to a text on its way: quotes it, ends its lines otherwise, takes blanks at their ends, puts words
 * around it.
 */
const WAYS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) =>
    text
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n'),
  (text) =>
    text
      .split('\n')
      .map((line) => `> > ${line}`.trimEnd())
      .join('\n'),
  (text) =>
    text
      .split('\n')
      .map((line) => `>>> ${line}`)
      .join('\r\n'),
  (text) => `Hello,\n\nsee below.\n\n${text}\n-- \nA. Person\n`,
  (text) =>
    `On Monday, somebody wrote:\n${text
      .split('\n')
      .map((line) => (line === '' ? '>' : `> ${line}`))
      .join('\n')}\n\nI see it too.\n`,
  (text) =>
    text
      .split('\n')
      .map((line) => `  ${line}  `)
      .join('\n'),
];

function comesBack(script: string): void {
  const text = writeMismatch(reportOf(script));
  for (const line of text.split('\n')) {
    expect(Array.from(line).length).toBeLessThan(78);
    expect(line).toBe(line.trimEnd());
  }
  const bare = script
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
  for (const way of WAYS) {
    expect(looksLikeMismatch(way(text))).toBe(true);
    expect(readMismatch(way(text))).toMatchObject({
      kind: 'report',
      script: bare,
      step: 3,
      engine: 'linux-6.16/0123456789ab',
      sums: [{ tree: 't', sum: '0123456789abcdef' }],
    });
  }
}

describe('a report of a mismatch', () => {
  test('comes back from a mail, whatever was done to it: every example', () => {
    const folder = new URL('../../../web/app/examples/', import.meta.url);
    for (const name of readdirSync(folder)) comesBack(readFileSync(new URL(name, folder), 'utf8'));
  });

  test('comes back whatever the scenario holds', () => {
    const line = fc.oneof(
      treeScenario,
      fc
        .string({ unit: 'grapheme', maxLength: 300 })
        .map((words) => words.replaceAll(/[\r\n\u0085\u2028\u2029]/g, ' ')),
      fc.constantFrom('', '| bar', '\\ back', '> quoted', '# end of report', ' '.repeat(200) + 'x', 'x'.repeat(500)),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => comesBack(lines.join('\n'))),
      { seed: SEED, numRuns: 150 },
    );
  });

  test('what a person wrote into it is no fact of it', () => {
    const text = writeMismatch(reportOf('tree t\nstore 1 = 1')).replace(
      `${EXPECTED_HEAD}\n`,
      `${EXPECTED_HEAD}\nstep 2 of 3 is right, but\nstep 3 should give 1: the\nengine of mine does\nscenario and all\n`,
    );
    expect(readMismatch(text)).toMatchObject({
      kind: 'report',
      script: 'tree t\nstore 1 = 1',
      step: 3,
      engine: 'linux-6.16/0123456789ab',
    });
  });

  test('one that was changed on its way is reported as such', () => {
    const text = writeMismatch(reportOf('tree t\nstore 1 = 1'));
    expect(readMismatch(text.replace('store 1 = 1', 'store 1 = 2'))).toMatchObject({
      kind: 'damaged',
      message: expect.stringContaining('changed on its way') as string,
    });
    expect(readMismatch(text.replace(/^scenario .*$/m, ''))).toMatchObject({ kind: 'damaged' });
    expect(readMismatch(text.replace(/^step .*$/m, ''))).toMatchObject({ kind: 'damaged' });
    expect(readMismatch('tree t\n')).toEqual({ kind: 'none' });
    expect(looksLikeMismatch('tree t # Maplescope mismatch report 1')).toBe(false);
  });

  test('tells what its own checks found, and cuts a dump that is too long', () => {
    const text = writeMismatch(
      reportOf('tree t', {
        found: ['invariant 3 is broken in t: a pivot is not above the one before it, by more than a line holds'],
        dump: Array.from({ length: 1200 }, (_, k) => `line ${k}`),
      }),
    );
    expect(text).toContain('| invariant 3 is broken');
    expect(text).toContain('and 200 more lines');
    expect(readMismatch(text)).toMatchObject({ kind: 'report', script: 'tree t' });
  });
});
