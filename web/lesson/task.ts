// SPDX-License-Identifier: GPL-2.0-or-later
//
// Whether a reader's text reaches the goal of a task, or shows the defect of a hunt.

import { isOnPurpose, type Trouble } from '../model/trouble';
import { foundText } from '../words/trouble';
import type { Diagnostic } from '../model/diagnostic';
import { parse } from '../scenario/language/parser';
import type { Statement } from '../scenario/syntax/syntax';
import type { LessonEngine, Ran } from './engine';
import type { Hunt, Task, TextPart } from './lesson';
import { compose } from './places';

export type TaskVerdict =
  /**
   * The text has a mistake. `where`: the reader's text, or what stands before or behind it; lines count from 1 in
   * each.
   */
  | {
      readonly kind: 'refused';
      readonly diagnostics: readonly (Diagnostic & { readonly where: 'own' | 'given' | 'goal' })[];
    }
  | { readonly kind: 'stopped'; readonly line: number; readonly message: string }
  /** `steps`: those that the reader's own lines make. */
  | { readonly kind: 'unsolved'; readonly steps: number; readonly missing: readonly string[] }
  | { readonly kind: 'solved'; readonly steps: number };

/** The text that runs: what is given, the reader's own, the goal. */
export function taskText(task: Task, own: string): string {
  return compose(partsOf(task, own)).text;
}

function partsOf({ given, goal }: Task, own: string): readonly TextPart[] {
  return [given ?? { text: '', line: 1, indent: 0 }, { text: own, line: 1, indent: 0 }, goal];
}

/** Runs a reader's text against the goal. */
export async function judgeTask(engine: LessonEngine, task: Task, own: string): Promise<TaskVerdict> {
  const composed = compose(partsOf(task, own));
  const run = await engine.run(composed.text);
  const part = (line: number): number => composed.parts.findLastIndex(({ first, count }) => first <= line && count > 0);
  if (run.kind === 'refused') {
    const where = ['given', 'own', 'goal'] as const;
    const diagnostics = run.diagnostics.map((one) => {
      const at = Math.max(0, part(one.line));
      return { ...one, line: one.line - (composed.parts[at]?.first ?? 1) + 1, where: where[at] ?? 'own' };
    });
    return { kind: 'refused', diagnostics };
  }
  const { summary } = run;
  const ownSteps = summary.steps.lines.filter((line) => part(line) === 1).length;
  if (summary.stopped !== null) {
    const { line, message } = summary.stopped;
    return { kind: 'stopped', line: line - (composed.parts[1]?.first ?? 1) + 1, message };
  }
  const missing = missingOf(run, composed.text, (line) => part(line) === 2);
  return missing.length === 0 ? { kind: 'solved', steps: ownSteps } : { kind: 'unsolved', steps: ownSteps, missing };
}

// Every expectation of the goal must have been asked, and must have held; nothing may be wrong that the text did not
// mean to be.
function missingOf({ summary }: Ran, text: string, isGoal: (line: number) => boolean): readonly string[] {
  const asked = summary.expects.filter(({ line }) => isGoal(line));
  const failed = asked.filter(({ held }) => !held).map(({ message }) => message);
  const reached = new Set(asked.map(({ line }) => line));
  const never = expectLines(parse(text).program.statements).filter((line) => isGoal(line) && !reached.has(line));
  const wrong = troublesOf(summary).map(foundText);
  return [
    ...failed,
    ...never.map((line) => `\`${text.split('\n')[line - 1]?.trim() ?? ''}\` was not reached`),
    ...wrong,
  ];
}

function expectLines(statements: readonly Statement[]): readonly number[] {
  return statements.flatMap((one) => {
    if (one.kind === 'expect') return [one.line];
    return 'body' in one ? expectLines(one.body) : [];
  });
}

/** What came out wrong and was not meant to. */
export function troublesOf({ troubles }: Ran['summary']): readonly Trouble[] {
  return troubles.filter((one) => !isOnPurpose(one));
}

export type HuntVerdict =
  | { readonly kind: 'no defects' }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }
  /** The text itself is at fault: the sound core finds something wrong with its run as well. */
  | { readonly kind: 'unsound'; readonly what: readonly string[] }
  | { readonly kind: 'missed' }
  /** The first thing that the defect breaks, and its step. */
  | { readonly kind: 'caught'; readonly step: number; readonly message: string; readonly sound: SoundRun }
  /** The core with the defect crashes, and the sound one does not: that shows the defect as well. */
  | { readonly kind: 'crashed'; readonly message: string; readonly sound: SoundRun };

/** What the sound core made of the same text: nothing was wrong. */
export interface SoundRun {
  readonly steps: number;
  /** Expectations that held, and all of them. */
  readonly held: number;
  readonly expects: number;
}

/** Whether the text shows the defect. */
export function isFound({ kind }: HuntVerdict): boolean {
  return kind === 'caught' || kind === 'crashed';
}

/** Runs a reader's text on the sound core and on the one with the defect. */
export async function judgeHunt(engine: LessonEngine, hunt: Hunt, own: string): Promise<HuntVerdict> {
  const sound = await engine.run(own);
  if (sound.kind === 'refused') return sound;
  const what = [
    ...(sound.summary.stopped === null ? [] : [sound.summary.stopped.message]),
    ...sound.summary.troubles.map(foundText),
  ];
  if (what.length > 0) return { kind: 'unsound', what };
  if (!engine.defects.has(hunt.defect)) return { kind: 'no defects' };
  const run = await engine.runBroken(own, hunt.defect);
  if (run.kind === 'refused') return run;
  const { steps, expects } = sound.summary;
  const of = { steps: steps.length, held: expects.filter(({ held }) => held).length, expects: expects.length };
  if (run.kind === 'trapped') return { kind: 'crashed', message: run.message, sound: of };
  const [first] = troublesOf(run.summary);
  return first === undefined
    ? { kind: 'missed' }
    : {
        kind: 'caught',
        step: run.summary.troubles.find((one) => one === first)?.step ?? 0,
        message: foundText(first),
        sound: of,
      };
}
