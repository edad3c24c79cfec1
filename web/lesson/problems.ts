// SPDX-License-Identifier: GPL-2.0-or-later
//
// Mistakes in a lesson as values: which one, where, and what its sentence needs. words.ts makes the sentences.

import type { Diagnostic } from '../model/diagnostic';

/** What is wrong with the text of a lesson, or with what its blocks promise. */
export type LessonMistake =
  // The text as a whole.
  | { readonly code: 'too long'; readonly letters: number; readonly most: number }
  | { readonly code: 'long line'; readonly letters: number; readonly most: number }
  | { readonly code: 'long paragraph'; readonly letters: number; readonly most: number }
  | { readonly code: 'too deep'; readonly most: number }
  | { readonly code: 'too many blocks'; readonly most: number }
  | { readonly code: 'unreadable' }
  | { readonly code: 'no title' }
  | { readonly code: 'open front matter' }
  | { readonly code: 'front matter'; readonly key: string; readonly known: readonly string[] }
  | { readonly code: 'front matter value'; readonly key: string; readonly value: string }
  | { readonly code: 'underlined heading' }
  | { readonly code: 'empty screen' }
  // Prose.
  | { readonly code: 'html' }
  | { readonly code: 'link'; readonly address: string }
  | { readonly code: 'image' }
  | { readonly code: 'term'; readonly name: string; readonly likely: string | null }
  | { readonly code: 'step place'; readonly written: string }
  | { readonly code: 'expression'; readonly expression: string; readonly why: string; readonly hint: string }
  | { readonly code: 'open brace' }
  | { readonly code: 'no picture'; readonly what: 'a live value' | 'a place' | 'a prediction' }
  // Fences.
  | { readonly code: 'open fence' }
  | {
      readonly code: 'option';
      readonly option: string;
      readonly known: readonly string[];
      readonly likely: string | null;
    }
  | {
      readonly code: 'option value';
      readonly option: string;
      readonly value: string;
      readonly known: readonly string[];
    }
  | { readonly code: 'part'; readonly part: string; readonly known: readonly string[]; readonly likely: string | null }
  | { readonly code: 'no part'; readonly known: readonly string[] }
  | { readonly code: 'part twice'; readonly part: string }
  | { readonly code: 'part too often'; readonly part: string; readonly most: number }
  | { readonly code: 'part missing'; readonly part: string; readonly block: string }
  | { readonly code: 'part empty'; readonly part: string }
  | { readonly code: 'part value'; readonly part: string; readonly value: string; readonly example: string }
  | {
      readonly code: 'ask';
      readonly written: string;
      readonly known: readonly string[];
      readonly likely: string | null;
    }
  | { readonly code: 'choices before ask' }
  | { readonly code: 'choice'; readonly choice: string; readonly ask: string }
  | { readonly code: 'line or step' }
  | { readonly code: 'vary'; readonly written: string }
  | { readonly code: 'vary unset'; readonly name: string }
  | {
      readonly code: 'defect';
      readonly written: string;
      readonly known: readonly string[];
      readonly likely: string | null;
    }
  | { readonly code: 'goal without expect' }
  /** A mistake of the scenario itself; its sentence is the language's own. */
  | { readonly code: 'scenario'; readonly told: Pick<Diagnostic, 'message' | 'hint'> }
  // Found by running (check.ts).
  | { readonly code: 'stopped'; readonly why: string }
  | { readonly code: 'run fails'; readonly what: readonly string[] }
  | { readonly code: 'run holds' }
  | { readonly code: 'no such step'; readonly step: number; readonly steps: number }
  | { readonly code: 'value failed'; readonly expression: string; readonly why: string }
  | { readonly code: 'line steps'; readonly steps: number }
  | { readonly code: 'no answer'; readonly ask: string; readonly why: NoAnswer }
  | { readonly code: 'answer no choice'; readonly ask: string; readonly answer: string }
  | { readonly code: 'no variant' }
  | { readonly code: 'variants alike' }
  | { readonly code: 'start solves' }
  | { readonly code: 'no solution' }
  | { readonly code: 'solution refused'; readonly why: readonly string[] }
  | { readonly code: 'wrong accepted' }
  | { readonly code: 'par'; readonly par: number; readonly steps: number }
  | { readonly code: 'par beaten'; readonly par: number; readonly steps: number; readonly text: string }
  | { readonly code: 'hunt unsound'; readonly what: readonly string[] }
  | { readonly code: 'hunt missed' };

/** Why the engine has no answer to a question. */
export type NoAnswer =
  | 'stores nothing'
  | 'no leaf'
  | 'too large'
  | 'no new border'
  | 'several new borders'
  | 'no fork'
  | 'does not fail'
  | 'no value';

export interface LessonProblem {
  /** Character offsets in the lesson's text, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** 1-based place of `from`. */
  readonly line: number;
  readonly column: number;
  readonly mistake: LessonMistake;
}
