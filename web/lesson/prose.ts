// SPDX-License-Identifier: GPL-2.0-or-later
//
// The reader's tokens → prose: a closed set of kinds without HTML. What is not one of them becomes text, as it is
// written, and a mistake is reported.

import type { Token } from 'marked';
import { nearest } from '../base/text';
import { TERM_NAMES, termNamed } from '../model/terms';
import { readExpression } from '../scenario/check/expression';
import type { Inline, LiveInline, Prose } from './lesson';
import type { Problems } from './places';
import { innerOf, isA, isLive, unescaped, type LiveToken } from './reader';

/** What is known where prose is read. */
export interface ProseContext {
  readonly problems: Problems;
  /** Offsets of the block in the text. */
  readonly from: number;
  readonly to: number;
  /** Whether there is a picture to be about. */
  readonly hasPicture: boolean;
  /** Gives each live value its number. */
  readonly counter: { next: number };
}

/** One token of a block level; null for one that says nothing. */
export function proseOf(token: Token, context: ProseContext): Prose | null {
  const search = new Search(context);
  return blockOf(token, search);
}

// Finds where in the block an inline stands: tokens come in order, so the search goes on behind the last one.
class Search {
  readonly context: ProseContext;
  private at: number;

  constructor(context: ProseContext) {
    this.context = context;
    this.at = context.from;
  }

  place(raw: string): { readonly from: number; readonly to: number } {
    const { problems, from, to } = this.context;
    const found = problems.text.slice(this.at, to).indexOf(raw);
    if (found < 0) return { from, to: Math.min(to, from + 1) };
    this.at += found + raw.length;
    return { from: this.at - raw.length, to: this.at };
  }
}

function blockOf(token: Token, search: Search): Prose | null {
  if (isA(token, 'heading')) return { kind: 'heading', depth: token.depth, inlines: inlinesOf(token.tokens, search) };
  if (isA(token, 'paragraph')) return { kind: 'paragraph', inlines: inlinesOf(token.tokens, search) };
  if (isA(token, 'code')) return { kind: 'code', language: /^\w*/.exec(token.lang ?? '')?.[0] ?? '', text: token.text };
  if (isA(token, 'blockquote')) return { kind: 'quote', blocks: blocksOf(token.tokens, search) };
  if (isA(token, 'list')) {
    const items = token.items.map((item) => blocksOf(item.tokens, search));
    return { kind: 'list', ordered: token.ordered, start: token.start === '' ? 1 : token.start, items };
  }
  if (isA(token, 'table')) {
    const header = token.header.map((cell) => inlinesOf(cell.tokens, search));
    return { kind: 'table', header, rows: token.rows.map((row) => row.map((cell) => inlinesOf(cell.tokens, search))) };
  }
  if (token.type === 'space' || token.type === 'def' || isA(token, 'hr')) return null;
  if (isA(token, 'html')) {
    if (isComment(token.raw)) return null;
    const { from, to } = search.place(token.raw.trimEnd());
    search.context.problems.tell(from, to, { code: 'html' });
    return { kind: 'paragraph', inlines: [{ kind: 'text', text: token.raw.trimEnd() }] };
  }
  // A line of a list without a paragraph.
  return { kind: 'paragraph', inlines: inlineOf(token, search) };
}

/** Tokens inside a quote or a list. */
export function blocksOf(tokens: readonly Token[], search: Search): readonly Prose[] {
  return tokens.flatMap((one) => blockOf(one, search) ?? []);
}

/** A speaker's note, without the word before it. */
export function noteOf(tokens: readonly Token[], context: ProseContext): readonly Prose[] {
  const [first, ...rest] = blocksOf(tokens, new Search(context));
  if (first?.kind !== 'paragraph') return [];
  const [text, ...more] = first.inlines;
  const told: Inline[] = text?.kind === 'text' ? [{ kind: 'text', text: text.text.replace(/^Note:\s*/, '') }] : [];
  return [{ kind: 'paragraph', inlines: [...told, ...more] }, ...rest];
}

function isComment(raw: string): boolean {
  return /^\s*<!--[^]*-->\s*$/.test(raw);
}

