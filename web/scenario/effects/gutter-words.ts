// SPDX-License-Identifier: GPL-2.0-or-later
//
// Parts of what the gutter says of a step.

import { fromHex } from '../../base/index64';
import { indexText } from '../../base/number-base';
import { counted } from '../../base/text';
import type { EntryValue } from '../../model/entry';
import type { Outcome } from '../../model/machine';
import type { StepReport, VisitReport } from '../../model/report';
import { copyRequests, granted } from '../../model/outcome';

/** The first index of the place that a search found, in the base of the text. */
export function placeText(result: StepReport['result']): string {
  return result !== null && typeof result === 'object' && 'index' in result ? indexText(fromHex(result.index)) : '';
}

/** The entry of the only range visited, or how many there were. */
export function visitsText(visits: readonly VisitReport[]): string {
  const [only, more] = visits;
  if (only === undefined) return 'nothing';
  return more === undefined ? entryText(only[2]) : counted(visits.length, 'range');
}

/** How a tree was copied: `1 + 4 nodes`. */
export function forkParts(outcome: Outcome): readonly string[] {
  const [root] = outcome.requests;
  if (root === undefined) return ['no node'];
  if (outcome.copied > 0) return [`${root} + ${outcome.copied - root} nodes`, ...storesParts(outcome)];
  return [counted(granted(outcome) - outcome.freed, 'node')];
}

// The nodes granted to the stores into the copied tree: NULL over ranges that the child does not get.
function storesParts(outcome: Outcome): readonly string[] {
  const copy = copyRequests(outcome);
  const nodes = granted({ requests: outcome.requests.slice(copy), rk: outcome.rk.slice(copy) });
  return nodes === 0 ? [] : [`stores ${nodes}`];
}

/** An entry in a few letters: `v7`, `"heap"`, `zero`, `null`. */
export function entryText(value: EntryValue): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return `v${value}`;
  if ('word' in value) return value.word;
  return 'label' in value ? `"${value.label}"` : 'zero';
}

/** The type of a store in short. */
export function typeText({ storeType }: StepReport): string {
  return storeType === null ? '' : storeType.replace(/_store$|^store_/, '').replace('_', ' ');
}

/** A request was refused, and the call asked again and went through. */
export function wasRetried({ op, error, rk }: StepReport): boolean {
  return error === null && op !== 'sweep' && /[A-Z]/.test(rk);
}

/** Nodes that were granted. Where a call survived a refusal, the refusal stands in their place. */
export function nodesParts(report: StepReport): readonly string[] {
  const nodes = granted(report);
  return nodes === 0 || wasRetried(report) ? [] : [counted(nodes, 'node')];
}

/** The place that was taken: `0x10`, `wrapped`, `3 nodes`. */
export function takenParts(report: StepReport, outcome: Outcome): readonly string[] {
  return [placeText(report.result), ...(outcome.wrapped ? ['wrapped'] : []), ...nodesParts(report)];
}
