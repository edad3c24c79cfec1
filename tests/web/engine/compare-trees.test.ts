// SPDX-License-Identifier: GPL-2.0-or-later
//
// Two trees side by side against a plain reading of their pictures: every node is listed once, every index is judged
// right.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryValue } from '../../../web/model/entry';
import { isDifference, nodesOf, type ComparedNode, type TreeComparison } from '../../../web/model/comparison';
import type { Scene, SceneTree } from '../../../web/model/run';
import { answerTo, runText, sceneAt, scenario, seed, smallScenario } from './runs';

const MAX = 0xffff_ffff_ffff_ffffn;

function treeIn(scene: Scene, name: string): SceneTree | undefined {
  return scene.trees.find(({ picture }) => picture.name === name);
}

/** What each range of a tree holds, in words. */
function held({ picture }: SceneTree, labels: readonly string[]): { last: bigint; word: string }[] {
  const said = (word: bigint): string => JSON.stringify(entryValue(word, labels));
  if (picture.form === 'empty') return [{ last: MAX, word: said(0n) }];
  if (picture.single !== null)
    return [
      { last: 0n, word: said(picture.single) },
      { last: MAX, word: said(0n) },
    ];
  return picture.nodes
    .filter(({ kind }) => kind === 'leaf')
    .flatMap(({ lasts, slots }) => slots.map((word, k) => ({ last: lasts[k]!, word: said(word) })));
}

const at = (ranges: readonly { last: bigint; word: string }[], index: bigint): string =>
  ranges.find(({ last }) => last >= index)!.word;

function plainDifferences(
  a: SceneTree,
  b: SceneTree,
  labelsA: readonly string[],
  labelsB: readonly string[],
): string[] {
  const [left, right] = [held(a, labelsA), held(b, labelsB)];
  const bounds = [...new Set([...left, ...right].map(({ last }) => last))].sort((x, y) => (x < y ? -1 : 1));
  const found: { first: bigint; last: bigint; words: string }[] = [];
  let first = 0n;
  for (const last of bounds) {
    const [one, other] = [at(left, last), at(right, last)];
    const words = `${one} ${other}`;
    const before = found.at(-1);
    if (one !== other && before?.words === words && before.last + 1n === first) before.last = last;
    else if (one !== other) found.push({ first, last, words });
    first = last + 1n;
  }
  return found.map((one) => `${one.first}..${one.last} ${one.words}`);
}

/** Levels below a node. */
function levelOf({ picture: { nodes } }: SceneTree, id: number): number {
  const node = nodes.find((one) => one.id === id)!;
  return Math.max(
    0,
    ...node.children
      .filter((child) => child > 0)
      .map((child) => levelOf({ picture: { nodes } } as SceneTree, child) + 1),
  );
}

