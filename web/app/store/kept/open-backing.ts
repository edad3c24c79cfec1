// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where a person's texts are held: in IndexedDB, or in localStorage where IndexedDB is blocked.

import { databaseBacking, type Backing } from './text-backing';

/** A database that does not open within this time is not waited for. */
const OPEN_MS = 10_000;

/** The best place that this browser allows; null when it blocks both. `lost` hears when its texts may be gone. */
export async function openBacking(local: Storage | null, lost?: () => void): Promise<Backing | null> {
  let kind: Backing['kind'] = 'storage';
  try {
    const database = databaseBacking(lost);
    if ((await inTime(database.all())) !== null) return database;
    kind = 'slow';
  } catch {
    // It is refused.
  }
  return (await import('./storage-backing')).storageBacking(local, kind);
}

/** Null: it takes longer. */
function inTime<T>(work: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), OPEN_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
