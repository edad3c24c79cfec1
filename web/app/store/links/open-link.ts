// SPDX-License-Identifier: GPL-2.0-or-later
//
// From a fragment to what the page opens: a text that the link holds, or one of the gallery by its name; and the way to
// the place that the link says. Fetched when a link is opened.

import { batch, signal } from '@preact/signals';
import { decodeLink } from '../../../share/decode';
import { isCode, placeOfCode, TRACK } from '../../../lesson/track';
import { readLabFragment } from '../../../measure/values';
import { decodeLesson, type SentLesson } from '../../../share/lesson-link';
import { NOWHERE, readExampleLink, readPlace, type LinkPlace, type LinkSide } from '../../../share/place';
import { LANGUAGE_VERSION, type LinkState } from '../../../share/link-state';
import { seekEvent, showSlow } from '../run/motion';
import { fetchSum } from '../run/run';
import { RELEASE_KEYS } from '../../../model/releases';
import { showLessons } from '../run/source';
import { projector } from '../page/projector';
import { listTitleOf, plainEnds } from '../page/texts';
import { currentBarLink } from './links';
import {
  chosenTree,
  chosenView,
  dialog,
  differing,
  engineId,
  forkPlace,
  notice,
  pasted,
  ran,
  scene,
  view,
  views,
  type Notice,
} from '../page/state';
import { pairWanted, type Choice } from '../page/pair-wanted';

/** A class code that was opened as a link, for the page of the class to take. */
export const sentCode = signal<string | null>(null);

export type Opened =
  | { readonly kind: 'no'; readonly notice: Notice | null }
  | { readonly kind: 'lesson'; readonly lesson: SentLesson }
  | { readonly kind: 'yes'; readonly state: LinkState; readonly place: LinkPlace };

export async function readLink(fragment: string): Promise<Opened> {
  if (readLabFragment(fragment) !== null) {
    dialog.value = 'labs';
    return { kind: 'no', notice: null };
  }
  const coded = placeOfCode(fragment);
  if (coded !== null)
    return { kind: 'lesson', lesson: { kind: 'named', name: coded.entry.file, screen: coded.screen } };
  if (isCode(fragment))
    return no(
      `No screen has the code ${fragment}. There are lessons 1 to ${TRACK.length}, and their screens count from 1, ` +
        'as in #3.2. Your text is unchanged.',
      { label: 'Show the lessons', act: showLessons },
    );
  const named = readExampleLink(fragment);
  if (named !== null) return readExample(named.name, named.place);
  if (/^p\d{1,6}\./.test(fragment)) return { kind: 'lesson', lesson: { kind: 'pack', text: fragment } };
  if (/^c0+\./.test(fragment))
    return no(
      'The class code is damaged: no page ever made one of version 0. Copy it once more from where it came. Your ' +
        'text is unchanged.',
    );
  if (/^c\d{1,6}\./.test(fragment)) {
    batch(() => {
      sentCode.value = fragment;
      pasted.value = 'class';
      dialog.value = 'teaching';
    });
    return { kind: 'no', notice: null };
  }
  const lesson = decodeLesson(fragment);
  if (lesson.kind === 'lesson') return { kind: 'lesson', lesson: lesson.lesson };
  if (lesson.kind === 'unreadable') return no(lesson.message, lesson.isNewer ? UPDATE : null);
  const decoded = decodeLink(`#${fragment}`);
  switch (decoded.kind) {
    case 'not-a-link':
      return no(
        'This is not a Maplescope link. After the # stands m1., l1. or p1. with letters after it, or the name of a ' +
          'scenario (ex=…) or lesson (lesson=…). Your text is unchanged.',
      );
    case 'unreadable':
      return no(decoded.message, decoded.trouble === 'newer' ? UPDATE : null);
    case 'link':
      return {
        kind: 'yes',
        state: { ...decoded.state, script: plainEnds(decoded.state.script) },
        place: readPlace(fragment),
      };
  }
}

