// SPDX-License-Identifier: GPL-2.0-or-later
//
// The search of trees in memory against a plain reading of their pictures.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryValue } from '../../../web/model/entry';
import type { Comparison, FindTerm } from '../../../web/model/find';
import type { NodePicture } from '../../../web/model/picture';
import type { Scene, SceneTree } from '../../../web/model/run';
import { vmaClass, type Vma } from '../../../web/model/vma';
import { readFind } from '../../../web/scenario/find/parse';
import { answerTo, memoryScenario, runText, scenario, sceneAt, seed } from './runs';

function queryOf(text: string) {
  const read = readFind(text);
  if (read.kind !== 'query') throw new Error(`${text}: ${read.kind === 'mistake' ? read.message : 'empty'}`);
  return read.query;
}

const SLOTS = { leaf: 16, range: 16, arange: 10 };

function compare(a: bigint, by: Comparison, b: bigint): boolean {
  return { '<': a < b, '<=': a <= b, '=': a === b, '!=': a !== b, '>=': a >= b, '>': a > b }[by];
}

/** A node, or the root pointer of a tree without nodes, as far as it holds an entry. */
type Holder = Omit<NodePicture, 'kind'> & { readonly kind: NodePicture['kind'] | 'root' };

interface Here {
  readonly tree: SceneTree;
  readonly node: Holder;
  readonly slot: number;
  readonly labels: readonly string[];
}

const firstOf = ({ node, slot }: Here): bigint => (slot <= 0 ? node.min : node.lasts[slot - 1]! + 1n);
const lastOf = ({ node, slot }: Here): bigint => (slot < 0 ? node.max : node.lasts[slot]!);

function numberOf(field: string, here: Here): bigint | null {
  const { node, slot } = here;
  if (node.kind === 'root') return { first: 0n, last: 0n, length: 1n, entry: valueAt(here) }[field] ?? null;
  const leaf = node.kind === 'leaf';
  const nulls = node.slots.filter((word) => word === 0n).length;
  const used = node.end + 1;
  switch (field) {
    case 'id':
      return BigInt(node.id);
    case 'depth':
      return BigInt(node.depth);
    case 'used':
      return BigInt(used);
    case 'free':
      return BigInt(SLOTS[node.kind] - used);
    case 'slots':
      return BigInt(SLOTS[node.kind]);
    case 'min':
      return node.min;
    case 'max':
      return node.max;
    case 'size':
      return node.max - node.min + 1n;
    case 'nulls':
      return leaf ? BigInt(nulls) : null;
    case 'entries':
      return leaf ? BigInt(used - nulls) : null;
    case 'children':
      return leaf ? null : BigInt(used);
    case 'maxgap':
      if (node.gaps !== null) return node.gaps.reduce((a, b) => (a > b ? a : b), 0n as never);
      return leaf
        ? node.slots.reduce<bigint>(
            (most, word, k) =>
              word === 0n && node.lasts[k]! - firstOf({ ...here, slot: k }) + 1n > most
                ? node.lasts[k]! - firstOf({ ...here, slot: k }) + 1n
                : most,
            0n,
          )
        : null;
    case 'slot':
      return BigInt(slot);
    case 'first':
      return firstOf(here);
    case 'last':
      return lastOf(here);
    case 'length':
      return lastOf(here) - firstOf(here) + 1n;
    case 'gap':
      if (leaf) return node.slots[slot] === 0n ? lastOf(here) - firstOf(here) + 1n : null;
      return node.gaps?.[slot] ?? null;
    default:
      return leaf ? valueAt(here) : null;
  }
}

function valueAt({ node, slot, labels }: Here): bigint | null {
  const value = entryValue(node.slots[slot]!, labels);
  return typeof value === 'number' ? BigInt(value) : null;
}

const holdsEntry = ({ kind }: Holder): boolean => kind === 'leaf' || kind === 'root';

function vmaAt({ tree, node, slot, labels }: Here): Vma | null {
  const value = holdsEntry(node) ? entryValue(node.slots[slot]!, labels) : null;
  return typeof value === 'number' ? (tree.vmas?.find(({ number }) => number === value) ?? null) : null;
}

