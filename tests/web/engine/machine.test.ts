// SPDX-License-Identifier: GPL-2.0-or-later
//
// The calls of a Machine that read their way, allocate, park readers and spoil nodes, against a list of ranges that is
// searched from end to end. What each should return is rule "gap search", rule "cyclic" and rule "dead leaf".

import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { index, MAX, ZERO, type Index } from '../../../web/base/index64';
import { loadCore } from '../../../web/cli/core-file';
import { readTree } from '../../../web/engine/core/heap';
import { decodeTree } from '../../../web/engine/decode/decode';
import { dumpSum } from '../../../web/engine/decode/dump';
import { machineOver, type EngineMachine } from '../../../web/engine/core/machine';
import type { Core } from '../../../web/engine/core/wasm';
import type { CorruptField, Move, ReaderHandle, TreeHandle, Visit } from '../../../web/model/machine';
import type { Release } from '../../../web/model/releases';
import type { TreePicture } from '../../../web/model/picture';
import { seed } from './runs';

let core: Core;
let machine: EngineMachine;
beforeAll(async () => {
  core = await loadCore();
  machine = machineOver(core);
});
// A test that failed leaves its trees behind.
const fresh = (): void => core.calls.mpl_reset();
beforeEach(fresh);

const w = (n: number): Index => index(BigInt(2 * n + 1));
const x = (n: number): Index => index(BigInt(n));

interface Slot {
  readonly first: Index;
  readonly last: Index;
  readonly word: Index;
}

/** All ranges of a tree, free ones too: what a search may find. */
function slotsOf(tree: TreeHandle): Slot[] {
  const slots: Slot[] = [];
  let next = 0n;
  const free = (to: bigint): void => {
    if (to >= next) slots.push({ first: next as Index, last: to as Index, word: ZERO });
  };
  for (const range of machine.ranges(tree)) {
    free(range.first - 1n);
    slots.push(range);
    next = range.last + 1n;
  }
  free(MAX);
  return slots;
}

function newTree(mode: { alloc?: boolean; rcu?: boolean; release?: Release } = {}): TreeHandle {
  const tree = machine.create({ alloc: false, rcu: false, release: '6_16', ...mode });
  if (tree === null) throw new Error('no room for a tree');
  return tree;
}

function picture(tree: TreeHandle): TreePicture {
  const facts = machine.facts(tree);
  return decodeTree(
    readTree(core, tree, facts.nodes, { nodesMax: 1e6, indexes: [] }),
    { name: 't', kind: 'tree', entries: facts.entries },
    null,
  );
}

function end(...trees: readonly TreeHandle[]): void {
  for (const tree of trees) {
    machine.destroy(tree);
    machine.drop(tree);
  }
  expect([machine.live(), machine.waiting()]).toEqual([0, 0]);
}

const stores = fc.array(
  fc.record({ at: fc.nat({ max: 900 }), count: fc.nat({ max: 12 }), value: fc.nat({ max: 99 }) }),
  { minLength: 2, maxLength: 150, size: 'max' },
);

function fill(
  tree: TreeHandle,
  list: readonly { readonly at: number; readonly count: number; readonly value: number }[],
): void {
  // A root leaf at least: the single entry has rules of its own.
  machine.store(tree, x(1), x(1), w(7));
  for (const { at, count, value } of list) machine.store(tree, x(at), x(at + count), value % 4 === 0 ? ZERO : w(value));
}

