// SPDX-License-Identifier: GPL-2.0-or-later
//
// Sentences, fates and numbers of whole steps, in the cases where it is easy to say something that is not so. What must
// hold is taken from the worked examples of tests/core/test_worked_examples.c, from the rules, or from the report and
// the pictures beside the sentence.

import { describe, expect, test } from 'vitest';
import { decodeScene } from '../../../web/engine/scene/scene';
import type { Scene, SceneTree } from '../../../web/model/run';
import { runText, sceneAt } from './runs';
import { regexOf } from '../regex-of';

/** S(k) of tests/core/test_worked_examples.c. */
const S = (k: number, options = 'alloc'): string =>
  `tree t ${options}\nfor i in 0..${k - 1} { store i*10..i*10+9 = i+1 }\n`;

async function lastScene(text: string): Promise<Scene> {
  const session = await runText(text);
  return sceneAt(session, session.steps());
}

function treeOf(scene: Scene): SceneTree {
  return scene.trees.find((one) => one.picture.name === scene.record?.tree)!;
}

// Fates with the ranges of their nodes: what is destroyed lies in the range written, whatever the entries are.
function fatesByRange(scene: Scene): string[] {
  const { changes, fates } = treeOf(scene);
  return changes.gone
    .map(
      (node) =>
        `${node.kind} ${node.min}..${node.max === 2n ** 64n - 1n ? 'max' : node.max} ` +
        (fates.get(node.id) ?? 'unknown'),
    )
    .sort();
}

const count = (of: readonly string[], fate: string): number => of.filter((one) => one.endsWith(fate)).length;

describe('what became of nodes', () => {
  test('is not guessed from entries that happen to be equal', async () => {
    const nulls = fatesByRange(
      await lastScene('tree t alloc\nfor i in 0..59 { store i*10+2..i*10+8 = i+1 }\nstore 95..344 = null\n'),
    );
    expect(nulls).toContain(`leaf 159..238 destroyed`);
    const twenty = fatesByRange(await lastScene(`${S(60)}store 95..344 = 20\n`));
    expect(twenty).toContain('leaf 150..299 destroyed');
    expect(count(twenty, 'destroyed')).toBe(1);
  });

  test('is destroyed for every node of a tree that is overwritten whole', async () => {
    for (const value of ['3', 'null']) {
      for (const options of ['alloc', 'alloc rcu', '']) {
        const before = (await runText(S(151, options))).report().trees[0]!.nodes;
        const scene = await lastScene(`${S(151, options)}store 0..max = ${value}\n`);
        const fates = fatesByRange(scene);
        expect(fates.length).toBe(before);
        expect(count(fates, 'destroyed')).toBe(before);
        expect(scene.why).toMatch(/all (earlier )?nodes are destroyed/);
        expect(scene.why).not.toContain('both ends');
      }
    }
  });

  test('is as W14 has it: two leaves destroyed, the root and two leaves replaced', async () => {
    const fates = fatesByRange(await lastScene(`${S(60)}store 95..504 = 99\n`));
    expect(fates.filter((one) => one.endsWith('destroyed'))).toEqual([
      'leaf 150..299 destroyed',
      'leaf 300..449 destroyed',
    ]);
    expect(count(fates, 'replaced')).toBe(3);
    expect(count(fates, 'unknown')).toBe(0);
  });

  test('is left open when events were dropped', async () => {
    const session = await runText(`${S(60)}store 95..504 = 99\n`);
    const wire = session.scene(session.steps());
    const dropped = { ...wire, events: wire.events.map((part) => ({ ...part, count: part.count + 1 })) };
    expect(treeOf(decodeScene(wire, null)).fates.size).toBe(5);
    expect(treeOf(decodeScene(dropped, null)).fates.size).toBe(0);
    expect(treeOf(decodeScene(dropped, null)).changes.gone.length).toBe(5);
  });
});

