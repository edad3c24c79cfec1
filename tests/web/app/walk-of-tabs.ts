// SPDX-License-Identifier: GPL-2.0-or-later
//
// For nothing-lost.test.ts: a browser with its storages, tabs that use what a page keeps as session.ts does, and what
// the person has typed.

import { createAutosave, type Autosave, type Kept, type Outcome } from '../../../web/app/store/kept/autosave';
import type { Backing, KeptText } from '../../../web/app/store/kept/text-backing';
import { createTextStore, type TextStore } from '../../../web/app/store/kept/text-store';
import type { LostText } from '../../../web/app/store/page/lost';
import { named } from './one-tab';

const TABS_MAX = 3;
const JOURNAL = 'maplescope.journal.';
const EXAMPLE = '# An example';

/** What the person typed in one place, version by version. */
interface Work {
  readonly versions: string[];
  /** It was typed over this, which another tab went on with too. */
  readonly from: string;
  /** The last version that must be found, or one after it. */
  floor: number;
  /** The last version that a page has called saved; -1: none. */
  saved: number;
  /** The last version that the person has thrown away; -1: none. */
  gone: number;
}

interface Tab {
  readonly name: string;
  readonly session: Map<string, string>;
  autosave: Autosave;
  store: TextStore;
  text: string;
  foreign: boolean;
  /** Typed, and not kept yet: the pause after the last key has not ended. */
  isWarm: boolean;
  outcome: Outcome;
  lost: readonly LostText[];
  pending: boolean;
  /** What it shows was typed here, not only opened. */
  isTyped: boolean;
  isFrozen: boolean;
  isAlive: boolean;
  /** What has left the page. The tab says whether some of it waits for its write, and asks before it is closed then. */
  readonly left: string[];
  /** What was on the page before, for Back. */
  before: { readonly text: string; readonly foreign: boolean }[];
  undo: (() => void) | null;
}

export class World {
  readonly acts: string[] = [];
  typed = 0;
  private readonly local = new Map<string, string>();
  private readonly database = new Map<string, KeptText>();
  private readonly disk = { localFull: false, sessionFull: false, refuses: false, slow: false };
  private readonly waiting: { readonly tab: Tab; readonly go: () => void }[] = [];
  private readonly works: Work[] = [];
  private tabs: Tab[] = [];
  private timers: { readonly tab: Tab; readonly act: () => void }[] = [];
  private ids = 0;
  private clock = 0;
  private deleted: { readonly tab: Tab; readonly text: string; readonly works: Work[] } | null = null;

  private readonly below: (limit: number) => number;

  /** `below` gives a number from 0 to `limit` − 1. */
  constructor(below: (limit: number) => number) {
    this.below = below;
  }

  /** Texts that are found nowhere. */
  lost(): string[] {
    const there = this.found();
    return this.works
      .filter(({ versions, floor }) => floor >= 0 && !versions.slice(floor).some((text) => there.has(text)))
      .map(({ versions, floor }) => versions[floor] ?? '');
  }

  async act(): Promise<void> {
    if (this.tabs.length === 0) this.tabs.push(await this.opened(new Map()));
    const awake = this.tabs.filter(({ isFrozen }) => !isFrozen);
    const tab = awake[this.below(Math.max(1, awake.length))] ?? this.tabs[0]!;
    const names = Object.keys(ACTS).flatMap((one) => Array.from({ length: OFTEN[one] ?? 1 }, () => one));
    const name = tab.isFrozen ? 'thaw' : names[this.below(names.length)]!;
    this.acts.push(`${tab.name} ${name}`);
    // No tab is gone before it has heard what was there to hear.
    if (/crash|close|reload|open|back/.test(name)) await this.settle();
    await ACTS[name]!.call(this, tab);
    if (this.below(3) > 0) await this.settle();
  }

  async settle(): Promise<void> {
    for (let k = 0; k < 6; k++) await new Promise((next) => setImmediate(next));
    for (const { isAlive, isWarm, foreign, outcome, text } of this.tabs)
      if (isAlive && !isWarm && !foreign && outcome === 'saved')
        for (const work of this.works) raise(work, 'saved', text);
  }

  private found(but?: Tab): Set<string> {
    const journals = [...this.local].flatMap(([key, value]) =>
      key.startsWith(JOURNAL) && value !== '' ? [(JSON.parse(value) as { text: string }).text] : [],
    );
    const others = this.tabs.filter((tab) => tab !== but);
    return new Set([
      ...[...this.database.values()].map(({ text }) => text),
      ...journals,
      ...others.flatMap(({ text, lost, left, pending }) => [
        text,
        ...lost.map((one) => one.text),
        ...(pending ? left : []),
      ]),
    ]);
  }

