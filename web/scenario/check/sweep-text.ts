// SPDX-License-Identifier: GPL-2.0-or-later
//
// One run of a sweep as a text of its own: the sweep is replaced by the failure of this run, its block, and `fail off`.
// Pure. The block's lines stay as they are, so a sweep over several lines keeps all line numbers; lines that the run
// did not reach, because its failed statement made no tree, become comments.

import type { SweepReport, SweepRun } from '../../model/sweep';
import { parse } from '../language/parser';
import type { Statement } from '../syntax/syntax';

/** The text to be run, and the line in it during which the site failed (0 if it did not). */
export interface OpenedRun {
  readonly text: string;
  readonly line: number;
}

/** Run `k` of a sweep; null if no sweep stands at the report's line, because the text has changed since. */
export function openedRun(
  text: string,
  sweep: Omit<SweepReport, 'runs'> & { readonly runs: readonly Omit<SweepRun, 'wrong'>[] },
  k: number,
): OpenedRun | null {
  const { statements } = parse(text).program;
  const statement = sweepAt(statements, sweep.line);
  if (statement === null) return null;
  const run = sweep.runs.find((one) => one.k === k);
  const line = run?.line ?? 0;
  const unreached = run === undefined || run.error === null ? [] : unreachedIn(statements, statement, line, text);
  const piece = (from: number, to: number): string => withComments(text, from, to, unreached);
  const source = text.slice(statement.from, statement.to);
  const open = statement.from + source.indexOf('{') + 1;
  const block = piece(open, statement.from + source.lastIndexOf('}'));
  const fail = `fail ${sweep.site} ${k}${sweep.times === 1 ? '' : ` times ${sweep.times}`}`;
  const head = text.slice(0, statement.from);
  const tail = piece(statement.to, text.length);
  // `sweep {` and `}` have lines of their own, unless all of it stands on one.
  if (block.includes('\n')) return { text: `${head}${fail}${block}fail off${tail}`, line };
  const indent = /[ \t]*$/.exec(head)?.[0] ?? '';
  const moved = line === 0 ? 0 : line < sweep.line ? line : line === sweep.line ? line + 1 : line + 2;
  return { text: `${head}${fail}\n${indent}${block.trim()}\n${indent}fail off${tail}`, line: moved };
}

// Statements that would stop the text, or do in it what the run did not do: those of the block from the first on that
// names what was not made, and those behind the sweep that name it, up to one that makes it.
function unreachedIn(all: readonly Statement[], { body, to }: Sweep, line: number, text: string): readonly Statement[] {
  const name = madeAt(body, line);
  if (name === null) return [];
  const names = (one: Statement): boolean =>
    new RegExp(`\\b${name}\\b`).test(text.slice(one.from, one.to).replace(/"[^"]*"|#.*/g, ''));
  const first = body.findIndex((one) => one.line > line && names(one));
  const after = all.filter((one) => one.from >= to);
  const remade = after.findIndex((one) => madeBy(one) === name);
  return [
    ...(first < 0 ? [] : body.slice(first)),
    ...after
      .slice(0, remade < 0 ? after.length : remade)
      .filter((one) => names(one) && !(one.kind === 'expect' && one.what.kind === 'absent')),
  ];
}

/** Name of the tree that the statement of a line makes; null for none. */
function madeAt(statements: readonly Statement[], line: number): string | null {
  for (const one of statements) {
    if (one.line === line && !('body' in one)) return madeBy(one);
    const inside = 'body' in one ? madeAt(one.body, line) : null;
    if (inside !== null) return inside;
  }
  return null;
}

function madeBy(one: Statement): string | null {
  switch (one.kind) {
    case 'tree':
    case 'dup':
    case 'mm':
    case 'maps':
    case 'trace':
    case 'fork':
    case 'read':
      return one.name.text;
    default:
      return null;
  }
}

// A piece of the text in which each line of some statements begins with a comment's sign.
function withComments(text: string, from: number, to: number, statements: readonly Statement[]): string {
  let words = '';
  let at = from;
  for (const one of statements) {
    if (one.from < from || one.to > to) continue;
    words += text.slice(at, one.from) + text.slice(one.from, one.to).replace(/^(?=[ \t]*\S)/gm, NOT_REACHED);
    at = one.to;
  }
  return words + text.slice(at, to);
}

const NOT_REACHED = '# not reached: ';

type Sweep = Extract<Statement, { kind: 'sweep' }>;

function sweepAt(statements: readonly Statement[], line: number): Sweep | null {
  for (const one of statements) {
    if (one.kind === 'sweep' && one.line === line) return one;
    const inside = 'body' in one ? sweepAt(one.body, line) : null;
    if (inside !== null) return inside;
  }
  return null;
}
