// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the tests that keep answers share: sums, and items of a run without what changes with the core alone.

import { createHash } from 'node:crypto';
import { inOneLine } from '../../../web/base/text';
import type { RunItem } from '../../../web/model/item';
import { reasonsText } from '../../../web/model/reason';
import { reportedMode } from '../../../web/model/tree-mode';

/** A short sum of plain data. */
export const sumOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? one.toString() : one)))
    .digest('hex')
    .slice(0, 12);

/** An item without handles and addresses of nodes; the mode of a tree as the report has it. */
export function plainItem(item: RunItem): unknown {
  if (item.kind !== 'step') return item;
  const {
    report,
    touched,
    focus,
    pair,
    gutter,
    hint,
    describedAs,
    troubles,
    forked,
    sweep,
    outcome,
    trees,
    readers,
    states,
  } = item;
  const there = [
    ...trees.map(({ name, kind, mode, vmas }) => [name, kind, reportedMode(mode), vmas?.toArray()]),
    ...readers.map(({ name, tree }) => [name, tree]),
    ...states.map(({ name, tree }) => [name, tree]),
  ];
  return [
    { ...report, state: { ...report.state, node: null } },
    touched,
    focus,
    pair,
    inOneLine(gutter),
    hint,
    describedAs,
    troubles,
    forked,
    sweep,
    outcome,
    there,
  ];
}

/** What the steps add to their results, each once. */
export function hintsOf(items: readonly RunItem[]): string[] {
  return [
    ...new Set(
      items.flatMap((item) => (item.kind === 'step' ? [reasonsText(item.hint)] : [])).filter((hint) => hint !== ''),
    ),
  ];
}
