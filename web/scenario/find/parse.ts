// SPDX-License-Identifier: GPL-2.0-or-later
//
// The query box's language: text to a query, or a mistake with its place and a hint. Pure.
//
// Words that are none of a query's are looked for as they stand, in labels and paths: "libc", "[heap]", "/usr/lib". A
// number by itself is an index: the slots that cover it are looked for. So is hex without 0x, as pictures write it, in
// groups or not, where an index is meant: it has one of the letters a-f, since digits alone are decimal. By itself a
// single word that begins with a letter is a name, as any other.
//
//   query  = all { "or" all }          all  = one { ["and" | "where"] one }
//   one    = "not" one | "(" query ")" | word …
//
// A field is compared (`used < 7`, `id = 12`); a number right after it means equal (`depth 2`).

import { MAX, type Index } from '../../base/index64';
import {
  speaksOfSlots,
  type Comparison,
  type FindQuery,
  type FindTerm,
  type NodeField,
  type SlotField,
} from '../../model/find';
import type { NodeKind } from '../../model/picture';
import { readNumber, readString } from '../syntax/literals';
import { ALL_WORDS, JOINS, NODE_FIELDS, SLOT_FIELDS, VMA_CLASSES, type FindWord } from './words';

/** `from` and `to` are places in the text. */
export interface FindMistake {
  readonly message: string;
  readonly hint: string;
  readonly from: number;
  readonly to: number;
  /** A query that may have been meant. */
  readonly instead?: string;
}

/**
 * `plain`: what was written is looked for in the names of entries; `hint` says which word of a query it may be instead,
 * if one is near. `readAs`: the query that a number by itself was taken for, or one with hex that stands there without
 * 0x. `instead`: the query that a name may have been meant for.
 */
export type ReadFind =
  | {
      readonly kind: 'query';
      readonly query: FindQuery;
      readonly plain?: string;
      readonly hint?: string;
      readonly readAs?: string;
      readonly instead?: string;
    }
  | { readonly kind: 'empty' }
  | ({ readonly kind: 'mistake' } & FindMistake);

interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'sign' | 'end';
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

class Mistake extends Error {
  readonly found: FindMistake;

  constructor(message: string, hint: string, { from, to }: Pick<Token, 'from' | 'to'>, instead = '') {
    super(message);
    this.found = { message, hint, from, to, ...(instead === '' ? {} : { instead }) };
  }
}

const TOKEN = new RegExp(
  String.raw`\s+|([A-Za-z_?-][A-Za-z0-9_?-]*)|(0x[0-9A-Za-z_]*|[0-9][0-9A-Za-z_]*%?)|` +
    String.raw`("(?:[^"\\]|\\.)*"?)|(\.\.|<=|>=|!=|==|[<>=()])`,
  'y',
);
const DEEPEST = 60;

/** Reads a query. */
export function readFind(text: string): ReadFind {
  const plain = text.trim();
  if (isPlain(plain)) {
    const near = nearest(plain.toLowerCase());
    const hint = near === null ? {} : { hint: didYouMean(near) };
    const instead = HEX.test(plain) ? { instead: `covers ${with0x(plain)}` } : {};
    return {
      kind: 'query',
      query: { about: 'slots', term: { kind: 'text', text: plain } },
      plain,
      ...hint,
      ...instead,
    };
  }
  try {
    const tokens = tokensOf(text);
    if (tokens.length === 1) return { kind: 'empty' };
    const reader = new Reader(text, tokens);
    if (isIndex(plain, tokens)) {
      const value = reader.index();
      return {
        kind: 'query',
        query: { about: 'slots', term: { kind: 'covers', first: value, last: value } },
        readAs: `covers ${plain.toLowerCase() === 'max' ? 'max' : reader.spelled().trim()}`,
      };
    }
    const term = reader.any(0);
    const rest = reader.next();
    if (rest.kind !== 'end')
      throw new Mistake(
        `\`${rest.text}\` does not belong here`,
        rest.text === ')' ? 'no parenthesis is open' : 'conditions are joined with and, or',
        rest,
      );
    const readAs = reader.spelled();
    return {
      kind: 'query',
      query: { about: speaksOfSlots(term) ? 'slots' : 'nodes', term },
      ...(readAs === text ? {} : { readAs: readAs.trim() }),
    };
  } catch (error) {
    if (error instanceof Mistake) return { kind: 'mistake', ...error.found };
    throw error;
  }
}

