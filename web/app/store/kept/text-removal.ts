// SPDX-License-Identifier: GPL-2.0-or-later
//
// Deleting a text, with all that would bring it back.

import { keysWith, parsed, type Backing, type KeptText } from './text-backing';
import { dropJournal, JOURNAL_PREFIX, succeeds, tellOthers } from './text-journal';

/** Where it is. */
interface Shelf {
  readonly texts: Map<string, KeptText>;
  readonly unwritten: Map<string, unknown>;
  readonly backing: Backing | null;
  readonly local: Storage | null;
  refresh(): Promise<void>;
}

/** Deletes these entries, which have the same text; false if one could not be, or has another text by now. */
export async function taken(same: readonly KeptText[], shelf: Shelf): Promise<boolean> {
  const { texts, unwritten, backing, local } = shelf;
  for (const { id, text } of same) {
    if (backing === null || !(await succeeds(backing.remove(id, text)))) {
      await shelf.refresh().catch(() => undefined);
      return false;
    }
    texts.delete(id);
    unwritten.delete(id);
    tellOthers(local, id);
  }
  for (const { text } of same.slice(0, 1)) dropJournals(local, text);
  return true;
}

// Drops what would bring a deleted text back.
function dropJournals(local: Storage | null, text: string): void {
  for (const key of keysWith(local, JOURNAL_PREFIX)) {
    const change = parsed(local?.getItem(key) ?? null) as { readonly text: string; readonly rev: string } | null;
    if (change?.text === text) dropJournal(local, key, change.rev);
  }
}
