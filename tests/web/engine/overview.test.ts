// SPDX-License-Identifier: GPL-2.0-or-later

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadCore } from '../../../web/cli/core-file';
import { NODE } from '../../../web/model/generated/node';
import { countNodes, placesIn } from '../../../web/engine/core/heap';
import { beginSession, type Session } from '../../../web/engine/time/session';
import { entryValue, type EntryValue } from '../../../web/model/entry';
import {
  levelOf,
  OVERVIEW_CHANGES,
  OVERVIEW_KINDS,
  pathOf,
  rowOf,
  type TreeOverview,
} from '../../../web/model/overview';
import type { NodePicture } from '../../../web/model/picture';
import type { SceneTree } from '../../../web/model/run';
import { answerTo, runText, scenario, sceneAt, seed } from './runs';

/** What a row says, in the words of a picture. */
function told(overview: TreeOverview, row: number): unknown {
  return {
    id: overview.ids[row],
    kind: OVERVIEW_KINDS[overview.kinds[row] ?? -1],
    depth: levelOf(overview, row),
    min: overview.mins[row],
    max: overview.maxs[row],
    used: overview.used[row],
    parent: row === 0 ? null : { id: overview.ids[overview.parents[row] ?? -1], slot: overview.slots[row] },
    change: OVERVIEW_CHANGES[overview.changes[row] ?? -1],
    children: Array.from(
      { length: overview.childCounts[row] ?? 0 },
      (_, k) => overview.ids[(overview.firstChildren[row] ?? 0) + k],
    ),
  };
}

function wanted(node: NodePicture, tree: SceneTree): unknown {
  const { id, kind, depth, min, max, end, parent, children } = node;
  return {
    id,
    kind,
    depth,
    min,
    max,
    used: end + 1,
    parent,
    change: tree.changes.now.get(id) ?? null,
    children: children.filter((child) => child !== 0),
  };
}

function isLabel(value: EntryValue): boolean {
  return typeof value === 'object' && value !== null && 'label' in value;
}

function levelOrder(nodes: readonly NodePicture[]): NodePicture[] {
  const levels = Math.max(-1, ...nodes.map(({ depth }) => depth)) + 1;
  return Array.from({ length: levels }, (_, depth) => nodes.filter((node) => node.depth === depth)).flat();
}

function check(session: Session, step: number): void {
  const scene = sceneAt(session, step);
  for (const tree of scene.trees) {
    const overview = answerTo(session, 'overview', { step, tree: tree.picture.name });
    if (overview === null) throw new Error('the tree is not there');
    const nodes = levelOrder(tree.picture.nodes);
    expect(nodes.map((_, row) => told(overview, row))).toEqual(nodes.map((node) => wanted(node, tree)));
    expect(overview.ids.length).toBe(nodes.length);
    const leaves = nodes.filter(({ children }) => children.every((child) => child === 0));
    expect(overview.columns).toBe(leaves.length);
    for (const leaf of leaves) {
      const row = rowOf(overview, leaf.id);
      expect([overview.nulls[row], overview.labels[row]]).toEqual([
        leaf.slots.filter((word) => word === 0n).length,
        leaf.slots.filter((word) => isLabel(entryValue(word, ['a', 'b']))).length,
      ]);
      expect((overview.to[row] ?? 0) - (overview.from[row] ?? 0)).toBe(1);
      expect(pathOf(overview, leaf.min).at(-1)).toBe(row);
    }
    const parents = nodes.filter(({ gaps }) => gaps !== null);
    for (const { children, gaps } of parents)
      children.forEach((id, slot) => expect(overview.gaps[rowOf(overview, id)]).toBe(gaps?.[slot]));
  }
}

describe('the overview of a tree', () => {
  test('has each node of the picture, level by level, with what the step did to it', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, fc.infiniteStream(fc.nat()), async (text, picks) => {
        const session = await runText(text);
        for (let k = 0; k < 6; k++) check(session, (picks.next().value ?? 0) % (session.steps() + 1));
      }),
      { seed, numRuns: 15 },
    );
  });

  test('stands in the columns of its leaves, from left to right', async () => {
    const session = await runText('tree t alloc\nbulk 900 { repeat 900 as i { store i*10..+4 = i } }\nstore 5 = 7');
    const overview = answerTo(session, 'overview', { step: 3, tree: 't' });
    if (overview === null) throw new Error('the tree is not there');
    for (let row = 0; row < overview.ids.length; row++) {
      const first = overview.firstChildren[row] ?? 0;
      const count = overview.childCounts[row] ?? 0;
      if (count === 0) continue;
      expect([overview.from[first], overview.to[first + count - 1]]).toEqual([overview.from[row], overview.to[row]]);
    }
    expect([overview.from[0], overview.to[0]]).toEqual([0, overview.columns]);
    expect([...overview.changes].filter((change) => change !== 0).length).toBeGreaterThan(0);
  });

  test('of a tree too large to be pictured is the same as of one that is', async () => {
    const text =
      'tree t alloc\nbulk 600 { repeat 600 as i { store i*10..+4 = i } }\nrepeat 40 as i { store i*97..+30 = i }\n' +
      'erase 50';
    const whole = await runText(text);
    const part = await runText(text, { pictureNodesMax: 10 });
    for (const step of [43, 30, 31, 3, 42]) {
      expect(part.scene(step).trees[0]?.raw.places.length).toBeLessThan(
        whole.scene(step).trees[0]?.raw.places.length ?? 0,
      );
      expect(answerTo(part, 'overview', { step, tree: 't' })).toEqual(answerTo(whole, 'overview', { step, tree: 't' }));
      // Asked for by itself, without the scene of the step before it.
      expect(answerTo(part, 'overview', { step: step - 1, tree: 't' })).toEqual(
        answerTo(whole, 'overview', { step: step - 1, tree: 't' }),
      );
    }
    expect(answerTo(part, 'overview', { step: 1, tree: 't' })).toMatchObject({ columns: 0 });
    expect(answerTo(part, 'overview', { step: 1, tree: 'nobody' })).toBe(null);
  });
});