function plainly(term: FindTerm, here: Here): boolean {
  const { tree, node, slot, labels } = here;
  const leaf = holdsEntry(node);
  const change = tree.changes.now.get(node.id) ?? null;
  const value = leaf && slot >= 0 ? entryValue(node.slots[slot]!, labels) : null;
  switch (term.kind) {
    case 'all':
      return term.of.every((one) => plainly(one, here));
    case 'any':
      return term.of.some((one) => plainly(one, here));
    case 'not':
      return !plainly(term.of, here);
    case 'node':
      return node.kind !== 'root';
    case 'of-kind':
      return node.kind === term.is;
    case 'inner':
      return !leaf;
    case 'root':
      return node.kind !== 'root' && node.parent === null;
    case 'change':
      return term.is === null ? change !== null : change === term.is;
    case 'in-tree':
      return tree.picture.name === term.name;
    case 'node-field':
      if (node.kind === 'root') return false;
      if (term.field === 'fill')
        return compare(BigInt(100 * (node.end + 1)), term.by, term.value * BigInt(SLOTS[node.kind]));
      break;
    case 'slot-field':
      break;
    case 'covers':
      return firstOf(here) <= term.first && lastOf(here) >= term.last;
    case 'overlaps':
      return firstOf(here) <= term.last && lastOf(here) >= term.first;
    case 'null':
      return leaf && node.slots[slot] === 0n;
    case 'entry':
      return leaf && node.slots[slot] !== 0n;
    case 'zero':
      return typeof value === 'object' && value !== null && 'zero' in value;
    case 'text': {
      const words = typeof value === 'object' && value !== null && 'label' in value ? value.label : vmaAt(here)?.path;
      return words?.toLowerCase().includes(term.text.toLowerCase()) === true;
    }
    case 'vma': {
      const vma = vmaAt(here);
      return (
        vma !== null &&
        (term.is === null || vmaClass(vma) === term.is) &&
        (term.perms === null || Array.from(term.perms).every((letter, k) => letter === '?' || letter === vma.perms[k]))
      );
    }
  }
  const found = numberOf(term.field, here);
  return found !== null && compare(found, term.by, term.value);
}

function holdersOf({ picture }: SceneTree, about: 'nodes' | 'slots'): readonly Holder[] {
  if (picture.single === null || about === 'nodes') return picture.nodes;
  return [
    {
      id: 0,
      kind: 'root',
      place: 0,
      depth: 0,
      min: 0n,
      max: 0n,
      end: 0,
      parent: null,
      lasts: [0n],
      slots: [picture.single],
      children: [],
      gaps: null,
      gapmeta: null,
      bytes: new Uint8Array(0),
    } as unknown as Holder,
  ];
}

function readPlainly(text: string, scene: Scene, labels: readonly string[]): string[] {
  const { about, term } = queryOf(text);
  return scene.trees.flatMap((tree) =>
    holdersOf(tree, about).flatMap((node) => {
      const slots = about === 'nodes' ? [-1] : node.slots.map((_, slot) => slot);
      return slots
        .filter((slot) => plainly(term, { tree, node, slot, labels }))
        .map((slot) => `${tree.picture.name} ${node.id} ${slot}`);
    }),
  );
}

const by = fc.constantFrom('<', '<=', '=', '!=', '>=', '>');
const small = fc.nat({ max: 20 });
const condition = fc.oneof(
  fc.constantFrom(
    'leaf',
    'inner',
    'root',
    'node',
    'kind arange',
    'kind range',
    'changed',
    'new',
    'rewritten',
    'adopted',
    'in t',
    'in bash',
    'null',
    'entry',
    'zero',
    'vma',
    'vma rw',
    'vma r??p',
    'vma heap',
    'vma anonymous',
    'entry "a"',
    'entry "LIB"',
    'vma "bash"',
  ),
  fc
    .tuple(
      fc.constantFrom('id', 'depth', 'used', 'free', 'slots', 'nulls', 'entries', 'children', 'slot', 'entry'),
      by,
      small,
    )
    .map(([field, how, n]) => `${field} ${how} ${n}`),
  fc
    .tuple(
      fc.constantFrom('min', 'max', 'size', 'first', 'last', 'length', 'gap', 'maxgap'),
      by,
      fc.oneof(fc.nat({ max: 400 }).map(String), fc.constantFrom('1M', '0x7f0000100000', 'max')),
    )
    .map(([field, how, n]) => `${field} ${how} ${n}`),
  fc.tuple(by, fc.nat({ max: 100 })).map(([how, n]) => `fill ${how} ${n}%`),
  fc.nat({ max: 400 }).map((n) => `covers ${n}`),
  fc.tuple(small, fc.nat({ max: 200 })).map(([a, n]) => `overlaps ${a}..${a + n}`),
);
const query = fc.oneof(
  condition,
  fc.tuple(condition, condition).map(([a, b]) => `${a} and ${b}`),
  fc.tuple(condition, condition).map(([a, b]) => `${a} or not (${b})`),
  fc.tuple(condition, condition, condition).map(([a, b, c]) => `(${a} or ${b}) ${c}`),
);

