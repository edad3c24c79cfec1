// SPDX-License-Identifier: GPL-2.0-or-later
//
// The pack that is open beside the picture, and the one that is being made. Both are kept in this browser.

import { batch, effect, signal } from '@preact/signals';
import { digestOf } from '../../../classroom/code';
import { parseLesson } from '../../../lesson/parse';
import { TRACK } from '../../../lesson/track';
import { markdownOf } from '../../../pack/as-lesson';
import {
  asGiven,
  packFile,
  readPack,
  readPackLink,
  titleIn,
  type Pack,
  type PackItem,
  type PackProblem,
} from '../../../pack/pack';
import { looksLikeProgress } from '../../../pack/looks-like';
import { fragmentNow, leaveBarLink } from '../links/links';
import { askBeforeLeaving } from '../kept/ask-before-leaving';
import { fieldMemory } from '../kept/field-memory';
import { sharedMemory } from '../kept/shared-memory';
import { learning } from '../run/source';
import { onWall } from '../page/projector';
import { codedLessons, placeOnWall, type CodedLesson } from './pack-codes';
import {
  goToOrLast,
  listLessons,
  open,
  openBuiltIn,
  openedProgress,
  openPack,
  openProgress,
  openText,
  sentPack,
  sourceOf,
  type OpenLesson,
} from './lesson-state';

const OPEN_KEY = 'maplescope.pack';
const MADE_KEY = 'maplescope.pack-made';
const EARLIER_KEY = 'maplescope.packs-earlier';
/** More than these are not kept: the oldest goes. */
const EARLIER_MOST = 5;

/** What was wrong with the pack that was opened last. */
export const packProblems = signal<readonly PackProblem[]>([]);
/** The pack that is being made. */
const memory = sharedMemory<Pack>({ key: MADE_KEY, read: madeIn, write: madeText }, () => localStorage);
export const made = memory.value;
/** The browser kept it. */
export const isMadeKept = memory.isKept;
if (typeof window !== 'undefined') memory.follow(window);
askBeforeLeaving(isMadeKept, () => isWorth(made.peek()) && madeText(made.peek()) !== madeText(memory.stored()));

const earlier = sharedMemory<readonly Pack[]>(
  { key: EARLIER_KEY, read: earlierIn, write: earlierText },
  () => localStorage,
);
/** The packs that another one took the place of, newest first. */
export const earlierPacks = earlier.value;
/** The browser kept them. */
export const areEarlierKept = earlier.isKept;
if (typeof window !== 'undefined') earlier.follow(window);
askBeforeLeaving(areEarlierKept, () => earlierText(earlierPacks.peek()) !== earlierText(earlier.stored()));

const field = fieldMemory('maplescope.pack-note');
/** A note that is written and not added yet. */
export const note = field.value;

export function setNote(typed: string): void {
  field.type(typed);
}

openPack.value ??= stored(OPEN_KEY);

function stored(key: string): Pack | null {
  try {
    const kept = localStorage.getItem(key);
    return kept === null ? null : readPack(kept).pack;
  } catch {
    return null;
  }
}

function madeIn(text: string | null): Pack {
  try {
    const kept = JSON.parse(text ?? '{}') as Readonly<Record<string, unknown>>;
    const pack = readPack(typeof kept['file'] === 'string' ? kept['file'] : '').pack ?? emptyPack();
    return { ...pack, title: titleIn(kept['title']), hideSolutions: kept['hides'] === true };
  } catch {
    return emptyPack();
  }
}

// Solutions stay with the maker.
function madeText(of: Pack): string {
  return JSON.stringify({ title: of.title, hides: of.hideSolutions, file: packFile({ ...of, hideSolutions: false }) });
}

function earlierIn(text: string | null): readonly Pack[] {
  try {
    const all = JSON.parse(text ?? '[]') as unknown;
    return (Array.isArray(all) ? all : []).map((one) => madeIn(String(one))).filter(isWorth);
  } catch {
    return [];
  }
}

function earlierText(of: readonly Pack[]): string | null {
  return of.length === 0 ? null : JSON.stringify(of.map(madeText));
}

