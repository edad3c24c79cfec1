// SPDX-License-Identifier: GPL-2.0-or-later
//
// The speaker's window of a lecture: it has the truth, and sends the projector's window all that it shows.
// The page stays what it is; speaker-panel.tsx stands in the place of the inspector.

import { effect, untracked } from '@preact/signals';
import type { ComponentType } from 'preact';
import {
  goTo,
  hiddenNow,
  open,
  openText,
  screenAt,
  shownText,
  sourceOf,
  variantNow,
  type OpenLesson,
} from '../store/lessons/lesson-state';
import { parseLesson } from '../../lesson/parse';
import { isCode, placeOfCode, TRACK } from '../../lesson/track';
import { startPresenting } from '../picture/projector-keys';
import { closeDialog, say, unsay } from '../store/actions/actions';
import { branches, goToBranch, nameEdits } from '../store/actions/branches';
import {
  beginLecture,
  begun,
  black,
  ceaseLecture,
  projectorAddress,
  projectorIs,
  setProjectorIs,
  setThread,
  thread,
  toggleBlack,
} from '../store/lessons/lecture';
import {
  ahead,
  forgetAnswers,
  isAtEnd,
  isEndAsked,
  openQuestion,
  reachEnd,
  setEndAsked,
  setTakenFrom,
  setWallView,
  toldToClass,
  triedByClass,
  wallHere,
} from '../store/lessons/lecture-room';
import { codedLessons, inPack, type CodedLesson } from '../store/lessons/pack-codes';
import { codeOf, lessonAfter, lessonPlace } from '../store/lessons/pack-state';
import { followed, isSeen, moved, threadAt, type Stand } from '../store/lessons/lecture-thread';
import { ownBase } from '../store/links/public-home';
import { shownLab } from '../store/actions/lab-address';
import { slow } from '../store/run/motion';
import { placeNow } from '../store/links/place-now';
import { stepBy, stepTo } from '../store/run/player';
import { lecturing, type Press } from '../store/page/projector';
import { showLent } from '../store/actions/session';
import { learning, showLessons } from '../store/run/source';
import { hovered, notice, ran, selected, step, stepHere, steps, text, theme } from '../store/page/state';
import { forgetLecture, keepLecture, takeLecture, type KeptLecture } from './kept-lecture';
import {
  fromProjector,
  wrap,
  type Content,
  type FromSpeaker,
  type Point,
  type Show,
  type ShownLesson,
  type Spot,
} from './messages';
import { questionsBack } from './questions-back';
import { pageReading, reading, scrolledBlocks, scrollToBlocks, spotAt } from './spot';
import { createWire, type Wire } from './wire';

/** One window for all lectures of a tab. */
const WINDOW_NAME = 'maplescope-projector';
const POINTER_MS = 40;
const KEEP_MS = 100;
/** A projector's window that is there answers within. */
const ANSWER_MS = 3000;
const ENDED = 'The lecture has ended.';

let code = '';
let wire: Wire | null = null;
let stops: readonly (() => void)[] = [];
/** Ends that the lecture is this window's. */
let release = (): void => undefined;
let content: Content = { kind: 'content', id: 0, text: '', lesson: null };

/** Makes this window the speaker's, with a panel, and opens the projector's; in a lecture, opens that one again. */
export function startLecture(panel: ComponentType): void {
  if (lecturing.peek() !== null) {
    openProjector();
    return;
  }
  if (notice.peek()?.text === ENDED) unsay();
  forgetAnswers();
  const mine = newCode();
  let end = (): void => undefined;
  const nothing: Content = { kind: 'content', id: 0, text: '', lesson: null };
  const begins = { code: mine, begun: Date.now(), thread: threadAt(standNow()), content: nothing };
  becomeSpeaker(panel, begins, () => end());
  openProjector();
  // Not before the projector's window is open: a lock granted while a debugger holds a page that opens is lost.
  queueMicrotask(() => void takeLecture(mine).then((taken) => (end = typeof taken === 'string' ? end : taken)));
  startTelling();
}

/** Makes this window the speaker's of a lecture, until `end` gives it up; nothing is told yet. */
export function becomeSpeaker(
  panel: ComponentType,
  of: Pick<KeptLecture, 'code' | 'begun' | 'thread' | 'content'>,
  end: () => void,
): void {
  [code, content, release, told, left, listedAt] = [of.code, of.content, end, null, null, null];
  setTakenFrom(null);
  const shown = theme.peek() === 'system' ? '' : `&theme=${theme.peek()}`;
  beginLecture(of.thread, of.begun, `${ownBase()}#projector=${code}${shown}`, panel, press);
}

