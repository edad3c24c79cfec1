// SPDX-License-Identifier: GPL-2.0-or-later
//
// Two tabs of one browser at work on the same things: what was typed in either of them is found afterwards.

import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAutosave, type Autosave, type Kept, type Outcome } from '../../../web/app/store/kept/autosave';
import { openBacking } from '../../../web/app/store/kept/open-backing';
import { exported } from '../../../web/app/store/kept/text-import';
import { createTextStore, type TextStore } from '../../../web/app/store/kept/text-store';
import { sharedMemory } from '../../../web/app/store/kept/shared-memory';
import { codesIn, encodeCode, type ClassCode, type HandedLesson } from '../../../web/classroom/code';
import type { KeptAnswer } from '../../../web/app/store/lessons/lesson-progress';
import type { PackItem } from '../../../web/pack/pack';

/** One browser: what one tab writes is reported to the others, as browsers do. */
class Browser {
  readonly kept = new Map<string, string>();
  readonly tabs: EventTarget[] = [];
  /** No more is kept of any value. */
  room = Infinity;

  /** The person clears what the browser keeps of the page. */
  clear(): void {
    this.kept.clear();
    for (const tab of this.tabs) tab.dispatchEvent(Object.assign(new Event('storage'), { key: null, newValue: null }));
  }

  tab(): { readonly window: EventTarget; readonly storage: Storage } {
    const { kept, tabs } = this;
    const window = new EventTarget();
    tabs.push(window);
    const tell = (key: string, newValue: string | null): void => {
      const event = Object.assign(new Event('storage'), { key, newValue });
      for (const other of tabs) if (other !== window) other.dispatchEvent(event);
    };
    const roomFor = (value: string): boolean => value.length <= this.room;
    const storage: Storage = {
      get length() {
        return kept.size;
      },
      key: (at) => [...kept.keys()][at] ?? null,
      getItem: (key) => kept.get(key) ?? null,
      setItem(key, value) {
        if (!roomFor(value)) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
        kept.set(key, value);
        tell(key, value);
      },
      removeItem(key) {
        if (kept.delete(key)) tell(key, null);
      },
      clear: () => kept.clear(),
    };
    return { window, storage };
  }
}