  // ---- The browser ----

  private storage(kept: Map<string, string>, isFull: () => boolean, tell: (key: string, to: string | null) => void) {
    return {
      get length() {
        return kept.size;
      },
      key: (at: number) => [...kept.keys()][at] ?? null,
      getItem: (key: string) => kept.get(key) ?? null,
      setItem(key: string, value: string) {
        if (isFull() && value.length > (kept.get(key)?.length ?? 0)) throw named('QuotaExceededError');
        kept.set(key, value);
        tell(key, value);
      },
      removeItem(key: string) {
        if (kept.delete(key)) tell(key, null);
      },
      clear: () => kept.clear(),
    };
  }

  private backing(tab: () => Tab): Backing {
    const { database, disk } = this;
    // A slow disk answers later; and a tab that is gone hears nothing.
    const turn = async (): Promise<void> => {
      for (let k = this.below(3); k > 0; k--) await Promise.resolve();
      if (disk.slow) await new Promise<void>((go) => this.waiting.push({ tab: tab(), go }));
      if (!tab().isAlive) await new Promise(() => undefined);
    };
    const room = (): void => {
      if (disk.refuses) throw named('QuotaExceededError');
    };
    return {
      kind: 'database',
      all: () => turn().then(() => [...database.values()]),
      one: (id) => turn().then(() => database.get(id) ?? null),
      async update(id, change) {
        await turn();
        room();
        database.set(id, change(database.get(id)));
        await turn();
      },
      async remove(id, text) {
        await turn();
        const is = (database.get(id)?.text ?? text) === text;
        if (is) database.delete(id);
        await turn();
        return is;
      },
    };
  }

  private async opened(session: Map<string, string>, link: string | null = null): Promise<Tab> {
    const tab = { name: `t${++this.ids}`, session, text: '', foreign: false, isWarm: false } as Tab;
    Object.assign(tab, { outcome: 'unsaved', lost: [], pending: false, isFrozen: false, isAlive: true });
    Object.assign(tab, { before: [], left: [], undo: null, isTyped: false });
    const local = this.storage(
      this.local,
      () => this.disk.localFull,
      (key, to) => this.tell(tab, key, to),
    );
    const newId = (): string => `id${++this.ids}`;
    tab.store = createTextStore({
      open: () => Promise.resolve(this.backing(() => tab)),
      local,
      newId,
      changed: () => undefined,
    });
    tab.autosave = createAutosave({
      session: this.storage(
        session,
        () => this.disk.sessionFull,
        () => undefined,
      ),
      store: tab.store,
      newId,
      now: () => ++this.clock,
      outcome: (of) => void (tab.outcome = of),
      lost: (texts) => void (tab.lost = texts),
      pending: (is) => void (tab.pending = is),
      later: (act) => void this.timers.push({ tab, act }),
    });
    const { restored, restoredLate } = tab.autosave;
    const text = restored ?? (restoredLate === null ? null : await Promise.race([restoredLate, later(null)]));
    if (link !== null) {
      this.put(tab, link, true);
      if (text !== null && !text.foreign)
        void tab.store.ready.then(() => tab.autosave.list(text.text, undefined, true));
    } else if (text !== null) {
      tab.autosave.resume();
      this.put(tab, text.text, text.foreign);
    } else {
      this.aside(tab, EXAMPLE);
      this.put(tab, EXAMPLE, true);
    }
    return tab;
  }

  private tell(from: Tab, key: string, to: string | null): void {
    setImmediate(() => {
      for (const tab of this.tabs) if (tab !== from && tab.isAlive && !tab.isFrozen) tab.autosave.hear(key, to);
    });
  }

  // ---- The page ----

  put(tab: Tab, text: string, foreign: boolean): void {
    Object.assign(tab, { text, foreign, isWarm: true, outcome: 'unsaved', isTyped: false });
  }

  keep(tab: Tab): void {
    if (tab.text === '') return;
    tab.isWarm = false;
    if (!tab.left.includes(tab.text)) tab.left.push(tab.text);
    const kept: Kept = { text: tab.text, step: 0, link: '', breakpoints: [], foreign: tab.foreign };
    tab.autosave.keep(kept, !tab.foreign);
    for (const work of [...this.works]) {
      const was = work.floor;
      raise(work, 'floor', tab.text);
      const before = work.versions.slice(Math.max(0, was), work.floor);
      // A tab that typed what it shows keeps it, whatever another tab makes of it, if it can hear of that.
      const isElsewhere = this.tabs.find(
        (one) => one !== tab && !one.isFrozen && one.isTyped && before.includes(one.text),
      );
      if (isElsewhere !== undefined && !this.disk.localFull && !this.disk.slow)
        this.works.push({ versions: [isElsewhere.text], from: '', floor: 0, saved: -1, gone: -1 });
    }
  }

