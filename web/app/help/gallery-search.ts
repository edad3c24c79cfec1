// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which scenarios of the gallery a few words and a store type mean. Pure.

import type { Example } from '../store/kept/examples';

/**
 * Those that have every word somewhere, of all store types when `store` is empty. First those whose title has the words
 * as they were typed, then those whose title has all of them, then the rest; alike ones in their order.
 */
export function foundExamples(all: readonly Example[], query: string, store: string): readonly Example[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = all.filter(
    (example) =>
      (store === '' || example.stores.includes(store)) && words.every((word) => told(example).includes(word)),
  );
  return words.length === 0
    ? found
    : [0, 1, 2].flatMap((rank) => found.filter(({ title }) => rankOf(title.toLowerCase(), words) === rank));
}

function rankOf(title: string, words: readonly string[]): number {
  if (title.includes(words.join(' '))) return 0;
  return words.every((word) => title.includes(word)) ? 1 : 2;
}

/**
 * The groups of a list in the order in which they are shown: that of the gallery, or, of a search, of their best
 * result.
 */
export function shownGroups(
  found: readonly Example[],
  groups: readonly string[],
  searched: boolean,
): readonly { readonly name: string; readonly all: readonly Example[] }[] {
  const names = searched ? [...new Set(found.map(({ group }) => group))] : groups;
  return names
    .map((name) => ({ name, all: found.filter(({ group }) => group === name) }))
    .filter(({ all }) => all.length > 0);
}

/** The store types that any of them takes, sorted, and how many do. */
export function storeTypes(all: readonly Example[]): readonly (readonly [store: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { stores } of all) for (const store of stores) counts.set(store, (counts.get(store) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

const STATEMENT_SECONDS = 10;
const WORD_SECONDS = 0.5;
/** The definition of the unit of `minutesOf`. */
export const MINUTES_MEAN =
  `Minutes to step through it: ${STATEMENT_SECONDS} seconds a statement and ${WORD_SECONDS} a word of its notes and ` +
  'comments';

/** Minutes that reading a scenario takes, from 1; computed from its statements, notes and comments, not measured. */
export function minutesOf(text: string): number {
  const lines = text
    .split('"""')
    .filter((_, k) => k % 2 === 0)
    .join(' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const told = lines.filter((line) => /^(#|note\b)/.test(line));
  const words = told
    .join(' ')
    .split(/\s+/)
    .filter((word) => /\w/.test(word));
  const seconds = (lines.length - told.length) * STATEMENT_SECONDS + words.length * WORD_SECONDS;
  return Math.max(1, Math.round(seconds / 60));
}

const known = new WeakMap<Example, string>();

// Statements count as words; what a map or a trace holds does not.
function told(example: Example): string {
  const before = known.get(example);
  if (before !== undefined) return before;
  const { title, about, group, tags, stores, text } = example;
  const statements = text
    .split('"""')
    .filter((_, k) => k % 2 === 0)
    .join(' ');
  const words = [title, about, group, ...tags, ...stores, statements].join(' ').toLowerCase();
  known.set(example, words);
  return words;
}