describe('the range written', () => {
  test('is the one of the step, with the free indexes that NULL joined', async () => {
    const plain = await lastScene(`${S(20)}store 25..44 = 7\n`);
    expect(treeOf(plain).written).toEqual({ first: 25n, last: 44n });
    const nulls = await lastScene('tree t\nstore 0..9 = 1\nstore 20..29 = 2\nstore 40..49 = 3\nstore 20..29 = null\n');
    expect(treeOf(nulls).written).toEqual({ first: 10n, last: 39n });
    expect(nulls.why).toContain('NULL joins the free indexes on both sides: 10 to 39 is now one free range.');
    for (const step of ['load 5', 'gap 3 within 0..max', 'store 9..5 = 1', 'insert 5 = 1']) {
      expect(treeOf(await lastScene(`${S(20)}${step}\n`)).written, step).toBeNull();
    }
  });
});

describe('NULL', () => {
  test('joins nothing where nothing beside it is free', async () => {
    const w4 = await lastScene(
      'tree t\nstore 0..9=1\nstore 20..29=2\nstore 40..49=3\nstore 60..69=4\nstore 22..27 = null\n',
    );
    expect(w4.why).not.toContain('NULL joins');
    expect((await lastScene('tree t\nstore 0..max = 5\nstore 0..max = null\n')).why).not.toContain('NULL joins');
  });

  test('over NULL changes nothing, and that is said', async () => {
    const scene = await lastScene(`${S(20)}store 30..39 = null\nstore 32..33 = null\n`);
    expect(scene.why).toMatch(/lies in slot \d+ of leaf \d+, 30 to 39, which is free already: nothing changes\./);
    expect(treeOf(scene).changes.now.size).toBe(0);
  });

  test('up to the end of a child spans for the reason of section 2.2 (W13)', async () => {
    for (const step of ['store 140..149 = null', 'erase 145']) {
      const { why, record } = await lastScene(`${S(40)}${step}\n`);
      expect(record?.storeType, step).toBe('spanning_store');
      expect(why, step).toMatch(
        regexOf(
          /^The store spans leaves: NULL up to 149, where slot 0 of node \d+ ends, would leave a leaf that ends in /,
          /NULL\. Only the last leaf may, so the next leaf is rewritten too\./,
        ),
      );
      expect(why, step).not.toContain('several');
    }
  });
});

describe('joins', () => {
  test('name the sibling of the leaf, and what is taken in above it', async () => {
    const session = await runText(`${S(151)}store 1355..1429 = 99\n`);
    const scene = sceneAt(session, session.steps());
    const before = sceneAt(session, session.steps() - 1).trees[0]!.picture;
    const [, leaf = '', sibling = '', sum] =
      /Leaf (\d+) would keep 3 slots, .* The right sibling, leaf (\d+), joins, which makes (\d+) slots\./.exec(
        scene.why,
      )!;
    const node = (id: string) => before.nodes.find((one) => one.id === Number(id))!;
    expect(node(leaf).parent?.id).toBe(node(sibling).parent?.id);
    expect(node(sibling).parent?.slot).toBe(node(leaf).parent!.slot + 1);
    expect(Number(sum)).toBe(3 + node(sibling).end + 1);
    const [, above = '', children] =
      /One level up too few children are left: the left sibling, node (\d+), joins, which makes (\d+) children\./.exec(
        scene.why,
      )!;
    expect(node(above).depth).toBe(1);
    expect(scene.trees[0]!.picture.nodes[0]!.end + 1).toBe(Number(children));
  });

  test('tell which node replaces the one where both sides meet, and whose slot is rewritten (W16)', async () => {
    const scene = await lastScene(`${S(151)}store 155..455 = 99\n`);
    const [, old, id, children, slot, parent] = regexOf(
      /Both sides meet in node (\d+): node (\d+), with (\d+) children, replaces it in slot (\d+) of node (\d+), /,
      /and no node above is replaced\./,
    ).exec(scene.why)!;
    const { picture, changes } = treeOf(scene);
    const top = picture.nodes.find((one) => one.id === Number(id))!;
    expect([top.end + 1, top.parent]).toEqual([Number(children), { id: Number(parent), slot: Number(slot) }]);
    expect(changes.gone.map((one) => one.id)).toContain(Number(old));
    expect(changes.now.get(Number(parent))).toBe('rewritten');
    expect(scene.why).not.toContain('nothing above');
  });
});

