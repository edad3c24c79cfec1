// SPDX-License-Identifier: GPL-2.0-or-later
//
// For tests of lessons: an engine, and lessons read and checked.

import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadCore } from '../../../web/cli/core-file';
import { lessonEngine } from '../../../web/cli/lesson-engine';
import { checkLesson, type CheckOptions, type Checked } from '../../../web/lesson/check';
import { parseLesson } from '../../../web/lesson/parse';
import type { Lesson } from '../../../web/lesson/lesson';
import type { LessonProblem } from '../../../web/lesson/problems';

export const engine = lessonEngine(await loadCore(), {}, await loadCore('hunt'));

export const format = readFileSync(fileURLToPath(new URL('../../../web/lesson/format.md', import.meta.url)), 'utf8');

const folder = fileURLToPath(new URL('../../../web/lesson/track/', import.meta.url));

/** The built-in lessons, in order. */
export const track = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => ({ name, number: Number(name.slice(0, 2)), text: readFileSync(folder + name, 'utf8') }));

/** The examples of the page of the format, each a whole lesson. */
export const examples = [...format.matchAll(/^````markdown\n([^]*?)^````$/gm)].map((found) => ({
  line: format.slice(0, found.index).split('\n').length + 1,
  text: found[1] ?? '',
}));

/** Reads and checks a lesson. */
export async function checked(
  text: string,
  options: CheckOptions = {},
): Promise<Checked & { readonly lesson: Lesson; readonly all: readonly string[] }> {
  const { lesson, problems } = parseLesson(text);
  const found = await checkLesson(engine, lesson, text, options);
  return { ...found, lesson, all: [...problems, ...found.problems].map(placeOf) };
}

/** `3:7 open brace`. */
export function placeOf({ line, column, mistake }: LessonProblem): string {
  return `${line}:${column} ${mistake.code}`;
}

/** The mistakes that reading finds. */
export function mistakesOf(text: string): readonly string[] {
  return parseLesson(text).problems.map(placeOf);
}
