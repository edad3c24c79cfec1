// SPDX-License-Identifier: GPL-2.0-or-later
//
// The words of the language, for reading it and for messages. The grammar decides where each may stand; a test holds
// these, the words of statements, word-docs.ts and the grammar together.

import { parser } from '../generated/maple';
import { SOFT } from '../generated/soft-words';

export interface FunctionForm {
  readonly word: string;
  /** How it is written; names in capitals stand for what the writer chooses. */
  readonly form: string;
  /** Number of arguments before the optional tree name. */
  readonly args: number;
  readonly takesTree: boolean;
  /** That tree must be an address space. */
  readonly ofMm: boolean;
  /** Its one argument is the name of a state. */
  readonly ofState: boolean;
}

const func = (form: string, args: number, takesTree: boolean): FunctionForm => ({
  word: form.slice(0, form.indexOf('(')),
  form,
  args,
  takesTree,
  ofMm: form.includes('[MM]'),
  ofState: form.includes('(STATE)'),
});

/** The functions of expressions. */
export const FUNCTIONS: readonly FunctionForm[] = [
  func('load(A [, TREE])', 1, true),
  func('height([TREE])', 0, true),
  func('nodes([TREE])', 0, true),
  func('leaves([TREE])', 0, true),
  func('entries([TREE])', 0, true),
  func('live()', 0, false),
  func('reserved()', 0, false),
  func('requests()', 0, false),
  func('requested()', 0, false),
  func('freed()', 0, false),
  func('result()', 0, false),
  func('rand(N)', 1, false),
  func('vmas([MM])', 0, true),
  func('pagetables([MM])', 0, true),
  func('resident([MM])', 0, true),
  func('index(STATE)', 0, false),
  func('last(STATE)', 0, false),
  func('offset(STATE)', 0, false),
  func('end(STATE)', 0, false),
  func('status(STATE)', 0, false),
  func('held(STATE)', 0, false),
];

/** Names of results that `expect error` knows. */
export const ERROR_NAMES = [
  'ENOMEM',
  'EBUSY',
  'EEXIST',
  'EINVAL',
  'EFAULT',
  'EPERM',
  'EAGAIN',
  'EINTR',
  'ERETRY',
] as const;

/** Every word that the grammar spells out. */
export const GRAMMAR_WORDS: readonly string[] = [
  ...new Set(parser.nodeSet.types.map((type) => type.name).filter((name) => /^[a-z_]+$/.test(name))),
].sort();

/** Words that only one place knows; everywhere else they are names. */
export const SOFT_WORDS: ReadonlySet<string> = new Set(SOFT);

/** Words that can never be a name. */
export const RESERVED: ReadonlySet<string> = new Set(GRAMMAR_WORDS.filter((word) => !SOFT_WORDS.has(word)));

/** Words that this version only recognises. */
export const NOT_RUN: ReadonlySet<string> = new Set(['ask']);

/** Whether this version runs statements that begin with the word. */
export function runs(word: string): boolean {
  return !NOT_RUN.has(word);
}

/** The plain refusal of a word that this version only recognises. */
export function notYet(word: string): string {
  return `\`${word}\` is part of the language, but this version of Maplescope does not run it yet`;
}
