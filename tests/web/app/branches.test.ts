// SPDX-License-Identifier: GPL-2.0-or-later
//
// Branches: what can be done to the tree, how it is kept, and when typing opens one.

import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  branched,
  changed,
  onlyBranch,
  opensBranch,
  packed,
  rowsOf,
  takenBack,
  turnedTo,
  unpacked,
  without,
  type BranchTree,
} from '../../../web/app/store/actions/branch-tree';
import { branchWords, tracksOf } from '../../../web/views/branches/layout';

type Act = { readonly kind: 'branch' | 'turn' | 'remove' | 'type'; readonly n: number };
const acts = fc.array(
  fc.record({ kind: fc.constantFrom<Act['kind']>('branch', 'branch', 'turn', 'remove', 'type'), n: fc.nat(40) }),
  { maxLength: 40 },
);

function grown(list: readonly Act[]): BranchTree {
  return list.reduce((tree, { kind, n }) => {
    const id = tree.list[n % tree.list.length]!.id;
    if (kind === 'branch') return branched(tree, `text ${tree.next} ${'x'.repeat(n)}`, `from line ${n}`, n);
    if (kind === 'turn') return turnedTo(tree, id);
    if (kind === 'remove') return without(tree, id);
    return changed(tree, tree.current, {
      text: `typed ${n}`,
      at: n,
      outcome: { steps: n, failures: n % 3, ok: n % 2 === 0 },
    });
  }, onlyBranch('first'));
}

function sound({ list, current }: BranchTree): void {
  const known = new Set<string>();
  for (const { id, parent, step } of list) {
    expect(known.has(id)).toBe(false);
    if (parent !== null) expect(known.has(parent)).toBe(true);
    expect(step === null).toBe(parent === null);
    known.add(id);
  }
  expect(known.has(current)).toBe(true);
}

