// SPDX-License-Identifier: GPL-2.0-or-later
//
// A text that found room in the tab’s own storage alone, and a link that is then opened in the tab.

import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowser, openPage, type Browser } from './branch-page';

const MINE = 'tree t\nstore 0..9 = 1\n# an hour of work\n';
/** Milliseconds: it comes sooner. */
const LONG = 20_000;
let browser: Browser;

beforeEach(() => {
  // The database's own steps run on real time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  globalThis.indexedDB = new IDBFactory();
  browser = openBrowser();
  // As a load before left it whose storage was full, so that no list has it.
  browser.tab.set(
    'maplescope.tab',
    JSON.stringify({ text: MINE, step: 2, link: '', breakpoints: [], foreign: false, entry: 'old', rev: 'load:1' }),
  );
  history.replaceState(null, '', 'http://here/#ex=corrupt');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the text is listed where there is room by now', async () => {
  const page = await openPage();
  expect(page.state.text.value).toContain('# A corrupt node');
  await vi.waitFor(() => expect(page.session.recentTexts().map(({ text }) => text)).toEqual([MINE]), LONG);
  page.close();
});

test('it is among the lost texts where there is none', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  browser.fullForAll = true;
  const page = await openPage();
  await vi.waitFor(() => expect(page.lost.value).toMatchObject([{ text: MINE, kind: 'scenario', why: 'full' }]), LONG);
  put.mockRestore();
  page.close();
});
