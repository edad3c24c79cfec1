// SPDX-License-Identifier: GPL-2.0-or-later

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { LANGUAGE_EXAMPLE, SPACES_EXAMPLE } from '../../../web/app/help-examples';
import { FUNCTIONS, STATEMENTS } from '../../../web/scenario/words';
import { keepPromises } from './promises';
import { itemsOf, stepsOf } from './run';

const page = readFileSync(fileURLToPath(new URL('../../../web/scenario/language.md', import.meta.url)), 'utf8');

const examples = [...page.matchAll(/^```maple\n([^]*?)^```$/gm)].map((found) => ({
  line: page.slice(0, found.index).split('\n').length + 1,
  text: found[1] ?? '',
}));

describe('the page of the language', () => {
  test.each(examples)('the example at line $line does what it says', ({ text }) => keepPromises(text));

  test('shows every statement that runs', () => {
    const code = examples.map((one) => one.text).join('\n');
    const missing = STATEMENTS.filter((one) => one.runs && !new RegExp(`^\\s*(?:repeat .*\\{ )?${one.word}\\b`, 'm').test(code));
    expect(missing.map((one) => one.word)).toEqual([]);
  });

  test('tells every function that runs', () => {
    const missing = FUNCTIONS.filter((one) => one.runs && !page.includes(`${one.word}(`));
    expect(missing.map((one) => one.word)).toEqual([]);
  });
});

describe('the examples of Help', () => {
  test.each([
    ['the language', LANGUAGE_EXAMPLE],
    ['address spaces', SPACES_EXAMPLE],
  ])('%s: runs as it is pasted', (_, text) => keepPromises(text));

  test('fail where their comments say so, and leave nothing where they say so', () => {
    const failed = (text: string): string[] =>
      stepsOf(text)
        .filter(({ report }) => report.error !== null)
        .map(({ report }) => text.split('\n')[report.line - 1]!.split(' ').slice(0, 4).join(' '));
    expect(failed(LANGUAGE_EXAMPLE)).toEqual(['dup notes as copy']);
    expect(failed(SPACES_EXAMPLE)).toEqual(['fork app as unborn']);
    const steps = stepsOf(SPACES_EXAMPLE);
    expect(steps.at(-1)?.report.live).toBe(0);
    expect(steps.at(-1)?.trees).toEqual([]);
    const [sweep] = itemsOf(SPACES_EXAMPLE).flatMap((item) => (item.kind === 'step' && item.sweep !== undefined ? [item.sweep] : []));
    expect(sweep?.runs.map(({ outcome }) => outcome)).toContain('undone');
  });
});
