// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a handout shows of a lesson: each picture drawn by the engine as SVG, each question with its answer.

import type { LessonEngine } from '../../lesson/engine';
import type { Block, Hunt, Lesson, Maple, Predict, Screen, Task } from '../../lesson/lesson';
import { predictionOf, type Prediction } from '../../lesson/predict';
import { valuesOf } from '../../lesson/values';
import type { LiveValue } from '../../model/live';
import type { Scene, SceneTree } from '../../model/run';
import { treeFigure } from '../../views/export/figure';

/** A lesson to be printed; `seed` null: its questions as they are written. `link` empty: none. */
export interface Wanted {
  readonly lesson: Lesson;
  readonly seed: number | null;
  readonly link: string;
}

export interface Picture {
  /** `data:image/svg+xml,…` */
  readonly source: string;
  readonly width: number;
  readonly words: string;
}

export type SheetBlock =
  | Extract<Block, { kind: 'prose' }>
  /** `picture` null: the scenario makes no tree that can be drawn. */
  | { readonly kind: 'maple'; readonly of: Maple; readonly picture: Picture | null }
  | {
      readonly kind: 'predict';
      readonly number: number;
      readonly of: Predict;
      /** Null: the question could not be made. */
      readonly made: Prediction | null;
      readonly picture: Picture | null;
    }
  | { readonly kind: 'exercise'; readonly number: number; readonly of: Task | Hunt };

export interface Sheet extends Wanted {
  readonly values: ReadonlyMap<number, LiveValue>;
  readonly screens: readonly { readonly of: Screen; readonly blocks: readonly SheetBlock[] }[];
}

/** Makes the sheets of a lesson. `goOn` false ends it early, with null. */
export async function sheetOf(engine: LessonEngine, wanted: Wanted, goOn: () => boolean): Promise<Sheet | null> {
  const values = await valuesOf(engine, wanted.lesson);
  const counter = { next: 1 };
  const screens: { of: Screen; blocks: SheetBlock[] }[] = [];
  for (const of of wanted.lesson.screens) {
    const blocks: SheetBlock[] = [];
    for (const block of of.blocks) {
      if (!goOn()) return null;
      blocks.push(await sheetBlock(engine, block, wanted.seed, counter));
    }
    screens.push({ of, blocks });
  }
  return { ...wanted, values, screens };
}

async function sheetBlock(
  engine: LessonEngine,
  of: Block,
  seed: number | null,
  counter: { next: number },
): Promise<SheetBlock> {
  switch (of.kind) {
    case 'prose':
      return of;
    case 'maple': {
      const run = await engine.run(of.source.text);
      if (run.kind !== 'ran') return { kind: 'maple', of, picture: null };
      const steps = run.summary.steps.length;
      const step = Math.min(of.step ?? steps, steps);
      return { kind: 'maple', of, picture: await pictureOf(await run.scene(step), run.summary.labels, true) };
    }
    case 'predict': {
      const number = counter.next++;
      const varied = await predictionOf(engine, of, seed);
      const made = varied.kind === 'prediction' ? varied : await predictionOf(engine, of, null);
      if (made.kind !== 'prediction') return { kind: 'predict', number, of, made: null, picture: null };
      return { kind: 'predict', number, of, made, picture: await pictureOf(made.before, made.labels, false) };
    }
    default:
      return { kind: 'exercise', number: counter.next++, of };
  }
}

function treesOf({ trees, pair, record }: Scene): readonly SceneTree[] {
  const named = (name: string | null | undefined): readonly SceneTree[] =>
    trees.filter(({ picture }) => picture.name === name);
  const both = pair === null ? [] : [...named(pair.parent), ...named(pair.child)];
  if (both.length === 2) return both;
  const own = named(record?.tree);
  return own.length > 0 ? own : trees.slice(0, 1);
}

/** Draws a step as Share does, always light. `told`: with the sentence of the step. */
async function pictureOf(scene: Scene, labels: readonly string[], told: boolean): Promise<Picture | null> {
  const trees = treesOf(scene);
  if (trees.length === 0) return null;
  const { svg, width } = await treeFigure({
    data: {
      trees,
      labels,
      touched: told ? scene.touched : null,
      trail: null,
      readers: scene.readers,
      waiting: scene.waiting,
      existing: scene.trees.map(({ picture }) => picture.name),
      selected: null,
      hovered: null,
      balance: null,
      step: scene.step,
      half: null,
      rings: [],
      heights: null,
      pointers: false,
      table: false,
    },
    facts: {
      title: told ? `Step ${scene.step}` : `After step ${scene.step}`,
      subtitle: '',
      sentence: told ? scene.headline : '',
      link: null,
      code: null,
    },
    theme: 'light',
  });
  return {
    source: `data:image/svg+xml,${encodeURIComponent(svg)}`,
    width,
    words: told ? scene.headline : `The tree after step ${scene.step}`,
  };
}
