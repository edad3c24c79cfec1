// SPDX-License-Identifier: GPL-2.0-or-later
//
// A lesson held to its word: every scenario runs, every question has an answer, also in its variants, every solution is
// accepted and nothing else is. What was computed on the way is given out as data, to be printed or shown.

import { foundText } from '../words/trouble';
import { predictionAt, predictionOf, type Prediction, type Unpredicted } from './predict';
import { isVaried, picksOf, type Pick } from './vary';
import { isFound, judgeHunt, judgeTask } from './task';
import { inlinesIn, livePlaces, valuesOf } from './values';
import { shorterThan } from './par-search';
import { answerText } from './words';
import type { Computed } from './computed';
import type { LessonEngine } from './engine';
import type { Ask, Hunt, Inline, Lesson, Maple, Predict, Prose, Task } from './lesson';
import { Problems } from './places';
import type { LessonMistake, LessonProblem } from './problems';

export interface Checked {
  readonly problems: readonly LessonProblem[];
  readonly computed: readonly Computed[];
}

export interface CheckOptions {
  /** Variants of each prediction that varies; 8 by default. */
  readonly seeds?: number;
  /** Tries to find a solution below par; 200 by default, 0 for none. */
  readonly tries?: number;
}

/** `text` is that of the lesson, for places. */
export async function checkLesson(
  engine: LessonEngine,
  lesson: Lesson,
  text: string,
  options: CheckOptions = {},
): Promise<Checked> {
  const check = new Check(engine, text, options);
  for (const { blocks } of lesson.screens) {
    for (const block of blocks) {
      if (block.kind === 'maple') await check.maple(block);
      else if (block.kind === 'predict') await check.predict(block);
      else if (block.kind === 'task') await check.task(block);
      else if (block.kind === 'hunt') await check.hunt(block);
    }
  }
  await check.values(lesson);
  return { problems: check.problems.all(), computed: [...check.computed].sort((a, b) => a.line - b.line) };
}

class Check {
  readonly problems: Problems;
  readonly computed: Computed[] = [];
  private readonly engine: LessonEngine;
  private readonly seeds: number;
  private readonly tries: number;
  private readonly steps = new Map<string, number>();

  constructor(engine: LessonEngine, text: string, { seeds = 8, tries = 200 }: CheckOptions) {
    this.engine = engine;
    this.problems = new Problems(text);
    this.seeds = seeds;
    this.tries = tries;
  }

  async maple({ id, line, source, step, fails }: Maple): Promise<void> {
    const run = await this.engine.run(source.text);
    // Reading the text has reported its mistakes.
    if (run.kind === 'refused') return;
    const { summary } = run;
    const steps = summary.steps.length;
    this.steps.set(id, steps);
    this.computed.push({ kind: 'run', id, line, steps });
    if (summary.stopped !== null && !fails) {
      this.problems.tellLine(source.line + summary.stopped.line - 1, { code: 'stopped', why: summary.stopped.message });
    } else if (!summary.ok && !fails) {
      const failed = summary.expects.find(({ held }) => !held);
      const unmet = summary.expects.filter(({ held }) => !held).map(({ message }) => message);
      const what = [...unmet, ...summary.troubles.map(foundText)];
      this.problems.tellLine(failed === undefined ? line : source.line + failed.line - 1, { code: 'run fails', what });
    } else if (summary.ok && fails) this.problems.tellLine(line, { code: 'run holds' });
    if (step !== null && step > steps) this.problems.tellLine(line, { code: 'no such step', step, steps });
  }

  async predict(block: Predict): Promise<void> {
    const found = await predictionOf(this.engine, block, null);
    if (found.kind !== 'prediction') {
      const reason = mistakeOf(found);
      if (reason !== null) this.problems.tellLine('ask' in found ? found.ask.line : block.line, reason);
      return;
    }
    for (const { ask, truth } of found.questions)
      this.computed.push({ kind: 'answer', id: block.id, line: ask.line, asked: found.line, ask, truth });
    if (!isVaried(block)) return;
    await this.picks(block);
    await this.variants(block, found);
  }

