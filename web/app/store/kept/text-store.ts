// SPDX-License-Identifier: GPL-2.0-or-later
//
// The person's texts, one entry a text. A text leaves the store only when the person deletes it.
//
// Writes are asynchronous. A journal in localStorage holds each change until its write has ended; the next page load
// writes the changes that a closed tab could not. A write names the revision that it is based on: if another tab has
// changed the entry since, the text goes into an entry of its own instead.

import {
  asKept,
  eachOnce,
  keysWith,
  parsed,
  TEXT_PREFIX,
  troubleOf,
  type Backing,
  type KeptText,
  type StoreTrouble,
} from './text-backing';
import type { Imported } from './text-import';
import { dropJournal, JOURNAL_PREFIX, journalRev, stored, succeeds, tellOthers } from './text-journal';

export type { Backing, KeptText, StoreTrouble } from './text-backing';
export type { Imported } from './text-import';

/** The result of one write: the entry that now holds the text, or why it failed. */
export type Written =
  | { readonly ok: true; readonly id: string }
  | {
      readonly ok: false;
      readonly trouble: StoreTrouble;
      /** The journal holds the change. */
      readonly isJournaled: boolean;
      /** The entry holds this text already. */
      readonly isStored: boolean;
    };

/** A change that one page load made to one entry. */
export interface Change {
  readonly id: string;
  readonly text: string;
  readonly when: number;
  /** This change's revision. */
  readonly rev: string;
  /** The revision it replaces; null: the entry should not exist yet. */
  readonly base: string | null;
  readonly branch?: string | undefined;
  readonly kind?: 'lesson';
}

export interface TextStore {
  /** Settles when everything kept earlier is in the list. Never rejects. */
  readonly ready: Promise<void>;
  /** `listener` hears when the browser, or another page, may have deleted everything. */
  whenLost(listener: () => void): void;
  /** Where the texts are kept; null if nowhere, or not known yet. */
  kind(): Backing['kind'] | null;
  /** Each text once, newest first. */
  list(): readonly KeptText[];
  /** Reads the texts again, with the changes of other tabs. */
  refresh(): Promise<void>;
  /** Reads one text again, and equal ones, which another tab may have written or deleted. Never rejects. */
  reread(id: string): Promise<void>;
  /** Keeps a change at once, until `put` has ended; false when there is no room for it. */
  journal(key: string, change: Change): boolean;
  put(change: Change, journalKey?: string): Promise<Written>;
  rename(id: string, name: string): Promise<boolean>;
  /** Deletes a text; `undo` brings it back. False if it could not; or if another tab has changed it. */
  remove(id: string): Promise<boolean>;
  undo(): Promise<boolean>;
  importAll(json: string): Promise<Imported>;
}

const NOT_ARRIVED = 'A part of this page did not arrive. Try again. Nothing was imported.';
/** Longer changes go to the database alone: the journal must not fill the storage of the whole origin. */
const JOURNAL_LETTERS_MAX = 1_000_000;
/** An entry remembers this many earlier page loads, any of which may have left a journal. */
const PAST_MAX = 20;

interface Places {
  /** Opens the backing; null when the browser blocks all of them. */
  readonly open: (lost: () => void) => Promise<Backing | null>;
  /** Holds the journal, and the texts of the first release. */
  readonly local: Storage | null;
  readonly newId: () => string;
  /** Called after each change of the list. */
  readonly changed: () => void;
}

/** The texts as this page knows them, and the place that holds them: each change is written there first. */
class Shelf {
  readonly texts = new Map<string, KeptText>();
  /** Changes that could not be written, by entry. They are listed as long as their journal keeps them. */
  readonly unwritten = new Map<string, { readonly change: Change; readonly key: string }>();
  backing: Backing | null = null;
  readonly local: Storage | null;
  readonly newId: () => string;
  readonly changed: () => void;

  constructor({ local, newId, changed }: Places) {
    this.local = local;
    this.newId = newId;
    this.changed = changed;
  }

  /** Reads all texts again. */
  async refresh(): Promise<void> {
    const all = (await this.backing?.all()) ?? [];
    this.texts.clear();
    for (const text of all) this.texts.set(text.id, text);
    for (const id of this.unwritten.keys()) this.show(id);
    this.changed();
  }

  async reread(id: string): Promise<void> {
    for (const { id: one } of [{ id }, ...this.equalTo(id)]) {
      const found = (await this.backing?.one(one)) ?? null;
      if (found === null) this.texts.delete(one);
      else this.texts.set(one, found);
      this.show(one);
    }
    this.changed();
  }

  /** The entries that hold the text of this one: the list shows one of them. */
  equalTo(id: string): KeptText[] {
    const known = this.texts.get(id);
    return [...this.texts.values()].filter(({ text }) => text === known?.text);
  }

