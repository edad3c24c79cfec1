// SPDX-License-Identifier: GPL-2.0-or-later
//
// The draft of a lesson: its text, kept as the person's other texts are; what is wrong with it, found while it is
// written; the lesson beside it.

import { batch, signal } from '@preact/signals';
import template from '../../../lesson/template.md?raw';
import type { Maple } from '../../../lesson/lesson';
import { createAutosave, type Autosave, type Kept, type Outcome } from '../kept/autosave';
import { newId, storage, textStore } from '../actions/session';
import type { Change, KeptText, TextStore } from '../kept/text-store';
import { hearLost, hearPending } from '../page/lost';
import { createDraftCheck } from './draft-check';
import { open, showDraft, startEngine } from './lesson-state';
import type { Mistake, WriterReply } from './writer-protocol';

export const draft = signal('');
/** Counts texts that took the place of the draft otherwise than by typing. */
export const taken = signal(0);
export const mistakes = signal<readonly Mistake[]>([]);
export const standing = signal<
  | { readonly kind: 'reading' }
  | { readonly kind: 'checked'; readonly counts: string }
  | { readonly kind: 'failed'; readonly message: string }
>({ kind: 'reading' });
/** Whether the draft is safe in this browser; null: there is nothing of the person's own to keep. */
export const kept = signal<Outcome | null>(null);

const READ_PAUSE_MS = 250;
const KEEP_PAUSE_MS = 300;

/** Texts that are not the person's own. */
const foreign = new Set<string>([template]);

// ---- Keeping ----

let autosave: Autosave | null = null;

function keeper(): Autosave | null {
  const store = textStore();
  if (autosave === null && store !== null) {
    autosave = createAutosave({
      session: ofLessons(storage('sessionStorage')),
      store: onlyLessons(store),
      newId,
      now: () => Date.now(),
      outcome: (of) => {
        kept.value = foreign.has(draft.peek()) ? null : of;
      },
      lost: hearLost('lesson', (words) => autosave!.giveUp(words)),
      pending: hearPending('lesson'),
    });
    window.addEventListener('storage', ({ key, newValue }) => autosave?.hear(key, newValue));
    window.addEventListener('pageshow', ({ persisted }) => void (persisted && autosave?.lookAgain(true)));
  }
  return autosave;
}

// The tab's draft has a place of its own beside the tab's scenario.
function ofLessons(session: Storage | null): Storage | null {
  if (session === null) return null;
  const name = (key: string): string => `${key}.lesson`;
  return {
    length: 0,
    clear: () => undefined,
    key: () => null,
    getItem: (key) => session.getItem(name(key)),
    setItem: (key, value) => session.setItem(name(key), value),
    removeItem: (key) => session.removeItem(name(key)),
  };
}

function onlyLessons(store: TextStore): TextStore {
  const marked = (change: Change): Change => ({ ...change, kind: 'lesson' });
  return {
    ...store,
    list: () => store.list().filter(isLesson),
    journal: (key, change) => store.journal(key, marked(change)),
    put: (change, key) => store.put(marked(change), key),
  };
}

function isLesson({ kind }: KeptText): boolean {
  return kind === 'lesson';
}

function keepNow(): void {
  const text = draft.peek();
  const own = !foreign.has(text);
  keeper()?.keep({ text, step: 0, link: '', breakpoints: [], foreign: !own }, own);
}

/** Keeps the draft again that another tab has deleted. */
export function keepAgain(): void {
  keeper()?.keepAgain();
}

/** The person's lessons, newest first. */
export function ownLessons(): readonly KeptText[] {
  return (textStore()?.list() ?? []).filter(isLesson);
}

// ---- Reading ----

let engine: ReturnType<typeof startEngine> | null = null;
let asked = 0;

// Scenarios run in a worker; between two of them, what is typed comes first.
const check = createDraftCheck({
  start: (breathe) => {
    engine?.end();
    engine = startEngine();
    const { of } = engine;
    return Promise.resolve({
      ...of,
      run: async (text) => {
        await breathe();
        return of.run(text);
      },
    });
  },
  post: hear,
  breathe: () => new Promise((resolve) => setTimeout(resolve)),
});

