// SPDX-License-Identifier: GPL-2.0-or-later
//
// From Lezer's tree to the syntax tree: what parser.ts is made of. Statements whose Lezer tree holds an error are left
// out and reported to the caller. Faults of literals and of maps lines are found here, since the grammar lets them
// pass.

import type { Tree } from '@lezer/common';
import { lineIndex } from '../../base/text';
import { definitionAt } from '../statements/all';
import type { Part } from '../statements/parts';
import { child, isWord, once, type Builder, type SyntaxNode } from '../syntax/build-nodes';
import { BLOCK_DEPTH_MAX, TOO_DEEP } from '../syntax/depth';
import type { Fault, Span, Statement } from '../syntax/syntax';

export interface Built {
  readonly statements: readonly Statement[];
  readonly labels: readonly string[];
  readonly faults: readonly Fault[];
  /** Places of the statements that were left out because they hold an error. */
  readonly broken: readonly Span[];
}

/** Builds everything in Lezer's tree of `text`. */
export function build(tree: Tree, text: string): Built {
  const builder: Builder = { text, lines: lineIndex(text), labels: new Map(), faults: [], broken: [] };
  const statements = buildBlock(builder, plainTree(tree), 0);
  return { statements, labels: [...builder.labels.keys()], faults: builder.faults, broken: builder.broken };
}

function plainTree(tree: Tree): SyntaxNode {
  const cursor = tree.cursor();
  const plain = (): SyntaxNode => {
    const isError = cursor.type.isError;
    return { name: cursor.name, from: cursor.from, to: cursor.to, isError, broken: isError, children: [] };
  };
  const top = plain();
  const path = [top];
  let descended = cursor.firstChild();
  while (path.length > 0) {
    if (descended) {
      const node = plain();
      (path.at(-1) as SyntaxNode).children.push(node);
      path.push(node);
      descended = cursor.firstChild();
      continue;
    }
    const done = path.pop() as SyntaxNode;
    const parent = path.at(-1);
    if (parent === undefined) break;
    if (done.broken && done.name !== 'Block') parent.broken = true;
    descended = cursor.nextSibling();
    if (!descended) cursor.parent();
  }
  return top;
}

function buildBlock(builder: Builder, block: SyntaxNode, depth: number): Statement[] {
  const statements: Statement[] = [];
  const take = (node: SyntaxNode): void => {
    if (node.name === 'Line') {
      for (const one of node.children) take(one);
    } else if (node.isError || isWord(node)) {
      // A word stands in a statement; one that stands outside has lost it.
      builder.broken.push({ from: node.from, to: node.to });
    } else if (/^[A-Z]/.test(node.name) && node.name !== 'Comment') {
      const built = buildStatement(builder, node, depth);
      if (built !== null) statements.push(built);
    }
  };
  for (const one of block.children) take(one);
  return statements;
}

function buildStatement(builder: Builder, node: SyntaxNode, depth: number): Statement | null {
  const block = child(node, 'Block');
  if (node.broken) builder.broken.push({ from: node.from, to: block?.from ?? node.to });
  let body: readonly Statement[] = [];
  if (block !== null) {
    if (depth < BLOCK_DEPTH_MAX) body = buildBlock(builder, block, depth + 1);
    else once(builder, { from: block.from, to: block.from + 1, message: TOO_DEEP, hint: '' });
  }
  if (node.broken) return null;
  const { kind, parts } = definitionAt(node);
  const source = { builder, node, body };
  const made: Record<string, unknown> = { kind };
  for (const [key, part] of Object.entries<Part<unknown>>(parts)) made[key] = part.build(source);
  return { ...made, from: node.from, to: node.to, ...builder.lines.place(node.from) } as unknown as Statement;
}
