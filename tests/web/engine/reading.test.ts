// SPDX-License-Identifier: GPL-2.0-or-later
//
// Steps that read, allocate, park or spoil, as scenes: the way they took, what a reader stands on, the sentences. Every
// number is compared with the pictures before and after, or with the record.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NodePicture } from '../../../web/model/picture';
import type { Scene, TrailMark } from '../../../web/model/run';
import type { Session } from '../../../web/engine/time/session';
import { runText, sceneAt, scenario, seed } from './runs';
import { crossing, expectShown } from './shown';
import { regexOf } from '../regex-of';

const S = (count: number, mode = 'alloc') => `tree t ${mode}\nrepeat ${count} as i { store i*10..+5 = i }\n`;

async function lastScene(text: string): Promise<{ scene: Scene; before: Scene; session: Session }> {
  const session = await runText(text);
  const { troubles } = session.summary();
  if (!text.includes('corrupt')) expect(troubles).toEqual([]);
  return { scene: sceneAt(session, session.steps()), before: sceneAt(session, session.steps() - 1), session };
}

function nodesOf(scene: Scene, tree = 't'): ReadonlyMap<number, NodePicture> {
  return new Map(scene.trees.find((one) => one.picture.name === tree)?.picture.nodes.map((node) => [node.id, node]));
}

function rangeAt(node: NodePicture, slot: number): unknown {
  return { first: slot === 0 ? node.min : node.lasts[slot - 1]! + 1n, last: node.lasts[slot] };
}

const kinds = (trail: readonly TrailMark[]): string => trail.map(({ kind }) => kind).join(' ');

describe('the way of a step', () => {
  test.each([
    'walk 555',
    'next 5 count 60',
    'prev 900 count 60',
    'find 300 count 9 until 400',
    'find_rev 900 count 30',
    'next_range 0 count 500',
    'prev_range max count 500',
  ])('%s: down, up and along, each mark at a slot that is there', async (line) => {
    const { scene } = await lastScene(`${S(100)}${line}\n`);
    const nodes = nodesOf(scene);
    const visits = scene.record?.result as readonly (readonly [string, string, unknown])[];
    expect(scene.trail[0]).toMatchObject({ kind: 'down', node: [...nodes.values()][0]?.id });
    let at: number | null = null;
    for (const { kind, node: id, slot, range, text } of scene.trail) {
      const node = nodes.get(id)!;
      expect(range, text).toEqual(rangeAt(node, slot));
      // Down leads to a child, up from one; a visit is in the leaf that the way has come to.
      if (kind === 'down') {
        if (at !== null) expect(id, text).toBe(at);
        at = node.children[slot]!;
      } else if (kind === 'climb') {
        expect(node.children[slot], text).toBe(at);
        at = id;
      } else expect([kind, id], text).toEqual(['visit', at]);
      expect(text).toMatch(/^[A-Z].*\.$/);
    }
    const seen = scene.trail.filter(({ kind }) => kind === 'visit');
    expect(seen.map(({ visit }) => visit)).toEqual(seen.map((_, k) => k + 1));
    expect(seen.map(({ range }) => [`0x${range!.first.toString(16)}`, `0x${range!.last.toString(16)}`])).toEqual(
      visits.map(([first, last]) => [first, last]),
    );
  });

  test('of a search says of every slot why it was taken or not, by what the node holds', async () => {
    const { scene } = await lastScene(`${S(100)}store 300..309 = null\ngap 9 within 155..900\n`);
    const nodes = nodesOf(scene);
    const looks = scene.trail.filter(({ kind }) => kind === 'look');
    for (const { node: id, slot, verdict, has, wants, range, text } of looks) {
      const node = nodes.get(id)!;
      expect(wants).toBe(9n);
      expect(range, text).toEqual(rangeAt(node, slot));
      if (node.gaps !== null && verdict !== 'before the window') expect(has, text).toBe(node.gaps[slot]);
      if (verdict === 'taken') expect(has >= 9n, text).toBe(true);
      if (verdict === 'too small') expect(has < 9n, text).toBe(true);
      if (verdict === 'occupied') expect(node.slots[slot], text).not.toBe(0n);
      if (verdict === 'before the window') expect(node.lasts[slot]! < 155n, text).toBe(true);
    }
    expect(new Set(looks.map(({ verdict }) => verdict))).toEqual(
      new Set(['before the window', 'too small', 'occupied', 'taken']),
    );
    expect(looks.at(-1)).toMatchObject({ verdict: 'taken', range: { first: 295n, last: 309n } });
    expect(
      (await lastScene(`${S(100, '')}gap 9 within 155..900\n`)).scene.trail.map(({ verdict }) => verdict),
    ).toContain('untracked');
  });

  test('of an allocation is its search, in the nodes that were there before', async () => {
    const { scene, before } = await lastScene(`${S(60)}alloc 3 within 100..500 = 7\n`);
    expect(kinds(scene.trail)).toMatch(/^(look )+look$/);
    for (const { node, slot, range } of scene.trail) expect(range).toEqual(rangeAt(nodesOf(before).get(node)!, slot));
    expect(scene.trail.at(-1)).toMatchObject({ verdict: 'taken', range: { first: 105n, last: 109n } });
  });

  test('is empty where nothing is read', async () => {
    for (const line of ['store 5 = 5', 'load 5', 'dup t as u', 'destroy t'])
      expect((await lastScene(`${S(60)}${line}\n`)).scene.trail, line).toEqual([]);
  });
});

