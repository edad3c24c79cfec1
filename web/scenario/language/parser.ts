// SPDX-License-Identifier: GPL-2.0-or-later
//
// Text → syntax tree and diagnostics. Never throws, whatever the text. When there is a diagnostic nothing may run; the
// tree then holds what could be read, for completion and for further checks.

import type { Tree } from '@lezer/common';
import { lineIndex } from '../../base/text';
import type { Diagnostic } from '../../model/diagnostic';
import { build } from './build';
import { TOO_DEEP, tooDeepAt } from '../syntax/depth';
import { parser } from '../generated/maple';
import { explain } from './explain';
import type { Fault, Program } from '../syntax/syntax';

/** The grammar's parser, for the editor too. */
export const mapleParser = parser;

export interface Parsed {
  readonly text: string;
  readonly program: Program;
  /** Mistakes of spelling, in order of place: names and their uses are check()'s business. */
  readonly diagnostics: readonly Diagnostic[];
  /** Words of lines that could not be read: names that they may have made. */
  readonly unread: ReadonlySet<string>;
  readonly tree: Tree;
}

/** Parses a scenario. */
export function parse(text: string): Parsed {
  const deep = tooDeepAt(text);
  if (deep !== null) return refused(text, { from: deep, to: deep + 1, message: TOO_DEEP, hint: '' });
  const tree = parser.parse(text);
  const built = build(tree, text);
  const faults: Fault[] = [...built.faults];
  const broken = built.broken[0];
  if (broken !== undefined) {
    const told = explain(text);
    faults.push(...told);
    if (told.length === 0) {
      faults.push({ ...broken, message: 'this cannot be read', hint: 'each line has one statement' });
    }
  }
  return {
    text,
    program: { statements: built.statements, labels: built.labels },
    diagnostics: diagnose(text, faults),
    unread: unreadWords(text, broken === undefined ? [] : faults),
    tree,
  };
}

// A text that is not read at all, for one reason.
function refused(text: string, fault: Fault): Parsed {
  return {
    text,
    program: { statements: [], labels: [] },
    diagnostics: diagnose(text, [fault]),
    unread: unreadWords(text, [fault]),
    tree: parser.parse(''),
  };
}

/** At most this many mistakes are reported. */
export const FAULTS_MAX = 100;

/** Gives faults their line and column, in order of place. */
export function diagnose(text: string, faults: readonly Fault[]): Diagnostic[] {
  const lines = lineIndex(text);
  return [...faults]
    .sort((a, b) => a.from - b.from)
    .slice(0, FAULTS_MAX)
    .map(({ from, to, ...told }) => ({ from, to, ...lines.place(from), ...told }));
}

function unreadWords(text: string, faults: readonly Fault[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const fault of faults) {
    const start = text.lastIndexOf('\n', fault.from - 1) + 1;
    const newline = text.indexOf('\n', fault.from);
    const line = text.slice(start, newline < 0 ? text.length : newline);
    for (const word of line.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []) words.add(word);
  }
  return words;
}
