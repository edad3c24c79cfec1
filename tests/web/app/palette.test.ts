// SPDX-License-Identifier: GPL-2.0-or-later
import { describe, expect, test } from 'vitest';
import { KEY_GROUPS, KEYS } from '../../../web/app/shell/key-words';
import { helpCommands, wantedOf } from '../../../web/app/shell/palette-help';
import { scene } from '../../../web/app/store/page/state';
import { match, matches } from '../../../web/app/shell/palette-match';

const ALL = [
  'One step forward',
  'Show the tree',
  'Show the list of VMAs',
  'Paste a memory map',
  'Open “A leaf splits, a copy fails”',
].map((title, k) => ({ title, group: k === 4 ? 'Gallery' : 'Page' }));
const titles = (query: string): string[] => matches(query, ALL).map(({ of }) => of.title);

describe('the palette', () => {
  test('finds by beginnings of words, in any order, and marks what it found', () => {
    expect(titles('show')).toEqual(['Show the tree', 'Show the list of VMAs']);
    expect(titles('vmas show')).toEqual(['Show the list of VMAs']);
    expect(titles('tree')).toEqual(['Show the tree']);
    expect(match('st fo', 'One step forward')?.places).toEqual([4, 5, 9, 10]);
  });

  test('the inside of a word counts less, scattered letters least, and far apart nothing', () => {
    expect(titles('opy')).toEqual(['Open “A leaf splits, a copy fails”']);
    expect(match('memory', 'Paste a memory map')?.score).toBeGreaterThan(
      match('emory', 'Paste a memory map')?.score ?? 99,
    );
    expect(titles('pp')).toEqual([]);
    expect(titles('pste')).toEqual(['Paste a memory map']);
    expect(titles('ow')).toEqual(['Show the tree', 'Show the list of VMAs']);
  });

  test('of equal finds the shorter title stands first', () => {
    const all = ['Fork mark by mark: what is done in each of them', 'Show the fork', 'Fork it'].map((title) => ({
      title,
      group: 'Page',
    }));
    expect(matches('fork', all).map(({ of }) => of.title)).toEqual([
      'Fork it',
      'Fork mark by mark: what is done in each of them',
      'Show the fork',
    ]);
    expect(
      matches('show', [
        { title: 'Show the list of all VMAs', group: '' },
        { title: 'Show it', group: '' },
      ])[0]?.of.title,
    ).toBe('Show it');
  });

  test('the group is looked through too; what is nowhere finds nothing; nothing typed finds all', () => {
    expect(titles('gallery leaf')).toEqual(['Open “A leaf splits, a copy fails”']);
    expect(titles('zzz')).toEqual([]);
    expect(titles('show zzz')).toEqual([]);
    expect(titles('  ')).toEqual(ALL.map(({ title }) => title));
  });
});

test('“find libc” looks for libc, and “find” for itself', () => {
  expect(['find libc', ' Search for libc.so ', 'find', 'findme 3', 'libc'].map(wantedOf)).toEqual([
    'libc',
    'libc.so',
    'find',
    'findme 3',
    'libc',
  ]);
});

test('“stores” leads to the list of the nine types, as soon as there is a step', () => {
  const found = (query: string) => matches(query, helpCommands())[0]?.of.id;
  expect(found('which stores')).not.toBe('ways');
  scene.value = { record: {} } as unknown as NonNullable<typeof scene.value>;
  expect(found('which stores')).toBe('ways');
  expect(found('store types')).toBe('ways');
  scene.value = null;
});

describe('the table of keys', () => {
  test('the comparison and the projector are found by the words on their buttons', () => {
    const commands = KEYS.map(({ does, also = '', first }) => ({ title: does, also, group: '', first }));
    const found = (query: string): string[] => matches(query, commands).map(({ of }) => of.first);
    for (const query of ['A | B', 'side by side', 'compare two']) expect(found(query)).toEqual(['v']);
    expect(found('wall')).toEqual(['p']);
    expect(found('present')).toContain('p');
  });

  test('no key means two things, each row has a group that is shown, several meanings are listed one by one', () => {
    const all = KEYS.flatMap(({ keys }) => keys);
    expect(new Set(all).size).toBe(all.length);
    for (const { group, keys, each, does } of KEYS) {
      expect(KEY_GROUPS).toContain(group);
      expect(does.length).toBeGreaterThan(2);
      if (each !== undefined) expect(each).toHaveLength(keys.length);
    }
  });
});
