// SPDX-License-Identifier: GPL-2.0-or-later
//
// Markdown taken apart by a maintained reader, with limits on what it is given: it goes down into nested quotes and
// lists, and over long paragraphs more than once, so a hostile text is refused before it costs time.

import { Marked, type Token, type Tokens } from 'marked';
import type { LessonMistake } from './problems';

/** A live value as the reader finds it. */
export interface LiveToken {
  readonly type: 'liveValue';
  readonly raw: string;
  readonly inside: string;
}

const LETTERS_MOST = 262_144;
const LINE_MOST = 4_000;
const PARAGRAPH_MOST = 20_000;
const MARKS_MOST = 24;
const INDENT_MOST = 64;

const reader = new Marked({ gfm: true });
reader.use({
  extensions: [
    {
      name: 'liveValue',
      level: 'inline',
      start: (text) => text.indexOf('{'),
      tokenizer: (text) => {
        const found = /^\{([^{}\n]{1,200})\}/.exec(text);
        return found === null ? undefined : { type: 'liveValue', raw: found[0], inside: found[1] ?? '' };
      },
    },
  ],
});

/** Offset of a line's beginning, and why the text is refused there. */
export interface Refusal {
  readonly at: number;
  readonly mistake: LessonMistake;
}

/** Why the text is not read; null if it may be. */
export function refusalOf(text: string): Refusal | null {
  if (text.length > LETTERS_MOST)
    return { at: 0, mistake: { code: 'too long', letters: text.length, most: LETTERS_MOST } };
  let at = 0;
  let paragraph = 0;
  let fence = '';
  for (const line of text.split('\n')) {
    if (line.length > LINE_MOST) return { at, mistake: { code: 'long line', letters: line.length, most: LINE_MOST } };
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence !== '') {
      if (mark.startsWith(fence) && line.trim() === mark) fence = '';
    } else if (mark !== '') {
      fence = mark;
      paragraph = 0;
    } else {
      if (tooDeep(line)) return { at, mistake: { code: 'too deep', most: MARKS_MOST } };
      paragraph = line.trim() === '' ? 0 : paragraph + line.length;
      if (paragraph > PARAGRAPH_MOST)
        return { at, mistake: { code: 'long paragraph', letters: paragraph, most: PARAGRAPH_MOST } };
    }
    at += line.length + 1;
  }
  return null;
}

// Marks of quotes and lists at the beginning of a line; a rule is no nesting.
function tooDeep(line: string): boolean {
  const head = /^[\s>*+\-0-9.)]*/.exec(line)?.[0] ?? '';
  if (head.length === line.length && /^\s*([-*])[\s\-*]*$/.test(line) && !/ [-*] [-*] [-*] [-*] /.test(line))
    return false;
  const marks = head.match(/[>*+-]|[0-9]+[.)]/g)?.length ?? 0;
  return marks > MARKS_MOST || (/^\s*/.exec(line)?.[0].length ?? 0) > INDENT_MOST;
}

/** The tokens of a text that `refusalOf` lets through; null if the reader gives up. */
export function tokensOf(text: string): readonly Token[] | null {
  try {
    return reader.lexer(text);
  } catch {
    return null;
  }
}

interface Kinds {
  readonly heading: Tokens.Heading;
  readonly paragraph: Tokens.Paragraph;
  readonly blockquote: Tokens.Blockquote;
  readonly code: Tokens.Code;
  readonly list: Tokens.List;
  readonly table: Tokens.Table;
  readonly codespan: Tokens.Codespan;
  readonly strong: Tokens.Strong;
  readonly em: Tokens.Em;
  readonly del: Tokens.Del;
  readonly br: Tokens.Br;
  readonly link: Tokens.Link;
  readonly image: Tokens.Image;
  readonly hr: Tokens.Hr;
  readonly html: Tokens.HTML;
}

export function isA<K extends keyof Kinds>(token: Token, kind: K): token is Kinds[K] & Token {
  return token.type === kind;
}

export function isLive(token: Token): boolean {
  return token.type === 'liveValue';
}

export function innerOf(token: Token): readonly Token[] | undefined {
  return (token as { readonly tokens?: readonly Token[] }).tokens;
}

/** The reader writes five characters in the form of HTML. */
export function unescaped(text: string): string {
  return text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '',
  );
}
