// SPDX-License-Identifier: GPL-2.0-or-later
//
// The syntax tree of a scenario: plain data, closed unions on `kind`, every node with its place.
//
// Parentheses are not kept: a tree says what binds to what, and the printer sets them where they are needed.

import type { Diagnostic } from '../../model/diagnostic';
import { OPS, type OpTraits } from '../../model/ops';

/** Character offsets in the text, `to` exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A fault at a place of the text; parser.ts adds line and column. */
export type Fault = Span & Pick<Diagnostic, 'message' | 'hint' | 'mistake'>;

/** A name where it stands in the text. */
export interface Word extends Span {
  readonly text: string;
}

export type BinaryOperator = '*' | '/' | '%' | '+' | '-' | '<<' | '>>' | '&' | '^' | '|';
export type CompareOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type Expression = Span &
  (
    | { readonly kind: 'number'; readonly value: bigint; readonly spelling: string }
    | { readonly kind: 'max' }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'call'; readonly callee: Word; readonly args: readonly Expression[] }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
      }
  );

/** A value to store or to compare with: an expression, a label, NULL or the zero entry. */
export type Value =
  | Expression
  | (Span &
      ({ readonly kind: 'string'; readonly text: string } | { readonly kind: 'null' } | { readonly kind: 'zero' }));

/** `A`, `A..B`, `A..+L`. */
export interface Range extends Span {
  readonly form: 'one' | 'to' | 'length';
  readonly first: Expression;
  /** B or L; null when `form` is 'one'. */
  readonly second: Expression | null;
}

/** The attributes of a mapping that the text gives. */
export interface MappingWords {
  /** `none`, or letters of `rwx` in that order. */
  readonly perms: Perms;
  readonly shared: boolean;
  readonly grows: boolean;
  /** `at` null: from the file's first byte on. */
  readonly file: { readonly path: string; readonly at: Expression | null } | null;
}

export type Perms = 'none' | 'r' | 'w' | 'x' | 'rw' | 'rx' | 'wx' | 'rwx';

/** Statements that move a fresh state with a count and a limit: `mas_` and this word. */
export type IterationWord = 'next' | 'prev' | 'find' | 'find_rev' | 'next_range' | 'prev_range';

interface Place extends Span {
  /** 1-based place of `from`. */
  readonly line: number;
  readonly column: number;
}

export type Statement = { [K in Kind]: Place & { readonly kind: K } & Bodies[K] }[Kind];

/**
 * The fields of each kind of statement besides its place. Every module of scenario/statements adds its own kinds here
 * by `declare module`.
 */
export interface Bodies {
  /** A statement of the language that this version does not run; its text as written. */
  later: { readonly word: Word; readonly text: string };
}

export type Kind = keyof Bodies;

/** A statement of a kind, or of one of several. */
export type Of<K extends Kind> = Extract<Statement, { readonly kind: K }>;

/** The word that a statement begins with: what follows a hyphen in its kind distinguishes its forms. */
export function wordOf(statement: { readonly kind: Kind }): string {
  return statement.kind.replace(/-.*/, '');
}

const NO_TRAITS: OpTraits = {};

/** The traits of the operation that a statement is; none of one that is no step. */
export function traitsOfStatement(statement: { readonly kind: Kind }): OpTraits {
  return (OPS as Readonly<Record<string, OpTraits>>)[wordOf(statement)] ?? NO_TRAITS;
}

export type Expectation = Span &
  (
    | { readonly kind: 'error'; readonly name: Word }
    | { readonly kind: 'ok' }
    | { readonly kind: 'valid'; readonly tree: Word | null }
    | { readonly kind: 'same' | 'identical'; readonly left: Word; readonly right: Word }
    | { readonly kind: 'exists' | 'absent'; readonly name: Word }
    | { readonly kind: 'compare'; readonly operator: CompareOperator; readonly left: Value; readonly right: Value }
  );

export interface Program {
  readonly statements: readonly Statement[];
  /** Labels in the order of their first place as a stored value: labels[k] is the value entry 2^32+1+k. */
  readonly labels: readonly string[];
}
