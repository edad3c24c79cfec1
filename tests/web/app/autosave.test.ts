// SPDX-License-Identifier: GPL-2.0-or-later
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { TAB_LETTERS_MAX, type Kept } from '../../../web/app/store/kept/autosave';
import { storageBacking } from '../../../web/app/store/kept/storage-backing';
import { databaseBacking, type Backing } from '../../../web/app/store/kept/text-backing';
import { exported } from '../../../web/app/store/kept/text-import';
import { begin, broken, closing, copyOf, entryCount, kept, listed, load, memoryStorage, named } from './one-tab';
import { setClock, type Tab } from './one-tab';

beforeEach(begin);

describe('one entry a text', () => {
  test('a reload finds text and step, and goes on with the same entry', async () => {
    const [session, local] = [memoryStorage(), memoryStorage()];
    for (let k = 0; k < 12; k++) {
      const tab = load(session, local);
      if (k > 0) expect(tab.restored).toEqual(kept(`tree a${k - 1}`));
      tab.keep(kept(`tree a${k}`), true);
      await tab.settle();
    }
    expect(await listed(local)).toEqual(['tree a11']);
    expect(await entryCount()).toBe(1);
  });

  test('twelve reloads with Back and Forward lose no other text and add no copy', async () => {
    const [session, local] = [memoryStorage(), memoryStorage()];
    for (const text of ['tree a', 'tree b', 'tree c']) {
      const tab = load(memoryStorage(), local);
      tab.keep(kept(text), true);
      await tab.settle();
    }
    for (let k = 0; k < 12; k++) {
      const tab = load(session, local);
      await tab.settle();
      for (const text of ['tree mine', 'tree b', 'tree mine']) {
        tab.startAnother(text);
        tab.keep(kept(text), true);
        await tab.settle();
      }
    }
    expect((await listed(local)).sort()).toEqual(['tree a', 'tree b', 'tree c', 'tree mine']);
    expect(await entryCount()).toBe(4);
  });

  test('hundreds of texts stay', async () => {
    const local = memoryStorage();
    const tab = load(memoryStorage(), local);
    for (let k = 0; k < 450; k++) {
      tab.startAnother();
      tab.keep(kept(`text ${k}`), true);
    }
    await tab.settle();
    expect(await listed(local)).toHaveLength(450);
    expect(local.length).toBe(0);
  });

  test('a duplicated tab with another text gets an entry of its own', async () => {
    const [session, local] = [memoryStorage(), memoryStorage()];
    const first = load(session, local);
    first.keep(kept('tree first'), true);
    await first.settle();
    const second = load(copyOf(session), local);
    second.keep(kept('tree second'), true);
    await second.settle();
    first.keep(kept('tree first, longer'), true);
    await first.settle();
    second.keep(kept('tree second, longer'), true);
    await second.settle();
    expect((await listed(local)).sort()).toEqual(['tree first, longer', 'tree second, longer']);
    expect(await entryCount()).toBe(2);
  });

  test('what is typed before the tab shows its text again does not replace that text', async () => {
    for (const session of [memoryStorage(), memoryStorage(80)]) {
      const local = memoryStorage();
      const tab = load(session, local);
      tab.keep(kept('tree a, long enough'), true);
      await tab.settle();
      const again = load(session, local, undefined, false);
      again.keep(kept('typed meanwhile'), true);
      await again.settle();
      expect(await listed(local)).toEqual(['typed meanwhile', 'tree a, long enough']);
      for (const { id, text } of await databaseBacking().all()) await databaseBacking().remove(id, text);
    }
  });

  test('the text of before a reload, listed before the database is open, gets no second entry', async () => {
    for (const next of ['a text from elsewhere', 'tree a']) {
      const [session, local] = [memoryStorage(), memoryStorage()];
      const before = load(session, local);
      before.keep(kept('tree a'), true);
      await before.settle();
      const tab = load(session, local, undefined, false);
      expect(tab.list('tree a')).toBe(true);
      tab.keep(kept(next), true);
      await tab.settle();
      expect(await entryCount()).toBe(new Set(['tree a', next]).size);
      tab.keep(kept(`${next}, longer`), true);
      await tab.settle();
      expect((await listed(local)).sort()).toEqual(
        next === 'tree a' ? ['tree a, longer'] : [`${next}, longer`, 'tree a'],
      );
      begin();
    }
  });

  test('nor does it replace what is in its entry by then', async () => {
    const [session, local] = [memoryStorage(), memoryStorage()];
    const before = load(session, local);
    before.keep(kept('tree a'), true);
    await before.settle();
    // A duplicate of the tab has gone on with the text.
    const copy = load(copyOf(session), local);
    copy.keep(kept('tree ab'), true);
    await copy.settle();
    const tab = load(session, local, undefined, false);
    tab.list('tree a');
    await tab.settle();
    expect((await listed(local)).sort()).toEqual(['tree a', 'tree ab']);
    // And in the tab itself.
    const resumed = load(copyOf(session), local);
    resumed.keep(kept('tree ac'), true);
    resumed.startAnother();
    resumed.list('tree a');
    await resumed.settle();
    expect((await listed(local)).sort()).toEqual(['tree a', 'tree ab', 'tree ac']);
  });

  test('emptying the editor keeps the text that was there', async () => {
    const local = memoryStorage();
    const tab = load(memoryStorage(), local);
    for (const text of ['tree a', '', 'tree b']) {
      tab.keep(kept(text), true);
      await tab.settle();
    }
    expect((await listed(local)).sort()).toEqual(['tree a', 'tree b']);
  });

  test('a text that is listed before another replaces it stays', async () => {
    const local = memoryStorage();
    const tab = load(memoryStorage(), local);
    tab.keep(kept('tree a'), true);
    await tab.settle();
    expect(tab.list('tree a')).toBe(true);
    tab.keep(kept('other'), true);
    await tab.settle();
    expect((await listed(local)).sort()).toEqual(['other', 'tree a']);
  });

  test('examples and texts of links are not listed', async () => {
    const local = memoryStorage();
    const tab = load(memoryStorage(), local);
    tab.keep({ ...kept('an example'), foreign: true }, false);
    await tab.settle();
    expect(await listed(local)).toEqual([]);
  });

  test('a branch keeps its name', async () => {
    const local = memoryStorage();
    const tab = load(memoryStorage(), local);
    tab.keep(kept('tree a'), true);
    await tab.settle();
    tab.startAnother();
    tab.list('tree a', 'first text');
    tab.list('tree b', 'request 11 fails');
    await tab.settle();
    expect(
      tab.store
        .list()
        .map(({ text, branch }) => [text, branch])
        .sort(),
    ).toEqual([
      ['tree a', 'first text'],
      ['tree b', 'request 11 fails'],
    ]);
  });
});

