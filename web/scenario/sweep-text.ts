// SPDX-License-Identifier: GPL-2.0-or-later
//
// One run of a sweep as a text of its own: the sweep is replaced by the failure that this run had, its block, and `fail off`.
// Floor 2; pure. What the block's lines say stays as it is, so a sweep over several lines keeps all line numbers.

import type { SweepReport } from '../model/memory';
import { parse } from './parser';
import type { Statement } from './syntax';

/** The text to be run, and the line in it during which the site failed (0 if it did not). */
export interface OpenedRun {
  readonly text: string;
  readonly line: number;
}

/** Run `k` of a sweep; null if no sweep stands at the report's line, because the text has changed since. */
export function openedRun(text: string, sweep: Pick<SweepReport, 'line' | 'site' | 'times' | 'runs'>, k: number): OpenedRun | null {
  const statement = sweepAt(parse(text).program.statements, sweep.line);
  if (statement === null) return null;
  const source = text.slice(statement.from, statement.to);
  const open = source.indexOf('{');
  const block = source.slice(open + 1, source.lastIndexOf('}'));
  const line = sweep.runs.find((run) => run.k === k)?.line ?? 0;
  const fail = `fail ${sweep.site} ${k}${sweep.times === 1 ? '' : ` times ${sweep.times}`}`;
  const head = text.slice(0, statement.from);
  const tail = text.slice(statement.to);
  // `sweep {` and `}` have lines of their own, unless all of it stands on one.
  if (block.includes('\n')) return { text: `${head}${fail}${block}fail off${tail}`, line };
  const indent = /[ \t]*$/.exec(head)?.[0] ?? '';
  const moved = line === 0 ? 0 : line < sweep.line ? line : line === sweep.line ? line + 1 : line + 2;
  return { text: `${head}${fail}\n${indent}${block.trim()}\n${indent}fail off${tail}`, line: moved };
}

function sweepAt(statements: readonly Statement[], line: number): Extract<Statement, { kind: 'sweep' }> | null {
  for (const one of statements) {
    if (one.kind === 'sweep' && one.line === line) return one;
    const inside = 'body' in one ? sweepAt(one.body, line) : null;
    if (inside !== null) return inside;
  }
  return null;
}
