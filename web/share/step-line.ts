// SPDX-License-Identifier: GPL-2.0-or-later
//
// A step in a line: its place in the scenario, its statement as written there, its range and result. For the texts that
// are sent. Pure.

import type { Op } from '../model/ops';
import { indexText } from '../base/number-base';

export interface StepFacts {
  /**
   * The scenario as it was run, and as it is sent; they have other lines where comments or lines of a map were left
   * out.
   */
  readonly run: string;
  readonly sent: string;
  readonly line: number;
  readonly op: Op;
  /** The tree that it was made on, or that it made; null for a step on none. */
  readonly tree: string | null;
  /** The requested range; null if there is none. */
  readonly range: { readonly first: bigint; readonly last: bigint } | null;
  /** How it ended, in a few letters; may be empty. */
  readonly ended: string;
}

export interface StepLine {
  /** "Line 3: insert 0..3 = 4" in two parts; null where the scenario that is sent does not have that line. */
  readonly statement: { readonly place: string; readonly text: string } | null;
  /** "insert, t, 0x0..0x3: EEXIST" */
  readonly facts: string;
}

/** Letters of a statement; a longer one is cut. */
const LETTERS_MAX = 76;

/** The parts; none holds anything but letters and single blanks. */
export function stepLine({ run, sent, line, op, tree, range, ended }: StepFacts): StepLine {
  const lines = sent.split('\n');
  const text = lines.length === run.split('\n').length ? inOneLine(lines[line - 1] ?? '') : '';
  const on = [op, tree ?? '', range === null ? '' : `${indexText(range.first)}..${indexText(range.last)}`]
    .filter((part) => part !== '')
    .join(', ');
  return {
    statement: text === '' ? null : { place: `Line ${line}`, text },
    facts: inOneLine(ended === '' ? on : `${on}: ${ended}`),
  };
}

/** In one line of plain text. */
export function stepLineText({ statement, facts }: StepLine): string {
  return statement === null ? `[${facts}]` : `${statement.place}: ${statement.text} [${facts}]`;
}

/** As Markdown: in code no letter of a scenario means anything. */
export function stepLineMarkdown({ statement, facts }: StepLine): string {
  return statement === null ? codeSpan(facts) : `${statement.place}: ${codeSpan(statement.text)}, ${codeSpan(facts)}`;
}

// Characters that are no letters (an end of a line, a change of direction, half a letter) become blanks.
function inOneLine(text: string): string {
  const letters = Array.from(text.replaceAll(/[\p{C}\s]+/gu, ' ').trim());
  return letters.length <= LETTERS_MAX
    ? letters.join('')
    : `${letters
        .slice(0, LETTERS_MAX - 3)
        .join('')
        .trimEnd()}...`;
}

// A code span ends with as many backticks as it begins with, which its text has nowhere in a row.
function codeSpan(text: string): string {
  const runs = new Set([...text.matchAll(/`+/g)].map(([run]) => run.length));
  let ticks = 1;
  while (runs.has(ticks)) ticks++;
  const edge = /^`|`$/.test(text) ? ' ' : '';
  const mark = '`'.repeat(ticks);
  return `${mark}${edge}${text}${edge}${mark}`;
}