function isWorth({ title, items }: Pack): boolean {
  return title !== '' || items.length > 0;
}

function keep(key: string, pack: Pack | null): boolean {
  try {
    if (pack === null || pack.items.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, packFile(pack));
    return true;
  } catch {
    return false;
  }
}

// ---- Opening ----

/** Opens a pack from its file; false where nothing of it can be read. */
export function openPackText(text: string): boolean {
  const link = readPackLink(text.slice(0, 1) === 'p' || text.slice(0, 1) === '#' ? text : '');
  const { pack, problems } = link ?? readPack(text);
  packProblems.value = problems;
  if (pack !== null) showPack(pack);
  return pack !== null;
}

/** Shows a pack as learners get it. */
export function showPack(pack: Pack): void {
  const given = asGiven(pack);
  batch(() => {
    listLessons();
    openPack.value = given;
    openedProgress.value = null;
  });
  keep(OPEN_KEY, given);
}

/** The built-in lessons are listed again. How far the reader is in the pack is kept. */
export function closePack(): void {
  if (fragmentNow().startsWith('p')) leaveBarLink();
  openPack.value = null;
  packProblems.value = [];
  keep(OPEN_KEY, null);
}

// What was sent is opened as soon as this part of the page is here: a pack, or the file of somebody's progress.
effect(() => {
  const text = sentPack.value;
  if (text === null) return;
  sentPack.value = null;
  if (looksLikeProgress(text)) {
    listLessons();
    openProgress(text);
  } else openPackText(text);
});

/** The key of progress in an item: the same wherever it stands in its pack. */
export function packKey(pack: Pack, item: PackItem): string {
  const text = markdownOf(item);
  const name =
    item.kind === 'track'
      ? item.file
      : digestOf(text ?? '')
          .toString(16)
          .padStart(8, '0');
  return `pack:${pack.id}/${name}`;
}

async function textOf(item: PackItem): Promise<string | null> {
  return markdownOf(item) ?? (item.kind === 'track' ? await sourceOf(item.file) : null);
}

/** Opens an item of the open pack where the reader left it. */
export async function openItem(pack: Pack, item: PackItem): Promise<void> {
  const source = await textOf(item);
  if (source === null) return;
  const seed = item.kind === 'track' || item.kind === 'lesson' ? item.seed : null;
  openText(packKey(pack, item), source, null, seed === null ? {} : { variant: seed });
}

/** What comes after a lesson in the open pack or in the track; null: nothing does. */
export function lessonAfter({
  name,
  lesson,
}: OpenLesson): { readonly title: string; readonly go: () => Promise<void> } | null {
  const pack = openPack.value;
  const at = pack?.items.findIndex((one) => packKey(pack, one) === name) ?? -1;
  const next = at < 0 ? undefined : pack?.items[at + 1];
  if (pack !== null && next !== undefined) return { title: itemTitle(next), go: () => openItem(pack, next) };
  const following = lesson.number === null ? undefined : TRACK[lesson.number];
  return following === undefined ? null : { title: following.title, go: () => openBuiltIn(following.file) };
}

/** The place of a lesson in the track or in the open pack, from 1; null: it has none. */
export function lessonPlace({ name, lesson }: OpenLesson): number | null {
  if (onWall.value) return lesson.number ?? placeOnWall.value;
  const at = openPack.value?.items.findIndex((one) => packKey(openPack.value!, one) === name) ?? -1;
  return at < 0 ? lesson.number : at + 1;
}

/** The code of a screen, as it is shown: "2.7" also in a pack, where the lesson itself has no number. */
export function codeOf(now: OpenLesson, screen: number): string {
  const place = lessonPlace(now);
  return place === null ? (now.lesson.screens[screen]?.code ?? '') : `${place}.${screen + 1}`;
}

// With a lesson of the track beside it, the codes are those of the track.
effect(() => {
  const pack = openPack.value;
  const isMeant = learning.value && (open.value?.lesson.number ?? null) === null;
  codedLessons.value = pack === null || !isMeant ? null : pack.items.map((item) => codedItem(pack, item));
});