describe('iterations', () => {
  const words: readonly Move[] = ['next', 'prev', 'find', 'find_rev', 'next_range', 'prev_range'];

  // In a tree with nodes: the slot of the index first (a find), then slot after slot up to the limit.
  function wanted(tree: TreeHandle, move: Move, at: Index, limit: Index, count: number): Slot[] {
    const down = /prev|rev/.test(move);
    const finds = move.startsWith('find');
    const gaps = /range/.test(move);
    const slots = slotsOf(tree);
    const k = slots.findIndex(({ last }) => last >= at);
    if (count === 0 || (down ? at < limit || (at === limit && !finds) : at > limit || (at === limit && !finds)))
      return [];
    const found: Slot[] = [];
    if (finds && slots[k]!.word !== ZERO) found.push(slots[k]!);
    for (let here = k; found.length < count;) {
      const slot = slots[here]!;
      if (down ? slot.first <= limit : slot.last >= limit) break;
      if (finds && here === k && at === limit) break;
      here += down ? -1 : 1;
      if (gaps || slots[here]!.word !== ZERO) found.push(slots[here]!);
    }
    return found.slice(0, count);
  }

  test('visit what is there, in order, up to the limit', () => {
    fc.assert(
      fc.property(
        stores,
        fc.array(
          fc.record({
            move: fc.constantFrom(...words),
            at: fc.nat({ max: 1000 }),
            far: fc.nat({ max: 600 }),
            count: fc.nat({ max: 60 }),
          }),
          { maxLength: 40, size: 'max' },
        ),
        fc.boolean(),
        (list, moves, alloc) => {
          fresh();
          const tree = newTree({ alloc });
          fill(tree, list);
          for (const { move, at, far, count } of moves) {
            const down = /prev|rev/.test(move);
            const limit = x(far % 5 === 0 ? (down ? 0 : 2000) : down ? Math.max(0, at - far) : at + far);
            const { visits, error } = machine.iterate(tree, move, x(at), limit, count);
            expect(error).toBeNull();
            expect(
              (visits ?? []).map(({ index: first, last, word }) => ({ first, last, word })),
              `${move} ${at} ${limit} ${count}`,
            ).toEqual(wanted(tree, move, x(at), limit, count));
          }
          end(tree);
        },
      ),
      { seed, numRuns: 150 },
    );
  });

  test('tell the leaf and the slot of every visit', () => {
    const tree = newTree({ alloc: true });
    for (let k = 0; k < 200; k++) machine.store(tree, x(10 * k), x(10 * k + 4), w(k));
    const nodes = new Map(picture(tree).nodes.map((node) => [node.id, node]));
    for (const move of ['walk', 'next', 'prev'] as const) {
      for (const visit of machine.iterate(tree, move, x(1000), move === 'prev' ? ZERO : MAX, 50).visits ?? []) {
        const leaf = nodes.get(visit.node)!;
        expect([leaf.kind, leaf.slots[visit.slot], leaf.lasts[visit.slot]]).toEqual(['leaf', visit.word, visit.last]);
      }
    }
    end(tree);
  });

  test('find nothing in an empty tree, and one entry without a node', () => {
    const tree = newTree();
    expect(machine.iterate(tree, 'next', ZERO, MAX, 3).visits).toEqual([]);
    expect(machine.iterate(tree, 'walk', x(5), MAX, 1).visits).toMatchObject([
      { index: 0n, last: MAX, word: 0n, status: 'none', node: 0, slot: -1 },
    ]);
    machine.store(tree, ZERO, ZERO, w(3));
    expect(machine.iterate(tree, 'find', ZERO, MAX, 3).visits).toMatchObject([
      { index: 0n, last: 0n, word: w(3), status: 'root', node: 0, slot: -1 },
    ]);
    end(tree);
  });
});

