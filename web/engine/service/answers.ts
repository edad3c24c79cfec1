// SPDX-License-Identifier: GPL-2.0-or-later
//
// Maps each question about a run to its answer. Each file in answers/ has one kind of question, or a few.

import * as audit from '../answers/audit';
import * as calls from '../answers/calls';
import * as compareTrees from '../answers/compare-trees';
import * as find from '../answers/find';
import * as firstBad from '../answers/first-bad';
import * as forkColumns from '../answers/fork-columns';
import * as ledger from '../answers/ledger';
import * as mtDump from '../answers/mt-dump';
import * as nodeChanges from '../answers/node-changes';
import * as nodes from '../answers/nodes';
import * as overview from '../answers/overview';
import * as redBlack from '../answers/redblack';
import * as slab from '../answers/slab';
import * as storeTypeExample from '../answers/store-type-example';
import * as stores from '../answers/stores';
import * as values from '../answers/values';
import * as writePaths from '../answers/write-paths';
import type { Answer, AnswerProgress, Asked, QuestionKind } from '../../model/questions';
import type { Core } from '../core/wasm';
import type { Answering, Place } from '../time/answer-context';

type Answerers = { readonly [K in QuestionKind]: { readonly [N in K]: Answering<K> } };

/** The part that answers each kind of question. */
const ANSWERS = {
  forkColumns,
  audit,
  calls,
  firstBad,
  slab,
  slabNode: slab,
  ledger,
  requestFates: ledger,
  mtDump,
  writePaths,
  storeTypeExample,
  overview,
  sums: overview,
  nodes,
  nodeChanges,
  find,
  findSteps: find,
  stores,
  storeDecision: stores,
  values,
  compareTrees,
  redBlack,
} satisfies Answerers;

/** Which of them count lines of cache, in a module of their own. */
export const COUNTS_LINES: ReadonlySet<QuestionKind> = new Set(['redBlack']);

/**
 * Prepares the answer; the work starts with the generator's first `next()`. `lines`: the module that counts, to who
 * needs it.
 */
export function answering<K extends QuestionKind>(
  place: Place,
  kind: K,
  asked: Asked<K>,
  lines: Core | null = null,
): Generator<AnswerProgress, Answer<K>> {
  const answerers: Answerers = ANSWERS;
  return answerers[kind][kind](place, asked, lines);
}
