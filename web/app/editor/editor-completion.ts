// SPDX-License-Identifier: GPL-2.0-or-later
//
// Completion in CodeMirror's form; scenario/language/complete knows which words fit where.

import {
  acceptCompletion,
  closeCompletion,
  completionStatus,
  selectedCompletion,
  selectedCompletionIndex,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { EditorView, KeyBinding } from '@codemirror/view';
import type { CompletionOption, Completions } from '../../scenario/language/complete';
import { wordsNode } from '../ui/message-text';
import { helpText, withWordHelp } from './word-help';

/** The list came up by itself before anything of a word was typed: Enter may well mean a new line. */
let automatic = false;

/**
 * The words possible at the cursor. They are offered as soon as a word is begun; before that on Ctrl-Space, and after a
 * blank where few words are possible. A list of all parts of numbers is offered only behind `=`.
 */
export function completeHere(context: CompletionContext): CompletionResult | null | Promise<CompletionResult | null> {
  const text = helpText(context.state);
  return text === null ? null : withWordHelp(({ complete }) => shown(context, complete(text, context.pos)));
}

function shown(context: CompletionContext, found: Completions | null): CompletionResult | null {
  if (found === null) return null;
  const begun = found.from < context.pos;
  if (!context.explicit && !begun && !invites(context, found.options)) return null;
  automatic = !context.explicit && !begun;
  return { from: found.from, options: found.options.map((one, k) => optionOf(one, begun, k)), validFor: /^\w*$/ };
}

function invites(context: CompletionContext, options: readonly CompletionOption[]): boolean {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  return /\S\s$/.test(before) && (/=\s$/.test(before) || !options.some(({ kind }) => kind === 'function'));
}

/**
 * Tab takes what is chosen, as long as the list is open; Enter too, unless the list came up automatic and nothing was
 * typed. A word that stands there whole is not taken: the key does what it does without a list.
 */
export const completionKeys: readonly KeyBinding[] = [
  {
    key: 'Tab',
    run: (view) =>
      completionStatus(view.state) === 'active' && !left(view, standsWhole(view)) && (acceptCompletion(view), true),
  },
  {
    key: 'Enter',
    run: (view) =>
      completionStatus(view.state) === 'active' && left(view, standsWhole(view) || nothingTyped(view)) && false,
  },
];

function left(view: EditorView, really: boolean): boolean {
  return really && closeCompletion(view);
}

function standsWhole({ state }: EditorView): boolean {
  const chosen = selectedCompletion(state);
  const { head } = state.selection.main;
  const word = /\w*$/.exec(state.sliceDoc(state.doc.lineAt(head).from, head))?.[0] ?? '';
  return chosen !== null && chosen.apply === word;
}

function nothingTyped({ state }: EditorView): boolean {
  const { head } = state.selection.main;
  return automatic && selectedCompletionIndex(state) === 0 && /\s/.test(state.sliceDoc(head - 1, head));
}

const TYPES: Record<CompletionOption['kind'], string> = {
  statement: 'keyword',
  word: 'keyword',
  function: 'function',
  tree: 'namespace',
  reader: 'variable',
  state: 'variable',
  variable: 'variable',
  value: 'constant',
  symbol: 'text',
};

// The list stays narrow: the text beside it shows the rest of the statement.
const DETAIL_LETTERS_MAX = 28;

function optionOf({ label, kind, detail, doc, apply }: CompletionOption, begun: boolean, place: number): Completion {
  const long = detail.length > DETAIL_LETTERS_MAX;
  const short = long ? `${detail.slice(0, DETAIL_LETTERS_MAX - 1)}…` : detail;
  // The text's own names first: they are what is meant most often.
  const own = kind === 'variable' || kind === 'tree' || kind === 'reader' ? 50 : 0;
  // Of words that begin alike the shorter one: nothing else can be meant by going on to type it.
  // Before a word is begun statements and words keep their order: what can stand here first.
  const boost = own - (begun ? Math.min(label.length, 40) : kind === 'statement' || kind === 'word' ? place : 0);
  return {
    label,
    boost,
    type: TYPES[kind],
    detail: short,
    apply,
    ...(doc === ''
      ? {}
      : { info: () => infoOf(long ? `${label} ${detail}` : '', kind === 'statement' ? doc + lettersIn(detail) : doc) }),
  };
}

const LETTERS = [
  ['R', 'a range, as 10..19'],
  ['V', 'a value, as 1 or "text"'],
  ['A', 'an index'],
  ['N', 'a number'],
] as const;

// The meaning of the capital letters in a form; where A or B is a tree's name, the sentence says so.
function lettersIn(form: string): string {
  const known = LETTERS.filter(
    ([letter]) => new RegExp(`(?:^|[ =+])${letter}(?:$|[ =])`).test(form) && !(letter === 'A' && / as B\b/.test(form)),
  );
  return known.length === 0 ? '' : ` ${known.map(([letter, words]) => `\`${letter}\`: ${words}.`).join(' ')}`;
}

function infoOf(form: string, doc: string): HTMLElement {
  const node = document.createElement('div');
  if (form !== '') {
    const code = document.createElement('code');
    code.className = 'hover-form';
    code.textContent = form;
    node.append(code);
  }
  const words = document.createElement('p');
  words.append(wordsNode(doc, ''));
  node.append(words);
  return node;
}
