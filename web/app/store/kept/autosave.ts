// SPDX-License-Identifier: GPL-2.0-or-later
//
// Keeps the state of one tab. sessionStorage holds its text, step and entry, so that a reload continues the same entry;
// the text store (text-store.ts) holds the texts of all tabs. Storage may be full or blocked: nothing here throws.

import type { LostText } from '../page/lost';
import {
  entryWritten,
  journaledChange,
  type Change,
  type KeptText,
  type StoreTrouble,
  type TextStore,
} from './text-store';

/** The state of one tab, enough to restore it. */
export interface Kept {
  readonly text: string;
  readonly step: number;
  /** The fragment of the link this text came from and still equals; empty when it was edited since. */
  readonly link: string;
  /** Lines with a breakpoint. */
  readonly breakpoints: readonly number[];
  /** Not the person's own: an example, or what a link held. */
  readonly foreign: boolean;
}

/** A text to open. */
export type RecentText = Pick<KeptText, 'id' | 'text' | 'when' | 'name' | 'branch'>;

const TAB_KEY = 'maplescope.tab';

/**
 * Whether the latest text is safe; `unsaved` while a write is in progress, `gone` if another tab has deleted it, or
 * changed a text that was only opened here.
 */
export type Outcome = 'saved' | 'unsaved' | 'gone' | StoreTrouble;

export interface Autosave {
  /** The tab's state from before the page was loaded, if there was one. */
  readonly restored: Kept | null;
  /** For a text too long for sessionStorage: settles with the text from the text store. */
  readonly restoredLate: Promise<Kept | null> | null;
  /**
   * The tab shows its restored text again: from now on it writes that text's entry. Before, or without, what it keeps
   * goes into a new entry, so that a text which is not on the page is never overwritten.
   */
  resume(): void;
  /** Keeps the text at once if there is room, and in the text store soon after; reports the result to `outcome`. */
  keep(kept: Kept, own: boolean): void;
  /**
   * Lists a text that the tab no longer shows; false if it could not be kept at once. `older`: as if it had last
   * changed before the text that the tab shows.
   */
  list(text: string, branch?: string, older?: boolean): boolean;
  /** From now on the tab writes another entry: the one that holds `next`, or a new one. The current entry stays. */
  startAnother(next?: string): void;
  /**
   * Hears what another tab writes to localStorage. If that tab changes the entry of this one, the text that was typed
   * here goes into an entry of its own; a text that was only opened here is an older revision, and gives way.
   */
  hear(key: string | null, value: string | null): void;
  /** Checks what other tabs did to this tab's entry while it received no events; `all`: to every text. */
  lookAgain(all: boolean): Promise<void>;
  /** Keeps the text again that is gone. */
  keepAgain(): void;
  /** The person gives a lost text up: it is no longer among them. Returns a function that takes that back. */
  giveUp(text: string): () => void;
}

interface Entry {
  id: string;
  base: string | null;
  /** The change to write next. */
  waiting: Pick<Change, 'text' | 'when' | 'rev' | 'branch'> | null;
  /** Why the last write failed. It is tried again after a while, and when another one is written. */
  failed: StoreTrouble | null;
  /** How often that change was tried again; `isTimed`: it waits for its time. */
  tries: number;
  isTimed: boolean;
  /** The journal holds that change: it outlives the page though its write has not ended. */
  journaled: boolean;
  written: string | null;
  /** The stored entry is gone: another tab has deleted or changed it. */
  gone: boolean;
  busy: boolean;
  readonly key: string;
}

interface Means {
  readonly session: Storage | null;
  readonly store: TextStore;
  readonly newId: () => string;
  readonly now: () => number;
  readonly outcome: (of: Outcome) => void;
  /** Hears of all lost texts, after each write that ended. */
  readonly lost: (texts: readonly LostText[]) => void;
  /** Hears whether a text that left the page waits for its write, and would be lost with the page. */
  readonly pending: (is: boolean) => void;
  readonly later?: (act: () => void, ms: number) => void;
}