describe('closing the tab', () => {
  test('the last edit survives a tab that closes before the database has written it', async () => {
    const local = memoryStorage();
    const tab = load(memoryStorage(), local, closing);
    tab.keep(kept('tree a'), true);
    tab.keep(kept('tree a, last letters'), true);
    expect(tab.outcomes.at(-1)).toBe('saved');
    expect(await listed(local)).toEqual(['tree a, last letters']);
    expect(local.length).toBe(0);
    expect(await entryCount()).toBe(1);
  });

  test('a journal that an older load left does not replace what was written since', async () => {
    const [session, local] = [memoryStorage(), memoryStorage()];
    const first = load(session, local);
    first.keep(kept('tree a'), true);
    await first.settle();
    const closed = load(copyOf(session), local, closing);
    closed.keep(kept('tree from the closed tab'), true);
    first.keep(kept('tree from the open tab'), true);
    await first.settle();
    expect((await listed(local)).sort()).toEqual(['tree from the closed tab', 'tree from the open tab']);
  });

  test('quick reloads leave journals of one entry, also of writes that ended after all', async () => {
    const [session, local] = [memoryStorage(), memoryStorage()];
    const first = load(session, local, closing);
    first.keep(kept('tree a'), true);
    const left = copyOf(local);
    const second = load(session, local);
    second.keep(kept('tree a, longer'), true);
    await second.settle();
    const third = load(session, local, closing);
    third.keep(kept('tree a, longest'), true);
    // The journal of the first load is still there.
    for (let k = 0; k < left.length; k++) local.setItem(left.key(k) ?? '', left.getItem(left.key(k) ?? '') ?? '');
    expect(await listed(local)).toEqual(['tree a, longest']);
    expect(await entryCount()).toBe(1);
  });

  test('a text too long for the tab’s storage comes back from the database', async () => {
    const [session, local] = [memoryStorage(1000), memoryStorage()];
    const tab = load(session, local);
    tab.keep(kept('x'.repeat(3_000_000)), true);
    expect(tab.outcomes).toEqual(['unsaved']);
    await tab.settle();
    expect(tab.outcomes.at(-1)).toBe('saved');
    const again = load(session, local);
    expect(again.restored).toBeNull();
    expect((await again.restoredLate)?.text).toHaveLength(3_000_000);
  });

  test('a text too long for any tab’s storage is not even offered to it', async () => {
    const session = memoryStorage();
    const offered: number[] = [];
    const setItem = session.setItem.bind(session);
    session.setItem = (key, value) => {
      offered.push(value.length);
      setItem(key, value);
    };
    const tab = load(session, memoryStorage());
    tab.keep(kept('x'.repeat(6_000_000)), true);
    await tab.settle();
    expect(Math.max(...offered)).toBeLessThan(1000);
    expect((await load(session, null).restoredLate)?.text).toHaveLength(6_000_000);
  });

  test('what the tab’s storage still says of a link’s text is not taken for the person’s own', async () => {
    const [session, local] = [memoryStorage(), memoryStorage()];
    const tab = load(session, local);
    // No room for its words, but for the rest.
    tab.keep({ ...kept('x'.repeat(TAB_LETTERS_MAX + 1)), link: 'm1.abc', foreign: true }, false);
    session.setItem = () => {
      throw named('QuotaExceededError');
    };
    tab.keep(kept('tree mine'), true);
    await tab.settle();
    const again = load(session, local);
    expect(await again.restoredLate).toMatchObject({ text: 'tree mine', link: '', foreign: false });
  });

  test('a text too long for the tab’s storage that another tab has deleted is gone', async () => {
    const [session, local] = [memoryStorage(1000), memoryStorage()];
    const tab = load(session, local);
    tab.keep(kept('x'.repeat(3_000_000)), true);
    await tab.settle();
    await tab.store.remove(tab.store.list()[0]!.id);
    expect(await load(session, local).restoredLate).toBeNull();
  });

  test('the link that a text came with stays with it', () => {
    const session = memoryStorage();
    load(session, memoryStorage()).keep({ ...kept('tree a'), link: 'm1.abc' }, false);
    expect(load(session, memoryStorage()).restored?.link).toBe('m1.abc');
  });

  test('going back to what is written while another change waits writes it again', async () => {
    const [session, local] = [memoryStorage(), memoryStorage()];
    const tab = load(session, local);
    tab.keep(kept('tree a'), true);
    await tab.settle();
    tab.keep(kept('tree b'), true);
    tab.keep(kept('tree a'), true);
    await tab.settle();
    expect(await listed(local)).toEqual(['tree a']);
  });

  test('another tab’s change to a text that is opened here is built upon', async () => {
    const local = memoryStorage();
    const here = load(memoryStorage(), local);
    here.keep(kept('tree a'), true);
    await here.settle();
    here.startAnother();
    here.keep(kept('tree x'), true);
    await here.settle();
    // In another tab the text becomes tree b; then it is opened here and goes on.
    const there = load(memoryStorage(), local);
    await there.settle();
    there.startAnother('tree a');
    there.keep(kept('tree b'), true);
    await there.settle();
    await here.store.refresh();
    here.startAnother('tree b');
    here.keep(kept('tree c'), true);
    await here.settle();
    expect((await listed(local)).sort()).toEqual(['tree c', 'tree x']);
  });
});