/** From now on the projector's window gets what is on the page, and the lecture is kept. */
export function startTelling(): void {
  wire = createWire(code, opened === null ? [] : [opened], hear);
  // The first edit of a question opens a branch; what is typed further belongs to it.
  nameEdits((next) =>
    thread.peek().away || next === shownText.peek() ? null : `question at step ${thread.peek().at.step}`,
  );
  stops = [
    effect(followPage),
    effect(tellContent),
    effect(tellPlace),
    startPages(),
    startPointer(),
    startPresenting(),
    startKeeping(),
  ];
  // It holds off every update of the page for as long as the lecture runs.
  void import('../store/page/updates').then(({ holdWhilePresenting }) => holdWhilePresenting());
}

let goBack: (panel: ComponentType, to: KeptLecture) => void = () => undefined;

/** Whoever can go on with a lecture that has ended gives the way to do it. */
export function attachReturn(way: typeof goBack): void {
  goBack = way;
}

/** Ends it in both windows; what is said of it leads back, with the clock, the place and the answers of before. */
export function endLecture(): void {
  const panel = lecturing.peek();
  if (panel === null) return;
  const was = keptNow({ thread: thread.peek(), show: showNow() });
  tell({ kind: 'end' });
  for (const stop of stops) stop();
  stops = [];
  forgetLecture(code);
  release();
  nameEdits(null);
  // What was said last is still on its way.
  const ended = wire;
  wire = null;
  setTimeout(() => ended?.close(), 1000);
  ceaseLecture();
  say('plain', ENDED, { label: 'Back to the lecture', act: () => goBack(panel, was) });
}

let opened: Window | null = null;

export function openProjector(): void {
  opened = window.open(projectorAddress.peek(), WINDOW_NAME, 'popup,width=1280,height=720');
  if (opened === null) setProjectorIs('blocked');
  else if (projectorIs.peek() !== 'here') setProjectorIs('awaited');
}

// No scenario sees it: it only keeps two lectures in one browser apart.
function newCode(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join('');
}

// ---- What the projector's window gets ----

function tell(message: FromSpeaker): void {
  wire?.send(wrap(code, message));
}

function tellContent(): void {
  const run = ran.value;
  const lesson = learning.value ? open.value : null;
  // An aside from the list of lessons leaves the lesson on the wall, to come back to.
  const kept = hasLeftScreen() ? content.lesson : null;
  const shown = lesson === null ? kept : lessonShown(lesson);
  if (run === null || hasLeftLesson()) return;
  const { source, place, variant } = content.lesson ?? {};
  const isSame = shown?.source === source && shown?.place === place && shown?.variant === variant;
  if (run.text === content.text && isSame) return;
  content = { kind: 'content', id: content.id + 1, text: run.text, lesson: shown };
  tell(content);
  untracked(tellPlace);
}

function lessonShown(now: OpenLesson): ShownLesson {
  const { name, source, lesson } = now;
  const place = lesson.number === null ? lessonPlace(now) : null;
  return { name, source, number: lesson.number, place, variant: variantNow.value };
}

function tellPlace(): void {
  tell(showNow());
}

/** The last message to the projector's window. */
let told: Show | null = null;
/** The last one of the lecture itself. */
let left: Show | null = null;

function showNow(): Show {
  if (told !== null && hasLeftLesson()) told = { ...told, aside: false, black: black.value };
  else if (left !== null && hasLeftScreen())
    told = { ...showHere(), screen: left.screen, told: left.told, tried: left.tried };
  else told = showHere();
  if (!told.aside && !hasLeftLesson()) left = told;
  return told;
}

// What the speaker's page shows has no screen of a lesson, while the lecture has.
function hasLeftScreen(): boolean {
  const { at, away } = thread.value;
  return away && at.screen !== null && !(learning.value && open.value !== null);
}

// The list of lessons, and what opens from it, is for the speaker: the wall keeps the lesson that was left for it.
function hasLeftLesson(): boolean {
  const { at } = thread.peek();
  const isListed = learning.value && open.value === null;
  return isListed && at.screen !== null && content.lesson !== null && text.value === at.text;
}

