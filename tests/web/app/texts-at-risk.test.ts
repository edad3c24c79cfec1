// SPDX-License-Identifier: GPL-2.0-or-later
//
// Two tabs with one text, a database that is full or slow, and undone deletions: no text is lost, and none is said to
// be saved, or not saved, against the truth.

import { beforeEach, expect, test } from 'vitest';
import { databaseBacking, type Backing } from '../../../web/app/store/kept/text-backing';
import { begin, broken, copyOf, kept, listed, load, memoryStorage, named } from './one-tab';

beforeEach(begin);

const full = broken(named('QuotaExceededError'));
/** A database whose writes never end. */
const stuck = (): Promise<Backing> =>
  Promise.resolve({ ...databaseBacking(), update: () => new Promise<void>(() => undefined) });

/** The browser tells a tab of everything in the storage. */
function tell(tab: ReturnType<typeof load>, local: Storage): void {
  for (let k = 0; k < local.length; k++) tab.hear(local.key(k), local.getItem(local.key(k) ?? ''));
}

test('where the database is full, a duplicated tab that writes on does not replace the text of the first', async () => {
  const [local, session] = [memoryStorage(), memoryStorage()];
  const first = load(session, local, full);
  first.keep(kept('tree typed in the first'), true);
  await first.settle();
  expect(first.outcomes.at(-1)).toBe('full');
  const copy = load(copyOf(session), local, full);
  copy.keep(kept('tree typed in the copy'), true);
  await copy.settle();
  tell(first, local);
  await first.settle();
  expect(first.outcomes.at(-1)).toBe('full');
  expect((await listed(local)).sort()).toEqual(['tree typed in the copy', 'tree typed in the first']);
});

test('nor where the writes of the database do not end before both tabs are closed', async () => {
  const [local, session] = [memoryStorage(), memoryStorage()];
  const first = load(session, local, stuck);
  first.keep(kept('tree typed in the first'), true);
  const copy = load(copyOf(session), local, stuck);
  copy.keep(kept('tree typed in the copy'), true);
  tell(first, local);
  expect(first.outcomes.at(-1)).toBe('saved');
  expect((await listed(local)).sort()).toEqual(['tree typed in the copy', 'tree typed in the first']);
});

test('two tabs write on from one kept text: both texts are listed though the database is full', async () => {
  const [local, session] = [memoryStorage(), memoryStorage()];
  const before = load(session, local);
  before.keep(kept('tree a'), true);
  await before.settle();
  const tabs = [load(copyOf(session), local, full), load(copyOf(session), local, full)];
  for (const [k, tab] of tabs.entries()) {
    tab.keep(kept(`tree a by ${k}`), true);
    await tab.settle();
    expect(tab.outcomes.at(-1)).toBe('full');
  }
  const visitor = load(null, local, full);
  await visitor.settle();
  const texts = visitor.store.list().map(({ text }) => text);
  expect(texts.sort()).toEqual(['tree a by 0', 'tree a by 1']);
});

test('an edit of a text whose entry moved and one of what is there now do not share a journal', async () => {
  const [local, session] = [memoryStorage(), memoryStorage()];
  let isSlow = false;
  const slow = (): Promise<Backing> =>
    Promise.resolve({
      ...databaseBacking(),
      update: (id, change) => (isSlow ? new Promise<void>(() => undefined) : databaseBacking().update(id, change)),
    });
  const tab = load(session, local, slow);
  tab.keep(kept('tree a'), true);
  await tab.settle();
  const copy = load(copyOf(session), local);
  copy.keep(kept('tree b'), true);
  await copy.settle();
  // Into an entry of its own.
  tab.keep(kept('tree a, longer'), true);
  await tab.settle();
  await tab.store.refresh();
  isSlow = true;
  tab.keep(kept('tree a, the longest'), true);
  tab.startAnother('tree b');
  tab.keep(kept('tree b, longer'), true);
  await tab.settle();
  expect([tab.outcomes.at(-1), tab.pending]).toEqual(['saved', false]);
  expect((await listed(local)).sort()).toEqual(['tree a, the longest', 'tree b, longer']);
});

