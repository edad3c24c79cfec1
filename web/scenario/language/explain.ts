// SPDX-License-Identifier: GPL-2.0-or-later
//
// Why a text cannot be parsed: one fault a line, the first one, with what was found and what could stand there.
//
// The language has one statement a line, so each line is asked of the grammar by itself; a mistake in one line says
// nothing about the next. Braces are matched here, leniently: a line that should have opened a block counts as having
// opened it.

import { nearest } from '../../base/text';
import { BLOCK_DEPTH_MAX, TOO_DEEP, EXPRESSION_DEPTH_MAX } from '../syntax/depth';
import { expectedAfter, stopsAt, type Expected } from './expected';
import { gapAt } from './gaps';
import { habitAt, slashesAt } from './habits';
import type { Mistake } from '../../model/diagnostic';
import type { Fault } from '../syntax/syntax';
import { STATEMENT_WORDS } from '../statements/all';
import { RESERVED, runs, SOFT_WORDS } from '../syntax/keywords';

/** One line of the text with raw text and comment separated. */
interface SourceLine {
  readonly from: number;
  /** Up to the last token; comments are not part of it. */
  readonly text: string;
  /** Offset of an opening `"""`, or of a string that has no end; −1 if there is none. */
  readonly rawAt: number;
  readonly openString: number;
  /** Offset behind the raw text, or −1 when it has no end. */
  readonly rawEnd: number;
}

/** The statements that do here what a word of another language does there. */
type Elsewhere = readonly [hint: string, ...likely: string[]];

const ERASES: Elsewhere = ['`erase A` removes an entry', 'erase'];
const STORES: Elsewhere = ['`store A = X` stores an entry', 'store'];
const LOADS: Elsewhere = ['`load A` reads an entry', 'load'];
const SHOWS: Elsewhere = [
  'the picture shows the tree after each step; `load A` reads an entry, `note "…"` says something',
  'load',
];
const EXPECTS: Elsewhere = ['`expect A = B` checks a value', 'expect'];
const REPEATS: Elsewhere = ['`repeat N { … }` and `for i in A..B { … }` run lines again', 'repeat', 'for'];
const ITSELF: Elsewhere = ['the tree does so by itself, when a `store` or an `erase` needs it', 'store', 'erase'];
const GAPS: Elsewhere = ['`gap SIZE within R` looks for free indexes', 'gap'];
const LETS: Elsewhere = ['`let NAME = X` names a value', 'let'];
const TREES: Elsewhere = ['`tree NAME` makes a tree', 'tree'];
const FREES: Elsewhere = ['`destroy NAME` frees a tree, `erase A` removes an entry', 'destroy', 'erase'];
const COPIES: Elsewhere = ['`dup TREE as NAME` copies a tree, `fork SPACE as NAME` an address space', 'dup', 'fork'];

/** Words that other languages begin a statement with. */
const ELSEWHERE: ReadonlyMap<string, Elsewhere> = new Map([
  ['free', FREES],
  ['kfree', FREES],
  ['clear', ['`store R = null` clears a range', 'store']],
  ['find_free', GAPS],
  ['empty_area', GAPS],
  ['empty_area_rev', GAPS],
  ['while', REPEATS],
  ['loop', REPEATS],
  ['do', REPEATS],
  ['if', ['a scenario has no conditions; `expect A = B` checks a value', 'expect']],
  ['int', LETS],
  ['var', LETS],
  ['const', LETS],
  ['struct', TREES],
  ['DEFINE_MTREE', TREES],
  ['for_each', ['`each R` visits every entry', 'each']],
  ['split', ITSELF],
  ['push', ITSELF],
  ['merge', ITSELF],
  ['rebalance', ITSELF],
  ['collapse', ITSELF],
  ['delete', ERASES],
  ['del', ERASES],
  ['remove', ERASES],
  ['rm', ERASES],
  ['set', STORES],
  ['put', STORES],
  ['add', STORES],
  ['write', STORES],
  ['lookup', LOADS],
  ['look', LOADS],
  ['get', LOADS],
  ['print', SHOWS],
  ['show', SHOWS],
  ['display', SHOWS],
  ['dump', SHOWS],
  ['copy', COPIES],
  ['clone', COPIES],
  ['assert', EXPECTS],
  ['check', EXPECTS],
]);

