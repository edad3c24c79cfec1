// SPDX-License-Identifier: GPL-2.0-or-later
//
// Parts of statements as text: expressions, ranges, values.

import { assertNever } from '../../base/assert';
import { printString } from './literals';
import type { BinaryOperator, Expression, Range, Value, Word } from './syntax';

const BINDING: Readonly<Record<BinaryOperator, number>> = {
  '*': 6,
  '/': 6,
  '%': 6,
  '+': 5,
  '-': 5,
  '<<': 4,
  '>>': 4,
  '&': 3,
  '^': 2,
  '|': 1,
};

/** ` count 3`, or nothing. */
export function printPart(word: string, expression: Expression | null): string {
  return expression === null ? '' : `${word === '' ? '' : ` ${word}`} ${printExpression(expression)}`;
}

/** ` in t`, or nothing. */
export function printIn(tree: Word | null): string {
  return tree === null ? '' : ` in ${tree.text}`;
}

/** `A`, `A..B` or `A..+L`. */
export function printRange(range: Range): string {
  const first = printExpression(range.first);
  if (range.second === null) return first;
  return `${first}${range.form === 'to' ? '..' : '..+'}${printExpression(range.second)}`;
}

/** A stored value or a side of a comparison. */
export function printValue(value: Value): string {
  if (value.kind === 'string') return printString(value.text);
  if (value.kind === 'null' || value.kind === 'zero') return value.kind;
  return printExpression(value);
}

/** With parentheses only where they are needed. */
export function printExpression(expression: Expression, above = 0): string {
  switch (expression.kind) {
    case 'number':
      return expression.spelling;
    case 'max':
      return 'max';
    case 'name':
      return expression.name;
    case 'call':
      return `${expression.callee.text}(${expression.args.map((one) => printExpression(one)).join(', ')})`;
    case 'binary': {
      const binding = BINDING[expression.operator];
      const left = printExpression(expression.left, binding);
      const right = printExpression(expression.right, binding + 1);
      const text = `${left} ${expression.operator} ${right}`;
      return binding < above ? `(${text})` : text;
    }
    default:
      return assertNever(expression);
  }
}