describe('a bulk load', () => {
  test('has no decision of its own, but counts of all of them', async () => {
    const { record, why, touched } = await lastScene(
      'tree q alloc\nbulk 400 { for i in 0..399 { store i*10..i*10+9 = i } }\n',
    );
    expect(record).toMatchObject({ storeType: null, vh: null, sh: null, pre: null, preWhole: null });
    const counts = [.../^400 stores: (.*?)\./.exec(why)![1]!.matchAll(/(\d+) (\w+)/g)].map(
      ([, n, type]) => [type, Number(n)] as const,
    );
    expect(counts.reduce((sum, [, n]) => sum + n, 0)).toBe(400);
    expect(counts[0]![0]).toBe('append');
    // Rule "bulk load": n=400 with gaps asks for 69.
    expect(why).toContain('69 nodes requested, all granted.');
    expect(touched).toEqual({ tree: 'q', first: 0n, last: 3999n });
  });

  test('that fails says whose rule it broke', async () => {
    const dry = await lastScene('tree t alloc\nbulk 1 { for i in 0..29 { store i*10..i*10+4 = i } }\n');
    expect(dry.record).toMatchObject({ error: 'ENOMEM', storeType: null });
    expect(dry.record?.rk).not.toMatch(/[A-Z]/);
    expect(dry.why).toContain('No request was refused');
    expect(dry.why).toContain('Linux 6.16 would crash here');
    for (const text of [
      'tree t\nstore 1 = 1\nbulk 2 { store 5 = 1 }',
      'tree t rcu\nbulk 2 { store 5 = 1 }',
      'tree t\nbulk 2 {\nstore 5 = 1\nstore 4 = 1\n}',
    ]) {
      const { record, why } = await lastScene(`${text}\n`);
      expect(record?.error, text).toBe('EINVAL');
      expect(why, text).toContain('a rule of Maplescope');
    }
  });
});

describe('a copy that is refused', () => {
  test('names the object and its node, with the nodes freed, once', async () => {
    const split = 'tree book alloc\nfor i in 0..10 { store i*0x100..+0x60 = i }\n';
    const second = await lastScene(`${split}fail request 2\ndup book as unmade\n`);
    const [root] = second.trees[0]!.picture.nodes.filter(({ parent }) => parent === null);
    const own = second.events.find(({ name }) => name === 'copied')!.node;
    expect(second.why).toBe(
      'Line 3 injects this failure. ' +
        'Request 2 of this step (2 nodes) was refused. It was for copies of the children of the root, node ' +
        `${root!.id}, to stand below its own copy, node ${own}. ENOMEM: out of memory. 1 node freed: node ${own}, ` +
        'the copy of the root. The copy does not exist; the tree is unchanged.',
    );
    const first = await lastScene(`${split}fail request 1\ndup book as unmade\n`);
    expect(first.why).toBe(
      'Line 3 injects this failure. ' +
        'Request 1 of this step (1 node) was refused. It was for the copy of the root. ENOMEM: out of memory. The ' +
        'copy does not exist; the tree is unchanged.',
    );
  });

  test('names the node whose children were requested, on every level', async () => {
    const grown = 'tree t alloc\nfor i in 0..299 { store i*10..i*10+8 = i+1 }\n';
    for (let request = 2; request <= 6; request++) {
      const { why, trees, events, record } = await lastScene(`${grown}fail request ${request}\ndup t as u\n`);
      const [, whose, copy] = /children of (?:the root, )?node (\d+), to stand below its own copy, node (\d+)\./.exec(
        why,
      )!;
      const node = trees[0]!.picture.nodes.find(({ id }) => id === Number(whose))!;
      // As many as that node has.
      expect(node.end + 1).toBe(record!.requests.at(-1));
      expect(node.parent === null).toBe(why.includes('the root, '));
      expect(events.some((event) => event.name === 'copied' && event.node === Number(copy))).toBe(true);
      expect(why.match(/ freed/g)).toHaveLength(1);
    }
  });
});

