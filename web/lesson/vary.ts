// SPDX-License-Identifier: GPL-2.0-or-later
//
// Variants of a prediction: a seed gives each `let` that varies a value of its own, and takes one of the scenarios and
// one of the lines. The line that is asked about is shown with numbers in place of names. Pure.

import { splitMix64, type Random } from '../base/random';
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

/** Which of the scenarios and of the lines a variant has, from 0; 0 is the one that is written first. */
export interface Pick {
  readonly state: number;
  readonly line: number;
}

/** How many scenarios and lines a variant may have. */
export function picksOf({ others, about }: Predict): Pick {
  return { state: others.length + 1, line: about.kind === 'line' ? about.others.length + 1 : 1 };
}

/** Whether a seed can change anything. */
export function isVaried(predict: Predict): boolean {
  const { state, line } = picksOf(predict);
  return predict.vary.length > 0 || state > 1 || line > 1;
}

/** `seed` null: as it is written. `attempt`: another draw of the same seed. */
export function variantOf(predict: Predict, seed: number | null, attempt = 0): Variant {
  if (seed === null) return variantAt(predict, { state: 0, line: 0 }, new Map());
  const random = splitMix64(BigInt(seed) * 1_000n + BigInt(attempt));
  const values = drawn(predict.vary, random);
  const of = picksOf(predict);
  const pick = (count: number): number => (count < 2 ? 0 : Number(random.next() % BigInt(count)));
  return variantAt(predict, { state: pick(of.state), line: pick(of.line) }, values);
}

/** The variant with this scenario and this line; names that `values` does not have keep what is written. */
export function variantAt(predict: Predict, pick: Pick, values: ReadonlyMap<string, bigint>): Variant {
  const { before: first, others, about } = predict;
  const before = withValues(compose(pick.state === 0 ? first : (others[pick.state - 1] ?? first)).text, values);
  if (about.kind === 'step') return { before, line: null, values };
  const source = pick.line === 0 ? about.source : (about.others[pick.line - 1] ?? about.source);
  return { before: withoutUnused(before, predict), line: withNumbers(source.text, before), values };
}

// Without the `let` of a varied name that only the line uses: the line has the number in place of the name.
function withoutUnused(before: string, { vary, asks }: Predict): string {
  const asked = asks.map(({ expression }) => expression).join('\n');
  return vary.reduce((text, { name }) => {
    const rest = text.replace(new RegExp(`^[ \\t]*let ${name} = \\w+[ \\t]*\\n`, 'm'), '');
    return new RegExp(`\\b${name}\\b`).test(`${rest}\n${asked}`) ? text : rest;
  }, before);
}

function drawn(vary: readonly Vary[], random: Random): Map<string, bigint> {
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

/** The first number of a line; null if it has none. */
export function firstNumberIn(line: string): Index | null {
  const [first] = expressionsIn(parse(line).program.statements)
    .map(({ expression }) => expression)
    .sort((a, b) => a.from - b.from);
  return first?.kind === 'number' ? (first.value as Index) : null;
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