/** A write that failed is tried again after so long each time. */
const AGAIN_MS = [1_000, 5_000, 30_000, 120_000];

/** The entries that this page load has written or is about to, by id. */
interface Entries {
  /** The entry of this id; a new one is based on the given revision and text. */
  of(id: string, base: string | null, written: string | null): Entry;
  /** The text in the list, if no change waits that will replace it; `but`: in another entry than this one. */
  listed(text: string, but?: string): KeptText | undefined;
  /** The entry that holds the text, or will when its write has ended. */
  holding(text: string): Entry | null;
  /** The same for a text that was typed: this tab becomes the last writer of the entry, if another one was. */
  typed(text: string): Entry | null;
  /** A new, empty entry. */
  another(): Entry;
  /**
   * Lets a change that is stored nowhere yet go on with the entry that has its text, if the list had not been read when
   * the change was made; `desk`, which the next text will overwrite, does not count.
   */
  join(entry: Entry, desk: Entry): void;
  /** Compares an entry with what is kept now, and gives it if this page load knows it. */
  compared(id: string): Entry | null;
  readonly all: () => Entry[];
  /** Notes that a change was written, into the entry `id`: another one if another tab had changed the first. */
  written(entry: Entry, id: string, change: NonNullable<Entry['waiting']>): void;
}

function entriesOf({ store, newId }: Means, load: string): Entries {
  const byId = new Map<string, Entry>();
  const entries: Entries = {
    of(id, base, written) {
      const known = byId.get(id);
      if (known?.waiting === null) [known.base, known.written, known.gone] = [base, written, false];
      const name = `${id}.${load}`;
      // An entry that went to another id has its journal under the first one.
      const key = entries.all().some((one) => one.key === name) ? `${name}-${byId.size}` : name;
      const found = known ?? {
        id,
        base,
        waiting: null,
        failed: null,
        tries: 0,
        isTimed: false,
        journaled: false,
        written,
        gone: false,
        busy: false,
        key,
      };
      byId.set(id, found);
      return found;
    },
    listed: (text, but) =>
      store
        .list()
        .find((kept) => kept.text === text && kept.id !== but && (byId.get(kept.id)?.waiting ?? null) === null),
    holding(text) {
      const here = [...byId.values()].find(({ waiting }) => waiting?.text === text);
      const known = entries.listed(text);
      return here ?? (known === undefined ? null : entries.of(known.id, known.rev, known.text));
    },
    typed(text) {
      const found = entries.holding(text);
      if (found?.waiting === null && !isOf(load, found.base)) found.written = null;
      return found;
    },
    another: () => entries.of(newId(), null, null),
    join(entry, desk) {
      const known = entry.waiting === null ? undefined : entries.listed(entry.waiting.text, entry.id);
      const other = known === undefined ? undefined : byId.get(known.id);
      const isFree = other === undefined || (other !== desk && !other.busy);
      if (known === undefined || !isFree || store.list().some(({ id }) => id === entry.id)) return;
      byId.delete(entry.id);
      [entry.id, entry.base, entry.written] = [known.id, known.rev, known.text];
      byId.set(known.id, entry);
    },
    compared(id) {
      const known = byId.get(id) ?? null;
      if (known !== null)
        known.gone = known.written !== null && !store.list().some(({ text }) => text === known.written);
      return known;
    },
    all: () => [...byId.values()],
    written(entry, id, change) {
      if (id !== entry.id) byId.delete(entry.id);
      [entry.id, entry.base, entry.written, entry.gone] = [id, change.rev, change.text, false];
      byId.set(id, entry);
      entry.failed = null;
      entry.tries = 0;
      if (entry.waiting === change) entry.waiting = null;
    },
  };
  return entries;
}

/** Whether this page load made the revision. */
function isOf(load: string, rev: string | null): boolean {
  return rev?.split(':')[0] === load;
}