/** A block that a line opened. */
interface Open {
  readonly from: number;
  /** Something has been said of its line. */
  readonly told: boolean;
  /** It holds a statement on its own line, which begins at this column: it need not have been meant to go on. */
  readonly inline: number | null;
}

/** At most this many faults are reported. */
const FAULTS_MAX = 100;

/** The faults of a text that the grammar refuses, in order. */
export function explain(text: string): Fault[] {
  const faults: Fault[] = [];
  const open: Open[] = [];
  for (const line of sourceLines(text)) {
    if (faults.length >= FAULTS_MAX) return faults;
    const fault = line.rawAt >= 0 && line.rawEnd < 0 ? endless(line) : explainLine(line, open);
    if (fault !== null) faults.push(fault, ...openStringBehind(line, fault));
    if (open.length > BLOCK_DEPTH_MAX) {
      return [...faults, { from: line.from, to: line.from + line.text.length, message: TOO_DEEP, hint: '' }];
    }
  }
  for (const block of open) {
    if (!block.told)
      faults.push({
        from: block.from,
        to: block.from + 1,
        message: 'this block is never closed',
        hint: '`}` stands on a line of its own',
        mistake: { code: 'open-block' },
      });
  }
  return faults.sort((a, b) => a.from - b.from);
}

// A string without an end is reported beside earlier mistakes in its line.
function openStringBehind({ from, text, openString }: SourceLine, fault: Fault): Fault[] {
  return openString < 0 || fault.to > from + openString ? [] : [endlessString(from + openString, from + text.length)];
}

function endlessString(from: number, to: number): Fault {
  return {
    from,
    to,
    message: 'this string has no end',
    hint: 'a string ends with `"` on the same line',
    mistake: { code: 'open-string' },
  };
}

function endless(line: SourceLine): Fault {
  const from = line.from + line.rawAt;
  return {
    from,
    to: from + 3,
    message: 'this raw text has no end',
    hint: 'a line that is only `"""` ends it',
    mistake: { code: 'open-raw-text' },
  };
}

function* sourceLines(text: string): Generator<SourceLine> {
  for (let from = 0; from <= text.length;) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    const line = scanLine(text.slice(from, end), from);
    if (line.rawAt < 0) {
      yield { ...line, rawEnd: -1 };
      from = end + 1;
      continue;
    }
    const close = /^[ \t\r]*"""[ \t\r]*$/m;
    const rest = text.slice(end + 1);
    const found = newline < 0 ? null : close.exec(rest);
    const rawEnd = found === null ? -1 : end + 1 + found.index + found[0].length;
    yield { ...line, rawEnd };
    if (rawEnd < 0) return;
    from = rawEnd + 1;
  }
}

function scanLine(text: string, from: number): Omit<SourceLine, 'rawEnd'> {
  let last = 0;
  for (let k = 0; k < text.length; k++) {
    const one = text[k] as string;
    if (one === '#') break;
    if (/\s/.test(one)) continue;
    if (one === '"') {
      if (/^"""\s*$/.test(text.slice(k))) return { from, text: text.slice(0, k + 3), rawAt: k, openString: -1 };
      const close = stringEnd(text, k);
      if (close < 0) return { from, text: text.trimEnd(), rawAt: -1, openString: k };
      k = close;
    }
    last = k + 1;
  }
  return { from, text: text.slice(0, last), rawAt: -1, openString: -1 };
}

function stringEnd(text: string, start: number): number {
  for (let k = start + 1; k < text.length; k++) {
    if (text[k] === '\\') k++;
    else if (text[k] === '"') return k;
  }
  return -1;
}

