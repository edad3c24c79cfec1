// SPDX-License-Identifier: GPL-2.0-or-later
//
// The items that the interpreter yields: one at a time, in order, so that its caller can show progress, take a keyframe
// or stop between any two.

import type { Op } from './ops';
import type { Reason } from './reason';
import type { Index } from '../base/index64';
import type { LiveValue } from './live';
import type { Outcome, ReaderHandle, TreeHandle } from './machine';
import type { TreeMode } from './tree-mode';
import type { StateHandle } from './states';
import type { SweepReport } from './sweep';
import type { ExpectBrief, RunSummary } from './run';
import type { Report, StepReport, Stopped, TreeReport } from './report';
import type { Trouble } from './trouble';
import type { Vma } from './vma';
import type { Sequence } from '../base/sequence';

/** A tree or address space that exists after an item, in order of creation. */
export interface NamedTree {
  readonly name: string;
  readonly kind: 'tree' | 'mm';
  readonly handle: TreeHandle;
  readonly mode: TreeMode;
  /** Address spaces only; shared between items while unchanged. */
  readonly vmas: Sequence<Vma> | null;
}

/** A reader that is parked after an item, in order of entry. */
export interface NamedReader {
  readonly name: string;
  readonly handle: ReaderHandle;
  /** Name of its tree; that tree may be destroyed by now. */
  readonly tree: string;
}

/** A state that is kept after an item, in the order in which they were made. */
export interface NamedState {
  readonly name: string;
  readonly handle: StateHandle;
  readonly tree: string;
}

export interface StepItem {
  readonly kind: 'step';
  readonly report: StepReport;
  /** Null for steps that make no call of a tree (fail). */
  readonly outcome: Outcome | null;
  readonly touched: { readonly tree: string; readonly first: Index; readonly last: Index } | null;
  readonly focus: string | null;
  readonly pair: { readonly parent: string; readonly child: string } | null;
  /** The result in a few letters, in parts, the most telling first. */
  readonly gutter: readonly string[];
  /** Why the step was refused and what would go through, or what it leaves out; empty when there is nothing to add. */
  readonly hint: readonly Reason[];
  /**
   * The operation as which the step describes a call of a log. Null for every other step, and for calls that match
   * none.
   */
  readonly describedAs: Op | null;
  /** The trees after the step; the same array as before when nothing was made or dropped. */
  readonly trees: readonly NamedTree[];
  /** The readers parked after the step; the same array as before when none came or left. */
  readonly readers: readonly NamedReader[];
  /** The states kept after the step; the same array as before when none came or went. */
  readonly states: readonly NamedState[];
  /** The trees that the step may have changed or made, and the hash of what each should hold now. */
  readonly wanted: readonly (readonly [tree: TreeHandle, contents: Index])[];
  /** Differences from the oracle, broken invariants, lost nodes. */
  readonly troubles: readonly Trouble[];
  /**
   * Only of a fork or an exit of an address space: the names, also of a child that came to nothing. `parent` null: an
   * exit.
   */
  readonly forked?: { readonly parent: string | null; readonly child: string };
  /** Only of a step that is a sweep: all of its runs. */
  readonly sweep?: SweepReport;
}

export type RunItem =
  | StepItem
  | { readonly kind: 'expect'; readonly expect: ExpectBrief }
  | { readonly kind: 'note'; readonly note: RunSummary['notes'][number] }
  /** Between the runs of a sweep: how many are done, of how many (null: not known). Nothing but news; adds no step. */
  | { readonly kind: 'progress'; readonly done: number; readonly of: number | null }
  /** The last item: everything the report needs beyond the steps. */
  | {
      readonly kind: 'end';
      readonly stopped: Stopped | null;
      readonly trees: readonly TreeReport[];
      readonly unreached: Report['unreached'];
      readonly ok: boolean;
      /** The values of the watched expressions, in order; only if some are watched, and nothing stopped the run. */
      readonly watched?: readonly LiveValue[];
    };