/** Hex as pictures write it: up to 16 digits, in groups of four from the right or not. */
const HEX = /^(?:[0-9a-f]{1,16}|[0-9a-f]{1,4}(?:[ \u00a0][0-9a-f]{4}){1,3})$/i;
const GROUPED = /^[0-9a-f]{1,4}(?:[ \u00a0][0-9a-f]{4})+$/i;
const with0x = (hex: string): string => `0x${hex.replace(/[ \u00a0]/g, '').toLowerCase()}`;

// Whether the text is nothing but an index: a number, max, or groups of hex, which no name is taken for that has a
// digit.
function isIndex(plain: string, tokens: readonly Token[]): boolean {
  if (tokens.length === 2)
    return (tokens[0]?.kind === 'number' && !plain.endsWith('%')) || plain.toLowerCase() === 'max';
  return GROUPED.test(plain);
}

const KNOWN: ReadonlySet<string> = new Set([...ALL_WORDS, ...JOINS].map(({ word }) => word).concat('tree', 'max'));

// Nothing is compared, grouped or quoted, and it begins neither with a word of a query nor with a number.
function isPlain(text: string): boolean {
  if (GROUPED.test(text) && /[0-9]/.test(text)) return false;
  const first = /^[^\s,;:&|]*/.exec(text)?.[0].toLowerCase() ?? '';
  return first !== '' && /^[^0-9]*[a-z]/.test(first) && !/[<>="()`]|\.\./.test(text) && !KNOWN.has(first);
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (found === null)
      throw new Mistake(
        `\`${text[from] ?? ''}\` means nothing here`,
        'a query is made of words, numbers, "text", < <= = != >= > and parentheses',
        { from, to: from + 1 },
      );
    const [all, word, number, string, sign] = found;
    const at = { text: all, from, to: from + all.length };
    if (string !== undefined && (string.length < 2 || !string.endsWith('"')))
      throw new Mistake('the quote is not closed', 'add " at the end', at);
    if (word !== undefined) tokens.push({ kind: 'word', ...at });
    else if (number !== undefined) tokens.push({ kind: 'number', ...at });
    else if (string !== undefined) tokens.push({ kind: 'string', ...at });
    else if (sign !== undefined) tokens.push({ kind: 'sign', ...at, text: sign === '==' ? '=' : sign });
  }
  tokens.push({ kind: 'end', text: '', from: text.length, to: text.length });
  return tokens;
}

const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '=', '!=', '>=', '>']);
/** Fields that are indexes, and not counts. */
const INDEXES: ReadonlySet<string> = new Set(['min', 'max', 'first', 'last']);
const KINDS: ReadonlySet<string> = new Set(['leaf', 'range', 'arange']);
const CHANGES = { changed: null, new: 'new', rewritten: 'rewritten', adopted: 'adopted' } as const;

