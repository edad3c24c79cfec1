// SPDX-License-Identifier: GPL-2.0-or-later
//
// What queries are read as, mistakes in them and what completes them, kept.
// `npx vitest run tests/web/scenario/kept-find -u` writes it anew; look at the difference before it is committed.

import { expect, test } from 'vitest';
import { completeFind, readFind } from '../../../web/scenario/find/parse';
import { ALL_WORDS } from '../../../web/scenario/find/words';
import { readNumber, readString } from '../../../web/scenario/syntax/literals';

const QUERIES: readonly string[] = [
  '', '  ', 'libc', 'Libc', '/usr/lib', '[heap]', 'heap stack', 'lef', 'lief', 'leaves', 'leaf,', 'xleaf', 'libc = 1', 'a..b', 'n', 'no', 'nodes', 'usedx', 'entry7', 'zzz', '?', '-', '_x', 'é', '#', '5 # 6', '@', 'leaf @',
  '5', '0x5', '0X5', '5K', '5k', '16E', '99999999999999999999', '5%', 'max', 'MAX', 'ff', '7f', 'f7', '12ab', 'deadbeef', 'abcdefabcdefabcdef', '7f12 0000', '7f12 0000 1000', '1234 5678', 'abcd ef01', '7f12 0000 1000 2000 3000', '7f12  0000', '1 2', '12 34', '1_000', '0x', '0xg', '12gg', '5_', '00ff',
  'leaf', 'LEAF', 'node', 'node 5', 'node = 5', 'node < 5', 'node x', 'node ff', 'node max', 'id 5', 'id != 5', 'id', 'kind', 'kind leaf', 'kind = arange', 'kind range', 'kind foo', 'kind 5', 'kind = ', 'inner', 'root', 'null', 'zero', 'changed', 'new', 'rewritten', 'adopted', 'in', 'in t', 'tree t', 'in 5', 'tree', 'tree max',
  'covers', 'covers 5', 'covers ff', 'covers 0xff', 'covers 7f12 0000', 'covers 99', 'covers 12ab', 'covers 1..5', 'covers 5..1', 'covers 5..5', 'covers 1000..1fff', 'covers 1fff..2000', 'covers a..b', 'covers 5..b', 'covers 55..b', 'covers 0x10..1f', 'covers 1K..2K', 'covers max', 'covers 0..max', 'covers 5..', 'covers ..5', 'covers x', 'covers 5 6', 'overlaps 1..2', 'overlaps 7f12 0000..7f12 1000', 'overlaps 7f12 0000..1000',
  'vma', 'vma heap', 'vma stack', 'vma file', 'vma anon', 'vma rw-p', 'vma r', 'vma r?xp', 'vma rw', 'vma -', 'vma ---p', 'vma ?', 'vma w', 'vma rwxps', 'vma "libc"', 'vma "', 'vma libc', 'vma 5', 'vma heap rw', 'vma rw-p and leaf',
  'entry', 'entry 5', 'entry = 5', 'entry > 5', 'entry "a"', 'entry "a\\"b"', 'entry "a\\q"', 'entry "a', 'entry x', 'entry max', '"a"', '"', '"a" leaf', 'entry ff',
  'used < 7', 'used <= 7', 'used = 7', 'used == 7', 'used != 7', 'used >= 7', 'used > 7', 'used => 7', 'used 7', 'used', 'used <', 'used < x', 'used < 7%', 'fill < 50%', 'fill 50', 'fill = 5%x', 'fill', 'min ff', 'min = 7f12 0000', 'max = 5', 'max < ff', 'depth 2', 'height', 'gap > 1M', 'gap', 'maxgap >= 4K', 'first 5', 'last max', 'size > 1', 'length 5', 'slot 3', 'slots 3', 'children 2', 'entries 3', 'nulls 2', 'end 3', 'pivot 3',
  'not leaf', 'not', 'not not leaf', 'not (leaf or root)', '(', ')', '()', '(leaf', 'leaf)', '(leaf) root', 'leaf root', 'leaf and root', 'leaf or root', 'leaf or', 'leaf and', 'or leaf', 'and leaf', 'leaf and and root', 'leaf or root and new', '(leaf or root) and new', 'leaf where used < 7', 'where leaf', 'leaf, root', 'leaf;root', 'leaf | root', 'leaf & root', 'leaf 5', 'leaf "a"', 'leaf = 5', '= 5', '< 5', '..', 'used < 7 or entry "a" and not vma rw-p', `${'('.repeat(60)}leaf${')'.repeat(60)}`, `${'('.repeat(61)}leaf${')'.repeat(61)}`, `${'not '.repeat(60)}leaf`, `${'not '.repeat(61)}leaf`,
  ...ALL_WORDS.flatMap(({ word }) => [word, `${word} 5`, `${word} >= ff`, `${word}s`, word.slice(0, -1), `x${word}`, `leaf or ${word} = 0x10`]),
];

const told = (value: unknown): string => JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `0x${one.toString(16)}` : one)).replaceAll(/"(\w+)":/g, '$1:');
const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 20)}… (${text.length})` : text);

test('what each query is read as', () => {
  expect([...new Set(QUERIES)].map((text) => `${short(text)}: ${told(readFind(text)).replaceAll(text, short(text))}`).join('\n')).toMatchSnapshot();
});

test('what completes a query at each place', () => {
  const texts = ['', 'l', 'leaf ', 'leaf a', 'leaf and ', 'not ', '(', '(l', 'kind ', 'kind = ', 'kind l', 'kind = a', 'vma ', 'vma h', 'vma r', 'covers ', 'covers x', 'covers 5..x', 'in t', 'tree ', 'used ', 'used <', 'used < l', 'used <= l', 'used != l', 'used < 7 l', 'entry ', 'entry l', 'entry "', 'entry "l', 'entry "a" l', 'first ', 'id x', 'LEAF O', 'leaf or NE', 'where ', 'leaf', 'max', 'gap > ', 'x = ', 'leaf) ', '?', 'r?', 'ch'];
  const lines = texts.map((text) => {
    const { from, words } = completeFind(text, text.length);
    return `${text}|: ${from} ${words.map(({ word }) => word).join(' ')}`;
  });
  const within = 'leaf and used < 7 or entry "x y" kind arange';
  const places = Array.from({ length: within.length + 1 }, (_, at) => `${at} ${told(completeFind(within, at).from)} ${completeFind(within, at).words.length}`);
  expect([...lines, places.join(', ')].join('\n')).toMatchSnapshot();
});

test('each spelling of a number and of a string', () => {
  const numbers = ['0', '7', '007', '1K', '1M', '1G', '1T', '1P', '1E', '15E', '16E', '17E', '16383P', '1k', '1e', '5x', '1_000', '1__0', '_1', '1_', '0x0', '0xF', '0xff_ff', '0xff_', '0x_f', '0X5', '0xffffffffffffffff', '0x10000000000000000', '18446744073709551615', '18446744073709551616', 'ff', '7f', 'fg', '1KK', '1 K', '', '-1', '1.5'];
  const strings = ['""', '"a"', '"a b"', '"\\""', '"\\\\"', '"\\n"', '"a\\tb"', '"\\"', '"a\\', '"é"'];
  expect([...numbers.map((one) => `${one}: ${told(readNumber(one))}`), ...strings.map((one) => `${one}: ${told(readString(one))}`)].join('\n')).toMatchSnapshot();
});