function explainLine(line: SourceLine, open: Open[]): Fault | null {
  const code = line.text;
  const trimmed = code.trim();
  if (trimmed === '') return null;
  const indent = code.length - code.trimStart().length;
  const at = (offset: number, length: number): { from: number; to: number } => ({
    from: line.from + offset,
    to: line.from + offset + length,
  });
  if (trimmed.startsWith('}')) {
    // A block that was left open on one line is not what a `}` further left closes.
    while ((open.at(-1)?.inline ?? -1) > indent) open.pop();
    const opened = open.pop();
    if (opened === undefined)
      return {
        ...at(indent, 1),
        message: '`}` closes nothing',
        hint: 'no block is open here',
        mistake: { code: 'closes-nothing' },
      };
    if (/^\}(?:\s+in\s+[A-Za-z_]\w*)?$/.test(trimmed)) return null;
    const next = indent + 1 + (code.slice(indent + 1).length - code.slice(indent + 1).trimStart().length);
    return {
      ...at(next, tokenLength(code, next)),
      message: `found \`${code.slice(next, next + tokenLength(code, next))}\` after \`}\``,
      hint: '`}` stands alone on its line',
    };
  }
  const opens = code.endsWith('{');
  const whole = line.rawAt >= 0 ? `${code}\n"""` : opens ? `${code}\n}` : code;
  const stop = stopsAt(whole);
  if (stop === null) {
    if (opens) open.push({ from: line.from + code.length - 1, told: false, inline: null });
    return null;
  }
  const slashes = slashesAt(code);
  if (
    opens ||
    (slashes > 0 && code.slice(0, slashes).trimEnd().endsWith('{')) ||
    (!code.includes('{') && /^(?:repeat|for|bulk|sweep)\b/.test(trimmed))
  )
    open.push({ from: line.from, told: true, inline: null });
  const place = Math.min(stop, code.length);
  if (code[place] === '}' && open.length > 0 && place === code.length - 1) {
    open.pop();
    return {
      ...at(place, 1),
      message: '`}` closes a block that was opened on another line',
      hint: '`}` stands on a line of its own',
      mistake: { code: 'closes-other-line' },
    };
  }
  const braces = place < code.length ? [] : openBraces(code);
  const brace = braces.at(-1);
  if (brace !== undefined) {
    for (let k = 0; k < braces.length; k++) open.push({ from: line.from, told: true, inline: indent });
    if (stopsAt(code + ' }'.repeat(braces.length)) === null)
      return {
        ...at(brace, 1),
        message: 'the block that `{` opens here is not closed',
        hint: '`}` closes it, at the end of this line or on a line of its own',
        mistake: { code: 'open-block-of-line' },
      };
  }
  return tokenFault(line, code, place, at);
}

// Where the blocks of a line begin that do not end on it.
function openBraces(code: string): readonly number[] {
  const braces: number[] = [];
  for (const { 0: found, index } of code.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (found === '{') braces.push(index);
    else if (found === '}') braces.pop();
  }
  return braces;
}

function tokenLength(code: string, at: number): number {
  return (
    /^(?:[A-Za-z_][A-Za-z0-9_]*|[0-9][0-9A-Za-z_]*|"(?:[^"\\]|\\.)*"|\.\.\+?|<<|>>|[!<>]=|"""|[^]?)/u.exec(
      code.slice(at),
    )?.[0].length ?? 0
  );
}