describe('nodes', () => {
  test('needed, requested and granted are three numbers', async () => {
    const scene = await lastScene(`${S(15)}fail request 2 times 5\nstore 150..159 = 16\n`);
    expect(scene.record).toMatchObject({ pre: 3, requests: [1, 2, 2, 2, 2, 2, 2], rk: 'sBBBBBb' });
    expect(scene.why).toContain('3 nodes needed (');
    expect(scene.why).toContain('13 nodes requested, 3 granted.');
    expect(scene.why.replace('asked again', '')).not.toContain('asked');
  });

  test('a call that was refused nodes and went through says so first, and once', async () => {
    const many = await lastScene(`${S(15)}fail request 2 times 5\nstore 150..159 = 16\n`);
    expect(many.why).toMatch(/^5 of 7 requests were refused; the store asked again and got what it needed\. /);
    const one = await lastScene(`${S(15)}fail request 1\nstore 150..159 = 16\n`);
    expect(one.record).toMatchObject({ error: null, storeType: 'split_store', rk: 'Ssb' });
    expect(one.why).toMatch(/^Request 1 of this step was refused; the store asked again and got what it needed\. /);
    expect(one.why.match(/refused/g)).toHaveLength(1);
    const two = await lastScene(`${S(15)}fail request 2 times 2\nstore 150..159 = 16\n`);
    expect(two.why).toMatch(/^Requests 2 and 3 of this step were refused; the store asked again /);
    // One that failed for good never went through.
    const never = await lastScene(`${S(15)}fail request 1 times 2\nstore 150..159 = 16\n`);
    expect(never.record?.error).toBe('ENOMEM');
    expect(never.why).not.toContain('got what it needed');
  });

  test('of a fork by stores are listed with its refusals', async () => {
    const scene = await lastScene(
      'maps m """\n1000-3000 r--p\n3000-4000 r--p\n"""\nfail request 1\nfork m as c by stores\n',
    );
    expect(scene.record?.requests).toEqual([1, 1]);
    expect(scene.why).toContain('2 stores: ');
    expect(scene.why).toMatch(
      regexOf(
        /^Request 1 of this step was refused; the fork asked again and got what it needed\. .*2 nodes requested, 1 /,
        /granted\./,
      ),
    );
  });

  test('of a fork by dup are listed as copies, then as stores', async () => {
    const { why } = await lastScene('maps m """\n1000-3000 r--p\n3000-4000 r--p\n"""\nfork m as c\n');
    expect(why).toMatch(
      regexOf(
        /^1 node copied, by one request\. Then 2 VMAs of the parent are replaced in place by the child’s own\. 2 /,
        /stores: 2 exact_fit\. No page-table entry is copied\./,
      ),
    );
  });

  test('that waited for a grace period are named, and the sentence says that it ends with the step', async () => {
    const session = await runText(`${S(9, 'rcu')}destroy t\n`);
    const { record, why } = sceneAt(session, session.steps());
    expect(record).toMatchObject({ freed: 1, deferred: 1 });
    expect(why).toBe('1 node freed: the whole tree; it waited for the RCU grace period, which ends with the step.');
    const plain = await runText(`${S(9)}destroy t\n`);
    expect(sceneAt(plain, plain.steps()).record).toMatchObject({ freed: 1, deferred: 0 });
    expect(sceneAt(plain, plain.steps()).why).not.toContain('grace');
  });

  test('are bounded by us, not by the reference', async () => {
    const { why, record } = await lastScene(`${S(15)}fail request 2 times 20000\nstore 150..159 = 16\n`);
    expect(record?.error).toBe('ERETRY');
    expect(why).toMatch(
      regexOf(
        /^Line 3 injects this failure\. /,
        /9,999 of 10,000 requests were refused\. 1 node freed\. Stopped after 10,000 requests: Linux 6\.16 would /,
        /go on for ever /,
      ),
    );
  });

  test('an address space is filled with RCU mode off', async () => {
    const session = await runText('maps m """\n1000-3000 r--p\n3000-4000 r--p\n"""\nload 0x1000\nfork m as c\n');
    const modes = Array.from({ length: session.steps() }, (_, k) => sceneAt(session, k + 1)).map((scene) => [
      treeOf(scene).rcuDuring,
      treeOf(scene).picture.mode.rcu,
    ]);
    expect(modes).toEqual([
      [false, false],
      [false, true],
      [true, true],
      [false, true],
    ]);
  });
});