function showHere(): Show {
  const { mark, event, view, tree, base } = placeNow();
  return {
    kind: 'show',
    of: content.id,
    step: stepHere.value,
    // The projector chooses no pair of trees.
    place: { mark, event, view: view === 'differ' ? null : view, tree, base },
    slow: slow.value,
    screen: screenAt.value,
    selected: selected.value,
    black: black.value,
    told: toldToClass.value,
    tried: triedByClass.value,
    aside: thread.value.away,
    hidden: hiddenNow.value,
    lab: shownLab.value,
  };
}

function pointNow(spot: Spot | null): Point {
  return { kind: 'point', hovered: hovered.peek(), spot, scrolled: scrolledNow() };
}

/** Asks for the projector's window of this lecture; of one that does not answer, the panel says that it was closed. */
export function callProjector(): void {
  tell({ kind: 'greet' });
  setTimeout(() => projectorIs.peek() === 'awaited' && setProjectorIs('closed'), ANSWER_MS);
}

function keptNow({ thread, show }: Pick<KeptLecture, 'thread' | 'show'>): KeptLecture {
  const shown = { ...show, of: content.id };
  return { code, begun: begun.peek(), thread, content, show: shown, scrolled: scrolledNow() };
}

// Keeps the lecture soon after it changes, and at once when the page is left; the projector's window then waits for
// the page that comes.
function startKeeping(): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let latest: Pick<KeptLecture, 'thread' | 'show'> | null = null;
  const keep = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (latest === null) return;
    keepLecture(keptNow(latest));
  };
  const stop = effect(() => {
    if (ran.value === null) return;
    latest = { thread: thread.value, show: showNow() };
    timer ??= setTimeout(keep, KEEP_MS);
  });
  const onLeave = (): void => {
    keep();
    tell({ kind: 'greet' });
  };
  window.addEventListener('pagehide', onLeave);
  return () => {
    stop();
    if (timer !== null) clearTimeout(timer);
    window.removeEventListener('pagehide', onLeave);
  };
}

// ---- Pages of the wall ----

/** Where presses have paged the wall to, in blocks; null: it goes along with what is scrolled here. */
let paged: number | null = null;
/** How far this window has been scrolled by it, in pixels. */
let pagedTop = 0;

function scrolledNow(): number {
  return paged ?? scrolledBlocks();
}

/** Both windows show the screen from this block on, as far as each can: here the whole of it may be seen. */
export function showFrom(block: number): void {
  paged = block;
  scrollToBlocks(block);
  pagedTop = reading()?.scrollTop ?? 0;
  tell(pointNow(null));
}

/** One of the windows has just been loaded, and no key was pressed since. */
let isNewWall = false;

// A later question that is open to the class comes back onto a wall that was loaded anew.
function bringQuestion(): void {
  const question = openQuestion.peek();
  if (!isNewWall || question?.isAsked !== true || toldToClass.peek().length === 0) return;
  if (!isSeen(question.block, wallHere.peek())) showFrom(question.block);
}

// A screen that is turned to is shown from its top; what is scrolled here by hand goes before a page.
function startPages(): () => void {
  const stops = [open, screenAt].map((one) => one.subscribe(() => (paged = null)));
  const onScroll = (): void => {
    if (reading()?.scrollTop !== pagedTop) paged = null;
  };
  document.addEventListener('scroll', onScroll, true);
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('scroll', onScroll, true);
    setWallView(null);
  };
}

// Told at most so often, and at last where the pointer has come to rest.
function startPointer(): () => void {
  let spot: Spot | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      tell(pointNow(spot));
    }, POINTER_MS);
  };
  const onMove = ({ target, clientX, clientY }: PointerEvent): void => {
    const next = spotAt(target, clientX, clientY);
    if (next === null && spot === null) return;
    spot = next;
    soon();
  };
  const stop = hovered.subscribe(soon);
  document.addEventListener('pointermove', onMove);
  document.addEventListener('scroll', soon, true);
  return () => {
    stop();
    document.removeEventListener('scroll', soon, true);
    if (timer !== null) clearTimeout(timer);
    document.removeEventListener('pointermove', onMove);
  };
}