describe('a parked reader', () => {
  test('stands on its leaf, alive as in the picture, then dead as it was', async () => {
    const session = await runText(
      `${S(60, 'rcu')}read t at 100 as r\nstore 101 = 9\nstore 300 = 9\nresume r\nrelease r\n`,
    );
    const [parked, dead, still, resumed, released] = [4, 3, 2, 1, 0].map((k) => sceneAt(session, session.steps() - k));
    const [alive] = parked!.readers;
    expect(alive).toMatchObject({
      name: 'r',
      tree: 't',
      since: 62,
      status: 'active',
      index: 100n,
      last: 104n,
      word: 21n,
      dead: false,
    });
    expect(nodesOf(parked!).get(alive!.node!.id)).toBe(alive!.node);
    expect(rangeAt(alive!.node!, alive!.slot)).toEqual({ first: 100n, last: 104n });
    for (const scene of [dead!, still!]) {
      const [reader] = scene.readers;
      expect(reader).toMatchObject({
        since: 62,
        index: 100n,
        last: 104n,
        dead: true,
        node: { id: alive!.node!.id, depth: 0, parent: null },
      });
      // All but the parent word, which names the node itself now.
      expect([...reader!.node!.bytes.slice(8)]).toEqual([...alive!.node!.bytes.slice(8)]);
      expect(reader!.node!.lasts).toEqual(alive!.node!.lasts);
      expect(nodesOf(scene).has(reader!.node!.id)).toBe(false);
      expect([scene.balance, scene.live - scene.waiting]).toEqual([0, nodesOf(scene).size]);
    }
    expect([parked!.waiting, dead!.waiting > 0, still!.waiting > dead!.waiting]).toEqual([0, true, true]);
    expect(resumed!.readers[0]).toMatchObject({ index: 110n, dead: false });
    expect(kinds(resumed!.trail)).toBe('restart down visit');
    expect(resumed!.trail[0]).toMatchObject({ node: alive!.node!.id, slot: -1, range: null });
    expect([released!.readers, released!.waiting, released!.record?.freed]).toEqual([[], 0, still!.waiting]);
  });

  test('says what happened to it', async () => {
    const session = await runText(
      `${S(60, 'rcu')}read t at 100 as r\nresume r\nstore 101..108 = 9\nresume r count 2\nrelease r\n` +
        'read t at 100 as r\ndestroy t\nresume r\nrelease r\n',
    );
    const last = session.steps();
    const why = (k: number): string => sceneAt(session, last - k).why;
    const dead = sceneAt(session, last - 6).readers[0]!.node!.id;
    expect(why(8)).toMatch(
      regexOf(
        /^2 nodes from the root to the leaf: slot \d+ of node \d+ covers 100 to 104\. /,
        /The reader parks there, on leaf \d+\./,
      ),
    );
    expect(why(7)).toContain('Its leaf is still in the tree: it goes on from its slot. 1 visit in 1 leaf');
    expect(why(5)).toContain(
      `Its leaf, node ${dead}, left the tree at step ${last - 6}: it walks again from the root, for index 114.`,
    );
    expect(why(4)).toMatch(
      /^It was the last reader that \d+ dead nodes? waited for: the grace period ends, and (it is|they are) freed\.$/,
    );
    expect(why(2)).toContain(`The whole tree, ${nodesOf(sceneAt(session, last - 3)).size} nodes, is dead.`);
    expect(why(1)).toContain(
      `was destroyed with the tree at step ${last - 2}: the reader finds it dead, and no tree to walk.`,
    );
    expect(sceneAt(session, last - 1).readers[0]).toMatchObject({ tree: 't' });
    expect(why(0)).toContain(`${sceneAt(session, last - 1).waiting} dead nodes waited for`);
  });
});

