// SPDX-License-Identifier: GPL-2.0-or-later
//
// The journals in localStorage: each holds a change of a text until its write has ended.

import { parsed } from './text-backing';

export const JOURNAL_PREFIX = 'maplescope.journal.';

// The other tabs are notified that a journal has ended, as after each change: the entry is then another one, or none.
export function tellOthers(local: Storage | null, id: string): void {
  const key = `${JOURNAL_PREFIX}${id}.`;
  if (stored(local, key, '')) local?.removeItem(key);
}

export function dropJournal(local: Storage | null, key: string, rev: string): void {
  try {
    if (journalRev(local, key) === rev) local?.removeItem(key);
  } catch {
    // The next load reads the journal again and finds that its change is already written.
  }
}

export function journalRev(local: Storage | null, key: string): string | null {
  try {
    return (parsed(local?.getItem(key) ?? null) as { readonly rev: string } | null)?.rev ?? null;
  } catch {
    return null;
  }
}

export function stored(storage: Storage | null, key: string, value: string): boolean {
  try {
    storage?.setItem(key, value);
    return storage !== null;
  } catch {
    return false;
  }
}

export function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    (done) => done !== false,
    () => false,
  );
}