/** Writes what waits in the entries of this page load. */
interface Writer {
  /** Writes a waiting change of an entry to the journal, if there is room; returns whether there was. */
  readonly write: (of: Entry) => boolean;
  /** Retries failed writes, and reports what is lost. */
  readonly again: () => void;
}

function runLater(of: Entry, run: () => unknown, later: NonNullable<Means['later']>): void {
  const ms = AGAIN_MS[of.tries];
  if (of.failed === null || of.isTimed || ms === undefined) return;
  of.isTimed = true;
  of.tries++;
  later(() => {
    of.isTimed = false;
    run();
  }, ms);
}

function writerOf(means: Means, entries: Entries, desk: () => Desk): Writer {
  const { session, store, outcome, lost, pending, later = (act, ms) => void setTimeout(act, ms) } = means;
  const tell = (): void => {
    lost(
      entries
        .all()
        .flatMap((of) =>
          of === desk().entry || of.failed === null || of.journaled || of.waiting === null
            ? []
            : [{ text: of.waiting.text, why: of.failed }],
        ),
    );
    const others = entries.all().filter((of) => of !== desk().entry);
    pending(others.some(({ waiting, failed, journaled }) => waiting !== null && failed === null && !journaled));
  };
  let isRead = false;
  void store.ready.then(() => (isRead = true));
  const run = async (of: Entry): Promise<void> => {
    if (of.busy) return;
    of.busy = true;
    let isWritten = false;
    if (!isRead) {
      await store.ready;
      entries.join(of, desk().entry);
    }
    for (let change = of.waiting; change !== null; change = of.waiting) {
      const done = await store.put({ ...change, id: of.id, base: of.base }, of.key);
      if (done.ok) {
        entries.written(of, done.id, change);
        isWritten = true;
        continue;
      }
      // A newer change is tried at once.
      if (of.waiting !== change) continue;
      of.journaled = done.isJournaled;
      // After a reload, the text may be the one that is kept in its entry.
      of.failed = done.isStored ? null : done.trouble;
      if (of === desk().entry) outcome(of.failed ?? 'saved');
      runLater(of, () => run(of), later);
      break;
    }
    of.busy = false;
    const { last } = desk();
    // The entry may be the tab's again before its text is back on the page.
    if (of === desk().entry && of.waiting === null && last !== null && last.text === of.written) {
      writeTab(session, last, of);
      outcome('saved');
    }
    if (isWritten) writer.again();
    else tell();
  };

  const writer: Writer = {
    write(of) {
      const isJournaled = of.waiting !== null && store.journal(of.key, { ...of.waiting, id: of.id, base: of.base });
      of.journaled = isJournaled;
      void run(of);
      tell();
      return isJournaled;
    },
    again() {
      for (const of of entries.all()) if (of.failed !== null && of !== desk().entry) writer.write(of);
      tell();
    },
  };
  return writer;
}

/** The entry that the tab writes, and what it holds. */
interface Desk extends Writer {
  readonly entry: Entry;
  /** From now on the tab writes this entry. */
  readonly take: (entry: Entry) => void;
  last: Kept | null;
  readonly keepIn: (of: Entry, kept: Kept) => void;
  /** Keeps what is in the entry in a new one: another tab has changed the entry of a text that was typed here. */
  readonly part: (kept: Kept) => void;
  /** Another tab is about to write this change: what was typed here then goes into an entry of its own. */
  readonly heard: (change: Change | null) => void;
  /** Says whether what the tab shows is still kept, if the entry of this id holds it. */
  readonly compare: (id: string) => void;
}