  /** Lists a change that could not be written, and that the journal of this key keeps. */
  leave(change: Change, key: string): void {
    const there = this.texts.get(change.id);
    // Where two tabs went on with one entry, the second text is listed beside the first.
    const id = there === undefined || there.text === change.text || follows(change, there) ? change.id : key;
    this.unwritten.set(id, { change: { ...change, id }, key });
    this.show(id);
    this.changed();
  }

  private show(id: string): void {
    const left = this.unwritten.get(id);
    if (left === undefined) return;
    // Another tab has written it, or deleted it.
    if (journalRev(this.local, left.key) !== left.change.rev) this.unwritten.delete(id);
    else this.texts.set(id, changedText(this.texts.get(id), left.change));
  }

  async write(id: string, change: (existing: KeptText | undefined) => KeptText): Promise<KeptText> {
    const results: KeptText[] = [];
    await this.backing?.update(id, (existing) => {
      const result = change(existing);
      results.push(result);
      return result;
    });
    const result = results.at(-1);
    if (result === undefined) throw new Error('not written');
    this.texts.set(id, result);
    this.unwritten.delete(id);
    tellOthers(this.local, id);
    this.changed();
    return result;
  }

  /**
   * Adds a text, in its entry if that is free, else in a new one: no other text gives way. Gives what is kept. `anew`:
   * what replaces an equal text must not replace this one.
   */
  async add(text: KeptText, anew = false): Promise<KeptText> {
    const added = await this.write(text.id, (existing = text) => {
      if (existing.text !== text.text) return existing;
      const named =
        existing.name !== undefined || text.name === undefined ? existing : { ...existing, name: text.name };
      return anew ? { ...named, rev: text.rev, past: [existing.rev, ...(existing.past ?? [])] } : named;
    });
    if (added.text === text.text) return added;
    const own = { ...text, id: this.newId() };
    return this.write(own.id, () => own);
  }

  /** Writes a change into its entry, or into a new one if another tab changed the entry; gives the entry's id. */
  async apply(change: Change): Promise<string> {
    const taken = { yes: false };
    await this.write(change.id, (existing) => {
      taken.yes = false;
      if (existing === undefined) return changedText(undefined, change);
      if ([existing.rev, ...(existing.past ?? [])].some((rev) => isLater(rev, change.rev))) return existing;
      taken.yes = !follows(change, existing) && existing.text !== change.text;
      return taken.yes ? existing : changedText(existing, change);
    });
    if (!taken.yes) return change.id;
    const own = this.newId();
    await this.write(own, () => changedText(undefined, { ...change, id: own }));
    return own;
  }

  /** Writes a change from a journal. If another entry already holds its text, that entry keeps it, and its age. */
  async recover(change: Change): Promise<void> {
    const { id, text, branch } = change;
    const there = this.texts.has(id) ? undefined : [...this.texts.values()].find((one) => one.text === text);
    if (there === undefined || (branch !== undefined && branch !== there.branch)) await this.apply(change);
    // No page load that goes on with that entry has this revision.
    else await this.add({ ...there, rev: `${this.newId()}:0`, past: [there.rev, ...(there.past ?? [])] }, true);
  }
}

export function createTextStore(places: Places): TextStore {
  const { open, local, newId, changed } = places;
  const shelf = new Shelf(places);
  const { texts } = shelf;
  const losses: (() => void)[] = [];
  let removed: KeptText | null = null;

  const start = async (): Promise<void> => {
    try {
      shelf.backing = await open(() => losses.forEach((listener) => listener()));
      await shelf.refresh();
      // Texts that cannot be moved stay in place for the next load.
      if (shelf.backing?.kind === 'database') await migrate(local, shelf).catch(() => undefined);
      await recover(local, shelf);
    } catch {
      // Without a backing nothing is listed, and each write is reported.
    }
    changed();
  };
  const ready = start();

  const store: TextStore = {
    ready,
    whenLost: (listener) => void losses.push(listener),
    kind: () => shelf.backing?.kind ?? null,
    list: () => eachOnce([...texts.values()]),
    refresh: () => ready.then(() => shelf.refresh()).catch(() => undefined),
    reread: (id) => ready.then(() => shelf.reread(id)).catch(() => undefined),
    journal: (key, change) =>
      change.text.length <= JOURNAL_LETTERS_MAX && stored(local, JOURNAL_PREFIX + key, JSON.stringify(change)),
    async put(change, journalKey) {
      await ready;
      try {
        const id = await shelf.apply(change);
        if (journalKey !== undefined) dropJournal(local, JOURNAL_PREFIX + journalKey, change.rev);
        return { ok: true, id };
      } catch (error) {
        const isStored = (await shelf.backing?.one(change.id).catch(() => null))?.text === change.text;
        // The next load will write the change from the journal, so the list shows it already.
        const key = JOURNAL_PREFIX + (journalKey ?? '');
        const isJournaled = journalRev(local, key) === change.rev;
        if (isJournaled) shelf.leave(change, key);
        return { ok: false, trouble: troubleOf(error), isJournaled, isStored };
      }
    },
    async rename(id, name) {
      const known = texts.get(id);
      if (known === undefined) return false;
      const named = name.trim() === '' ? {} : { name: name.trim() };
      return succeeds(
        shelf.write(id, (existing = known) => {
          const { name: _, ...rest } = existing;
          return { ...rest, ...named };
        }),
      );
    },
    async remove(id) {
      // As they are now: while the part is fetched, an entry may get another text.
      const [gone, same] = [texts.get(id), shelf.equalTo(id)];
      const late = await import('./text-removal').catch(() => null);
      if (gone === undefined || (await late?.taken(same, shelf)) !== true) return false;
      removed = gone;
      changed();
      return true;
    },
    async undo() {
      const back = removed;
      if (back === null) return false;
      // A tab may have gone on with the text in its entry, and a change of its page load must not replace this one.
      const restored = shelf.add({ ...back, rev: `${newId()}:0`, past: [back.rev, ...(back.past ?? [])] }, true);
      if (!(await succeeds(restored))) return false;
      removed = null;
      return true;
    },
    importAll: (json) => store.refresh().then(() => takenIn(json, shelf)),
  };
  return store;
}

