// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a person sees of the texts that the browser keeps, act by act. Each sequence is short, and notices a fault that
// the walk of nothing-lost.test.ts can miss: there a text counts as kept wherever it is found.

import { beforeEach, expect, test } from 'vitest';
import { databaseBacking, type Backing } from '../../../web/app/store/kept/text-backing';
import { begin, broken, closing, copyOf, kept, listed, load, memoryStorage, named, type Tab } from './one-tab';

beforeEach(begin);

const texts = (tab: Tab): string[] => tab.store.list().map(({ text }) => text);

async function typed(tab: Tab, ...all: readonly string[]): Promise<void> {
  for (const text of all) {
    tab.keep(kept(text), true);
    await tab.settle();
  }
}

/** Each in an entry of its own, in this order. */
async function several(tab: Tab, ...all: readonly string[]): Promise<void> {
  for (const text of all) {
    tab.startAnother();
    await typed(tab, text);
  }
}

test('type, reload, type on, reload, type on: one text, the last', async () => {
  const [local, session] = [memoryStorage(), memoryStorage()];
  for (const text of ['tree a', 'tree ab', 'tree abc']) {
    const tab = load(session, local);
    await tab.settle();
    await typed(tab, text);
  }
  expect(await listed(local)).toEqual(['tree abc']);
});

test('type three texts, go on with the first: the list has the one that changed last on top', async () => {
  const [local, tab] = [memoryStorage(), load(memoryStorage(), memoryStorage())];
  await several(tab, 'tree a', 'tree b', 'tree c');
  expect(texts(tab)).toEqual(['tree c', 'tree b', 'tree a']);
  tab.startAnother('tree a');
  await typed(tab, 'tree a', 'tree a more');
  expect(texts(tab)).toEqual(['tree a more', 'tree c', 'tree b']);
  expect(await listed(local)).toEqual(['tree a more', 'tree c', 'tree b']);
});

test('name, type on, reload, type on: the name stays, and an empty one takes it away', async () => {
  const [local, session] = [memoryStorage(), memoryStorage()];
  const before = load(session, local);
  await typed(before, 'tree a');
  const { id } = before.store.list()[0]!;
  expect(await before.store.rename(id, ' Mine ')).toBe(true);
  await typed(before, 'tree ab');
  const after = load(session, local);
  await typed(after, 'tree abc');
  expect(after.store.list().map(({ text, name }) => [text, name])).toEqual([['tree abc', 'Mine']]);
  await after.store.rename(id, '');
  expect(after.store.list()[0]?.name).toBeUndefined();
});

test('name, delete, undo: the text is back with its name, also for the next visitor, and undo is used up', async () => {
  const [local, tab] = [memoryStorage(), load(memoryStorage(), memoryStorage())];
  await several(tab, 'tree a', 'tree b');
  const { id } = tab.store.list()[1]!;
  await tab.store.rename(id, 'Mine');
  expect(await tab.store.remove(id)).toBe(true);
  expect([texts(tab), await listed(local)]).toEqual([['tree b'], ['tree b']]);
  expect([await tab.store.undo(), await tab.store.undo()]).toEqual([true, false]);
  expect(tab.store.list().map(({ text, name }) => [text, name])).toEqual([
    ['tree b', undefined],
    ['tree a', 'Mine'],
  ]);
  expect(await listed(local)).toEqual(['tree b', 'tree a']);
});

test('two entries with one text are one in the list, and are deleted together', async () => {
  const local = memoryStorage();
  for (const id of ['one', 'two'])
    await databaseBacking().update(id, () => ({ id, text: 'tree a', when: 1, rev: 'x:1' }));
  const tab = load(memoryStorage(), local);
  await tab.settle();
  expect(texts(tab)).toEqual(['tree a']);
  await tab.store.remove(tab.store.list()[0]!.id);
  expect([texts(tab), await listed(local)]).toEqual([[], []]);
});

test('type, and the tab ends before the write: the next visitor has the text once, and no journal stays', async () => {
  const [local, session] = [memoryStorage(), memoryStorage()];
  const tab = load(session, local, closing);
  tab.keep(kept('tree a'), true);
  tab.keep(kept('tree ab'), true);
  expect(await listed(local)).toEqual(['tree ab']);
  expect(await listed(local)).toEqual(['tree ab']);
  expect(local.length).toBe(0);
});

test('a text of more than a million letters leaves the storage free, and is written all the same', async () => {
  for (const [letters, keys] of [
    [1_000_000, 1],
    [1_000_001, 0],
  ] as const) {
    begin();
    const [local, stuck] = [memoryStorage(), memoryStorage()];
    load(memoryStorage(), stuck, closing).keep(kept('x'.repeat(letters)), true);
    expect(stuck.length).toBe(keys);
    const tab = load(memoryStorage(), local);
    await typed(tab, 'x'.repeat(letters));
    expect([tab.outcomes.at(-1), texts(tab).map(({ length }) => length)]).toEqual(['saved', [letters]]);
  }
});

test('a database that is full: never said to be saved; the text that left the page is offered', async () => {
  const tab = load(memoryStorage(), memoryStorage(20), broken(named('QuotaExceededError')));
  await typed(tab, 'tree a that is long');
  expect(tab.outcomes).not.toContain('saved');
  expect(tab.outcomes.at(-1)).toBe('full');
  tab.startAnother();
  expect(tab.lost).toEqual([{ text: 'tree a that is long', why: 'full' }]);
});

test('another page deletes the database: it need not wait, and the text can be kept again', async () => {
  const tab = load(memoryStorage(), memoryStorage());
  await typed(tab, 'tree a');
  const ended = await new Promise<string>((done) => {
    const request = indexedDB.deleteDatabase('maplescope');
    request.onsuccess = () => done('deleted');
    request.onblocked = () => done('blocked');
  });
  expect(ended).toBe('deleted');
  await tab.settle();
  expect(tab.outcomes.at(-1)).toBe('gone');
  tab.keepAgain();
  await tab.settle();
  expect([tab.outcomes.at(-1), (await databaseBacking().all()).map(({ text }) => text)]).toEqual(['saved', ['tree a']]);
});

test('a copied tab and the first both type on: both texts stay, whoever writes first', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ] as const) {
    begin();
    const [local, session] = [memoryStorage(), memoryStorage()];
    await typed(load(session, local), 'tree a');
    const tabs = [load(session, local), load(copyOf(session), local)];
    for (const tab of tabs) await tab.settle();
    for (const k of order) await typed(tabs[k]!, `tree a by ${k}`);
    for (const k of order) await typed(tabs[k]!, `tree a by ${k}, more`);
    expect((await listed(local)).sort()).toEqual(['tree a by 0, more', 'tree a by 1, more']);
  }
});

test('a change that the other tab wrote while this one was slow is not overwritten', async () => {
  const [local, session] = [memoryStorage(), memoryStorage()];
  await typed(load(session, local), 'tree a');
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const slow = (): Promise<Backing> =>
    Promise.resolve({
      ...databaseBacking(),
      update: (id, change) => held.then(() => databaseBacking().update(id, change)),
    });
  const late = load(copyOf(session), local, slow);
  await late.settle();
  late.keep(kept('tree a, slowly'), true);
  await typed(load(session, local), 'tree a, quickly');
  goOn();
  await late.settle();
  expect((await listed(local)).sort()).toEqual(['tree a, quickly', 'tree a, slowly']);
});
