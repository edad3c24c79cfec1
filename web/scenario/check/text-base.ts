// SPDX-License-Identifier: GPL-2.0-or-later
//
// In which base a text counts: what is shown of its run counts in the same.

import type { TextBase } from '../../base/number-base';
import type { Program, Statement } from '../syntax/syntax';

/** Statements that make an address space. */
const SPACES: ReadonlySet<Statement['kind'] | undefined> = new Set(['mm', 'maps', 'trace']);

/** Hexadecimal as soon as the text has an address space, or writes one number with `0x`. */
export function textBase({ statements }: Program): TextBase {
  const fixed = has(statements, (node) => SPACES.has((node as Partial<Statement>).kind));
  const hex =
    fixed ||
    has(
      statements,
      (node) => 'spelling' in node && typeof node.spelling === 'string' && node.spelling.startsWith('0x'),
    );
  return { base: hex ? 'hexadecimal' : 'decimal', fixed };
}

function has(node: unknown, wanted: (node: object) => boolean): boolean {
  if (Array.isArray(node)) return node.some((one) => has(one, wanted));
  return (
    typeof node === 'object' && node !== null && (wanted(node) || Object.values(node).some((one) => has(one, wanted)))
  );
}
