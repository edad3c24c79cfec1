// SPDX-License-Identifier: GPL-2.0-or-later
//
// The allocator's memory and its ledger, held against scenes and records of random runs.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { REQUEST_BULK, REQUEST_REFUSED, SLAB_STATES } from '../../../web/model/slab';
import { departures } from '../../../web/views/tree/successors';
import { answerTo, memoryScenario, runText, scenario, sceneAt, seed } from './runs';

const SPARSE = 7;

it('the slab has every node of every tree at its place, the dead ones that wait, and nothing beside them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(scenario, memoryScenario), async (text) => {
      const session = await runText(text);
      const steps = session.steps();
      for (let step = 0; step <= steps; step += step < 3 ? 1 : SPARSE) {
        const slab = answerTo(session, 'slab', { step });
        const scene = sceneAt(session, step);
        const count = (state: (typeof SLAB_STATES)[number]): number =>
          slab.states.filter((one) => SLAB_STATES[one] === state).length;
        expect(count('tree') + count('dead') + count('beside')).toBe(scene.live);
        expect(count('dead')).toBe(scene.waiting);
        expect(count('beside')).toBe(scene.balance);
        expect(slab.trees).toEqual(scene.trees.map(({ picture }) => picture.name));
        scene.trees.forEach(({ picture }, k) => {
          for (const { id, place } of picture.nodes) expect([slab.ids[place], slab.owners[place]]).toEqual([id, k + 1]);
        });
        const some = scene.trees[0]?.picture.nodes.at(-1);
        if (some !== undefined)
          expect(answerTo(session, 'slabNode', { step, id: some.id })).toEqual({
            id: some.id,
            place: some.place,
            state: 'tree',
            tree: scene.trees[0]!.picture.name,
            bytes: some.bytes,
          });
      }
      expect(answerTo(session, 'slabNode', { step: steps, id: 0 })).toBeNull();
      expect(answerTo(session, 'slabNode', { step: steps, id: 4_000_000 })).toBeNull();
    }),
    { seed, numRuns: 12 },
  );
}, 60_000);

it('the ledger has every request of the run, and each node of it is in a tree, held, or freed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(scenario, memoryScenario), async (text) => {
      const session = await runText(text);
      const { steps } = session.report();
      const ledger = answerTo(session, 'ledger', {});
      expect([...ledger.sizes]).toEqual(steps.flatMap(({ requests }) => requests));
      expect([...ledger.steps]).toEqual(steps.flatMap(({ requests }, k) => requests.map(() => k + 1)));
      const letters = [...ledger.marks]
        .map((mark) => ((mark & REQUEST_BULK) !== 0 ? 'b' : 's'))
        .map((letter, k) => ((ledger.marks[k]! & REQUEST_REFUSED) !== 0 ? letter.toUpperCase() : letter));
      expect(letters.join('')).toBe(steps.map(({ rk }) => rk).join(''));
      expect([...ledger.live]).toEqual([0, ...steps.map(({ live }) => live)]);
      const asking = steps.flatMap(({ requests, op }, k) => (requests.length > 0 && op !== 'sweep' ? [k + 1] : []));
      const fates = answerTo(session, 'requestFates', { steps: asking });
      for (const { step, fates: list } of fates) {
        const { requests, rk, op, used, error } = steps[step - 1]!;
        expect(list, `${op} at step ${step}`).not.toBeNull();
        list!.forEach((fate, k) =>
          expect(fate.used + fate.kept + fate.back - fate.replaced, `request ${k + 1} of step ${step}`).toBe(
            /[A-Z]/.test(rk.charAt(k)) ? 0 : requests[k],
          ),
        );
        const sum = list!.reduce((total, fate) => total + fate.used, 0);
        if (error === null) expect(sum, `${op} at step ${step}`).toBe(used);
      }
      const scene = sceneAt(session, session.steps());
      expect(ledger.waiting.at(-1)).toBe(scene.waiting);
    }),
    { seed, numRuns: 14 },
  );
}, 60_000);

it('a node that is used and replaced within one call counts as used and freed, as in the step', async () => {
  for (const call of ['advise 0x2000 dontfork', 'protect 0x2000 r']) {
    const session = await runText(`mm p\nmap 0x1000..0x4fff rw\n${call}`);
    expect(session.report().steps[2]).toMatchObject({ used: 2, freed: 2, requests: [1, 1] });
    expect(answerTo(session, 'requestFates', { steps: [3] })[0]?.fates).toEqual([
      { used: 1, kept: 0, back: 1, replaced: 1 },
      { used: 1, kept: 0, back: 0, replaced: 0 },
    ]);
    const [tree] = sceneAt(session, 3).trees;
    expect(departures(tree!).map(({ sentence }) => sentence)).toEqual([
      '#1 was replaced by #2, and that by #3, which has all of its 3 slots.',
    ]);
  }
  // What a bulk load puts back into its reserve it does not count, what a fork replaces it does.
  const forks = await runText(
    'mm p\nmap 0x1000 rw\nmap 0x3000 r\nmap 0x5000 rx\nfork p as a by stores\nfork p as b by bulk\nfork p as c\n' +
      'tree t\nbulk 40 { repeat 40 as i { store i*5..+3 = i } }',
  );
  forks.report().steps.forEach(({ used, requests }, k) => {
    if (requests.length > 0)
      expect(
        answerTo(forks, 'requestFates', { steps: [k + 1] })[0]?.fates?.reduce((sum, fate) => sum + fate.used, 0),
        `step ${k + 1}`,
      ).toBe(used);
  });
});

it('the paths of a run are those of its steps, and a bulk load’s count one by one', async () => {
  const session = await runText(
    'tree t alloc\nbulk 40 {\n  repeat 40 as i { store i*5..+3 = i }\n}\nstore 7 = 1\nfail request 1 times 2\n' +
      'store 1000..1003 = 1\nstore 8 = null\n',
  );
  const paths = answerTo(session, 'writePaths', {});
  expect(paths.map(({ type }) => type).sort()).toEqual([
    'append',
    'exact_fit',
    'new_root',
    'node_store',
    'rebalance',
    'slot_store',
    'spanning_store',
    'split_store',
    'store_root',
  ]);
  expect(paths.find(({ type }) => type === 'new_root')).toEqual({ type: 'new_root', count: 0, first: null });
  expect(paths.reduce((sum, { count }) => sum + count, 0)).toBe(
    40 + session.report().steps.filter(({ op, error }) => op === 'store' && error === null).length,
  );
  expect(paths.find(({ type }) => type === 'store_root')?.first).toBe(2);
});