describe('allocations', () => {
  // The lowest or highest run of `size` free indexes inside the window.
  function place(tree: TreeHandle, size: bigint, min: bigint, max: bigint, from: 'bottom' | 'top'): bigint | null {
    const fits = slotsOf(tree)
      .filter(({ word }) => word === ZERO)
      .map(({ first, last }) => ({ first: first < min ? min : first, last: last > max ? max : last }))
      .filter(({ first, last }) => last - first + 1n >= size);
    if (fits.length === 0) return null;
    return from === 'bottom' ? fits[0]!.first : fits.at(-1)!.last - size + 1n;
  }

  test('of ranges take the lowest or the highest fit', () => {
    fc.assert(
      fc.property(
        stores,
        fc.array(
          fc.record({
            size: fc.integer({ min: 1, max: 20 }),
            min: fc.nat({ max: 800 }),
            span: fc.integer({ min: 20, max: 400 }),
            top: fc.boolean(),
          }),
          { maxLength: 30, size: 'max' },
        ),
        (list, allocs) => {
          fresh();
          const tree = newTree({ alloc: true });
          fill(tree, list);
          for (const { size, min, span, top } of allocs) {
            const from = top ? 'top' : 'bottom';
            const expected = place(tree, BigInt(size), BigInt(min), BigInt(min + span), from);
            const { error, at } = machine.alloc(tree, x(size), x(min), x(min + span), w(50), from);
            expect([error, at]).toEqual(
              expected === null ? ['EBUSY', null] : [null, { index: expected, last: expected + BigInt(size) - 1n }],
            );
            if (expected !== null) expect(machine.load(tree, index(expected)).value).toBe(w(50));
          }
          expect(machine.validate(tree).filter(({ excused }) => !excused)).toEqual([]);
          end(tree);
        },
      ),
      { seed, numRuns: 100 },
    );
  });

  // Rule "cyclic", its table.
  test('of ids go round, and the copy of a tree goes on where the tree is', () => {
    const tree = newTree({ alloc: true });
    const next = (): unknown => {
      const { error, at, wrapped } = machine.cyclic(tree, x(2), x(5), w(1));
      return [error ?? at?.index, wrapped, machine.cyclicNext(tree)];
    };
    for (const id of [2n, 3n, 4n, 5n]) expect(next()).toEqual([id, false, id + 1n]);
    expect(next()).toEqual(['EBUSY', false, 6n]);
    machine.erase(tree, x(3));
    expect(next()).toEqual([3n, true, 4n]);
    const copy = newTree({ alloc: true });
    machine.dup(tree, copy);
    expect(machine.cyclicNext(copy)).toBe(4n);
    machine.erase(tree, x(5));
    expect(next()).toEqual([5n, false, 6n]);
    machine.erase(tree, x(2));
    expect(next()).toEqual([2n, true, 3n]);
    machine.setCyclicNext(tree, MAX);
    expect(machine.cyclic(tree, x(2), MAX, w(1))).toMatchObject({ error: null, at: { index: MAX }, wrapped: false });
    expect(machine.cyclic(tree, x(2), MAX, w(1))).toMatchObject({ error: null, at: { index: 6n }, wrapped: true });
    end(tree, copy);
  });

  test('want a tree that tracks gaps', () => {
    const tree = newTree();
    expect(machine.alloc(tree, x(1), ZERO, x(9), w(1), 'bottom').error).toBe('EINVAL');
    expect(machine.cyclic(tree, ZERO, x(9), w(1)).error).toBe('EINVAL');
    end(tree);
  });
});

describe('the whole-height formula', () => {
  test('is a formula that a tree may follow, with both numbers reported and the same layout', () => {
    const [whole, plain] = [newTree({ alloc: true, release: '6_16_WHOLE_HEIGHT' }), newTree({ alloc: true })];
    let differed = 0;
    for (let k = 0; k < 400; k++) {
      const [a, b] = [whole, plain].map((tree) =>
        machine.store(tree, x(((k * 37) % 401) * 10), x(((k * 37) % 401) * 10 + 4), w(k)),
      );
      expect([a!.pre, a!.preVacancy, a!.preWhole]).toEqual([b!.preWhole, b!.pre, b!.preWhole]);
      expect(b!.preVacancy).toBe(b!.pre);
      expect(a!.used).toBe(b!.used);
      if (a!.pre !== b!.pre) differed++;
    }
    expect(differed).toBeGreaterThan(0);
    expect(machine.sum(whole)).toBe(machine.sum(plain));
    end(whole, plain);
  });
});

