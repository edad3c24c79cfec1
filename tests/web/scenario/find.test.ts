// SPDX-License-Identifier: GPL-2.0-or-later
//
// The query box's language: what is read, what is refused and where, what is offered.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { completeFind, readFind } from '../../../web/scenario/find/parse';
import { ALL_WORDS, EXAMPLES } from '../../../web/scenario/find/words';

function mistake(text: string): string {
  const read = readFind(text);
  return read.kind === 'mistake' ? `${read.from}-${read.to} ${read.message} | ${read.hint}` : read.kind;
}

test('conditions are joined as they are read', () => {
  expect(readFind('leaf where used < 7')).toEqual({ kind: 'query', query: { about: 'nodes', term: { kind: 'all', of: [{ kind: 'of-kind', is: 'leaf' }, { kind: 'node-field', field: 'used', by: '<', value: 7n }] } } });
  expect(readFind('leaf (used<7)')).toEqual(readFind('leaf and used < 7'));
  expect(readFind('node 12')).toEqual(readFind('id = 12'));
  expect(readFind('leaf or inner and new')).toEqual(readFind('leaf or (inner and new)'));
  expect(readFind('not leaf and new')).toEqual(readFind('(not leaf) and new'));
  expect(readFind('covers 0x1000')).toEqual(readFind('covers 4K..4096'));
  expect(readFind('gap >= 1M')).toMatchObject({ query: { about: 'slots', term: { value: 1048576n } } });
  expect(readFind('leaf gap > 0')).toMatchObject({ query: { about: 'slots' } });
  expect(readFind('vma rw-p')).toMatchObject({ query: { term: { perms: 'rw-p', is: null } } });
  expect(readFind('vma read-only')).toMatchObject({ query: { term: { perms: null, is: 'read-only' } } });
  expect(readFind('vma and leaf')).toMatchObject({ query: { term: { kind: 'all' } } });
  expect(readFind('LEAF AND kind = leaf').kind).toBe('query');
  expect(readFind('  ')).toEqual({ kind: 'empty' });
});

test('words that are none of a query are looked for as they stand', () => {
  for (const plain of ['libc', 'LibC', '[heap]', '/usr/lib/libc.so.6', 'big ball', 'libc-2.31.so', 'dealer']) {
    expect(readFind(` ${plain} `), plain).toMatchObject({ kind: 'query', query: { about: 'slots', term: { kind: 'text', text: plain } }, plain });
  }
  // A word that was hardly meant so is named.
  expect(readFind('leef')).toMatchObject({ plain: 'leef', hint: 'did you mean `leaf`?' });
  expect(readFind('libc')).not.toHaveProperty('hint');
  for (const meant of ['leaf', 'Leaf', 'null', 'max', 'leaf libc', 'libc < 7', 'libc (leaf)', '12', '0x7f', 'libc..9', '"libc"', 'entry "libc"', 'not libc']) expect(readFind(meant), meant).not.toHaveProperty('plain');
});

test('a number by itself is an index', () => {
  for (const number of ['12', '0x7ffff7dd3000', '4K', '0', '18446744073709551615']) {
    expect(readFind(` ${number} `), number).toEqual({ ...readFind(`covers ${number}`), readAs: `covers ${number}` });
  }
  for (const other of ['covers 12', 'node 12', 'leaf', 'libc']) expect(readFind(other), other).not.toHaveProperty('readAs');
});

test('a mistake has a place and a hint', () => {
  expect(mistake('leaf where usd < 7')).toBe('11-14 `usd` is no word of a query | did you mean `used`?');
  expect(mistake('used <')).toBe('6-6 a number is missing | decimal with one of the suffixes K M G T P E, 0x and hex digits, or max');
  expect(mistake('used leaf')).toBe('5-9 `used` is compared with a number | for example used < 7');
  expect(mistake('(leaf')).toBe('5-5 a parenthesis is not closed | add ) at the end');
  expect(mistake('leaf)')).toBe('4-5 `)` does not belong here | no parenthesis is open');
  expect(mistake('entry "lib')).toBe('6-10 the quote is not closed | add " at the end');
  expect(mistake('leaf & new')).toMatch(/^5-6 `&` means nothing here/);
  expect(mistake('kind tree')).toBe('5-9 `tree` is no kind of node | kinds are leaf, range, arange');
  expect(mistake('covers 9..5')).toBe('7-11 the range ends before it begins | the smaller index stands first');
  expect(mistake('12 leaf')).toBe('0-2 `12` is no condition by itself | node 12, covers 12 and entry 12 are');
  expect(mistake('50%')).toBe('0-3 `50%` is no condition by itself | node 50%, covers 50% and entry 50% are');
  expect(mistake('7f12000')).toBe('0-7 `7f12000` is not a number | in hex it is `0x7f12000`');
  expect(mistake('used < 50%')).toBe('7-10 `50%` is a percentage | only fill is compared with one');
  expect(mistake('covers 7f12000')).toBe('7-14 `7f12000` is not a number | in hex it is `0x7f12000`');
  expect(mistake('leaf and')).toBe('8-8 a condition is missing at the end | for example leaf, changed, used < 7');
  expect(mistake(`${'('.repeat(2000)}leaf`)).toMatch(/too many parentheses/);
  expect(mistake(`${'not '.repeat(2000)}leaf`)).toMatch(/too many parentheses/);
});

test('any text is read or refused within itself, and every word that is documented is one', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.array(fc.constantFrom('leaf', 'and', 'or', 'not', '(', ')', 'used', '<', '7', '"a"', 'vma', 'rw-p', '..', 'covers'), { maxLength: 9 }).map((words) => words.join(' '))), (text) => {
      const read = readFind(text);
      if (read.kind !== 'mistake') return;
      expect(read.from).toBeGreaterThanOrEqual(0);
      expect(read.to).toBeLessThanOrEqual(text.length);
      expect(read.hint).not.toBe('');
    }),
  );
  for (const { word } of EXAMPLES) expect([word, readFind(word).kind]).toEqual([word, 'query']);
  for (const { word, form } of ALL_WORDS) expect([word, readFind(form ?? word).kind]).toEqual([word, 'query']);
});

test('words are offered that can stand there', () => {
  const offered = (text: string): string[] => completeFind(text, text.length).words.map(({ word }) => word);
  expect(offered('le')).toEqual(['leaf', 'length']);
  expect(offered('kind ')).toEqual(['leaf', 'range', 'arange']);
  expect(offered('leaf a')).toContain('and');
  expect(offered('leaf and o')).not.toContain('or');
  expect(offered('used < ')).toEqual([]);
  expect(offered('entry "le')).toEqual([]);
  expect(offered('vma h')).toEqual(['heap']);
  expect(completeFind('leaf and us', 11).from).toBe(9);
});
