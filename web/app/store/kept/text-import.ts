// SPDX-License-Identifier: GPL-2.0-or-later
//
// Texts as a file, and such a file taken in again.

import { STORAGE_TROUBLE } from '../../../words/storage';
import { asKept, eachOnce, parsed, troubleOf, type KeptText } from './text-backing';

export const FORMAT = 'maplescope-texts';
/** A file of a higher version may hold what this page would lose. */
export const VERSION = 1;

/** A file that holds the texts. */
export function exported(kept: readonly KeptText[]): string {
  const texts = kept.map(({ rev: _, past: __, ...text }) => text);
  return `${JSON.stringify({ format: FORMAT, version: VERSION, texts }, null, 2)}\n`;
}

/** The result of an import. */
export type Imported =
  | { readonly ok: true; readonly added: number; readonly known: number }
  | { readonly ok: false; readonly message: string };

/** Where they go. */
interface Shelf {
  readonly texts: ReadonlyMap<string, KeptText>;
  readonly newId: () => string;
  add(text: KeptText): Promise<KeptText>;
}

/** Adds the texts of an exported file to those kept. A file that is not whole changes nothing. */
export async function imported(json: string, shelf: Shelf): Promise<Imported> {
  const { texts, newId } = shelf;
  const file = parsed(json) as {
    readonly format?: unknown;
    readonly version?: unknown;
    readonly texts?: unknown;
  } | null;
  if (file?.format === FORMAT && Number(file.version) > VERSION)
    return {
      ok: false,
      message:
        'This file was made by a newer version of this page. Reload this page to update it. Nothing was imported.',
    };
  if (file?.format !== FORMAT || !Array.isArray(file.texts)) {
    return { ok: false, message: 'This file holds no exported texts. Choose a file that “Export all” wrote.' };
  }
  const read = file.texts.map((value: unknown) => {
    const id = (value as { readonly id?: unknown } | null)?.id;
    return asKept(typeof id === 'string' ? id : '', value);
  });
  const wrong = read.indexOf(null);
  if (wrong >= 0)
    return { ok: false, message: `Text ${wrong + 1} in the file has no “text” or no “when”. Nothing was imported.` };
  const known = new Map(eachOnce([...texts.values()]).map((one) => [one.text, one]));
  let added = 0;
  for (const entry of read) {
    if (entry === null) continue;
    const here = known.get(entry.text);
    const named = entry.name === undefined ? null : { name: entry.name };
    // A text that is here already takes the name that it has in the file, if it has none.
    if (here !== undefined && (named === null || here.name !== undefined)) continue;
    // The file may say any number, but nothing changed before 1970 or after now.
    const when = Math.max(0, Math.min(entry.when, Date.now()));
    const id = entry.id === '' || texts.has(entry.id) ? newId() : entry.id;
    const wanted = here === undefined ? { ...entry, id, when, rev: `${newId()}:0` } : { ...here, ...named };
    try {
      known.set(entry.text, await shelf.add(wanted));
    } catch (error) {
      const why = STORAGE_TROUBLE[troubleOf(error)];
      return { ok: false, message: `Only ${added} of ${read.length} texts were imported: ${why}.` };
    }
    if (here === undefined) added++;
  }
  return { ok: true, added, known: read.length - added };
}
