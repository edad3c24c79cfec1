// SPDX-License-Identifier: GPL-2.0-or-later
//
// A lesson as plain data: the types of the room. Other rooms use these files of it:
//
//   parse.ts        parseLesson(text, { number })         a Markdown file → Lesson and its mistakes; never throws
//   problems.ts     LessonMistake                         what can be wrong with a text, as data
//   values.ts       valuesOf(engine, lesson)              what the live values of the prose come to
//   predict.ts      predictionOf(engine, predict, seed)   questions with their true answers, and the explanation
//   vary.ts         variantOf, isVaried                   the variant of a question that a seed gives
//   answers.ts      readAnswer, choicesOf, grade          what a reader answers, and whether it is right
//   truth.ts        answerAt                              what a click into the picture answers
//   grade-again.ts  gradeAgain(engine, lesson, kept)      a reader's answers, graded again from their variant numbers
//   because.ts      becauseOf(question, answer, …)        why an answer is wrong (because-words.ts: as sentences)
//   task.ts         judgeTask, judgeHunt(engine, …, text) whether a reader's text reaches the goal
//   defects.ts      DEFECTS                               the deliberate defects that a hunt can be about
//   check.ts        checkLesson(engine, lesson, text)     all of that for every block: what `npm run lesson` prints
//   computed.ts     Computed                              what checkLesson computes, as data
//   shrink.ts       shrink(text, fails)                   the shortest text that still fails (trouble-sign.ts: in the
//                                                         same way)
//   slides.ts       slidesOf(lesson)                      screens with the notes of the speaker
//   track.ts        TRACK                                 the built-in lessons, listed before they are loaded
//   engine.ts       LessonEngine                          what all of them need of an engine; over-client.ts makes one
//                                                         of the page's client
//   words.ts        questions, answers and mistakes as sentences; leaf-words.ts: the leaves of a tree. Made last, and
//                   read by no code
//
// A file is screens, a screen is blocks. The *picture* of a block is the scenario that its screen shows: the nearest
// `maple` block above it on the screen, else the first one below it there, else the nearest one on the screens before.
// Live values, places and predictions are about the picture.
//
// Nothing in a Lesson is HTML. Text is text, links lead to https: only, and images are not loaded.

import type { StoreType } from '../model/status';
import type { Defect } from './defects';
import type { LessonProblem } from './problems';

export interface Lesson {
  /** Of the first heading. */
  readonly title: string;
  /** From the front matter; null where it does not say. */
  readonly minutes: number | null;
  readonly level: Level | null;
  /** Its place in a track, from 1; null by itself. */
  readonly number: number | null;
  /** At least one. */
  readonly screens: readonly Screen[];
  /** All headings in order, with the code of their screen. */
  readonly outline: readonly { readonly depth: number; readonly title: string; readonly code: string }[];
}

export const LEVELS = ['first', 'second', 'expert'] as const;
export type Level = (typeof LEVELS)[number];

export interface ParsedLesson {
  readonly lesson: Lesson;
  /** In order of place. A lesson with problems can still be shown: what cannot be read is shown as text. */
  readonly problems: readonly LessonProblem[];
}

export interface Screen {
  /** "3.2": the second screen of lesson 3; "2" of a lesson without a number. */
  readonly code: string;
  /** Where it begins, 1-based. */
  readonly line: number;
  /** Its first heading; empty if it has none. */
  readonly title: string;
  readonly blocks: readonly Block[];
  /** The scenario that the screen shows first; null if there is none so far. */
  readonly picture: Maple | null;
  /** The speaker's notes of the screen, in order; they are not among the blocks. */
  readonly notes: readonly (readonly Prose[])[];
}

export type Block =
  { readonly kind: 'prose'; readonly prose: Prose; readonly picture: Maple | null } | Maple | Exercise;

/** What a reader solves. */
export type Exercise = Predict | Task | Hunt;

// ---- Prose ----