describe('the tree of branches', () => {
  test('stays a tree whatever is done, each branch after its parent, and shows every branch once', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const tree = grown(list);
        sound(tree);
        const rows = rowsOf(tree);
        expect(rows.map(({ branch }) => branch.id).sort()).toEqual(tree.list.map(({ id }) => id).sort());
        for (const { branch, depth } of rows)
          expect(depth).toBe(
            branch.parent === null ? 0 : rows.find((row) => row.branch.id === branch.parent)!.depth + 1,
          );
      }),
    );
  });

  test('loses no text but the one that is removed', () => {
    fc.assert(
      fc.property(acts, fc.nat(40), (list, n) => {
        const tree = grown(list);
        const { id } = tree.list[n % tree.list.length]!;
        const after = without(tree, id);
        sound(after);
        if (tree.list.length === 1) expect(after).toBe(tree);
        else
          expect(after.list.map(({ text }) => text)).toEqual(
            tree.list.filter((branch) => branch.id !== id).map(({ text }) => text),
          );
      }),
    );
  });

  test('is read again as it was kept; beyond the bound the oldest go, and are reported', () => {
    fc.assert(
      fc.property(acts, fc.integer({ min: 200, max: 4000 }), (list, most) => {
        const tree = grown(list);
        expect(unpacked(packed(tree, Infinity).json)).toEqual(tree);
        const kept = packed(tree, most);
        sound(kept.tree);
        expect(unpacked(kept.json)).toEqual(kept.tree);
        expect(kept.tree.current).toBe(tree.current);
        if (kept.tree.list.length > 1) expect(kept.json.length).toBeLessThanOrEqual(most);
        expect([...kept.gone, ...kept.tree.list].map(({ text }) => text).sort()).toEqual(
          tree.list.map(({ text }) => text).sort(),
        );
        expect(kept.gone.map(({ id }) => Number(id.slice(1)))).toEqual(
          kept.gone.map(({ id }) => Number(id.slice(1))).sort((a, b) => a - b),
        );
      }),
    );
  });

  test('loses a typed branch that equals its parent again, unless another branch left it', () => {
    const typed = branched(onlyBranch('first'), 'second', 'from line 1', 2);
    expect(takenBack(typed, 'b2', 'first')).toEqual({ ...onlyBranch('first'), next: 3 });
    expect(takenBack(typed, 'b2', 'third')).toBeNull();
    // Not opened by typing, or by typing in another branch.
    expect(takenBack(typed, null, 'first')).toBeNull();
    expect(takenBack(typed, 'b1', 'first')).toBeNull();
    expect(takenBack(onlyBranch('first'), 'b1', 'first')).toBeNull();
    const withChild = turnedTo(branched(typed, 'third', 'from line 2', 3), 'b2');
    expect(takenBack(withChild, 'b2', 'first')).toBeNull();
  });

  test('grows a branch only where a step that was shown would change', () => {
    // Of five steps shown, three stay: the fourth changes, and the fifth was looked at.
    expect(opensBranch(true, 3, 5)).toBe(true);
    // Four stay: only the last one shown changes.
    expect(opensBranch(true, 4, 5)).toBe(false);
    expect(opensBranch(true, 5, 5)).toBe(false);
    expect(opensBranch(true, 1, 3)).toBe(true);
    expect(opensBranch(true, 0, 5)).toBe(false);
    expect(opensBranch(true, null, 5)).toBe(false);
    expect(opensBranch(false, 3, 5)).toBe(false);
  });

  test('has room up to the bound itself', () => {
    const tree = grown([{ kind: 'branch', n: 1 }]);
    const { length } = packed(tree, Infinity).json;
    expect([packed(tree, length), packed(tree, length - 1)].map(({ gone }) => gone.length)).toEqual([0, 1]);
  });

  test('writes out no texts that cannot fit', () => {
    const tree = branched(onlyBranch('x'.repeat(900)), 'y'.repeat(900), 'from line 1', 2);
    const write = vi.spyOn(JSON, 'stringify');
    expect(packed(tree, 1500).gone.map(({ id }) => id)).toEqual(['b1']);
    expect(write).toHaveBeenCalledTimes(1);
    write.mockRestore();
  });

  test('is not taken from what is no tree', () => {
    const good = packed(grown([{ kind: 'branch', n: 1 }]), Infinity).json;
    for (const json of [
      null,
      '',
      '{',
      '[]',
      '{"list":[],"current":"b1","next":2}',
      good.replace('"b1","name"', '"b9","name"'),
      good.replace('"current":"b2"', '"current":"b7"'),
      good.replace('"step":1', '"step":"1"'),
    ]) {
      expect(unpacked(json), String(json)).toBeNull();
    }
  });

  test('is taken with the outcome of a run only if that is whole', () => {
    const tree = changed(onlyBranch('first'), 'b1', { outcome: { steps: 4, failures: 1, ok: false } });
    const { json } = packed(tree, Infinity);
    for (const damaged of [
      json.replace('"steps":4', '"steps":"4"'),
      json.replace('"failures":1', '"failures":null'),
      json.replace('"ok":false', '"ok":0'),
      json.replace(/"outcome":\{[^}]*\}/, '"outcome":7'),
    ]) {
      expect(damaged).not.toBe(json);
      expect(unpacked(damaged), damaged).toEqual(onlyBranch('first'));
    }
  });

  test('is refused whole when any part of a branch is missing or of another kind', () => {
    const { json } = packed(branched(onlyBranch('first'), 'second', 'from line 1', 2), Infinity);
    const good = JSON.parse(json) as { list: Record<string, unknown>[] };
    for (const [key, wrong] of [
      ['id', 2],
      ['name', null],
      ['text', 7],
      ['parent', 1],
      ['step', '2'],
      ['at', null],
    ] as const) {
      const damaged = { ...good, list: [good.list[0], { ...good.list[1], [key]: wrong }] };
      expect(unpacked(JSON.stringify(damaged)), key).toBeNull();
    }
    for (const damaged of [
      { ...good, next: '3' },
      { ...good, current: 2 },
      { ...good, list: {} },
      { ...good, list: [good.list[0], 'b2'] },
      { ...good, list: [good.list[0], null] },
      { ...good, list: [good.list[0], good.list[0]] },
    ]) {
      expect(unpacked(JSON.stringify(damaged)), JSON.stringify(damaged)).toBeNull();
    }
    // A branch of the next name would stand twice.
    expect(unpacked(JSON.stringify({ ...good, next: 1 }))?.next).toBe(3);
  });

  test('turns to no branch that it does not have', () => {
    const tree = onlyBranch('first');
    expect(turnedTo(tree, 'b9')).toBe(tree);
  });

  test('loses a branch in the middle: its children leave its parent, at the earlier of the two steps', () => {
    const middle = branched(onlyBranch('first'), 'second', '', 3);
    const late = branched(middle, 'third', '', 5);
    const early = branched(turnedTo(late, 'b2'), 'fourth', '', 1);
    expect(without(early, 'b2').list.map(({ id, parent, step }) => [id, parent, step])).toEqual([
      ['b1', null, null],
      ['b3', 'b1', 3],
      ['b4', 'b1', 1],
    ]);
    // Children of the first text have no parent then.
    expect(without(middle, 'b1').list).toMatchObject([{ id: 'b2', parent: null, step: null }]);
    expect(without(turnedTo(middle, 'b1'), 'b1').current).toBe('b2');
  });

  test('says of each branch where it left and what came of it', () => {
    expect(branchWords({ step: null, outcome: { steps: 1200, failures: 0, ok: true } })).toBe(
      '1,200 steps · no failure · ok',
    );
    expect(branchWords({ step: null, outcome: { steps: 14, failures: 1, ok: true } })).toBe(
      '14 steps · 1 call refused, nothing wrong',
    );
    expect(branchWords({ step: 4, outcome: { steps: 9, failures: 1, ok: false } })).toBe(
      'the same up to step 4 · 9 steps · 1 failure · not ok',
    );
    expect(branchWords({ step: 4, outcome: null })).toBe('the same up to step 4 · not run');
    const line = { id: 'b1', name: '', depth: 0, current: false };
    expect(
      tracksOf([
        { ...line, step: null, outcome: { steps: 10, failures: 0, ok: true } },
        { ...line, step: 5, outcome: null },
      ]),
    ).toEqual([
      { from: 0, to: 1 },
      { from: 0.5, to: 0.5 },
    ]);
  });
});

