// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tree that is made too late: its line stands below the one that needs it, which says so instead of asking for
// another tree. Pure.

import { opsWith } from '../../model/ops';
import type { Diagnostic } from '../../model/diagnostic';
import type { Program, Statement } from '../syntax/syntax';
import { FUNCTIONS } from '../syntax/keywords';

/** Statements and functions that take an address space as well as a plain tree. */
const READS: ReadonlySet<string> = new Set([
  ...opsWith(({ reads, takes, placesState }) => reads === true && takes === undefined && placesState !== true),
  ...FUNCTIONS.flatMap(({ word, takesTree, ofMm }) => (takesTree && !ofMm ? [word] : [])),
]);

const MAKES = opsWith(({ makes }) => makes === true);

/** The diagnostics; where the line that has to come first stands below on its own, they name it. */
export function below(
  { text, program }: { readonly text: string; readonly program: Program },
  all: readonly Diagnostic[],
): readonly Diagnostic[] {
  return all.map((one) => {
    const made = madeBelow(text, program, one);
    if (made === null) return one;
    const message = one.mistake?.code === 'no-current' ? `there is no ${one.mistake.what} here yet` : one.message;
    const hint = `\`${text.slice(made.from, made.to)}\` is made below, in line ${made.line}: move that line up`;
    return { ...one, message, hint, mistake: { code: 'made-below', line: made.line } };
  });
}

function madeBelow(text: string, { statements }: Program, { mistake, from }: Diagnostic): Statement | null {
  const wanted = mistake?.code === 'no-current' ? mistake.what : undefined;
  const name = mistake?.code === 'unknown-tree' ? mistake.name : undefined;
  if (wanted === undefined && name === undefined) return null;
  // Where another one was there before, it may be that one that is meant.
  if (name === undefined && statements.some((one) => one.from < from && MAKES.has(one.kind))) return null;
  const space = wanted === 'address space' || READS.has(/^\w*/.exec(text.slice(from))?.[0] ?? '') || name !== undefined;
  const plain = wanted === 'tree' || name !== undefined;
  return (
    statements.find(
      (one) =>
        one.from > from &&
        ((one.kind === 'tree' && plain) || (one.kind === 'mm' && space)) &&
        (name === undefined || one.name.text === name),
    ) ?? null
  );
}
