// SPDX-License-Identifier: GPL-2.0-or-later

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { FUNCTIONS, STATEMENTS } from '../../../web/scenario/words';
import { keepPromises } from './promises';

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
