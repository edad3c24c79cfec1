// SPDX-License-Identifier: GPL-2.0-or-later
//
// Keeps what was typed. Knows the browser's storage and nothing else of the page.
//
// sessionStorage holds this tab's text and step: a reload finds them again. localStorage holds a list of texts, one entry a
// page load and never one of another load, so that two tabs (or a duplicated one) cannot overwrite each other; the gallery
// offers it as "your other texts". When the list is full, copies of a text go first, and the oldest texts only after all
// copies. Storage may be full, shared or forbidden: every access may fail quietly.

/** What one tab needs to be as it was. */
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

/** A text of this or another tab, newest first. */
export interface RecentText {
  readonly id: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly when: number;
  /** Of a text that was one of several branches: what the branch was called. */
  readonly branch?: string;
}

const TAB_KEY = 'maplescope.tab';
const RECENT_PREFIX = 'maplescope.text.';
/** So many entries, and so many letters in all of them: half of what browsers give to an origin. */
const RECENT_MAX = 200;
const RECENT_LETTERS_MAX = 2_000_000;
/** Longer texts stay in their tab only: the list must not fill the storage of the whole origin. */
const RECENT_TEXT_MAX = 400_000;

export interface Autosave {
  /** What this tab held before the page was loaded, if it held anything. */
  readonly restored: Kept | null;
  /** False when the browser refused to keep it. */
  keep(kept: Kept, own: boolean): boolean;
  recent(): readonly RecentText[];
  /** Puts a text into the list that is not the one of the tab any more; false if it is too long, or the browser refused. */
  list(text: string, branch?: string): boolean;
  /** From now on the tab writes another entry of the list: the present one stays as it is. */
  startAnother(): void;
}

/** `id` names this page load in the list; `now` gives the time. Both are handed in so that tests can fix them. */
export function createAutosave(session: Storage | null, local: Storage | null, newId: () => string, now: () => number): Autosave {
  let id = newId();
  const restored = readKept(session);
  return {
    restored,
    keep(kept, own) {
      const stored = write(session, TAB_KEY, JSON.stringify(kept));
      if (!own || kept.text.trim() === '' || kept.text.length > RECENT_TEXT_MAX) return stored;
      const listed = write(local, RECENT_PREFIX + id, JSON.stringify({ text: kept.text, when: now() }));
      if (listed) forgetOld(local, id);
      return stored || listed;
    },
    recent: () => readRecent(local),
    list(text, branch) {
      const known = readRecent(local).find((kept) => kept.text === text);
      // The tab's own entry follows the tab: its text needs another entry to stay.
      if (known !== undefined && known.id !== id && (branch === undefined || known.branch === branch)) return true;
      if (text.length > RECENT_TEXT_MAX) return false;
      const key = RECENT_PREFIX + (known === undefined || known.id === id ? newId() : known.id);
      const listed = write(local, key, JSON.stringify({ text, when: now(), ...(branch === undefined ? {} : { branch }) }));
      if (listed) forgetOld(local, id);
      return listed;
    },
    startAnother() {
      id = newId();
    },
  };
}

function write(storage: Storage | null, key: string, value: string): boolean {
  try {
    storage?.setItem(key, value);
    return storage !== null;
  } catch {
    return false;
  }
}

function readKept(session: Storage | null): Kept | null {
  const value = readJson(session, TAB_KEY);
  if (!isRecord(value) || typeof value['text'] !== 'string') return null;
  const step = value['step'];
  const link = value['link'];
  const lines = value['breakpoints'];
  const breakpoints = Array.isArray(lines) ? lines.filter((line): line is number => typeof line === 'number') : [];
  return { text: value['text'], step: typeof step === 'number' ? step : 0, link: typeof link === 'string' ? link : '', breakpoints, foreign: value['foreign'] === true };
}

function readRecent(local: Storage | null): RecentText[] {
  const found = new Map<string, RecentText>();
  for (const key of keysOf(local)) {
    const value = readJson(local, key);
    if (!isRecord(value) || typeof value['text'] !== 'string' || typeof value['when'] !== 'number') continue;
    const branch = typeof value['branch'] === 'string' ? { branch: value['branch'] } : {};
    const text = { id: key.slice(RECENT_PREFIX.length), text: value['text'], when: value['when'], ...branch };
    const same = found.get(text.text);
    if (same === undefined || same.when < text.when || (same.when === text.when && same.branch === undefined)) found.set(text.text, text);
  }
  return [...found.values()].sort((a, b) => b.when - a.when || (a.id < b.id ? -1 : 1));
}

// Keeps the list within its bounds; the entry of `own` always stays.
function forgetOld(local: Storage | null, own: string): void {
  const entries = keysOf(local).map((key) => {
    const value = readJson(local, key);
    const read = isRecord(value) && typeof value['text'] === 'string' && typeof value['when'] === 'number' ? value : null;
    return { key, text: read === null ? null : String(read['text']), when: read === null ? 0 : Number(read['when']) };
  });
  const isOwn = (key: string): boolean => key === RECENT_PREFIX + own;
  entries.sort((a, b) => Number(isOwn(b.key)) - Number(isOwn(a.key)) || b.when - a.when);
  const seen = new Set<string | null>([null]);
  const [first, copies]: [typeof entries, typeof entries] = [[], []];
  for (const entry of entries) {
    (seen.has(entry.text) ? copies : first).push(entry);
    seen.add(entry.text);
  }
  let letters = 0;
  for (const [k, { key, text }] of [...first, ...copies].entries()) {
    letters += text?.length ?? 0;
    if (!isOwn(key) && (k >= RECENT_MAX || letters > RECENT_LETTERS_MAX)) local?.removeItem(key);
  }
}

function keysOf(storage: Storage | null): string[] {
  const keys: string[] = [];
  try {
    for (let k = 0; k < (storage?.length ?? 0); k++) {
      const key = storage?.key(k) ?? null;
      if (key?.startsWith(RECENT_PREFIX) === true) keys.push(key);
    }
  } catch {
    return [];
  }
  return keys;
}

function readJson(storage: Storage | null, key: string): unknown {
  try {
    return JSON.parse(storage?.getItem(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
