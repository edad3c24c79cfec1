// SPDX-License-Identifier: GPL-2.0-or-later
//
// Who answers which question about a run. One file a kind, or a few kinds, in answers/; each is fetched when it is
// first asked.

import { later, type Later } from '../../base/later';
import type { Answer, AnswerProgress, Asked, QuestionKind } from '../../model/questions';
import type { Answering, Place } from '../time/place';

const find = later(() => import('../answers/find'));
const ledger = later(() => import('../answers/ledger'));
const overview = later(() => import('../answers/overview'));
const slab = later(() => import('../answers/slab'));
const stores = later(() => import('../answers/stores'));

type Answerers = { readonly [K in QuestionKind]: Later<{ readonly [N in K]: Answering<K> }> };

/** The part that answers each kind of question. */
export const ANSWERS = {
  forkColumns: later(() => import('../answers/fork-columns')),
  audit: later(() => import('../answers/audit')),
  calls: later(() => import('../answers/calls')),
  firstBad: later(() => import('../answers/first-bad')),
  slab,
  slabNode: slab,
  ledger,
  requestFates: ledger,
  mtDump: later(() => import('../answers/mt-dump')),
  writePaths: later(() => import('../answers/write-paths')),
  storeTypeExample: later(() => import('../answers/store-type-example')),
  overview,
  sums: overview,
  nodes: later(() => import('../answers/nodes')),
  nodeChanges: later(() => import('../answers/node-changes')),
  find,
  findSteps: find,
  stores,
  storeDecision: stores,
  compareTrees: later(() => import('../answers/compare-trees')),
} satisfies Answerers;

/** Begins to answer; nothing is done before the generator is asked to go on. What answers the kind is at hand. */
export function answering<K extends QuestionKind>(place: Place, kind: K, asked: Asked<K>): Generator<AnswerProgress, Answer<K>> {
  const answerers: Answerers = ANSWERS;
  return answerers[kind].now()[kind](place, asked);
}