async function takenIn(json: string, shelf: Shelf): Promise<Imported> {
  const part = await import('./text-import').catch(() => null);
  return part?.imported(json, shelf) ?? { ok: false, message: NOT_ARRIVED };
}

// Reads what the first release kept, where there is some.
async function migrate(local: Storage | null, shelf: Shelf): Promise<void> {
  if (local !== null && keysWith(local, TEXT_PREFIX).length > 0)
    await (await import('./first-release')).moved(local, shelf);
}

// Writes the changes that a tab had not written when it was closed.
async function recover(local: Storage | null, shelf: Shelf): Promise<void> {
  const left = keysWith(local, JOURNAL_PREFIX).flatMap((key) => {
    const change = journaledChange(key, local?.getItem(key) ?? null);
    return change === null ? [] : [{ key, change }];
  });
  left.sort((a, b) => a.change.when - b.change.when);
  while (left.length > 0) {
    // Oldest first, but behind its base: the clock may have been set back between two loads.
    const next = left.findIndex(({ change }) => !left.some((other) => other.change.rev === change.base));
    for (const { key, change } of left.splice(Math.max(next, 0), 1)) {
      try {
        await shelf.recover(change);
        dropJournal(local, key, change.rev);
      } catch {
        shelf.leave(change, key);
      }
    }
  }
}

/** The entry that another tab has written or deleted, from what a storage event says; null: it says nothing of one. */
export function entryWritten(key: string | null, value: string | null): string | null {
  return value === null && key?.startsWith(JOURNAL_PREFIX) === true
    ? key.slice(JOURNAL_PREFIX.length, key.lastIndexOf('.'))
    : null;
}

// Whether a change may replace the entry's revision: the change's base, or an earlier change by the same page load.
function follows(change: Change, existing: KeptText): boolean {
  return existing.rev === change.base || existing.rev.split(':')[0] === change.rev.split(':')[0];
}

/** Whether `one` is `other`, or a later revision of the same page load. */
function isLater(one: string, other: string): boolean {
  const [[load, count], [otherLoad, otherCount]] = [one.split(':'), other.split(':')];
  return load === otherLoad && Number(count) >= Number(otherCount);
}

/** The change that a tab has put into its journal, from a key of localStorage and its value; null: it is none. */
export function journaledChange(key: string | null, value: string | null): Change | null {
  const change = key?.startsWith(JOURNAL_PREFIX) === true ? (parsed(value) as Change | null) : null;
  return change !== null && asKept(change.id, change) !== null ? change : null;
}

function changedText(existing: KeptText | undefined, { id, text, when, rev, branch, kind }: Change): KeptText {
  const { name, branch: before } = existing ?? {};
  const named = branch ?? before;
  const ofThisLoad = (one: string): boolean => one.split(':')[0] === rev.split(':')[0];
  const past =
    existing === undefined
      ? []
      : [existing.rev, ...(existing.past ?? [])].filter((one) => !ofThisLoad(one)).slice(0, PAST_MAX);
  return {
    id,
    text,
    when: existing?.text === text ? existing.when : when,
    rev,
    past,
    ...(name === undefined ? {} : { name }),
    ...(named === undefined ? {} : { branch: named }),
    ...(kind === undefined ? {} : { kind }),
  };
}
