// SPDX-License-Identifier: GPL-2.0-or-later
//
// Sentences and pictures write indexes in the base of the text, and addresses always in hexadecimal.

import { briefsOf } from '../columns';
import { foundText } from '../../../web/words/trouble';
import { expect, test } from 'vitest';
import { inOneLine } from '../../../web/base/text';
import { setNumberBase } from '../../../web/base/number-base';
import { groupedIndex, rangeText, rangeWith0x } from '../../../web/views/shared/text';
import { runText, sceneAt } from './runs';

const lastWhy = async (text: string, base?: 'decimal' | 'hexadecimal'): Promise<string> => {
  const session = await runText(text, base === undefined ? {} : { base });
  return sceneAt(session, session.steps()).why;
};

test('a sentence writes indexes as the text does, and in the other base on request', async () => {
  const decimal = 'tree t\nstore 100..109 = 1\ninsert 105 = 2\n';
  const hex = 'tree t\nstore 0x64..0x6d = 1\ninsert 0x69 = 2\n';
  expect(await lastWhy(decimal)).toContain('100..109 is taken');
  expect(await lastWhy(hex)).toContain('0x64..0x6d is taken');
  expect(await lastWhy(decimal, 'hexadecimal')).toContain('0x64..0x6d is taken');
  expect(await lastWhy(hex, 'decimal')).toContain('100..109 is taken');
});

test('the gutter follows the base: places found, and what damage wrote over', async () => {
  const gutters = async (text: string, base?: 'decimal' | 'hexadecimal'): Promise<string[]> => {
    const session = await runText(text, base === undefined ? {} : { base });
    return briefsOf(session.summary().steps).map(({ gutter }) => inOneLine(gutter));
  };
  const damage = (last: string): string =>
    `tree t alloc\nstore 10..${last} = 1\nstore 40 = 2\nalloc 20 within 0..99 = 3\n` +
    'corrupt t node 0 pivot 0 = 8\ncorrupt t node 0 slot 0 = 0\n';
  const [decimal, hex] = [damage('29'), damage('0x1d')];
  const found = (all: readonly string[]): readonly string[] => all.slice(3);
  expect(found(await gutters(decimal))).toEqual(['41', 'was 9', 'was 0x0']);
  expect(found(await gutters(hex))).toEqual(['0x29', 'was 0x9', 'was 0x0']);
  expect(found(await gutters(hex, 'decimal'))).toEqual(found(await gutters(decimal)));
});

test('so does the sentence of a write', async () => {
  expect(await lastWhy('tree t\nstore 100..109 = 1\nstore 200..209 = 2\nerase 105\n')).toContain(
    '0 to 199 is now one free range',
  );
  expect(await lastWhy('tree t\nstore 0x64..109 = 1\nstore 200..209 = 2\nerase 105\n')).toContain(
    '0x0 to 0xc7 is now one free range',
  );
});

test('a difference from the range map follows the base too, and so does an expectation that compares', async () => {
  const spoilt = (at: string): string => `tree t\nstore ${at} = 1\ncorrupt t node 0 slot 1 = 5\n`;
  const told = async (text: string, base?: 'decimal' | 'hexadecimal'): Promise<readonly string[]> => {
    const { troubles } = (await runText(text, base === undefined ? {} : { base })).summary();
    return troubles.filter(({ kind }) => kind === 'contents').map(foundText);
  };
  const decimal = 'contents of t: the tree holds 100..109 = 2 where the range map holds 100..109 = 1';
  const hex = 'contents of t: the tree holds 0x64..0x6d = 2 where the range map holds 0x64..0x6d = 1';
  expect(await told(spoilt('100..109'))).toEqual([decimal]);
  expect(await told(spoilt('0x64..0x6d'))).toEqual([hex]);
  expect(await told(spoilt('0x64..0x6d'), 'decimal')).toEqual([decimal]);
  const compared = (base: 'decimal' | 'hexadecimal') =>
    runText('tree t\nstore 100..109 = 1\ntree u\nexpect same t u\n', { base }).then((session) =>
      session.summary().expects.map(({ message }) => message),
    );
  expect(await compared('decimal')).toEqual(['t has 100..109 with the entry word 0x3 where u has nothing more']);
  expect(await compared('hexadecimal')).toEqual(['t has 0x64..0x6d with the entry word 0x3 where u has nothing more']);
});

test('a text with an address space counts in hexadecimal, whatever is requested', async () => {
  const text = 'mm p\nmap 4096..8191 rw\ntree t\nstore 100..109 = 1\ninsert 105 = 2 in t\n';
  for (const base of [undefined, 'decimal', 'hexadecimal'] as const) {
    expect(await lastWhy(text, base)).toContain('0x64..0x6d is taken');
    expect((await runText(text, base === undefined ? {} : { base })).summary().numbers).toEqual({
      base: 'hexadecimal',
      fixed: true,
    });
  }
});

test('so does one with pasted maps or a log of calls, which make an address space without `mm`', async () => {
  const maps = 'maps cat """\n1000-3000 r--p\n"""\n';
  const log = 'trace app """\nmmap(NULL, 4096, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7f0000000000\n"""\n';
  for (const text of [maps, log])
    expect((await runText(text)).summary().numbers, text).toEqual({ base: 'hexadecimal', fixed: true });
});

test('one number with 0x makes a text hexadecimal, but not in a comment or a label', async () => {
  const base = async (text: string) => (await runText(text)).summary().numbers.base;
  expect(await base('tree t\nstore 5 = 1\n')).toBe('decimal');
  expect(await base('tree t # 0x10\nstore 5 = "0x10"\n')).toBe('decimal');
  expect(await base('tree t\nrepeat 2 as i { store i * 0x10..+4 = i }\n')).toBe('hexadecimal');
  expect(await base('let wide = 0x100\ntree t\nstore 5..+wide = 1\n')).toBe('hexadecimal');
});

test('the largest index is max in both; long numbers are grouped, those with four digits are not in decimal', () => {
  const written = (base: 'decimal' | 'hexadecimal'): string[] => {
    setNumberBase(base);
    return [groupedIndex(9999n), groupedIndex(1_234_567n), rangeText(16n, 2n ** 64n - 1n), rangeWith0x(16n, 31n)];
  };
  expect(written('decimal')).toEqual(['9999', '1\u00a0234\u00a0567', '16 – max', '16 – 31']);
  expect(written('hexadecimal')).toEqual(['270f', '12\u00a0d687', '10 – max', '0x10 – 0x1f']);
});