// Owns the place in the tokens.
class Reader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  // Hex that stands without 0x.
  readonly #bare: { readonly from: number; readonly to: number }[] = [];

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text;
    this.#tokens = tokens;
  }

  /** The text with 0x before each hex number that was read without it. */
  spelled(): string {
    return this.#bare.reduceRight(
      (text, { from, to }) => this.#with(text, from, to, with0x(text.slice(from, to))),
      this.#text,
    );
  }

  #with(text: string, from: number, to: number, words: string): string {
    return text.slice(0, from) + words + text.slice(to);
  }

  next(): Token {
    return this.#tokens[Math.min(this.#at, this.#tokens.length - 1)]!;
  }

  #take(): Token {
    const token = this.next();
    this.#at++;
    return token;
  }

  #takes(text: string): boolean {
    const { kind, text: now } = this.next();
    if ((kind !== 'word' && kind !== 'sign') || now.toLowerCase() !== text) return false;
    this.#at++;
    return true;
  }

  /** A number where an index is meant: decimal, or hex with 0x or without. */
  index(): Index {
    const { from, text } = this.next();
    let end = this.#at;
    while (end > this.#at || /^[0-9a-f]{1,4}$/i.test(text)) {
      const [last, more] = [this.#tokens[end], this.#tokens[end + 1]];
      if (last === undefined || more === undefined || more.from !== last.to + 1 || !/^[0-9a-f]{4}$/i.test(more.text))
        break;
      end++;
    }
    const to = this.#tokens[end]?.to ?? from;
    const digits = this.#text.slice(from, to);
    const groups = end > this.#at;
    if (!HEX.test(digits)) {
      if (groups)
        throw new Mistake(`\`${digits}\` is more than 2^64−1`, 'an index has at most 16 hex digits', { from, to });
      return this.#number();
    }
    if (!groups && 'value' in readNumber(text)) return this.#number();
    if (!/[a-f]/i.test(digits))
      throw new Mistake(
        `\`${digits}\` is not a number`,
        `in hex it is \`${with0x(digits)}\``,
        { from, to },
        this.#instead([{ from, to }]),
      );
    this.#at = end + 1;
    this.#bare.push({ from, to });
    return BigInt(with0x(digits)) as Index;
  }

  // The query with these numbers as hex.
  #instead(numbers: readonly { readonly from: number; readonly to: number }[]): string {
    const words = numbers
      .reduceRight((text, { from, to }) => this.#with(text, from, to, with0x(text.slice(from, to))), this.#text)
      .trim();
    return /^0x\w+$/.test(words) ? `covers ${words}` : words;
  }

  any(deep: number): FindTerm {
    if (deep > DEEPEST) throw new Mistake('too many parentheses', `at most ${DEEPEST} in one another`, this.next());
    const of = [this.#all(deep)];
    while (this.#takes('or')) of.push(this.#all(deep));
    return of.length === 1 ? of[0]! : { kind: 'any', of };
  }

  #all(deep: number): FindTerm {
    const of = [this.#one(deep)];
    for (;;) {
      const joined = this.#takes('and') || this.#takes('where');
      const { kind, text } = this.next();
      if (
        !joined &&
        (kind === 'end' || text === ')' || text.toLowerCase() === 'or' || (kind !== 'word' && text !== '('))
      )
        break;
      of.push(this.#one(deep));
    }
    return of.length === 1 ? of[0]! : { kind: 'all', of };
  }

  #one(deep: number): FindTerm {
    if (deep > DEEPEST) throw new Mistake('too many parentheses', `at most ${DEEPEST} in one another`, this.next());
    if (this.#takes('not')) return { kind: 'not', of: this.#one(deep + 1) };
    if (this.#takes('(')) {
      const term = this.any(deep + 1);
      if (!this.#takes(')')) throw new Mistake('a parenthesis is not closed', 'add ) at the end', this.next());
      return term;
    }
    const token = this.#take();
    if (token.kind === 'end')
      throw new Mistake('a condition is missing at the end', 'for example leaf, changed, used < 7', token);
    if (token.kind !== 'word')
      throw new Mistake(
        `\`${token.text}\` is not a condition by itself`,
        token.kind === 'number'
          ? `node ${token.text}, covers ${token.text} and entry ${token.text} are`
          : token.kind === 'string'
            ? `entry ${token.text} finds labels and paths`
            : 'a word stands first: used < 7',
        token,
      );
    return this.#word(token);
  }

  #word(token: Token): FindTerm {
    const word = token.text.toLowerCase();
    const { kind } = this.next();
    if (word === 'node') return kind === 'number' || this.#compared() ? this.#nodeField('id') : { kind: 'node' };
    if (KINDS.has(word)) return { kind: 'of-kind', is: word as NodeKind };
    if (word in CHANGES) return { kind: 'change', is: CHANGES[word as keyof typeof CHANGES] };
    if (word === 'inner' || word === 'root' || word === 'null' || word === 'zero') return { kind: word };
    if (word === 'kind') return this.#kindOf();
    if (word === 'in' || word === 'tree') return this.#inTree();
    if (word === 'covers' || word === 'overlaps') return { kind: word, ...this.#range() };
    if (word === 'vma') return this.#vma();
    if (word === 'entry') return this.#entry();
    if (word in NODE_FIELDS) return this.#nodeField(word as NodeField);
    if (word in SLOT_FIELDS)
      return {
        kind: 'slot-field',
        field: word as SlotField,
        by: this.#by(word),
        value: INDEXES.has(word) ? this.index() : this.#number(),
      };
    throw new Mistake(`\`${token.text}\` is not a word of a query`, nearestHint(word), token);
  }

  #compared(): boolean {
    return this.next().kind === 'sign' && COMPARISONS.has(this.next().text);
  }

  // Equal, where a number follows at once.
  #by(field: string): Comparison {
    if (this.#compared()) return this.#take().text as Comparison;
    const token = this.next();
    if (token.kind === 'number' || token.text.toLowerCase() === 'max') return '=';
    throw new Mistake(`\`${field}\` is compared with a number`, `for example ${field} < 7`, token);
  }

  #nodeField(field: NodeField): FindTerm {
    const by = this.#by(field === 'id' ? 'node' : field);
    return { kind: 'node-field', field, by, value: INDEXES.has(field) ? this.index() : this.#number(field === 'fill') };
  }

  #number(percent = false): Index {
    const token = this.#take();
    if (token.text.toLowerCase() === 'max') return MAX;
    if (token.kind !== 'number')
      throw new Mistake(
        'a number is missing',
        'decimal with one of the suffixes K M G T P E, 0x and hex digits, or max',
        token,
      );
    const spelled = token.text.endsWith('%');
    if (spelled && !percent)
      throw new Mistake(`\`${token.text}\` is a percentage`, 'only fill is compared with one', token);
    const read = readNumber(spelled ? token.text.slice(0, -1) : token.text);
    if (!('value' in read)) throw new Mistake(read.message, read.hint, token);
    return read.value;
  }

  #range(): { readonly first: Index; readonly last: Index } {
    const from = this.next();
    const first = this.index();
    if (!this.#takes('..')) return { first, last: first };
    const to = this.next();
    const last = this.index();
    this.#inOneBase(from, to);
    if (last < first)
      throw new Mistake('the range ends before it begins', 'the smaller index stands first', {
        from: from.from,
        to: to.to,
      });
    return { first, last };
  }

  // `1000..1fff` is hex at both ends or a slip.
  #inOneBase(from: Token, to: Token): void {
    const [low, high] = [from, to].map((end) => this.#bare.find((one) => one.from === end.from) ?? null);
    const other = low === null ? from : to;
    if ((low === null) === (high === null) || !/^[0-9]{2,}$/.test(other.text)) return;
    const instead = this.#instead([low ?? from, high ?? to]);
    throw new Mistake(
      `\`${other.text}\` is decimal, and the other end of the range is hex`,
      `in hex both are \`${/0x\w+\.\.0x\w+/.exec(instead)?.[0] ?? instead}\``,
      other,
      instead,
    );
  }

  #kindOf(): FindTerm {
    this.#takes('=');
    const token = this.#take();
    const is = token.text.toLowerCase();
    if (!KINDS.has(is))
      throw new Mistake(
        token.kind === 'end' ? 'a kind is missing' : `\`${token.text}\` is not a kind of node`,
        'kinds are leaf, range, arange',
        token,
      );
    return { kind: 'of-kind', is: is as NodeKind };
  }

  #inTree(): FindTerm {
    const token = this.#take();
    if (token.kind !== 'word') throw new Mistake('the name of a tree is missing', 'for example in t', token);
    return { kind: 'in-tree', name: token.text };
  }

  #entry(): FindTerm {
    const token = this.next();
    if (token.kind === 'string') {
      this.#at++;
      return { kind: 'text', text: textOf(token) };
    }
    if (token.kind !== 'number' && !this.#compared()) return { kind: 'entry' };
    return { kind: 'slot-field', field: 'entry', by: this.#by('entry'), value: this.#number() };
  }

  #vma(): FindTerm {
    const token = this.next();
    const word = token.text.toLowerCase();
    if (token.kind === 'string') {
      this.#at++;
      return {
        kind: 'all',
        of: [
          { kind: 'vma', perms: null, is: null },
          { kind: 'text', text: textOf(token) },
        ],
      };
    }
    const is = VMA_CLASSES.find((one) => one === word) ?? null;
    const perms = token.kind === 'word' && /^[r?-][w?-]?[x?-]?[ps?-]?$/.test(word) ? word : null;
    if (is !== null || perms !== null) this.#at++;
    return { kind: 'vma', is, perms: is === null ? perms : null };
  }
}

