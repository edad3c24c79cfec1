// SPDX-License-Identifier: GPL-2.0-or-later
//
// Two steps of a tree side by side: a node is the one with its id, wherever the other step has it and whatever range it
// has there; only what has no such node is matched by its range.

import { expect, test } from 'vitest';
import type { Session } from '../../../web/engine/session';
import { answerTo, runText, sceneAt } from './runs';

/** The rows that are no equal subtrees: "changed 7 7". */
function rowsOf(session: Session, from: number, to: number): string[] {
  const { rows } = answerTo(session, 'compareTrees', { a: { text: null, step: from, tree: 't' }, b: { text: null, step: to, tree: 't' } });
  return rows.flatMap((row) => (row.kind === 'equal' ? [] : [`${row.kind} ${row.a?.id ?? '-'} ${row.b?.id ?? '-'}`]));
}

test('a node whose range is another one is still the same node: one row', async () => {
  // Of the core's own steps none moves a living node; a pivot written over gives two children other ranges.
  const session = await runText('tree t alloc\nrepeat 60 as i { store i*10..+5 = i }\ncorrupt t node 0 pivot 3 = 390\n');
  const [before, after] = [61, 62].map((step) => sceneAt(session, step).trees[0]!.picture.nodes);
  const moved = before!.filter(({ id, min, max }) => after!.some((other) => other.id === id && (other.min !== min || other.max !== max))).map(({ id }) => id);
  expect(moved).toHaveLength(2);
  const rows = rowsOf(session, 61, 62);
  for (const id of moved) expect(rows.filter((row) => row.split(' ').includes(String(id)))).toEqual([`changed ${id} ${id}`]);
  expect(rows.filter((row) => /^only/.test(row))).toEqual([]);
});

test('a node that was rewritten is the same, another one in its place is told as such', async () => {
  const text = (mode: string): string => `tree t alloc${mode}\nrepeat 12 as i { store i*10..+4 = i }\nstore 13 = 77\n`;
  const [plain, rcu] = [await runText(text('')), await runText(text(' rcu'))];
  const leaf = (session: Session, step: number): number => sceneAt(session, step).trees[0]!.picture.nodes.find(({ kind, max }) => kind === 'leaf' && max >= 13n)!.id;
  expect(leaf(plain, 13)).toBe(leaf(plain, 14));
  expect(rowsOf(plain, 13, 14)).toContain(`changed ${leaf(plain, 13)} ${leaf(plain, 14)}`);
  expect(leaf(rcu, 13)).not.toBe(leaf(rcu, 14));
  expect(rowsOf(rcu, 13, 14)).toContain(`replaced ${leaf(rcu, 13)} ${leaf(rcu, 14)}`);
});
