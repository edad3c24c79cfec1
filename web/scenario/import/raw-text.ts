// SPDX-License-Identifier: GPL-2.0-or-later
//
// Raw text: `"""` at the end of a line, then everything up to the first line that is only `"""`. The token of the
// grammar, and what the text means once common indentation and mail quoting are taken off.

import { ExternalTokenizer, type InputStream } from '@lezer/lr';
import { RawText } from '../generated/maple.terms';

const QUOTE = 34;
const NEWLINE = 10;

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 13;
}

/** Takes the whole block as one token, or nothing when it has no end. */
export const rawText = new ExternalTokenizer((input) => {
  if (!takeMark(input) || !takeBlanksToLineEnd(input)) return;
  while (input.next >= 0) {
    input.advance();
    while (isBlank(input.next)) input.advance();
    const marked = takeMark(input);
    const close = input.pos;
    if (takeBlanksToLineEnd(input) && marked) {
      input.acceptTokenTo(RawText, close);
      return;
    }
    while (input.next !== NEWLINE && input.next >= 0) input.advance();
  }
});

function takeMark(input: InputStream): boolean {
  let quotes = 0;
  for (; quotes < 3 && input.next === QUOTE; quotes++) input.advance();
  return quotes === 3;
}

function takeBlanksToLineEnd(input: InputStream): boolean {
  while (isBlank(input.next)) input.advance();
  return input.next === NEWLINE || input.next < 0;
}

/** One line of raw text: its own place in the scenario, and what it says. */
export interface RawLine {
  /** Offset of the first character of `text`. */
  readonly from: number;
  /** 1-based line of the scenario. */
  readonly line: number;
  readonly text: string;
}

/**
 * The lines between the marks. `raw` is the whole token, `from` its offset, `line` the line of its opening mark. Mail
 * quoting goes first (`> `, as often as every line that says anything has it), then the indentation they share.
 */
export function rawLines(raw: string, from: number, line: number): readonly RawLine[] {
  const lines: { from: number; line: number; text: string }[] = [];
  let at = raw.indexOf('\n') + 1;
  for (let number = line + 1; ; number++) {
    const newline = raw.indexOf('\n', at);
    if (newline < 0) break;
    lines.push({ from: from + at, line: number, text: raw.slice(at, newline).replace(/\s+$/, '') });
    at = newline + 1;
  }
  for (;;) {
    const told = lines.filter((one) => /[^>\s]/.test(one.text));
    if (told.length === 0 || !told.every((one) => /^\s*>/.test(one.text))) break;
    for (const one of lines) cut(one, /^\s*> ?/.exec(one.text)?.[0].length ?? 0);
  }
  const told = lines.filter((one) => one.text.trim() !== '');
  const indent = told.reduce((least, one) => Math.min(least, one.text.length - one.text.trimStart().length), Infinity);
  for (const one of lines) cut(one, Math.min(indent, one.text.length));
  return lines;
}

function cut(line: { from: number; text: string }, length: number): void {
  line.from += length;
  line.text = line.text.slice(length);
}