  aside(tab: Tab, next?: string): void {
    this.keep(tab);
    tab.autosave.startAnother(next);
  }

  another(tab: Tab, text: string, foreign: boolean): void {
    tab.before.push({ text: tab.text, foreign: tab.foreign });
    this.aside(tab, foreign ? undefined : text);
    this.put(tab, text, foreign);
  }

  type(tab: Tab): void {
    const text = `${tab.foreign ? '' : tab.text.split('/')[0]}/${++this.typed}`;
    const there = this.found();
    // What came after it may have been lost with a tab that never called it saved.
    const works = this.works.filter(({ versions }) => {
      const at = tab.foreign ? -1 : versions.indexOf(tab.text);
      return at >= 0 && !versions.slice(at + 1).some((later) => there.has(later));
    });
    if (works.length === 0) this.works.push({ versions: [text], from: tab.text, floor: -1, saved: -1, gone: -1 });
    for (const { versions } of works) versions.push(text);
    this.put(tab, text, false);
    tab.isTyped = true;
  }

  /** The browser asks before the page is left, and the person stays. */
  isAsked(tab: Tab): boolean {
    this.keep(tab);
    const isHere = tab.outcome !== 'saved' && tab.outcome !== 'gone' && tab.text.trim() !== '' && !tab.foreign;
    return isHere || tab.pending || tab.lost.length > 0;
  }

  end(tab: Tab): void {
    tab.isAlive = false;
    this.tabs = this.tabs.filter((one) => one !== tab);
  }

  async reopen(tab: Tab, link: string | null = null): Promise<void> {
    this.end(tab);
    this.tabs.push(await this.opened(tab.session, link));
  }

  add(tab: Tab): void {
    if (this.tabs.length < TABS_MAX) this.tabs.push(tab);
    else tab.isAlive = false;
  }

  async fresh(session: Map<string, string>): Promise<void> {
    if (this.tabs.length < TABS_MAX) this.tabs.push(await this.opened(session));
  }

  /** What only this tab had, and did not call saved, is lost with it. */
  crash(tab: Tab): void {
    const there = this.found(tab);
    for (const work of this.works) {
      const isFound = work.versions.slice(Math.max(0, work.floor)).some((text) => there.has(text));
      if (!isFound) work.floor = work.saved;
      // Another tab has gone on with what this one would fall back to.
      const back = work.versions[Math.max(0, work.floor)];
      if (tab.text !== back && this.works.some(({ from }) => from === back)) work.floor = -1;
    }
    this.end(tab);
  }

  set(what: 'localFull' | 'sessionFull' | 'refuses' | 'slow', to: boolean): void {
    this.disk[what] = to;
    if (!this.disk.slow) for (const { go } of this.waiting.splice(0)) go();
  }

  toggle(what: 'localFull' | 'sessionFull' | 'refuses' | 'slow'): void {
    this.set(what, !this.disk[what]);
  }

  async remove(tab: Tab): Promise<void> {
    const list = tab.store.list().filter(({ text }) => text !== tab.text);
    if (list.length === 0 || this.disk.slow) return;
    const { id, text } = list[this.below(list.length)]!;
    if (!(await Promise.race([tab.store.remove(id), longAfter()]))) return;
    const works = this.works.filter(({ versions }) => versions.includes(text));
    this.deleted = { tab, text, works };
    for (const work of works) this.forget(work, text);
  }

  async unremove(): Promise<void> {
    const { deleted } = this;
    if (deleted?.tab.isAlive !== true || this.disk.slow) return;
    this.deleted = null;
    if (await Promise.race([deleted.tab.store.undo(), later(false)])) this.wantAgain(deleted.text, true);
  }

  giveUp(tab: Tab): void {
    const [first] = tab.lost;
    if (first === undefined) return;
    const back = tab.autosave.giveUp(first.text);
    for (const work of this.works) this.forget(work, first.text);
    tab.undo = () => {
      back();
      this.wantAgain(first.text, false);
    };
  }

  /** The person has thrown this version away; what they typed after it stays. */
  private forget(work: Work, text: string): void {
    const at = work.versions.indexOf(text);
    if (at < 0) return;
    work.gone = Math.max(work.gone, at);
    if (work.saved <= at) work.saved = -1;
    if (work.floor <= at) work.floor = -1;
  }

