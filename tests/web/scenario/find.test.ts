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
  expect(readFind('leaf where used < 7')).toEqual({
    kind: 'query',
    query: {
      about: 'nodes',
      term: {
        kind: 'all',
        of: [
          { kind: 'of-kind', is: 'leaf' },
          { kind: 'node-field', field: 'used', by: '<', value: 7n },
        ],
      },
    },
  });
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
    expect(readFind(` ${plain} `), plain).toMatchObject({
      kind: 'query',
      query: { about: 'slots', term: { kind: 'text', text: plain } },
      plain,
    });
  }
  // A word that was hardly meant so is named.
  expect(readFind('leef')).toMatchObject({ plain: 'leef', hint: 'did you mean `leaf`?' });
  expect(readFind('libc')).not.toHaveProperty('hint');
  for (const meant of [
    'leaf',
    'Leaf',
    'null',
    'max',
    'leaf libc',
    'libc < 7',
    'libc (leaf)',
    '12',
    '0x7f',
    'libc..9',
    '"libc"',
    'entry "libc"',
    'not libc',
  ])
    expect(readFind(meant), meant).not.toHaveProperty('plain');
});

test('a number by itself is an index', () => {
  for (const number of ['12', '0x7ffff7dd3000', '4K', '0', '18446744073709551615']) {
    expect(readFind(` ${number} `), number).toEqual({ ...readFind(`covers ${number}`), readAs: `covers ${number}` });
  }
  for (const max of ['max', ' MAX '])
    expect(readFind(max)).toEqual({ ...readFind('covers max'), readAs: 'covers max' });
  for (const other of ['covers 12', 'node 12', 'leaf', 'libc'])
    expect(readFind(other), other).not.toHaveProperty('readAs');
});

test('hex without 0x is an index where one is meant, alone or in the groups that pictures write', () => {
  const as = (text: string, query: string): void => {
    const { readAs, ...read } = readFind(text) as { readAs?: string };
    const { readAs: _, ...meant } = readFind(query) as { readAs?: string };
    expect([text, read, readAs]).toEqual([text, meant, query]);
  };
  as('7fff', 'covers 0x7fff');
  as('7FFF', 'covers 0x7fff');
  as('7f12000', 'covers 0x7f12000');
  as('7fff f7fb 4fff', 'covers 0x7ffff7fb4fff');
  as('7fff\u00a0f7fb\u00a04fff', 'covers 0x7ffff7fb4fff');
  as('f7fb 4fff', 'covers 0xf7fb4fff');
  as('covers 7fff f7fb 4fff', 'covers 0x7ffff7fb4fff');
  as('covers f7fb', 'covers 0xf7fb');
  as('covers 7fff f7fb 4000..7fff f7fb 4fff and leaf', 'covers 0x7ffff7fb4000..0x7ffff7fb4fff and leaf');
  as('overlaps 0..7fff', 'overlaps 0..0x7fff');
  as('overlaps 7fff..max', 'overlaps 0x7fff..max');
  as('leaf and min >= 7fff', 'leaf and min >= 0x7fff');
  as('first = f7fb or last = 4e', 'first = 0xf7fb or last = 0x4e');
  // What has a meaning keeps it: decimal, suffixes, 0x, words.
  for (const [text, value] of [
    ['12', 12n],
    ['4E', 4n << 60n],
    ['1000', 1000n],
    ['0x10', 16n],
    ['1_0', 10n],
  ] as const)
    expect(readFind(`covers ${text}`)).toMatchObject({ query: { term: { first: value } } });
  for (const [text, hex] of [
    ['f7fb', '0xf7fb'],
    ['dead beef', '0xdeadbeef'],
    ['bad', '0xbad'],
  ] as const)
    expect(readFind(text)).toMatchObject({
      query: { term: { kind: 'text', text } },
      plain: text,
      instead: `covers ${hex}`,
    });
  expect(readFind('libc')).not.toHaveProperty('instead');
  for (const word of ALL_WORDS) expect(readFind(word.word)).not.toHaveProperty('readAs', `covers 0x${word.word}`);
  // What could be either is refused, with the query that may be meant.
  expect(readFind('5555 5555 4000')).toMatchObject({
    kind: 'mistake',
    hint: 'in hex it is `0x555555554000`',
    instead: 'covers 0x555555554000',
  });
  expect(readFind('covers 5555 5555 4000 and leaf')).toMatchObject({
    kind: 'mistake',
    instead: 'covers 0x555555554000 and leaf',
  });
  expect(readFind('covers 1000..1fff')).toMatchObject({
    kind: 'mistake',
    message: '`1000` is decimal, and the other end of the range is hex',
    hint: 'in hex both are `0x1000..0x1fff`',
    instead: 'covers 0x1000..0x1fff',
  });
  expect(readFind('covers 1fff..2000')).toMatchObject({ kind: 'mistake', instead: 'covers 0x1fff..0x2000' });
  expect(mistake('1 7fff f7fb 4fff 0000')).toBe(
    '0-21 `1 7fff f7fb 4fff 0000` is more than 2^64−1 | an index has at most 16 hex digits',
  );
  expect(mistake('used < 7f')).toBe('7-9 `7f` is not a number | in hex it is `0x7f`');
});

