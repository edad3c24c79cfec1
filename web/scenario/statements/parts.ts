// SPDX-License-Identifier: GPL-2.0-or-later
//
// The parts that statements are made of: how each is read from the grammar's tree, printed and checked.

import type { Checking } from '../names/checking';
import {
  child,
  children,
  expressionAt,
  inTree,
  partOf,
  rangeIn,
  storedValue,
  wordIn,
  type Builder,
  type SyntaxNode,
} from '../syntax/build-nodes';
import { printExpression, printIn, printPart, printRange, printValue } from '../syntax/print-parts';
import type { Expression, Range, Statement, Value, Word } from '../syntax/syntax';

/** Where a part is read from. `body` is the statement's block, already read. */
export interface Source {
  readonly builder: Builder;
  readonly node: SyntaxNode;
  readonly body: readonly Statement[];
}

export interface Part<T> {
  build(source: Source): T;
  /** The text with the blank before it; empty where nothing is written. */
  print(value: T, block: (body: readonly Statement[]) => string): string;
  check?(value: T, checker: Checking): void;
}

/** A part for each field of a statement. */
export type Parts<B> = { readonly [K in keyof B]: Part<B[K]> };

/** A name; `node` says what of, `before` is the word in front of it. */
export function name(node: string, before = ''): Part<Word> {
  return {
    build: ({ builder, node: at }) => wordIn(builder, at, node),
    print: ({ text }) => `${before === '' ? '' : ` ${before}`} ${text}`,
  };
}

/** `in TREE`, or the current one. */
export const tree: Part<Word | null> = { build: ({ builder, node }) => inTree(builder, node), print: printIn };

/** Expression number `at` of the statement. */
export function expression(at = 0, before = ''): Part<Expression> {
  return {
    build: ({ builder, node }) => expressionAt(builder, node, at),
    print: (value) => printPart(before, value),
    check: (value, checker) => checker.expression(value),
  };
}

export function range(before = ''): Part<Range> {
  return {
    build: ({ builder, node }) => rangeIn(builder, node),
    print: (value) => `${before === '' ? '' : ` ${before}`} ${printRange(value)}`,
    check: (value, checker) => checker.range(value),
  };
}

/** `= V`. `at`: its place among the statement's expressions and values. */
export function value(at = 0): Part<Value> {
  return {
    build: ({ builder, node }) => storedValue(builder, node, at),
    print: (one) => ` = ${printValue(one)}`,
    check: (one, checker) => checker.value(one),
  };
}

/** An expression behind a word of its own, which may be left out. `node` is both together. */
export function optional(node: string, before: string): Part<Expression | null> {
  return {
    build: ({ builder, node: at }) => partOf(builder, at, node),
    print: (one) => printPart(before, one),
    check: (one, checker) => checker.expression(one),
  };
}

/** One of several words, or none of them. */
export function oneOf<W extends string>(...words: readonly W[]): Part<W | null> {
  return {
    build: ({ node }) => words.find((word) => child(node, word) !== null) ?? null,
    print: (word) => (word === null ? '' : ` ${word}`),
  };
}

/** `from top`. */
export const side: Part<'bottom' | 'top'> = {
  build: ({ node }) => (child(node, 'FromTop') === null ? 'bottom' : 'top'),
  print: (one) => (one === 'top' ? ' from top' : ''),
};

export const block: Part<readonly Statement[]> = {
  build: ({ body }) => body,
  print: (body, printed) => ` ${printed(body)}`,
};

/** A field that is printed with another one. */
export function silent<T>(build: (source: Source) => T): Part<T> {
  return { build, print: () => '' };
}

/** A part without anything to check. */
export function part<T>(build: (source: Source) => T, print: (value: T) => string): Part<T> {
  return { build, print };
}

/** All words of the node, in order. */
export function wordsOf(node: SyntaxNode): readonly string[] {
  return children(node).map((one) => one.name);
}

/** `printExpression` of a value that may be missing. */
export function spelled(one: Expression | null, unless: string): string {
  return one === null ? unless : printExpression(one);
}
