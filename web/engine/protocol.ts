// SPDX-License-Identifier: GPL-2.0-or-later
//
// What page and worker say to each other: two closed unions with an id on each request, which its replies bear. Floor 3:
// types only.

import type { ForkColumn } from '../model/memory';
import type { Report } from '../model/report';
import type { RunOutcome } from '../model/run';
import type { SessionOptions } from './session';
import type { WireScene } from './wire';

/** Runs of a sweep done, and of how many (null: not known). */
export interface SweepProgress {
  readonly done: number;
  readonly of: number | null;
}

export type Request =
  /** Runs a text. A run that is under way is given up; the run before stays to be looked at until this one has ended. */
  | { readonly kind: 'run'; readonly id: number; readonly text: string; readonly options: SessionOptions }
  /** The scene at a step of the last run that ended, and the state at one of its events. */
  | { readonly kind: 'scene'; readonly id: number; readonly step: number; readonly event?: number }
  | { readonly kind: 'report'; readonly id: number }
  /** The fork at a step of that run in every way. */
  | { readonly kind: 'compare'; readonly id: number; readonly step: number }
  /** The state's sum at a step of another text, which is run aside. */
  | { readonly kind: 'sum'; readonly id: number; readonly text: string; readonly step: number; readonly options: SessionOptions }
  /** Gives up the run or sum with this id. */
  | { readonly kind: 'cancel'; readonly id: number };

export type Reply =
  /** `sweep`: how far the sweep under way is, null outside of sweeps. */
  | { readonly kind: 'progress'; readonly id: number; readonly steps: number; readonly sweep: SweepProgress | null }
  | { readonly kind: 'ran'; readonly id: number; readonly outcome: RunOutcome }
  | { readonly kind: 'scene'; readonly id: number; readonly scene: WireScene }
  | { readonly kind: 'report'; readonly id: number; readonly report: Report }
  | { readonly kind: 'compared'; readonly id: number; readonly columns: readonly ForkColumn[] }
  /** Null: the text has mistakes, or fewer steps, or no tree at that step. */
  | { readonly kind: 'sum'; readonly id: number; readonly sum: string | null }
  | { readonly kind: 'cancelled'; readonly id: number }
  /** The request came to nothing; the worker goes on. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
