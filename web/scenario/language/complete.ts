// SPDX-License-Identifier: GPL-2.0-or-later
//
// Completion: (text, place) → what could stand there, each with a word of explanation. Pure.
//
// The grammar is asked which words can follow the beginning of the line; names are those that the text has made above
// the line. So nothing is ever offered that the parser would refuse.

import { SITES } from '../../model/memory';
import { opsWith } from '../../model/ops';
import { expectedAfter, stopsAt, type Expected } from './expected';
import { parser } from '../generated/maple';
import { namesAbove, type MadeName } from './names-in-scope';
import { STATEMENT_DOCS } from '../generated/docs';
import { ERROR_DOCS, FUNCTION_DOCS, meaningIn } from './word-docs';
import { ERROR_NAMES, FUNCTIONS, runs, SOFT_WORDS, type FunctionForm } from '../syntax/keywords';

export interface CompletionOption {
  readonly label: string;
  readonly kind: 'statement' | 'word' | 'function' | 'tree' | 'reader' | 'state' | 'variable' | 'value' | 'symbol';
  /** Short, beside the label: how it is written. */
  readonly detail: string;
  /** One sentence. */
  readonly doc: string;
  /** The inserted text, if it is more than the label. */
  readonly apply: string;
}

export interface Completions {
  /** The options replace from here to the place asked. */
  readonly from: number;
  readonly options: readonly CompletionOption[];
}

/** The words possible at `at`; null inside comments, strings and raw text, and if the line is already wrong. */
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
  const options = first
    ? statementOptions(expected, namesAbove(text, start))
    : innerOptions(expected, beginning, [...namesAbove(text, start), ...boundHere(beginning, start)]);
  return options.length === 0 ? null : { from, options };
}

// The likeliest words first, words without any object here last; else in the order of the language.
function statementOptions(expected: Expected, names: readonly MadeName[]): CompletionOption[] {
  const rank = rankAmong(names);
  const all = STATEMENT_DOCS.filter(({ word }) => runs(word))
    .filter((one) => expected.words.includes(one.word))
    .map((one) => ({
      label: one.word,
      kind: 'statement' as const,
      detail: one.form.slice(one.word.length).trim(),
      doc: one.doc,
      apply: /^\S+$/.test(one.form) ? one.word : `${one.word} `,
    }));
  return all.sort((a, b) => rank(a.label) - rank(b.label));
}

/** Statements that make something out of nothing, and those that need nothing either. */
const MAKERS = opsWith(({ makes }) => makes === true);
const FREE: ReadonlySet<string> = new Set(['let', 'repeat', 'for', 'seed', 'note', 'pause', 'ask', 'fail', 'expect']);
const OF_READERS = opsWith(({ takes }) => takes === 'reader');
const OF_STATES = opsWith(({ takes }) => takes === 'state');
/** Statements that take a state where an index could stand. */
const THROUGH_STATES = opsWith(({ goesByState }) => goesByState === true);

function rankAmong(names: readonly MadeName[]): (word: string) => number {
  const made = names.filter(({ kind }) => kind === 'tree' || kind === 'address space');
  if (made.length === 0) return (word) => (MAKERS.has(word) ? 0 : FREE.has(word) ? 1 : 2);
  const has = (kind: MadeName['kind']): boolean => names.some((one) => one.kind === kind);
  const likely = made.at(-1)?.kind === 'tree' ? OF_TREES : OF_SPACES;
  const cannot = (word: string): boolean =>
    (OF_TREES.has(word) && !has('tree')) ||
    (OF_SPACES.has(word) && !has('address space')) ||
    (OF_READERS.has(word) && !has('reader') && !(word === 'release' && has('state'))) ||
    (OF_STATES.has(word) && !has('state'));
  return (word) => (cannot(word) ? 2 : likely.has(word) ? 0 : 1);
}

