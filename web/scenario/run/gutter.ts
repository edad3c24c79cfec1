// SPDX-License-Identifier: GPL-2.0-or-later
//
// The result of a step in a few letters: for the editor's gutter, and for the table of the command line.

import { traitsOf } from '../../model/ops';
import type { Outcome } from '../../model/machine';
import type { StateReport, StepReport, VisitReport } from '../../model/report';
import { nodesParts, typeText, visitsText, wasRetried } from '../effects/gutter-words';
import { definitionOf } from '../statements/all';

/** `split`, `3 nodes`; `v7`; `ENOMEM`; `1 + 4 nodes`; `refused, retried`, `split` where a refusal was survived. */
export function gutterParts(report: StepReport, outcome: Outcome | null): readonly string[] {
  if (report.error !== null) return [report.error];
  const done = [doneParts(report, outcome)].flat().filter((part) => part !== '');
  return wasRetried(report) ? ['refused, retried', ...done] : done;
}

function doneParts(report: StepReport, outcome: Outcome | null): string | readonly string[] {
  if (outcome === null) return [];
  const { op, result, state } = report;
  if (state !== undefined && traitsOf(op).placesState === true) return standsParts(state);
  const own = definitionOf(op).gutter?.(report, outcome);
  if (own !== undefined) return own;
  if (outcome.visits !== null) return visitsText(result as readonly VisitReport[]);
  return [typeText(report), ...nodesParts(report)];
}

/** Statements that change where a kept state stands, and nothing else. */
function standsParts({ status, node, offset }: StateReport): readonly string[] {
  return node === null ? [status] : [status, `slot ${offset}`];
}
