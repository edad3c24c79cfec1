// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tree beside a red-black tree: the module's counts equal those of a trace by Valgrind (tests/core/cachelines.txt),
// and the answer says what follows from the shape of both trees.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';

import { MAX, ZERO, index } from '../../../web/base/index64';
import { loadCore } from '../../../web/cli/core-file';
import { cachelinesOver, type Counted } from '../../../web/engine/core/cachelines';
import { machineOver } from '../../../web/engine/core/machine';
import type { Core } from '../../../web/engine/core/wasm';
import { CACHELINES } from '../../../web/engine/generated/cachelines-calls';
import type { CountedTree, RedBlackQuestion, RedBlackComparison } from '../../../web/model/redblack';
import { answerTo, runText } from './runs';

const TABLE = fileURLToPath(new URL('../../core/cachelines.txt', import.meta.url));

let linesCore: Core;
beforeAll(async () => {
  linesCore = await loadCore('cachelines');
});

test('the module counts the same lines as the native code that a trace confirms, operation by operation', () => {
  const core = linesCore.again();
  const lines = cachelinesOver(core);
  const machine = machineOver(core);
  const plain = machine.create({ alloc: false, rcu: false, release: '6_16' })!;
  const gaps = machine.create({ alloc: true, rcu: true, release: '6_16' })!;
  const trees: readonly Counted[] = ['red-black', 'std::map', plain, gaps];
  const rows = readFileSync(TABLE, 'latin1')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'));
  const kinds = new Map<string, number>();
  const folds: bigint[] = [];
  const numbers = [...new Set(rows.map((row) => row.split(' ')[1]))];
  let before: string | undefined;
  for (const row of rows) {
    const [kind = '', tree, first, last, word, used, written, misses] = row.split(' ');
    const which = trees[numbers.indexOf(tree)]!;
    if (tree !== before) lines.emptyCache();
    before = tree;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if (kind === 'insert')
      expect(lines.insert(which, index(BigInt(first!)), index(BigInt(last!)), index(BigInt(word!)))).toBe(true);
    else if (kind === 'load') lines.load(which, index(BigInt(first!)));
    else if (kind === 'erase') expect(lines.erase(which, index(BigInt(first!)))).not.toBe(0n);
    else if (kind === 'copy') expect(lines.copy(which)).toBe(true);
    else folds.push(lines.iterate(which));
    const counts = lines.counts();
    expect([counts.lines, counts.written, counts.misses], row).toEqual([used, written, misses].map(Number));
  }
  // Four trees of the same ranges, gone through twice and copied once each.
  expect(Object.fromEntries(kinds)).toEqual({ insert: 1400, load: 400, erase: 400, iterate: 8, copy: 4 });
  expect(folds).toEqual(trees.flatMap(() => [folds[0], folds[1]]));
});

