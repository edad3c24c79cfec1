// SPDX-License-Identifier: GPL-2.0-or-later
//
// The content of a handout: each picture drawn by the engine as SVG, each question with its answer.

import type { LessonEngine } from '../../lesson/engine';
import type { Block, Hunt, Lesson, Maple, Predict, Task } from '../../lesson/lesson';
import { predictionOf, type Prediction } from '../../lesson/predict';
import { valuesOf } from '../../lesson/values';
import type { LiveValue } from '../../model/live';
import { pictureOf, type Picture, type Printed } from './step-picture';

/** A lesson to be printed; `seed` null: its questions as they are written. `link` empty: none. */
export interface WantedLesson {
  readonly kind: 'lesson';
  readonly lesson: Lesson;
  readonly seed: number | null;
  readonly link: string;
}

/** A scenario to be printed, with the pictures of some of its steps. */
export interface WantedScenario {
  readonly kind: 'scenario';
  readonly title: string;
  readonly text: string;
  /** Null: the last one. */
  readonly steps: readonly number[] | null;
  /** Null: the one that shows most of each step. */
  readonly view: Printed | null;
  readonly link: string;
}

export type Wanted = WantedLesson | WantedScenario;

export type SheetBlock =
  | Extract<Block, { kind: 'prose' }>
  | { readonly kind: 'picture'; readonly picture: Picture }
  /** Lines of a scenario, by itself or `isBeside` its picture; `more`: how many are left out. */
  | { readonly kind: 'text'; readonly text: string; readonly more: number; readonly isBeside: boolean }
  | {
      readonly kind: 'predict';
      readonly number: number;
      readonly of: Predict;
      /** Null: the question could not be made. */
      readonly made: Prediction | null;
      readonly picture: Picture | null;
    }
  | { readonly kind: 'exercise'; readonly number: number; readonly of: Task | Hunt };

export interface Sheet {
  readonly title: string;
  readonly link: string;
  /** The variant of its questions; null: as they are written. */
  readonly seed: number | null;
  readonly values: ReadonlyMap<number, LiveValue>;
  readonly screens: readonly { readonly code: string; readonly blocks: readonly SheetBlock[] }[];
}

/** Lines of a scenario that are printed. */
const LINES_MOST = 80;

/** Makes the sheet of one lesson or scenario. `goOn` false ends it early, with null. */
export async function sheetOf(engine: LessonEngine, wanted: Wanted, goOn: () => boolean): Promise<Sheet | null> {
  return wanted.kind === 'lesson' ? lessonSheet(engine, wanted, goOn) : scenarioSheet(engine, wanted, goOn);
}

async function lessonSheet(
  engine: LessonEngine,
  { lesson, seed, link }: WantedLesson,
  goOn: () => boolean,
): Promise<Sheet | null> {
  const values = await valuesOf(engine, lesson);
  const counter = { next: 1 };
  const screens: { code: string; blocks: SheetBlock[] }[] = [];
  for (const { code, blocks: all } of lesson.screens) {
    const blocks: SheetBlock[] = [];
    for (const block of all) {
      if (!goOn()) return null;
      blocks.push(...(await sheetBlocks(engine, block, seed, counter)));
    }
    screens.push({ code, blocks });
  }
  return { title: lesson.title, link, seed, values, screens };
}

async function scenarioSheet(
  engine: LessonEngine,
  { title, text, steps, view, link }: WantedScenario,
  goOn: () => boolean,
): Promise<Sheet | null> {
  const blocks: SheetBlock[] = [
    { kind: 'prose', prose: { kind: 'heading', depth: 1, inlines: [{ kind: 'text', text: title }] }, picture: null },
    script(text, false),
  ];
  const run = await engine.run(text);
  if (run.kind === 'ran') {
    const last = run.summary.steps.length;
    for (const step of steps ?? [last]) {
      if (!goOn()) return null;
      const scene = await run.scene(Math.min(step, last));
      const picture = await pictureOf({ run, text, scene, view, told: true });
      if (picture !== null) blocks.push({ kind: 'picture', picture });
    }
  }
  return { title, link, seed: null, values: new Map(), screens: [{ code: '1', blocks }] };
}

function script(text: string, isBeside: boolean): SheetBlock {
  const lines = text.trimEnd().split('\n');
  const more = Math.max(0, lines.length - LINES_MOST);
  return { kind: 'text', text: lines.slice(0, LINES_MOST).join('\n'), more, isBeside };
}

async function sheetBlocks(
  engine: LessonEngine,
  of: Block,
  seed: number | null,
  counter: { next: number },
): Promise<readonly SheetBlock[]> {
  switch (of.kind) {
    case 'prose':
      return [of];
    case 'maple': {
      const picture = await mapleOf(engine, of);
      const lines = script(of.source.text, picture !== null);
      return picture === null ? [lines] : [lines, { kind: 'picture', picture }];
    }
    case 'predict': {
      const number = counter.next++;
      const varied = await predictionOf(engine, of, seed);
      const made = varied.kind === 'prediction' ? varied : await predictionOf(engine, of, null);
      if (made.kind !== 'prediction') return [{ kind: 'predict', number, of, made: null, picture: null }];
      const run = await engine.run(made.text);
      const picture =
        run.kind === 'ran'
          ? await pictureOf({
              run,
              text: made.text,
              scene: made.before,
              view: 'tree',
              told: false,
              next: made.after.touched,
            })
          : null;
      return [{ kind: 'predict', number, of, made, picture }];
    }
    default:
      return [{ kind: 'exercise', number: counter.next++, of }];
  }
}

// Parts that a screen hides from its readers are not printed either.
async function mapleOf(engine: LessonEngine, { source, step, view, hide }: Maple): Promise<Picture | null> {
  if (hide.includes('tree') && (view ?? 'tree') === 'tree') return null;
  const run = await engine.run(source.text);
  if (run.kind !== 'ran') return null;
  const last = run.summary.steps.length;
  const scene = await run.scene(Math.min(step ?? last, last));
  return pictureOf({ run, text: source.text, scene, view, told: !hide.includes('story') });
}
