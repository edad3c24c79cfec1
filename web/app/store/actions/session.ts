// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where the text on the page came from and where it is kept: the link in the bar, this tab's last text, the example for
// someone who comes first; autosave.

import { batch, effect } from '@preact/signals';
import type { NumberBase } from '../../../base/number-base';
import type { SentLesson } from '../../../share/lesson-link';
import { createAutosave, type Autosave, type Kept, type Outcome, type RecentText } from '../kept/autosave';
import { breakpointLines, setBreakpoints } from '../run/breakpoints';
import { FIRST_EXAMPLE, type Example } from '../kept/examples';
import {
  awaitBarLink,
  currentBarLink,
  exampleInBar,
  followInBar,
  fragmentNow,
  holdBarLink,
  isLessonFragment,
  isTakenFromBar,
  leaveBarLink,
  noteTaken,
} from '../links/links';
import type * as OpenLink from '../links/open-link';
import type { Opened } from '../links/open-link';
import { pause } from '../run/player';
import { runText, type Target } from '../run/run';
import {
  chosenBase,
  chosenTree,
  chosenView,
  continues,
  dialog,
  inspectorTab,
  notice,
  ran,
  saved,
  scene,
  selected,
  sent,
  sideBySide,
  step,
  stepHere,
  text,
  textRevision,
  textsChanged,
  unsaved,
  type Notice,
  type PictureView,
} from '../page/state';
import { hearLost, hearPending, lost, pending } from '../page/lost';
import { LECTURE_KEY, presentOn } from '../page/projector';
import { leftTab, receiveLesson, showLessons, type LeftTab } from '../run/source';
import { openBacking } from '../kept/open-backing';
import { createTextStore, type TextStore } from '../kept/text-store';
import { listTitleOf, plainEnds } from '../page/texts';
import { followVisits, type Visit, type Visits } from '../kept/visits';

const KEEP_PAUSE_MS = 300;
/** In sessionStorage: the tab of the left pane. */
const LEFT_KEY = 'maplescope.left';

let autosave: Autosave | null = null;
let store: TextStore | null = null;
let visits: Visits | null = null;
/** The branches of the text are kept in the entry of the browser's history. */
let branchesOf: { readonly pack: () => string; readonly unpack: (packed: string, text: string) => void } = {
  pack: () => '',
  unpack: () => undefined,
};
/** Texts that are not the person's own: they are not offered as recent ones. */
const foreign = new Set<string>([FIRST_EXAMPLE.text]);