describe('saved means saved', () => {
  test('a full database and a full journal are reported, although the tab’s own storage has room', async () => {
    const tab = load(memoryStorage(), memoryStorage(10), broken(named('QuotaExceededError')));
    tab.keep(kept('tree a'), true);
    await tab.settle();
    expect(tab.outcomes).toEqual(['unsaved', 'full']);
  });

  test('a write ends, and is reported, where the old text cannot be read', async () => {
    const tab = load(memoryStorage(), memoryStorage(10));
    await tab.settle();
    // As where the browser closes the database, or its file is damaged.
    const reading = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
      const request = this.getKey(key);
      this.transaction.abort();
      return request;
    });
    tab.keep(kept('tree a'), true);
    await tab.settle();
    expect(tab.outcomes).toEqual(['unsaved', 'blocked']);
    reading.mockRestore();
    tab.keep(kept('tree ab'), true);
    await tab.settle();
    expect(tab.outcomes.at(-1)).toBe('saved');
    expect(tab.store.list().map(({ text }) => text)).toEqual(['tree ab']);
  });

  test('a write that the browser refuses at once is reported, and thrown nowhere else', async () => {
    const tab = load(memoryStorage(), memoryStorage(10));
    await tab.settle();
    const putting = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw named('QuotaExceededError');
    });
    tab.keep(kept('tree a'), true);
    await tab.settle();
    putting.mockRestore();
    expect(tab.outcomes).toEqual(['unsaved', 'full']);
  });

  test('a full localStorage is named as full, whatever the browser calls it', async () => {
    for (const name of ['QuotaExceededError', 'NS_ERROR_DOM_QUOTA_REACHED']) {
      const local = Object.assign(memoryStorage(), {
        setItem: () => {
          throw named(name);
        },
      });
      const tab = load(memoryStorage(), local, () => Promise.resolve(storageBacking(local)));
      tab.keep(kept('tree a'), true);
      await tab.settle();
      expect(tab.outcomes, name).toEqual(['unsaved', 'full']);
    }
  });

  test('blocked storage is reported, not thrown', async () => {
    const tab = load(null, null, () => Promise.resolve(null));
    tab.keep(kept('tree a'), true);
    await tab.settle();
    expect(tab.outcomes).toEqual(['unsaved', 'blocked']);
  });

  test('what only the journal holds is listed, and not called saved', async () => {
    const local = memoryStorage();
    const tab = load(memoryStorage(), local, broken(named('QuotaExceededError')));
    tab.keep(kept('tree a'), true);
    await tab.settle();
    expect(tab.outcomes.at(-1)).toBe('full');
    expect(tab.store.list().map(({ text }) => text)).toEqual(['tree a']);
    expect(await listed(local)).toEqual(['tree a']);
  });

  test('without a database, localStorage holds the texts and drops none of them when it is full', async () => {
    const [session, local] = [memoryStorage(), memoryStorage(5000)];
    const open = (): Promise<Backing | null> => Promise.resolve(storageBacking(local));
    const tab = load(session, local, open);
    for (const letter of 'abcdef') {
      tab.startAnother();
      tab.keep(kept(letter.repeat(900)), true);
      await tab.settle();
    }
    expect(tab.outcomes.at(-1)).toBe('full');
    const again = load(session, local, open);
    await again.settle();
    expect(again.store.kind()).toBe('storage');
    expect(
      again.store
        .list()
        .map(({ text }) => text[0])
        .sort(),
      // The fifth has no room of its own any more, but its journal does.
    ).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(again.restored?.text[0]).toBe('f');
  });

  test('what cannot be read counts as nothing', () => {
    const session = memoryStorage();
    for (const value of ['{broken', '7', 'null', '{}', '{"step":3}']) {
      session.setItem('maplescope.tab', value);
      expect(load(session, null).restored, value).toBeNull();
      expect(load(session, null).restoredLate, value).toBeNull();
    }
  });

  test('what is no step, link or line of a tab counts as none', () => {
    const session = memoryStorage();
    const found = (value: unknown): Kept | null => {
      session.setItem('maplescope.tab', JSON.stringify({ text: 'tree a', ...(value as object) }));
      return load(session, null).restored;
    };
    const bare = { text: 'tree a', step: 0, link: '', breakpoints: [], foreign: false };
    expect(found({})).toEqual(bare);
    expect(found({ step: '3', link: 7, breakpoints: 'x', foreign: 'yes' })).toEqual(bare);
    expect(found({ step: 3, link: 'm1.a', breakpoints: [1, '2', 4], foreign: true })).toEqual({
      text: 'tree a',
      step: 3,
      link: 'm1.a',
      breakpoints: [1, 4],
      foreign: true,
    });
  });

  test('a text that is listed is safe at once where a database is, and not where nothing is', async () => {
    const [full, none] = [load(null, memoryStorage(10)), load(null, null, () => Promise.resolve(null))];
    await Promise.all([full.settle(), none.settle()]);
    expect([full.list('tree a'), none.list('tree a')]).toEqual([true, false]);
    await full.settle();
    expect(full.store.list().map(({ text }) => text)).toEqual(['tree a']);
    // Listed again as a branch it gets that name; under the same name, or none, nothing is written.
    const when = full.store.list()[0]!.rev;
    expect(full.list('tree a')).toBe(true);
    await full.settle();
    expect(full.store.list()[0]!.rev).toBe(when);
    full.list('tree a', 'first');
    await full.settle();
    expect(full.store.list().map(({ text, branch }) => [text, branch])).toEqual([['tree a', 'first']]);
    const named = full.store.list()[0]!.rev;
    for (const again of [undefined, 'first']) {
      expect(full.list('tree a', again)).toBe(true);
      await full.settle();
      expect(
        full.store.list().map(({ rev, branch }) => [rev, branch]),
        String(again),
      ).toEqual([[named, 'first']]);
    }
  });

  test('a text that is to be listed and finds no room is reported', async () => {
    const full = load(memoryStorage(), memoryStorage(10), broken(named('QuotaExceededError')));
    await full.settle();
    full.list('tree a');
    await full.settle();
    expect(full.lost).toEqual([{ text: 'tree a', why: 'full' }]);
  });

  test('an example is reported as unsaved if the tab has no storage', () => {
    const tab = load(null, memoryStorage());
    tab.keep(kept('tree a'), false);
    expect(tab.outcomes).toEqual(['unsaved']);
  });

  test('an example equal to a listed text does not let the next text take that one’s place', async () => {
    const tab = load(memoryStorage(), memoryStorage());
    await tab.settle();
    tab.list('tree a');
    tab.keep(kept('tree b'), true);
    await tab.settle();
    tab.keep(kept('tree a'), false);
    tab.keep(kept('tree c'), true);
    await tab.settle();
    expect(
      tab.store
        .list()
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['tree a', 'tree c']);
  });

  test('what is typed while a text is being written is written after it', async () => {
    const tab = load(memoryStorage(), memoryStorage());
    tab.keep(kept('tree a'), true);
    await Promise.resolve();
    tab.keep(kept('tree ab'), true);
    await tab.settle();
    expect((await databaseBacking().all()).map(({ text }) => text)).toEqual(['tree ab']);
    expect(tab.outcomes.at(-1)).toBe('saved');
  });
});

