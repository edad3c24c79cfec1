// SPDX-License-Identifier: GPL-2.0-or-later
import { describe, expect, test } from 'vitest';
import { createAutosave, type Kept } from '../../../web/app/autosave';

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

  test('texts that are not the person’s own are not listed', () => {
    const autosave = createAutosave(memoryStorage(), memoryStorage(), ids(), () => 1);
    autosave.keep(kept('an example'), false);
    expect(autosave.recent()).toEqual([]);
  });

  test('the list keeps the twelve newest texts, each once', () => {
    const [local, newId] = [memoryStorage(), ids()];
    for (let k = 0; k < 20; k++) createAutosave(memoryStorage(), local, newId, () => k).keep(kept(`text ${k}`), true);
    createAutosave(memoryStorage(), local, newId, () => 99).keep(kept('text 15'), true);
    const listed = createAutosave(null, local, newId, () => 0).recent();
    expect(listed[0]?.text).toBe('text 15');
    expect(listed.length).toBeLessThanOrEqual(12);
    expect(new Set(listed.map(({ text }) => text)).size).toBe(listed.length);
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
