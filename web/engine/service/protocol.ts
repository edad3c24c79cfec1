// SPDX-License-Identifier: GPL-2.0-or-later
//
// The messages between page and worker: two closed unions with an id on each request, which its replies bear. Types
// only.

import type { Answer, AnswerProgress, Asked, QuestionKind } from '../../model/questions';
import type { Report } from '../../model/report';
import type { RunOutcome } from '../../model/run';
import type { SessionOptions } from '../time/session';
import type { WireHalf, WireScene } from '../decode/wire';

/** Runs of a sweep done, and of how many (null: not known). */
export interface SweepProgress {
  readonly done: number;
  readonly of: number | null;
}

/** One question of any kind. */
export type Question = { [K in QuestionKind]: { readonly kind: K; readonly asked: Asked<K> } }[QuestionKind];

export type Request =
  /** Runs a text. A run under way is cancelled; questions go to the run before until this one has ended. */
  | { readonly kind: 'run'; readonly id: number; readonly text: string; readonly options: SessionOptions }
  /**
   * The scene at a step of the last run that ended, and the state at one of its events; or that alone, to one who has
   * the scene.
   */
  | {
      readonly kind: 'scene';
      readonly id: number;
      readonly step: number;
      readonly event?: number;
      readonly only?: 'half';
    }
  | { readonly kind: 'report'; readonly id: number }
  /** A question about that run (model/questions.ts). */
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }
  /** The state's sum at a step of another text, which is run aside. */
  | {
      readonly kind: 'sum';
      readonly id: number;
      readonly text: string;
      readonly step: number;
      readonly options: SessionOptions;
    }
  /** Gives up the run, sum or answer with this id. */
  | { readonly kind: 'cancel'; readonly id: number };

export type Reply =
  /** `sweep`: how far the sweep under way is, null outside of sweeps. */
  | {
      readonly kind: 'progress';
      readonly id: number;
      readonly steps: number;
      readonly sweep: SweepProgress | null;
      readonly of: number | null;
    }
  | { readonly kind: 'ran'; readonly id: number; readonly outcome: RunOutcome }
  | { readonly kind: 'scene'; readonly id: number; readonly scene: WireScene }
  | { readonly kind: 'half'; readonly id: number; readonly half: WireHalf }
  | { readonly kind: 'report'; readonly id: number; readonly report: Report }
  | { readonly kind: 'answering'; readonly id: number; readonly progress: AnswerProgress }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer<QuestionKind> }
  /** Null: the text has mistakes, or fewer steps, or no tree at that step. */
  | { readonly kind: 'sum'; readonly id: number; readonly sum: string | null }
  | { readonly kind: 'cancelled'; readonly id: number }
  /** The request failed; the worker continues. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly trapped: boolean };
