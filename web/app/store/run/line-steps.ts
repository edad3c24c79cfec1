// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which step a line of the text is about, also where the line makes none. Pure.

import { stepsLike, wentWrong, type RunSummary } from '../../../model/run';

/**
 * The step that a line leads to, from 1: its own, the last one of several; the one that an `expect` checks, that a
 * `note` or `pause` stands before, that a `fail` makes fail. Null where it leads to none.
 */
export function stepOfLine({ steps, expects, notes }: RunSummary, text: string, line: number): number | null {
  const { lines } = steps;
  const own = lines.lastIndexOf(line) + 1;
  if (own > 0) return own;
  const check = expects.find((expect) => expect.line === line);
  if (check !== undefined) return check.step;
  const note = notes.find((one) => one.line === line);
  if (note !== undefined) return Math.min(note.step, steps.length);
  if (!/^\s*fail\b/.test(text.split('\n')[line - 1] ?? '')) return null;
  const below = (step: number): boolean => lines[step - 1]! > line;
  return stepsLike(steps, wentWrong).find(below) ?? (lines.findIndex((one) => one > line) + 1 || null);
}
