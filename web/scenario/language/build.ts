// SPDX-License-Identifier: GPL-2.0-or-later
//
// From Lezer's tree to the syntax tree: what parser.ts is made of. Statements whose Lezer tree holds an error are left
// out and told to the caller. Faults of literals and of maps lines are found here, since the grammar lets them pass.

import type { Tree } from '@lezer/common';
import { lineIndex } from '../../base/text';
import type { CorruptField } from '../../model/machine';
import type { Site } from '../../model/memory';
import {
  child,
  children,
  expressionAt,
  EXPRESSIONS,
  inTree,
  isWord,
  once,
  partOf,
  rangeIn,
  storedValue,
  stringOf,
  valueAt,
  word,
  wordIn,
  type Builder,
  type SyntaxNode,
} from '../syntax/build-nodes';
import { BLOCK_DEPTH_MAX, TOO_DEEP } from '../syntax/depth';
import { spaceBody } from './build-spaces';
import type {
  CompareOperator,
  Expectation,
  Expression,
  Fault,
  IterationWord,
  Span,
  Statement,
  StatementBody,
  Word,
} from '../syntax/syntax';

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
  const made = statementBody(builder, node, body);
  return { ...made, from: node.from, to: node.to, ...builder.lines.place(node.from) };
}

function statementBody(builder: Builder, node: SyntaxNode, body: readonly Statement[]): StatementBody {
  const name = (kind: string): Word => wordIn(builder, node, kind);
  const expression = (at = 0): Expression => expressionAt(builder, node, at);
  switch (node.name) {
    case 'Tree':
      return {
        kind: 'tree',
        name: name('NewName'),
        options: children(node)
          .slice(2)
          .filter(isWord)
          .map((one) => word(builder, one)),
      };
    case 'Use':
      return { kind: 'use', tree: name('TreeName') };
    case 'Store':
    case 'Insert':
    case 'Prealloc': {
      if (child(node, 'StateName') !== null) return { kind: 'store-prepared', state: name('StateName') };
      const kind = node.name.toLowerCase() as 'store' | 'insert' | 'prealloc';
      return { kind, range: rangeIn(builder, node), value: storedValue(builder, node, 0), tree: inTree(builder, node) };
    }
    case 'Erase':
    case 'Load':
      return { kind: node.name === 'Erase' ? 'erase' : 'load', at: expression(), tree: inTree(builder, node) };
    case 'Bulk': {
      const again = children(node).filter((one) => one.name === 'In')[1];
      if (again !== undefined)
        builder.faults.push({ from: again.from, to: again.to, message: 'the tree is named twice', hint: '' });
      return { kind: 'bulk', count: expression(), tree: inTree(builder, node), body };
    }
    case 'Gap':
      return {
        kind: 'gap',
        size: expression(),
        within: rangeIn(builder, node),
        side: sideOf(node),
        tree: inTree(builder, node),
      };
    case 'Alloc':
    case 'Cyclic':
      return allocationBody(builder, node);
    case 'Walk':
      return { kind: 'walk', at: expression(), tree: inTree(builder, node) };
    case 'Iterate':
      return iterationBody(builder, node);
    case 'Read':
      return { kind: 'read', source: name('TreeName'), at: expression(), name: name('NewName') };
    case 'Resume':
      return { kind: 'resume', reader: name('ReaderName'), count: partOf(builder, node, 'Count') };
    case 'Release':
      return { kind: 'release', reader: name('ReaderName') };
    case 'State':
      return { kind: 'state', name: name('NewName'), tree: inTree(builder, node) };
    case 'Place':
      return {
        kind: (node.children[0] ?? node).name as 'set' | 'aim',
        state: name('StateName'),
        range: rangeIn(builder, node),
      };
    case 'Reset':
      return { kind: 'reset', state: name('StateName') };
    case 'Prepare':
      return { kind: 'prepare', state: name('StateName'), value: storedValue(builder, node, 0) };
    case 'Search':
      return {
        kind: 'search',
        state: name('StateName'),
        size: expression(),
        within: rangeIn(builder, node),
        side: sideOf(node),
      };
    case 'Corrupt':
      return corruptBody(builder, node);
    case 'Dup':
      return { kind: 'dup', source: name('TreeName'), name: name('NewName') };
    case 'Destroy':
    case 'Exit':
      return { kind: node.name === 'Exit' ? 'exit' : 'destroy', tree: name('TreeName') };
    case 'Mm':
      return { kind: 'mm', name: name('NewName') };
    case 'Maps':
    case 'Trace':
    case 'Map':
    case 'Unmap':
    case 'Protect':
    case 'Brk':
    case 'Touch':
    case 'Advise':
    case 'Remap':
    case 'LockAll':
    case 'Limit':
    case 'Fork':
      return spaceBody(builder, node);
    case 'Sweep':
      return { kind: 'sweep', site: siteOf(node), times: partOf(builder, node, 'Times'), body };
    case 'Fail':
      return failBody(builder, node);
    case 'Let':
      return { kind: 'let', name: name('VariableName'), value: expression() };
    case 'Repeat': {
      const bound = child(node, 'VariableName');
      return { kind: 'repeat', count: expression(), name: bound === null ? null : word(builder, bound), body };
    }
    case 'For':
      return forBody(builder, node, body);
    case 'Seed':
      return { kind: 'seed', seed: expression() };
    case 'Expect':
      return { kind: 'expect', what: expectation(builder, node) };
    case 'Note':
      return { kind: 'note', text: stringOf(builder, child(node, 'String') ?? node) };
    case 'Pause':
      return child(node, 'StateName') === null ? { kind: 'pause' } : { kind: 'pause-state', state: name('StateName') };
    default:
      return laterBody(builder, node);
  }
}