test('tells what its step did wherever the core has gone since the scene', async () => {
  const text =
    'tree t alloc rcu\nrepeat 20 as i { store i*10..+5 = i }\nread t at 120 as scan\nerase 120\n' +
    'store 125..140 = 7\nresume scan count 2\nrelease scan\nstore 300 = 8';
  const session = await runText(text, { pictureNodesMax: 1 });
  const steps = session.steps();
  const { time, treesAt } = session.place();
  let changed = 0;
  for (let step = 1; step <= steps; step++) {
    const names = treesAt(step).map(({ name }) => name);
    time.goTo(0);
    const alone = names.map((tree) => answerTo(session, 'overview', { step, tree }));
    changed += alone.filter((one) => one?.changes.some((change) => change !== 0)).length;
    for (const other of [step, step - 1, Math.min(step + 1, steps), steps]) {
      session.scene(step);
      time.goTo(other);
      expect(
        names.map((tree) => answerTo(session, 'overview', { step, tree })),
        `step ${step}, from ${other}`,
      ).toEqual(alone);
    }
  }
  expect(changed).toBeGreaterThan(10);
});

test('sums of trees that are sent in part are left out of scenes, and computed on demand', async () => {
  const text =
    'tree t alloc\nbulk 600 { repeat 600 as i { store i*10..+4 = i } }\nrepeat 400 as i { store i*97..+30 = i }\n' +
    'tree small\nstore 5 = 1';
  const told = await runText(text);
  // Without its report, which has most sums.
  const begun = beginSession(text, await loadCore(), { pictureNodesMax: 10, sums: 'on demand' });
  if (begun.kind === 'refused') throw new Error('the text was refused');
  const asked = begun.session;
  while (!asked.advance(1000));
  let leftOut = 0;
  for (const step of [0, 1, 2, 150, 151, 402, asked.steps()]) {
    const wanted = told.scene(step).trees.map(({ sum }) => sum);
    const given = asked.scene(step).trees.map(({ sum }) => sum);
    given.forEach((sum, k) => expect([null, wanted[k]]).toContain(sum));
    leftOut += given.filter((sum) => sum === null).length;
    expect(answerTo(asked, 'sums', { step })).toEqual(wanted);
    expect(asked.sumAt(step)).toBe(told.sumAt(step));
  }
  expect(leftOut).toBeGreaterThan(0);
});

test('nodes are counted as they are met', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, fc.infiniteStream(fc.nat()), async (text, picks) => {
      const session = await runText(text);
      const { core, machine, time, treesAt } = session.place();
      for (let k = 0; k < 6; k++) {
        const step = (picks.next().value ?? 0) % (session.steps() + 1);
        time.goTo(step);
        for (const { handle } of treesAt(step))
          expect([countNodes(core, handle), placesIn(core, handle).length]).toEqual([
            machine.facts(handle).nodes,
            machine.facts(handle).nodes,
          ]);
      }
    }),
    { seed, numRuns: 15 },
  );
});

test('single nodes are given as their bytes', async () => {
  const session = await runText('tree t\nrepeat 60 as i { store i*10..+4 = i }');
  const { picture } = sceneAt(session, 61).trees[0] ?? {};
  const asked = (picture?.nodes ?? []).map(({ id }) => id).slice(2, 5);
  const found = answerTo(session, 'nodes', { step: 61, tree: 't', ids: [...asked, 12345] });
  expect([...found.ids].sort((a, b) => a - b)).toEqual([...asked].sort((a, b) => a - b));
  for (const [k, id] of found.ids.entries()) {
    const node = picture?.nodes.find((one) => one.id === id);
    expect(found.places[k]).toBe(node?.place);
    expect(found.bytes.slice(NODE.BYTES * k, NODE.BYTES * (k + 1))).toEqual(node?.bytes);
  }
});