function textOf(token: Token): string {
  const read = readString(token.text);
  if (!('value' in read)) throw new Mistake(read.message, read.hint, token);
  return read.value;
}

function nearest(word: string): string | null {
  const all = [...ALL_WORDS, ...JOINS].map((one) => one.word);
  return (
    all.find((one) => one.startsWith(word) || word.startsWith(one)) ??
    closest(
      all.filter((one) => distance(one, word) <= 2),
      word,
    ) ??
    null
  );
}

function nearestHint(word: string): string {
  const near = nearest(word);
  return near === null
    ? 'words are leaf, node, changed, used, fill, covers, entry, null, gap, vma …'
    : didYouMean(near);
}

function didYouMean(word: string): string {
  return `did you mean \`${word}\`?`;
}

function closest(all: readonly string[], word: string): string | undefined {
  return [...all].sort((a, b) => distance(a, word) - distance(b, word))[0];
}

// Letters to be changed, added or left out.
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}

/** The words possible at a place of the text: those that may follow the text before it. */
export interface FindCompletion {
  readonly from: number;
  readonly words: readonly FindWord[];
}

const OF_KINDS: readonly FindWord[] = [
  { word: 'leaf', help: 'entries below it, 16 slots' },
  { word: 'range', help: 'children, no gaps recorded, 16 slots' },
  { word: 'arange', help: 'children and their largest gaps, 10 slots' },
];