describe('texts of the first release', () => {
  const old = (): Storage => {
    const local = memoryStorage();
    for (let k = 0; k < 12; k++)
      local.setItem(`maplescope.text.copy${k}`, JSON.stringify({ text: 'tree same', when: k }));
    local.setItem('maplescope.text.own', JSON.stringify({ text: 'tree own', when: 20, branch: 'first text' }));
    return local;
  };

  test('they move into the database, copies once', async () => {
    const local = old();
    const { store } = load(null, local);
    await store.ready;
    expect(store.list().map(({ text, when, branch }) => [text, when, branch])).toEqual([
      ['tree own', 20, 'first text'],
      ['tree same', 11, undefined],
    ]);
    expect(await entryCount()).toBe(2);
    expect(local.length).toBe(0);
  });

  test('they stay where they are until they can be read back', async () => {
    const local = old();
    const lost: Backing = {
      kind: 'database',
      all: () => Promise.resolve([]),
      one: () => Promise.resolve(null),
      update: (_, change) => Promise.resolve(void change(undefined)),
      remove: () => Promise.resolve(true),
    };
    for (const backing of [lost, await broken(named('QuotaExceededError'))()]) {
      await load(null, local, () => Promise.resolve(backing)).store.ready;
      expect(local.length).toBe(13);
    }
  });
});

