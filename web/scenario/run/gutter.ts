// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a step did in a few letters: for the editor's gutter, and for the table of the command line.

import { traitsOf } from '../../model/ops';
import { counted } from '../../base/text';
import type { Outcome } from '../../model/machine';
import type { EntryValue } from '../../model/entry';
import type { StateReport, StepReport, VisitReport } from '../../model/report';
import { copyRequests, granted } from '../world/outcomes';

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
  const { op, result } = report;
  if (op === 'load' || op === 'erase') return entryText(result as EntryValue);
  if (op === 'gap' || op === 'search') return placeText(result);
  if (outcome === null) return '';
  if (report.state !== undefined && traitsOf(op).placesState === true) return standsText(report.state);
  if (outcome.visits !== null)
    return op === 'release' ? `${outcome.freed} freed` : visitsText(result as readonly VisitReport[]);
  if (op === 'corrupt') return `was 0x${outcome.value.toString(16)}`;
  if (op === 'dup' || op === 'fork') return forkText(outcome);
  if (op === 'destroy') return `${outcome.freed} freed`;
  if (op === 'exit') return `${counted(outcome.freed, 'node')} freed`;
  if (op === 'bulk') return counted(granted(outcome) - outcome.freed, 'node');
  const type = report.storeType === null ? '' : report.storeType.replace(/_store$|^store_/, '').replace('_', ' ');
  if (op === 'prepare') return `${type} · ${outcome.reserved} held`;
  if (op === 'prealloc' && outcome.reserved > 0) return `${type} · ${outcome.reserved} reserved`;
  const nodes = granted(report);
  if (op === 'alloc' || op === 'cyclic')
    return `${placeText(result)}${outcome.wrapped ? ' · wrapped' : ''}${nodes === 0 ? '' : ` · ${counted(nodes, 'node')}`}`;
  return nodes === 0 ? type : `${type} · ${counted(nodes, 'node')}`;
}

/** Statements that change where a kept state stands, and nothing else. */
function standsText({ status, node, offset }: StateReport): string {
  return node === null ? status : `${status} · slot ${offset}`;
}

function placeText(result: StepReport['result']): string {
  return result !== null && typeof result === 'object' && 'index' in result ? result.index : '';
}

function visitsText(visits: readonly VisitReport[]): string {
  const [only, more] = visits;
  if (only === undefined) return 'nothing';
  return more === undefined ? entryText(only[2]) : counted(visits.length, 'range');
}

function forkText(outcome: Outcome): string {
  const [root] = outcome.requests;
  if (root === undefined) return 'no node';
  if (outcome.copied > 0) return `${root} + ${outcome.copied - root} nodes${storesText(outcome)}`;
  return counted(granted(outcome) - outcome.freed, 'node');
}

// What the stores into the copied tree were granted, NULL over what is not for the child.
function storesText(outcome: Outcome): string {
  const copy = copyRequests(outcome);
  const nodes = granted({ requests: outcome.requests.slice(copy), rk: outcome.rk.slice(copy) });
  return nodes === 0 ? '' : ` · stores ${nodes}`;
}

/** An entry in a few letters: `v7`, `"heap"`, `zero`, `null`. */
export function entryText(value: EntryValue): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return `v${value}`;
  if ('word' in value) return value.word;
  return 'label' in value ? `"${value.label}"` : 'zero';
}