/** Words for the place `at`; none within quotes. */
export function completeFind(text: string, at: number): FindCompletion {
  const before = text.slice(0, at);
  const begun = /[A-Za-z_?-][A-Za-z0-9_?-]*$/.exec(before)?.[0] ?? '';
  const from = at - begun.length;
  const lead = before.slice(0, from).trimEnd();
  if ((lead.match(/"/g)?.length ?? 0) % 2 === 1) return { from: at, words: [] };
  const last = /([A-Za-z]+|<=|>=|!=|[<>=]|\.\.)$/.exec(lead)?.[0]?.toLowerCase() ?? '';
  const fits = (words: readonly FindWord[]): FindCompletion => ({
    from,
    words: words.filter(({ word }) => word.startsWith(begun.toLowerCase()) && word !== begun.toLowerCase()),
  });
  if (last === 'kind') return fits(OF_KINDS);
  if (last === 'vma')
    return fits([
      ...VMA_CLASSES.map((word) => ({ word, help: 'class of VMA' })),
      { word: 'rw-p', help: 'permissions; ? is any' },
    ]);
  if (
    /^([<>=]|.=|\.\.)$/.test(last) ||
    ['covers', 'overlaps', 'in', 'tree'].includes(last) ||
    last in NODE_FIELDS ||
    (last in SLOT_FIELDS && last !== 'entry')
  )
    return { from, words: [] };
  const joined = lead === '' || lead.endsWith('(') || ['and', 'or', 'where', 'not'].includes(last);
  return fits(joined ? [...ALL_WORDS, JOINS[2]!] : [...JOINS, ...ALL_WORDS]);
}