function checked(
  told: TreeComparison,
  a: SceneTree,
  b: SceneTree,
  labelsA: readonly string[],
  labelsB: readonly string[],
): void {
  expect(told.missing).toBeNull();
  expect(told.omitted).toBe(0);
  const equal = told.rows.reduce((sum, row) => sum + (row.kind === 'equal' ? row.nodes : 0), 0);
  const nodes = (side: 'a' | 'b'): ComparedNode[] => told.rows.flatMap((row) => nodesOf(row, side));
  for (const [side, tree] of [
    ['a', a],
    ['b', b],
  ] as const) {
    const mine = nodes(side);
    const byId = new Map(tree.picture.nodes.map((node) => [node.id, node]));
    expect(new Set(mine.map(({ id }) => id)).size).toBe(mine.length);
    expect(equal + mine.length).toBe(tree.picture.nodes.length);
    for (const node of mine) {
      const { kind, min, max, depth, lasts } = byId.get(node.id)!;
      expect({
        kind: node.kind,
        min: node.min,
        max: node.max,
        depth: node.depth,
        lasts: node.slots.map(({ last }) => last),
      }).toEqual({ kind, min, max, depth, lasts: [...lasts] });
    }
  }
  for (const row of told.rows) {
    if (row.kind === 'same')
      expect(row.a!.slots.map(({ last, word }) => [last, word])).toEqual(
        row.b!.slots.map(({ last, word }) => [last, word]),
      );
    const alone: (readonly ['a' | 'b', ComparedNode])[] =
      row.kind === 'beside'
        ? [...row.a.map((node) => ['a', node] as const), ...row.b.map((node) => ['b', node] as const)]
        : row.kind === 'only-a'
          ? [['a', row.a!]]
          : row.kind === 'only-b'
            ? [['b', row.b!]]
            : [];
    for (const [side, node] of alone) {
      const [other, mine, theirs] = side === 'a' ? [b, told.labels, labelsB] : [a, told.labels, labelsA];
      const there = other.picture.nodes
        .filter(({ kind }) => kind === 'leaf')
        .flatMap(({ min, lasts, slots }) =>
          slots.map(
            (word, k) =>
              `${k === 0 ? min : lasts[k - 1]! + 1n} ${lasts[k]} ${JSON.stringify(entryValue(word, theirs))}`,
          ),
        );
      for (const { first, last, word, differs } of node.slots)
        if (word !== null || row.kind !== 'beside')
          expect(differs).toBe(
            word !== null && !there.includes(`${first} ${last} ${JSON.stringify(entryValue(word, mine))}`),
          );
    }
    if (row.kind === 'beside') {
      expect([row.a.length, row.b.length]).not.toContain(0);
      const levels = new Set([...row.a.map(({ id }) => levelOf(a, id)), ...row.b.map(({ id }) => levelOf(b, id))]);
      expect(levels.size).toBe(1);
      for (const node of row.a) expect(row.b.some(({ min, max }) => min <= node.max && max >= node.min)).toBe(true);
      for (const node of row.b) expect(row.a.some(({ min, max }) => min <= node.max && max >= node.min)).toBe(true);
    }
    if (row.kind === 'changed' || row.kind === 'replaced') {
      const says = ({ first, last, word }: ComparedNode['slots'][number]): string => `${first} ${last} ${word}`;
      const other = new Set(row.b!.slots.map(says));
      for (const slot of row.a!.slots) if (!other.has(says(slot))) expect(slot.differs).toBe(true);
    }
  }
  expect(told.differences).toBe(told.rows.filter(isDifference).length);
  const beside = told.rows.filter((row) => row.kind === 'beside');
  expect(told.beside).toEqual({
    rows: beside.length,
    a: beside.flatMap((row) => row.a).length,
    b: beside.flatMap((row) => row.b).length,
  });
  expect(
    told.contents.ranges.map(
      ({ first, last, a: one, b: other }) =>
        `${first}..${last} ${JSON.stringify(entryValue(one, told.labels))} ` +
        JSON.stringify(entryValue(other, told.labels)),
    ),
  ).toEqual(plainDifferences(a, b, labelsA, labelsB));
}

test('two steps of a run, and two trees of one', async () => {
  await fc.assert(
    fc.asyncProperty(
      smallScenario,
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom('r', 't', 'u'), fc.constantFrom('r', 't', 'u', null)), {
        minLength: 8,
        maxLength: 8,
      }),
      async (text, picks) => {
        const session = await runText(text);
        const { labels } = session.summary();
        for (const [m, n, one, two] of picks) {
          const [from, to] = [m % (session.steps() + 1), n % (session.steps() + 1)];
          const [a, b] = [treeIn(sceneAt(session, from), one), treeIn(sceneAt(session, to), two ?? one)];
          const told = answerTo(session, 'compareTrees', {
            a: { text: null, step: from, tree: one },
            b: { text: null, step: to, tree: two ?? one },
          });
          if (a === undefined || b === undefined) {
            expect(told.missing).toMatch(a === undefined ? /^A: there is no tree/ : /^B: there is no tree/);
            continue;
          }
          checked(told, a, b, labels, labels);
          expect(told.a!.sum).toBe(a.sum);
          const itself = answerTo(session, 'compareTrees', {
            a: { text: null, step: from, tree: one },
            b: { text: null, step: from, tree: one },
          });
          expect([itself.differences, itself.contents.count, itself.rows.length]).toEqual([
            0,
            0,
            a.picture.nodes.length === 0 ? 0 : 1,
          ]);
        }
      },
    ),
    { numRuns: 12, seed },
  );
}, 120_000);

test('a tree of another text: labels are the same by their words', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, scenario, async (text, other) => {
      const session = await runText(text);
      const second = await runText(`tree first\nstore 5 = "b"\n${other}`);
      const [a, b] = [treeIn(sceneAt(session, session.steps()), 'r'), treeIn(sceneAt(second, second.steps()), 'r')];
      const told = answerTo(session, 'compareTrees', {
        a: { text: null, step: session.steps(), tree: 'r' },
        b: { text: `tree first\nstore 5 = "b"\n${other}`, step: 100_000, tree: 'r' },
      });
      if (a !== undefined && b !== undefined && told.contents.count <= 100)
        checked(told, a, b, session.summary().labels, second.summary().labels);
    }),
    { numRuns: 5, seed },
  );
}, 120_000);