function tokenFault(
  line: SourceLine,
  code: string,
  place: number,
  at: (offset: number, length: number) => { from: number; to: number },
): Fault {
  if (line.openString >= 0 && line.openString <= place) {
    return endlessString(line.from + line.openString, line.from + code.length);
  }
  const beginning = code.slice(0, place);
  const found = code.slice(place, place + tokenLength(code, place));
  if (
    beginning.length > 2 * EXPRESSION_DEPTH_MAX &&
    (beginning.match(/[-+*/%<>&^|(]/g)?.length ?? 0) > EXPRESSION_DEPTH_MAX
  ) {
    return {
      ...at(place, found.length),
      message: `the expression is nested more than ${EXPRESSION_DEPTH_MAX} deep`,
      hint: 'name a part of it with let',
    };
  }
  if (/^\s*set\b.*=/.test(code)) {
    const from = code.indexOf('set');
    return { ...at(from, 3), message: '`set` gives a range to a state and stores nothing', hint: STORES[0] };
  }
  const expected = expectedAfter(beginning);
  const habit = habitAt(code, place, expected.number);
  if (habit !== null) {
    const { at: column, length, ...told } = habit;
    return { ...at(column, length), ...told };
  }
  if (beginning.trim() === '') return firstWordFault(found, at(place, Math.max(1, found.length)));
  const gap = gapAt(beginning, found);
  if (gap !== null) {
    const end = beginning.trimEnd().length;
    return { ...(found === '' ? at(end, 0) : at(place, found.length)), ...gap };
  }
  const perms = found === '-' ? /^\s*(?:map|protect)\b.*[\s\d](r?w?x?)\s*$/.exec(beginning)?.[1] : undefined;
  if (perms !== undefined && perms !== '') {
    const hint = `permissions are written without \`-\` and without \`p\` for private: \`${perms}\``;
    return {
      ...at(place, found.length),
      message: `found \`${found}\` here`,
      hint,
      mistake: { code: 'permissions', written: perms },
    };
  }
  const near = /^[A-Za-z_]/.test(found) ? nearest(found, expected.words) : null;
  const could = couldStand(expected);
  const hint = [near === null ? '' : `did you mean \`${near}\`?`, could.text].filter((one) => one !== '').join(' · ');
  const mistake: Mistake = { code: 'instead', likely: near === null ? [] : [near], expected: could.words };
  if (found === '') {
    const end = beginning.trimEnd().length;
    return {
      ...at(end, 0),
      message: 'the line ends too early',
      hint,
      mistake: { code: 'ends-early', expected: could.words },
    };
  }
  if (expected.name && RESERVED.has(found)) {
    return {
      ...at(place, found.length),
      message: `\`${found}\` is a word of the language and cannot be a name`,
      hint: 'choose another name',
    };
  }
  if (code.slice(place).startsWith('"""')) {
    return { ...at(place, 3), message: 'raw text cannot begin here', hint, mistake };
  }
  return { ...at(place, found.length), message: `found \`${found}\` here`, hint, mistake };
}

function firstWordFault(found: string, place: { from: number; to: number }): Fault {
  // `empty_area` of `mas_empty_area`; `set` of `mas_set` is a statement, and means another thing than elsewhere.
  const called = found.replace(/^(?:mas|mt|mtree)_/, '');
  const elsewhere = ELSEWHERE.get(called === found || !STATEMENT_WORDS.includes(called) ? called : found);
  const message = `\`${found}\` does not begin a statement`;
  if (elsewhere !== undefined) {
    const [hint, ...likely] = elsewhere;
    return { ...place, message, hint, mistake: { code: 'no-statement', likely, isAdvised: true } };
  }
  const begun = found.length < 2 ? undefined : STATEMENT_WORDS.find((word) => runs(word) && word.startsWith(found));
  // Of a kernel function its last such word: `cyclic` of `mtree_alloc_cyclic`.
  const within = found.split('_').findLast((word) => STATEMENT_WORDS.includes(word));
  const near = nearest(found, STATEMENT_WORDS) ?? begun ?? within ?? nearest(called, STATEMENT_WORDS);
  const hint =
    near === null ? 'a line begins with a statement, such as `tree`, `store` or `expect`' : `did you mean \`${near}\`?`;
  return {
    ...place,
    message,
    hint,
    mistake: { code: 'no-statement', likely: near === null ? [] : [near], isAdvised: false },
  };
}

/** The continuations at a place: `expected …` in words, and the words and signs that it names. */
interface CouldStand {
  readonly text: string;
  readonly words: readonly string[];
}

/** The shortest useful form: an expression is named as such, operators only when nothing else fits. */
export function couldStand(expected: Expected): CouldStand {
  const words = expected.words.filter((word) => !(expected.name && SOFT_WORDS.has(word)));
  const parts: string[] = [];
  const expression = expected.number && expected.symbols.includes('(');
  if (expression) parts.push('an expression');
  else {
    if (expected.name) parts.push('a name');
    if (expected.number) parts.push('a number');
  }
  if (expected.string) parts.push('a string');
  if (expected.rawText && !expected.string) parts.push('raw text (`"""`)');
  const inner = new Set(expression ? ['load', 'max', '('] : ['load', 'max']);
  const named = words.filter((word) => !(expression && inner.has(word)));
  parts.push(...named.map((word) => `\`${word}\``));
  // Where an operator could stand, all of them could; `%` alone is that of a chance.
  const arithmetic = new Set(
    expected.symbols.includes('+') ? ['*', '/', '%', '+', '-', '<<', '>>', '&', '^', '|'] : [],
  );
  const symbols = expected.symbols.filter((symbol) => !arithmetic.has(symbol) && !inner.has(symbol));
  parts.push(...symbols.map((symbol) => `\`${symbol}\``));
  if (expected.symbols.includes('+') && !expression) parts.push('an operator');
  if (expected.lineEnd) parts.push('the end of the line');
  const all = [...named, ...symbols];
  if (parts.length === 0) return { text: '', words: all };
  return {
    text: `expected ${parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`}`,
    words: all,
  };
}