test('a mistake has a place and a hint', () => {
  expect(mistake('leaf where usd < 7')).toBe('11-14 `usd` is not a word of a query | did you mean `used`?');
  expect(mistake('used <')).toBe(
    '6-6 a number is missing | decimal with one of the suffixes K M G T P E, 0x and hex digits, or max',
  );
  expect(mistake('used leaf')).toBe('5-9 `used` is compared with a number | for example used < 7');
  expect(mistake('(leaf')).toBe('5-5 a parenthesis is not closed | add ) at the end');
  expect(mistake('leaf)')).toBe('4-5 `)` does not belong here | no parenthesis is open');
  expect(mistake('entry "lib')).toBe('6-10 the quote is not closed | add " at the end');
  expect(mistake('leaf & new')).toMatch(/^5-6 `&` means nothing here/);
  expect(mistake('kind tree')).toBe('5-9 `tree` is not a kind of node | kinds are leaf, range, arange');
  expect(mistake('covers 9..5')).toBe('7-11 the range ends before it begins | the smaller index stands first');
  expect(mistake('12 leaf')).toBe('0-2 `12` is not a condition by itself | node 12, covers 12 and entry 12 are');
  expect(mistake('50%')).toBe('0-3 `50%` is not a condition by itself | node 50%, covers 50% and entry 50% are');
  expect(mistake('entry 7f12000')).toBe('6-13 `7f12000` is not a number | in hex it is `0x7f12000`');
  expect(mistake('used < 50%')).toBe('7-10 `50%` is a percentage | only fill is compared with one');
  expect(mistake('covers 7g12000')).toMatch(/^7-14 `7g12000` is not a number/);
  expect(mistake('leaf and')).toBe('8-8 a condition is missing at the end | for example leaf, changed, used < 7');
  expect(mistake(`${'('.repeat(2000)}leaf`)).toMatch(/too many parentheses/);
  expect(mistake(`${'not '.repeat(2000)}leaf`)).toMatch(/too many parentheses/);
});

test('any text is read or refused within itself, and every word that is documented is one', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc
          .array(
            fc.constantFrom(
              'leaf',
              'and',
              'or',
              'not',
              '(',
              ')',
              'used',
              '<',
              '7',
              '"a"',
              'vma',
              'rw-p',
              '..',
              'covers',
            ),
            { maxLength: 9 },
          )
          .map((words) => words.join(' ')),
      ),
      (text) => {
        const read = readFind(text);
        if (read.kind !== 'mistake') return;
        expect(read.from).toBeGreaterThanOrEqual(0);
        expect(read.to).toBeLessThanOrEqual(text.length);
        expect(read.hint).not.toBe('');
      },
    ),
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