let browser: Browser;
let ids = 0;
let clock = 0;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  browser = new Browser();
  ids = clock = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the same text in two tabs', () => {
  interface Tab extends Autosave {
    readonly store: TextStore;
    readonly outcomes: Outcome[];
    settle(): Promise<void>;
    type(text: string): Promise<void>;
    /** Opens a text from the list. */
    open(text: string): Promise<void>;
  }

  async function openTab(session: Storage | null = null): Promise<Tab> {
    const { window, storage: local } = browser.tab();
    const newId = (): string => `id${++ids}`;
    const store = createTextStore({ open: () => openBacking(local), local, newId, changed: () => undefined });
    const outcomes: Outcome[] = [];
    const outcome = (of: Outcome): void => void outcomes.push(of);
    const quiet = { lost: () => undefined, pending: () => undefined };
    const autosave = createAutosave({ session, store, newId, now: () => ++clock, outcome, ...quiet });
    window.addEventListener('storage', (event) => {
      const { key, newValue } = event as StorageEvent;
      autosave.hear(key, newValue);
    });
    const settle = async (): Promise<void> => {
      await store.ready;
      for (let k = 0; k < 20; k++) await new Promise((resolve) => setTimeout(resolve, 0));
    };
    await settle();
    const kept = (text: string): Kept => ({ text, step: 0, link: '', breakpoints: [], foreign: false });
    return {
      ...autosave,
      store,
      outcomes,
      settle,
      async type(text) {
        autosave.keep(kept(text), true);
        await settle();
      },
      async open(text) {
        await store.refresh();
        autosave.startAnother(text);
        autosave.keep(kept(text), true);
        await settle();
      },
    };
  }

  async function texts(): Promise<string[]> {
    const { store } = await openTab();
    return store
      .list()
      .map(({ text }) => text)
      .sort();
  }

  test('one tab edits what the other only shows: the edit goes on with the entry', async () => {
    const first = await openTab();
    await first.type('tree a');
    const [mine, other] = [await openTab(), await openTab()];
    await mine.open('tree a');
    await other.open('tree a');
    await first.open('tree elsewhere');
    await mine.type('tree ab');
    expect(await texts()).toEqual(['tree ab', 'tree elsewhere']);
  });

  test('both tabs edit it: both are found, in either order', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      globalThis.indexedDB = new IDBFactory();
      browser = new Browser();
      const first = await openTab();
      await first.type('tree a');
      await first.type('tree elsewhere');
      await first.open('tree a');
      const tabs = [await openTab(), await openTab()];
      await first.type('tree a');
      for (const tab of tabs) await tab.open('tree elsewhere');
      for (const k of order) await tabs[k]!.type(`tree by ${k}`);
      for (const k of order) await tabs[k]!.type(`tree by ${k}, longer`);
      expect(await texts()).toEqual(expect.arrayContaining(['tree by 0, longer', 'tree by 1, longer']));
    }
  });

  test('another tab opens from the list what was typed here, and edits it: what stands here stays', async () => {
    const first = await openTab();
    await first.type('tree a');
    const second = await openTab();
    await second.open('tree a');
    await second.type('tree ab');
    expect(await texts()).toEqual(['tree a', 'tree ab']);
    // Each goes on with its own.
    await first.type('tree a, first');
    await second.type('tree ab, second');
    expect(await texts()).toEqual(['tree a, first', 'tree ab, second']);
  });

  test('both tabs typed the same letters, and one goes on', async () => {
    for (const goes of [0, 1]) {
      globalThis.indexedDB = new IDBFactory();
      browser = new Browser();
      const first = await openTab();
      await first.type('tree a');
      const second = await openTab();
      await second.type('tree a');
      expect(await texts()).toEqual(['tree a']);
      await [first, second][goes]!.type('tree ab');
      expect(await texts()).toEqual(['tree a', 'tree ab']);
    }
  });

  async function remove(tab: Tab, text: string): Promise<void> {
    await tab.store.refresh();
    expect(await tab.store.remove(tab.store.list().find((kept) => kept.text === text)!.id)).toBe(true);
    await tab.settle();
  }

  test('a text that another tab deletes is not shown as saved; it is restored on request, or by an edit', async () => {
    for (const how of ['asked', 'edited', 'undone']) {
      const [mine, other] = [await openTab(), await openTab()];
      await mine.type(`tree ${how}`);
      await remove(other, `tree ${how}`);
      expect(mine.outcomes.at(-1)).toBe('gone');
      // Nothing but the person brings it back.
      await mine.type(`tree ${how}`);
      expect(mine.outcomes.at(-1)).toBe('gone');
      expect(await texts()).toEqual([]);
      if (how === 'asked') mine.keepAgain();
      else if (how === 'edited') await mine.type('tree asked');
      else await other.store.undo();
      await mine.settle();
      expect(mine.outcomes.at(-1)).toBe('saved');
      const now = how === 'undone' ? 'tree undone' : 'tree asked';
      expect(await texts()).toEqual([now]);
      await remove(other, now);
    }
  });

  test('a text that another tab deletes in localStorage, where the database is blocked', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const [mine, other] = [await openTab(), await openTab()];
    await mine.type('tree a');
    await remove(other, 'tree a');
    expect(mine.outcomes.at(-1)).toBe('gone');
    expect(browser.kept.size).toBe(0);
  });

  test('a page that the browser brings back looks what has become of its text', async () => {
    const [mine, other] = [await openTab(), await openTab()];
    await mine.type('tree a');
    browser.tabs.length = 0;
    await remove(other, 'tree a');
    expect(mine.outcomes.at(-1)).toBe('saved');
    await mine.lookAgain(false);
    expect(mine.outcomes.at(-1)).toBe('gone');
  });

  test('a text that was only opened here is not said to be saved once the other tab has changed it', async () => {
    const [mine, other] = [await openTab(), await openTab()];
    await other.type('tree a');
    await mine.open('tree a');
    await other.type('tree ab');
    expect(mine.outcomes.at(-1)).toBe('gone');
    mine.keepAgain();
    await mine.settle();
    expect(mine.outcomes.at(-1)).toBe('saved');
    expect(await texts()).toEqual(['tree a', 'tree ab']);
  });

  test('Back to a text that another tab has changed keeps it once more', async () => {
    const [mine, other] = [await openTab(), await openTab()];
    await mine.type('tree a');
    mine.startAnother();
    await mine.type('tree elsewhere');
    await other.open('tree a');
    await other.type('tree ab');
    mine.startAnother('tree a');
    await mine.type('tree a');
    expect(await texts()).toEqual(['tree a', 'tree ab', 'tree elsewhere']);
    expect(mine.outcomes.at(-1)).toBe('saved');
  });

  test('a branch that is left is listed, though another tab has changed the text it had in the list', async () => {
    const [mine, other] = [await openTab(), await openTab()];
    await mine.type('tree main');
    mine.list('tree branch', 'from line 1');
    await mine.settle();
    await other.open('tree branch');
    await other.type('tree branch, longer');
    mine.list('tree branch', 'from line 1');
    await mine.settle();
    expect(await texts()).toEqual(['tree branch', 'tree branch, longer', 'tree main']);
  });

  test('an older version, opened before the newer one is written, replaces neither', async () => {
    const mine = await openTab();
    await mine.type('tree a');
    void mine.type('tree ab');
    // The list does not have it yet.
    expect(mine.store.list().map(({ text }) => text)).toEqual(['tree a']);
    mine.startAnother('tree a');
    await mine.type('tree a');
    expect(await texts()).toEqual(['tree a', 'tree ab']);
  });

  describe('a tab that missed a deletion', () => {
    async function unheard(text: string): Promise<[Tab, Tab]> {
      const [mine, other] = [await openTab(), await openTab()];
      await mine.type(text);
      await mine.store.refresh();
      return [mine, other];
    }

    test('imports what it had exported', async () => {
      const [mine, other] = await unheard('tree a');
      const file = exported(mine.store.list());
      browser.tabs.length = 0;
      await remove(other, 'tree a');
      expect(await mine.store.importAll(file)).toEqual({ ok: true, added: 1, known: 0 });
      expect(await texts()).toEqual(['tree a']);
    });

    test('goes back to the text', async () => {
      const [mine, other] = await unheard('tree a');
      mine.startAnother();
      await mine.type('tree elsewhere');
      browser.tabs.length = 0;
      await remove(other, 'tree a');
      mine.startAnother('tree a');
      await mine.type('tree a');
      expect(mine.outcomes.at(-1)).toBe('gone');
    });
  });

  test('a deletion is taken back though the tab that shows the text went on with it', async () => {
    const [mine, other] = [await openTab(), await openTab()];
    await mine.type('tree a');
    await remove(other, 'tree a');
    await mine.type('tree ab');
    expect(await other.store.undo()).toBe(true);
    expect(await texts()).toEqual(['tree a', 'tree ab']);
  });

  test('two versions of one text, each deleted in a tab, both come back', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      globalThis.indexedDB = new IDBFactory();
      browser = new Browser();
      const [mine, ...others] = [await openTab(), await openTab(), await openTab()];
      await mine.type('tree a');
      await remove(others[0], 'tree a');
      await mine.type('tree ab');
      await remove(others[1], 'tree ab');
      for (const k of order) expect(await others[k]!.store.undo()).toBe(true);
      expect(await texts()).toEqual(['tree a', 'tree ab']);
      // The tab that typed both goes on, and neither gives way.
      await mine.type('tree abc');
      expect(await texts()).toEqual(['tree a', 'tree ab', 'tree abc']);
    }
  });

  test('a text that a branch was left with is listed, though another tab deleted it unheard', async () => {
    const [mine, other] = [await openTab(), await openTab()];
    await other.type('tree branch');
    await mine.store.refresh();
    browser.tabs.length = 0;
    await remove(other, 'tree branch');
    expect(mine.list('tree branch')).toBe(true);
    await mine.settle();
    expect(await texts()).toEqual(['tree branch']);
  });

  describe('where nothing more can be written, and no tab can tell another what it does', () => {
    test('a deleted text is not said to be saved by the tab that a journal of it was left to', async () => {
      const first = await openTab();
      await first.type('tree other');
      const change = { id: 'left', text: 'tree a', when: 1, rev: 'gone:1', base: null };
      first.store.journal('left.gone', change);
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
        throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
      });
      browser.room = 0;
      const [mine, other] = [await openTab(), await openTab()];
      await mine.open('tree a');
      expect(mine.outcomes.at(-1)).toBe('saved');
      await remove(other, 'tree a');
      await mine.lookAgain(false);
      expect(mine.outcomes.at(-1)).toBe('gone');
    });

    test('nor by the tab that knew it from another entry too', async () => {
      const [mine, other] = [await openTab(), await openTab()];
      await other.store.put({ id: 'one', text: 'tree a', when: 1, rev: 'x:1', base: null });
      await other.store.put({ id: 'two', text: 'tree a', when: 2, rev: 'y:1', base: null });
      await mine.open('tree a');
      browser.tabs.length = 0;
      await remove(other, 'tree a');
      await mine.lookAgain(false);
      expect(mine.outcomes.at(-1)).toBe('gone');
    });
  });

  test('texts too long for the journal: what was typed here stays', async () => {
    const long = `tree a\n${'# long\n'.repeat(150_000)}`;
    const [mine, other] = [await openTab(), await openTab()];
    await mine.type(long);
    await other.open(long);
    await other.type(`${long}# more`);
    expect(await texts()).toEqual([long, `${long}# more`]);
    expect(mine.outcomes.at(-1)).toBe('saved');
  });

  test('events about other entries, or about none, change nothing', async () => {
    const first = await openTab();
    await first.type('tree a');
    for (const [key, value] of [
      [null, null],
      ['maplescope.journal.x', null],
      ['maplescope.journal.x', '{broken'],
      ['maplescope.journal.x', '{"id":"other","text":"tree b","when":1,"rev":"x:1","base":null}'],
      ['maplescope.lessons', '{"text":"tree b","when":1}'],
    ] as const)
      first.hear(key, value);
    await first.type('tree ab');
    expect(await texts()).toEqual(['tree ab']);
  });
});

