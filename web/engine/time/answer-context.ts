// SPDX-License-Identifier: GPL-2.0-or-later
//
// The interface for code that answers a question about a run: the core, the way through time, and the record of each
// step. Types only.
//
// An answer is a generator that yields often, at least every few steps of work. Between two yields the core is its own;
// after a yield it may stand at any step, so a reader must go there again. Giving up an answer ends it at
// a yield: what it changed in the core must be put back before.

import type { NamedTree, StepItem } from '../../model/item';
import type { TreeHandle } from '../../model/machine';
import type { Answer, AnswerProgress, Asked, QuestionKind } from '../../model/questions';
import type { StepReport } from '../../model/report';
import type { RunSummary } from '../../model/run';
import type { StoreType } from '../../model/status';
import type { Vma } from '../../model/vma';
import type { EngineMachine } from '../core/machine';
import type { OpLog } from '../core/op-log';
import type { PlaceChanges } from '../decode/place-changes';
import type { Timeline } from './timeline';
import type { Core } from '../core/wasm';
import type { WireScene } from '../decode/wire';

export interface NamedHandle {
  readonly name: string;
  readonly kind: NamedTree['kind'];
  readonly handle: TreeHandle;
}

export type StoreCounts = Readonly<Partial<Record<StoreType, number>>>;

export interface Place {
  readonly core: Core;
  readonly machine: EngineMachine;
  readonly time: Timeline;
  readonly log: OpLog;
  /** The text that ran. */
  readonly text: string;
  /** Texts of the labels, in the form that `entryValue` takes. */
  readonly labels: readonly string[];
  readonly steps: number;
  readonly summary: () => RunSummary;
  /** The record of a step; null for step 0 and for steps that the run does not have. */
  readonly reportAt: (step: number) => StepReport | null;
  /** The trees that exist after a step, in order of creation; none at step 0. */
  readonly treesAt: (step: number) => readonly NamedHandle[];
  /** The VMAs of an address space after a step; null for a plain tree. */
  readonly vmasAt: (step: number, tree: string) => readonly Vma[] | null;
  /** The names of a step that forked or tore down; null for every other. */
  readonly forkedAt: (step: number) => { readonly parent: string | null; readonly child: string } | null;
  /** The hashes that trees should have after a step: of those that the step may have changed or made. */
  readonly wantedAt: (step: number) => StepItem['wanted'];
  /** Nodes that a tree has where the core stands now. */
  readonly nodesIn: (tree: TreeHandle) => number;
  /** A step's change to each place of the slab, if its scene was the last one that computed it; else null. */
  readonly changesAt: (step: number) => PlaceChanges | null;
  /** Id of the newest node before a step. */
  readonly newestBefore: (step: number) => number;
  /** Dead nodes that wait for readers after a step. */
  readonly waitingAt: (step: number) => number;
  /** Requests by the end of a step that could have been made to fail. */
  readonly passedAt: (step: number) => number;
  /** How many of a step's stores went through by each type; null: none. */
  readonly storesAt: (step: number) => StoreCounts | null;
  /** The scene as it crosses to the page; scene.ts decodes it. */
  readonly scene: (step: number, event?: number) => WireScene;
}

/** Answers one kind of question. `lines` is a core of the module lines; null unless COUNTS_LINES has the kind. */
export type Answering<K extends QuestionKind> = (
  place: Place,
  asked: Asked<K>,
  lines: Core | null,
) => Generator<AnswerProgress, Answer<K>>;
