// SPDX-License-Identifier: GPL-2.0-or-later
//
// Variants of a prediction: a seed gives each `let` that varies a value of its own. The line that is asked about is
// shown with numbers in place of names. Pure.

import { splitMix64 } from '../base/random';
import { evaluate, type Environment } from '../scenario/world/evaluate';
import { RunError } from '../scenario/world/run-error';
import { parse } from '../scenario/language/parser';
import { toHex, type Index } from '../base/index64';
import type { Expression, Statement } from '../scenario/syntax/syntax';
import type { Predict, Vary } from './lesson';
import { compose } from './places';

/** A scenario, in two pieces, and the values that its varied names have. */
export interface Variant {
  readonly before: string;
  /** The line that is asked about, with numbers for names; null where the question is about a step of `before`. */
  readonly line: string | null;
  readonly values: ReadonlyMap<string, bigint>;
}

/** `seed` null: as it is written. `attempt`: another draw of the same seed. */
export function variantOf(predict: Predict, seed: number | null, attempt = 0): Variant {
  const composed = compose(predict.before).text;
  const values =
    seed === null ? new Map<string, bigint>() : drawn(predict.vary, BigInt(seed) * 1_000n + BigInt(attempt));
  const before = withValues(composed, values);
  return {
    before,
    line: predict.about.kind === 'line' ? withNumbers(predict.about.source.text, before) : null,
    values,
  };
}

function drawn(vary: readonly Vary[], seed: bigint): Map<string, bigint> {
  const random = splitMix64(seed);
  return new Map(vary.map(({ name, first, last }) => [name, first + (random.next() % (last - first + 1n))]));
}

type Let = Extract<Statement, { kind: 'let' }>;

function letsOf(text: string): readonly Let[] {
  return parse(text).program.statements.filter((one) => one.kind === 'let');
}

// The first `let` of each name at the top of the text.
function withValues(text: string, values: ReadonlyMap<string, bigint>): string {
  let changed = text;
  for (const { name, value } of [...letsOf(text)].reverse()) {
    const now = values.get(name.text);
    if (now === undefined || value.kind !== 'number') continue;
    const written = value.spelling.startsWith('0x') ? toHex(now) : String(now);
    changed = changed.slice(0, value.from) + written + changed.slice(value.to);
  }
  return changed;
}

/** The line with numbers in place of names that `let` lines of the text set, and of what is computed from them. */
export function withNumbers(line: string, text: string): string {
  const names = new Map<string, Index>();
  const environment: Environment = {
    variable: (name) => names.get(name) ?? null,
    call: ({ from, to }) => {
      throw new RunError({ from, to }, 'only the run knows it');
    },
  };
  for (const { name, value } of letsOf(text)) {
    const known = calculated(value, environment);
    if (known === null) names.delete(name.text);
    else names.set(name.text, known);
  }
  const parsed = parse(line);
  if (parsed.diagnostics.length > 0) return line;
  const isHex = /\b0x/.test(line);
  let told = line;
  for (const { expression, isValue } of expressionsIn(parsed.program.statements).sort(
    (a, b) => b.expression.from - a.expression.from,
  )) {
    if (expression.kind === 'number' || expression.kind === 'max') continue;
    const value = calculated(expression, environment);
    if (value !== null)
      told =
        told.slice(0, expression.from) + (isHex && !isValue ? toHex(value) : String(value)) + told.slice(expression.to);
  }
  return told;
}

function calculated(expression: Expression, environment: Environment): Index | null {
  try {
    return evaluate(expression, environment);
  } catch (error) {
    if (error instanceof RunError) return null;
    throw error;
  }
}

const EXPRESSIONS: ReadonlySet<unknown> = new Set(['number', 'max', 'name', 'binary', 'call']);

// The outermost expressions of statements, wherever they stand but in blocks, whose names may be bound there.
function expressionsIn(statements: readonly Statement[]): { expression: Expression; isValue: boolean }[] {
  const found: { expression: Expression; isValue: boolean }[] = [];
  const visit = (node: unknown, isValue: boolean): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const one of node as unknown[]) visit(one, isValue);
    } else if ('from' in node && 'kind' in node && EXPRESSIONS.has(node.kind)) {
      found.push({ expression: node as Expression, isValue });
    } else for (const [key, one] of Object.entries(node)) visit(one, key === 'value');
  };
  for (const one of statements) visit({ ...one, kind: undefined, body: undefined }, false);
  return found;
}
