// SPDX-License-Identifier: GPL-2.0-or-later
//
// Names inside expressions: variables, functions and their arguments.

import type { Names } from './names';
import type { Told, Words } from './mistakes';
import type { Expression, Span, Word } from '../syntax/syntax';
import { FUNCTIONS, type FunctionForm } from '../syntax/keywords';

/** The part of the checker that checking an expression uses. */
export interface ExpressionContext {
  readonly names: Names;
  /** Tells a fault, by what the words for all of them say. */
  tell(at: Span, words: (all: Words) => Told): void;
  /** Whether the tree can exist here; if not, that is reported. */
  known(name: Word): boolean;
  /** Tells it where the name is no state's. */
  knownState(name: Word): void;
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
  const kind = context.names.kind(name);
  if (kind !== null) {
    context.tell(expression, (w) => w.noNumber(name, kind));
    return;
  }
  context.tell(expression, (w) => w.unknownVariable(name, context.names));
}

function checkCall(call: Call, context: ExpressionContext): void {
  const known = FUNCTIONS.find((one) => one.word === call.callee.text);
  if (known === undefined) context.tell(call.callee, (w) => w.unknownFunction(call.callee.text));
  else checkArguments(call, known, context);
}

function checkArguments(call: Call, known: FunctionForm, context: ExpressionContext): void {
  if (known.ofState) {
    const [state] = call.args;
    if (call.args.length !== 1) context.tell(call, (w) => w.argumentCount({ ...known, args: 1 }, 1, call.args.length));
    else if (state?.kind === 'name') context.knownState({ text: state.name, from: state.from, to: state.to });
    else context.tell(state ?? call, (w) => w.stateArgument(known));
    return;
  }
  const most = known.args + (known.takesTree ? 1 : 0);
  if (call.args.length < known.args || call.args.length > most) {
    context.tell(call, (w) => w.argumentCount(known, most, call.args.length));
  }
  call.args.slice(0, known.args).forEach((one) => checkExpression(one, context));
  const tree = call.args[known.args];
  if (!known.takesTree) return;
  if (tree === undefined) {
    const { current } = context.names;
    if (known.ofMm && current !== null && current.certain) mustBeMm(call.callee, current.name, known, context);
    if (context.names.current === null && !context.names.someUnread)
      context.tell(call.callee, (w) => w.noCurrentFor(known));
  } else if (tree.kind === 'name') {
    const exists = context.known({ text: tree.name, from: tree.from, to: tree.to });
    if (exists && known.ofMm) mustBeMm(tree, tree.name, known, context);
  } else {
    context.tell(tree, (w) => w.lastArgument(known));
  }
}

function mustBeMm(at: Span, name: string, known: FunctionForm, context: ExpressionContext): void {
  if (context.names.kind(name) === 'tree') context.tell(at, (w) => w.onlySpaceHas(name, known));
}
