// SPDX-License-Identifier: GPL-2.0-or-later
//
// Runs the query of the search box: in the step shown whenever that changes, and in all steps once typing pauses. At
// most one question of each kind runs at a time; an answer for another query, run or step is dropped, and the question
// sent again.

import { thrownText } from '../../../base/thrown';
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { Cancelled } from '../../../engine/service/client';
import type { FindQuery, Found, FoundPlace } from '../../../model/find';
import { sameRef } from '../../../views/shared/refs';
import { readFind, type ReadFind } from '../../../scenario/find/parse';
import { chosenResult, closeFind, findText, forget, foundNow, goToResult } from './find';
import { exactFirst, foundVma } from './found-vma';
import { PATIENCE_MS } from '../run/patience';
import { askRun } from '../run/run';
import { busy, chosenTree, chosenView, ran, scene, selected, steps, view } from '../page/state';
import type { PictureView, Ran } from '../page/state';
import { ticks } from '../page/time';
import { isWide } from '../page/window';
import { holdTree } from '../page/tree-view';

/** Results that are listed and ringed. */
export const MOST = 2000;
const TYPING_MS = 120;
const STEPS_MS = 400;

/** The parsed query. */
export const readNow = computed<ReadFind>(() => readFind(findText.value));

export interface StepSearch {
  readonly kind: 'none' | 'looking' | 'done' | 'given-up';
  readonly done: number;
  /** It takes so long that it is shown, with a way to give it up. */
  readonly shown: boolean;
}

const NOTHING: StepSearch = { kind: 'none', done: 0, shown: false };
/** The search over all steps. */
export const stepSearch = signal<StepSearch>(NOTHING);
/** The engine refused an answer: what it said. */
export const findFailure = signal<string | null>(null);

/** The views that can show a result, and the comparison that is left for one. */
const SEARCHED: ReadonlySet<PictureView> = new Set(['tree', 'vmas', 'differ']);

let asking = false;
let over: AbortController | null = null;

/** Follows box, step and run until the returned function is called. */
export function startFind(): () => void {
  let typing: ReturnType<typeof setTimeout> | null = null;
  let resting: ReturnType<typeof setTimeout> | null = null;
  let before: string | null = null;
  const stops = [
    // A result that is selected in a picture is the chosen one.
    effect(() => {
      const ref = selected.value;
      const at = foundNow.peek()?.found.places.findIndex((place) => sameRef(place, ref)) ?? -1;
      if (at >= 0) chosenResult.value = at;
    }),
    effect(() => {
      const words = findText.value;
      const { kind } = readNow.value;
      // Read so that the search follows them.
      const [run, now] = [ran.value, scene.value];
      if (typing !== null) clearTimeout(typing);
      if (kind === 'empty') untracked(forget);
      if (kind !== 'query' || run === null || now === null) return;
      typing = setTimeout(() => void ask(), words === before ? 0 : TYPING_MS);
      before = words;
    }),
    effect(() => {
      const read = readNow.value;
      const run = ran.value;
      const waits = busy.value !== null;
      if (resting !== null) clearTimeout(resting);
      untracked(() => {
        over?.abort();
        over = null;
        batch(() => {
          stepSearch.value = NOTHING;
          ticks.value = [];
        });
      });
      if (read.kind === 'query' && run !== null && !waits)
        resting = setTimeout(() => void askSteps(run, read.query), STEPS_MS);
    }),
    closeWithView(),
  ];
  return () => {
    for (const stop of stops) stop();
    for (const timer of [typing, resting]) if (timer !== null) clearTimeout(timer);
    over?.abort();
    over = null;
    stepSearch.value = NOTHING;
  };
}

// Closes the box when the view leaves those that are searched. Not on the way from step to step of a run: the next step
// with a result may be a fork, which comes with its own view.
function closeWithView(): () => void {
  let before = { shown: view.peek(), run: ran.peek(), now: scene.peek() };
  return effect(() => {
    const [shown, now] = [view.value, scene.value];
    const run = ran.peek();
    if (now === null) return;
    const left = SEARCHED.has(before.shown) && !SEARCHED.has(shown);
    const stepped = run === before.run && now !== before.now;
    before = { shown, run, now };
    if (left && !stepped) untracked(closeFind);
  });
}

async function ask(): Promise<void> {
  if (asking) return;
  asking = true;
  try {
    for (;;) {
      const [words, read, run, now] = [findText.value, readNow.value, ran.value, scene.value];
      if (read.kind !== 'query' || run === null || now === null || busy.value !== null) return;
      const known = foundNow.value;
      if (known !== null && known.run === run && known.text === words && known.found.step === now.step) return;
      const found = await askRun('find', { step: now.step, query: read.query, most: MOST });
      findFailure.value = null;
      const { plain = '' } = read;
      const pathOf = (place: FoundPlace): string => foundVma(place, now.trees)?.path ?? '';
      const places = plain === '' ? found.places : exactFirst(found.places, plain, pathOf);
      if (ran.value === run && findText.value === words) take(run, words, { ...found, places });
    }
  } catch (error) {
    if (!(error instanceof Cancelled)) findFailure.value = thrownText(error);
  } finally {
    asking = false;
  }
}

// A result that exists at the next step too stays the chosen one.
function take(run: Ran, words: string, found: NonNullable<typeof foundNow.value>['found']): void {
  const before = foundNow.value;
  const chosen = before?.found.places[chosenResult.value];
  batch(() => {
    foundNow.value = { run, text: words, found };
    chosenResult.value = chosen === undefined ? -1 : found.places.findIndex((place) => sameRef(place, chosen));
  });
  // A small picture seldom shows all of the tree.
  if (!isWide() && view.value === 'tree' && chosenResult.value < 0) goToResult(0);
}

async function askSteps(run: Ran, query: FindQuery): Promise<void> {
  const mine = new AbortController();
  over = mine;
  stepSearch.value = { kind: 'looking', done: 0, shown: false };
  const late = setTimeout(() => {
    if (over === mine) stepSearch.value = { ...stepSearch.value, shown: true };
  }, PATIENCE_MS);
  try {
    const answer = await askRun(
      'findSteps',
      { query },
      {
        signal: mine.signal,
        onProgress: ({ done }) => {
          if (over === mine) stepSearch.value = { ...stepSearch.value, done };
        },
      },
    );
    if (over !== mine || ran.value !== run) return;
    batch(() => {
      ticks.value = answer;
      stepSearch.value = { kind: 'done', done: steps.value, shown: false };
    });
  } catch (error) {
    if (!(error instanceof Cancelled)) findFailure.value = thrownText(error);
    if (over === mine) stepSearch.value = { kind: 'given-up', done: stepSearch.value.done, shown: false };
  } finally {
    clearTimeout(late);
  }
}

/** Gives up the search over all steps. */
export function stopSteps(): void {
  const { done } = stepSearch.value;
  over?.abort();
  over = null;
  stepSearch.value = { kind: 'given-up', done, shown: false };
}

/** The results belong to the step that is on the page. */
export function isCurrent(found: Found): boolean {
  return found.step === scene.value?.step;
}

// Whether two results are the same place.
/** Remembers the picture's view, tree and camera. The returned function restores them. */
export function pictureNow(): () => void {
  const [view, tree, back] = [chosenView.value, chosenTree.value, holdTree()];
  return () => {
    batch(() => {
      chosenView.value = view;
      chosenTree.value = tree;
    });
    // The box has left by then, and the picture has its room again.
    requestAnimationFrame(back);
  };
}
