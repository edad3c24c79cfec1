// SPDX-License-Identifier: GPL-2.0-or-later
//
// A write that the database refused: it is tried again for a while, and the text is not called saved before it is.

import { beforeEach, expect, test } from 'vitest';
import { databaseBacking, type Backing } from '../../../web/app/store/kept/text-backing';
import { begin, kept, load, memoryStorage, named, type Tab } from './one-tab';

beforeEach(begin);

let isFull = true;
let writes = 0;
const filling = (): Promise<Backing> =>
  Promise.resolve({
    ...databaseBacking(),
    update: (id, change) => {
      writes++;
      return isFull ? Promise.reject(named('QuotaExceededError')) : databaseBacking().update(id, change);
    },
  });
const stored = async (): Promise<string[]> => (await databaseBacking().all()).map(({ text }) => text).sort();

async function elapse(tab: Tab): Promise<number[]> {
  const due = tab.timers.splice(0);
  for (const { act } of due) act();
  await tab.settle();
  return due.map(({ ms }) => ms);
}

beforeEach(() => {
  isFull = true;
  writes = 0;
});

test('a change that only the journal holds is not saved, and is written as soon as there is room', async () => {
  const tab = load(memoryStorage(), memoryStorage(), filling);
  tab.keep(kept('tree a'), true);
  await tab.settle();
  expect(tab.outcomes.at(-1)).toBe('full');
  await elapse(tab);
  expect([tab.outcomes.at(-1), await stored()]).toEqual(['full', []]);
  isFull = false;
  await elapse(tab);
  expect([tab.outcomes.at(-1), await stored(), tab.timers]).toEqual(['saved', ['tree a'], []]);
});

test('while nothing is written, a step, another letter or the page that is left does not call it saved', async () => {
  const tab = load(memoryStorage(), memoryStorage(), filling);
  tab.keep(kept('tree a'), true);
  await tab.settle();
  tab.outcomes.length = 0;
  tab.keep({ ...kept('tree a'), step: 5 }, true);
  tab.keep(kept('tree ab'), true);
  tab.keep(kept('tree ab'), true);
  await tab.settle();
  expect(new Set(tab.outcomes)).toEqual(new Set(['full']));
});

test('it is tried a few times, later and later, with one timer; the next change begins again', async () => {
  const tab = load(memoryStorage(), memoryStorage(), filling);
  tab.keep(kept('tree a'), true);
  tab.keep({ ...kept('tree a'), step: 4 }, true);
  await tab.settle();
  tab.keep({ ...kept('tree a'), step: 5 }, true);
  await tab.settle();
  const waits: number[] = [];
  for (let k = 0; k < 9; k++) waits.push(...(await elapse(tab)));
  expect(waits).toEqual([1_000, 5_000, 30_000, 120_000]);
  const before = writes;
  tab.keep(kept('tree b'), true);
  await tab.settle();
  expect([writes - before, tab.timers.map(({ ms }) => ms)]).toEqual([1, [1_000]]);
});

test('a text that left the page is tried again too, also one that nothing keeps', async () => {
  for (const room of [Infinity, 10]) {
    begin();
    isFull = true;
    const tab = load(memoryStorage(), memoryStorage(room), filling);
    tab.keep(kept('tree a'), true);
    tab.startAnother();
    tab.keep({ ...kept('# An example'), foreign: true }, false);
    await tab.settle();
    expect(tab.lost).toEqual(room === 10 ? [{ text: 'tree a', why: 'full' }] : []);
    isFull = false;
    await elapse(tab);
    expect([tab.lost, await stored()]).toEqual([[], ['tree a']]);
  }
});

test('a text that its entry holds already is saved, although it cannot be written again', async () => {
  const [local, session] = [memoryStorage(), memoryStorage()];
  isFull = false;
  const before = load(session, local, filling);
  before.keep(kept('tree a'), true);
  await before.settle();
  isFull = true;
  const after = load(session, local, filling);
  after.keep(kept('tree a'), true);
  await after.settle();
  expect(after.outcomes.at(-1)).toBe('saved');
});

test('a reload does not call it saved either; it is written once there is room, as one text', async () => {
  const [local, session] = [memoryStorage(), memoryStorage()];
  const before = load(session, local, filling);
  before.keep(kept('tree a'), true);
  await before.settle();
  const after = load(session, local, filling);
  await after.settle();
  after.keep(kept('tree a'), true);
  await after.settle();
  expect([after.outcomes.at(-1), after.store.list().map(({ text }) => text)]).toEqual(['full', ['tree a']]);
  isFull = false;
  await elapse(after);
  expect([after.outcomes.at(-1), await stored()]).toEqual(['saved', ['tree a']]);
  const next = load(session, local);
  await next.settle();
  expect(next.store.list().map(({ text }) => text)).toEqual(['tree a']);
});
