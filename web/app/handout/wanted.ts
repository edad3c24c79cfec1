// SPDX-License-Identifier: GPL-2.0-or-later
//
// What can be printed: the open lesson, the open pack, the scenario on the page or any lesson of the track; and the
// link of each.

import { parseLesson } from '../../lesson/parse';
import { TRACK } from '../../lesson/track';
import { markdownOf } from '../../pack/as-lesson';
import type { PackItem } from '../../pack/pack';
import { encodeLesson, namedLessonLink, withExtras } from '../../share/lesson-link';
import { open, openPack, sourceOf, variantNow } from '../store/lessons/lesson-state';
import { itemTitle } from '../store/lessons/pack-state';
import { linkOf } from '../store/links/link-of';
import { isLocal, publicBase } from '../store/links/public-home';
import { leftTab } from '../store/run/source';
import { stepHere, text, view } from '../store/page/state';
import { titleOf } from '../store/page/texts';
import type { Wanted, WantedLesson, WantedScenario } from './sheets';
import type { Printed } from './step-picture';

export type Source = 'lesson' | 'pack' | 'scenario' | 'track';

/** The teacher's choices. */
export interface Choice {
  readonly source: Source;
  /** The lesson's file, if one of the track is chosen. */
  readonly file: string;
  /** Of a lesson; null: its questions as they are written. */
  readonly variant: number | null;
  /** Of the scenario. */
  readonly steps: readonly number[];
  /** Of the scenario; null: the view that shows most of each step. */
  readonly view: Printed | null;
}

export function sourcesHere(): readonly Exclude<Source, 'track'>[] {
  return [
    ...(open.value === null ? [] : (['lesson'] as const)),
    ...(openPack.value === null ? [] : (['pack'] as const)),
    'scenario',
  ];
}

export function choiceHere(): Choice {
  const shown = view.value;
  const source = sourcesHere()[0] ?? 'scenario';
  return {
    // From the list of lessons, a lesson is wanted.
    source: source === 'scenario' && leftTab.value === 'lesson' ? 'track' : source,
    file: TRACK[0]?.file ?? '',
    variant: variantNow.value,
    steps: [stepHere.value],
    view: shown === 'differ' || shown === 'redblack' ? null : shown,
  };
}

/** Links of a handout lead to a page that others can open. */
export function hasLinks(): boolean {
  return !isLocal(publicBase());
}

function address(fragment: string | null): string {
  return fragment === null || !hasLinks() ? '' : `${publicBase()}#${fragment}`;
}

// `named`: its file in the track.
function lessonFrom(source: string, seed: number | null, named: string | null): WantedLesson {
  const plain =
    named === null ? encodeLesson(source, 0) : ({ kind: 'link', fragment: namedLessonLink(named, 0) } as const);
  const link = withExtras(plain, seed === null ? {} : { variant: seed });
  const number = named === null ? null : TRACK.findIndex(({ file }) => file === named) + 1;
  return {
    kind: 'lesson',
    lesson: parseLesson(source, { number }).lesson,
    seed,
    link: address(link.kind === 'link' ? link.fragment : null),
  };
}

/** Reads what is chosen. */
export async function wantedOf({ source, file, variant, steps, view: printed }: Choice): Promise<readonly Wanted[]> {
  const now = open.peek();
  if (source === 'lesson' && now !== null)
    return [lessonFrom(now.source, variant, TRACK.some(({ file }) => file === now.name) ? now.name : null)];
  if (source === 'track') {
    const its = await sourceOf(file);
    if (its === null) throw new Error('the lesson could not be loaded');
    return [lessonFrom(its, variant, file)];
  }
  const pack = openPack.peek();
  if (source === 'pack' && pack !== null) {
    const all: Wanted[] = [];
    for (const item of pack.items) {
      const wanted = await wantedItem(item);
      if (wanted !== null) all.push(wanted);
    }
    return all;
  }
  const keep = { paths: 'keep', addresses: 'keep' } as const;
  return [
    {
      kind: 'scenario',
      title: titleOf(text.peek()),
      text: text.peek(),
      steps,
      view: printed,
      link: address(linkOf(keep, null, publicBase()).fragment),
    },
  ];
}

async function wantedItem(item: PackItem): Promise<WantedLesson | WantedScenario | null> {
  if (item.kind === 'scenario')
    return {
      kind: 'scenario',
      title: itemTitle(item),
      text: item.text,
      steps: item.step === null ? null : [item.step],
      view: null,
      link: lessonFrom(markdownOf(item) ?? '', null, null).link,
    };
  const file = item.kind === 'track' ? item.file : null;
  const source = markdownOf(item) ?? (file === null ? null : await sourceOf(file));
  if (source === null) return null;
  return lessonFrom(source, item.kind === 'note' ? null : item.seed, file);
}
