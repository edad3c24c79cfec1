// SPDX-License-Identifier: GPL-2.0-or-later
//
// Two steps of a tree side by side: a node is the one with its id, wherever the other step has it and whatever range it
// has there; only what has no such node is matched by its range.

import { expect, test } from 'vitest';
import { nodesOf } from '../../../web/model/comparison';
import type { Session } from '../../../web/engine/time/session';
import { answerTo, runText, sceneAt } from './runs';

const named = (nodes: readonly { readonly id: number }[]): string =>
  nodes.length === 0 ? '-' : nodes.map(({ id }) => id).join();

/** The rows that are no equal subtrees: "changed 7 7", "beside 4 7,8". */
function rowsOf(session: Session, from: number, to: number): string[] {
  const { rows } = answerTo(session, 'compareTrees', {
    a: { text: null, step: from, tree: 't' },
    b: { text: null, step: to, tree: 't' },
  });
  return rows.flatMap((row) =>
    row.kind === 'equal' ? [] : [`${row.kind} ${named(nodesOf(row, 'a'))} ${named(nodesOf(row, 'b'))}`],
  );
}

test('a node whose range is another one is still the same node: one row', async () => {
  // Of the core's own steps none moves a living node; a pivot written over gives two children other ranges.
  const session = await runText(
    'tree t alloc\nrepeat 60 as i { store i*10..+5 = i }\ncorrupt t node 0 pivot 3 = 390\n',
  );
  const [before, after] = [61, 62].map((step) => sceneAt(session, step).trees[0]!.picture.nodes);
  const moved = before!
    .filter(({ id, min, max }) => after!.some((other) => other.id === id && (other.min !== min || other.max !== max)))
    .map(({ id }) => id);
  expect(moved).toHaveLength(2);
  const rows = rowsOf(session, 61, 62);
  for (const id of moved)
    expect(rows.filter((row) => row.split(' ').includes(String(id)))).toEqual([`changed ${id} ${id}`]);
  expect(rows.filter((row) => /^only/.test(row))).toEqual([]);
});

test('a node that was rewritten is the same, another one in its place is reported as such', async () => {
  const text = (mode: string): string => `tree t alloc${mode}\nrepeat 12 as i { store i*10..+4 = i }\nstore 13 = 77\n`;
  const [plain, rcu] = [await runText(text('')), await runText(text(' rcu'))];
  const leaf = (session: Session, step: number): number =>
    sceneAt(session, step).trees[0]!.picture.nodes.find(({ kind, max }) => kind === 'leaf' && max >= 13n)!.id;
  expect(leaf(plain, 13)).toBe(leaf(plain, 14));
  expect(rowsOf(plain, 13, 14)).toContain(`changed ${leaf(plain, 13)} ${leaf(plain, 14)}`);
  expect(leaf(rcu, 13)).not.toBe(leaf(rcu, 14));
  expect(rowsOf(rcu, 13, 14)).toContain(`replaced ${leaf(rcu, 13)} ${leaf(rcu, 14)}`);
});

/** Leaves of a step, by id, in index order. */
function leavesAt(session: Session, step: number): number[] {
  return sceneAt(session, step)
    .trees[0]!.picture.nodes.filter(({ kind }) => kind === 'leaf')
    .map(({ id }) => id);
}

/** Those of the leaves at either step that are not there at the other. */
function exchanged(session: Session, from: number, to: number): readonly [string, string] {
  const [before, after] = [leavesAt(session, from), leavesAt(session, to)];
  return [before.filter((id) => !after.includes(id)).join(), after.filter((id) => !before.includes(id)).join()];
}

test('a leaf that was split stands beside the two in its place', async () => {
  const session = await runText('tree t rcu\nrepeat 60 as i { store i*10..+5 = i }\nstore 13 = 77\n');
  const splits = Array.from({ length: session.steps() }, (_, k) => k + 1).filter(
    (step) =>
      session.report().steps[step - 1]?.storeType === 'split_store' &&
      sceneAt(session, step - 1).trees[0]!.picture.nodes.length > 1,
  );
  expect(splits.length).toBeGreaterThan(3);
  let alone = 0;
  for (const step of splits) {
    const [gone, made] = exchanged(session, step - 1, step);
    if (gone.includes(',')) continue;
    alone++;
    expect(made.split(',')).toHaveLength(2);
    expect(rowsOf(session, step - 1, step)).toContain(`beside ${gone} ${made}`);
  }
  expect(alone).toBeGreaterThan(0);
});

test('two leaves that became one stand beside it', async () => {
  const session = await runText('tree t rcu\nrepeat 40 as i { store i*10..+5 = i }\nrepeat 30 as i { erase i*10 }\n');
  let merged = 0;
  for (let step = 42; step <= session.steps(); step++) {
    const [gone, made] = exchanged(session, step - 1, step);
    if (gone.split(',').length !== 2 || made === '' || made.includes(',') || leavesAt(session, step).length === 1)
      continue;
    merged++;
    expect(rowsOf(session, step - 1, step)).toContain(`beside ${gone} ${made}`);
  }
  expect(merged).toBeGreaterThan(0);
});

test('a leaf that was the root stands beside the two in its place, under the new root', async () => {
  const session = await runText('tree t\nrepeat 20 as i { store i*10..+5 = i }\n');
  const step = Array.from({ length: session.steps() }, (_, k) => k + 1).find(
    (one) => leavesAt(session, one).length > 1,
  )!;
  const [root, ...leaves] = sceneAt(session, step).trees[0]!.picture.nodes.map(({ id }) => id);
  expect(rowsOf(session, step - 1, step)).toEqual([
    `only-b - ${root}`,
    `beside ${leavesAt(session, step - 1).join()} ${leaves.join()}`,
  ]);
});
