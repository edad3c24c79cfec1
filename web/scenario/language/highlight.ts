// SPDX-License-Identifier: GPL-2.0-or-later
//
// Colour, folding and indentation of the language, for the editor. Knows Lezer's tags and no CodeMirror, so that the
// command line and the worker can read it too. The editor makes its LRLanguage of `highlightedParser` and these
// functions.

import type { SyntaxNodeRef } from '@lezer/common';
import { styleTags, tags } from '@lezer/highlight';
import { parser } from '../generated/maple';
import { GRAMMAR_WORDS, NOT_RUN, SOFT_WORDS } from '../syntax/keywords';

const control = [
  'let',
  'repeat',
  'for',
  'seed',
  'expect',
  'note',
  'pause',
  'fail',
  'step',
  'shuffle',
  'times',
  'off',
  'ok',
  'valid',
  'same',
  'identical',
  'exists',
  'absent',
  'error',
];
const later = [...NOT_RUN];
const atoms = ['null', 'zero', 'max'];
const others = GRAMMAR_WORDS.filter((word) => ![...control, ...later, ...atoms, ...SOFT_WORDS].includes(word));

/** Which tag each node of the tree has. */
export const highlighting = styleTags({
  Comment: tags.lineComment,
  String: tags.string,
  RawText: tags.special(tags.string),
  Number: tags.number,
  [atoms.join(' ')]: tags.atom,
  [others.join(' ')]: tags.keyword,
  [control.join(' ')]: tags.controlKeyword,
  [[...SOFT_WORDS].join(' ')]: tags.modifier,
  // Both spellings are needed: a statement's word stands in Later, a joining one anywhere.
  [later.filter((word) => GRAMMAR_WORDS.includes(word)).join(' ')]: tags.special(tags.keyword),
  'NewName/Name': tags.definition(tags.variableName),
  'TreeName/Name ReaderName/Name StateName/Name': tags.variableName,
  'VariableName/Name': tags.definition(tags.local(tags.variableName)),
  'Variable/Name': tags.local(tags.variableName),
  'Callee/Name Callee/load': tags.function(tags.variableName),
  'ErrorName/Name': tags.constant(tags.variableName),
  '"=" CompareOp': tags.compareOperator,
  'ArithOp/...': tags.arithmeticOperator,
  RangeOp: tags.operator,
  '"(" ")"': tags.paren,
  '"{" "}"': tags.brace,
  '","': tags.separator,
});

/** The grammar's parser with colours. */
export const highlightedParser = parser.configure({ props: [highlighting] });

/** The part of a node that folds: the inside of a block, the lines of raw text; null for all others. */
export function foldedPart(
  node: SyntaxNodeRef,
  lineEnd: (offset: number) => number,
): { from: number; to: number } | null {
  if (node.name !== 'Block' && node.name !== 'RawText') return null;
  const from = node.name === 'Block' ? node.from + 1 : lineEnd(node.from);
  const to = node.name === 'Block' ? node.to - 1 : node.to - 3;
  return from < to ? { from, to } : null;
}

/**
 * How deep a line at `offset` stands in blocks: two spaces each; −1 inside raw text, where indentation is the text's
 * own.
 */
export function indentDepth(text: string, offset: number): number {
  const node = parser.parse(text).resolve(offset, -1);
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  let depth = 0;
  for (let at: typeof node | null = node; at !== null; at = at.parent) {
    if (at.name === 'RawText' && at.from < start) return -1;
    if (at.name === 'Block' && at.from < start) depth++;
  }
  return /^\s*\}/.test(text.slice(start)) ? Math.max(0, depth - 1) : depth;
}
