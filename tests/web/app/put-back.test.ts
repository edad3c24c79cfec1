// SPDX-License-Identifier: GPL-2.0-or-later
//
// A notice offers to bring back the text that was on the page before. What was typed since is the person's too: it is
// among their texts afterwards.

import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { engineHere } from './engine-here';
import { openBrowser, openPage } from './branch-page';

const MINE = 'tree t\nstore 0..9 = 1\nstore 0..9 = 2\nexpect t valid\n';

beforeEach(() => {
  // The database's own steps run on real time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  globalThis.indexedDB = new IDBFactory();
  openBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Page = Awaited<ReturnType<typeof openPage>>;

async function back(page: Page, label: string): Promise<void> {
  const offer = page.state.notice.value?.offer ?? null;
  expect(offer?.label).toBe(label);
  offer!.act();
  await page.settled();
}

/** Every text that is on the page or listed. */
async function found(page: Page): Promise<string[]> {
  await vi.waitUntil(() => page.session.textStore()?.kind() !== null);
  await page.settled();
  return [page.state.text.value, ...page.session.recentTexts().map(({ text }) => text)];
}

test('“Back to the previous text” keeps what was typed into the scenario that a search found', async () => {
  const page = await openPage();
  const { attachEngine } = await import('../../../web/app/store/run/run');
  const example = 'tree u\nstore 5 = 1\n';
  // What a search finds is another test's.
  attachEngine({ ...engineHere(), ask: () => Promise.resolve({ text: example, calls: 1 }) as never });
  await page.paste('mine', MINE.split('\n'));
  const mine = page.state.text.value;
  const { showExample } = await import('../../../web/app/store/actions/write-paths');
  await showExample('split_store');
  await page.settled();
  expect(page.state.text.value).toBe(example);
  const { notice } = page.state;
  const offered = notice.value;
  await page.type(`${example}# an hour of work\n`, 2);
  notice.value = offered;
  await back(page, 'Back to the previous text');
  expect(page.state.text.value).toBe(mine);
  expect(await found(page)).toContain(`${example}# an hour of work\n`);
  page.close();
});

test('“Bring the longer one back” keeps what was typed into the shorter scenario', async () => {
  const page = await openPage();
  await page.paste('mine', MINE.split('\n'));
  const longer = page.state.text.value;
  const { showShrunk } = await import('../../../web/app/editor/shrink-run');
  void showShrunk(longer, { text: 'tree t\nstore 0..9 = 1\n', done: true, tries: 3 });
  await page.settled();
  const offered = page.state.notice.value;
  await page.type('tree t\nstore 0..9 = 1\n# an hour of work\n', 3);
  page.state.notice.value = offered;
  await back(page, 'Bring the longer one back');
  expect(page.state.text.value).toBe(longer);
  expect(await found(page)).toContain('tree t\nstore 0..9 = 1\n# an hour of work\n');
  page.close();
});

test('a shorter scenario does not replace a text typed during the search', async () => {
  const page = await openPage();
  await page.paste('mine', MINE.split('\n'));
  const longer = page.state.text.value;
  await page.type(`${longer}# more\n`, 2);
  const { showShrunk } = await import('../../../web/app/editor/shrink-run');
  await showShrunk(longer, { text: 'tree t\n', done: true, tries: 3 });
  expect(page.state.text.value).toBe(`${longer}# more\n`);
  page.close();
});
