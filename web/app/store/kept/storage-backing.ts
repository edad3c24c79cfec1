// SPDX-License-Identifier: GPL-2.0-or-later
//
// Holds a person's texts in localStorage, for a browser that blocks IndexedDB.

import { asKept, keysWith, parsed, TEXT_PREFIX, type Backing, type KeptText } from './text-backing';

/** Null when the browser refuses to read the storage. */
export function storageBacking(local: Storage | null, kind: Backing['kind'] = 'storage'): Backing | null {
  try {
    if (local === null || local.length < 0) return null;
  } catch {
    return null;
  }
  const read = (id: string): KeptText | undefined => asKept(id, parsed(local.getItem(TEXT_PREFIX + id))) ?? undefined;
  // Each call runs to its end before the next begins, so each is a transaction too.
  return {
    kind,
    all: () => attempt(() => keysWith(local, TEXT_PREFIX).flatMap((key) => read(key.slice(TEXT_PREFIX.length)) ?? [])),
    one: (id) => attempt(() => read(id) ?? null),
    update: (id, change) => attempt(() => local.setItem(TEXT_PREFIX + id, JSON.stringify(change(read(id))))),
    remove: (id, text) =>
      attempt(() => {
        const is = (read(id)?.text ?? text) === text;
        if (is) local.removeItem(TEXT_PREFIX + id);
        return is;
      }),
  };
}

function attempt<T>(act: () => T): Promise<T> {
  return new Promise((resolve) => resolve(act()));
}