function hear(data: unknown): boolean {
  const said = fromProjector(code, data);
  if (said === null) return false;
  switch (said.kind) {
    case 'hello':
      setProjectorIs('here');
      isNewWall = true;
      tell(content);
      tellPlace();
      tell(pointNow(null));
      break;
    case 'press':
      press(said.press);
      break;
    case 'cut':
      setWallView(said);
      bringQuestion();
      break;
    case 'bye':
      setWallView(null);
      setProjectorIs('closed');
      break;
  }
  return true;
}

// ---- The thread ----

function standNow(): Stand {
  const lesson = learning.value && open.value !== null;
  return {
    text: text.value,
    step: step.value,
    screen: lesson ? screenAt.value : null,
    lent: lesson && text.value === shownText.value,
  };
}

/** The screen that was left for the list of lessons. */
let listedAt: { readonly lesson: ShownLesson; readonly screen: number } | null = null;

function followPage(): void {
  const now = standNow();
  const was = thread.peek();
  const isListed = hasLeftLesson();
  if (isListed && content.lesson !== null) listedAt = { lesson: content.lesson, screen: was.at.screen ?? 0 };
  const next = isListed ? { ...was, away: true } : followed(was, now);
  if (!next.away && listedAt !== null) {
    const { lesson, screen } = listedAt;
    listedAt = null;
    if (now.screen !== null && open.peek()?.source !== lesson.source)
      setTakenFrom({ name: nameOf(lesson, screen), back: () => openShown(lesson, screen) });
  }
  setThread(next);
}

function nameOf({ number, place, name }: ShownLesson, screen: number): string {
  const lesson = number ?? place;
  return lesson === null ? name : `${lesson}.${screen + 1}`;
}

function openShown({ name, source, number, variant }: ShownLesson, screen: number): void {
  setTakenFrom(null);
  openText(name, source, number, variant === null ? {} : { variant });
  showLessons();
  goTo(screen);
}

/** What is on the page becomes the lecture, in the place of what was left. */
export function goOnHere(): void {
  setThread(threadAt(standNow()));
}

/** Back to where the lecture was left: its text, which the question has left as it was, its screen and step. */
export async function backToLecture(): Promise<void> {
  const { at } = thread.peek();
  const { lesson } = content;
  const was = { told: left?.told ?? [], hidden: left?.hidden ?? [] };
  const isAnew = at.screen !== null && (open.peek() === null || !learning.peek());
  if (at.screen !== null && open.peek() === null && lesson !== null) {
    const { name, source, number, variant } = lesson;
    openText(name, source, number, variant === null ? {} : { variant });
  }
  if (at.screen !== null && screenAt.peek() !== at.screen) goTo(at.screen);
  if (at.screen !== null) showLessons();
  if (isAnew) await questionsBack(was, at.text);
  if (text.peek() !== at.text) {
    const kept = branches.peek().find((branch) => branch.text === at.text);
    await (kept === undefined ? showLent(at.text, at.step, null) : goToBranch(kept.id));
  }
  stepTo(at.step);
  setThread(threadAt(at));
}

/** A key of a clicker, in this window or in the projector's. */
export function press(key: Press): void {
  isNewWall = false;
  setTakenFrom(null);
  const wasEndAsked = isEndAsked.peek();
  setEndAsked(false);
  // Nothing goes on unseen: on a dark wall, a press only brings the light back.
  if (black.peek() && key !== 'leave') {
    toggleBlack();
    return;
  }
  switch (key) {
    case 'next':
    case 'back':
      if (shownLab.peek() === null) turn(key === 'next' ? 1 : -1);
      else pageReading(key === 'next' ? 1 : -1);
      break;
    case 'forward':
    case 'backward':
      stepBy(key === 'forward' ? 1 : -1);
      break;
    case 'black':
      toggleBlack();
      break;
    case 'leave':
      if (shownLab.peek() !== null) closeDialog();
      else if (wasEndAsked) endLecture();
      else askEnd();
      return;
  }
}

/** The second press of Esc follows the first within. */
const END_MS = 5000;
let endTimer: ReturnType<typeof setTimeout> | undefined;

// A key of a clicker that was hit by mistake ends no lecture.
function askEnd(): void {
  setEndAsked(true);
  clearTimeout(endTimer);
  endTimer = setTimeout(() => setEndAsked(false), END_MS);
}

