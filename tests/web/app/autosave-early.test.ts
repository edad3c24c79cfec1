// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a tab keeps before the list of texts has been read.

import { beforeEach, expect, test } from 'vitest';
import { databaseBacking } from '../../../web/app/store/kept/text-backing';
import { begin, closing, kept, listed, load, memoryStorage, type Tab } from './one-tab';

beforeEach(begin);

test('a kept text that comes back before the database is open keeps its entry and its place', async () => {
  const acts: ((tab: Tab) => void)[] = [
    (tab) => void tab.list('tree a'),
    (tab) => {
      // Back and Forward.
      for (const text of ['tree a', 'tree b']) {
        tab.startAnother(text);
        tab.keep(kept(text), true);
      }
    },
  ];
  for (const act of acts) {
    for (const isLeft of [false, true]) {
      begin();
      const [session, local] = [memoryStorage(), memoryStorage()];
      const before = load(session, local);
      for (const text of ['tree a', 'tree b']) {
        before.startAnother();
        before.keep(kept(text), true);
        await before.settle();
      }
      const stored = (await databaseBacking().all()).map(({ id, text, when }) => ({ id, text, when }));
      // Its writes end, or the page is left before: the next load finds the journal.
      const tab = load(session, local, isLeft ? closing : undefined);
      act(tab);
      await (isLeft ? load(session, local) : tab).settle();
      expect((await databaseBacking().all()).map(({ id, text, when }) => ({ id, text, when }))).toEqual(stored);
      expect(await listed(local)).toEqual(['tree b', 'tree a']);
      expect(local.length).toBe(0);
    }
  }
});

test('a text that comes back before the database is open is not overwritten by what is typed next', async () => {
  const [session, local] = [memoryStorage(), memoryStorage()];
  const before = load(session, local);
  before.keep(kept('tree a'), true);
  await before.settle();
  const tab = load(session, local, undefined, false);
  tab.resume();
  // Its own entry will hold the next text.
  tab.keep(kept('tree a'), true);
  tab.list('tree a');
  tab.keep(kept('tree ab'), true);
  await tab.settle();
  expect((await listed(local)).sort()).toEqual(['tree a', 'tree ab']);
});
