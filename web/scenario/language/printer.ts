// SPDX-License-Identifier: GPL-2.0-or-later
//
// Syntax tree → text; parse(print(t)) equals t but for places. Comments and blank lines are not part of the tree.

import { definitionOf } from '../statements/all';
import type { Part } from '../statements/parts';
import { wordOf, type Program, type Statement } from '../syntax/syntax';

/** The text of a program, one statement a line, two spaces of indentation a block. */
export function print(program: Program): string {
  return printBlock(program.statements, '');
}

function printBlock(statements: readonly Statement[], indent: string): string {
  return statements.map((statement) => `${indent}${printStatement(statement, indent)}\n`).join('');
}

function printStatement(statement: Statement, indent: string): string {
  const block = (body: readonly Statement[]): string => `{\n${printBlock(body, `${indent}  `)}${indent}}`;
  const definition = definitionOf(statement.kind);
  if (definition.print !== undefined) return definition.print(statement, block);
  const parts = Object.entries<Part<unknown>>(definition.parts);
  const fields = statement as unknown as Readonly<Record<string, unknown>>;
  return wordOf(statement) + parts.map(([key, part]) => part.print(fields[key], block)).join('');
}
