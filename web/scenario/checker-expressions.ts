// SPDX-License-Identifier: GPL-2.0-or-later
//
// Names inside expressions: variables, functions and their arguments. Floor 2.

import { counted, nearest } from '../base/text';
import type { Names } from './checker-names';
import type { Expression, Span, Word } from './syntax';
import { FUNCTIONS, type FunctionForm } from './words';

/** What checking an expression needs of the checker. */
export interface ExpressionContext {
  readonly names: Names;
  fault(at: Span, message: string, hint?: string): void;
  /** Whether the tree can exist here; if not, that is told. */
  known(name: Word): boolean;
}

type Call = Extract<Expression, { kind: 'call' }>;

/** Tells every unknown name in an expression. */
export function checkExpression(expression: Expression, context: ExpressionContext): void {
  if (expression.kind === 'name') checkVariable(expression, context);
  else if (expression.kind === 'call') checkCall(expression, context);
  else if (expression.kind === 'binary') {
    checkExpression(expression.left, context);
    checkExpression(expression.right, context);
  }
}

function checkVariable(expression: Extract<Expression, { kind: 'name' }>, context: ExpressionContext): void {
  const { name } = expression;
  if (context.names.isVariable(name)) return;
  if (context.names.kind(name) !== null) {
    const what = context.names.kind(name) === 'reader' ? 'a reader' : 'a tree';
    context.fault(expression, `\`${name}\` is ${what}, not a number`, 'a label stands in quotes');
    return;
  }
  const near = nearest(name, [...context.names.variables(), ...FUNCTIONS.map((one) => one.word)]);
  const hint = FUNCTIONS.some((one) => one.word === near) ? `did you mean \`${near}()\`?` : near === null ? '`let NAME = …` binds one; a label stands in quotes' : `did you mean \`${near}\`?`;
  context.fault(expression, `no variable is called \`${name}\``, hint);
}

function checkCall(call: Call, context: ExpressionContext): void {
  const known = FUNCTIONS.find((one) => one.word === call.callee.text);
  if (known === undefined) {
    const near = nearest(call.callee.text, FUNCTIONS.map((one) => one.word));
    const hint = near === null ? `functions are ${FUNCTIONS.map((one) => one.word).join(', ')}` : `did you mean \`${near}\`?`;
    context.fault(call.callee, `no function is called \`${call.callee.text}\``, hint);
  } else {
    checkArguments(call, known, context);
  }
}

function checkArguments(call: Call, known: FunctionForm, context: ExpressionContext): void {
  const most = known.args + (known.takesTree ? 1 : 0);
  if (call.args.length < known.args || call.args.length > most) {
    const takes = most === known.args ? counted(known.args, 'argument') : `${known.args} or ${counted(most, 'argument')}`;
    context.fault(call, `\`${known.word}\` takes ${known.args === 0 && most === 0 ? 'no argument' : takes}, and here are ${call.args.length}`, `it is written ${known.form}`);
  }
  call.args.slice(0, known.args).forEach((one) => checkExpression(one, context));
  const tree = call.args[known.args];
  if (!known.takesTree) return;
  if (tree === undefined) {
    const { current } = context.names;
    if (known.ofMm && current !== null && current.certain) mustBeMm(call.callee, current.name, known, context);
    if (context.names.current === null && !context.names.someUnread) context.fault(call.callee, 'there is no current tree here', `name one: ${known.form}`);
  } else if (tree.kind === 'name') {
    const exists = context.known({ text: tree.name, from: tree.from, to: tree.to });
    if (exists && known.ofMm) mustBeMm(tree, tree.name, known, context);
  } else {
    context.fault(tree, 'the last argument is the name of a tree', `it is written ${known.form}`);
  }
}

function mustBeMm(at: Span, name: string, known: FunctionForm, context: ExpressionContext): void {
  if (context.names.kind(name) === 'tree') context.fault(at, `\`${name}\` is a plain tree, and only an address space has ${known.word}`, `it is written ${known.form}`);
}