test('of 20,000 nodes only those that differ are listed', async () => {
  const session = await runText(
    'tree t alloc\nbulk 240000 {\n  repeat 240000 as i { store i*10..+4 = i }\n}\nstore 300000..300001 = "needle"\n' +
      'store 2000000 = 7\n',
  );
  const last = session.steps();
  const told = answerTo(session, 'compareTrees', {
    a: { text: null, step: last - 2, tree: 't' },
    b: { text: null, step: last, tree: 't' },
  });
  expect(told.a!.nodes).toBeGreaterThan(20_000);
  expect(told.differences).toBeGreaterThan(0);
  expect(told.rows.length).toBeLessThan(100);
  expect(told.contents.ranges.map(({ first, last: end }) => `${first}..${end}`)).toEqual([
    '300000..300001',
    '2000000..2000000',
  ]);
}, 60_000);

test('the same contents, laid out differently', async () => {
  const session = await runText(
    'tree t\nrepeat 40 as i { store i*10..+4 = i }\ntree u\nrepeat 40 as i { store (39 - i)*10..+4 = 39 - i }\n',
  );
  const told = answerTo(session, 'compareTrees', {
    a: { text: null, step: session.steps(), tree: 't' },
    b: { text: null, step: session.steps(), tree: 'u' },
  });
  expect(told.contents.count).toBe(0);
  expect(told.differences).toBeGreaterThan(0);
  const wrong = answerTo(session, 'compareTrees', {
    a: { text: null, step: 1, tree: 't' },
    b: { text: 'tree', step: 1, tree: 't' },
  });
  expect(wrong.missing).toBe('The text of B has mistakes: it does not run.');
});

test('requests are reported with the tree that they were made for', async () => {
  const session = await runText(
    'tree x alloc\ntree y alloc\nrepeat 20 as i { store i*0x10..+8 = i in x }\nstore 5 = 1 in y\ndup x as z\n' +
      'fail request 1\ndup x as w\ndestroy y\ntree y\nrepeat 4 as i { store i*0x10..+8 = i in y }\n',
  );
  const { steps } = session.report();
  const end = session.steps();
  const side = (step: number, tree: string): readonly [number, number] => {
    const { a } = answerTo(session, 'compareTrees', { a: { text: null, step, tree }, b: { text: null, step, tree } });
    return [a!.requested, a!.taken];
  };
  const summed = (these: readonly (typeof steps)[number][]): readonly [number, number] => [
    these.flatMap(({ requests }) => requests).reduce((sum, one) => sum + one, 0),
    these.reduce((sum, { used }) => sum + used, 0),
  ];
  const stores = (tree: string, from = 0): typeof steps =>
    steps.filter(({ op, tree: of }, k) => op === 'store' && of === tree && k >= from);
  const first = steps.findIndex(({ op }) => op === 'dup') + 1;
  expect(side(first, 'y')).toEqual([1, 1]);
  expect(side(first, 'x')).toEqual(summed(stores('x')));
  // The copy's requests are the copy's, and those of a copy that came to nothing nobody's; a new tree of an old name
  // begins anew.
  expect(side(end, 'z')).toEqual(summed(steps.filter(({ op, error }) => op === 'dup' && error === null)));
  expect(side(end, 'z')[0]).toBeGreaterThan(0);
  expect(steps.find(({ op, error }) => op === 'dup' && error !== null)).toMatchObject({
    tree: 'x',
    error: 'ENOMEM',
    requests: [expect.anything()],
  });
  expect(side(end, 'x')).toEqual(summed(stores('x')));
  expect(side(end, 'y')).toEqual(
    summed(
      stores(
        'y',
        steps.findIndex(({ op }) => op === 'destroy'),
      ),
    ),
  );
});

test('a fork is what the child requested', async () => {
  const session = await runText(
    'mm p\nmap 0x1000..+8K rw\nmap 0x8000..+8K r file "/a"\nfork p as c\nmap 0x20000..+4K rw in c\n',
  );
  const told = answerTo(session, 'compareTrees', {
    a: { text: null, step: 4, tree: 'p' },
    b: { text: null, step: 4, tree: 'c' },
  });
  const before = answerTo(session, 'compareTrees', {
    a: { text: null, step: 3, tree: 'p' },
    b: { text: null, step: 3, tree: 'p' },
  });
  expect(told.a!.requested).toBe(before.a!.requested);
  expect(told.b!.requested).toBe(session.report().steps[3]!.requests.reduce((sum, one) => sum + one, 0));
});