describe('sentences', () => {
  test('of an iteration tell visits, leaves, crossings, and why it ended', async () => {
    const { scene } = await lastScene(`${S(100)}next 5 count 60 until 400\n`);
    const [, visits, leaves, crossed] = regexOf(
      /^(\d+) visits in (\d+) leaves; \d+ slots passed, free ones among them\. It crossed from leaf to leaf (\d+) /,
      /times, one level up and down again/,
    )
      .exec(scene.why)!
      .map(Number);
    expect(visits).toBe((scene.record!.result as readonly unknown[]).length);
    expect(leaves).toBe(new Set(scene.trail.filter(({ kind }) => kind === 'visit').map(({ node }) => node)).size);
    expect(crossed).toBe(scene.trail.filter(({ kind }) => kind === 'climb').length);
    expect(scene.why).toContain(
      'It ends there: the range that the state is on ends at 404, and the limit forbids the step beyond (status ' +
        'overflow).',
    );
    expect((await lastScene(`${S(100)}prev 500 count 9\n`)).scene.why).toContain(
      'It ends after the 9 calls that the step asked for.',
    );
    expect((await lastScene(`${S(100)}find 980 count 9\n`)).scene.why).toContain(
      'which the status does not show, an oddity of Linux 6.16, “find hides its limit” (status active)',
    );
    expect((await lastScene(`${S(400)}next 0 count 400\n`)).scene.why).toMatch(
      /up and down again, \d+ levels in all: leaves have no links to their neighbours/,
    );
    expect((await lastScene('tree t\nwalk 5\n')).scene.why).toContain('nothing is stored from there on (status none)');
  });

  test('of a step with more events than are kept count only what the record has', async () => {
    const { scene } = await lastScene(
      'tree t alloc\nbulk 20000 { repeat 20000 as i { store i*2 = i } }\nnext 0 count 19999\n',
    );
    expect(scene.eventsDropped).toBeGreaterThan(0);
    const leaves = new Set([...nodesOf(scene).values()].filter(({ kind }) => kind === 'leaf').map(({ id }) => id)).size;
    expect(scene.why).toBe(`19,999 visits in ${leaves.toLocaleString('en-US')} leaves.`);
  });

  // Rule "start of a write": the write begins in the leaf that the search found.
  test('of an allocation explain why it asks for nodes of the whole height', async () => {
    const text = `${S(151)}store 53..57 = 1\n`;
    const plain = await lastScene(`${text}store 5..6 = 1\n`);
    const { scene } = await lastScene(`${text}alloc 2 within 0..9 = 1\n`);
    expect([scene.record?.storeType, plain.scene.record?.storeType]).toEqual(['split_store', 'split_store']);
    expect(scene.record).toMatchObject({ vh: 0, sh: 0, pre: scene.record?.preWhole });
    expect(plain.scene.record!.pre!).toBeLessThan(scene.record!.pre!);
    expect(scene.why).toContain('The search found 5 to 6 after ');
    expect(scene.why).toContain(
      `${scene.record!.pre} nodes needed (2 × (height ${scene.record!.height} − 0) + 1: the write begins in the ` +
        'leaf where the search ended',
    );
    expect(plain.scene.why).not.toContain('where the search ended');
  });

  test('of cyclic allocations tell where the search went', async () => {
    const { scene } = await lastScene(
      'tree t alloc\nrepeat 3 { cyclic within 2..5 = 1 }\nerase 2\ncyclic within 2..5 = 1\nerase 3\n' +
        'cyclic within 2..5 = 1\n',
    );
    expect(scene.record?.result).toEqual({ index: '0x2', last: '0x2' });
    expect(scene.why).toContain(
      'The call returns 1: nothing was free from the counter, 6, up: the search restarted at 2.',
    );
  });

  test('of a cyclic allocation say where the counter stands: past the last index it ran over', async () => {
    const text = 'tree t alloc\ncyclic within max-1..max = 1\n';
    expect((await lastScene(text)).scene.why).toContain('The counter is now the index after it.');
    const { why } = (await lastScene(`${text}cyclic within max-1..max = 2\n`)).scene;
    expect(why).toContain(
      'The counter has run over to 0: the next search begins at the start of its range, and that call, if it ' +
        'succeeds, returns 1 for it (an oddity of Linux 6.16, “late wrap”).',
    );
    expect(why).not.toContain('stands behind');
    const after = (await lastScene(`${text}cyclic within max-1..max = 2\ncyclic within 5..9 = 3\n`)).scene;
    expect(after.record?.result).toEqual({ index: '0x5', last: '0x5' });
    expect(after.why).toContain('The call returns 1: the counter ran over');
    expect(after.why).toContain('The counter is now the index after it.');
  });

  test('of a tree of the whole-height formula tell both formulas and what was used', async () => {
    const text = (mode: string) => `${S(40, mode)}store 206..207 = 1\n`;
    const [whole, plain] = [
      (await lastScene(text('alloc whole_height'))).scene,
      (await lastScene(text('alloc'))).scene,
    ];
    const { pre, preVacancy, used, height } = whole.record!;
    expect([pre, preVacancy, used]).toEqual([plain.record!.preWhole, plain.record!.pre, plain.record!.used]);
    expect(whole.trees[0]!.picture.mode).toEqual({ alloc: true, rcu: false, release: '6_16_WHOLE_HEIGHT' });
    expect(whole.why).toContain(
      `${pre} nodes needed by the whole-height formula (2 × height ${height} + 1); the formula of 6.16 says ` +
        `${preVacancy}, and ${used} went into the tree.`,
    );
  });

  test('of damage say what may follow: as the run shows', async () => {
    const text = `${S(40)}corrupt t node 0 pivot 0 = 3\n`;
    expect((await lastScene(text)).scene.why).toContain(
      'Only another `corrupt` may follow, or `destroy`, which first restores all fields.',
    );
    const session = await runText(`${text}corrupt t node 0 gapmeta = 2\nload 5\ndestroy t\n`);
    expect(
      session
        .report()
        .steps.slice(-3)
        .map(({ op, error }) => [op, error]),
    ).toEqual([
      ['corrupt', null],
      ['load', 'EBUSY'],
      ['destroy', null],
    ]);
  });

  test('of damage tell the field, before and after', async () => {
    const { scene, before } = await lastScene(`${S(40)}corrupt t node 0 pivot 0 = 3\n`);
    const [root] = before.trees[0]!.picture.nodes;
    expect(scene.why).toContain(`pivot 0 of node ${root!.id} was ${root!.lasts[0]!} and is 3 now.`);
    expect(scene.trees[0]!.picture.nodes[0]!.lasts[0]).toBe(3n);
  });
});

