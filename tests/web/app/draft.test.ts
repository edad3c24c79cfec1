// SPDX-License-Identifier: GPL-2.0-or-later
//
// A lesson that is being written: what was typed is found after a reload in the middle of it, and is not left behind
// without a question where the browser keeps nothing.

import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowser, type Browser } from './branch-page';

vi.mock('../../../web/app/store/lessons/draft-check', () => ({
  createDraftCheck: () => ({ take: () => Promise.resolve(), end: () => undefined }),
}));

let browser: Browser;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  globalThis.indexedDB = new IDBFactory();
  browser = openBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Loads the page with the writer open, before the texts are read. */
async function writer() {
  vi.resetModules();
  const [session, draft] = await Promise.all([
    import('../../../web/app/store/actions/session'),
    import('../../../web/app/store/lessons/draft'),
  ]);
  session.startSession();
  const stop = draft.startWriting(null);
  const settle = async (): Promise<void> => {
    await session.textStore()?.ready;
    for (let k = 0; k < 10; k++) {
      await vi.runAllTimersAsync();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const texts = (): string[] =>
    draft
      .ownLessons()
      .map(({ text }) => text)
      .sort();
  return { ...draft, stop, settle, texts, store: session.textStore };
}

test('reloads in the middle of typing go on with the same lesson', async () => {
  const first = await writer();
  await first.settle();
  first.write('# Mine');
  browser.fire('pagehide');
  for (const more of ['# Mine, a', '# Mine, a and b']) {
    const again = await writer();
    expect(again.draft.value).toBe(more.slice(0, more.lastIndexOf(more.includes('and') ? ' and' : ',')));
    await again.settle();
    again.write(more);
    browser.fire('pagehide');
  }
  const last = await writer();
  await last.settle();
  expect(last.texts()).toEqual(['# Mine, a and b']);
});

test('a draft that is deleted is not shown as saved, and is restored on request', async () => {
  const { write, settle, texts, kept, keepAgain, ownLessons, startWriting, stop, store } = await writer();
  await settle();
  write('# Mine');
  await settle();
  for (const where of ['here', 'in another tab']) {
    const { id } = ownLessons()[0]!;
    if (where === 'here') {
      stop();
      await store()!.remove(id);
      startWriting(null);
    } else {
      const other = (await import('../../../web/app/store/kept/text-backing')).databaseBacking();
      expect(await other.remove(id, '# Mine')).toBe(true);
      browser.fire('storage', { key: `maplescope.journal.${id}.`, newValue: null });
    }
    await settle();
    expect([where, kept.value, texts()]).toEqual([where, 'gone', []]);
    expect(browser.fire('beforeunload')).toBe(false);
    keepAgain();
    await settle();
    expect([kept.value, texts()]).toEqual(['saved', ['# Mine']]);
  }
});

test('a draft too long for the tab, which loads late, does not replace text typed before it arrived', async () => {
  browser.room = 200;
  const long = `# Long\n\n${'Text. '.repeat(100)}`;
  const first = await writer();
  await first.settle();
  first.write(long);
  await first.settle();
  const again = await writer();
  again.write('# Typed');
  await again.settle();
  expect(again.draft.value).toBe('# Typed');
  expect(again.texts()).toEqual([long, '# Typed']);
  // It comes back where nothing is typed.
  browser.tab.clear();
  again.begin(long, true);
  await again.settle();
  const third = await writer();
  await third.settle();
  expect(third.draft.value).toBe(long);
  third.write(`${long}More.`);
  await third.settle();
  expect(third.texts()).toEqual([`${long}More.`, '# Typed']);
});

test('the browser asks before a draft is left that it does not keep', async () => {
  const kept = await writer();
  await kept.settle();
  expect(browser.fire('beforeunload')).toBe(false);
  kept.write('# Mine');
  await kept.settle();
  expect(kept.kept.value).toBe('saved');
  expect(browser.fire('beforeunload')).toBe(false);

  vi.stubGlobal('indexedDB', undefined);
  browser = openBrowser(true);
  const { write, settle, kept: outcome, stop } = await writer();
  await settle();
  // The template is not the person's own.
  expect(browser.fire('beforeunload')).toBe(false);
  write('# Mine');
  expect(browser.fire('beforeunload')).toBe(true);
  await settle();
  expect(outcome.value).toBe('blocked');
  stop();
  // The draft is still in the page.
  expect(browser.fire('beforeunload')).toBe(true);
});