describe('a memory of all tabs', () => {
  const open = () => {
    const { window, storage } = browser.tab();
    const form = {
      key: 'k',
      read: (text: string | null) => (JSON.parse(text ?? '[]') as string[]).map(String),
      write: (of: string[]) => (of.length === 0 ? null : JSON.stringify(of)),
    };
    return { ...sharedMemory<string[]>(form, () => storage), window };
  };
  const add = (one: string) => (all: string[]) => [...all, one];

  test('a change is made to what another tab has written since', () => {
    const [one, other] = [open(), open()];
    one.change(add('a'));
    other.change(add('b'));
    one.change(add('c'));
    expect(one.value.value).toEqual(['a', 'b', 'c']);
    expect(open().value.value).toEqual(['a', 'b', 'c']);
  });

  test('who follows shows at once what another tab writes, or clears', () => {
    const [one, other] = [open(), open()];
    const stop = one.follow(one.window);
    other.change(add('a'));
    expect(one.value.value).toEqual(['a']);
    other.change(() => []);
    expect(one.value.value).toEqual([]);
    expect(browser.kept.size).toBe(0);
    stop();
    other.change(add('b'));
    expect(one.value.value).toEqual([]);
  });

  test('a page that the browser restores shows the other tab’s changes', () => {
    const [one, other] = [open(), open()];
    const stop = one.follow(one.window);
    browser.tabs.length = 0;
    other.change(add('a'));
    one.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(one.value.value).toEqual([]);
    one.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(one.value.value).toEqual(['a']);
    stop();
    other.change(add('b'));
    one.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(one.value.value).toEqual(['a']);
  });

  test('what found no room holds in its tab, and is kept beside the others’ as soon as there is some', () => {
    const [one, other] = [open(), open()];
    one.follow(one.window);
    browser.room = 0;
    one.change(add('a'));
    expect([one.isKept.value, one.value.value]).toEqual([false, ['a']]);
    browser.room = Infinity;
    other.change(add('b'));
    expect(one.value.value).toEqual(['b', 'a']);
    one.change(add('c'));
    expect([one.isKept.value, open().value.value]).toEqual([true, ['b', 'a', 'c']]);
  });

  test('where the browser blocks it, it lasts as long as the page', () => {
    const form = { key: 'k', read: (text: string | null) => Number(text ?? 0), write: String };
    const memory = sharedMemory<number>(form, () => {
      throw new Error('blocked');
    });
    memory.change((now) => now + 1);
    memory.change((now) => now + 1);
    expect([memory.value.value, memory.isKept.value]).toEqual([2, false]);
  });

  test('what is detached reads and writes nothing', () => {
    const [one, other] = [open(), open()];
    one.follow(one.window);
    one.change(add('a'));
    other.change(add('b'));
    one.detach([]);
    other.change(add('c'));
    one.change(add('x'));
    expect(one.value.value).toEqual(['x']);
    expect(open().value.value).toEqual(['a', 'b', 'c']);
  });
});

