// SPDX-License-Identifier: GPL-2.0-or-later
//
// Expressions outside of a text: what each is read as or refused with, and what it comes to where a run ends, kept.
// `npx vitest run tests/web/scenario/kept-expressions -u` writes it anew; look at the difference before it is
// committed.

import { expect, test } from 'vitest';
import { readExpression } from '../../../web/scenario/check/expression';
import { parse } from '../../../web/scenario/language/parser';
import { FUNCTIONS } from '../../../web/scenario/syntax/keywords';
import { itemsOf } from './run';

/** Names of each kind, and calls with results of each kind as the last one. */
const TEXT =
  'mm p\nmap 0x1000..+3*4K rw\ntouch 0x1000..+4K write\ntree t alloc rcu\nrepeat 20 as i { store i * 10 = i }\n' +
  'store 500..600 = "a label"\n' +
  'read t at 5 as r\nstate s in t\nset s 5..9\nprepare s = 7\ntree e\nuse t\nlet x = 12\n';
const LASTS: Readonly<Record<string, string>> = {
  'a store': 'store 5..17 = zero\n',
  'a number loaded': 'load 10\n',
  'a label loaded': 'load 555\n',
  'NULL loaded': 'load 495\n',
  'the zero entry loaded': 'store 5 = zero\nload 5\n',
  'a place found': 'gap 5 within 0..max\n',
  'ranges visited': 'next 0 count 3\n',
  'no range visited': 'next 5000\n',
  'nothing current': 'use e\ndestroy e\n',
  'an address space': 'use p\n',
};

const ARGUMENTS = [
  '',
  '5',
  't',
  'e',
  'p',
  'r',
  's',
  'x',
  'gone',
  'max',
  '5, t',
  '5, p',
  't, 5',
  '10, e',
  't, e',
  '1, 2, 3',
  '(',
  '5 +',
];
const EXPRESSIONS: readonly string[] = [
  ...['', ' ', '5', '0x1F', ' 5 ', '1K', 'max', 'null', 'zero', '"a"', '"a', 'x', 'gone', 't', 'p', 's', 'r', 'true'],
  ...[
    '5\n',
    '5\r',
    '5 # five',
    '#',
    '5 = 5',
    '5 = 5 =',
    '5 = 0 }',
    '5 }',
    '{ 5',
    '5 5',
    '5..9',
    'error',
    'error ENOMEM',
    'valid t',
    'exists t',
    'same p p',
  ],
  ...['= 5', '== 5', '5 = 0\n', '5 < 6', '5 != ', 'x = 12', '1 = 0 = 0', 'node 3'],
  ...[
    '1 + 2',
    '1 - 2',
    '2 - 1',
    '3 * 4',
    '7 / 2',
    '7 % 2',
    '7 / 0',
    '7 % 0',
    '1 << 63',
    '1 << 64',
    '2 << 63',
    '5 >> 1',
    '5 >> 64',
    '6 & 3',
    '6 | 3',
  ],
  ...[
    '6 ^ 3',
    'max + 1',
    'max - max',
    'max * 2',
    '1 + 2 * 3',
    '(1 + 2) * 3',
    '2 * (3 + x)',
    '1 +',
    '+ 1',
    '(1',
    '1)',
    '()',
    '-1',
    '1 & & 2',
  ],
  ...[
    'max - max - 1',
    '7 - 2 - 1',
    'x * x',
    'x - 13',
    'gone + 1',
    'load(10) + 1',
    'load(555) + 1',
    '1 + load(495)',
    'load(gone)',
    'load(load(10))',
    'load(nods())',
  ],
  ...[
    'load(10, gone)',
    'nods(t)',
    'xyzzy(t)',
    'nodes (t)',
    'nodes(t) + vmas(p)',
    'nods(t) + 1',
    '1 + xyzzy()',
    'nodes(1) + nods(t)',
    'rand(0)',
    'rand(1)',
    'rand(nods())',
  ],
  ...[
    'load(10, t) + load(5, nodes)',
    'index(s) + last(s)',
    'index(5 + 5)',
    'height(t + 1)',
    'load("a")',
    'load(null)',
    'nodes("t")',
    'max()',
    'store 5 = 1',
    'status(s)',
  ],
  ...[
    `${'('.repeat(40)}5${')'.repeat(40)}`,
    `${'('.repeat(600)}5${')'.repeat(600)}`,
    `${'1+'.repeat(600)}1`,
    '99999999999999999999',
    '1_000',
    '5x',
    'é',
    'nodes(t',
    'nodes t)',
  ],
  // As deep as an expression may be, and deeper by one.
  ...[499, 500, 501, 502].flatMap((deep) => [
    `${'1+('.repeat(deep)}1${')'.repeat(deep)}`,
    `${'load('.repeat(deep)}1${')'.repeat(deep)}`,
  ]),
  ...FUNCTIONS.flatMap(({ word }) => ARGUMENTS.map((one) => `${word}(${one})`)),
];

const short = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 20)}… (${text.length})` : text);
const told = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `0x${one.toString(16)}` : one)).replaceAll(
    /"(\w+)":/g,
    '$1:',
  );

test('what each is read as', () => {
  const lines = EXPRESSIONS.map((text) => {
    const read = readExpression(text);
    return `${short(text)}: ${
      read.kind === 'value'
        ? told(read.value).slice(0, 400)
        : `${read.fault.from}–${read.fault.to} ${read.fault.message} | ${read.fault.hint}`
    }`;
  });
  expect(lines.join('\n')).toMatchSnapshot();
});

test.each(Object.entries(LASTS))('what each comes to behind %s', (_, last) => {
  const read = EXPRESSIONS.flatMap((text) => {
    const one = readExpression(text);
    return one.kind === 'value' ? [[text, one.value] as const] : [];
  });
  const end = itemsOf(TEXT + last, { watch: read.map(([, value]) => value) }).at(-1);
  const watched = end?.kind === 'end' ? end.watched : undefined;
  expect(watched).toHaveLength(read.length);
  expect(read.map(([text], k) => `${short(text)}: ${told(watched?.[k])}`).join('\n')).toMatchSnapshot();
});

test('a text says once that its expressions are too deep', () => {
  const deep = `${'1+('.repeat(501)}1${')'.repeat(501)}`;
  const { diagnostics } = parse(`let x = ${deep}\nlet y = ${deep}\nstore ${deep} = 99999999999999999999\n`);
  expect(diagnostics.map(({ line, message, hint }) => `${line}: ${message} | ${hint}`)).toEqual([
    '1: the expression is nested more than 500 deep | name a part of it with let',
    expect.stringMatching(/^3: /),
  ]);
});

test('a run that was stopped has no values', () => {
  const one = readExpression('5');
  if (one.kind !== 'value') throw new Error('refused');
  const end = itemsOf('tree t\nfail request\nload rand(0)\n', { watch: [one.value] }).at(-1);
  expect(end).toMatchObject({ kind: 'end', stopped: { line: 3 } });
  expect(end).not.toHaveProperty('watched');
  expect(itemsOf('tree t\n').at(-1)).not.toHaveProperty('watched');
});