describe('the list of texts', () => {
  const filled = async (): Promise<Tab> => {
    const tab = load(memoryStorage(), memoryStorage());
    for (const text of ['tree a', 'tree b']) {
      tab.startAnother();
      tab.keep(kept(text), true);
      await tab.settle();
    }
    return tab;
  };
  const idOf = (tab: Tab, text: string): string => tab.store.list().find((one) => one.text === text)?.id ?? '';

  test('a name survives edits and reloads', async () => {
    const tab = await filled();
    expect(await tab.store.rename(idOf(tab, 'tree b'), ' My test ')).toBe(true);
    tab.keep(kept('tree b, longer'), true);
    await tab.settle();
    const { store } = load(null, null);
    await store.ready;
    expect(store.list().map(({ text, name }) => [text, name])).toEqual([
      ['tree b, longer', 'My test'],
      ['tree a', undefined],
    ]);
  });

  test('undo brings a deleted text back with its name', async () => {
    const tab = await filled();
    const id = idOf(tab, 'tree a');
    await tab.store.rename(id, 'First');
    expect(await tab.store.remove(id)).toBe(true);
    expect((await databaseBacking().all()).map(({ text }) => text)).toEqual(['tree b']);
    expect(await tab.store.undo()).toBe(true);
    expect(await tab.store.undo()).toBe(false);
    expect((await databaseBacking().all()).find(({ text }) => text === 'tree a')?.name).toBe('First');
  });

  test('an import brings all texts back, and never overwrites one', async () => {
    const tab = await filled();
    await tab.store.rename(idOf(tab, 'tree a'), 'First');
    const file = exported(tab.store.list());
    tab.keep(kept('tree b, changed since'), true);
    await tab.settle();
    expect(await tab.store.importAll(file)).toEqual({ ok: true, added: 1, known: 1 });
    expect(
      tab.store
        .list()
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['tree a', 'tree b', 'tree b, changed since']);
    globalThis.indexedDB = new IDBFactory();
    const { store } = load(null, null);
    await store.ready;
    expect(await store.importAll(file)).toEqual({ ok: true, added: 2, known: 0 });
    expect(store.list().map(({ text, name }) => [text, name])).toEqual([
      ['tree b', undefined],
      ['tree a', 'First'],
    ]);
  });

  test('an imported text changed last at a time that there was', async () => {
    const { store } = load(null, null);
    const texts = ['1e300', '1e999', '-1', '5'].map((when, k) => `{"text":"tree t${k}","when":${when}}`);
    const before = Date.now();
    expect(await store.importAll(`{"format":"maplescope-texts","texts":[${texts.join(',')}]}`)).toMatchObject({
      added: 4,
    });
    const when = new Map(store.list().map((one) => [one.text, one.when]));
    for (const k of [0, 1]) {
      expect(when.get(`tree t${k}`)).toBeGreaterThanOrEqual(before);
      expect(when.get(`tree t${k}`)).toBeLessThanOrEqual(Date.now());
    }
    expect([when.get('tree t2'), when.get('tree t3')]).toEqual([0, 5]);
  });

  test('an import of another file changes nothing and says what is wrong', async () => {
    const tab = await filled();
    for (const json of ['', '{}', 'null', '[1]', '{"format":"maplescope-texts"}'])
      expect(await tab.store.importAll(json)).toMatchObject({ ok: false });
    const file = '{"format":"maplescope-texts","texts":[{"id":"x","text":"tree c","when":1},null]}';
    expect(await tab.store.importAll(file)).toMatchObject({
      ok: false,
      message: expect.stringContaining('Text 2') as string,
    });
    expect(tab.store.list()).toHaveLength(2);
  });

  test('a file of a newer page, or one cut off anywhere, is refused whole, and nothing here changes', async () => {
    const tab = await filled();
    const before = tab.store.list();
    const file = exported(tab.store.list());
    const newer = file.replace('"version": 1', '"version": 2').replace('tree a', 'tree of tomorrow');
    expect(newer).toContain('"version": 2');
    expect(await tab.store.importAll(newer)).toEqual({
      ok: false,
      message:
        'This file was made by a newer version of this page. Reload this page to update it. Nothing was imported.',
    });
    // The last letter ends a line.
    for (let length = 0; length < file.length - 1; length++)
      expect(await tab.store.importAll(file.slice(0, length)), `${length} letters`).toMatchObject({
        ok: false,
        message: expect.stringContaining('holds no exported texts') as string,
      });
    expect(tab.store.list()).toEqual(before);
  });
});

