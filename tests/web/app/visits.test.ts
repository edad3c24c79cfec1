// SPDX-License-Identifier: GPL-2.0-or-later
//
// The browser's history, with a history that is a list and an index: what an entry held comes back, and only that.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followVisits, type Visit } from '../../../web/app/store/kept/visits';

/** A window's history: entries with their states, and where it stands. */
interface Browser {
  readonly entries: { state: unknown; url: string }[];
  at: number;
  readonly go: (by: number) => void;
  readonly fragmentChanged: () => void;
  readonly stored: Map<string, string>;
  readonly storage: Storage;
}

let browser: Browser;

function openBrowser(framed = false): Browser {
  const listeners = new Map<string, Set<() => void>>();
  const stored = new Map<string, string>();
  const made: Browser = {
    entries: [{ state: null, url: 'http://here/' }],
    at: 0,
    go(by) {
      made.at += by;
      for (const listener of listeners.get('popstate') ?? []) listener();
    },
    fragmentChanged() {
      for (const listener of listeners.get('hashchange') ?? []) listener();
    },
    stored,
    storage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    } as unknown as Storage,
  };
  const self = {};
  vi.stubGlobal('window', {
    self,
    top: framed ? {} : self,
    addEventListener: (name: string, listener: () => void) =>
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener)),
    removeEventListener: (name: string, listener: () => void) => listeners.get(name)?.delete(listener),
  });
  vi.stubGlobal('location', {
    get href() {
      return made.entries[made.at]!.url;
    },
  });
  vi.stubGlobal('history', {
    get state() {
      return made.entries[made.at]!.state;
    },
    pushState(state: unknown, _title: string, url: string) {
      made.entries.splice(made.at + 1);
      made.entries.push({ state, url });
      made.at++;
    },
    replaceState(state: unknown) {
      made.entries[made.at]!.state = state;
    },
  });
  return made;
}

const ids = (): (() => string) => {
  let next = 0;
  return () => `v${next++}`;
};
const visit = (text: string): Visit => ({
  text,
  step: text.length,
  link: '',
  breakpoints: [],
  foreign: false,
  branches: `branches of ${text}`,
});

beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => vi.unstubAllGlobals());

/** A page that shows `first`, with what came on it since. */
function opened(first: string, newId = ids()) {
  const shown: string[] = [];
  const page = { text: first, shown };
  const visits = followVisits(
    browser.storage,
    newId,
    () => visit(page.text),
    (back) => {
      expect(back).toEqual(visit(back.text));
      shown.push(back.text);
      page.text = back.text;
    },
  );
  const put = (text: string): void => {
    visits.openAnother();
    page.text = text;
  };
  return { page, visits, put };
}

describe('the history of the tab', () => {
  test('leads back and forward through the texts, each as it was left', () => {
    const { page, put } = opened('one');
    put('two');
    put('three');
    page.text = 'three, edited';
    browser.go(-1);
    expect(page.text).toBe('two');
    browser.go(-1);
    expect(page.text).toBe('one');
    browser.go(2);
    expect(page.text).toBe('three, edited');
    expect(page.shown).toEqual(['two', 'one', 'three, edited']);
  });

  test('gives a new text a bare address, and a text after Back takes the place of what was ahead', () => {
    browser.entries[0]!.url = 'http://here/?theme=dark#m1.abc';
    const { page, put } = opened('one');
    put('two');
    expect(browser.entries[1]!.url).toBe('http://here/?theme=dark');
    browser.go(-1);
    put('other');
    expect(browser.entries).toHaveLength(2);
    browser.go(-1);
    browser.go(1);
    expect(page.text).toBe('other');
  });

  test('holds over a reload', () => {
    const newId = ids();
    const { put, visits } = opened('one', newId);
    put('two');
    put('three');
    browser.go(-1);
    visits.stop();
    const again = opened('two', newId);
    browser.go(-1);
    expect(again.page.text).toBe('one');
    browser.go(2);
    expect(again.page.text).toBe('three');
  });

  test('keeps the 24 latest, and no more than a million characters over a reload', () => {
    const newId = ids();
    const { put, visits } = opened('text 0', newId);
    for (let k = 1; k <= 30; k++) put(`text ${k}`);
    const names = (): string[] =>
      (JSON.parse(browser.stored.get('maplescope.visits')!) as [string, Visit][]).map(([, { text }]) => text);
    expect(names()).toEqual(Array.from({ length: 24 }, (_, k) => `text ${k + 6}`));
    put('x'.repeat(300_000));
    put('y'.repeat(300_000));
    put('z');
    // Of the two long ones, only the later one has room.
    expect(
      names()
        .filter((text) => text.length > 100)
        .map((text) => text[0]),
    ).toEqual(['y']);
    visits.stop();
  });

  test('drops the text that was left longest ago, not the one opened first', () => {
    const { page, put } = opened('text 0');
    for (let k = 1; k <= 23; k++) put(`text ${k}`);
    browser.go(-23);
    expect(page.text).toBe('text 0');
    put('new 1');
    put('new 2');
    browser.go(-2);
    expect(page.text).toBe('text 0');
  });

  test('redraws nothing when only the fragment of the same entry changes', () => {
    const { page, put } = opened('one');
    put('two');
    browser.go(-1);
    browser.go(0);
    browser.fragmentChanged();
    expect(page.shown).toEqual(['one']);
  });

  test('follows nothing once it is stopped, and nothing inside a frame', () => {
    const { page, put, visits } = opened('one');
    put('two');
    visits.stop();
    browser.go(-1);
    expect(page.shown).toEqual([]);
    browser = openBrowser(true);
    const framed = opened('one');
    framed.put('two');
    expect(browser.entries).toHaveLength(1);
    expect(browser.stored.size).toBe(0);
  });

  test('leaves an entry alone that it does not know', () => {
    const { page } = opened('one');
    browser.entries.push({ state: { other: 1 }, url: 'http://here/#m1.zzz' });
    browser.go(1);
    expect(page.shown).toEqual([]);
    // It has a name now, so that Back and Forward lead here again.
    page.text = 'from the link';
    browser.go(-1);
    expect(page.text).toBe('one');
    browser.go(1);
    expect(page.text).toBe('from the link');
  });
});
