// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which two trees stand side by side, as a person or a link chose them.

import { signal } from '@preact/signals';
import type { Release } from '../../../model/releases';

/** Which run: the one shown, that of the text with all trees under one release, or that of another branch. */
export type RunChoice = 'shown' | { readonly release: Release } | { readonly branch: string };
export type StepChoice = 'shown' | 'before' | 'last' | number;

export interface Choice {
  readonly run: RunChoice;
  /** Null: the tree that the page shows. */
  readonly tree: string | null;
  readonly step: StepChoice;
}

export interface Pair {
  readonly a: Choice;
  readonly b: Choice;
}

/** Null: the page chooses, step by step. */
export const pairWanted = signal<Pair | null>(null);
