// SPDX-License-Identifier: GPL-2.0-or-later
//
// The same scenario, tidily written: one spelling of blanks and indentation, comments and blank lines kept where they
// are. Pure.
//
// Each statement is printed from its syntax tree, so that what comes out means what went in; comments, which are no
// part of the tree, are put back on their lines. A text with a mistake is left alone.

import { lineIndex, type LineIndex } from '../../base/text';
import { parse } from './parser';
import { print } from './printer';
import type { Statement } from '../syntax/syntax';

/** A line of the result: its code, and the comment behind it. */
interface Line {
  readonly code: string;
  readonly comment: string;
}

interface Source {
  readonly text: string;
  readonly lines: LineIndex;
  /** Comments by 1-based line. */
  readonly comments: ReadonlyMap<number, string>;
  readonly out: Line[];
}

/** The text formatted; null when it cannot be read. A formatted text stays as it is. */
export function format(text: string): string | null {
  const { program, diagnostics, tree } = parse(text);
  if (diagnostics.length > 0) return null;
  const lines = lineIndex(text);
  const comments = new Map<number, string>();
  tree.iterate({
    enter(node) {
      if (node.name === 'Comment') comments.set(lines.place(node.from).line, text.slice(node.from, node.to).trimEnd());
    },
  });
  const source: Source = { text, lines, comments, out: [] };
  const last = block(source, program.statements, '', 1);
  between(source, last, lines.count + 1, '');
  const whole = joined(trimmed(source.out));
  return whole === '' || !text.endsWith('\n') ? whole : `${whole}\n`;
}

// Prints statements that stand below each other, from line `from` on; gives the line behind the last of them.
function block(source: Source, statements: readonly Statement[], indent: string, from: number): number {
  let next = from;
  for (const statement of statements) {
    between(source, next, statement.line, indent);
    next = one(source, statement, indent) + 1;
  }
  return next;
}

// Comments and blank lines of the lines from `from` up to before `to`; of several blank lines one stays.
function between({ lines, comments, out, text }: Source, from: number, to: number, indent: string): void {
  for (let line = from; line < to; line++) {
    const comment = comments.get(line);
    if (comment !== undefined) out.push({ code: indent, comment });
    else if (
      text.slice(lines.start(line), lines.start(line + 1)).trim() === '' &&
      out.at(-1) !== undefined &&
      !isBlank(out.at(-1))
    )
      out.push({ code: '', comment: '' });
  }
}

function isBlank(line: Line | undefined): boolean {
  return line !== undefined && line.code.trim() === '' && line.comment === '';
}

// Prints a statement; gives the line on which it ends.
function one(source: Source, statement: Statement, indent: string): number {
  const { text, lines, comments, out } = source;
  const end = lines.place(
    Math.max(statement.from, statement.from + text.slice(statement.from, statement.to).trimEnd().length - 1),
  ).line;
  const comment = comments.get(statement.line) ?? '';
  if (!('body' in statement)) {
    const printed = spelled(statement, text);
    const [first = '', ...raw] = printed;
    out.push({ code: indent + first, comment });
    // Raw text is the text's own, to the last blank; its mark stands where the statement does.
    for (const [k, line] of raw.entries())
      out.push({ code: k === raw.length - 1 ? indent + line : line === '' ? '' : indent + line, comment: '' });
    return end;
  }
  const head = spelled({ ...statement, body: [] }, text)[0] ?? '';
  const [only] = statement.body;
  if (end === statement.line && only !== undefined && statement.body.length === 1) {
    const before = out.length;
    one({ ...source, comments: new Map() }, only, '');
    const inner = out.splice(before);
    if (inner.length === 1) {
      out.push({ code: `${indent}${head} ${inner[0]?.code ?? ''} }`, comment });
      return end;
    }
    out.push(
      { code: indent + head, comment },
      ...inner.map(({ code }) => ({ code: `${indent}  ${code}`, comment: '' })),
      { code: `${indent}}`, comment: '' },
    );
    return end;
  }
  out.push({ code: indent + head, comment });
  const behind = block(source, statement.body, `${indent}  `, statement.line + 1);
  between(source, behind, end, `${indent}  `);
  while (isBlank(out.at(-1))) out.pop();
  out.push({ code: `${indent}}`, comment: end === statement.line ? '' : (comments.get(end) ?? '') });
  return end;
}

// Blanks that the writer left out stay left out.
function spelled(statement: Statement, text: string): string[] {
  const lines = print({ statements: [statement], labels: [] })
    .replace(/\n$/, '')
    .split('\n');
  if (statement.kind === 'fork' && !/\sby\s/.test(text.slice(statement.from, statement.to)))
    lines[0] = (lines[0] ?? '').replace(/ by dup(?= |$)/, '');
  return lines;
}

function trimmed(lines: readonly Line[]): readonly Line[] {
  let end = lines.length;
  while (end > 0 && isBlank(lines[end - 1])) end--;
  let start = 0;
  while (start < end && isBlank(lines[start])) start++;
  return lines.slice(start, end);
}

const COMMENT_COLUMN_MAX = 48;

// Comments behind statements on lines that follow each other stand below each other.
function joined(lines: readonly Line[]): string {
  const texts: string[] = [];
  for (let at = 0; at < lines.length;) {
    let end = at;
    while (isTrailing(lines[end])) end++;
    if (end === at) {
      const { code, comment } = lines[at] as Line;
      texts.push(`${code}${comment}`.trimEnd());
      at++;
      continue;
    }
    const group = lines.slice(at, end);
    const column = Math.max(...group.map(({ code }) => (code.length > COMMENT_COLUMN_MAX ? 0 : code.length)));
    for (const { code, comment } of group) texts.push(`${code.padEnd(column)}  ${comment}`);
    at = end;
  }
  return texts.join('\n');
}

function isTrailing(line: Line | undefined): boolean {
  return line !== undefined && line.comment !== '' && line.code.trim() !== '';
}
