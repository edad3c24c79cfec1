// SPDX-License-Identifier: GPL-2.0-or-later
//
// The site's data are cleared while a tab is open: the tab says what is no longer saved, and saves it again.

import { beforeEach, expect, test, vi } from 'vitest';
import { databaseBacking } from '../../../web/app/store/kept/text-backing';
import { begin, kept, listed, load, memoryStorage } from './one-tab';

beforeEach(begin);

/** As another page deletes the database, or the browser with the site's data. */
function deleted(): Promise<'deleted' | 'blocked'> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase('maplescope');
    request.onsuccess = () => resolve('deleted');
    request.onblocked = () => resolve('blocked');
    request.onerror = () => reject(new Error('not deleted'));
  });
}

/** What a browser answers that is clearing the site's data. */
function aborted(): IDBOpenDBRequest {
  const request = { error: new DOMException('', 'AbortError'), onerror: (): void => undefined };
  queueMicrotask(() => request.onerror());
  return request as unknown as IDBOpenDBRequest;
}

test('a page that deletes the database need not wait for the tab, which says that its text is not kept', async () => {
  const local = memoryStorage();
  const tab = load(memoryStorage(), local);
  tab.keep(kept('tree a'), true);
  await tab.settle();
  expect(tab.outcomes.at(-1)).toBe('saved');
  expect(await deleted()).toBe('deleted');
  await tab.settle();
  expect(tab.outcomes.at(-1)).toBe('gone');
  expect(tab.store.list()).toEqual([]);
  tab.keepAgain();
  await tab.settle();
  expect(tab.outcomes.at(-1)).toBe('saved');
  expect(await listed(local)).toEqual(['tree a']);
});

test('what is typed after that is saved, in a database that is there again', async () => {
  const local = memoryStorage();
  const tab = load(memoryStorage(), local);
  tab.keep(kept('tree a'), true);
  await tab.settle();
  expect(await deleted()).toBe('deleted');
  tab.keep(kept('tree ab'), true);
  await tab.settle();
  expect(tab.outcomes.at(-1)).toBe('saved');
  expect((await databaseBacking().all()).map(({ text }) => text)).toEqual(['tree ab']);
});

test('what is typed while the database is deleted is saved', async () => {
  const local = memoryStorage();
  const tab = load(memoryStorage(), local);
  tab.keep(kept('tree a'), true);
  await tab.settle();
  const gone = deleted();
  tab.keep(kept('tree ab'), true);
  expect(await gone).toBe('deleted');
  await tab.settle();
  const isThere = (await databaseBacking().all()).some(({ text }) => text === 'tree ab');
  expect(tab.outcomes.at(-1)).toBe(isThere ? 'saved' : 'gone');
});

test('texts in a localStorage that another tab has cleared are not said to be saved', async () => {
  const factory = globalThis.indexedDB;
  Reflect.deleteProperty(globalThis, 'indexedDB');
  const local = memoryStorage();
  const tab = load(memoryStorage(), local);
  tab.keep(kept('tree a'), true);
  await tab.settle();
  expect([tab.store.kind(), tab.outcomes.at(-1)]).toEqual(['storage', 'saved']);
  local.clear();
  tab.hear(null, null);
  await tab.settle();
  expect(tab.outcomes.at(-1)).toBe('gone');
  globalThis.indexedDB = factory;
});

test('a database that cannot be opened while the browser clears it is opened when that has ended', async () => {
  const local = memoryStorage();
  const tab = load(memoryStorage(), local);
  tab.keep(kept('tree a'), true);
  await tab.settle();
  const open = vi.spyOn(indexedDB, 'open');
  let asked = 0;
  open.mockImplementation((name) => {
    if (++asked < 3) return aborted();
    open.mockRestore();
    return indexedDB.open(name);
  });
  expect(await deleted()).toBe('deleted');
  await vi.waitFor(() => expect(tab.outcomes.at(-1)).toBe('gone'), 3000);
  expect(asked).toBe(3);
});
