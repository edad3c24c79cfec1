// SPDX-License-Identifier: GPL-2.0-or-later
//
// An expression by itself, outside of a scenario: what may stand on a side of `expect`. Names are looked up where it
// is evaluated, since only there is it known which of them exist; spelling, functions and their arguments are checked
// here.

import { parse } from '../language/parser';
import { FUNCTIONS } from '../syntax/keywords';
import { nearest } from '../../base/text';
import type { Diagnostic } from '../../model/diagnostic';
import type { Expression, Value } from '../syntax/syntax';

export type ReadExpression =
  | { readonly kind: 'value'; readonly value: Value }
  /** `from` and `to` are offsets in the expression. */
  | { readonly kind: 'refused'; readonly fault: Pick<Diagnostic, 'from' | 'to' | 'message' | 'hint'> };

const BEFORE = 'expect ';
const BEHIND = ' = 0';

/** Reads `nodes(t)`, `max - 5`, `load(12)`. Never throws. */
export function readExpression(text: string): ReadExpression {
  const whole = { from: 0, to: text.length };
  if (text.trim() === '' || /[\n\r#]/.test(text))
    return refused({ ...whole, message: 'this is not an expression', hint: 'for example `nodes(t)`' });
  const { program, diagnostics } = parse(`${BEFORE}${text}${BEHIND}`);
  const [told] = diagnostics;
  if (told !== undefined) {
    const from = Math.min(Math.max(0, told.from - BEFORE.length), text.length);
    return refused({
      from,
      to: Math.max(from, Math.min(text.length, told.to - BEFORE.length)),
      message: told.message,
      hint: told.hint,
    });
  }
  const [only, more] = program.statements;
  if (
    more !== undefined ||
    only?.kind !== 'expect' ||
    only.what.kind !== 'compare' ||
    only.what.right.to !== BEFORE.length + text.length + BEHIND.length
  ) {
    return refused({ ...whole, message: 'this is not an expression', hint: 'for example `nodes(t)`' });
  }
  const value = only.what.left;
  const fault = value.kind === 'string' || value.kind === 'null' || value.kind === 'zero' ? null : faultOf(value);
  return fault === null ? { kind: 'value', value } : refused(fault);
}

type Fault = Extract<ReadExpression, { kind: 'refused' }>['fault'];

function refused(fault: Fault): ReadExpression {
  return { kind: 'refused', fault };
}

function faultOf(expression: Expression): Fault | null {
  if (expression.kind === 'binary') return faultOf(expression.left) ?? faultOf(expression.right);
  return expression.kind === 'call' ? faultOfCall(expression) : null;
}

// The interpreter relies on these properties of a call.
function faultOfCall(call: Extract<Expression, { kind: 'call' }>): Fault | null {
  const at = { from: call.from - BEFORE.length, to: call.to - BEFORE.length };
  const { text } = call.callee;
  const known = FUNCTIONS.find(({ word }) => word === text);
  if (known === undefined) {
    const all = FUNCTIONS.map(({ word }) => word);
    const near = nearest(text, all);
    return {
      ...at,
      message: `there is no function \`${text}\``,
      hint: near === null ? `functions are ${all.join(', ')}` : `did you mean \`${near}\`?`,
    };
  }
  const [least, most] = known.ofState ? [1, 1] : [known.args, known.args + (known.takesTree ? 1 : 0)];
  const names = known.ofState ? call.args : call.args.slice(known.args);
  if (call.args.length < least || call.args.length > most || names.some(({ kind }) => kind !== 'name')) {
    return { ...at, message: `\`${text}\` does not take these arguments`, hint: `its form is \`${known.form}\`` };
  }
  for (const one of call.args.slice(0, known.ofState ? 0 : known.args)) {
    const fault = faultOf(one);
    if (fault !== null) return fault;
  }
  return null;
}
