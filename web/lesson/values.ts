// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the live values of a lesson's prose come to.

import type { LiveValue } from '../model/live';
import type { LessonEngine } from './engine';
import type { Inline, Lesson, LiveInline, Maple, Prose } from './lesson';

/** A live value and the scenario that it is about. */
export interface LivePlace {
  readonly value: LiveInline;
  readonly picture: Maple;
}

/** All of them, in order of their numbers. Those of speaker's notes are about the picture of their screen. */
export function livePlaces({ screens }: Lesson): readonly LivePlace[] {
  const found: LivePlace[] = [];
  const take = (inlines: readonly Inline[], picture: Maple | null): void => {
    for (const one of inlines) {
      if (one.kind === 'value' && picture !== null) found.push({ value: one, picture });
      else if ('inlines' in one) take(one.inlines, picture);
    }
  };
  for (const { blocks, notes, picture } of screens) {
    for (const one of blocks)
      if (one.kind === 'prose') for (const inlines of inlinesIn([one.prose])) take(inlines, one.picture);
    for (const note of notes) for (const inlines of inlinesIn(note)) take(inlines, picture);
  }
  return found.sort((a, b) => a.value.number - b.value.number);
}

/** Every row of inlines in prose, in order. */
export function inlinesIn(prose: readonly Prose[]): readonly (readonly Inline[])[] {
  return prose.flatMap((one): readonly (readonly Inline[])[] => {
    switch (one.kind) {
      case 'heading':
      case 'paragraph':
        return [one.inlines];
      case 'list':
        return one.items.flatMap(inlinesIn);
      case 'quote':
        return inlinesIn(one.blocks);
      case 'table':
        return [...one.header, ...one.rows.flat()];
      case 'code':
        return [];
    }
  });
}

/** By the number of each live value: what it comes to. One that has no value says why. */
export async function valuesOf(engine: LessonEngine, lesson: Lesson): Promise<ReadonlyMap<number, LiveValue>> {
  const groups = new Map<
    string,
    { readonly picture: Maple; readonly step: number | null; readonly values: LiveInline[] }
  >();
  for (const { value, picture } of livePlaces(lesson)) {
    const step = value.step ?? picture.step;
    const key = `${picture.id} ${step ?? ''}`;
    const group = groups.get(key) ?? { picture, step, values: [] };
    groups.set(key, group);
    group.values.push(value);
  }
  const found = new Map<number, LiveValue>();
  for (const { picture, step, values } of groups.values()) {
    const run = await engine.run(picture.source.text);
    const told =
      run.kind === 'ran'
        ? await run.values(
            step,
            values.map(({ expression }) => expression),
          )
        : [];
    values.forEach(({ number }, k) =>
      found.set(number, told[k] ?? { kind: 'failed', message: 'its scenario does not run' }),
    );
  }
  return found;
}