function codedItem(pack: Pack, item: PackItem): CodedLesson {
  return {
    title: itemTitle(item),
    count: async () => {
      const source = await textOf(item);
      return source === null ? null : parseLesson(source).lesson.screens.length;
    },
    go: async (screen) => {
      await openItem(pack, item);
      const now = open.peek();
      if (now?.name === packKey(pack, item)) goToOrLast(screen);
    },
  };
}

/** What an item is called. */
export function itemTitle(item: PackItem): string {
  if (item.kind === 'track') return TRACK.find(({ file }) => file === item.file)?.title ?? item.file;
  if (item.title !== '') return item.title;
  return item.kind === 'scenario' ? 'Scenario' : parseLesson(markdownOf(item) ?? '').lesson.title;
}

/** The title of a pack that is open or being made, by its id; empty when it is not known here. */
export function packTitle(id: string): string {
  return [made.value, openPack.value].find((pack) => pack?.id === id)?.title ?? '';
}

// ---- Making ----

function emptyPack(): Pack {
  const id = [...crypto.getRandomValues(new Uint8Array(4))].map((one) => one.toString(16).padStart(2, '0')).join('');
  return { id, title: '', hideSolutions: false, items: [] };
}

// Another tab may have changed the pack: each change is made to the one that is kept now.
function changeItems(by: (items: readonly PackItem[]) => readonly PackItem[]): void {
  memory.change((now) => ({ ...now, items: by(now.items) }));
}

/** Where an item stands now that stood at `at`; -1: another tab has taken it away. */
function placeOf(item: PackItem, at: number, items: readonly PackItem[]): number {
  const looked = JSON.stringify(item);
  const is = (one: PackItem | undefined): boolean => JSON.stringify(one) === looked;
  return is(items[at]) ? at : items.findIndex(is);
}

/** Begins a pack anew. The one before is kept among the earlier ones; what comes back brings it back. */
export function beginPack(next: Pack = emptyPack()): () => void {
  const before = replaced(next);
  if (isWorth(before)) earlier.change((all) => [before, ...others(all, before)].slice(0, EARLIER_MOST));
  return () => bringBack(before);
}

/** Makes an earlier pack the one that is being made, which becomes the oldest of the earlier ones. */
export function bringBack(pack: Pack): void {
  const before = replaced(pack);
  earlier.change((all) => [...others(all, pack), ...others([before], pack).filter(isWorth)].slice(0, EARLIER_MOST));
}

function replaced(by: Pack): Pack {
  let before = made.value;
  memory.change((now) => {
    before = now;
    return by;
  });
  return before;
}

function others(all: readonly Pack[], pack: Pack): readonly Pack[] {
  return all.filter((one) => madeText(one) !== madeText(pack));
}

export function setTitle(title: string): void {
  memory.change((now) => ({ ...now, title }));
}

export function setHidesSolutions(hideSolutions: boolean): void {
  memory.change((now) => ({ ...now, hideSolutions }));
}

export function addItems(items: readonly PackItem[]): void {
  changeItems((now) => [...now, ...items]);
}

/** Takes an item away; what comes back puts it where it was. */
export function removeItem(at: number): () => void {
  const item = made.value.items[at];
  if (item === undefined) return () => undefined;
  changeItems((now) => {
    const place = placeOf(item, at, now);
    return now.filter((_, k) => k !== place);
  });
  return () => changeItems((now) => [...now.slice(0, at), item, ...now.slice(at)]);
}

/** Moves an item; false where it cannot go further. */
export function moveItem(from: number, to: number): boolean {
  const item = made.value.items[from];
  if (item === undefined || to < 0 || to >= made.value.items.length) return false;
  changeItems((now) => {
    const place = placeOf(item, from, now);
    if (place < 0) return now;
    const rest = now.filter((_, k) => k !== place);
    return [...rest.slice(0, to), item, ...rest.slice(to)];
  });
  return true;
}

/** Changes an item; one that another tab has taken away comes back changed, at the end. */
export function replaceItem(at: number, item: PackItem): void {
  const before = made.value.items[at];
  if (before === undefined) return;
  changeItems((now) => {
    const place = placeOf(before, at, now);
    return place < 0 ? [...now, item] : now.map((one, k) => (k === place ? item : one));
  });
}