describe('two pages of one browser', () => {
  /** Loads a part of the page anew, in a tab of its own. */
  async function page<T>(load: () => Promise<T>): Promise<T> {
    vi.resetModules();
    const { window, storage } = browser.tab();
    vi.stubGlobal('window', window);
    vi.stubGlobal('localStorage', storage);
    return load();
  }
  const answer = (typed: string): KeptAnswer => ({ seed: null, typed: [typed] });

  test('answers to lessons', async () => {
    const load = () => import('../../../web/app/store/lessons/lesson-state');
    const one = await page(load);
    const other = await page(load);
    one.openText('first', '# First\n\n## A\n\nText.\n', null);
    other.openText('second', '# Second\n\n## A\n\nText.\n', null);
    one.solved('q1', answer('1'));
    other.solved('q2', answer('2'));
    one.drafted('q3', answer('3'));
    const { progress } = await page(load);
    expect(progress.value['first']).toMatchObject({ done: ['q1'], kept: { q1: answer('1'), q3: answer('3') } });
    expect(progress.value['second']).toMatchObject({ done: ['q2'], kept: { q2: answer('2') } });
    // The list shows what another tab has solved.
    expect(one.progress.value['second']?.done).toEqual(['q2']);
    // A lesson begun anew in one tab does not come back from the other.
    other.resetLesson('first');
    expect(one.progress.value['first']).toBeUndefined();
    one.solved('q4', answer('4'));
    expect((await page(load)).progress.value['first']?.done).toEqual(['q4']);
  });

  test('answers to one lesson in both', async () => {
    const load = () => import('../../../web/app/store/lessons/lesson-state');
    const pages = [await page(load), await page(load)];
    for (const [k, { openText, solved }] of pages.entries()) {
      openText('first', '# First\n\n## A\n\nText.\n', null);
      solved(`q${k}`, answer(String(k)));
    }
    pages[0]!.solved('q2', answer('2'));
    expect((await page(load)).progress.value['first']?.done).toEqual(['q0', 'q1', 'q2']);
  });

  const sent = (code: string | null): ClassCode => codesIn(code ?? '').codes[0]!.code;
  const lesson = (name: string): HandedLesson => ({ name, digest: 1, screen: 0, answers: [] });

  test('codes to hand in', async () => {
    const load = () => import('../../../web/app/store/lessons/hand-in');
    const [one, other] = [await page(load), await page(load)];
    other.setLearnerName('Ada');
    // The other tab is the same learner, with the name that was typed.
    expect(one.learnerName.value).toBe('Ada');
    expect(other.learnerNumber()).toBe(one.learnerNumber());
    const serials = [
      one.makeCode([lesson('a')]),
      other.makeCode([lesson('a')]),
      other.makeCode([lesson('b')]),
      one.makeCode([lesson('c')]),
      one.makeCode([lesson('c')]),
    ].map((code) => sent(code).serial);
    expect(serials).toEqual([1, 1, 2, 3, 3]);
    other.setLearnerName('Ada L.');
    expect(sent((await page(load)).makeCode([lesson('c')]))).toMatchObject({ name: 'Ada L.', serial: 4 });
  });

  test('a learner goes on where the storage was cleared, and where it is full', async () => {
    const load = () => import('../../../web/app/store/lessons/hand-in');
    const { learnerNumber, makeCode, setLearnerName, isLearnerKept } = await page(load);
    setLearnerName('Ada');
    const before = [learnerNumber(), sent(makeCode([lesson('p')])).serial] as const;
    browser.clear();
    expect(sent(makeCode([lesson('q')]))).toMatchObject({ learner: before[0], serial: before[1] + 1, name: 'Ada' });
    expect(isLearnerKept.value).toBe(true);
    browser.room = 0;
    setLearnerName('Ada L.');
    expect(isLearnerKept.value).toBe(false);
    expect(sent(makeCode([lesson('r')]))).toMatchObject({ learner: before[0], serial: before[1] + 2, name: 'Ada L.' });
  });

  test('codes of a class', async () => {
    const load = () => import('../../../web/app/store/lessons/class-state');
    const [one, other] = [await page(load), await page(load)];
    const code = (k: number, serial = 1): string =>
      encodeCode({ learner: `00000000000${k}`, serial, name: `Learner ${k}`, pack: '', lessons: [] }) ?? '';
    one.takeCodes(code(1));
    other.takeCodes(code(2));
    one.takeCodes(code(3));
    expect(other.takeCodes(code(1)).codes.map(({ taken }) => taken.kind)).toEqual(['same']);
    one.takeLesson('# One');
    other.takeLesson('# Other');
    const names = async (): Promise<string[]> => (await page(load)).collected.value.map(({ code: { name } }) => name);
    expect(await names()).toEqual(['Learner 1', 'Learner 2', 'Learner 3']);
    // A newer code of a learner takes the older one's place, whichever tab got it.
    other.takeCodes(code(1, 2));
    one.takeCodes(code(1));
    expect((await page(load)).collected.value.map(({ code: { serial } }) => serial)).toEqual([2, 1, 1]);
    const back = one.removeCodes(one.collected.value.slice(1, 2));
    other.takeCodes(code(4));
    expect(await names()).toEqual(['Learner 1', 'Learner 3', 'Learner 4']);
    back();
    expect(await names()).toEqual(['Learner 1', 'Learner 3', 'Learner 4', 'Learner 2']);
    const kept = JSON.parse(browser.kept.get('maplescope.class') ?? '{}') as { lessons: string[] };
    expect(kept.lessons).toEqual(['# One', '# Other']);
  });

  test('what stands in a field is there after a reload, and is asked about where nothing keeps it', async () => {
    const session = browser.tab().storage;
    vi.stubGlobal('sessionStorage', session);
    const pack = () => page(() => import('../../../web/app/store/lessons/pack-state'));
    const room = () => page(() => import('../../../web/app/store/lessons/class-state'));
    (await pack()).setNote('# Break');
    (await room()).setTypedCodes('c1.broken');
    const again = await pack();
    expect([again.note.value, (await room()).typedCodes.value]).toEqual(['# Break', 'c1.broken']);
    again.setNote('');
    expect((await pack()).note.value).toBe('');
    browser.room = 0;
    const full = await pack();
    full.setNote('# Lost?');
    const leaving = new Event('beforeunload', { cancelable: true });
    browser.tabs.at(-1)?.dispatchEvent(leaving);
    expect([full.note.value, leaving.defaultPrevented]).toEqual(['# Lost?', true]);
  });

  test('the pack that is being made', async () => {
    const load = () => import('../../../web/app/store/lessons/pack-state');
    const [one, other] = [await page(load), await page(load)];
    const note = (text: string): PackItem => ({ kind: 'note', title: text, text });
    const titles = async (): Promise<string[]> =>
      (await page(load)).made.value.items.map((item) => ('title' in item ? item.title : item.file));
    one.setTitle('Two hours');
    one.addItems([note('a'), note('b')]);
    other.addItems([note('c')]);
    one.addItems([note('d')]);
    expect(await titles()).toEqual(['a', 'b', 'c', 'd']);
    expect((await page(load)).made.value).toMatchObject({ title: 'Two hours', id: one.made.value.id });
    // The tab shows what the other one added, and what is changed there is the item that is meant.
    const back = other.removeItem(0);
    one.replaceItem(0, note('b2'));
    expect(other.moveItem(2, 0)).toBe(true);
    expect(await titles()).toEqual(['d', 'b2', 'c']);
    back();
    expect(await titles()).toEqual(['a', 'd', 'b2', 'c']);
    const before = other.beginPack();
    expect(one.made.value.items).toEqual([]);
    before();
    expect(await titles()).toEqual(['a', 'd', 'b2', 'c']);
  });

  test('a pack that another one took the place of, until it is brought back', async () => {
    const load = () => import('../../../web/app/store/lessons/pack-state');
    const one = await page(load);
    const note = (text: string): PackItem => ({ kind: 'note', title: text, text });
    const looked = async () => {
      const { made, earlierPacks } = await page(load);
      return [made.value, ...earlierPacks.value].map(({ title }) => title);
    };
    one.setTitle('Two hours');
    one.addItems([note('a')]);
    const undo = one.beginPack();
    expect(await looked()).toEqual(['', 'Two hours']);
    one.setTitle('A day');
    one.beginPack();
    // An empty one is not worth it.
    one.beginPack();
    expect(await looked()).toEqual(['', 'A day', 'Two hours']);
    const other = await page(load);
    other.bringBack(other.earlierPacks.value[1]!);
    expect(await looked()).toEqual(['Two hours', 'A day']);
    expect(one.made.value.items).toEqual([note('a')]);
    // What was made since is not lost by it.
    one.setTitle('Three hours');
    undo();
    expect(await looked()).toEqual(['Two hours', 'A day', 'Three hours']);
    const leaving = new Event('beforeunload', { cancelable: true });
    browser.room = 0;
    const full = await page(load);
    full.beginPack();
    browser.tabs.at(-1)?.dispatchEvent(leaving);
    expect([full.areEarlierKept.value, leaving.defaultPrevented]).toEqual([false, true]);
    for (let k = 0; k < 9; k++) {
      full.setTitle(`pack ${k}`);
      full.beginPack();
    }
    expect(full.earlierPacks.value.map(({ title }) => title)).toEqual([8, 7, 6, 5, 4].map((k) => `pack ${k}`));
  });
});
