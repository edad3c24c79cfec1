// SPDX-License-Identifier: GPL-2.0-or-later
//
// For tests of branches: the page's store with the real engine, in a browser that is a history, two storages and a
// focus. Opening the page again in the same browser is a reload.

import { vi } from 'vitest';
import { engineHere } from './engine-here';

export interface Browser {
  /** What this tab keeps (sessionStorage), and what all tabs share (localStorage). */
  readonly tab: Map<string, string>;
  readonly all: Map<string, string>;
  /** The tab's storage refuses longer values. */
  room: number;
  /** The storage that all tabs share takes nothing more. */
  fullForAll: boolean;
  /** Where the keyboard's focus is. */
  focus: 'editor' | 'elsewhere' | null;
  visibility: 'visible' | 'hidden';
  /** Whether the page prevents what comes next. */
  readonly fire: (event: string, holds?: object) => boolean;
  readonly go: (by: number) => void;
  /** Puts a fragment behind the address, without a word to the page. */
  readonly address: (fragment: string) => void;
  readonly fragment: () => string;
}

function storageOf(kept: Map<string, string>, room: () => number): unknown {
  return {
    get length() {
      return kept.size;
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > room()) throw new Error('no room');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** Replaces the globals of a browser. `forbidden`: the browser gives the page no storage. */
export function openBrowser(forbidden = false): Browser {
  const listeners = new Map<string, Set<(event: Event) => void>>();
  const entries = [{ state: null as unknown, url: 'http://here/' }];
  let at = 0;
  const browser: Browser = {
    tab: new Map(),
    all: new Map(),
    room: Infinity,
    fullForAll: false,
    focus: null,
    visibility: 'visible',
    fire(name, holds = {}) {
      const event = Object.assign(new Event(name, { cancelable: true }), holds);
      for (const listener of listeners.get(name) ?? []) listener(event);
      return event.defaultPrevented;
    },
    go(by) {
      at += by;
      browser.fire('popstate');
    },
    fragment: () => entries[at]!.url.split('#')[1] ?? '',
    address(fragment) {
      entries[at]!.url = `http://here/#${fragment}`;
    },
  };
  const target = {
    addEventListener: (name: string, listener: (event: Event) => void) =>
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener)),
    removeEventListener: (name: string, listener: (event: Event) => void) => listeners.get(name)?.delete(listener),
  };
  const [session, local] = [
    storageOf(browser.tab, () => browser.room),
    storageOf(browser.all, () => (browser.fullForAll ? -1 : Infinity)),
  ];
  const give = (storage: unknown): unknown => {
    if (forbidden) throw new Error('forbidden');
    return storage;
  };
  const self = {};
  vi.stubGlobal('window', {
    ...target,
    self,
    top: self,
    get sessionStorage() {
      return give(session);
    },
    get localStorage() {
      return give(local);
    },
  });
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    ...target,
    get visibilityState() {
      return browser.visibility;
    },
    get activeElement() {
      return browser.focus === null
        ? null
        : { closest: (wanted: string) => (wanted === '.cm-editor' && browser.focus === 'editor' ? {} : null) };
    },
  });
  vi.stubGlobal('location', {
    get href() {
      return entries[at]!.url;
    },
  });
  vi.stubGlobal('history', {
    get state() {
      return entries[at]!.state;
    },
    pushState(state: unknown, _title: string, url: string) {
      entries.splice(at + 1);
      entries.push({ state, url });
      at++;
    },
    replaceState(state: unknown, _title: string, url?: string) {
      entries[at] = { state, url: url ?? entries[at]!.url };
    },
  });
  return browser;
}

/** Milliseconds: on a busy machine a part of the page may be fetched so long. */
const LONG = 20_000;

/** Opens the page: the text that the tab had, else the first example. Needs fake timers. */
export async function openPage() {
  vi.resetModules();
  const [state, session, program, actions, branches, edits, run, player, { lost }] = await Promise.all([
    import('../../../web/app/store/page/state'),
    import('../../../web/app/store/actions/session'),
    import('../../../web/app/store/actions/program'),
    import('../../../web/app/store/actions/actions'),
    import('../../../web/app/store/actions/branches'),
    import('../../../web/app/store/actions/branch-edits'),
    import('../../../web/app/store/run/run'),
    import('../../../web/app/store/run/player'),
    import('../../../web/app/store/page/lost'),
  ]);
  run.attachEngine(engineHere());
  const blank = branches.branches.value;
  const stops = [branches.startBranches(), session.startSession()];
  /** Until the text has been run, or refused, and shown. */
  const settled = async (): Promise<void> => {
    await vi.runAllTimersAsync();
    await vi.waitUntil(
      () => run.isSettled() && (state.ran.value?.text === state.text.value || state.diagnostics.value.length > 0),
      LONG,
    );
    await vi.runAllTimersAsync();
  };
  await settled();
  return {
    ...{ state, session, program, lost, branches: { ...branches, ...edits }, settled, blank },
    close: () => stops.forEach((stop) => stop()),
    /** Types, without waiting for the run. */
    edit: (next: string, line: number) => actions.edit(next, line),
    async type(next: string, line: number) {
      actions.edit(next, line);
      await settled();
    },
    /** Goes through time. */
    async look(at: number) {
      player.stepTo(at);
      await settled();
    },
    /** Puts another text of the person's on the page, as pasting one does. */
    async paste(title: string, lines: readonly string[]) {
      vi.advanceTimersByTime(1000);
      void actions.addBlock(title, lines, 'replace');
      await settled();
    },
    async append(line: string) {
      void actions.appendLines([line]);
      await settled();
    },
    /** What the page says besides the step; `forget` takes it away. */
    notice: () => state.notice.value?.text ?? '',
    forget: () => actions.unsay(),
    texts: () => branches.branches.value.map(({ text }) => text),
    /** The gallery's list, as “text / name of its branch”. */
    gallery: () => session.recentTexts().map(({ text, branch }) => [text, branch ?? null]),
  };
}