function deskOf(means: Means, entries: Entries, load: string, next: () => string): Desk {
  const { session, store, now, outcome } = means;
  const writer = writerOf(means, entries, () => desk);
  let current = entries.another();
  const desk: Desk = {
    ...writer,
    get entry() {
      return current;
    },
    take(entry) {
      current = entry;
      writer.again();
    },
    last: null,
    keepIn(of, kept) {
      if (of.waiting?.text !== kept.text && (of.waiting !== null || of.written !== kept.text)) {
        of.waiting = { text: kept.text, when: now(), rev: next() };
        of.tries = 0;
      }
      writeTab(session, kept, of);
      if (of.waiting === null) {
        entries.compared(of.id);
        outcome(of.gone ? 'gone' : 'saved');
        return;
      }
      const isJournaled = writer.write(of);
      outcome(of.failed ?? (isJournaled ? 'saved' : 'unsaved'));
    },
    part(kept) {
      desk.take(entries.another());
      desk.keepIn(desk.entry, kept);
    },
    heard(change) {
      const { rev, text } = current.waiting ?? { rev: current.base, text: current.written };
      const { last } = desk;
      if (change?.id !== current.id || !isOf(load, rev)) return;
      if (last !== null && last.text === text && change.text !== text) desk.part(last);
    },
    compare(id) {
      const of = entries.compared(id);
      const { last } = desk;
      // A change that waits is written whatever the others did.
      if (of !== desk.entry || of.waiting !== null || last?.text !== of.written) return;
      if (of.gone && isOf(load, of.base) && store.list().some((kept) => kept.id === of.id)) desk.part(last);
      else outcome(of.gone ? 'gone' : 'saved');
    },
  };
  return desk;
}

/** When the text of the entry last changed, if that is known. */
function changedAt(store: TextStore, { waiting, id: own }: Entry): number | undefined {
  return waiting?.when ?? store.list().find(({ id }) => id === own)?.when;
}

/** Whether another tab has put another text into the entry, and no other entry holds this one. */
async function isReplaced(store: TextStore, id: string, text: string): Promise<boolean> {
  await store.reread(id);
  return store.list().some((one) => one.id === id) && !store.list().some((one) => one.text === text);
}

// The list may not be read yet, but the tab knows where the text is kept that it had before the page was loaded.
function entryFor(text: string, entries: Entries, before: Tab | null): Entry {
  const isKnown = before?.kept?.text === text && entries.all().every(({ id }) => id !== before.entry);
  return isKnown && before.entry !== null ? entries.of(before.entry, before.rev, null) : entries.another();
}

export function createAutosave(means: Means): Autosave {
  const { session, store, newId, now, outcome } = means;
  const load = newId();
  let count = 0;
  const next = (): string => `${load}:${++count}`;
  const before = readTab(session);
  const entries = entriesOf(means, load);
  const desk = deskOf(means, entries, load, next);
  const look = (id: string): void => void store.reread(id).then(() => desk.compare(id));

  const self: Autosave = {
    restored: before?.kept ?? null,
    restoredLate: before !== null && before.kept === null ? lateOf(before, store) : null,
    resume() {
      if (before !== null && before.entry !== null) desk.take(entries.of(before.entry, before.rev, null));
    },
    keep(kept, own) {
      desk.last = kept;
      const isNew = desk.entry.base === null && desk.entry.waiting === null;
      const isBlank = kept.text.trim() === '';
      // Emptying the editor keeps the earlier text; a text never gets a second entry.
      if (own && isBlank && !isNew) desk.take(entries.another());
      if (own && !isBlank && isNew) desk.take(entries.typed(kept.text) ?? desk.entry);
      if (own && !isBlank) desk.keepIn(desk.entry, kept);
      else outcome(writeTab(session, kept, desk.entry) ? 'saved' : 'unsaved');
    },
    list(text, branch, older = false) {
      // The tab's own entry does not count: the tab's next text will overwrite it.
      const known = entries.listed(text, desk.entry.id);
      if (known !== undefined && (branch === undefined || known.branch === branch)) {
        // The list may be older than what other tabs have written.
        void store.reread(known.id).then(() => {
          if (!store.list().some((kept) => kept.text === text)) self.list(text, branch, older);
        });
        return true;
      }
      const of = known === undefined ? entryFor(text, entries, before) : entries.of(known.id, known.rev, known.text);
      of.waiting = { text, when: older ? (changedAt(store, desk.entry) ?? now()) - 1 : now(), rev: next(), branch };
      return desk.write(of) || store.kind() === 'database';
    },
    startAnother(text) {
      const { entry: left, last } = desk;
      desk.take((text === undefined ? null : entries.holding(text)) ?? entries.another());
      // The list may be older than what other tabs have written.
      if (desk.entry.written !== null) look(desk.entry.id);
      // Another tab may have gone on with what was typed here.
      if (left !== desk.entry && last !== null && last.text === left.written && isOf(load, left.base))
        void isReplaced(store, left.id, last.text).then((is) => {
          if (is) self.list(last.text);
        });
    },
    hear(key, value) {
      // Another tab has cleared everything.
      if (key === null) void self.lookAgain(true);
      const written = entryWritten(key, value);
      if (written !== null) look(written);
      desk.heard(journaledChange(key, value));
    },
    async lookAgain(all) {
      await (all ? store.refresh() : store.reread(desk.entry.id));
      entries.all().forEach(({ id }) => desk.compare(id));
      desk.again();
    },
    keepAgain() {
      if (desk.last === null || !desk.entry.gone) return;
      desk.entry.written = null;
      desk.keepIn(desk.entry, desk.last);
    },
    giveUp(text) {
      const given = entries.all().filter((of) => of.failed !== null && !of.journaled && of.waiting?.text === text);
      const branch = given[0]?.waiting?.branch;
      for (const of of given) of.failed = of.waiting = null;
      desk.again();
      return () => void self.list(text, branch, true);
    },
  };
  store.whenLost(() => void self.lookAgain(true));
  return self;
}