function read(): void {
  standing.value = { kind: 'reading' };
  void check.take({ id: ++asked, text: draft.peek() });
}

function hear(reply: WriterReply): void {
  if (reply.id !== asked) return;
  if (reply.kind === 'failed') {
    standing.value = { kind: 'failed', message: reply.message };
    return;
  }
  mistakes.value = reply.mistakes;
  if (reply.kind === 'checked') standing.value = { kind: 'checked', counts: reply.counts };
  else showDraft(draft.peek(), reply.lesson, (of) => !reply.mistakes.some((one) => isIn(one, of)));
}

// A scenario with a mistake is not shown: the picture stays at the last one that runs.
function isIn({ line }: Mistake, { line: fence, source }: Maple): boolean {
  return line >= fence && line <= fence + source.text.split('\n').length;
}

// ---- Writing ----

let reading: ReturnType<typeof setTimeout> | undefined;
let keeping: ReturnType<typeof setTimeout> | undefined;

/** The person has typed. */
export function write(text: string): void {
  draft.value = text;
  kept.value = foreign.has(text) ? null : 'unsaved';
  clearTimeout(reading);
  clearTimeout(keeping);
  reading = setTimeout(read, READ_PAUSE_MS);
  keeping = setTimeout(keepNow, KEEP_PAUSE_MS);
}

/** Another text takes the place of the draft, which stays among the person's lessons; `own`: it is one of those. */
export function begin(text: string, own = false): void {
  if (draft.peek() !== '') keepNow();
  if (!own) foreign.add(text);
  keeper()?.startAnother(own ? text : undefined);
  put(text);
}

export function beginNew(): void {
  begin(template);
}

function put(text: string): void {
  batch(() => {
    draft.value = text;
    taken.value++;
    mistakes.value = [];
    kept.value = null;
    open.value = null;
  });
  keepNow();
  read();
}

let asks = false;

// From now on the browser asks whether to leave, also while the writer is closed: the draft is still here then. Without
// such a listener the browser may keep the page for Back, so it is there only while the draft is not saved.
function askBeforeLeaving(): void {
  if (asks) return;
  asks = true;
  const onLeave = (event: Event): void => {
    keepNow();
    if (kept.peek() !== null && kept.peek() !== 'saved' && kept.peek() !== 'gone' && draft.peek().trim() !== '')
      event.preventDefault();
  };
  kept.subscribe((now) => {
    if (now === null || now === 'saved') window.removeEventListener('beforeunload', onLeave);
    else window.addEventListener('beforeunload', onLeave);
  });
}

/** Begins with `from`, else with this tab's draft, else with the template. Returns a function that ends it. */
export function startWriting(from: string | null): () => void {
  const store = keeper();
  const tab = store?.restored ?? null;
  const late = store?.restoredLate ?? null;
  let isOver = false;
  const goOn = (restored: Kept | null): void => {
    if (restored?.foreign === true) foreign.add(restored.text);
    else if (restored !== null) store?.resume();
    put(restored?.text ?? template);
  };
  if (from !== null) {
    if (draft.peek() === '' && tab?.foreign === false) store?.list(tab.text);
    begin(
      from,
      ownLessons().some(({ text }) => text === from),
    );
  } else if (draft.peek() !== '') put(draft.peek());
  else if (late === null) goOn(tab);
  else
    void late.then((found) => {
      // What was typed meanwhile stays; the draft that comes late is among the person's lessons.
      if (!isOver && draft.peek() === '') goOn(found);
    });
  askBeforeLeaving();
  const onHide = (): void => keepNow();
  window.addEventListener('pagehide', onHide);
  document.addEventListener('visibilitychange', onHide);
  return () => {
    window.removeEventListener('pagehide', onHide);
    document.removeEventListener('visibilitychange', onHide);
    clearTimeout(reading);
    clearTimeout(keeping);
    isOver = true;
    if (draft.peek() !== '') keepNow();
    check.end();
    engine?.end();
    engine = null;
  };
}
