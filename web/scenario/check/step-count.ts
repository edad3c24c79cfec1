// SPDX-License-Identifier: GPL-2.0-or-later
//
// How many steps a text will have, as far as can be known without running it: for the bar of a run that takes long.
// Pure. Null where it depends on what the run finds.

import { STEPS_MAX } from '../syntax/depth';
import { definitionOf } from '../statements/all';
import type { Statement } from '../syntax/syntax';

/** The message for a text with more steps than a run may have; null for any other. */
export function tooMany(steps: number | null): string | null {
  return steps === null || steps <= STEPS_MAX
    ? null
    : `This text asks for ${steps.toLocaleString('en')} steps, but a run ends ` +
        `at ${STEPS_MAX.toLocaleString('en')}: it stops there and keeps those.`;
}

/** The number of steps if every statement runs to its end; null if the text alone does not determine it. */
export function stepsOf(statements: readonly Statement[]): number | null {
  let sum = 0;
  for (const one of statements) {
    const steps = stepsOfOne(one);
    if (steps === null) return null;
    sum += steps;
  }
  return sum;
}

function stepsOfOne(one: Statement): number | null {
  if (one.kind === 'repeat') {
    const times = one.count.kind === 'number' ? Number(one.count.value) : null;
    const inside = stepsOf(one.body);
    return times === null || inside === null ? null : times * inside;
  }
  const { steps, run } = definitionOf(one.kind);
  return steps === undefined ? (run === undefined ? 0 : 1) : steps(one);
}