test('VMAs are compared by what they are, not by their numbers', async () => {
  const session = await runText('mm p\nmap 0x1000..+8K rw file "/a"\nprotect 0x1000..+8K r\n');
  const told = answerTo(session, 'compareTrees', {
    a: { text: null, step: 2, tree: 'p' },
    b: { text: null, step: 3, tree: 'p' },
  });
  expect(told.contents.ranges.map(({ first, last, a, b }) => [first, last, a, b])).toEqual([
    [0x1000n, 0x2fffn, 3n, 3n],
  ]);
  expect([told.vmasA, told.vmasB].map((vmas) => vmas!.map(({ number, perms }) => `${number} ${perms}`))).toEqual([
    ['1 rw-p'],
    ['1 r--p'],
  ]);
  // No byte of a node is another one.
  expect([told.differences, told.equalNodes]).toEqual([0, told.a!.nodes]);

  const forked = await runText(
    'mm p\nmap 0x1000..+4K rw file "/a"\nmap 0x8000..+4K rw file "/b"\nmap 0x20000..+4K rw file "/c"\n' +
      'advise 0x1000..+4K dontfork\nfork p as c\n',
  );
  const step = forked.steps();
  const pair = answerTo(forked, 'compareTrees', {
    a: { text: null, step, tree: 'p' },
    b: { text: null, step, tree: 'c' },
  });
  expect(pair.vmasB!.find(({ path }) => path === '/b')?.number).not.toBe(
    pair.vmasA!.find(({ path }) => path === '/b')?.number,
  );
  expect(pair.contents.ranges.map(({ first, last, b }) => [first, last, b])).toEqual([[0x1000n, 0x1fffn, 0n]]);
  const differing = pair.rows
    .flatMap((row) => [...nodesOf(row, 'a'), ...nodesOf(row, 'b')])
    .flatMap(({ slots }) => slots)
    .filter(({ differs }) => differs);
  for (const { word } of differing) expect([0n, 3n]).toContain(word);

  const split = await runText('mm p\nmap 0x1000..+8K rw file "/a"\nunmap 0x2000..+4K\nmap 0x2000..+4K rw file "/b"\n');
  const at = (a: number, b: number) =>
    answerTo(split, 'compareTrees', {
      a: { text: null, step: a, tree: 'p' },
      b: { text: null, step: b, tree: 'p' },
    }).contents.ranges.map(({ first, last }) => [first, last]);
  expect(at(2, 3)).toEqual([
    [0x1000n, 0x1fffn],
    [0x2000n, 0x2fffn],
  ]);
  expect(at(3, 4)).toEqual([[0x2000n, 0x2fffn]]);
  // A number of an address space says nothing of one in a plain tree.
  const mixed = await runText(
    'mm p\nmap 0..+4K rw\nmap 0x9000..+4K rw\ntree t\nstore 0..0xfff = 1\nstore 0x9000..0x9fff = 2\n',
  );
  const end = mixed.steps();
  expect(
    answerTo(mixed, 'compareTrees', {
      a: { text: null, step: end, tree: 'p' },
      b: { text: null, step: end, tree: 't' },
    }).contents.count,
  ).toBe(2);
});

test('what a damaged node holds is not compared', async () => {
  const leaf = await runText('tree t\nrepeat 9 as i { store i*0x10..+8 = i }\ncorrupt t node 1 pivot 3 = 2\n');
  const last = leaf.steps();
  const told = answerTo(leaf, 'compareTrees', {
    a: { text: null, step: last - 1, tree: 't' },
    b: { text: null, step: last, tree: 't' },
  });
  expect(told.contents).toEqual({
    count: 0,
    ranges: [],
    damaged: [{ side: 'b', node: sceneAt(leaf, last).trees[0]!.picture.nodes[1]!.id }],
  });
  expect(told.differences).toBe(1);
  // Of a larger tree all the rest is.
  const text = 'tree t\nrepeat 60 as i { store i*10..+4 = i }\n';
  const larger = await runText(`${text}store 201 = 99\n`);
  const nodes = sceneAt(larger, 61).trees[0]!.picture.nodes;
  const bad = nodes.find(({ kind, max }) => kind === 'leaf' && max < 150n)!;
  const spoilt = await runText(`${text}corrupt t node ${nodes.indexOf(bad)} pivot 2 = 0\n`);
  const rest = answerTo(larger, 'compareTrees', {
    a: { text: null, step: 62, tree: 't' },
    b: { text: spoilt.place().text, step: 62, tree: 't' },
  });
  expect(rest.contents.damaged).toEqual([{ side: 'b', node: bad.id }]);
  expect(rest.contents.ranges.map(({ first, last: to }) => [first, to])).toEqual([[201n, 201n]]);
  // A child that cannot be followed leaves out all that is below its parent.
  const cut = await runText(`${text}corrupt t node 0 slot 0 = 0x7\n`);
  const lost = answerTo(cut, 'compareTrees', {
    a: { text: null, step: 61, tree: 't' },
    b: { text: null, step: 62, tree: 't' },
  });
  expect(lost.contents).toEqual({ count: 0, ranges: [], damaged: [{ side: 'b', node: nodes[0]!.id }] });
});
