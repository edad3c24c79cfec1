// SPDX-License-Identifier: GPL-2.0-or-later
//
// The interface for the check of a statement: its questions and reports. The checker implements it.

import type { ExpressionContext } from './expressions';
import type { MadeKind } from './names';
import type { Expectation, Expression, Of, Range, Span, Statement, Value, Word } from '../syntax/syntax';

export interface Checking extends ExpressionContext {
  /** Whether the statement stands in a sweep, which arms the failures itself. */
  readonly inSweep: boolean;

  /** Names in the parts of a statement. */
  parts(statement: Statement): void;
  expression(expression: Expression | null): void;
  range(range: Range): void;
  value(value: Value): void;

  /** The tree that a statement is about must exist, and be of the kind that its traits say. */
  target(statement: Statement, tree: Word | null): void;
  /** The name of that tree as far as it is certain; null if not, or if there is none, which is then reported. */
  targetName(statement: Statement, tree: Word | null): string | null;
  /** The name must not be that of an address space. */
  mustBePlain(at: Span, name: string, statement: string): void;
  /** Whether a name that stands where an index could is a state's. */
  throughState(at: Expression, tree: Word | null): boolean;
  /** Whether the reader can exist here; if not, that is reported. */
  knownReader(name: Word): boolean;
  knownState(name: Word, stores?: boolean): void;
  unknown(name: Word, what: 'reader' | 'state' | 'tree or address space'): void;

  make(name: Word, kind: MadeKind, certainty: 'sure' | 'maybe', rcu?: boolean, of?: string | null): void;
  /** Binds a variable. `rebinds`: or assigns the one that is there. */
  bind(name: Word, rebinds: boolean): void;

  wordSpan(statement: Statement): Span;
  cannotSweep(statement: Statement): void;
  /** The blocks of statements that have one. */
  bulkBody(body: readonly Statement[]): void;
  loop(statement: Of<'repeat' | 'for'>): void;
  sweepBody(body: readonly Statement[]): void;
  expectation(what: Expectation): void;
}