describe('readers', () => {
  const open = (tree: TreeHandle, at: number): ReaderHandle => {
    const { reader, outcome } = machine.openReader(tree, x(at));
    expect(outcome.error).toBeNull();
    return reader!;
  };
  const filled = (): TreeHandle => {
    const tree = newTree({ alloc: true, rcu: true });
    for (let k = 0; k < 100; k++) machine.store(tree, x(10 * k), x(10 * k + 4), w(k));
    return tree;
  };
  const ranges = (visits: readonly Visit[] | null): unknown =>
    (visits ?? []).map(({ index: first, last }) => [Number(first), Number(last)]);

  // Rule "dead leaf", its example.
  test.each([
    [52, 57, [60, 64]],
    [40, 60, [61, 64]],
  ])('that meet a dead leaf after a store over %i..%i go on at the last index they knew', (first, last, next) => {
    const tree = filled();
    const reader = open(tree, 50);
    const before = machine.live();
    machine.store(tree, x(first), x(last), w(999));
    expect(machine.readerPlace(reader)).toMatchObject({ index: 50n, last: 54n, dead: true, status: 'active', tree });
    expect(machine.waiting()).toBeGreaterThan(0);
    expect(machine.live() - machine.waiting()).toBe(machine.facts(tree).nodes);
    expect(before).toBeLessThanOrEqual(machine.live());
    expect(ranges(machine.resumeReader(reader, 1).visits)).toEqual([next]);
    expect(machine.readerPlace(reader).dead).toBe(false);
    const waited = machine.waiting();
    expect(machine.closeReader(reader)).toMatchObject({ error: null, freed: waited, deferred: waited });
    end(tree);
  });

  test('keep what died before they left, and no more: a grace period waits for those that were there', () => {
    const tree = filled();
    const [first] = [open(tree, 50)];
    machine.store(tree, x(41), x(42), w(1));
    const one = machine.waiting();
    const second = open(tree, 500);
    machine.store(tree, x(501), x(502), w(1));
    const both = machine.waiting();
    expect(one).toBeGreaterThan(0);
    expect(both).toBeGreaterThan(one);
    expect(machine.closeReader(second)).toMatchObject({ freed: 0 });
    expect(machine.waiting()).toBe(both);
    expect(machine.closeReader(first)).toMatchObject({ freed: both });
    end(tree);
  });

  test('go on through a tree as it is now, whatever happens to it', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 1000 }),
        fc.array(fc.record({ at: fc.nat({ max: 1000 }), count: fc.nat({ max: 60 }), value: fc.nat({ max: 9 }) }), {
          maxLength: 20,
        }),
        (at, list) => {
          fresh();
          const tree = filled();
          const reader = open(tree, at);
          const { last } = machine.readerPlace(reader);
          for (const { at: first, count, value } of list)
            machine.store(tree, x(first), x(first + count), value === 0 ? ZERO : w(value));
          const visits = machine.resumeReader(reader, 1000).visits ?? [];
          // Every entry behind the range that holds the last index it knew.
          const after = slotsOf(tree).filter(({ first, word }) => word !== ZERO && first > last);
          expect(
            visits
              .filter(({ index: first }) => first > last)
              .map(({ index: first, last: to, word }) => ({ first, last: to, word })),
          ).toEqual(after);
          machine.closeReader(reader);
          end(tree);
        },
      ),
      { seed, numRuns: 100 },
    );
  });

  test('outlive their tree, whose handle is not given out again until they leave', () => {
    const tree = filled();
    const reader = open(tree, 50);
    const nodes = machine.facts(tree).nodes;
    machine.destroy(tree);
    expect(machine.waiting()).toBe(nodes);
    machine.drop(tree);
    const other = newTree({ rcu: true });
    expect(other).not.toBe(tree);
    expect(machine.resumeReader(reader, 5).visits).toEqual([]);
    expect(machine.closeReader(reader).freed).toBe(nodes);
    end(other);
  });

  test('want RCU mode and room', () => {
    const plain = newTree();
    expect(machine.openReader(plain, ZERO)).toMatchObject({ reader: null, outcome: { error: 'EINVAL' } });
    const tree = filled();
    const readers = Array.from({ length: 64 }, (_, k) => open(tree, k));
    expect(machine.openReader(tree, ZERO)).toMatchObject({ reader: null, outcome: { error: 'ENOMEM' } });
    expect(() => machine.setRcu(tree, false)).toThrow('EBUSY');
    for (const reader of readers) machine.closeReader(reader);
    end(plain, tree);
  });
});