describe('the answer', () => {
  const spread = (count: number): string =>
    `tree t alloc\nrepeat ${count} as i { store (i * 100)..(i * 100 + 50) = i + 1 }\n`;

  async function compared(text: string, asked: Partial<RedBlackQuestion> = {}): Promise<RedBlackComparison> {
    const session = await runText(text);
    const answer = answerTo(session, 'redBlack', { step: session.steps(), tree: 't', ...asked }, linesCore.again());
    if (answer.kind !== 'compared') throw new Error(answer.kind);
    return answer;
  }

  test('has the shape of both trees', async () => {
    const text = spread(500);
    const answer = await compared(text);
    const session = await runText(text);
    const tree = session.report().trees[0]!;
    expect([answer.ranges, answer.lookups, answer.changes]).toEqual([500, 500, 500]);
    expect(answer.maple.nodes).toBe(tree.nodes);
    expect(answer.maple.bytesPerRange).toBe((256 * tree.nodes) / 500);
    expect(answer.maple.depth).toEqual({ least: tree.height, mean: tree.height, most: tree.height });
    // A red-black tree of n records is at most 2 log2(n + 1) deep, and no binary tree of 500 is less deep than 9.
    const { depth, nodes, bytesPerRange } = answer.redBlack;
    expect([nodes, bytesPerRange, depth.least]).toEqual([500, CACHELINES.LINK_BYTES, 1]);
    expect(depth.most).toBeGreaterThanOrEqual(9);
    expect(depth.most).toBeLessThanOrEqual(2 * Math.log2(501));
  });

  test('a lookup touches a line a record, and what it misses is what the cache does not hold', async () => {
    const { maple, redBlack } = await compared(spread(500));
    // Records have a line each that is read, so lines are depths.
    expect(redBlack.lookup.lines).toEqual({ mean: redBlack.depth.mean, most: redBlack.depth.most });
    expect(redBlack.iterate).toEqual({ lines: 500, written: 0, misses: 500 });
    for (const tree of [maple, redBlack]) {
      expect(tree.lookup.cold).toEqual(tree.lookup.lines);
      expect(tree.lookup.written).toEqual({ mean: 0, most: 0 });
      expect(tree.lookup.warm.mean).toBeLessThan(tree.lookup.cold.mean);
      expect(tree.insert.written.mean).toBeGreaterThan(0);
      expect(tree.iterate.lines).toBeLessThanOrEqual(4 * tree.nodes);
    }
    // A node has four lines.
    expect(maple.lookup.lines.most).toBeLessThanOrEqual(4 * maple.depth.most);
  });

  test('a cache of one line misses at each change of line, and a large one never once it is warm', async () => {
    const one = await compared(spread(200), { cache: { line: 1024 / 16, ways: 16, kib: 1 } });
    const large = await compared(spread(200), { cache: { line: 64, ways: 8, kib: 1024 } });
    const warm = (tree: CountedTree): number => tree.lookup.warm.mean;
    expect([warm(large.maple), warm(large.redBlack)]).toEqual([0, 0]);
    expect(warm(one.maple)).toBeGreaterThan(0);
    expect(warm(one.redBlack)).toBeGreaterThan(0);
  });

  test('longer lines are fewer, and a node of 256 bytes is one of them', async () => {
    const { maple } = await compared(spread(500), { cache: { line: 256, ways: 8, kib: 32 } });
    expect(maple.lookup.lines).toEqual({ mean: maple.depth.mean, most: maple.depth.most });
    expect(maple.iterate.lines).toBe(maple.nodes);
  });

  test('is the same for the same seed, counts as many lookups as asked, and fills in ascending order', async () => {
    const text = spread(300);
    expect(await compared(text, { seed: 7 })).toEqual(await compared(text, { seed: 7 }));
    expect((await compared(text, { seed: 8 })).redBlack).not.toEqual((await compared(text, { seed: 7 })).redBlack);
    expect((await compared(text, { lookups: 20 })).lookups).toBe(20);
    const ascending = await compared(text, { order: 'ascending' });
    expect(ascending.redBlack.depth).not.toEqual((await compared(text)).redBlack.depth);
  });

  test('leaves the run as it was, and sees no failure that is armed there', async () => {
    const session = await runText(`${spread(200)}fail every 1\n`);
    const before = session.sumAt(session.steps());
    const answer = answerTo(session, 'redBlack', { step: session.steps(), tree: 't' }, linesCore.again());
    expect(answer.kind).toBe('compared');
    expect(session.sumAt(session.steps())).toBe(before);
    const place = session.place();
    expect(place.machine.live()).toBeGreaterThan(0);
  });

  test('an address space with a fork half-done in its history, and a tree in RCU mode', async () => {
    const session = await runText('mm p\nrepeat 60 as i { map (0x10000 + i * 0x3000)..+4K rw }\nfork p as c\n');
    for (const tree of ['p', 'c']) {
      const answer = answerTo(session, 'redBlack', { step: session.steps(), tree }, linesCore.again());
      expect(answer.kind === 'compared' && answer.ranges).toBe(60);
    }
  });

  test('says why there is none', async () => {
    const session = await runText('tree t\nstore 5..7 = 1\ntree u\ncorrupt t node 0 pivot 0 = 6\n');
    const kind = (asked: RedBlackQuestion): string => answerTo(session, 'redBlack', asked, linesCore.again()).kind;
    expect(kind({ step: 4, tree: 'v' })).toBe('missing');
    expect(kind({ step: 4, tree: 'u' })).toBe('empty');
    expect(kind({ step: 3, tree: 't' })).toBe('compared');
    expect(kind({ step: 4, tree: 't' })).toBe('damaged');
    expect(kind({ step: 3, tree: 't', cache: { line: 48, ways: 8, kib: 32 } })).toBe('no such cache');
  });

  test('an empty tree has nothing to iterate', () => {
    const core = linesCore.again();
    const tree = machineOver(core).create({ alloc: false, rcu: false, release: '6_16' })!;
    const lines = cachelinesOver(core);
    expect([
      lines.iterate(tree),
      lines.iterate('red-black'),
      lines.load(tree, ZERO),
      lines.load('red-black', MAX),
    ]).toEqual([0n, 0n, 0n, 0n]);
  });
});
