// SPDX-License-Identifier: GPL-2.0-or-later
//
// Syntax tree → text; parse(print(t)) equals t but for places. Comments and blank lines are not part of the tree.

import { assertNever } from '../../base/assert';
import { printString } from '../syntax/literals';
import { printExpression, printIn, printPart, printRange, printValue } from '../syntax/print-parts';
import type { Expectation, MappingWords, Program, Statement } from '../syntax/syntax';

const LOCK_WORDS = ['current', 'future', 'onfault'] as const;

/** The text of a program, one statement a line, two spaces of indentation a block. */
export function print(program: Program): string {
  return printBlock(program.statements, '');
}

function printBlock(statements: readonly Statement[], indent: string): string {
  return statements.map((statement) => `${indent}${printStatement(statement, indent)}\n`).join('');
}

function printStatement(statement: Statement, indent: string): string {
  const block = (body: readonly Statement[]): string => `{\n${printBlock(body, `${indent}  `)}${indent}}`;
  switch (statement.kind) {
    case 'tree':
      return ['tree', statement.name.text, ...statement.options.map((one) => one.text)].join(' ');
    case 'use':
    case 'destroy':
    case 'exit':
      return `${statement.kind} ${statement.tree.text}`;
    case 'store':
    case 'insert':
    case 'prealloc':
      return `${statement.kind} ${printRange(statement.range)} = ${printValue(statement.value)}${printIn(statement.tree)}`;
    case 'erase':
    case 'load':
      return `${statement.kind} ${printExpression(statement.at)}${printIn(statement.tree)}`;
    case 'bulk':
      return `bulk ${printExpression(statement.count)}${printIn(statement.tree)} ${block(statement.body)}`;
    case 'gap': {
      const top = statement.side === 'top' ? ' from top' : '';
      return `gap ${printExpression(statement.size)} within ${printRange(statement.within)}${top}${printIn(statement.tree)}`;
    }
    case 'alloc': {
      const what = `${printExpression(statement.size)} within ${printRange(statement.within)} = ${printValue(statement.value)}`;
      return `alloc ${what}${statement.side === 'top' ? ' from top' : ''}${printIn(statement.tree)}`;
    }
    case 'cyclic':
      return `cyclic within ${printRange(statement.within)} = ${printValue(statement.value)}${printIn(statement.tree)}`;
    case 'walk':
      return `walk ${printExpression(statement.at)}${printIn(statement.tree)}`;
    case 'next':
    case 'prev':
    case 'find':
    case 'find_rev':
    case 'next_range':
    case 'prev_range': {
      const parts = `${printPart('count', statement.count)}${printPart('until', statement.until)}${printIn(statement.tree)}`;
      return `${statement.kind} ${printExpression(statement.at)}${parts}`;
    }
    case 'read':
      return `read ${statement.source.text} at ${printExpression(statement.at)} as ${statement.name.text}`;
    case 'resume':
      return `resume ${statement.reader.text}${printPart('count', statement.count)}`;
    case 'release':
      return `release ${statement.reader.text}`;
    case 'state':
      return `state ${statement.name.text}${printIn(statement.tree)}`;
    case 'set':
    case 'aim':
      return `${statement.kind} ${statement.state.text} ${printRange(statement.range)}`;
    case 'reset':
      return `reset ${statement.state.text}`;
    case 'pause-state':
      return `pause ${statement.state.text}`;
    case 'store-prepared':
      return `store ${statement.state.text}`;
    case 'prepare':
      return `prepare ${statement.state.text} = ${printValue(statement.value)}`;
    case 'search': {
      const top = statement.side === 'top' ? ' from top' : '';
      return `search ${statement.state.text} ${printExpression(statement.size)} within ${printRange(statement.within)}${top}`;
    }
    case 'corrupt': {
      const field = `${statement.field}${printPart('', statement.place)}`;
      return `corrupt ${statement.tree.text} node ${printExpression(statement.node)} ${field} = ${printExpression(statement.value)}`;
    }
    case 'dup':
      return `dup ${statement.source.text} as ${statement.name.text}`;
    case 'sweep':
      return `sweep${statement.site === null ? '' : ` ${statement.site}`}${printPart('times', statement.times)} ${block(statement.body)}`;
    case 'maps':
    case 'trace':
      return [`${statement.kind} ${statement.name.text} """`, ...statement.text.map((line) => line.text), '"""'].join(
        '\n',
      );
    case 'fork': {
      const options = [`by ${statement.by}`, statement.undo?.text, statement.ceiling?.text].filter(
        (one) => one !== undefined,
      );
      return `fork ${statement.source.text} as ${statement.name.text} ${options.join(' ')}`;
    }
    case 'mm':
      return `mm ${statement.name.text}`;
    case 'map':
      return `map ${printRange(statement.range)}${printMapping(statement.mapping)}${printIn(statement.tree)}`;
    case 'map-any':
      return `map any ${printExpression(statement.size)}${printMapping(statement.mapping)}${printIn(statement.tree)}`;
    case 'unmap':
      return `unmap ${printRange(statement.range)}${printIn(statement.tree)}`;
    case 'protect':
      return `protect ${printRange(statement.range)} ${statement.perms}${printIn(statement.tree)}`;
    case 'brk':
      return `brk ${statement.form}${statement.form === 'at' ? ' ' : ''}${printExpression(statement.amount)}${printIn(statement.tree)}`;
    case 'touch':
      return `touch ${printRange(statement.range)}${statement.access === null ? '' : ` ${statement.access}`}${printIn(statement.tree)}`;
    case 'advise':
      return `advise ${printRange(statement.range)} ${statement.advice === 'unlock' ? 'lock off' : statement.advice}${printIn(statement.tree)}`;
    case 'remap':
      return `remap ${printRange(statement.range)}${printPart('size', statement.size)}${printPart('to', statement.place)}${statement.way === null ? '' : ` ${statement.way}`}${printIn(statement.tree)}`;
    case 'lockall':
      return `lockall ${statement.how === null ? 'off' : LOCK_WORDS.filter((word) => statement.how?.[word]).join(' ')}${printIn(statement.tree)}`;
    case 'limit':
      return `limit ${statement.limit} ${statement.value === null ? 'off' : printExpression(statement.value)}${printIn(statement.tree)}`;
    case 'fail-site': {
      const first = printPart('', statement.first);
      const vma = printPart('', statement.vma);
      // A name before `(` would be a function.
      const at = vma === '' ? '' : ` at vma${first.startsWith(' (') ? ` (${vma.trim()})` : vma}`;
      return `fail ${statement.site}${at}${first}${printPart('times', statement.times)}`;
    }
    case 'fail-every':
      return `fail every ${printExpression(statement.every)}${printPart('times', statement.times)}`;
    case 'fail-chance': {
      const { percent } = statement;
      const printed =
        percent.kind === 'number' || percent.kind === 'name'
          ? printExpression(percent)
          : `(${printExpression(percent)})`;
      return `fail chance ${printed}% seed ${printExpression(statement.seed)}${printPart('times', statement.times)}`;
    }
    case 'fail-off':
      return 'fail off';
    case 'let':
      return `let ${statement.name.text} = ${printExpression(statement.value)}`;
    case 'repeat': {
      const name = statement.name === null ? '' : ` as ${statement.name.text}`;
      return `repeat ${printExpression(statement.count)}${name} ${block(statement.body)}`;
    }
    case 'for':
      return `for ${statement.name.text} in ${printTurns(statement)} ${block(statement.body)}`;
    case 'seed':
      return `seed ${printExpression(statement.seed)}`;
    case 'expect':
      return `expect ${printExpectation(statement.what)}`;
    case 'note':
      return `note ${printString(statement.text)}`;
    case 'pause':
      return 'pause';
    case 'later':
      return statement.text;
    default:
      return assertNever(statement);
  }
}

function printMapping({ perms, shared, grows, file }: MappingWords): string {
  const from = file === null ? '' : ` file ${printString(file.path)}${printPart('at', file.at)}`;
  return ` ${perms}${shared ? ' shared' : ''}${from}${grows ? ' grows' : ''}`;
}

function printTurns(statement: Extract<Statement, { kind: 'for' }>): string {
  const range = printRange(statement.range);
  if (statement.shuffle !== null) return `shuffle(${range}, ${printExpression(statement.shuffle)})`;
  return statement.step === null ? range : `${range} step ${printExpression(statement.step)}`;
}

/** What `expect` says after its word. */
export function printExpectation(what: Expectation): string {
  switch (what.kind) {
    case 'ok':
      return 'ok';
    case 'error':
    case 'exists':
    case 'absent':
      return `${what.kind} ${what.name.text}`;
    case 'valid':
      return what.tree === null ? 'valid' : `valid ${what.tree.text}`;
    case 'same':
    case 'identical':
      return `${what.kind} ${what.left.text} ${what.right.text}`;
    case 'compare':
      return `${printValue(what.left)} ${what.operator} ${printValue(what.right)}`;
    default:
      return assertNever(what);
  }
}