describe('a corrupted tree', () => {
  const fields: readonly CorruptField[] = ['pivot', 'slot', 'gap', 'end', 'gapmeta', 'parent'];

  test('is read as its bytes are, never beyond them, and is put right by its destruction', () => {
    const values = fc.oneof(
      fc.bigInt({ min: 0n, max: MAX }),
      fc.nat({ max: 300 }).map(BigInt),
      fc.nat({ max: 40 }).map((k) => 0xffff_8880_0000_0000n + BigInt(256 * k + 12)),
      fc.nat({ max: 40 }).map((k) => 0xffff_8880_0000_0000n + BigInt(256 * k + 28)),
    );
    const damage = fc.record({
      line: fc.nat({ max: 30 }),
      field: fc.constantFrom(...fields),
      slot: fc.nat({ max: 17 }),
      value: values,
    });
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 8 }), fc.boolean(), fc.boolean(), (list, alloc, rcu) => {
        fresh();
        const tree = newTree({ alloc, rcu });
        for (let k = 0; k < 150; k++) machine.store(tree, x(10 * k), x(10 * k + 4), w(k));
        const copy = newTree({ alloc, rcu });
        machine.dup(tree, copy);
        const whole = machine.facts(tree);
        let spoilt = false;
        for (const { line, field, slot, value } of list)
          spoilt = machine.corrupt(tree, line, field, slot, index(value)).error === null || spoilt;
        const shown = picture(tree);
        expect(shown.nodes.length).toBeLessThanOrEqual(whole.nodes + 64);
        // A tree: every node once, each but the root a child of its parent.
        const ids = new Set(shown.nodes.map(({ id }) => id));
        expect(ids.size).toBe(shown.nodes.length);
        for (const node of shown.nodes) {
          for (const id of node.children) if (id !== 0) expect(ids.has(id)).toBe(true);
          if (node.parent !== null)
            expect(shown.nodes.find(({ id }) => id === node.parent?.id)?.children[node.parent.slot]).toBe(node.id);
        }
        // The core meets a node as often as words lead to it.
        const met = machine.facts(tree).nodes;
        expect(shown.nodes.length).toBeLessThanOrEqual(met);
        if (shown.nodes.length === met) expect(dumpSum(shown)).toBe(machine.sum(tree));
        expect([...machine.ranges(tree)].length).toBeLessThan(10_000);
        machine.validate(tree);
        if (spoilt) {
          expect(machine.store(tree, x(1), x(2), w(1)).error).toBe('EBUSY');
          expect(machine.load(tree, x(1)).error).toBe('EBUSY');
          expect(machine.iterate(tree, 'next', ZERO, MAX, 1)).toMatchObject({ error: 'EBUSY', visits: [] });
        }
        expect(machine.destroy(tree).freed).toBe(whole.nodes);
        machine.drop(tree);
        expect(machine.validate(copy).filter(({ excused }) => !excused)).toEqual([]);
        end(copy);
      }),
      { seed, numRuns: 300 },
    );
  });

  test('tells what stood there, and refuses what is not there', () => {
    const tree = newTree({ alloc: true });
    for (let k = 0; k < 40; k++) machine.store(tree, x(10 * k), x(10 * k + 4), w(k));
    const [root, leaf] = picture(tree).nodes;
    expect(machine.corrupt(tree, 99, 'end', 0, ZERO).error).toBe('EINVAL');
    expect(machine.corrupt(tree, 1, 'gap', 0, ZERO).error).toBe('EINVAL');
    expect(machine.corrupt(tree, 0, 'pivot', 0, x(3))).toMatchObject({ error: null, value: root!.lasts[0] });
    expect(machine.corrupt(tree, 1, 'slot', 1, w(77))).toMatchObject({ error: null, value: leaf!.slots[1] });
    expect(picture(tree).nodes[0]!.lasts[0]).toBe(3n);
    expect(picture(tree).nodes[1]!.slots[1]).toBe(w(77));
    expect(machine.validate(tree).filter(({ excused }) => !excused)).not.toEqual([]);
    end(tree);
  });
});
