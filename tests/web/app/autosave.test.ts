// SPDX-License-Identifier: GPL-2.0-or-later
import { describe, expect, test } from 'vitest';
import { createAutosave, type Kept } from '../../../web/app/store/autosave';

function memoryStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

function copyOf(storage: Storage): Storage {
  const copy = memoryStorage();
  for (let k = 0; k < storage.length; k++) {
    const key = storage.key(k) ?? '';
    copy.setItem(key, storage.getItem(key) ?? '');
  }
  return copy;
}

const ids = (): (() => string) => {
  let next = 0;
  return () => `id${next++}`;
};
const kept = (text: string): Kept => ({ text, step: 3, link: '', breakpoints: [2, 7], foreign: false });

describe('autosave', () => {
  test('a reload of a tab finds its text and step again', () => {
    const [session, local, newId] = [memoryStorage(), memoryStorage(), ids()];
    createAutosave(session, local, newId, () => 1).keep(kept('tree a'), true);
    expect(createAutosave(session, local, newId, () => 2).restored).toEqual(kept('tree a'));
  });

  test('a tab never overwrites what another tab keeps, not even a duplicated one', () => {
    const [session, local, newId] = [memoryStorage(), memoryStorage(), ids()];
    const first = createAutosave(session, local, newId, () => 1);
    first.keep(kept('tree first'), true);
    const second = createAutosave(copyOf(session), local, newId, () => 2);
    second.keep(kept('tree second'), true);
    first.keep(kept('tree first, longer'), true);
    expect(second.recent().map(({ text }) => text)).toEqual(['tree second', 'tree first, longer']);
    expect(createAutosave(session, local, newId, () => 3).restored?.text).toBe('tree first, longer');
  });

  test('a text that is put into the list stays there when the tab goes on with another', () => {
    const autosave = createAutosave(memoryStorage(), memoryStorage(), ids(), () => 1);
    autosave.keep(kept('tree first'), true);
    expect(autosave.list('tree first')).toBe(true);
    autosave.keep(kept('tree second'), true);
    expect(autosave.recent().map(({ text }) => text).sort()).toEqual(['tree first', 'tree second']);
  });

  test('texts that are not the person’s own are not listed', () => {
    const autosave = createAutosave(memoryStorage(), memoryStorage(), ids(), () => 1);
    autosave.keep(kept('an example'), false);
    expect(autosave.recent()).toEqual([]);
  });

  test('reloading, however often, drops no other text', () => {
    const [session, local, newId] = [memoryStorage(), memoryStorage(), ids()];
    for (const text of ['tree a', 'tree b', 'tree c']) createAutosave(memoryStorage(), local, newId, () => 1).keep(kept(text), true);
    for (let load = 0; load < 1000; load++) createAutosave(session, local, newId, () => 10 + load).keep(kept('tree again'), true);
    expect(createAutosave(null, local, newId, () => 0).recent().map(({ text }) => text)).toEqual(['tree again', 'tree a', 'tree b', 'tree c']);
    expect(local.length).toBeLessThanOrEqual(200);
  });

  test('the list keeps the two hundred newest texts, each once', () => {
    const [local, newId] = [memoryStorage(), ids()];
    for (let k = 0; k < 250; k++) createAutosave(memoryStorage(), local, newId, () => k).keep(kept(`text ${k}`), true);
    createAutosave(memoryStorage(), local, newId, () => 999).keep(kept('text 100'), true);
    const listed = createAutosave(null, local, newId, () => 0).recent().map(({ text }) => text);
    expect(listed).toHaveLength(200);
    expect(listed.slice(0, 2)).toEqual(['text 100', 'text 249']);
    expect(listed.at(-1)).toBe('text 50');
    expect(new Set(listed).size).toBe(listed.length);
  });

  test('the list holds two million letters, and drops the oldest texts beyond', () => {
    const [local, newId] = [memoryStorage(), ids()];
    for (let k = 0; k < 7; k++) createAutosave(memoryStorage(), local, newId, () => k).keep(kept(`${k}`.repeat(399_999)), true);
    expect(createAutosave(null, local, newId, () => 0).recent().map(({ text }) => text[0])).toEqual(['6', '5', '4', '3', '2']);
  });

  test('the text of the tab stays, even if a clock that went back makes it the oldest', () => {
    const [local, newId] = [memoryStorage(), ids()];
    const tab = createAutosave(memoryStorage(), local, newId, () => 1);
    tab.keep(kept('tree mine'), true);
    for (let k = 0; k < 300; k++) createAutosave(memoryStorage(), local, newId, () => 100 + k).keep(kept(`text ${k}`), true);
    tab.keep(kept('tree mine, longer'), true);
    expect(tab.recent().map(({ text }) => text)).toContain('tree mine, longer');
  });

  test('a text that was a branch keeps the name of it, also when it was listed before', () => {
    const local = memoryStorage();
    const tab = createAutosave(memoryStorage(), local, ids(), () => 1);
    tab.keep(kept('tree a'), true);
    tab.startAnother();
    expect(tab.list('tree a', 'first text')).toBe(true);
    expect(tab.list('tree b', 'request 11 fails')).toBe(true);
    expect(tab.recent().map(({ text, branch }) => [text, branch]).sort()).toEqual([['tree a', 'first text'], ['tree b', 'request 11 fails']]);
  });

  test('storage that is full or forbidden is told, not thrown', () => {
    const full = memoryStorage();
    full.setItem = () => {
      throw new Error('QuotaExceededError');
    };
    expect(createAutosave(full, full, ids(), () => 1).keep(kept('tree a'), true)).toBe(false);
    expect(createAutosave(null, null, ids(), () => 1).keep(kept('tree a'), true)).toBe(false);
  });

  test('what cannot be read counts as nothing', () => {
    const session = memoryStorage();
    session.setItem('maplescope.tab', '{broken');
    expect(createAutosave(session, null, ids(), () => 1).restored).toBeNull();
  });
});
