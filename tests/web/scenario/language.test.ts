// SPDX-License-Identifier: GPL-2.0-or-later

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { LANGUAGE_EXAMPLE, SPACES_EXAMPLE } from '../../../web/app/help/help-examples';
import { readFind } from '../../../web/scenario/find/parse';
import { ALL_WORDS, EXAMPLES, JOINS, NODE_FIELDS, SLOT_FIELDS, VMA_CLASSES } from '../../../web/scenario/find/words';
import { ERROR_NAMES, runs } from '../../../web/scenario/syntax/keywords';
import { STATEMENT_WORDS } from '../../../web/scenario/statements/all';
import { FUNCTION_DOCS as FUNCTIONS, RESULTS } from '../../../web/scenario/language/word-docs';
import type { StepResult } from '../../../web/model/report';
import { STATEMENT_DOCS } from '../../../web/scenario/generated/docs';
import type { ResultKind } from '../../../web/scenario/statements/statement';
import { keepPromises } from './promises';
import { itemsOf, stepsOf } from './run';

function kindOfResult(result: StepResult): ResultKind | null {
  if (result === null) return null;
  if (Array.isArray(result)) return result.length === 0 ? null : 'visits';
  return typeof result === 'object' && 'index' in result ? 'place' : 'entry';
}

const page = readFileSync(
  fileURLToPath(new URL('../../../web/scenario/language/language.md', import.meta.url)),
  'utf8',
);

const examples = [...page.matchAll(/^```maple\n([^]*?)^```$/gm)].map((found) => ({
  line: page.slice(0, found.index).split('\n').length + 1,
  text: found[1] ?? '',
}));

describe('the page of the language', () => {
  test.each(examples)('the example at line $line does what it says', ({ text }) => keepPromises(text));

  test('shows every statement that runs', () => {
    const code = examples.map((one) => one.text).join('\n');
    const missing = STATEMENT_WORDS.filter(
      (word) => runs(word) && !new RegExp(`^\\s*(?:repeat .*\\{ )?${word}\\b`, 'm').test(code),
    );
    expect(missing).toEqual([]);
  });

  test('tells every function', () => {
    const missing = FUNCTIONS.filter((one) => !page.includes(`${one.word}(`));
    expect(missing.map((one) => one.word)).toEqual([]);
  });

  test('tells of result() what the modules of the statements say, and the steps of its examples are so', () => {
    const [row = ''] = /^\| `result\(\)` .*$/m.exec(page) ?? [];
    expect(row.replaceAll('`', ''), 'after a statement got a `result`, name it in this row').toContain(
      `: ${RESULTS.join(', ')};`,
    );
    const met = new Map<string, Set<string>>();
    for (const { text } of examples) {
      if (/^# refused/m.test(text)) continue;
      for (const { report } of stepsOf(text)) {
        const kind = kindOfResult(report.result);
        if (kind !== null) met.set(report.op, (met.get(report.op) ?? new Set()).add(kind));
      }
    }
    const known = STATEMENT_DOCS.flatMap(({ word, result: [kind] }) => (kind === undefined ? [] : [`${word} ${kind}`]));
    const found = [...met].flatMap(([word, kinds]) => [...kinds].map((kind) => `${word} ${kind}`));
    expect(found.sort(), '`result` in the `about` of these statements').toEqual(known.sort());
  });

  test('lists every error that a step can end with', () => {
    const listed = /Errors are (.*?)\. /.exec(page)?.[1] ?? '';
    expect(listed.match(/[A-Z]+/g)).toEqual(ERROR_NAMES);
  });
});

describe('what the page tells of Find', () => {
  const section = /^## Find\n([^]*?)^## /m.exec(page)?.[1] ?? '';
  const code = [...section.matchAll(/`([^`]+)`/g)].map((found) => found[1]!);

  test('names every word, every way to join them, and every class of VMAs', () => {
    const words = new Set(code.flatMap((one) => one.split(/[ ()]+/)));
    expect([...ALL_WORDS, ...JOINS].map(({ word }) => word).filter((word) => !words.has(word))).toEqual([]);
    expect(VMA_CLASSES.filter((one) => !words.has(one))).toEqual([]);
  });

  // The first column of a table: what can be asked, with something to compare a number with.
  const rowsOf = (part: string): string[] =>
    [...part.matchAll(/^\| (`.*?`) \|/gm)].flatMap((row) =>
      [...row[1]!.matchAll(/`([^`]+)`/g)].map((found) => found[1]!),
    );
  const ask = (row: string): string => {
    const text = row.replace(/ A$/, ' 5').replace(/ R$/, ' 5..9');
    const found = readFind(text in NODE_FIELDS || (text in SLOT_FIELDS && text !== 'entry') ? `${text} >= 7` : text);
    return found.kind === 'query' ? found.query.about : found.kind;
  };

  test('has the examples of the box, and each row of its tables can be asked', () => {
    expect(EXAMPLES.map(({ word }) => word).filter((one) => !code.includes(one))).toEqual([]);
    const rows = rowsOf(section);
    expect(rows.length).toBeGreaterThan(45);
    expect(rows.filter((one) => !['nodes', 'slots'].includes(ask(one)))).toEqual([]);
  });

  test('tells rightly which of them find slots', () => {
    const [, nodes = '', slots = ''] = section.split(/^Conditions on \w+:$/m);
    expect(rowsOf(nodes).filter((one) => ask(one) !== 'nodes')).toEqual([]);
    expect(rowsOf(slots).filter((one) => ask(one) !== 'slots')).toEqual([]);
    expect(rowsOf(slots).length).toBeGreaterThan(10);
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
    const [sweep] = itemsOf(SPACES_EXAMPLE).flatMap((item) =>
      item.kind === 'step' && item.sweep !== undefined ? [item.sweep] : [],
    );
    expect(sweep?.runs.map(({ outcome }) => outcome)).toContain('undone');
  });
});
