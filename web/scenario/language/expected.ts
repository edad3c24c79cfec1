// SPDX-License-Identifier: GPL-2.0-or-later
//
// The words possible at a place of a line, from the grammar itself: a token may follow a beginning if the strict parser
// gets past it. Messages and completion derive from this, so they can never disagree with the grammar.

import { parser } from '../generated/maple';
import { GRAMMAR_WORDS } from '../syntax/keywords';

const strict = parser.configure({ strict: true });

/** Offset of the first token that cannot stand where it stands, or null if all of the text can be parsed. */
export function stopsAt(text: string): number | null {
  try {
    strict.parse(text);
    return null;
  } catch (error) {
    // The parser's own error: it gives the place nowhere else.
    // eslint-disable-next-line no-restricted-syntax
    const place = error instanceof SyntaxError ? /No parse at (\d+)/.exec(error.message) : null;
    if (place === null) throw error;
    return Number(place[1]);
  }
}

/** The continuations of a beginning. */
export interface Expected {
  readonly words: readonly string[];
  readonly symbols: readonly string[];
  readonly name: boolean;
  readonly number: boolean;
  readonly string: boolean;
  readonly rawText: boolean;
  readonly lineEnd: boolean;
}

const SYMBOLS = [
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '..',
  '..+',
  '(',
  ')',
  ',',
  '{',
  '}',
  '*',
  '/',
  '%',
  '+',
  '-',
  '<<',
  '>>',
  '&',
  '^',
  '|',
];

/** The continuations of `beginning`, which is (part of) one line and can itself be parsed. */
export function expectedAfter(beginning: string): Expected {
  const base = beginning === '' || /\s$/.test(beginning) ? beginning : `${beginning} `;
  const can = (token: string): boolean => {
    const stop = stopsAt(base + token);
    return stop === null || stop >= base.length + token.length;
  };
  return {
    words: GRAMMAR_WORDS.filter(can),
    symbols: SYMBOLS.filter(can),
    name: can('a_name_of_no_meaning'),
    number: can('1'),
    string: can('""'),
    rawText: can('"""\n"""'),
    lineEnd: stopsAt(`${base}\n`) === null,
  };
}
