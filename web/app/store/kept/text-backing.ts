// SPDX-License-Identifier: GPL-2.0-or-later
//
// A person's texts, and the database that holds them.

import { promisifyRequest, type UseStore } from 'idb-keyval';

/** One text in the store. */
export interface KeptText {
  readonly id: string;
  readonly text: string;
  /** When the text last changed, in milliseconds since 1970. */
  readonly when: number;
  /** The name of the page load that wrote the text, a colon, and that load's count of writes. */
  readonly rev: string;
  /**
   * The last revision of each earlier page load, newest first: a journal left by one of them is already in the text.
   */
  readonly past?: readonly string[];
  /** The name that the person gave the text. */
  readonly name?: string;
  /** The name of the branch that held the text, if there were several. */
  readonly branch?: string;
  /** It is a lesson; absent: a scenario. */
  readonly kind?: 'lesson';
}

/** Holds texts by id. Every call may reject; a `QuotaExceededError` means that the storage is full. */
export interface Backing {
  /** `storage`: the browser refused the database; `slow`: the database did not answer in time. */
  readonly kind: 'database' | 'storage' | 'slow';
  all(): Promise<KeptText[]>;
  /** One text; null: there is none of this id. */
  one(id: string): Promise<KeptText | null>;
  /** Replaces one text in one transaction: `change` must be pure. */
  update(id: string, change: (existing: KeptText | undefined) => KeptText): Promise<void>;
  /** Deletes an entry if it has this text; false: another tab has changed it. */
  remove(id: string, text: string): Promise<boolean>;
}

/** The first release's keys, still used when IndexedDB is blocked. */
export const TEXT_PREFIX = 'maplescope.text.';
/** While the site's data are being cleared, opening is aborted: it is tried again after so long. */
const AGAIN_MS = 200;
const AGAIN_MOST = 20;

export function databaseBacking(lost?: () => void): Backing {
  let connection: Promise<IDBDatabase> | null = null;
  const connected = (again = 1): Promise<IDBDatabase> => {
    const request = indexedDB.open('maplescope');
    request.onupgradeneeded = () => request.result.createObjectStore('texts');
    // The next call connects again, behind a page that waits to delete the database.
    const end = (): void => {
      connection = null;
    };
    const opened = promisifyRequest(request).catch(async (error: unknown) => {
      if ((error as DOMException).name !== 'AbortError' || again > AGAIN_MOST) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      return connected(again + 1);
    });
    opened.then((database) => {
      database.onversionchange = database.onclose = () => {
        database.close();
        end();
        lost?.();
      };
    }, end);
    return opened;
  };
  const store: UseStore = async (mode, use) =>
    use((await (connection ??= connected())).transaction('texts', mode).objectStore('texts'));
  return {
    kind: 'database',
    async all() {
      const both = (texts: IDBObjectStore) =>
        Promise.all([promisifyRequest(texts.getAllKeys()), promisifyRequest<unknown[]>(texts.getAll())]);
      const [ids, values] = await store('readonly', both);
      return values.flatMap((value, k) => asKept(ids[k] as string, value) ?? []);
    },
    one: (id) => store('readonly', (texts) => promisifyRequest(texts.get(id)).then((found) => asKept(id, found))),
    // Of the library's own update nobody hears when the old value cannot be read.
    async update(id, change) {
      await store('readwrite', (texts) =>
        Promise.all([
          promisifyRequest(texts.transaction),
          promisifyRequest(texts.get(id)).then((found) => texts.put(change(asKept(id, found) ?? undefined), id)),
        ]),
      );
    },
    remove: (id, text) =>
      store('readwrite', (texts) => {
        const found = texts.get(id);
        let is = true;
        found.onsuccess = () => {
          is = (asKept(id, found.result)?.text ?? text) === text;
          if (is) texts.delete(id);
        };
        return promisifyRequest(texts.transaction).then(() => is);
      }),
  };
}

/** Reads the format of either release; null if the value is not a text. */
export function asKept(id: string, value: unknown): KeptText | null {
  if (typeof value !== 'object' || value === null) return null;
  const { text, when, rev, past, name, branch, kind } = value as Record<string, unknown>;
  if (typeof text !== 'string' || typeof when !== 'number') return null;
  return {
    id,
    text,
    when,
    rev: typeof rev === 'string' ? rev : 'first-release:0',
    ...(Array.isArray(past) ? { past: past.filter((one): one is string => typeof one === 'string') } : {}),
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof branch === 'string' ? { branch } : {}),
    ...(kind === 'lesson' ? { kind } : {}),
  };
}

export function keysWith(storage: Storage | null, prefix: string): string[] {
  try {
    const keys = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '');
    return keys.filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

export function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? 'null') as unknown;
  } catch {
    return null;
  }
}

/** Why a text could not be saved. */
export type StoreTrouble = 'full' | 'blocked';

// Of entries with equal texts, keeps a named one, else the newest.
export function eachOnce(all: readonly KeptText[]): KeptText[] {
  const found = new Map<string, KeptText>();
  const better = (a: KeptText, b: KeptText): number =>
    Number(b.name !== undefined) - Number(a.name !== undefined) || b.when - a.when || (a.id < b.id ? -1 : 1);
  for (const text of [...all].sort(better)) if (!found.has(text.text)) found.set(text.text, text);
  return [...found.values()].sort((a, b) => b.when - a.when || (a.id < b.id ? -1 : 1));
}

export function troubleOf(error: unknown): StoreTrouble {
  // Firefox calls a full localStorage NS_ERROR_DOM_QUOTA_REACHED.
  const isFull = error instanceof Error && /Quota|QUOTA/.test(error.name);
  return isFull ? 'full' : 'blocked';
}
