// SPDX-License-Identifier: GPL-2.0-or-later
//
// A prediction, ready to be asked: the scenario of one seed, the step that is asked about, the questions with their
// true answers, and the sentences that explain the step.

import type { Diagnostic } from '../model/diagnostic';
import type { Scene } from '../model/run';
import { grade, readAnswer } from './answers';
import type { LessonEngine, Ran } from './engine';
import type { Ask, Predict, Truth } from './lesson';
import type { NoAnswer } from './problems';
import { placeAfter, truthOf, truthOfValue } from './truth';
import { isVaried, variantAt, variantOf, type Pick, type Variant } from './vary';

export interface Question {
  readonly ask: Ask;
  readonly truth: Truth;
  /** Of a `value`: what it comes to before the step; null for every other ask, and where it has no value there. */
  readonly was: Truth | null;
  /** Of a `slot` or `leaf`: where the same index is after the step, if elsewhere; null for every other ask. */
  readonly after: Truth | null;
}

export interface Prediction {
  readonly kind: 'prediction';
  /** The scenario, its last line included; `step` is the one asked about, and `step - 1` is what is shown before. */
  readonly text: string;
  readonly step: number;
  /** The line that is asked about, as a person reads it. */
  readonly line: string;
  readonly before: Scene;
  readonly after: Scene;
  /** Of the run: texts of the labels, in the form that `entryValue` takes. */
  readonly labels: readonly string[];
  readonly questions: readonly Question[];
  /** Of the step itself: what came of it, and why. */
  readonly explanation: { readonly headline: string; readonly why: string };
}

/** Why there is no prediction. */
/** The scenario as it stands before the line that is asked about; of a step in the middle, all of it. */
export function textBefore({ about }: Predict, { text, line }: Prediction): string {
  return about.kind === 'line' ? text.slice(0, text.trimEnd().length - line.length) : text;
}

export type Unpredicted =
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'stopped'; readonly message: string }
  | { readonly kind: 'no such step'; readonly step: number; readonly steps: number }
  /** The line makes no step, or several. */
  | { readonly kind: 'line steps'; readonly steps: number }
  | { readonly kind: 'no answer'; readonly ask: Ask; readonly why: NoAnswer }
  | { readonly kind: 'no choice'; readonly ask: Ask; readonly truth: Truth }
  | { readonly kind: 'no variant' };

/** Draws of one seed before it has no variant. */
const ATTEMPTS = 64;

/** `seed` null: as it is written. A seed gives the same variant for ever, one whose every question has an answer. */
export async function predictionOf(
  engine: LessonEngine,
  predict: Predict,
  seed: number | null,
): Promise<Prediction | Unpredicted> {
  if (seed === null || !isVaried(predict)) return predictionIn(engine, predict, variantOf(predict, null));
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await predictionIn(engine, predict, variantOf(predict, seed, attempt));
    if (found.kind === 'prediction') return found;
  }
  return { kind: 'no variant' };
}

/** With one of its scenarios and one of its lines, as they are written. */
export async function predictionAt(
  engine: LessonEngine,
  predict: Predict,
  pick: Pick,
): Promise<Prediction | Unpredicted> {
  return predictionIn(engine, predict, variantAt(predict, pick, new Map()));
}

/**
 * The first prediction from a seed on that is not the one with this text; null if the next few seeds give no other.
 */
export async function anotherOne(
  engine: LessonEngine,
  predict: Predict,
  seed: number,
  text: string,
): Promise<{ readonly seed: number; readonly prediction: Prediction } | null> {
  for (let next = seed; next < seed + ATTEMPTS; next++) {
    const prediction = await predictionOf(engine, predict, next);
    if (prediction.kind === 'prediction' && prediction.text !== text) return { seed: next, prediction };
  }
  return null;
}

async function predictionIn(
  engine: LessonEngine,
  predict: Predict,
  variant: Variant,
): Promise<Prediction | Unpredicted> {
  const { before } = variant;
  const text = variant.line === null ? before : `${before}${variant.line}\n`;
  const run = await engine.run(text);
  if (run.kind === 'refused') return run;
  const { summary } = run;
  if (summary.stopped !== null) return { kind: 'stopped', message: summary.stopped.message };
  const step = stepAsked(predict, before, run);
  if (typeof step !== 'number') return step;
  const [was, is] = [await run.scene(step - 1), await run.scene(step)];
  const questions: Question[] = [];
  for (const ask of predict.asks) {
    const [value = null] = ask.kind === 'value' ? await run.values(step, [ask.expression]) : [];
    const [earlier = null] = ask.kind === 'value' ? await run.values(step - 1, [ask.expression]) : [];
    const found = truthOf(ask, was, is, value);
    if (found.kind === 'none') return { kind: 'no answer', ask, why: found.why };
    if (!isChoice(ask, found.truth)) return { kind: 'no choice', ask, truth: found.truth };
    questions.push({
      ask,
      truth: found.truth,
      was: earlier === null ? null : truthOfValue(earlier),
      after: placeAfter(ask, found.truth, is),
    });
  }
  const line = variant.line ?? before.split('\n')[(summary.steps.lines[step - 1] ?? 1) - 1]?.trim() ?? '';
  return {
    kind: 'prediction',
    text,
    step,
    line,
    before: was,
    after: is,
    labels: summary.labels,
    questions,
    explanation: { headline: is.headline, why: is.story },
  };
}

function stepAsked({ about }: Predict, before: string, { summary }: Ran): number | Unpredicted {
  const steps = summary.steps.length;
  if (about.kind === 'step')
    return about.step <= steps ? about.step : { kind: 'no such step', step: about.step, steps };
  const first = before.split('\n').length;
  const own = summary.steps.lines.filter((line) => line >= first).length;
  return own === 1 ? steps : { kind: 'line steps', steps: own };
}

function isChoice({ kind, choices }: Ask, truth: Truth): boolean {
  if (choices === null) return true;
  return choices.some((one) => {
    const answer = readAnswer(kind, one);
    return answer !== null && grade(answer, truth);
  });
}
