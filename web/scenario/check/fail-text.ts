// SPDX-License-Identifier: GPL-2.0-or-later
//
// Another future of a text: the same lines, with one more that makes exactly one request to the node allocator fail.
// Pure. A `fail request K` stands before the statement whose step made the request, or before the whole loop that the
// statement is in: requests are counted from there on, over all trees. Where such a line would take the place of
// another failure that waits, or where another would take its place, there is no such text, and it is said why.

import type { Expression, Statement } from '../syntax/syntax';
import { parse } from '../language/parser';

/** The requests as a run reports them. */
export interface RunRequests {
  /** The line of each step, from step 1. */
  readonly lines: ArrayLike<number>;
  /** Of each request in order: its step, and whether it was refused. */
  readonly requests: readonly { readonly step: number; readonly refused: boolean }[];
  /** After each step, from step 0 on: how many requests could have been made to fail so far. */
  readonly passed: ArrayLike<number>;
}

export type FailText =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** The new line. */ readonly line: number;
      /** K of it. */ readonly k: number;
    }
  /** One sentence. */
  | { readonly kind: 'none'; readonly why: string };

/**
 * The text in which a request (its place among those of the run, from 0) fails and everything before goes as it went.
 */
export function failText(text: string, run: RunRequests, request: number): FailText {
  const { lines, requests, passed } = run;
  const wanted = requests[request];
  if (wanted === undefined) return none('The run has no such request.');
  if (wanted.refused) return none('This request is already refused.');
  const { statements } = parse(text).program;
  const line = lines[wanted.step - 1] ?? 0;
  const around = statements.filter((one) => one.line <= line && line <= lastLine(text, one));
  const statement = around[0];
  if (statement === undefined) return none('The text has changed since it was run.');
  if (around.length > 1)
    return none(
      'That line has several statements. Put each on a line of its own, so that a failure can stand between them.',
    );
  const inside = within(statement);
  if (inside.some(({ kind }) => kind === 'sweep'))
    return none('A sweep made this request, and makes requests fail by itself: open one of its runs instead.');
  if (inside.some(arms))
    return none('The block that made this request has a failure of its own, and only one can wait for a request.');
  // Later stores of a call that has changed its tree are granted whatever waits, and count nothing down.
  const nth = request - requests.findIndex(({ step }) => step === wanted.step);
  if (nth >= passedBy(passed, wanted.step) - passedBy(passed, wanted.step - 1))
    return none(
      'This request cannot be refused here: the call has already changed the tree, and the rest of it ' +
        'always succeeds. Linux may be refused here, and then keeps the changes made so far.',
    );
  const first = firstStep(lines, wanted.step, statement.line, lastLine(text, statement));
  const before = requests.findIndex(({ step }) => step >= first);
  const waiting = waitingAt(statements, statement, { ...run, requests: requests.slice(0, before) });
  if (waiting !== null)
    return none(`The failure of line ${waiting} still waits there, and only one can wait for a request.`);
  const k = passedBy(passed, wanted.step - 1) - passedBy(passed, first - 1) + nth + 1;
  const at = text.lastIndexOf('\n', statement.from - 1) + 1;
  return { kind: 'text', text: `${text.slice(0, at)}fail request ${k}\n${text.slice(at)}`, line: statement.line, k };
}

function passedBy(passed: ArrayLike<number>, step: number): number {
  return passed[step] ?? 0;
}

function none(why: string): FailText {
  return { kind: 'none', why };
}

function lastLine(text: string, { line, from, to }: Statement): number {
  return line + text.slice(from, to).split('\n').length - 1;
}

function within(statement: Statement): readonly Statement[] {
  return 'body' in statement ? [statement, ...statement.body.flatMap(within)] : [statement];
}

// A failure of one request is replaced by another of these, and `fail off` clears it.
function arms(one: Statement): boolean {
  return (
    one.kind === 'fail-every' ||
    one.kind === 'fail-chance' ||
    one.kind === 'fail-off' ||
    (one.kind === 'fail-site' && one.site === 'request')
  );
}

// The first of the steps that the statement made: they come one after the other.
function firstStep(lines: ArrayLike<number>, step: number, from: number, to: number): number {
  let first = step;
  while (first > 1 && (lines[first - 2] ?? 0) >= from && (lines[first - 2] ?? 0) <= to) first--;
  return first;
}

// The line of a failure that may still be to come when the statement begins; null if there is none.
function waitingAt(all: readonly Statement[], statement: Statement, { lines, requests }: RunRequests): number | null {
  const earlier = all.slice(0, all.indexOf(statement));
  const last = earlier.findLastIndex((one) => within(one).some(arms));
  const arming = earlier[last];
  if (arming === undefined || arming.kind === 'fail-off') return null;
  // In a loop: it may have been armed any time.
  if (arming.kind === 'repeat' || arming.kind === 'for' || 'body' in arming)
    return within(arming).find(arms)?.line ?? arming.line;
  const times =
    arming.kind === 'fail-site'
      ? arming.times === null
        ? 1
        : known(arming.times)
      : arming.kind === 'fail-every' || arming.kind === 'fail-chance'
        ? arming.times === null
          ? Infinity
          : known(arming.times)
        : Infinity;
  // It does not show which request `fail node` refused.
  const nodes = earlier.flatMap(within).some((one) => one.kind === 'fail-site' && one.site === 'node');
  const refused = requests.filter(({ step, refused: was }) => was && (lines[step - 1] ?? 0) > arming.line).length;
  return nodes || refused < times ? arming.line : null;
}

function known(count: Expression): number {
  return count.kind === 'number' ? Number(count.value) : Infinity;
}
