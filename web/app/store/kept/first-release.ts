// SPDX-License-Identifier: GPL-2.0-or-later
//
// The texts that the first release kept, in localStorage.

import { asKept, keysWith, parsed, TEXT_PREFIX, type Backing, type KeptText } from './text-backing';

/** Where they go. */
interface Shelf {
  readonly texts: ReadonlyMap<string, KeptText>;
  readonly backing: Backing | null;
  apply(change: KeptText & { readonly base: null }): Promise<string>;
}

/** Moves them into the database. Removes a key only after reading its text back from the database. */
export async function moved(local: Storage, shelf: Shelf): Promise<void> {
  const old = keysWith(local, TEXT_PREFIX).flatMap((key) => {
    const json = local.getItem(key);
    const kept = asKept(key.slice(TEXT_PREFIX.length), parsed(json));
    return kept === null ? [] : [{ key, json, kept }];
  });
  // Newest first: the newest of equal texts is kept.
  old.sort((a, b) => b.kept.when - a.kept.when);
  for (const { kept } of old) {
    if (
      [...shelf.texts.values()].some(
        ({ text, branch }) => text === kept.text && (kept.branch === undefined || branch === kept.branch),
      )
    )
      continue;
    await shelf.apply({ ...kept, base: null });
  }
  const there = new Set(((await shelf.backing?.all()) ?? []).map(({ text }) => text));
  for (const { key, json, kept } of old) if (there.has(kept.text) && local.getItem(key) === json) local.removeItem(key);
}
