// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where a run begins to do something else than the run before it: what an edit of the text comes to. Steps are compared
// by what they did and what the trees hold after them, not by the lines that they stand at; not by permissions of VMAs
// and texts of labels, which change no tree.

import type { StepShape, StepsKept } from './steps-kept';

/**
 * The first step of `now`, from 1, that is not as in `before`; null where there is none. A run that only ends earlier
 * differs at its last step; one without steps, or two that are alike, differ at none.
 */
export function firstDifference(before: StepsKept, now: StepsKept): number | null {
  const alike = new Map<StepShape, StepShape>();
  const length = Math.min(before.length(), now.length());
  for (let step = 1; step <= length; step++) {
    const [was, is] = [before.shapeAt(step)!, now.shapeAt(step)!];
    // Most steps of a long run share a few shapes: each pair is compared once.
    if (alike.get(is) !== was) {
      if (wordsOf(was) !== wordsOf(is)) return step;
      alike.set(is, was);
    }
    const [a, b] = [before.marksAt(step), now.marksAt(step)];
    if (a.first !== b.first || a.last !== b.last || a.contents !== b.contents) return step;
  }
  if (now.length() > length) return length + 1;
  return before.length() > length && length > 0 ? length : null;
}

// All data of a shape but its place in the text.
function wordsOf({ report: r, touched, focus, describedAs, gutter, used, waiting, wanted }: StepShape): string {
  return JSON.stringify([
    r.op,
    r.tree,
    r.error,
    r.storeType,
    r.vh,
    r.sh,
    r.pre,
    r.used,
    r.requests,
    r.freed,
    r.deferred,
    r.height,
    touched?.tree,
    focus,
    describedAs,
    gutter,
    used,
    waiting,
    wanted.map(([tree, contents]) => [tree, contents.toString()]),
  ]);
}
