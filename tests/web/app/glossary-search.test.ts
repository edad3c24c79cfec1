// SPDX-License-Identifier: GPL-2.0-or-later

import { expect, test } from 'vitest';
import { foundWords, GLOSSARY } from '../../../web/app/help/glossary-search';

test('the words of the pictures are found by their names', () => {
  for (const word of [
    'slab',
    'arange',
    'vacant',
    'pivot',
    'anon_vma',
    'grace',
    'sum',
    'commit',
    'exit path',
    'implied',
    'bulk',
    'hook',
  ]) {
    const found = foundWords(word);
    expect(found.length, word).toBeGreaterThan(0);
  }
  expect(foundWords('slab')[0]?.name).toBe('slab');
  expect(foundWords('Arange')[0]?.name).toBe('arange node');
  expect(foundWords('vacant')[0]?.name).toBe('vacant height');
  expect(foundWords('anon_vma')[0]?.name).toBe('anon_vma');
});

test('a push, a branch, and the base of request numbers are reported', () => {
  expect(foundWords('push')[0]?.name).toBe('push');
  expect(foundWords('push')[0]?.text).toContain('split_store');
  expect(foundWords('branch')[0]?.name).toBe('branch');
  expect(foundWords('branch')[0]?.text).toContain('keeps the old text');
  for (const from of ['A step’s sentences', 'those of the run', 'counts from its line on'])
    expect(GLOSSARY.find(({ id }) => id === 'request')?.text).toContain(from);
});

test('nothing is found for nothing, and for what no word has', () => {
  expect(foundWords('  ')).toEqual([]);
  expect(foundWords('hippopotamus')).toEqual([]);
  expect(new Set(GLOSSARY.map(({ id }) => id)).size).toBe(GLOSSARY.length);
});
