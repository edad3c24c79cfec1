// SPDX-License-Identifier: GPL-2.0-or-later
//
// Completion: (text, place) → what could stand there, each with a word of explanation. Floor 2, pure.
//
// The grammar is asked which words can follow the beginning of the line; names are those that the text has made above
// the line. So nothing is ever offered that the parser would refuse.

import { expectedAfter, stopsAt, type Expected } from './expected';
import { parser } from './generated/maple';
import { ERROR_NAMES, FUNCTIONS, JOINERS, SOFT_WORDS, STATEMENTS } from './words';

export interface CompletionOption {
  readonly label: string;
  readonly kind: 'statement' | 'word' | 'function' | 'tree' | 'reader' | 'variable' | 'value' | 'symbol';
  /** Short, beside the label: how it is written. */
  readonly detail: string;
  /** One sentence. */
  readonly doc: string;
  /** What is put in, when that is more than the label. */
  readonly apply: string;
}

export interface Completions {
  /** The options replace from here to the place asked. */
  readonly from: number;
  readonly options: readonly CompletionOption[];
}

/** What could stand at `at`; null inside comments, strings and raw text, and where the line is already wrong. */
export function complete(text: string, at: number): Completions | null {
  const inside = parser.parse(text).resolve(at, -1);
  if (['RawText', 'Comment', 'String'].includes(inside.name) && inside.from < at) return null;
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const typed = /[A-Za-z_][A-Za-z0-9_]*$/.exec(text.slice(start, at))?.[0] ?? '';
  const from = at - typed.length;
  const beginning = text.slice(start, from);
  if (/[0-9]$/.test(beginning) && typed !== '') return null;
  const stop = stopsAt(beginning);
  if (stop !== null && stop < beginning.trimEnd().length) return null;
  const expected = expectedAfter(beginning);
  const first = beginning.trim() === '' || /\{\s*$/.test(beginning);
  const options = first ? statementOptions(expected) : innerOptions(expected, beginning, namesAbove(text, start));
  return options.length === 0 ? null : { from, options };
}

function statementOptions(expected: Expected): CompletionOption[] {
  return STATEMENTS.filter((one) => one.runs && expected.words.includes(one.word)).map((one) => ({
    label: one.word,
    kind: 'statement',
    detail: one.form.slice(one.word.length).trim(),
    doc: one.doc,
    apply: /^\S+$/.test(one.form) ? one.word : `${one.word} `,
  }));
}

function innerOptions(expected: Expected, beginning: string, names: Names): CompletionOption[] {
  const options: CompletionOption[] = [];
  if (/\berror\s+$/.test(beginning)) return ERROR_NAMES.map((name) => option(name, 'value', 'result', ''));
  const defines = /\b(?:as|tree|let|maps|mm|trace|for)\s+$/.test(beginning);
  if (expected.name && !expected.number && !defines) {
    const readers = /\b(?:resume|release)\s+$/.test(beginning);
    options.push(...(readers ? names.readers.map((name) => option(name, 'reader', 'reader', '')) : names.trees.map((name) => option(name, 'tree', 'tree', ''))));
  }
  if (expected.number && !/^\s*ask\b/.test(beginning)) {
    options.push(...names.variables.map((name) => option(name, 'variable', 'variable', '')));
    for (const one of FUNCTIONS) {
      if (one.runs) options.push({ label: one.word, kind: 'function', detail: one.form.slice(one.word.length), doc: one.doc, apply: `${one.word}(` });
    }
    if (insideTreeCall(beginning)) options.push(...names.trees.map((name) => option(name, 'tree', 'tree', '')));
  }
  for (const word of expected.words) {
    if ((SOFT_WORDS.has(word) && expected.name) || word === 'load') continue;
    options.push(option(word, ['null', 'zero', 'max'].includes(word) ? 'value' : 'word', '', JOINERS.get(word) ?? ''));
  }
  return options;
}

function insideTreeCall(beginning: string): boolean {
  const call = /\b([a-z]+)\(([^()]*)$/.exec(beginning);
  return call !== null && FUNCTIONS.some((one) => one.takesTree && one.word === call[1]);
}

function option(label: string, kind: CompletionOption['kind'], detail: string, doc: string): CompletionOption {
  return { label, kind, detail, doc, apply: label };
}

interface Names {
  readonly trees: readonly string[];
  readonly readers: readonly string[];
  readonly variables: readonly string[];
}

// Read from the text itself, not from its tree: the line being written may keep the rest from being parsed.
function namesAbove(text: string, end: number): Names {
  const trees = new Set<string>();
  const readers = new Set<string>();
  const variables = new Set<string>();
  for (const line of text.slice(0, end).split('\n')) {
    const made = /^\s*(?:tree|maps|mm|trace)\s+([A-Za-z_]\w*)|^\s*(?:dup|fork)\s+\w+\s+as\s+([A-Za-z_]\w*)/.exec(line);
    if (made !== null) trees.add((made[1] ?? made[2]) as string);
    const gone = /^\s*(?:destroy|exit)\s+([A-Za-z_]\w*)/.exec(line);
    if (gone !== null) trees.delete(gone[1] as string);
    const read = /^\s*read\b.*\bas\s+([A-Za-z_]\w*)/.exec(line);
    if (read !== null) readers.add(read[1] as string);
    const left = /^\s*release\s+([A-Za-z_]\w*)/.exec(line);
    if (left !== null) readers.delete(left[1] as string);
    const bound = /^\s*(?:let|for)\s+([A-Za-z_]\w*)|^\s*repeat\b.*\bas\s+([A-Za-z_]\w*)/.exec(line);
    if (bound !== null) variables.add((bound[1] ?? bound[2]) as string);
  }
  return { trees: [...trees], readers: [...readers], variables: [...variables] };
}
