// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a step did in a few letters: for the editor's gutter, and for the table of the command line.

import { traitsOf } from '../../model/ops';
import { counted } from '../../base/text';
import type { Outcome } from '../../model/machine';
import type { StateReport, StepReport, VisitReport } from '../../model/report';
import { typeText, visitsText } from '../effects/gutter-words';
import { definitionOf } from '../statements/all';
import { granted } from '../../model/outcome';

/** `split · 3 nodes`, `v7`, `ENOMEM`, `1 + 4 nodes`; `refused, retried · split` where a refusal was survived. */
export function gutterText(report: StepReport, outcome: Outcome | null): string {
  if (report.error !== null) return report.error;
  if (report.op === 'sweep' || !/[A-Z]/.test(report.rk)) return doneText(report, outcome);
  // What was refused is told before how many nodes it came to.
  return ['refused, retried', doneText(report, outcome).replace(/ · \d+ nodes?$/, '')]
    .filter((part) => part !== '')
    .join(' · ');
}

function doneText(report: StepReport, outcome: Outcome | null): string {
  if (outcome === null) return '';
  const { op, result, state } = report;
  if (state !== undefined && traitsOf(op).placesState === true) return standsText(state);
  const own = definitionOf(op).gutter?.(report, outcome);
  if (own !== undefined) return own;
  if (outcome.visits !== null) return visitsText(result as readonly VisitReport[]);
  const type = typeText(report);
  const nodes = granted(report);
  return nodes === 0 ? type : `${type} · ${counted(nodes, 'node')}`;
}

/** Statements that change where a kept state stands, and nothing else. */
function standsText({ status, node, offset }: StateReport): string {
  return node === null ? status : `${status} · slot ${offset}`;
}
