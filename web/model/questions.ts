// SPDX-License-Identifier: GPL-2.0-or-later
//
// Questions about the current run, beyond its scenes and its report: one line per kind, with its question
// and its answer, both plain data. engine/service/answers.ts lists the code that answers.

import type { TreeAt, TreeComparison } from './comparison';
import type { StepStores, StoreDecision } from './decision';
import type { FindQuery, Found } from './find';
import type { LiveValue } from './live';
import type { ForkColumn } from './memory';
import type { NodeBytes, TreeOverview } from './overview';
import type { NotCompared, RedBlackQuestion, RedBlackComparison } from './redblack';
import type { RunAudit } from './run-audit';
import type { CallRecords } from './call-record';
import type { Ledger, SlabMap, SlabNode, StepFates } from './slab';
import type { StoreType } from './status';
import type { StoreTypeExample, WritePath } from './write-path';

export interface Questions {
  /**
   * The fork at a step once more in every way, or in its own alone, each from the same start; none if the step is no
   * fork.
   */
  readonly forkColumns: {
    readonly asked: { readonly step: number; readonly ways: 'all' | 'own' };
    readonly answer: readonly ForkColumn[];
  };
  /** Every step checked, in order. */
  readonly audit: { readonly asked: Record<string, never>; readonly answer: RunAudit };
  /** The calls that the steps up to one made on trees; `most` of them, the rest is counted. */
  readonly calls: { readonly asked: { readonly step: number; readonly most: number }; readonly answer: CallRecords };
  /** The content of each place of the node allocator after a step. */
  readonly slab: { readonly asked: { readonly step: number }; readonly answer: SlabMap };
  /** One node after a step, in a tree or not; null if no place has it. */
  readonly slabNode: {
    readonly asked: { readonly step: number; readonly id: number };
    readonly answer: SlabNode | null;
  };
  /** Every request of the run. */
  readonly ledger: { readonly asked: Record<string, never>; readonly answer: Ledger };
  /** The fates of the nodes that these steps requested. */
  readonly requestFates: {
    readonly asked: { readonly steps: readonly number[] };
    readonly answer: readonly StepFates[];
  };
  /** All nodes of a tree after a step, as columns; null if there is no such tree. */
  readonly overview: {
    readonly asked: { readonly step: number; readonly tree: string };
    readonly answer: TreeOverview | null;
  };
  /** The sums of the trees after a step, in order of creation. */
  readonly sums: { readonly asked: { readonly step: number }; readonly answer: readonly string[] };
  /** The nodes with these ids after a step. */
  readonly nodes: {
    readonly asked: { readonly step: number; readonly tree: string; readonly ids: readonly number[] };
    readonly answer: NodeBytes;
  };
  /**
   * A tree after a step as mt_dump() prints it; not `whole`, and no text, if that would have more than `most` letters.
   * Empty if there is no such tree.
   */
  readonly mtDump: {
    readonly asked: { readonly step: number; readonly tree: string; readonly most: number };
    readonly answer: { readonly text: string; readonly lines: number; readonly whole: boolean };
  };
  /** Which of the nine store types the run has taken. */
  readonly writePaths: { readonly asked: Record<string, never>; readonly answer: readonly WritePath[] };
  /** Which of the steps from … to (both included) change a node, ascending. */
  readonly nodeChanges: {
    readonly asked: { readonly node: number; readonly from: number; readonly to: number };
    readonly answer: readonly number[];
  };
  /** The results of a search in the trees after a step; at most `most`, the rest is counted. */
  readonly find: {
    readonly asked: { readonly step: number; readonly query: FindQuery; readonly most: number };
    readonly answer: Found;
  };
  /** The steps after which it finds something, ascending. */
  readonly findSteps: { readonly asked: { readonly query: FindQuery }; readonly answer: readonly number[] };
  /** Two trees side by side, by what differs. */
  readonly compareTrees: {
    readonly asked: { readonly a: TreeAt; readonly b: TreeAt };
    readonly answer: TreeComparison;
  };
  /** A tree beside a red-black tree of the same ranges: depth, memory, lines of cache. */
  readonly redBlack: { readonly asked: RedBlackQuestion; readonly answer: RedBlackComparison | NotCompared };
  /** The stores of a step from number `from` on, at most `most` and 64 of them; of very many only how many. */
  readonly stores: {
    readonly asked: { readonly step: number; readonly from: number; readonly most: number };
    readonly answer: StepStores;
  };
  /** The decision of one of them; null if there is no such store. */
  readonly storeDecision: {
    readonly asked: { readonly step: number; readonly number: number };
    readonly answer: StoreDecision | null;
  };
  /** A short scenario whose last store takes a type, by search. */
  readonly storeTypeExample: {
    readonly asked: { readonly type: StoreType; readonly seed: number };
    readonly answer: StoreTypeExample;
  };
  /**
   * The values of expressions after a step of the text, in order; `step` null: at its end, `let` lines after the last
   * step included.
   */
  readonly values: {
    readonly asked: { readonly step: number | null; readonly expressions: readonly string[] };
    readonly answer: readonly LiveValue[];
  };
  /** The step at which what is broken at a step began: the one before it is sound. Null if that step is sound. */
  readonly firstBad: {
    readonly asked: { readonly step: number };
    readonly answer: { readonly step: number; readonly line: number } | null;
  };
}

export type QuestionKind = keyof Questions;
export type Asked<K extends QuestionKind> = Questions[K]['asked'];
export type Answer<K extends QuestionKind> = Questions[K]['answer'];

/** How far an answer is: steps, runs or whatever it counts; `of` null: not known. */
export interface AnswerProgress {
  readonly done: number;
  readonly of: number | null;
}
