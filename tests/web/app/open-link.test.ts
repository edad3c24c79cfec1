// SPDX-License-Identifier: GPL-2.0-or-later
//
// Links and reloads: a link that was being opened is opened by the reload, and what the page says of a link that it
// has opened is said again.

import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encodeLink } from '../../../web/share/encode';
import { openBrowser, openPage, type Browser } from './branch-page';

let browser: Browser;
beforeEach(() => {
  // The database's own steps run on real time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  globalThis.indexedDB = new IDBFactory();
  browser = openBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const SENT = 'tree sent\nstore 1 = 1\nstore 2 = 2\nstore 3 = 3\n';

function linkTo(script: string, sum: string | null = null, step = 2): string {
  const encoded = encodeLink({ script, language: 1, step, engine: null, sum });
  if (encoded.kind !== 'link') throw new Error(encoded.message);
  return encoded.fragment;
}

type Page = Awaited<ReturnType<typeof openPage>>;

/** Reloads the page, as the browser's button does. */
async function reloaded(page: Page | null): Promise<Page> {
  if (page !== null) {
    browser.fire('pagehide');
    page.close();
  }
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'reload' } as PerformanceNavigationTiming]);
  return openPage();
}

test('a link whose result differs today says so after a reload too, wherever the person was', async () => {
  const differs = 'This link’s result differs today: at step 2.';
  browser.address(linkTo(SENT, '0123456789abcdef'));
  let page = await openPage();
  await vi.waitUntil(() => page.notice() === differs);
  for (const at of [2, 4, 1]) {
    await page.look(at);
    page = await reloaded(page);
    await vi.waitUntil(() => page.notice() !== '').catch(() => undefined);
    expect([page.state.step.value, page.notice()]).toEqual([at, differs]);
  }
  // The text is the person's own from now on.
  await page.type(`${SENT}# mine\n`, 5);
  page = await reloaded(page);
  expect([page.state.text.value, page.notice()]).toEqual([`${SENT}# mine\n`, '']);
  page.close();
});

test('Back to a link whose result differs says so again', async () => {
  browser.address(linkTo(SENT, '0123456789abcdef'));
  const page = await openPage();
  await vi.waitUntil(() => page.notice().includes('differs today'));
  await page.paste('mine', ['tree mine']);
  expect(page.notice()).toBe('');
  browser.go(-1);
  await page.settled();
  await vi.waitUntil(() => page.notice().includes('differs today'));
  page.close();
});

const MINE = 'tree mine\nstore 7 = 7\n';
const LATE = '../../../web/app/store/links/open-link';

test.each(['heard', 'unheard'])(
  'a link in the address bar is opened by a reload that comes before it was opened, %s by the page',
  async (how) => {
    let page = await openPage();
    await page.type(MINE, 2);
    browser.address(linkTo(SENT));
    // The part that opens links is still on its way.
    vi.doMock(LATE, () => new Promise(() => undefined));
    if (how === 'heard') browser.fire('hashchange');
    await vi.advanceTimersByTimeAsync(1000);
    expect(page.state.text.value).toBe(MINE);
    vi.doUnmock(LATE);
    page = await reloaded(page);
    expect(page.state.text.value).toBe(SENT);
    await vi.waitUntil(() => page.gallery().some(([text]) => text === MINE));
    page.close();
  },
);

test.each([true, false])(
  'typing while a link is on its way does not lose the link; it arrives: %s',
  async (arrives) => {
    const fragment = linkTo(SENT);
    let page = await openPage();
    await page.type(MINE, 2);
    browser.address(fragment);
    let arrive = (): void => undefined;
    const held = new Promise<void>((done) => (arrive = done));
    vi.doMock(LATE, async (original) => {
      await held;
      return original();
    });
    browser.fire('hashchange');
    await page.type(`${MINE}# and more\n`, 2);
    expect([page.state.text.value, browser.fragment()]).toEqual([`${MINE}# and more\n`, fragment]);
    if (arrives) arrive();
    else page = await reloadedWith(page);
    await vi.waitUntil(() => page.state.text.value === SENT);
    expect(browser.fragment()).toBe(fragment);
    await vi.waitUntil(() => page.gallery().some(([text]) => text === `${MINE}# and more\n`));
    // From now on the text is the person's own.
    await page.type(`${SENT}# mine\n`, 4);
    expect(browser.fragment()).toBe('');
    vi.doUnmock(LATE);
    page.close();
  },
);

function reloadedWith(page: Page): Promise<Page> {
  vi.doUnmock(LATE);
  return reloaded(page);
}

test('the link that an edit has taken from the bar does not come back, though a reload finds it there', async () => {
  for (const fragment of [linkTo(SENT), 'ex=corrupt&step=1']) {
    browser.address(fragment);
    let page = await openPage();
    expect(page.state.text.value).not.toBe('');
    await page.type(MINE, 2);
    expect(browser.fragment()).toBe('');
    // The browser still loads the address of before, or one of an earlier step.
    browser.address(fragment.replace(/&step=1$/, '&step=2'));
    page = await reloaded(page);
    expect([page.state.text.value, browser.fragment()]).toEqual([MINE, '']);
    page.close();
  }
});

test('the same link, wanted again, is opened by a reload', async () => {
  const fragment = linkTo(SENT);
  browser.address(fragment);
  let page = await openPage();
  await page.type(MINE, 2);
  browser.address(fragment);
  vi.doMock(LATE, () => new Promise(() => undefined));
  browser.fire('hashchange');
  vi.doUnmock(LATE);
  page = await reloaded(page);
  expect([page.state.text.value, browser.fragment()]).toEqual([SENT, fragment]);
  page.close();
});
