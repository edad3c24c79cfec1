// SPDX-License-Identifier: GPL-2.0-or-later
//
// The common part of building statements from Lezer's tree: nodes as plain objects, and words, ranges, expressions and
// values in them. build.ts and build-spaces.ts build the statements.

import type { LineIndex } from '../../base/text';
import { EXPRESSION_DEPTH_MAX } from './depth';
import { readNumber, readString } from './literals';
import type { BinaryOperator, Expression, Fault, Range, Span, Value, Word } from './syntax';

export interface Builder {
  readonly text: string;
  readonly lines: LineIndex;
  readonly labels: Map<string, number>;
  readonly faults: Fault[];
  readonly broken: Span[];
}

export const NOWHERE: Expression = { kind: 'number', value: 0n, spelling: '0', from: 0, to: 0 };
export const EXPRESSIONS = new Set(['Number', 'Max', 'Variable', 'Call', 'Binary']);
export const VALUES = new Set([...EXPRESSIONS, 'String', 'Null', 'Zero']);

// A node of Lezer's tree as a plain object: quicker to go over again and again than a cursor, and of any depth.
export interface SyntaxNode {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly isError: boolean;
  /** An error stands in it, its blocks left aside: those are looked through statement by statement. */
  broken: boolean;
  readonly children: SyntaxNode[];
}

export function children(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children;
}

export function child(node: SyntaxNode, name: string): SyntaxNode | null {
  for (const one of node.children) if (one.name === name) return one;
  return null;
}

// A fault that one mistake would bring many of.
export function once(builder: Builder, fault: Fault): void {
  if (!builder.faults.some((one) => one.message === fault.message)) builder.faults.push(fault);
}

// The expression of a part of a statement, such as `count N`; null when the part does not stand there.
export function partOf(builder: Builder, node: SyntaxNode, part: string): Expression | null {
  const found = child(node, part);
  return found === null ? null : expressionAt(builder, found, 0);
}

export function isWord(node: SyntaxNode): boolean {
  return /^[a-z_]+$/.test(node.name);
}

export function word(builder: Builder, node: SyntaxNode): Word {
  return { text: builder.text.slice(node.from, node.to), from: node.from, to: node.to };
}

export function wordIn(builder: Builder, node: SyntaxNode, kind: string): Word {
  return word(builder, child(node, kind) ?? node);
}

export function inTree(builder: Builder, node: SyntaxNode): Word | null {
  const found = child(node, 'In');
  return found === null ? null : wordIn(builder, found, 'TreeName');
}

export function rangeIn(builder: Builder, node: SyntaxNode): Range {
  const range = child(node, 'Range') ?? node;
  const operator = child(range, 'RangeOp');
  const form = operator === null ? 'one' : operator.to - operator.from === 2 ? 'to' : 'length';
  return {
    from: range.from,
    to: range.to,
    form,
    first: expressionAt(builder, range, 0),
    second: form === 'one' ? null : expressionAt(builder, range, 1),
  };
}

export function expressionAt(builder: Builder, node: SyntaxNode, at: number): Expression {
  const found = children(node).filter((one) => EXPRESSIONS.has(one.name))[at];
  return found === undefined ? NOWHERE : buildExpression(builder, found, 0);
}

export function valueAt(builder: Builder, node: SyntaxNode, at: number): Value {
  const found = children(node).filter((one) => VALUES.has(one.name))[at];
  if (found === undefined) return NOWHERE;
  const place = { from: found.from, to: found.to };
  if (found.name === 'Null') return { ...place, kind: 'null' };
  if (found.name === 'Zero') return { ...place, kind: 'zero' };
  if (found.name === 'String') return { ...place, kind: 'string', text: stringOf(builder, found) };
  return buildExpression(builder, found, 0);
}

// A value that is stored: a string that stands here first gets its number.
export function storedValue(builder: Builder, node: SyntaxNode, at: number): Value {
  const value = valueAt(builder, node, at);
  if (value.kind === 'string' && !builder.labels.has(value.text)) builder.labels.set(value.text, builder.labels.size);
  return value;
}

export function stringOf(builder: Builder, node: SyntaxNode): string {
  const read = readString(builder.text.slice(node.from, node.to));
  if ('value' in read) return read.value;
  builder.faults.push({
    from: node.from + read.at,
    to: node.from + read.at + 2,
    message: read.message,
    hint: read.hint,
  });
  return '';
}

export function buildExpression(builder: Builder, node: SyntaxNode, depth: number): Expression {
  const place = { from: node.from, to: node.to };
  if (depth > EXPRESSION_DEPTH_MAX) {
    if (depth === EXPRESSION_DEPTH_MAX + 1) {
      once(builder, {
        ...place,
        message: `the expression is nested more than ${EXPRESSION_DEPTH_MAX} deep`,
        hint: 'name a part of it with let',
      });
    }
    return NOWHERE;
  }
  const spelling = (one: SyntaxNode): string => builder.text.slice(one.from, one.to);
  switch (node.name) {
    case 'Number': {
      const read = readNumber(spelling(node));
      if ('value' in read) return { ...place, kind: 'number', value: read.value, spelling: spelling(node) };
      builder.faults.push({ ...place, ...read });
      return NOWHERE;
    }
    case 'Max':
      return { ...place, kind: 'max' };
    case 'Call': {
      const args = children(node).filter((one) => EXPRESSIONS.has(one.name));
      const callee = word(builder, child(node, 'Callee') ?? node);
      return { ...place, kind: 'call', callee, args: args.map((one) => buildExpression(builder, one, depth + 1)) };
    }
    case 'Binary': {
      const sides = children(node).filter((one) => EXPRESSIONS.has(one.name));
      const operator = spelling(child(node, 'ArithOp') ?? node) as BinaryOperator;
      const left = buildExpression(builder, sides[0] as SyntaxNode, depth + 1);
      return {
        ...place,
        kind: 'binary',
        operator,
        left,
        right: buildExpression(builder, sides[1] as SyntaxNode, depth + 1),
      };
    }
    default:
      return { ...place, kind: 'name', name: spelling(node) };
  }
}