describe('damage', () => {
  const field = fc.oneof(
    fc.tuple(fc.constantFrom('pivot', 'slot', 'gap'), fc.nat({ max: 15 })).map(([name, k]) => `${name} ${k}`),
    fc.constantFrom('end', 'gapmeta', 'parent'),
  );
  const value = fc.oneof(
    fc.nat({ max: 255 }).map(String),
    fc.nat({ max: 60 }).map((k) => `0xffff888000000000 + ${256 * k + 12}`),
    fc.constant('max'),
  );
  const damage = fc
    .tuple(fc.constantFrom('t', 'r', 'u'), fc.nat({ max: 9 }), field, value)
    .map(([tree, line, name, x]) => `corrupt ${tree} node ${line} ${name} = ${x}`);

  test('is shown the same from every direction, and is gone when its tree is destroyed', async () => {
    await fc.assert(
      fc.asyncProperty(
        scenario,
        fc.array(damage, { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(), { maxLength: 8 }),
        async (text, damages, jumps) => {
          const session = await runText(
            `${text}read r at 100 as z\nstore 100..200 = 5 in r\n${damages.join('\n')}\ndestroy t\ndestroy r\n` +
              'release z\ndestroy u\n',
            { keyframeInterval: 8 },
          );
          const steps = session.steps();
          const from = steps - damages.length - 6;
          const forward = Array.from({ length: steps - from + 1 }, (_, k) => crossing(session, from + k));
          for (let step = steps; step >= from; step--) expectShown(session, step, forward[step - from]!);
          for (const jump of jumps) {
            sceneAt(session, jump % from);
            const step = from + (jump % (steps - from + 1));
            expectShown(session, step, forward[step - from]!);
          }
          // What is refused a node may be missed further down, where the run stops.
          if (session.summary().stopped !== null) return;
          expect(sceneAt(session, steps)).toMatchObject({ live: 0, waiting: 0, balance: 0, trees: [] });
        },
      ),
      { seed, numRuns: 25 },
    );
  });
});