test('one edit replaces most of a text where fewer than half of its lines are left, blanks aside', async () => {
  const { replacesMost } = await import('../../../web/app/store/actions/branches');
  const before = 'tree t\nstore 1 = 1\n\n\n\nstore 2 = 2\n';
  expect(replacesMost(before, 'tree t\n\n\nstore 7 = 7\n')).toBe(true);
  expect(replacesMost(before, 'tree t\nstore 1 = 1\n')).toBe(false);
  expect(replacesMost(before, '  tree t\n\tstore 1 = 1\n')).toBe(false);
  expect(replacesMost('tree t\nstore 1 = 1\n', 'tree t\nstore 2 = 2\n')).toBe(false);
  expect(replacesMost('tree t\n', 'tree u\n')).toBe(false);
});

// The page without a browser: its store, its texts, an engine that runs them.
async function page() {
  vi.resetModules();
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const nothing = (): void => undefined;
  vi.stubGlobal('window', { sessionStorage: storage, addEventListener: nothing, removeEventListener: nothing });
  vi.stubGlobal('document', { activeElement: null, addEventListener: nothing, removeEventListener: nothing });
  vi.stubGlobal('history', { replaceState: nothing });
  vi.stubGlobal('location', { href: 'http://here/', hash: '', pathname: '/', search: '' });
  const [state, session, actions, branches, edits, run, player, { runText }, { sceneAt }] = await Promise.all([
    import('../../../web/app/store/page/state'),
    import('../../../web/app/store/actions/session'),
    import('../../../web/app/store/actions/actions'),
    import('../../../web/app/store/actions/branches'),
    import('../../../web/app/store/actions/branch-edits'),
    import('../../../web/app/store/run/run'),
    import('../../../web/app/store/run/player'),
    import('../engine/runs'),
    import('../engine/runs'),
  ]);
  let here: Awaited<ReturnType<typeof runText>> | null = null;
  run.attachEngine({
    run: async (words) => {
      here = await runText(words);
      return { kind: 'ran', summary: here.summary(), differsAt: null };
    },
    scene: (at) => Promise.resolve(sceneAt(here!, at)),
    report: () => Promise.resolve(here!.report()),
    sumAt: () => Promise.resolve(null),
    ask: () => Promise.reject(new Error('nothing is asked')),
    cancel: nothing,
  });
  const stop = branches.startBranches();
  const type = async (next: string, line: number): Promise<void> => {
    actions.edit(next, line);
    await vi.runAllTimersAsync();
    await vi.waitUntil(() => state.ran.value?.text === next && state.busy.value === null);
  };
  const look = async (at: number): Promise<void> => {
    player.stepTo(at);
    await vi.runAllTimersAsync();
  };
  const texts = (): string[] => branches.branches.value.map(({ text }) => text);
  return { state, session, branches: { ...branches, ...edits }, type, look, texts, stop, kept };
}

const TEXT = 'tree t\nstore 1 = 1\nstore 2 = 2\nstore 3 = 3\n';