async function lateOf({ entry, late }: Tab, store: TextStore): Promise<Kept | null> {
  await store.ready;
  return late(store.list().find(({ id }) => id === entry)?.text);
}

/** No browser gives a tab room for more characters. To find that out would block the page each time. */
export const TAB_LETTERS_MAX = 5_300_000;

// If the text does not fit, only the id of its entry is written; the text store has the text under that id.
function writeTab(session: Storage | null, kept: Kept, { id, base, waiting }: Entry): boolean {
  const whose = { entry: id, rev: waiting?.rev ?? base };
  const { text, ...rest } = kept;
  return (
    (text.length <= TAB_LETTERS_MAX && write(session, JSON.stringify({ ...rest, text, ...whose }))) ||
    write(session, JSON.stringify({ ...rest, ...whose }))
  );
}

function write(session: Storage | null, value: string): boolean {
  try {
    session?.setItem(TAB_KEY, value);
    return session !== null;
  } catch {
    return false;
  }
}

interface Tab {
  readonly kept: Kept | null;
  readonly entry: string | null;
  readonly rev: string | null;
  readonly late: (text: string | undefined) => Kept | null;
}

function readTab(session: Storage | null): Tab | null {
  const value = readJson(session);
  if (typeof value !== 'object' || value === null) return null;
  const { text, step, link, breakpoints: lines, foreign, entry, rev } = value as Record<string, unknown>;
  if (typeof text !== 'string' && typeof entry !== 'string') return null;
  const breakpoints = Array.isArray(lines) ? lines.filter((line): line is number => typeof line === 'number') : [];
  const rest = {
    step: typeof step === 'number' ? step : 0,
    link: typeof link === 'string' ? link : '',
    breakpoints,
    foreign: foreign === true,
  };
  // Only the person's own texts are in the store: the rest is then of an earlier text, and no room was left to say so.
  const own = rest.foreign ? { ...rest, link: '', foreign: false } : rest;
  const late = (found: string | undefined): Kept | null => (found === undefined ? null : { text: found, ...own });
  return {
    kept: typeof text === 'string' ? { text, ...rest } : null,
    entry: typeof entry === 'string' ? entry : null,
    rev: typeof rev === 'string' ? rev : null,
    late,
  };
}

function readJson(session: Storage | null): unknown {
  try {
    return JSON.parse(session?.getItem(TAB_KEY) ?? 'null') as unknown;
  } catch {
    return null;
  }
}
