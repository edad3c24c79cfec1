// SPDX-License-Identifier: GPL-2.0-or-later
//
// What two trees side by side say in words, and the way from difference to difference.

import { expect, test } from 'vitest';
import type { ComparedRow, TreeComparison } from '../../../web/model/comparison';
import type { Vma } from '../../../web/model/vma';
import { VMA_FLAGS } from '../../../web/model/memory';
import { MARKS, marksShown, measures, nextDifference, verdict, vmaRest } from '../../../web/views/compare/words';

const contents = (count: number, ...damaged: TreeComparison['contents']['damaged']) => ({ count, ranges: [], damaged });

test('the verdict tells contents and layout apart', () => {
  expect(verdict({ contents: contents(0), differences: 0 })).toBe('Alike: the same contents, laid out the same way.');
  expect(verdict({ contents: contents(0), differences: 3 })).toBe(
    'The same contents, laid out differently: 3 nodes differ.',
  );
  expect(verdict({ contents: contents(1), differences: 1 })).toBe(
    '1 range of indexes holds another entry in B than in A; 1 node differs.',
  );
  expect(verdict({ contents: contents(2), differences: 0 })).toBe(
    '2 ranges of indexes hold other entries in B than in A.',
  );
  // Nodes beside each other are one place, and what that means is said.
  expect(verdict({ contents: contents(1), differences: 3, beside: { rows: 1, a: 1, b: 2 } })).toBe(
    '1 range of indexes holds another entry in B than in A; nodes differ in 3 places; in one of these, A has 1 node ' +
      'and B has 2.',
  );
  expect(verdict({ contents: contents(0), differences: 2, beside: { rows: 2, a: 3, b: 2 } })).toBe(
    'The same contents, laid out differently; nodes differ in 2 places, where A has 3 nodes and B has 2.',
  );
  // Of address spaces: a VMA that is another one in the same slot, and one that is the same in another slot.
  expect(verdict({ contents: contents(1), differences: 0, vmasA: [] })).toBe(
    '1 range of indexes holds another entry in B than in A; no node differs.',
  );
  expect(verdict({ contents: contents(0), differences: 1, vmasA: [] })).toBe('The same contents; 1 node differs.');
});

test('of damaged nodes it claims nothing', () => {
  const bad = { side: 'b', node: 1 } as const;
  expect(verdict({ contents: contents(0, bad), differences: 0 })).toBe(
    'No node differs. The contents of node 1 of B cannot be compared: it is damaged.',
  );
  expect(verdict({ contents: contents(2, { side: 'a', node: 1 }, bad), differences: 1 })).toBe(
    '2 ranges of indexes hold other entries in B than in A; 1 node differs. The contents of node 1 of A and node 1 ' +
      'of B cannot be compared: they are damaged.',
  );
  expect(verdict({ contents: contents(0, bad, bad, bad, bad, bad), differences: 5 })).toBe(
    '5 nodes differ. The contents of node 1 of B, node 1 of B, node 1 of B and 2 others cannot be compared: they ' +
      'are damaged.',
  );
});

test('of two VMAs names the parts that differ, beside permissions and file', () => {
  const vma = {
    number: 1,
    first: 0x1000n,
    last: 0x2fffn,
    perms: 'rw-p',
    offset: 0n,
    path: '/a',
    flags: VMA_FLAGS.read | VMA_FLAGS.write,
  } as unknown as Vma;
  expect(vmaRest(vma, { ...vma, number: 2, perms: 'r--p', flags: VMA_FLAGS.read })).toBe('');
  const other = {
    ...vma,
    last: 0x1fffn,
    offset: 0x1000n,
    flags: VMA_FLAGS.read | VMA_FLAGS.dontcopy | VMA_FLAGS.uffdWp,
  } as unknown as Vma;
  expect(vmaRest(vma, other)).toBe('1000 – 2fff, offset 0, not dontcopy or uffd-wp');
  expect(vmaRest(other, vma)).toBe('1000 – 1fff, offset 1000, dontcopy uffd-wp');
});

test('differences are walked round and round', () => {
  const equal = { kind: 'equal' } as ComparedRow;
  const changed = { kind: 'changed' } as ComparedRow;
  const rows = [{ kind: 'same' } as ComparedRow, changed, equal, changed];
  expect([nextDifference(rows, null, 1), nextDifference(rows, 1, 1), nextDifference(rows, 3, 1)]).toEqual([1, 3, 1]);
  expect([nextDifference(rows, null, -1), nextDifference(rows, 1, -1), nextDifference(rows, 3, -1)]).toEqual([3, 3, 1]);
  expect(nextDifference([equal], null, 1)).toBeNull();
});

test('the legend has each sign that there is once, and the two sides have signs of their own', () => {
  const rows = (['only-b', 'same', 'equal', 'only-a', 'only-b', 'changed'] as const).map((kind) => ({ kind }));
  expect(marksShown(rows)).toEqual(['changed', 'only-a', 'only-b']);
  expect(marksShown([{ kind: 'equal' }])).toEqual([]);
  expect(MARKS['only-a'].sign).not.toBe(MARKS['only-b'].sign);
});

test('measures say where the two differ', () => {
  const side = {
    step: 1,
    steps: 2,
    height: 2,
    nodes: 1200,
    leaves: 9,
    entries: 61,
    used: 121,
    slots: 144,
    requested: 43,
    taken: 43,
    sum: 'ab',
  };
  const told = measures(side, { ...side, requested: 69, slots: 0, used: 0 });
  expect(told.filter(({ differs }) => differs).map(({ name, a, b }) => [name, a, b])).toEqual([
    ['leaf fill', '84 %', '–'],
    ['requested', '43', '69'],
  ]);
  expect(told.find(({ name }) => name === 'nodes')?.a).toBe('1,200');
  // 100 % is full, and 0 % empty.
  const full = (used: number, slots: number): string | undefined =>
    measures({ ...side, used, slots }, side).find(({ name }) => name === 'leaf fill')?.a;
  expect([full(399, 400), full(400, 400), full(1, 400), full(0, 400), full(200, 400)]).toEqual([
    '99 %',
    '100 %',
    '1 %',
    '0 %',
    '50 %',
  ]);
});