describe('searches and refusals', () => {
  test('a search that cannot see says so, and what it does not see', async () => {
    const { why, record } = await lastScene(`${S(20, '')}gap 1 within 1000..2000\n`);
    expect(record?.error).toBe('EBUSY');
    expect(why).toContain(
      '1000 to 1000 is free, but without gap tracking a search sees nothing in a tree of more than one node',
    );
    const top = await lastScene(`${S(20)}store 0..6 = null\nstore 200..max = 5\ngap 3 within 0..max from top\n`);
    expect(top.record?.error).toBe('EBUSY');
    expect(top.why).toContain('4 to 6 is free, but a search from the top of everything overlooks');
    const none = await lastScene(`${S(20, '')}store 0..max = 3\ngap 1 within 0..50\n`);
    expect(none.why).toContain('No empty index is there.');
  });

  test('a search says from which end', async () => {
    expect((await lastScene(`${S(20)}gap 5 within 0..1000\n`)).why).toContain('200 to 204 is the lowest that is free.');
    expect((await lastScene(`${S(20)}gap 5 within 0..1000 from top\n`)).why).toContain(
      '996 to 1000 is the highest that is free.',
    );
    expect((await lastScene(`${S(20)}gap 1 within 0..1000 from top\n`)).why).toMatch(
      /(?:: |^)1000 is the highest that is free\./,
    );
  });

  test('an erase that fails says that the entry is still there (N-Q4)', async () => {
    const session = await runText(`${S(9, 'rcu')}fail request 1 times 2\nerase 85\nload 85\n`);
    const erased = sceneAt(session, session.steps() - 1);
    expect(erased.record).toMatchObject({ error: 'ENOMEM', result: 9 });
    expect(sceneAt(session, session.steps()).record?.result).toBe(9);
    expect(erased.why).toContain('The entry is still there');
  });

  test('an insert that overwrites is named as the oddity that it is (R-Q13)', async () => {
    for (const range of ['0..9 = null', '0..max = 9', '0..max = null']) {
      const session = await runText(`tree t\nstore 0..9 = 2\ninsert ${range}\n`);
      const { record, why } = sceneAt(session, session.steps());
      expect(session.report().ok, range).toBe(true);
      expect(record, range).toMatchObject({ error: null, storeType: 'new_root' });
      expect(why, range).toContain('an oddity of Linux 6.16, “insert over everything”');
    }
    // One range fills the tree: the test is made. And what is free is no oddity.
    expect((await lastScene('tree t\nstore 0..max = 2\ninsert 0..max = 3\n')).record?.error).toBe('EEXIST');
    expect((await lastScene('tree t\nstore 0..9 = 2\ninsert 10..19 = 3\n')).why).not.toContain('oddity');
  });
});