/** Opens what should be on the page first, runs it, and from then on keeps what changes. Gives back what ends that. */
export function startSession(): () => void {
  const local = storage('localStorage');
  store = createTextStore({
    open: (lost) => openBacking(local, lost),
    local,
    newId,
    changed: () => (textsChanged.value += 1),
  });
  autosave = createAutosave({
    session: storage('sessionStorage'),
    store,
    newId,
    now: () => Date.now(),
    outcome: hearOutcome,
    lost: hearLost('scenario', (words) => autosave!.giveUp(words)),
    pending: hearPending('scenario'),
  });
  const inLessons = wasInLessons();
  const isKept = (where: 'sessionStorage' | 'localStorage'): boolean => Boolean(storage(where)?.getItem(LECTURE_KEY));
  const first = openFirst().then(() => {
    const lectures = isKept('sessionStorage');
    if (lectures || isKept('localStorage')) presentOn();
    // The lecture opens its own lesson.
    if (lectures) return;
    if (arrived !== null) openArrived();
    else if (inLessons) showLessons();
  });
  // Before the bar is listened to: it then finds the link of the entry that was gone back to as the one that is open.
  visits = followVisits(
    storage('sessionStorage'),
    newId,
    () => ({ ...present(), branches: branchesOf.pack() }),
    showVisit,
  );
  const stops = [visits.stop, startKeeping(), startReceiving()];
  void first;
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Puts another text on the page and runs it; the editor's undo restores the old one. `base` null: indexes in the base
 * of the text. `isMore`: an edit of the current text.
 */
export function putText(given: string, target: Target, base: NumberBase | null = null, isMore = false): Promise<void> {
  const next = plainEnds(given);
  choices++;
  batch(() => {
    pause();
    if (next !== text.value) saved.value = false;
    continues.value = isMore;
    text.value = next;
    textRevision.value++;
    chosenBase.value = base;
    chosenTree.value = null;
    chosenView.value = null;
    selected.value = null;
    sideBySide.value = true;
    notice.value = null;
  });
  return runText(target);
}

/**
 * The person's text stays in the list of recent ones; what comes now gets an entry of its own, there and in the
 * browser's history.
 */
export function keepForRecent(next?: string): void {
  setAside(next);
  visits?.openAnother();
}

/** Reads and restores the branches of the text, for the browser's history. */
export function carryBranches(carrier: typeof branchesOf): void {
  branchesOf = carrier;
}

/** The same without an entry in the browser's history. */
export function setAside(next?: string): void {
  keepNow();
  autosave?.startAnother(next);
}

function hearOutcome(outcome: Outcome): void {
  saved.value = outcome === 'saved';
  if (outcome === 'saved') unsaved.value = null;
  else if (outcome !== 'unsaved') unsaved.value = outcome;
}

// Back or Forward: text, step and branches as they were when the person went on from there.
function showVisit(visit: Visit): void {
  setAside(visit.text);
  if (visit.foreign) foreign.add(visit.text);
  dialog.value = null;
  branchesOf.unpack(visit.branches, visit.text);
  void showAgain(visit, visit.link);
}

/** Puts on what was on the page before, and holds the link that it came from. */
async function showAgain({ text: kept, step: at, breakpoints }: Kept, link: string): Promise<void> {
  holdBarLink(link);
  setBreakpoints(breakpoints);
  await putText(kept, { kind: 'step', step: at });
  // Only links that hold a text say what was to come of it.
  if (link.startsWith('m')) void import('../links/open-link').then((late) => late.noteAgain(link)).catch(() => null);
}

/**
 * Puts a text into the list of recent ones that is not the one on the page, with the name of its branch if it had one;
 * `older`: below the one on the page. False if it could not be kept.
 */
export function keepInRecents(other: string, branch?: string, older = false): boolean {
  return ((branch === undefined || older) && foreign.has(other)) || (autosave?.list(other, branch, older) ?? false);
}

/** Other scenarios of this browser, without the one on the page. */
export function recentTexts(): readonly RecentText[] {
  return (store?.list() ?? []).filter((kept) => kept.kind !== 'lesson' && kept.text !== text.value);
}

/** The person's texts, for the list in the gallery; null before the session starts. */
export function textStore(): TextStore | null {
  return store;
}

/** The first lines of a new text: a tree and a range in it, so that the picture is not empty. */
const NEW_TEXT = 'tree mine\nstore 10..19 = "first"\n';

/** Puts a new text on the page. */
export function newText(): Promise<void> {
  foreign.add(NEW_TEXT);
  keepForRecent();
  leaveBarLink();
  return putText(NEW_TEXT, { kind: 'end' });
}

/** Opens a scenario of the gallery at its most telling step, or at another. */
export function loadExample(example: Example, at = example.step): Promise<void> {
  foreign.add(example.text);
  // The node tab would be empty: nothing is chosen in it yet.
  if (inspectorTab.value === 'node') inspectorTab.value = 'step';
  keepForRecent();
  leaveBarLink();
  followInBar(example.name);
  const shown = putText(example.text, at === null ? { kind: 'end' } : { kind: 'step', step: at });
  if (at === example.step) chosenView.value = example.view;
  return shown;
}

export function loadRecent(kept: RecentText): Promise<void> {
  keepForRecent(kept.text);
  leaveBarLink();
  return putText(kept.text, { kind: 'end' });
}

/**
 * Puts a text on the page that is lent, such as a lesson's: it is not kept as the person's own. `at` null: its last
 * step.
 */
export function showLent(lent: string, at: number | null, shownAs: PictureView | null): Promise<void> {
  foreign.add(lent);
  // A lesson's link has an entry in the browser's history already, and stays there: a reload opens the lesson again,
  // and Back leads to what was on the page before.
  const byLink = isLessonFragment(fragmentNow());
  if (!foreign.has(text.value)) {
    if (byLink) setAside();
    else keepForRecent();
  }
  if (!byLink) leaveBarLink();
  const done = putText(lent, at === null ? { kind: 'end' } : { kind: 'step', step: at });
  chosenView.value = shownAs;
  return done;
}

/** Puts a text back that was on the page before. */
export function putBack(before: string, at: number): Promise<void> {
  keepForRecent(before);
  leaveBarLink();
  return putText(before, { kind: 'step', step: at });
}

async function openFirst(): Promise<void> {
  let fragment = fragmentNow();
  // The page names its entries; the browser has made this one for a link, and the page was reloaded before it knew.
  const isFollowed = history.state === null;
  // The speaker's window says what the projector's window shows.
  if (fragment.startsWith('projector=')) return;
  const late = autosave?.restoredLate ?? null;
  let restored = autosave?.restored ?? (late === null ? null : await late);
  if (import.meta.env.MODE === 'single' && restored !== null && fragment === '' && (await isAnotherFile())) {
    if (!restored.foreign) keepInRecents(restored.text);
    restored = null;
  }
  if (restored?.foreign === true) foreign.add(restored.text);
  // Reloaded right after an edit, a browser may still have the link in the bar that the edit has taken from it.
  if (
    restored?.link === '' &&
    !restored.foreign &&
    isReload() &&
    !isFollowed &&
    isTakenFromBar(fragment) &&
    !isLessonFragment(fragment)
  ) {
    leaveBarLink();
    fragment = '';
  }
  // A reload of a link that was opened here has the same text, and the step where the person was.
  const isHeld = restored !== null && restored.link === fragment && !isLessonFragment(fragment);
  if (!isHeld && fragment !== '' && (await openLink(fragment))) {
    // The link has replaced a text that a full storage left to this tab alone.
    if (restored !== null) void store?.ready.then(() => keepInRecents(restored.text, undefined, true));
    return;
  }
  const trouble = notice.value;
  if (trouble !== null && restored === null) await store?.ready;
  if (text.value !== '') {
    // The person typed while the database or the link was awaited: what they typed stays on the page.
    if (restored !== null) keepInRecents(restored.text);
    if (trouble === null) void store?.ready.then(() => offerLast(text.value));
  } else if (restored !== null) {
    autosave?.resume();
    await showAgain(restored, isHeld ? fragment : '');
    if (trouble !== null) notice.value = trouble;
  } else await openFresh(trouble);
}

// In a tab that had no text. Beside a link that could not be opened, the store is ready.
async function openFresh(trouble: Notice | null): Promise<void> {
  // Nothing is waited for where there is nothing to take.
  const taken = import.meta.env.MODE === 'single' ? await takenText() : null;
  const [first, target] = taken ?? firstText(trouble !== null);
  setAside(first);
  const shown = putText(first, target);
  notice.value = trouble;
  // The store opens long before the first view, so the offer does not move the page under the pointer.
  if (trouble === null) void store?.ready.then(() => offerLast(first));
  await shown;
}

// For someone without a text in this tab: the example; beside an unreadable link rather their last text.
function firstText(besideTrouble: boolean): [string, Target] {
  const last = besideTrouble ? recentTexts()[0] : undefined;
  if (last !== undefined) return [last.text, { kind: 'end' }];
  return [FIRST_EXAMPLE.text, { kind: 'step', step: FIRST_EXAMPLE.step ?? 0 }];
}

// Another single file is opened in the tab, and it carries a scenario.
async function isAnotherFile(): Promise<boolean> {
  return (await import('../links/single-page')).opensTaken();
}

// The scenario that a single file carries.
async function takenText(): Promise<[string, Target] | null> {
  const taken = (await import('../links/single-page')).takenHere();
  return taken === null ? null : [taken.text, { kind: 'step', step: taken.step }];
}

function offerLast(first: string): void {
  if (text.value === first && notice.value === null) notice.value = lastWritten();
}

// A returning visitor in a new tab sees the example, and a note about their last text.
function lastWritten(): Notice | null {
  const [last] = recentTexts();
  return last === undefined
    ? null
    : {
        tone: 'plain',
        text: `You were writing “${last.name ?? listTitleOf(last.text)}”.`,
        offer: { label: 'Go on with it', act: () => void loadRecent(last) },
      };
}

/** The link whose text is on the page and whose step is still to come: a reload opens it anew. */
let arriving = '';
/** Counts the choices of what to show: a slow link is dropped if something else was chosen after it. */
let choices = 0;

/**
 * Opens a link; false, with a message on the page, when it cannot be read or fetched. The text on the page stays then.
 */
async function openLink(fragment: string): Promise<boolean> {
  const mine = ++choices;
  notice.value = null;
  noteTaken(null);
  awaitBarLink(fragment);
  const opened = await readFetched(fragment);
  if (mine !== choices) return true;
  awaitBarLink('');
  if (opened.kind === 'lesson') {
    // The text that leaving the lesson brings back is put on the page first.
    arrived = opened.lesson;
    return false;
  }
  if (opened.kind === 'no') {
    notice.value = opened.notice;
    return false;
  }
  const { state, place, goToPlace, noticeOf } = opened;
  const own = ownBefore(state.script);
  foreign.add(state.script);
  setAside();
  holdBarLink(fragment);
  dialog.value = null;
  sent.value = { text: state.script, step: state.step };
  arriving = fragment;
  await putText(state.script, { kind: 'step', step: state.step }, place.base);
  const shown = scene.value;
  await goToPlace(place);
  if (arriving === fragment) arriving = '';
  if (own !== null) await store?.ready;
  const kept = own === null ? undefined : recentTexts().find((one) => one.text === own);
  // Cancelled if the visitor has chosen something else since.
  const told = await noticeOf(state, kept === undefined ? null : { kept, back: () => void loadRecent(kept) });
  if (scene.value === shown) notice.value = told;
  return true;
}

// The person's own text that a link takes the place of; null where none is on the page.
function ownBefore(next: string): string | null {
  const before = text.value === '' ? (autosave?.restored?.text ?? '') : text.value;
  return ['', FIRST_EXAMPLE.text, next].includes(before) || foreign.has(before) ? null : before;
}

let arrived: SentLesson | null = null;

// The link stays in the bar, so that a reload opens the lesson again.
function openArrived(): void {
  const lesson = arrived;
  arrived = null;
  if (lesson !== null) receiveLesson(lesson);
}

type Fetched =
  | Exclude<Opened, { kind: 'yes' }>
  | (Extract<Opened, { kind: 'yes' }> & Pick<typeof OpenLink, 'goToPlace' | 'noticeOf'>);

async function readFetched(fragment: string): Promise<Fetched> {
  try {
    const { goToPlace, noticeOf, readLink } = await import('../links/open-link');
    const opened = await readLink(fragment);
    return opened.kind === 'yes' ? { ...opened, goToPlace, noticeOf } : opened;
  } catch {
    return {
      kind: 'no',
      notice: {
        tone: 'warning',
        text:
          'The link did not open: part of this page could not be fetched. Check your connection. Your text is ' +
          'unchanged.',
        offer: { label: 'Try again', act: () => void openLink(fragment) },
      },
    };
  }
}

function startReceiving(): () => void {
  const onHash = (): void => {
    const fragment = fragmentNow();
    if (fragment === '' || fragment === currentBarLink()) return;
    void openLink(fragment).then(openArrived);
  };
  window.addEventListener('hashchange', onHash);
  return () => window.removeEventListener('hashchange', onHash);
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload';
}

// Before leftTab is kept: whether a reload leaves the lessons open. The projector's window shows what it is sent.
function wasInLessons(): boolean {
  return (
    isReload() && !fragmentNow().startsWith('projector=') && storage('sessionStorage')?.getItem(LEFT_KEY) === 'lesson'
  );
}

function keepLeft(tab: LeftTab): void {
  try {
    storage('sessionStorage')?.setItem(LEFT_KEY, tab);
  } catch {
    // Full: a reload shows the scenario.
  }
}

// Keeps text and step a moment after they change, and at once when the page is left.
function startKeeping(): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const soon = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(keepNow, KEEP_PAUSE_MS);
  };
  const stops = [
    text.subscribe(soon),
    step.subscribe(soon),
    breakpointLines.subscribe(soon),
    stepHere.subscribe(exampleInBar),
    leftTab.subscribe(keepLeft),
  ];
  const onHide = (): void => {
    keepNow();
    // Where localStorage is full, other tabs cannot say what they write.
    if (document.visibilityState === 'visible') void autosave?.lookAgain(false);
  };
  // Makes the browser ask before leaving. With such a listener it may not keep the page for Back, so the listener
  // exists only while a change is not saved.
  const onLeave = (event: Event): void => {
    keepNow();
    const isDeleted = unsaved.value === 'gone';
    const isHere = !saved.value && !isDeleted && text.value.trim() !== '' && !foreign.has(text.value);
    if (isHere || pending.value.length > 0 || lost.value.length > 0) event.preventDefault();
  };
  stops.push(
    effect(() => {
      if (saved.value && pending.value.length === 0 && lost.value.length === 0)
        window.removeEventListener('beforeunload', onLeave);
      else window.addEventListener('beforeunload', onLeave);
    }),
    () => window.removeEventListener('beforeunload', onLeave),
  );
  const onStorage = ({ key, newValue }: StorageEvent): void => autosave?.hear(key, newValue);
  // The browser restores a page from its cache as it was, without the events since.
  const onShow = ({ persisted }: PageTransitionEvent): void => void (persisted && autosave?.lookAgain(true));
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onShow);
  window.addEventListener('pagehide', onHide);
  document.addEventListener('visibilitychange', onHide);
  return () => {
    for (const stop of stops) stop();
    if (timer !== null) clearTimeout(timer);
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onShow);
    window.removeEventListener('pagehide', onHide);
    document.removeEventListener('visibilitychange', onHide);
  };
}

/** Keeps what is on the page at once, if the browser has room. */
export function keepNow(): void {
  if (autosave === null || (text.value === '' && ran.value === null)) return;
  const kept = present();
  autosave.keep(kept, !kept.foreign);
}

/** Keeps the text again that another tab has deleted. */
export function keepAgain(): void {
  autosave?.keepAgain();
}

function present(): Kept {
  return {
    text: text.value,
    step: step.value,
    link: arriving === '' ? currentBarLink() : '',
    breakpoints: breakpointLines.value,
    foreign: foreign.has(text.value),
  };
}

/** Null where the browser blocks it. */
export function storage(kind: 'sessionStorage' | 'localStorage'): Storage | null {
  try {
    return window[kind];
  } catch {
    return null;
  }
}

/** A name that no other entry has. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('');
}