test('a crash right after Back to a text that is being written does not give its entry to another', async () => {
  const [local, session] = [memoryStorage(), memoryStorage()];
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const slow = (): Promise<Backing> =>
    Promise.resolve({
      ...databaseBacking(),
      update: (id, change) => held.then(() => databaseBacking().update(id, change)),
    });
  const tab = load(session, local, slow);
  tab.keep(kept('tree mine'), true);
  tab.startAnother();
  tab.keep({ ...kept('# An example'), foreign: true }, false);
  tab.startAnother('tree mine');
  goOn();
  await tab.settle();
  const after = load(session, local);
  expect(after.restored?.text).toBe('# An example');
  after.keep(kept('tree other'), true);
  await after.settle();
  expect((await listed(local)).sort()).toEqual(['tree mine', 'tree other']);
});

test('a reload with full storage does not call a kept text unsaved', async () => {
  const [local, session] = [memoryStorage(10), memoryStorage()];
  const before = load(session, local);
  before.keep(kept('tree a'), true);
  await before.settle();
  expect(before.outcomes.at(-1)).toBe('saved');
  const isFull = (): Promise<Backing> =>
    Promise.resolve({ ...databaseBacking(), update: () => Promise.reject(named('QuotaExceededError')) });
  const after = load(session, local, isFull);
  after.keep(kept('tree a'), true);
  await after.settle();
  expect(after.outcomes.at(-1)).toBe('saved');
  after.startAnother();
  expect(after.lost).toEqual([]);
});

test('with no room to tell of it, a copied tab goes on with the text and the first opens an example', async () => {
  const [local, session] = [memoryStorage(0), memoryStorage()];
  const first = load(session, local);
  first.keep(kept('tree an hour of work'), true);
  await first.settle();
  const copy = load(copyOf(session), local);
  copy.keep(kept('tree something else'), true);
  await copy.settle();
  // As `keepForRecent` does: what is on the page is kept, and what comes now gets another entry.
  first.keep(kept('tree an hour of work'), true);
  expect(first.outcomes.at(-1)).toBe('saved');
  first.startAnother();
  await first.settle();
  expect([...(await listed(local)), ...first.lost.map(({ text }) => text)].sort()).toEqual([
    'tree an hour of work',
    'tree something else',
  ]);
});

test.each([[[0, 0]], [[1, 6]], [[6, 1]], [[6, 12]], [[12, 2]], [[3, 3, 30]]])(
  'a text is deleted, and the deletion undone, while an edit of it is being written: turns %s',
  async (turns) => {
    const [local, session] = [memoryStorage(), memoryStorage()];
    const before = load(session, local);
    before.keep(kept('tree a'), true);
    await before.settle();
    let at = 0;
    const slow = (): Promise<Backing> =>
      Promise.resolve({
        ...databaseBacking(),
        update: async (id, change) => {
          for (let k = turns[at++ % turns.length]!; k > 0; k--) await new Promise((next) => setImmediate(next));
          return databaseBacking().update(id, change);
        },
      });
    const tab = load(session, local, slow);
    tab.keep(kept('tree a'), true);
    await tab.store.ready;
    tab.keep(kept('tree b'), true);
    const one = tab.store.list().find(({ text }) => text === 'tree a');
    const isBack = one !== undefined && (await tab.store.remove(one.id)) && (await tab.store.undo());
    await tab.settle();
    const all = (await listed(local)).sort();
    expect(all).toEqual(isBack ? ['tree a', 'tree b'] : all.filter((text) => text !== 'tree a'));
    expect(all).toContain('tree b');
  },
);

test('a text that left the page before its write ended is pending, unless the journal holds it', () => {
  for (const [room, isPending] of [
    [0, true],
    [Infinity, false],
  ] as const) {
    const local = memoryStorage(room);
    const tab = load(memoryStorage(), local, stuck);
    tab.keep(kept('tree an hour of work'), true);
    tab.startAnother();
    tab.keep({ ...kept('# An example'), foreign: true }, false);
    expect(tab.lost).toEqual([]);
    expect(tab.pending).toBe(isPending);
  }
});

test('nothing is pending once the writes have ended', async () => {
  const [local, session] = [memoryStorage(0), memoryStorage()];
  const tab = load(session, local);
  tab.keep(kept('tree an hour of work'), true);
  tab.startAnother();
  expect(tab.pending).toBe(true);
  await tab.settle();
  expect(tab.pending).toBe(false);
  expect(await listed(local)).toEqual(['tree an hour of work']);
});