export type Prose =
  | { readonly kind: 'heading'; readonly depth: number; readonly inlines: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly start: number;
      readonly items: readonly (readonly Prose[])[];
    }
  | { readonly kind: 'quote'; readonly blocks: readonly Prose[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | {
      readonly kind: 'table';
      readonly header: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    };

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em' | 'deleted'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'break' }
  /** An https: address. */
  | { readonly kind: 'link'; readonly address: string; readonly inlines: readonly Inline[] }
  /** Moves the picture to a step. */
  | { readonly kind: 'place'; readonly step: number; readonly line: number; readonly inlines: readonly Inline[] }
  /** Explains a term of the glossary in place. */
  | { readonly kind: 'term'; readonly term: string; readonly inlines: readonly Inline[] }
  | LiveInline;

/** `{nodes(t)}`, `{nodes(t) at 10}`, `{result() as hex}`. */
export interface LiveInline {
  readonly kind: 'value';
  readonly expression: string;
  /** The step of the picture that it is about; null: the step that its `maple` block shows. */
  readonly step: number | null;
  readonly base: 'decimal' | 'hex';
  /** Of the whole lesson, from 0: its place among what `valuesOf` gives. */
  readonly number: number;
  readonly line: number;
  readonly column: number;
}

// ---- Scenarios ----

/**
 * Lines of a fence, with the line of the lesson where they begin (1-based), and the columns by which they are
 * indented there.
 */
export interface TextPart {
  readonly text: string;
  readonly line: number;
  readonly indent: number;
}

export const VIEWS = ['tree', 'fork', 'compare', 'sweep', 'vmas'] as const;
export type View = (typeof VIEWS)[number];
export const HIDABLE = ['tree', 'strip', 'timeline', 'story'] as const;
export type Hidable = (typeof HIDABLE)[number];

/** What the blocks that an engine answers have in common. */
interface Placed {
  /** "3.2-task-1": the first task on screen 3.2. Unique in the lesson. */
  readonly id: string;
  /** 1-based line of the opening fence. */
  readonly line: number;
}

export interface Maple extends Placed {
  readonly kind: 'maple';
  readonly source: TextPart;
  /** The step shown first; null: the last. */
  readonly step: number | null;
  /** Null: what the page would choose. */
  readonly view: View | null;
  readonly hide: readonly Hidable[];
  /** The run is meant to fail: an expectation, an invariant or an account does not hold. */
  readonly fails: boolean;
}

// ---- Questions ----

/** A scenario, and one step of it that is asked about before it is shown. */
export interface Predict extends Placed {
  readonly kind: 'predict';
  /** The scenario up to the line: the parts one after the other, given or of the picture. */
  readonly before: readonly TextPart[];
  /** Other scenarios that a variant may have in place of `before`. */
  readonly others: readonly (readonly TextPart[])[];
  /** The line that is asked about stands behind `before`, or it is a step of it; a variant may ask another line. */
  readonly about:
    | { readonly kind: 'line'; readonly source: TextPart; readonly others: readonly TextPart[] }
    | { readonly kind: 'step'; readonly step: number };
  readonly asks: readonly Ask[];
  readonly vary: readonly Vary[];
}

/**
 * What can be asked of a step.
 *
 * - type: the store type.
 * - nodes: how many nodes are requested; allocator: each request.
 * - slot, leaf: where the first index of its range is before the step.
 * - cut: the last index of the left one of two leaves between which the step draws a new border.
 * - fork fails: whether the step, a fork or dup, fails.
 * - left: how many objects a failed step leaves allocated.
 * - value: what an expression comes to after the step.
 */
export const ASK_KINDS = ['type', 'nodes', 'allocator', 'slot', 'leaf', 'cut', 'fork fails', 'left', 'value'] as const;
export type AskKind = (typeof ASK_KINDS)[number];

export interface Ask {
  readonly kind: AskKind;
  /** Of `value`; else empty. */
  readonly expression: string;
  /** The author's own wording; null: that of words.ts. */
  readonly question: string | null;
  /** What can be chosen, as answers are typed; null: typed or clicked (for `type`: all nine). */
  readonly choices: readonly string[] | null;
  readonly line: number;
  readonly column: number;
}

/** Values that a `let` of the scenario takes in its variants. */
export interface Vary {
  readonly name: string;
  readonly first: bigint;
  readonly last: bigint;
  readonly line: number;
}

/**
 * A true answer. `leaves` counts the leaves of the tree; leaves are numbered from the left, from 1; `node` is the
 * node's id in pictures.
 */
export type Truth =
  | { readonly kind: 'type'; readonly type: StoreType }
  | { readonly kind: 'number'; readonly value: bigint }
  | { readonly kind: 'list'; readonly values: readonly number[] }
  | {
      readonly kind: 'slot';
      readonly leaf: number;
      readonly slot: number;
      readonly leaves: number;
      readonly node: number;
    }
  | { readonly kind: 'leaf'; readonly leaf: number; readonly leaves: number; readonly node: number }
  | { readonly kind: 'yes or no'; readonly yes: boolean }
  /** `null`, `zero` or a label. */
  | { readonly kind: 'word'; readonly word: string };

/** What a reader answers. A slot without a leaf is one of the only leaf. */
export type Answer =
  | Exclude<Truth, { kind: 'slot' | 'leaf' }>
  | { readonly kind: 'slot'; readonly leaf: number | null; readonly slot: number }
  | { readonly kind: 'leaf'; readonly leaf: number };

// ---- Tasks ----

/**
 * The reader writes a text; the goal is checked behind it. The text that runs is `given`, the reader's text, `goal`.
 */
export interface Task extends Placed {
  readonly kind: 'task';
  /** Stands before the reader's text and cannot be changed; null: nothing. */
  readonly given: TextPart | null;
  /** What the reader begins with; may be empty. */
  readonly start: TextPart;
  readonly goal: TextPart;
  /** One after the other, each says more. */
  readonly hints: readonly Hint[];
  /** Steps that a good solution makes; null: none is named. */
  readonly par: { readonly steps: number; readonly line: number } | null;
  /** Only the check reads them. */
  readonly solution: TextPart | null;
  readonly wrong: readonly TextPart[];
}

export interface Hint {
  readonly text: string;
  readonly line: number;
}

/** The reader finds a text that shows a defect of the core. */
export interface Hunt extends Placed {
  readonly kind: 'hunt';
  readonly defect: Defect;
  readonly start: TextPart;
  readonly hints: readonly Hint[];
  readonly solution: TextPart | null;
}