  // Each further scenario and each further line must have an answer with one of the others.
  private async picks(block: Predict): Promise<void> {
    const { state: states, line: lines } = picksOf(block);
    const answered = async (pick: Pick): Promise<Unpredicted | null> => {
      const found = await predictionAt(this.engine, block, pick);
      return found.kind === 'prediction' ? null : found;
    };
    const some = async (place: number, picks: readonly Pick[]): Promise<void> => {
      let first: Unpredicted | null = null;
      for (const pick of picks) {
        const reason = await answered(pick);
        if (reason === null) return;
        first ??= reason;
      }
      const mistake = first === null ? null : mistakeOf(first);
      if (mistake !== null) this.problems.tellLine(place, mistake);
    };
    const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, k) => k);
    for (const state of upTo(states).slice(1)) {
      const place = block.others[state - 1]?.[0]?.line ?? block.line;
      await some(
        place,
        upTo(lines).map((line) => ({ state, line })),
      );
    }
    for (const line of upTo(lines).slice(1)) {
      const place = block.about.kind === 'line' ? (block.about.others[line - 1]?.line ?? block.line) : block.line;
      await some(
        place,
        upTo(states).map((state) => ({ state, line })),
      );
    }
  }

  private async variants(block: Predict, written: Prediction): Promise<void> {
    const texts = new Set([written.text]);
    const line = block.vary[0]?.line ?? block.line;
    for (let seed = 1; seed <= this.seeds; seed++) {
      const found = await predictionOf(this.engine, block, seed);
      if (found.kind !== 'prediction') {
        this.problems.tellLine(line, { code: 'no variant' });
        return;
      }
      texts.add(found.text);
    }
    if (texts.size === 1 && this.seeds > 0) this.problems.tellLine(line, { code: 'variants alike' });
    this.computed.push({ kind: 'variants', id: block.id, line, seeds: this.seeds, different: texts.size });
  }

  async task(block: Task): Promise<void> {
    const { solution, start, wrong, par, line } = block;
    const begun = await judgeTask(this.engine, block, start.text);
    if (begun.kind === 'solved') this.problems.tellLine(line, { code: 'start solves' });
    for (const one of wrong) {
      const verdict = await judgeTask(this.engine, block, one.text);
      if (verdict.kind === 'solved') this.problems.tellLine(one.line, { code: 'wrong accepted' });
      // It would be refused whatever the goal is.
      if (verdict.kind === 'refused')
        for (const { where, line: at, message, hint } of verdict.diagnostics)
          if (where === 'own') this.problems.tellLine(one.line + at - 1, { code: 'scenario', told: { message, hint } });
    }
    if (solution === null) {
      this.problems.tellLine(line, { code: 'no solution' });
      return;
    }
    const verdict = await judgeTask(this.engine, block, solution.text);
    if (verdict.kind !== 'solved') {
      const why = verdict.kind === 'unsolved' ? verdict.missing : verdict.kind === 'stopped' ? [verdict.message] : [];
      // Reading a text that is refused has reported its mistakes.
      if (why.length > 0) this.problems.tellLine(solution.line, { code: 'solution refused', why });
      return;
    }
    this.computed.push({ kind: 'task', id: block.id, line, steps: verdict.steps, wrong: wrong.length });
    if (par === null) return;
    if (par.steps !== verdict.steps)
      this.problems.tellLine(par.line, { code: 'par', par: par.steps, steps: verdict.steps });
    else await this.beat(block, par, solution.text);
  }

  private async beat(block: Task, par: NonNullable<Task['par']>, solution: string): Promise<void> {
    const stepsOf = async (text: string): Promise<number | null> => {
      const verdict = await judgeTask(this.engine, block, text);
      return verdict.kind === 'solved' ? verdict.steps : null;
    };
    const shorter = await shorterThan(par.steps, block, solution, stepsOf, this.tries);
    if (shorter !== null)
      this.problems.tellLine(par.line, {
        code: 'par beaten',
        par: par.steps,
        steps: shorter.steps,
        text: shorter.text,
      });
  }

  async hunt(block: Hunt): Promise<void> {
    const { solution, line, id, start } = block;
    if (solution === null) {
      this.problems.tellLine(line, { code: 'no solution' });
      return;
    }
    const begun = await judgeHunt(this.engine, block, start.text);
    if (isFound(begun)) this.problems.tellLine(line, { code: 'start solves' });
    const verdict = await judgeHunt(this.engine, block, solution.text);
    if (verdict.kind === 'unsound') this.problems.tellLine(solution.line, { code: 'hunt unsound', what: verdict.what });
    if (verdict.kind === 'missed') this.problems.tellLine(solution.line, { code: 'hunt missed' });
    this.computed.push({ kind: 'hunt', id, line, verdict: verdict.kind });
  }

  async values(lesson: Lesson): Promise<void> {
    const values = await valuesOf(this.engine, lesson);
    for (const { value: live, picture } of livePlaces(lesson)) {
      const value = values.get(live.number);
      const steps = this.steps.get(picture.id);
      // Of a scenario that does not run, its own mistakes have been reported.
      if (value === undefined || steps === undefined) continue;
      const from = this.problems.lines.start(live.line) + live.column - 1;
      const tell = (mistake: LessonMistake): void =>
        this.problems.tell(from, this.problems.text.indexOf('}', from) + 1, mistake);
      if (live.step !== null && live.step > steps) tell({ code: 'no such step', step: live.step, steps });
      else if (value.kind === 'failed') tell({ code: 'value failed', expression: live.expression, why: value.message });
      else this.computed.push({ kind: 'value', line: live.line, live, value });
    }
    this.places(lesson);
  }

  // Places name steps of their pictures.
  private places({ screens }: Lesson): void {
    for (const { blocks } of screens) {
      for (const block of blocks) {
        if (block.kind !== 'prose' || block.picture === null) continue;
        const steps = this.steps.get(block.picture.id) ?? Infinity;
        for (const { step, line } of stepsNamed(block.prose))
          if (step > steps) this.problems.tellLine(line, { code: 'no such step', step, steps });
      }
    }
  }
}

// Reading the text has reported its mistakes.
function mistakeOf(found: Unpredicted): LessonMistake | null {
  switch (found.kind) {
    case 'refused':
      return null;
    case 'stopped':
      return { code: 'stopped', why: found.message };
    case 'no choice':
      return { code: 'answer no choice', ask: askName(found.ask), answer: answerText(found.truth) };
    case 'no answer':
      return { code: 'no answer', ask: askName(found.ask), why: found.why };
    case 'no such step':
      return { code: 'no such step', step: found.step, steps: found.steps };
    case 'line steps':
      return { code: 'line steps', steps: found.steps };
    case 'no variant':
      return { code: 'no variant' };
  }
}

/** An ask as its block spells it. */
export function askName({ kind, expression }: Ask): string {
  return kind === 'value' ? expression : kind;
}

function stepsNamed(prose: Prose): readonly { readonly step: number; readonly line: number }[] {
  const inside = (inlines: readonly Inline[]): { step: number; line: number }[] =>
    inlines.flatMap((one) => [
      ...(one.kind === 'place' ? [{ step: one.step, line: one.line }] : []),
      ...('inlines' in one ? inside(one.inlines) : []),
    ]);
  return inlinesIn([prose]).flatMap(inside);
}
