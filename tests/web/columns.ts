// SPDX-License-Identifier: GPL-2.0-or-later
//
// For tests: the steps of a run as columns, and one by one.

import { briefAt, type StepBrief, type StepColumns, type StepKind } from '../../web/model/run';

export function columnsOf(briefs: readonly StepBrief[]): StepColumns {
  const kinds: StepKind[] = [];
  const known = new Map<StepBrief | string, number>();
  const kindOf = Uint32Array.from(briefs, (brief) => {
    const same = known.get(brief);
    if (same !== undefined) return same;
    const { line: _, ...kind } = brief;
    const key = JSON.stringify(kind);
    const at = known.get(key) ?? kinds.push(kind) - 1;
    known.set(key, at).set(brief, at);
    return at;
  });
  return { length: briefs.length, kinds, kindOf, lines: Uint32Array.from(briefs, ({ line }) => line) };
}

export function briefsOf(steps: StepColumns): readonly StepBrief[] {
  return Array.from(steps.lines, (_, k) => briefAt(steps, k + 1)!);
}