async function agrees(text: string, queries: readonly string[]): Promise<void> {
  const session = await runText(text);
  const labels = session.summary().labels;
  const scenes = Array.from({ length: session.steps() + 1 }, (_, step) => sceneAt(session, step));
  for (const words of queries) {
    const wanted = scenes.map((scene) => readPlainly(words, scene, labels));
    const steps = answerTo(session, 'findSteps', { query: queryOf(words) });
    expect([words, ...steps]).toEqual([
      words,
      ...wanted.flatMap((found, step) => (step > 0 && found.length > 0 ? [step] : [])),
    ]);
    for (let step = scenes.length - 1; step >= 0; step -= 1 + (scenes.length >> 3)) {
      const found = answerTo(session, 'find', { step, query: queryOf(words), most: 7 });
      expect([words, step, found.count]).toEqual([words, step, wanted[step]!.length]);
      expect(found.places.map(({ tree, node, slot }) => `${tree} ${node} ${slot}`)).toEqual(wanted[step]!.slice(0, 7));
    }
  }
}

test('finds what a plain reading of the pictures finds, at a step and over all steps', async () => {
  await fc.assert(fc.asyncProperty(scenario, fc.array(query, { minLength: 12, maxLength: 12 }), agrees), {
    numRuns: 5,
    seed,
  });
}, 120_000);

test('the entry that the root pointer of a tree without nodes holds is found where it is', async () => {
  const text = 'tree t\nstore 0 = "heap"\nstore 0 = 5\nstore 0 = null\ntree u\nstore 0 = 7\nstore 1 = 8\n';
  const session = await runText(text);
  const found = (step: number, words: string) =>
    answerTo(session, 'find', { step, query: queryOf(words), most: 10 }).places;
  const root = {
    tree: 't',
    node: 0,
    slot: 0,
    kind: 'root',
    depth: 0,
    first: 0n,
    last: 0n,
    word: expect.anything() as unknown,
    used: 1,
  };
  expect(found(2, 'entry "heap"')).toEqual([root]);
  expect(found(2, 'covers 0')).toEqual([root]);
  expect(found(3, 'entry 5')).toEqual([root]);
  expect(found(3, 'length 1 and not leaf')).toEqual([root]);
  for (const words of [
    'covers 1',
    'covers 0..1',
    'entry 6',
    'null',
    'entry leaf',
    'entry and root',
    'slot 0',
    'node',
    'root',
    'in t',
  ])
    expect([words, ...found(3, words)]).toEqual([words]);
  expect(answerTo(session, 'findSteps', { query: queryOf('entry in t') })).toEqual([2, 3]);
  expect(answerTo(session, 'findSteps', { query: queryOf('entry 7') })).toEqual([6, 7]);
  expect(found(7, 'entry 7')).toMatchObject([{ tree: 'u', kind: 'leaf' }]);
  await agrees(text, ['entry', 'covers 0', 'not null', 'first = 0', 'entry 7 or root', 'slot 0', 'used 1']);
});

test('in address spaces too, by VMA', async () => {
  await fc.assert(fc.asyncProperty(memoryScenario, fc.array(query, { minLength: 12, maxLength: 12 }), agrees), {
    numRuns: 3,
    seed,
  });
}, 120_000);

test('a range of all indexes has 2^64 of them, which is more than any number', async () => {
  const session = await runText(
    'tree t\nrepeat 30 as i { store 10 * i..+5 = i }\nerase 0\nstore 0..max = null\nstore 0..max = 1\nstore 5 = 5\n' +
      'store 0..max = null\n',
  );
  for (let step = 1; step <= session.steps(); step++) {
    const count = (words: string): number => answerTo(session, 'find', { step, query: queryOf(words), most: 10 }).count;
    const roots = count('root');
    expect([
      step,
      count('root size < 100'),
      count('root size = max'),
      count('root size > max'),
      count('root size >= 1'),
    ]).toEqual([step, 0, 0, roots, roots]);
    expect([step, count('leaf length < 1'), count('covers 0..max length <= max')]).toEqual([step, 0, 0]);
  }
});

test('a large tree is searched where it lies: what is found has the place of its node', async () => {
  const session = await runText(
    'tree t alloc\nbulk 60000 {\n  repeat 60000 as i { store i*10..+4 = i }\n}\nstore 300000..300001 = "needle"\n',
  );
  const step = session.steps();
  const found = answerTo(session, 'find', { step, query: queryOf('entry "needle"'), most: 10 });
  expect(found.count).toBe(1);
  expect(found.places[0]).toMatchObject({ tree: 't', kind: 'leaf', first: 300000n, last: 300001n });
  const way = answerTo(session, 'find', { step, query: queryOf('covers 300001'), most: 100 });
  expect(way.places.map(({ depth }) => depth)).toEqual(way.places.map((_, k) => k));
  expect(way.places.at(-1)).toEqual(found.places[0]);
  const all = answerTo(session, 'find', { step, query: queryOf('leaf entry'), most: 100 });
  expect(all.places.length).toBe(100);
  expect(all.count).toBeGreaterThan(60_000);
});
