// SPDX-License-Identifier: GPL-2.0-or-later
//
// From Lezer's tree to the syntax tree: what parser.ts is made of. Floor 2. Statements whose Lezer tree holds an error are left
// out and told to the caller. Faults of literals and of maps lines are found here, since the grammar lets them pass.

import type { Tree } from '@lezer/common';
import { lineIndex, type LineIndex } from '../base/text';
import type { CorruptField } from '../model/machine';
import type { Advice, Site } from '../model/memory';
import { readNumber, readString } from './literals';
import { BLOCK_DEPTH_MAX, EXPRESSION_DEPTH_MAX } from './depth';
import { LISTINGS } from './later-reading';
import { rawLines, type RawLine } from './raw-text';
import type { BinaryOperator, CompareOperator, Expectation, Expression, Fault, IterationWord, MappingWords, Perms, Range, Span, Statement, StatementBody, Value, Word } from './syntax';

export interface Built {
  readonly statements: readonly Statement[];
  readonly labels: readonly string[];
  readonly faults: readonly Fault[];
  /** Places of the statements that were left out because they hold an error. */
  readonly broken: readonly Span[];
}

interface Builder {
  readonly text: string;
  readonly lines: LineIndex;
  readonly labels: Map<string, number>;
  readonly faults: Fault[];
  readonly broken: Span[];
}

const NOWHERE: Expression = { kind: 'number', value: 0n, spelling: '0', from: 0, to: 0 };
const EXPRESSIONS = new Set(['Number', 'Max', 'Variable', 'Call', 'Binary']);
const VALUES = new Set([...EXPRESSIONS, 'String', 'Null', 'Zero']);

// A node of Lezer's tree as a plain object: quicker to go over again and again than a cursor, and of any depth.
interface SyntaxNode {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly isError: boolean;
  /** An error stands in it, its blocks left aside: those are looked through statement by statement. */
  broken: boolean;
  readonly children: SyntaxNode[];
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

function children(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children;
}

function child(node: SyntaxNode, name: string): SyntaxNode | null {
  for (const one of node.children) if (one.name === name) return one;
  return null;
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
    else once(builder, { from: block.from, to: block.from + 1, message: `blocks are nested more than ${BLOCK_DEPTH_MAX} deep`, hint: '' });
  }
  if (node.broken) return null;
  const made = statementBody(builder, node, body);
  return { ...made, from: node.from, to: node.to, ...builder.lines.place(node.from) };
}

// A fault that one mistake would bring many of.
function once(builder: Builder, fault: Fault): void {
  if (!builder.faults.some((one) => one.message === fault.message)) builder.faults.push(fault);
}