describe('typing', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('of an earlier line opens another future, and goes on in it', async () => {
    const { session, branches, type, look, texts, stop, kept } = await page();
    await session.putText(TEXT, { kind: 'end' });
    await look(3);
    await type(TEXT.replace('1 = 1', '1 = 5'), 2);
    await type(TEXT.replace('1 = 1', '1 = 55'), 2);
    expect(texts()).toEqual([TEXT, TEXT.replace('1 = 1', '1 = 55')]);
    expect(branches.currentBranch.value).toMatchObject({
      name: 'from line 2',
      parent: 'b1',
      step: 1,
      outcome: { steps: 4, failures: 0, ok: true },
    });
    // Back, with the step where one was.
    await branches.goToBranch('b1');
    expect(branches.currentBranch.value.at).toBe(3);
    // What is added at the end is no other future.
    await type(`${TEXT}store 4 = 4\n`, 5);
    expect(texts()).toEqual([`${TEXT}store 4 = 4\n`, TEXT.replace('1 = 1', '1 = 55')]);
    await vi.runAllTimersAsync();
    expect(kept.get('maplescope.branches')).toContain('from line 2');
    stop();
  });

  test('that is taken back leaves none, and writing on without a look opens none', async () => {
    const { session, type, look, texts, stop } = await page();
    await session.putText('tree t\n', { kind: 'end' });
    await type('tree t\nstore 1 = 1\n', 2);
    await type(TEXT, 4);
    await type(TEXT.replace('1 = 1', '1 = 5'), 2);
    expect(texts()).toEqual([TEXT.replace('1 = 1', '1 = 5')]);
    await look(2);
    await look(4);
    await type(TEXT, 2);
    expect(texts()).toHaveLength(2);
    await type(TEXT.replace('1 = 1', '1 = 5'), 2);
    expect(texts()).toEqual([TEXT.replace('1 = 1', '1 = 5')]);
    stop();
  });

  test('a requested branch is opened, and a removed one can be restored', async () => {
    const { session, state, branches, texts, stop } = await page();
    await session.putText(TEXT, { kind: 'end' });
    await branches.forkFuture(TEXT.replace('store 3', 'fail request 1\nstore 3'), 'request 2 fails');
    expect(branches.currentBranch.value).toMatchObject({ name: 'request 2 fails', step: 3 });
    branches.renameBranch('b2', 'the bad one');
    branches.removeBranch('b2');
    await vi.waitUntil(() => state.notice.value !== null);
    expect([texts(), state.text.value]).toEqual([[TEXT], TEXT]);
    expect(state.notice.value!.text).toContain('the bad one');
    state.notice.value!.offer!.act();
    await vi.waitUntil(() => state.text.value !== TEXT);
    expect(branches.branches.value.map(({ name }) => name)).toEqual(['first text', 'the bad one']);
    branches.keepAndGoOn();
    expect(branches.branches.value.at(-1)).toMatchObject({ parent: 'b2', text: state.text.value });
    stop();
  });

  // An edit replaces the text of the branch that it is made in; nothing else may.
  test('loses no text of another branch, in whatever order futures are opened, left and taken back', async () => {
    const { session, state, branches, type, look, texts, stop } = await page();
    const seed = Number(process.env.SEED ?? 17);
    let at = seed;
    const chance = (below: number): number => {
      at = (Math.imul(at, 1_103_515_245) + 12_345) >>> 0;
      return (at >>> 16) % below;
    };
    await session.putText(TEXT, { kind: 'end' });
    const done = new Set<string>();
    for (let k = 0; k < 40; k++) {
      const before = texts();
      const others = before.filter((_, n) => branches.branches.value[n] !== branches.currentBranch.value);
      const act = (['go', 'type', 'fork', 'remove', 'look'] as const)[chance(5)]!;
      const { id } = branches.branches.value[chance(before.length)]!;
      if (act === 'go') {
        await branches.goToBranch(id);
        expect(state.text.value, `seed ${seed}, act ${k}`).toBe(branches.currentBranch.value.text);
      }
      if (act === 'look') await look(1 + chance(4));
      if (act === 'type') await type(state.text.value.replace(/store 1 = \d+/, `store 1 = ${k + 10}`), 2);
      if (act === 'fork') await branches.forkFuture(`${state.text.value}store ${k + 10} = ${k}\n`, `future ${k}`);
      if (act === 'remove' && before.length > 1) {
        state.notice.value = null;
        branches.removeBranch(id);
        await vi.waitUntil(() => state.notice.value !== null);
        state.notice.value!.offer!.act();
        await vi.runAllTimersAsync();
        await vi.waitUntil(() => texts().length === before.length);
      }
      await vi.runAllTimersAsync();
      done.add(act);
      expect(texts(), `seed ${seed}, act ${k}: ${act}`).toEqual(expect.arrayContaining(others));
      if (act !== 'type') expect(texts(), `seed ${seed}, act ${k}: ${act}`).toEqual(expect.arrayContaining(before));
      expect(texts(), `seed ${seed}, act ${k}: ${act}`).toContain(state.text.value);
    }
    expect(done.size).toBe(5);
    expect(texts().length).toBeGreaterThan(5);
    stop();
  });
});