async function readExample(name: string, place: LinkPlace): Promise<Opened> {
  const { EXAMPLES, RENAMED } = await import('../kept/examples-list');
  const renamed = RENAMED[name];
  // The steps of a link to an example that is gone are not those of the one in its place.
  if (renamed !== undefined) return readExample(renamed, { ...NOWHERE, present: place.present });
  const example = EXAMPLES.find((one) => one.name === name);
  if (example === undefined) {
    return {
      kind: 'no',
      notice: {
        tone: 'warning',
        text: 'The gallery has no scenario of the name in this link. Your text is unchanged.',
        offer: { label: 'Open the gallery', act: () => void (dialog.value = 'gallery') },
      },
    };
  }
  const state: LinkState = {
    script: example.text,
    language: LANGUAGE_VERSION,
    step: place.step ?? example.step ?? example.steps,
    engine: null,
    sum: null,
  };
  return { kind: 'yes', state, place: { ...place, view: place.view ?? example.view } };
}

const UPDATE: Notice['offer'] = {
  label: 'Update',
  act: () => void import('../page/updates').then(({ updateNow }) => updateNow()),
};

function no(text: string, offer: Notice['offer'] = null): Opened {
  return { kind: 'no', notice: { tone: 'warning', text, offer } };
}

/** Goes to a place in the run that is on the page; what of it the step does not have is passed over. */
export async function goToPlace(place: LinkPlace): Promise<void> {
  const now = scene.value;
  batch(() => {
    if (now !== null && now.trees.some(({ picture }) => picture.name === place.tree)) chosenTree.value = place.tree;
    if (place.view === 'differ') {
      differing.value = true;
      pairWanted.value = place.pair === null ? null : { a: choiceOf(place.pair.a), b: choiceOf(place.pair.b) };
    }
    chosenView.value = place.view === 'redblack' ? 'redblack' : (views.value.find((one) => one === place.view) ?? null);
    if (place.mark !== null && now !== null && view.value === 'fork') forkPlace.value = { of: now, cursor: place.mark };
    if (place.present) projector.value = true;
  });
  if (place.event === null) return;
  showSlow(true);
  await seekEvent(place.event);
}

// A release that this page does not have is passed over.
function choiceOf({ step, tree, release }: LinkSide): Choice {
  const known = RELEASE_KEYS.find((one) => one === release);
  return { step, tree, run: known === undefined ? 'shown' : { release: known } };
}

interface SetAside {
  readonly kept: { readonly name?: string; readonly text: string };
  readonly back: () => void;
}

/**
 * The note on a link that was opened: its result is not what it was when it was made; else, whose text it replaced;
 * null: no note.
 */
export async function noticeOf(state: LinkState, aside: SetAside | null): Promise<Notice | null> {
  const differs = await differenceNotice(state).catch(() => null);
  if (differs !== null || aside === null) return differs;
  const { kept, back } = aside;
  return {
    tone: 'plain',
    text: `Your text “${kept.name ?? listTitleOf(kept.text)}” is in the gallery.`,
    offer: { label: 'Go back to it', act: back },
  };
}

/** The note on a link whose result is not what it was when the link was made; null if it is. */
async function differenceNotice(state: LinkState): Promise<Notice | null> {
  const done = ran.value;
  if (done?.text !== state.script || state.sum === null) return null;
  const steps = done.summary.steps.length;
  const isThere = state.step <= steps;
  if (isThere && (await fetchSum(state.script, state.step)) === state.sum) return null;
  const engines =
    state.engine !== null && state.engine !== engineId.value
      ? ` The link was made by ${state.engine}; this is ${engineId.value ?? 'another'}.`
      : '';
  const where = isThere
    ? `at step ${state.step}`
    : `the link points to step ${state.step}, but there are now only ${steps}`;
  return { tone: 'warning', text: `This link’s result differs today: ${where}.${engines}`, offer: null };
}

/** After a reload, or Back: notes again that the result of the link in the bar differs, if nothing else is noted. */
export async function noteAgain(fragment: string): Promise<void> {
  const opened = await readLink(fragment);
  if (opened.kind !== 'yes') return;
  const differs = await differenceNotice(opened.state);
  if (currentBarLink() === fragment && notice.value === null) notice.value = differs;
}
