// SPDX-License-Identifier: GPL-2.0-or-later
//
// For reports that show only the state at the end: the trees after the whole run. Failed expectations go to standard
// error.

import type { NamedTree, RunItem } from '../model/item';

/** `reached` is false if the run has fewer steps than `at`, which standard error says. */
export function lastTrees(
  items: Iterable<RunItem>,
  at: number | null,
): { readonly trees: readonly NamedTree[]; readonly ok: boolean; readonly reached: boolean } {
  let trees: readonly NamedTree[] = [];
  let steps = 0;
  let ok = false;
  for (const item of items) {
    if (item.kind === 'step') {
      trees = item.trees;
      steps++;
    } else if (item.kind === 'expect' && !item.expect.held)
      process.stderr.write(`line ${item.expect.line}: ${item.expect.message}\n`);
    else if (item.kind === 'end') {
      ok = item.ok;
      if (item.stopped !== null)
        process.stderr.write(`Stopped at line ${item.stopped.line}: ${item.stopped.message}\n`);
    }
  }
  if (at === null || steps >= at) return { trees, ok, reached: true };
  process.stderr.write(`There is no step ${at}: the run has ${steps}.\n`);
  return { trees: [], ok: false, reached: false };
}