function inlinesOf(tokens: readonly Token[] | undefined, search: Search): readonly Inline[] {
  const all = (tokens ?? []).flatMap((token) => inlineOf(token, search));
  const joined: Inline[] = [];
  for (const one of all) {
    const last = joined.at(-1);
    if (one.kind === 'text' && last?.kind === 'text')
      joined[joined.length - 1] = { kind: 'text', text: last.text + one.text };
    else joined.push(one);
  }
  return joined;
}

function inlineOf(token: Token, search: Search): readonly Inline[] {
  const { problems } = search.context;
  if (isLive(token)) return [liveOf(token as unknown as LiveToken, search)];
  if (isA(token, 'codespan')) return [{ kind: 'code', text: unescaped(token.text) }];
  if (isA(token, 'strong')) return [{ kind: 'strong', inlines: inlinesOf(token.tokens, search) }];
  if (isA(token, 'em')) return [{ kind: 'em', inlines: inlinesOf(token.tokens, search) }];
  if (isA(token, 'del')) return [{ kind: 'deleted', inlines: inlinesOf(token.tokens, search) }];
  if (isA(token, 'br')) return [{ kind: 'break' }];
  if (isA(token, 'link')) return linkOf(token.raw, token.href, token.tokens, search);
  if (isA(token, 'image')) {
    const { from, to } = search.place(token.raw);
    problems.tell(from, to, { code: 'image' });
    return [{ kind: 'text', text: unescaped(token.text) }];
  }
  if (isA(token, 'html')) {
    if (isComment(token.raw)) return [];
    const { from, to } = search.place(token.raw);
    problems.tell(from, to, { code: 'html' });
    return [{ kind: 'text', text: token.raw }];
  }
  const inner = innerOf(token);
  if (inner !== undefined) return inlinesOf(inner, search);
  const text = 'text' in token ? unescaped(String(token.text)) : token.raw;
  if (token.type === 'text' && token.raw.includes('{')) {
    const { from } = search.place('{');
    problems.tell(from, from + 1, { code: 'open brace' });
  }
  return [{ kind: 'text', text }];
}

// `step:10` and `term:slot` are places of the page; only https: leads out of it.
function linkOf(raw: string, href: string, tokens: readonly Token[], search: Search): readonly Inline[] {
  const { problems, hasPicture } = search.context;
  const { from, to } = search.place(raw);
  const again = new Search({ ...search.context, from, to });
  const inlines = inlinesOf(tokens, again);
  const step = /^step:(.*)$/.exec(href)?.[1];
  if (step !== undefined) {
    if (!/^[0-9]{1,7}$/.test(step)) {
      problems.tell(from, to, { code: 'step place', written: step });
      return inlines;
    }
    if (!hasPicture) problems.tell(from, to, { code: 'no picture', what: 'a place' });
    return [{ kind: 'place', step: Number(step), line: problems.lines.place(from).line, inlines }];
  }
  const term = /^term:(.+)$/.exec(href)?.[1];
  if (term !== undefined) {
    const name = decoded(term);
    if (termNamed(name) === null)
      problems.tell(from, to, { code: 'term', name, likely: nearest(name, Object.values(TERM_NAMES)) });
    return [{ kind: 'term', term: name, inlines }];
  }
  if (/^https:\/\/[^\s/]+/.test(href)) return [{ kind: 'link', address: href, inlines }];
  problems.tell(from, to, { code: 'link', address: href });
  return inlines;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function liveOf({ raw, inside }: LiveToken, search: Search): Inline {
  const { problems, hasPicture, counter } = search.context;
  const { from, to } = search.place(raw);
  const [, expression = '', step, hex] = /^\s*(.*?)(?:\s+at\s+([0-9]{1,7}))?(?:\s+as\s+(hex))?\s*$/.exec(inside) ?? [];
  const read = readExpression(expression);
  if (read.kind === 'refused') {
    problems.tell(from, to, { code: 'expression', expression, why: read.fault.message, hint: read.fault.hint });
    return { kind: 'text', text: raw };
  }
  if (!hasPicture) {
    problems.tell(from, to, { code: 'no picture', what: 'a live value' });
    return { kind: 'text', text: raw };
  }
  const { line, column } = problems.lines.place(from);
  const told: LiveInline = {
    kind: 'value',
    expression,
    step: step === undefined ? null : Number(step),
    base: hex === undefined ? 'decimal' : 'hex',
    number: counter.next++,
    line,
    column,
  };
  return told;
}
