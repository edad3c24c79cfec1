// SPDX-License-Identifier: GPL-2.0-or-later
//
// All statements, by kind, by node of the grammar and by word.

import { STATEMENTS } from '../generated/statements';
import type { SyntaxNode } from '../syntax/build-nodes';
import { wordOf } from '../syntax/syntax';
import { NOT_RUN } from '../syntax/keywords';
import type { Ask, Definition } from './statement';

const BY_KIND: ReadonlyMap<string, Definition> = new Map(STATEMENTS.map((one) => [one.kind, one]));
const BY_NODE = new Map<string, readonly Definition[]>();
for (const one of STATEMENTS) BY_NODE.set(one.node, [...(BY_NODE.get(one.node) ?? []), one]);

/** The definition of a kind of statement, or of an operation. */
export function definitionOf(kind: string): Definition {
  const found = BY_KIND.get(kind);
  if (found === undefined) throw new Error(`\`${kind}\` is no statement`);
  return found;
}

/** The definition that a node of the grammar's tree is read by. */
export function definitionAt(node: SyntaxNode): Definition {
  const found = BY_NODE.get(node.name)?.find((one) => one.when?.(node) ?? true);
  if (found === undefined) throw new Error(`no statement reads ${node.name}`);
  return found;
}

/** The question where a statement that begins with a word breaks off. */
export function asksOf(word: string): readonly Ask[] {
  return STATEMENTS.flatMap((one) => (wordOf(one) === word ? (one.asks ?? []) : []));
}

/** The words that statements begin with, in the order of the grammar. */
export const STATEMENT_WORDS: readonly string[] = [
  ...new Set(STATEMENTS.flatMap((one) => (one.kind === 'later' ? [...NOT_RUN] : [wordOf(one)]))),
];
