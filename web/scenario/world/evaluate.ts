// SPDX-License-Identifier: GPL-2.0-or-later
//
// Expressions, ranges and values: unsigned 64-bit arithmetic that never wraps. Everything that depends on the run
// (variables, functions) is asked of an Environment.

import { assertNever } from '../../base/assert';
import { index, MAX, toHex, type Index } from '../../base/index64';
import { RunError } from './run-error';
import type { BinaryOperator, CompareOperator, Expression, Range, Span, Value } from '../syntax/syntax';

/** The value of an expression, or of a side of `expect`. */
export type Result =
  | { readonly kind: 'number'; readonly value: Index }
  | { readonly kind: 'null' }
  | { readonly kind: 'zero' }
  | { readonly kind: 'label'; readonly text: string };

export interface Environment {
  /** The variable's value; null when there is none of this name. */
  variable(name: string): Index | null;
  call(call: Extract<Expression, { kind: 'call' }>): Result;
}

/** A range after evaluation; `reversed` when its first index is above its last. */
export interface Bounds {
  readonly first: Index;
  readonly last: Index;
  readonly reversed: boolean;
}

/** The number that an expression comes to. */
export function evaluate(expression: Expression, environment: Environment): Index {
  switch (expression.kind) {
    case 'number':
      return expression.value as Index;
    case 'max':
      return MAX;
    case 'name': {
      const value = environment.variable(expression.name);
      if (value === null) throw new RunError(expression, `\`${expression.name}\` is not a variable here`);
      return value;
    }
    case 'binary': {
      const left = evaluate(expression.left, environment);
      return calculate(expression, expression.operator, left, evaluate(expression.right, environment));
    }
    case 'call': {
      const result = environment.call(expression);
      if (result.kind === 'number') return result.value;
      throw new RunError(
        expression,
        `${expression.callee.text}() is ${resultText(result)} here, which is not a number`,
      );
    }
    default:
      return assertNever(expression);
  }
}

/** A value evaluated: a number, NULL, the zero entry or a label. */
export function evaluateValue(value: Value, environment: Environment): Result {
  if (value.kind === 'string') return { kind: 'label', text: value.text };
  if (value.kind === 'null' || value.kind === 'zero') return { kind: value.kind };
  if (value.kind === 'call') return environment.call(value);
  return { kind: 'number', value: evaluate(value, environment) };
}

/** First and last index. A length of 0 and a last index beyond 2^64−1 are run errors; a reversed range is reported. */
export function evaluateRange(range: Range, environment: Environment): Bounds {
  const first = evaluate(range.first, environment);
  if (range.second === null) return { first, last: first, reversed: false };
  const second = evaluate(range.second, environment);
  if (range.form === 'to') return { first, last: second, reversed: first > second };
  if (second === 0n) throw new RunError(range, 'a range has at least one index');
  const last = first + second - 1n;
  if (last > MAX) throw new RunError(range, `${first} ..+ ${second} goes beyond 2^64−1`);
  return { first, last: index(last), reversed: false };
}

/** The same where a call cannot take a reversed range. */
export function evaluateForward(range: Range, environment: Environment): Bounds {
  const bounds = evaluateRange(range, environment);
  if (bounds.reversed) {
    // In their spelling; a computed number in the base of its neighbour.
    const { first, second } = range;
    const decimal = [first, second].some((one) => one?.kind === 'number' && !one.spelling.startsWith('0x'));
    const told = (one: Expression | null, value: Index): string =>
      one?.kind === 'number' ? one.spelling : decimal ? String(value) : toHex(value);
    throw new RunError(
      range,
      `the range is reversed: ${told(first, bounds.first)} is above ${told(second, bounds.last)}`,
      'reversed',
    );
  }
  return bounds;
}

function calculate(at: Span, operator: BinaryOperator, left: Index, right: Index): Index {
  const result = exact(at, operator, left, right);
  if (result < 0n) throw new RunError(at, `${left} − ${right} is below 0; numbers are 0 … 2^64−1`, 'below zero');
  if (result > MAX) throw new RunError(at, `${left} ${operator} ${right} is more than 2^64−1`);
  return result as Index;
}

function exact(at: Span, operator: BinaryOperator, left: bigint, right: bigint): bigint {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
    case '%':
      if (right === 0n) throw new RunError(at, `${left} ${operator} 0: division by zero`);
      return operator === '/' ? left / right : left % right;
    case '<<':
    case '>>':
      if (right > 63n) throw new RunError(at, `${left} ${operator} ${right}: a shift is by 0 … 63`);
      return operator === '<<' ? left << right : left >> right;
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    default:
      return assertNever(operator);
  }
}

/** How a result is shown in messages. */
export function resultText(result: Result): string {
  if (result.kind === 'number') return result.value.toString();
  if (result.kind === 'label') return JSON.stringify(result.text);
  return result.kind;
}

/** Whether `left operator right` holds. Only numbers have an order: < and the like never hold for anything else. */
export function compare(left: Result, operator: CompareOperator, right: Result): boolean {
  if (operator === '=') return equal(left, right);
  if (operator === '!=') return !equal(left, right);
  if (left.kind !== 'number' || right.kind !== 'number') return false;
  if (operator === '<') return left.value < right.value;
  if (operator === '<=') return left.value <= right.value;
  if (operator === '>') return left.value > right.value;
  return left.value >= right.value;
}

function equal(left: Result, right: Result): boolean {
  if (left.kind === 'number') return right.kind === 'number' && left.value === right.value;
  if (left.kind === 'label') return right.kind === 'label' && left.text === right.text;
  return left.kind === right.kind;
}