function turn(by: 1 | -1): void {
  const now = thread.peek();
  const screens = open.peek()?.lesson.screens.length ?? 0;
  const last = now.at.screen === null ? steps.peek() : screens - 1;
  const move = moved(now, by, last, ahead.peek(), paged !== null && paged > 0);
  switch (move.kind) {
    case 'return':
      void backToLecture();
      break;
    case 'ask':
      askNext();
      break;
    case 'tell':
      openQuestion.peek()?.tell();
      break;
    case 'page':
      showFrom(wallHere.peek()?.next ?? 0);
      break;
    case 'top':
      showFrom(0);
      break;
    case 'end':
      endOfLesson();
      break;
    case 'step':
      stepTo(move.to);
      break;
    case 'screen':
      showLessons();
      goTo(move.to);
      break;
    case 'none':
      break;
  }
}

// The next question of the screen: its tree, and its words as far as the wall does not show them yet.
function askNext(): void {
  const next = openQuestion.peek();
  if (next === null) return;
  if (!isSeen(next.block, wallHere.peek())) showFrom(next.block);
  next.ask();
}

// The first press says which lesson comes next, the second opens it.
function endOfLesson(): void {
  if (isAtEnd.peek()) void nextLesson();
  else reachEnd();
}

/** Opens the lesson after this one at its first screen; if there is none, or it cannot be fetched, nothing changes. */
export async function nextLesson(): Promise<void> {
  const before = open.peek();
  if (before === null) return;
  await lessonAfter(before)?.go();
  if (open.peek() !== before) goTo(0);
}

/** What became of a jump: there is no such lesson, its screens are fewer, or it was no place at all. */
export type Jump =
  | { readonly kind: 'done' | 'nowhere' | 'not fetched' }
  /** A step of the screen; `isLesson`: the number is a lesson's, too. */
  | { readonly kind: 'step'; readonly step: number; readonly isLesson: boolean }
  /** Of so many lessons of the track or pack. */
  | { readonly kind: 'no lesson'; readonly lessons: number }
  | { readonly kind: 'no screen'; readonly lesson: number; readonly screens: number };

const DONE: Jump = { kind: 'done' };

/** Goes to a screen by its code, "3.2", or to a step by its number. The page stays where there is none. */
export async function jumpTo(typed: string): Promise<Jump> {
  const own = learning.peek() ? screenHere(typed.trim()) : -1;
  const pack = codedLessons.peek();
  if (own >= 0) goTo(own);
  else if (isCode(typed)) return pack === null ? jumpInTrack(typed) : jumpInPack(pack, typed);
  else if (/^\s*\d{1,7}\s*$/.test(typed) && Number(typed) <= steps.peek()) {
    // The lecture itself goes there: no question has left it.
    const [now, to] = [thread.peek(), Number(typed)];
    if (!now.away) setThread(threadAt({ ...now.at, step: to }));
    stepTo(to);
    if (now.at.screen !== null) return { kind: 'step', step: to, isLesson: isLesson(to) };
  } else return { kind: 'nowhere' };
  return DONE;
}

function isLesson(number: number): boolean {
  return number >= 1 && number <= (codedLessons.peek() ?? TRACK).length;
}

// By the code that is shown of a screen of the open lesson, or, in a pack, by its number alone.
function screenHere(typed: string): number {
  const now = open.peek();
  return now?.lesson.screens.findIndex(({ code }, k) => typed === codeOf(now, k) || typed === code) ?? -1;
}

async function jumpInTrack(typed: string): Promise<Jump> {
  const coded = placeOfCode(typed);
  if (coded === null) return { kind: 'no lesson', lessons: TRACK.length };
  const number = TRACK.indexOf(coded.entry) + 1;
  const source = await sourceOf(coded.entry.file);
  if (source === null) return { kind: 'not fetched' };
  const screens = parseLesson(source, { number }).lesson.screens.length;
  if (coded.screen >= screens) return { kind: 'no screen', lesson: number, screens };
  showLessons();
  openText(coded.entry.file, source, number);
  goTo(coded.screen);
  return DONE;
}

async function jumpInPack(pack: readonly CodedLesson[], typed: string): Promise<Jump> {
  const found = inPack(pack, typed);
  if (found === null) return { kind: 'no lesson', lessons: pack.length };
  const screens = await found.lesson.count();
  if (screens === null) return { kind: 'not fetched' };
  if (found.screen >= screens) return { kind: 'no screen', lesson: pack.indexOf(found.lesson) + 1, screens };
  showLessons();
  await found.lesson.go(found.screen);
  return DONE;
}