function innerOptions(expected: Expected, beginning: string, names: readonly MadeName[]): CompletionOption[] {
  const options: CompletionOption[] = [];
  const statement = /(?:^|\{)\s*([a-z_]+)\b[^{]*$/.exec(beginning)?.[1] ?? '';
  if (/\berror\s+$/.test(beginning))
    return ERROR_NAMES.map((name) => option(name, 'value', 'result', ERROR_DOCS.get(name) ?? ''));
  const defines = /\b(?:as|tree|state|let|maps|mm|trace|for)\s+$/.test(beginning);
  if (expected.name && !expected.number && !defines)
    options.push(...names.filter((one) => fits(one, statement, beginning)).map(named));
  if (expected.number && !/^\s*ask\b/.test(beginning)) {
    const call = insideTreeCall(beginning);
    if (THROUGH_STATES.has(statement) && /^(?:.*\{)?\s*[a-z_]+\s+$/.test(beginning))
      options.push(...names.filter(({ kind }) => kind === 'state').map(named));
    options.push(...names.filter(({ kind }) => kind === 'variable').map(named));
    for (const one of FUNCTION_DOCS) {
      options.push({
        label: one.word,
        kind: 'function',
        detail: one.form.slice(one.word.length),
        doc: one.doc,
        apply: `${one.word}(`,
      });
    }
    if (/\b(?:index|last|offset|end|status|held)\($/.test(beginning))
      options.push(...names.filter(({ kind }) => kind === 'state').map(named));
    if (call !== null)
      options.push(
        ...names.filter(({ kind }) => kind === 'address space' || (kind === 'tree' && !call.ofMm)).map(named),
      );
  }
  for (const word of inOrder(expected.words, statement)) {
    if ((SOFT_WORDS.has(word) && expected.name) || word === 'load') continue;
    options.push(
      option(word, ['null', 'zero', 'max'].includes(word) ? 'value' : 'word', '', meaningIn(word, statement)),
    );
  }
  return options;
}

// Failure points in the order of a fork, after those of every tree.
function inOrder(words: readonly string[], statement: string): readonly string[] {
  if (statement !== 'fail') return words;
  const sites = SITES.filter((site) => words.includes(site));
  return [...sites, ...words.filter((word) => !sites.some((site) => site === word))];
}

/** Statements that take address spaces only, and those that take plain trees only. */
const OF_SPACES = opsWith(({ takes }) => takes === 'space');
const OF_TREES = opsWith(({ takes }) => takes === 'tree');

// Whether a name can stand where one is wanted.
function fits({ kind }: MadeName, statement: string, beginning: string): boolean {
  if (statement === 'resume') return kind === 'reader';
  if (statement === 'release') return kind === 'reader' || kind === 'state';
  if (OF_STATES.has(statement) || statement === 'pause') return kind === 'state';
  if (/\b(?:exists|absent)\s+$/.test(beginning)) return kind !== 'variable';
  if (kind === 'variable' || kind === 'reader' || kind === 'state') return false;
  return kind === 'tree' ? !OF_SPACES.has(statement) : !OF_TREES.has(statement);
}

function named({ name, kind, words }: MadeName): CompletionOption {
  return option(
    name,
    kind === 'address space' ? 'tree' : kind,
    kind,
    words.length > 60 ? `${words.slice(0, 59)}…` : words,
  );
}

function insideTreeCall(beginning: string): FunctionForm | null {
  const call = /\b([a-z]+)\(([^()]*)$/.exec(beginning);
  return call === null ? null : (FUNCTIONS.find((one) => one.takesTree && one.word === call[1]) ?? null);
}

// The names that a loop on this very line binds for its block.
function boundHere(beginning: string, from: number): MadeName[] {
  const bound = /^\s*(?:for\s+([A-Za-z_]\w*)|repeat\b.*\bas\s+([A-Za-z_]\w*))[^{]*\{/.exec(beginning);
  const name = bound?.[1] ?? bound?.[2];
  return name === undefined ? [] : [{ name, kind: 'variable', from, words: (bound?.[0] ?? '').trim() }];
}

function option(label: string, kind: CompletionOption['kind'], detail: string, doc: string): CompletionOption {
  return { label, kind, detail, doc, apply: label };
}
