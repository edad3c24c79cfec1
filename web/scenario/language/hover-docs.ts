// SPDX-License-Identifier: GPL-2.0-or-later
//
// The text for the place under the pointer: the statement's form, its effect, its Linux call, and the section of the
// page on the language. Pure.

import type { SyntaxNode } from '@lezer/common';
import { lineIndex } from '../../base/text';
import { parser } from '../generated/maple';
import { readNumber } from '../syntax/literals';
import { madeAt } from './names-in-scope';
import { STATEMENT_DOCS, type StatementDoc } from '../generated/docs';
import { ERROR_DOCS, FUNCTION_DOCS, JOINERS, meaningsOf } from './word-docs';

export interface HoverDoc {
  readonly from: number;
  readonly to: number;
  /** How it is written, or what it is. */
  readonly form: string;
  /** A sentence. */
  readonly doc: string;
  /** The call of Linux; empty where none is made. */
  readonly call: string;
  /** Its heading on the language's page; empty where there is none. */
  readonly place: string;
}

/** The heading of a statement on the language's page. */
export function placeOf(word: string): string {
  return docOf(word)?.place ?? '';
}

function docOf(word: string): StatementDoc | undefined {
  return STATEMENT_DOCS.find((one) => one.word === word);
}

/** The text for a place; null for an empty place, or one that needs none. */
export function hoverAt(text: string, at: number): HoverDoc | null {
  const tree = parser.parse(text);
  const node = [1, -1]
    .map((side) => tree.resolveInner(at, side as 1 | -1))
    .find((one) => one.firstChild === null && one.from <= at && at <= one.to && one.to > one.from);
  if (node === undefined) return null;
  const word = text.slice(node.from, node.to);
  const told = ofNode(text, node, word);
  return told === null ? null : { from: node.from, to: node.to, ...told };
}

type Told = Omit<HoverDoc, 'from' | 'to'>;

function ofNode(text: string, node: SyntaxNode, word: string): Told | null {
  const parent = node.parent?.name ?? '';
  if (['Comment', 'String', 'RawText'].includes(node.name)) return null;
  if (node.name === 'Number') return ofNumber(word);
  if (parent === 'Callee') return ofFunction(word);
  if (parent === 'ErrorName') return { form: word, doc: ERROR_DOCS.get(word) ?? '', call: '', place: 'Checks' };
  if (['NewName', 'TreeName', 'ReaderName', 'StateName', 'VariableName', 'Variable'].includes(parent))
    return ofName(text, node.from, word);
  const statement = statementOf(text, node);
  if (statement !== '' && startsLine(text, node.from)) return ofStatement(word);
  const doc = JOINERS.get(word);
  return doc === undefined || !/^[a-z_]+$/.test(node.name)
    ? null
    : { form: word, doc: `${capital(meaningsOf(doc))}.`, call: '', place: placeOf(statement) };
}

function ofStatement(word: string): Told | null {
  const known = docOf(word);
  return known === undefined ? null : { form: known.form, doc: known.doc, call: known.call, place: known.place };
}

function ofFunction(word: string): Told | null {
  const known = FUNCTION_DOCS.find((one) => one.word === word);
  return known === undefined
    ? null
    : { form: known.form, doc: known.doc, call: '', place: word === 'rand' ? 'seed and rand' : 'Functions' };
}

function ofName(text: string, at: number, word: string): Told | null {
  const made = madeAt(text, at, word);
  if (made === null) return null;
  const line = lineIndex(text).place(made.from).line;
  return { form: `${made.kind} ${word}`, doc: `From line ${line}: \`${made.words}\``, call: '', place: '' };
}

// A number in its other spelling.
function ofNumber(word: string): Told | null {
  const read = readNumber(word);
  if ('message' in read || read.value < 10n) return null;
  const decimal = read.value.toLocaleString('en');
  const hex = `0x${read.value.toString(16)}`;
  return {
    form: word,
    doc: /^0x/.test(word) ? decimal : /[KMGTPE]$/.test(word) ? `${decimal} = ${hex}` : hex,
    call: '',
    place: 'Numbers',
  };
}

/** The nodes that contain statements. Any other node is a part of one, even if it begins with a statement's word. */
const AROUND_STATEMENTS: ReadonlySet<string> = new Set(['Program', 'Line', 'Block']);

// The word that the statement of a node begins with.
function statementOf(text: string, node: SyntaxNode): string {
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) {
    if (!AROUND_STATEMENTS.has(at.parent?.name ?? '') || AROUND_STATEMENTS.has(at.name)) continue;
    const word = /^[a-z_]+/.exec(text.slice(at.from, at.from + 20))?.[0] ?? '';
    if (docOf(word) !== undefined) return word;
  }
  return '';
}

function startsLine(text: string, at: number): boolean {
  return /(?:^|[\n{])[ \t]*$/.test(text.slice(Math.max(0, at - 200), at));
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
