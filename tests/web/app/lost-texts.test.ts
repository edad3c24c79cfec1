// SPDX-License-Identifier: GPL-2.0-or-later
//
// Texts that left the page before their write failed: the tab tells which they are, and tries them again.

import { beforeEach, describe, expect, test } from 'vitest';
import { databaseBacking, type Backing } from '../../../web/app/store/kept/text-backing';
import { begin, broken, kept, listed, load, memoryStorage, named, type Tab } from './one-tab';

beforeEach(begin);

describe('a write that fails after the tab went on with another text', () => {
  let isFull = true;
  const filling = (): Promise<Backing> =>
    Promise.resolve({
      ...databaseBacking(),
      update: (id, change) =>
        isFull ? Promise.reject(named('QuotaExceededError')) : databaseBacking().update(id, change),
    });
  async function left(how: (tab: Tab) => void): Promise<Tab> {
    isFull = true;
    const tab = load(memoryStorage(), memoryStorage(10), filling);
    tab.keep(kept('tree a'), true);
    how(tab);
    await tab.settle();
    return tab;
  }

  test('names the lost text, and no other', async () => {
    for (const how of [
      (tab: Tab) => tab.startAnother(),
      // The editor is emptied.
      (tab: Tab) => tab.keep(kept(''), true),
    ]) {
      const tab = await left(how);
      expect(tab.lost).toEqual([{ text: 'tree a', why: 'full' }]);
      expect(tab.outcomes).not.toContain('full');
    }
    const tab = await left(() => undefined);
    expect([tab.lost, tab.outcomes.at(-1)]).toEqual([[], 'full']);
    tab.startAnother();
    expect(tab.lost).toEqual([{ text: 'tree a', why: 'full' }]);
    tab.startAnother('tree a');
    expect(tab.lost).toEqual([]);
  });

  test('is tried again as soon as another text is written', async () => {
    const tab = await left((of) => of.startAnother());
    isFull = false;
    tab.keep(kept('tree b'), true);
    await tab.settle();
    expect(tab.lost).toEqual([]);
    expect((await databaseBacking().all()).map(({ text }) => text).sort()).toEqual(['tree a', 'tree b']);
  });

  test('is forgotten when the person gives the text up', async () => {
    const tab = await left((of) => of.startAnother());
    tab.giveUp('tree a');
    expect(tab.lost).toEqual([]);
    isFull = false;
    tab.keep(kept('tree b'), true);
    await tab.settle();
    expect((await databaseBacking().all()).map(({ text }) => text)).toEqual(['tree b']);
  });

  test('is among the lost again, or kept if there is room by then, when giving it up is undone', async () => {
    for (const room of [false, true]) {
      const tab = await left((of) => of.startAnother());
      const undo = tab.giveUp('tree a');
      expect(tab.lost).toEqual([]);
      isFull = !room;
      undo();
      await tab.settle();
      expect(tab.lost).toEqual(room ? [] : [{ text: 'tree a', why: 'full' }]);
      expect((await databaseBacking().all()).map(({ text }) => text)).toEqual(room ? ['tree a'] : []);
    }
  });
});

test('what the journal got while an older change found no room is listed', async () => {
  const local = memoryStorage();
  const tab = load(memoryStorage(), local, broken(named('QuotaExceededError')));
  tab.keep(kept('tree a'), true);
  tab.keep(kept('tree ab'), true);
  await tab.settle();
  expect(tab.outcomes.at(-1)).toBe('full');
  expect(await listed(local)).toEqual(['tree ab']);
});