  /** The person has taken it back that they threw this away. */
  private wantAgain(text: string, isSaved: boolean): void {
    const last = this.works.find(({ versions }) => versions.at(-1) === text);
    const work = last ?? { versions: [text], from: '', floor: -1, saved: -1, gone: -1 };
    if (last === undefined) this.works.push(work);
    work.floor = work.versions.length - 1;
    work.gone = -1;
    if (isSaved) work.saved = work.floor;
  }

  elapse(): void {
    for (const { tab, act } of this.timers.splice(0)) if (tab.isAlive && !tab.isFrozen) act();
  }

  pick<T>(of: readonly T[]): T | undefined {
    return of[this.below(Math.max(1, of.length))];
  }
}

function raise(work: Work, what: 'floor' | 'saved', text: string): void {
  const at = work.versions.indexOf(text);
  if (at > work.gone) work[what] = Math.max(work[what], at);
}

function later<T>(value: T): Promise<T> {
  return new Promise((done) => setImmediate(() => setImmediate(() => setImmediate(() => done(value)))));
}

/** Long enough for a part of the page to be fetched. */
async function longAfter(): Promise<false> {
  for (let k = 0; k < 40; k++) await later(null);
  return false;
}

/** Acts that are taken more often than others. */
const OFTEN: Readonly<Record<string, number>> = {
  'type and wait': 5,
  'type on': 3,
  'duplicate the tab': 2,
  'open from the list': 3,
  'room again': 2,
};

const ACTS: Readonly<Record<string, (this: World, tab: Tab) => unknown>> = {
  type(tab) {
    this.type(tab);
  },
  'type and wait'(tab) {
    this.type(tab);
    this.keep(tab);
  },
  'type on'(tab) {
    if (tab.foreign) return;
    this.type(tab);
    this.keep(tab);
  },
  wait(tab) {
    this.keep(tab);
  },
  'open an example'(tab) {
    this.another(tab, EXAMPLE, true);
  },
  'open a link'(tab) {
    if (!tab.foreign) tab.before.push({ text: tab.text, foreign: false });
    this.aside(tab);
    this.put(tab, '# From a link', true);
  },
  'open from the list'(tab) {
    const one = this.pick(tab.store.list().filter(({ text }) => text !== tab.text));
    if (one !== undefined) this.another(tab, one.text, false);
  },
  back(tab) {
    const visit = tab.before.pop();
    if (visit === undefined) return;
    this.aside(tab, visit.text);
    this.put(tab, visit.text, visit.foreign);
  },
  'leave a branch'(tab) {
    if (!tab.foreign) tab.autosave.list(tab.text, 'a branch', true);
  },
  async reload(tab) {
    if (!this.isAsked(tab)) await this.reopen(tab);
  },
  async 'reload with a link'(tab) {
    if (!this.isAsked(tab)) await this.reopen(tab, '# From a link');
  },
  close(tab) {
    if (!this.isAsked(tab)) this.end(tab);
  },
  async 'open a tab'() {
    await this.fresh(new Map());
  },
  async 'duplicate the tab'(tab) {
    await this.fresh(new Map(tab.session));
  },
  crash(tab) {
    this.crash(tab);
  },
  async 'crash and restore'(tab) {
    this.crash(tab);
    await this.fresh(tab.session);
  },
  freeze(tab) {
    this.keep(tab);
    tab.isFrozen = true;
  },
  async thaw(tab) {
    tab.isFrozen = false;
    await Promise.race([tab.autosave.lookAgain(true), later(null)]);
  },
  async look(tab) {
    this.keep(tab);
    await Promise.race([tab.autosave.lookAgain(false), later(null)]);
  },
  'keep again'(tab) {
    tab.autosave.keepAgain();
  },
  async delete(tab) {
    await this.remove(tab);
  },
  async 'undo the deletion'() {
    await this.unremove();
  },
  discard(tab) {
    this.giveUp(tab);
  },
  'undo the discard'(tab) {
    tab.undo?.();
    tab.undo = null;
  },
  'full storage'() {
    this.toggle('localFull');
  },
  'full tab'() {
    this.toggle('sessionFull');
  },
  'a database that refuses'() {
    this.toggle('refuses');
  },
  'a slow database'() {
    this.toggle('slow');
  },
  'time passes'() {
    this.elapse();
  },
  'room again'() {
    for (const what of ['localFull', 'sessionFull', 'refuses', 'slow'] as const) this.set(what, false);
  },
};
