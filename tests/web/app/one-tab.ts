// SPDX-License-Identifier: GPL-2.0-or-later
//
// For tests of what one tab keeps: its page loads over given storages, and databases that fail.

import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { createAutosave, type Autosave, type Kept, type Outcome } from '../../../web/app/store/kept/autosave';
import { openBacking } from '../../../web/app/store/kept/open-backing';
import { databaseBacking, type Backing } from '../../../web/app/store/kept/text-backing';
import { createTextStore, type TextStore } from '../../../web/app/store/kept/text-store';
import type { LostText } from '../../../web/app/store/page/lost';

/** Empties the database, and begins ids and clock again. */
export function begin(): void {
  globalThis.indexedDB = new IDBFactory();
  ids = clock = 0;
}

export function setClock(to: number): void {
  clock = to;
}

export function memoryStorage(room = Infinity): Storage {
  const kept = new Map<string, string>();
  const used = (): number => [...kept].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  return {
    get length() {
      return kept.size;
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      if (used() - (kept.get(key)?.length ?? -key.length) + value.length > room) throw named('QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

export function copyOf(storage: Storage): Storage {
  const copy = memoryStorage();
  for (let k = 0; k < storage.length; k++)
    copy.setItem(storage.key(k) ?? '', storage.getItem(storage.key(k) ?? '') ?? '');
  return copy;
}

export function named(name: string): Error {
  return Object.assign(new Error(name), { name });
}

export const kept = (text: string): Kept => ({ text, step: 3, link: '', breakpoints: [2, 7], foreign: false });

let ids = 0;
let clock = 0;
const newId = (): string => `id${++ids}`;
const now = (): number => ++clock;

export interface Tab extends Autosave {
  readonly store: TextStore;
  readonly outcomes: Outcome[];
  /** Kept nowhere, as the tab said last. */
  lost: readonly LostText[];
  /** A text that left the page would be lost with it. */
  pending: boolean;
  /** What waits for its time. */
  readonly timers: { readonly act: () => void; readonly ms: number }[];
  settle(): Promise<void>;
}

/** Opens the page once: a new load of the tab whose session storage is given. `shows`: it shows its text again. */
export function load(
  session: Storage | null,
  local: Storage | null,
  open: (lost: () => void) => Promise<Backing | null> = (lost) => openBacking(local, lost),
  shows = true,
): Tab {
  const outcomes: Outcome[] = [];
  const store = createTextStore({ open, local, newId, changed: () => undefined });
  const lost = (texts: readonly LostText[]): void => void (tab.lost = texts);
  const pending = (is: boolean): void => void (tab.pending = is);
  const timers: Tab['timers'] = [];
  const autosave = createAutosave({
    session,
    store,
    newId,
    now,
    outcome: (of) => outcomes.push(of),
    lost,
    pending,
    later: (act, ms) => void timers.push({ act, ms }),
  });
  const settle = async (): Promise<void> => {
    await store.ready;
    for (let k = 0; k < 20; k++) await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const tab: Tab = { ...autosave, store, outcomes, lost: [], pending: false, timers, settle };
  if (shows) tab.resume();
  return tab;
}

/** The texts that a new visitor's tab lists. */
export async function listed(local: Storage): Promise<string[]> {
  const { store } = load(null, local);
  await store.ready;
  return store.list().map(({ text }) => text);
}

export const entryCount = async (): Promise<number> => (await databaseBacking().all()).length;
export const broken =
  (error: Error): (() => Promise<Backing>) =>
  () =>
    Promise.resolve({
      kind: 'database',
      all: () => Promise.resolve([]),
      one: () => Promise.resolve(null),
      update: () => Promise.reject(error),
      remove: () => Promise.reject(error),
    });
/** A database whose writes never end, as in a tab that is closed first. */
export const closing = (): Promise<Backing> =>
  Promise.resolve({
    kind: 'database',
    all: () => databaseBacking().all(),
    one: (id) => databaseBacking().one(id),
    update: () => new Promise<void>(() => undefined),
    remove: () => Promise.resolve(true),
  });