function allocationBody(builder: Builder, node: SyntaxNode): StatementBody {
  const within = rangeIn(builder, node);
  const tree = inTree(builder, node);
  if (node.name === 'Cyclic') return { kind: 'cyclic', within, value: storedValue(builder, node, 0), tree };
  // The size is an expression too, and stands before the value.
  return {
    kind: 'alloc',
    size: expressionAt(builder, node, 0),
    within,
    value: storedValue(builder, node, 1),
    side: sideOf(node),
    tree,
  };
}

function iterationBody(builder: Builder, node: SyntaxNode): StatementBody {
  return {
    kind: (node.children[0] ?? node).name as IterationWord,
    at: expressionAt(builder, node, 0),
    count: partOf(builder, node, 'Count'),
    until: partOf(builder, node, 'Until'),
    tree: inTree(builder, node),
  };
}

function corruptBody(builder: Builder, node: SyntaxNode): StatementBody {
  const field = child(node, 'Field') ?? node;
  return {
    kind: 'corrupt',
    tree: wordIn(builder, node, 'TreeName'),
    node: expressionAt(builder, node, 0),
    field: (field.children[0] ?? field).name as CorruptField,
    place: field.children.length > 1 ? expressionAt(builder, field, 0) : null,
    value: expressionAt(builder, node, 1),
  };
}

function sideOf(node: SyntaxNode): 'bottom' | 'top' {
  return child(node, 'FromTop') === null ? 'bottom' : 'top';
}

function laterBody(builder: Builder, node: SyntaxNode): StatementBody {
  const first = node.children[0] ?? node;
  return { kind: 'later', word: word(builder, first), text: builder.text.slice(node.from, node.to) };
}

function siteOf(node: SyntaxNode): Site | null {
  return (child(node, 'Site')?.children[0]?.name ?? null) as Site | null;
}

function failBody(builder: Builder, node: SyntaxNode): StatementBody {
  const what = node.children.at(-1) ?? node;
  const times = partOf(builder, what, 'Times');
  const operand = (at: number): Expression => expressionAt(builder, what, at);
  switch (what.name) {
    case 'FailSite': {
      const first = children(what).some((one) => EXPRESSIONS.has(one.name)) ? operand(0) : null;
      return {
        kind: 'fail-site',
        site: siteOf(what) ?? 'request',
        siteWord: wordIn(builder, what, 'Site'),
        vma: partOf(builder, what, 'AtVma'),
        first,
        times,
      };
    }
    case 'FailEvery':
      return { kind: 'fail-every', every: operand(0), times };
    case 'FailChance':
      return {
        kind: 'fail-chance',
        percent: expressionAt(builder, child(what, 'Percent') ?? what, 0),
        seed: operand(0),
        times,
      };
    default:
      return { kind: 'fail-off' };
  }
}

function forBody(builder: Builder, node: SyntaxNode, body: readonly Statement[]): StatementBody {
  const name = wordIn(builder, node, 'VariableName');
  const shuffle = child(node, 'Shuffle');
  if (shuffle !== null) {
    return {
      kind: 'for',
      name,
      range: rangeIn(builder, shuffle),
      step: null,
      shuffle: expressionAt(builder, shuffle, 0),
      body,
    };
  }
  const step = child(node, 'step') === null ? null : expressionAt(builder, node, 0);
  return { kind: 'for', name, range: rangeIn(builder, node), step, shuffle: null, body };
}

function expectation(builder: Builder, node: SyntaxNode): Expectation {
  const what = node.children.at(-1) ?? node;
  const place = { from: what.from, to: what.to };
  const trees = children(what)
    .filter((one) => one.name === 'TreeName')
    .map((one) => word(builder, one));
  switch (what.name) {
    case 'ExpectError':
      return { ...place, kind: 'error', name: wordIn(builder, what, 'ErrorName') };
    case 'ExpectOk':
      return { ...place, kind: 'ok' };
    case 'ExpectValid':
      return { ...place, kind: 'valid', tree: trees[0] ?? null };
    case 'ExpectSame':
    case 'ExpectIdentical':
      return {
        ...place,
        kind: what.name === 'ExpectSame' ? 'same' : 'identical',
        left: trees[0] as Word,
        right: trees[1] as Word,
      };
    case 'ExpectExists':
    case 'ExpectAbsent':
      return { ...place, kind: what.name === 'ExpectExists' ? 'exists' : 'absent', name: trees[0] as Word };
    default: {
      const operator = child(what, 'CompareOp') ?? what;
      return {
        ...place,
        kind: 'compare',
        operator: builder.text.slice(operator.from, operator.to) as CompareOperator,
        left: valueAt(builder, what, 0),
        right: valueAt(builder, what, 1),
      };
    }
  }
}