describe('what a hostile browser does', () => {
  test('a clock that was set back between two loads does not bring the older text back', async () => {
    const [session, local] = [memoryStorage(), memoryStorage()];
    setClock(1000);
    load(session, local, closing).keep(kept('tree a'), true);
    setClock(10);
    load(session, local, closing).keep(kept('tree a, and more'), true);
    expect(await listed(local)).toEqual(['tree a, and more']);
    expect(await entryCount()).toBe(1);
  });

  test('what closed tabs left is listed, although the database has become full', async () => {
    const local = memoryStorage();
    for (const text of ['tree a', 'tree b']) load(memoryStorage(), local, closing).keep(kept(text), true);
    const { store } = load(null, local, broken(named('QuotaExceededError')));
    await store.ready;
    expect(store.list().map(({ text }) => text)).toEqual(['tree b', 'tree a']);
    // Once there is room, they are in the database.
    expect(await listed(local)).toEqual(['tree b', 'tree a']);
    expect([await entryCount(), local.length]).toEqual([2, 0]);
  });

  test('one change that cannot be written does not hold back the others', async () => {
    const local = memoryStorage();
    for (const text of ['tree too large', 'tree b']) load(memoryStorage(), local, closing).keep(kept(text), true);
    const database = databaseBacking();
    const { store } = load(null, local, () =>
      Promise.resolve({
        ...database,
        update: (id, change) =>
          change(undefined).text.includes('large')
            ? Promise.reject(named('QuotaExceededError'))
            : database.update(id, change),
      }),
    );
    await store.ready;
    expect((await database.all()).map(({ text }) => text)).toEqual(['tree b']);
    expect(store.list().map(({ text }) => text)).toEqual(['tree b', 'tree too large']);
    expect(local.length).toBe(1);
  });

  test('a deleted text does not come back from an entry with the same text', async () => {
    const database = databaseBacking();
    for (const id of ['one', 'two']) await database.update(id, () => ({ id, text: 'tree a', when: 1, rev: 'old:0' }));
    const { store } = load(null, null);
    await store.ready;
    expect(await store.remove(store.list()[0]!.id)).toBe(true);
    expect(store.list()).toEqual([]);
    expect(await store.undo()).toBe(true);
    expect(store.list().map(({ text }) => text)).toEqual(['tree a']);
  });

  test('an import waits for the database, and gives a text here the name that it has in the file', async () => {
    const local = memoryStorage();
    const tab = load(memoryStorage(), local);
    tab.keep(kept('tree a'), true);
    await tab.settle();
    const texts = [{ id: 'x', text: 'tree a', when: 1, name: 'First' }];
    const file = JSON.stringify({ format: 'maplescope-texts', version: 1, texts });
    const { store } = load(null, local);
    expect(await store.importAll(file)).toEqual({ ok: true, added: 0, known: 1 });
    expect(store.list().map(({ text, name }) => [text, name])).toEqual([['tree a', 'First']]);
    await store.rename(store.list()[0]!.id, 'Mine');
    await store.importAll(file);
    expect(store.list().map(({ name }) => name)).toEqual(['Mine']);
  });

  test('a text that another tab has changed stays listed and is not deleted', async () => {
    for (const blocked of [false, true]) {
      globalThis.indexedDB = new IDBFactory();
      const local = memoryStorage();
      const open = blocked ? () => Promise.resolve(storageBacking(local)) : undefined;
      const mine = load(memoryStorage(), local, open);
      mine.keep(kept('tree a'), true);
      await mine.settle();
      const { store } = load(null, local, open);
      await store.ready;
      const { id } = store.list()[0]!;
      mine.keep(kept('tree a, and an hour of work'), true);
      await mine.settle();
      expect(await store.remove(id)).toBe(false);
      expect(store.list().map(({ text }) => text)).toEqual(['tree a, and an hour of work']);
      await mine.store.refresh();
      expect(mine.store.list().map(({ text }) => text)).toEqual(['tree a, and an hour of work']);
      expect(await store.remove(id)).toBe(true);
      await mine.store.refresh();
      expect(mine.store.list()).toEqual([]);
    }
  });

  test('an import does not write over what another tab has written since', async () => {
    const local = memoryStorage();
    const { store } = load(null, local);
    await store.ready;
    const mine = load(memoryStorage(), local);
    mine.keep(kept('tree a'), true);
    await mine.settle();
    const file = exported(mine.store.list());
    mine.keep(kept('tree a, and an hour of work'), true);
    await mine.settle();
    expect(await store.importAll(file)).toEqual({ ok: true, added: 1, known: 0 });
    expect(await listed(local)).toEqual(['tree a, and an hour of work', 'tree a']);
  });

  test('a name given in a tab that has not seen the last edit stays beside that edit', async () => {
    const local = memoryStorage();
    const mine = load(memoryStorage(), local);
    mine.keep(kept('tree a'), true);
    await mine.settle();
    const { store } = load(null, local);
    await store.ready;
    mine.keep(kept('tree ab'), true);
    await mine.settle();
    expect(await store.rename(store.list()[0]!.id, 'Mine')).toBe(true);
    const [now] = await databaseBacking().all();
    expect(now).toMatchObject({ text: 'tree ab', name: 'Mine' });
  });
});