function statementBody(builder: Builder, node: SyntaxNode, body: readonly Statement[]): StatementBody {
  const name = (kind: string): Word => wordIn(builder, node, kind);
  const expression = (at = 0): Expression => expressionAt(builder, node, at);
  switch (node.name) {
    case 'Tree':
      return { kind: 'tree', name: name('NewName'), options: children(node).slice(2).filter(isWord).map((one) => word(builder, one)) };
    case 'Use':
      return { kind: 'use', tree: name('TreeName') };
    case 'Store':
    case 'Insert':
    case 'Prealloc': {
      const kind = node.name.toLowerCase() as 'store' | 'insert' | 'prealloc';
      return { kind, range: rangeIn(builder, node), value: storedValue(builder, node, 0), tree: inTree(builder, node) };
    }
    case 'Erase':
    case 'Load':
      return { kind: node.name === 'Erase' ? 'erase' : 'load', at: expression(), tree: inTree(builder, node) };
    case 'Bulk': {
      const again = children(node).filter((one) => one.name === 'In')[1];
      if (again !== undefined) builder.faults.push({ from: again.from, to: again.to, message: 'the tree is named twice', hint: '' });
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
    case 'Corrupt':
      return corruptBody(builder, node);
    case 'Dup':
      return { kind: 'dup', source: name('TreeName'), name: name('NewName') };
    case 'Destroy':
    case 'Exit':
      return { kind: node.name === 'Exit' ? 'exit' : 'destroy', tree: name('TreeName') };
    case 'Maps':
      return mapsBody(builder, node);
    case 'Mm':
      return { kind: 'mm', name: name('NewName') };
    case 'Trace':
      return traceBody(builder, node);
    case 'Map':
    case 'Unmap':
    case 'Protect':
    case 'Brk':
    case 'Touch':
    case 'Advise':
      return memoryBody(builder, node);
    case 'Fork':
      return forkBody(builder, node);
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
      return { kind: 'pause' };
    default:
      return laterBody(builder, node);
  }
}

function allocationBody(builder: Builder, node: SyntaxNode): StatementBody {
  const within = rangeIn(builder, node);
  const tree = inTree(builder, node);
  if (node.name === 'Cyclic') return { kind: 'cyclic', within, value: storedValue(builder, node, 0), tree };
  // The size is an expression too, and stands before the value.
  return { kind: 'alloc', size: expressionAt(builder, node, 0), within, value: storedValue(builder, node, 1), side: sideOf(node), tree };
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

// The expression of a part of a statement, such as `count N`; null when the part does not stand there.
function partOf(builder: Builder, node: SyntaxNode, part: string): Expression | null {
  const found = child(node, part);
  return found === null ? null : expressionAt(builder, found, 0);
}

function sideOf(node: SyntaxNode): 'bottom' | 'top' {
  return child(node, 'FromTop') === null ? 'bottom' : 'top';
}

function laterBody(builder: Builder, node: SyntaxNode): StatementBody {
  const first = node.children[0] ?? node;
  return { kind: 'later', word: word(builder, first), text: builder.text.slice(node.from, node.to) };
}

function rawTextOf(builder: Builder, node: SyntaxNode): { readonly lines: readonly RawLine[]; readonly mark: Span } {
  const raw = child(node, 'RawText') ?? node;
  const lines = rawLines(builder.text.slice(raw.from, raw.to), raw.from, builder.lines.place(raw.from).line);
  return { lines, mark: { from: raw.from, to: raw.from + 3 } };
}

function mapsBody(builder: Builder, node: SyntaxNode): StatementBody {
  const { lines: text, mark } = rawTextOf(builder, node);
  const read = LISTINGS.now().readMaps(text, mark);
  builder.faults.push(...read.faults);
  return { kind: 'maps', name: wordIn(builder, node, 'NewName'), text, lines: read.lines };
}

function traceBody(builder: Builder, node: SyntaxNode): StatementBody {
  const { lines: text, mark } = rawTextOf(builder, node);
  const { log, faults } = LISTINGS.now().readTrace(text, mark);
  builder.faults.push(...faults);
  return { kind: 'trace', name: wordIn(builder, node, 'NewName'), text, log };
}

// The calls of an address space.
function memoryBody(builder: Builder, node: SyntaxNode): StatementBody {
  const tree = inTree(builder, node);
  const wordAt = (at: number): string => node.children[at]?.name ?? '';
  switch (node.name) {
    case 'Map':
      if (child(node, 'any') !== null) return { kind: 'map-any', size: expressionAt(builder, node, 0), mapping: mappingOf(builder, node), tree };
      return { kind: 'map', range: rangeIn(builder, node), mapping: mappingOf(builder, node), tree };
    case 'Unmap':
      return { kind: 'unmap', range: rangeIn(builder, node), tree };
    case 'Protect':
      return { kind: 'protect', range: rangeIn(builder, node), perms: permsOf(node), tree };
    case 'Brk':
      return { kind: 'brk', form: wordAt(1) as 'at' | '+' | '-', amount: expressionAt(builder, node, 0), tree };
    case 'Touch':
      return { kind: 'touch', range: rangeIn(builder, node), access: child(node, 'read') !== null ? 'read' : child(node, 'write') !== null ? 'write' : null, tree };
    default: {
      const advice = (child(node, 'Advice') ?? node).children.map((one) => one.name).join(' ');
      return { kind: 'advise', range: rangeIn(builder, node), advice: (advice === 'lock off' ? 'unlock' : advice) as Advice, tree };
    }
  }
}

function permsOf(node: SyntaxNode): Perms {
  return (child(node, 'Perms')?.children[0]?.name ?? 'none') as Perms;
}

// `shared`, `grows` and `file` in any order, each at most once.
function mappingOf(builder: Builder, node: SyntaxNode): MappingWords {
  for (const one of ['shared', 'grows', 'File']) {
    const again = children(node).filter(({ name }) => name === one)[1];
    if (again !== undefined) builder.faults.push({ from: again.from, to: again.to, message: `\`${one.toLowerCase()}\` stands twice`, hint: '' });
  }
  const file = child(node, 'File');
  const path = file === null ? null : child(file, 'String');
  return {
    perms: permsOf(node),
    shared: child(node, 'shared') !== null,
    grows: child(node, 'grows') !== null,
    file: file === null || path === null ? null : { path: stringOf(builder, path), at: child(file, 'at') === null ? null : expressionAt(builder, file, 0) },
  };
}

function siteOf(node: SyntaxNode): Site | null {
  return (child(node, 'Site')?.children[0]?.name ?? null) as Site | null;
}

function forkBody(builder: Builder, node: SyntaxNode): StatementBody {
  const by = child(node, 'By')?.children.at(-1)?.name ?? 'dup';
  const option = (name: string): Word | null => {
    const found = child(node, name);
    return found === null ? null : word(builder, found);
  };
  return {
    kind: 'fork',
    source: wordIn(builder, node, 'TreeName'),
    name: wordIn(builder, node, 'NewName'),
    by: by as 'dup' | 'bulk' | 'stores',
    undo: option('Undo'),
    ceiling: option('Ceiling'),
  };
}

function failBody(builder: Builder, node: SyntaxNode): StatementBody {
  const what = node.children.at(-1) ?? node;
  const times = partOf(builder, what, 'Times');
  const operand = (at: number): Expression => expressionAt(builder, what, at);
  switch (what.name) {
    case 'FailSite': {
      const first = children(what).some((one) => EXPRESSIONS.has(one.name)) ? operand(0) : null;
      return { kind: 'fail-site', site: siteOf(what) ?? 'request', siteWord: wordIn(builder, what, 'Site'), vma: partOf(builder, what, 'AtVma'), first, times };
    }
    case 'FailEvery':
      return { kind: 'fail-every', every: operand(0), times };
    case 'FailChance':
      return { kind: 'fail-chance', percent: expressionAt(builder, child(what, 'Percent') ?? what, 0), seed: operand(0), times };
    default:
      return { kind: 'fail-off' };
  }
}

function forBody(builder: Builder, node: SyntaxNode, body: readonly Statement[]): StatementBody {
  const name = wordIn(builder, node, 'VariableName');
  const shuffle = child(node, 'Shuffle');
  if (shuffle !== null) {
    return { kind: 'for', name, range: rangeIn(builder, shuffle), step: null, shuffle: expressionAt(builder, shuffle, 0), body };
  }
  const step = child(node, 'step') === null ? null : expressionAt(builder, node, 0);
  return { kind: 'for', name, range: rangeIn(builder, node), step, shuffle: null, body };
}

function expectation(builder: Builder, node: SyntaxNode): Expectation {
  const what = node.children.at(-1) ?? node;
  const place = { from: what.from, to: what.to };
  const trees = children(what).filter((one) => one.name === 'TreeName').map((one) => word(builder, one));
  switch (what.name) {
    case 'ExpectError':
      return { ...place, kind: 'error', name: wordIn(builder, what, 'ErrorName') };
    case 'ExpectOk':
      return { ...place, kind: 'ok' };
    case 'ExpectValid':
      return { ...place, kind: 'valid', tree: trees[0] ?? null };
    case 'ExpectSame':
    case 'ExpectIdentical':
      return { ...place, kind: what.name === 'ExpectSame' ? 'same' : 'identical', left: trees[0] as Word, right: trees[1] as Word };
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

function isWord(node: SyntaxNode): boolean {
  return /^[a-z_]+$/.test(node.name);
}

function word(builder: Builder, node: SyntaxNode): Word {
  return { text: builder.text.slice(node.from, node.to), from: node.from, to: node.to };
}

function wordIn(builder: Builder, node: SyntaxNode, kind: string): Word {
  return word(builder, child(node, kind) ?? node);
}

function inTree(builder: Builder, node: SyntaxNode): Word | null {
  const found = child(node, 'In');
  return found === null ? null : wordIn(builder, found, 'TreeName');
}

function rangeIn(builder: Builder, node: SyntaxNode): Range {
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

function expressionAt(builder: Builder, node: SyntaxNode, at: number): Expression {
  const found = children(node).filter((one) => EXPRESSIONS.has(one.name))[at];
  return found === undefined ? NOWHERE : buildExpression(builder, found, 0);
}

function valueAt(builder: Builder, node: SyntaxNode, at: number): Value {
  const found = children(node).filter((one) => VALUES.has(one.name))[at];
  if (found === undefined) return NOWHERE;
  const place = { from: found.from, to: found.to };
  if (found.name === 'Null') return { ...place, kind: 'null' };
  if (found.name === 'Zero') return { ...place, kind: 'zero' };
  if (found.name === 'String') return { ...place, kind: 'string', text: stringOf(builder, found) };
  return buildExpression(builder, found, 0);
}

// A value that is stored: a string that stands here first gets its number.
function storedValue(builder: Builder, node: SyntaxNode, at: number): Value {
  const value = valueAt(builder, node, at);
  if (value.kind === 'string' && !builder.labels.has(value.text)) builder.labels.set(value.text, builder.labels.size);
  return value;
}

function stringOf(builder: Builder, node: SyntaxNode): string {
  const read = readString(builder.text.slice(node.from, node.to));
  if ('value' in read) return read.value;
  builder.faults.push({ from: node.from + read.at, to: node.from + read.at + 2, message: read.message, hint: read.hint });
  return '';
}

function buildExpression(builder: Builder, node: SyntaxNode, depth: number): Expression {
  const place = { from: node.from, to: node.to };
  if (depth > EXPRESSION_DEPTH_MAX) {
    if (depth === EXPRESSION_DEPTH_MAX + 1) {
      once(builder, { ...place, message: `the expression is nested more than ${EXPRESSION_DEPTH_MAX} deep`, hint: 'name a part of it with let' });
    }
    return NOWHERE;
  }
  const spelling = (one: SyntaxNode): string => builder.text.slice(one.from, one.to);
  switch (node.name) {
    case 'Number': {
      const read = readNumber(spelling(node));
      if ('value' in read) return { ...place, kind: 'number', value: read.value, spelling: spelling(node) };
      builder.faults.push({ ...place, message: read.message, hint: read.hint });
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
      return { ...place, kind: 'binary', operator, left, right: buildExpression(builder, sides[1] as SyntaxNode, depth + 1) };
    }
    default:
      return { ...place, kind: 'name', name: spelling(node) };
  }
}
