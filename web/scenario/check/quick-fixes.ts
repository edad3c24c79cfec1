// SPDX-License-Identifier: GPL-2.0-or-later
//
// What could be written in place of a mistake: the changes to the text that put it right, each with a few words. And
// what can be said of a text that is read well and yet hardly meant: ranges the wrong way round, addresses inside a
// page. Pure.
//
// A fix is offered only when the text is no worse with it; which of several is meant is the writer's business.

import { MAX } from '../../base/index64';
import type { Diagnostic } from '../../model/diagnostic';
import { PAGE } from '../../model/memory';
import { readScenario } from './checker';
import { parse } from '../language/parser';
import { printExpression } from '../language/printer';
import type { Expression, Range, Statement } from '../syntax/syntax';
import { STATEMENTS } from '../language/word-docs';
import '../language/reading-at-hand';

export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export interface Fix {
  /** What it does, as a command: "write `store`". */
  readonly label: string;
  readonly changes: readonly Change[];
}

/** Something worth a second look; the text runs all the same. */
export interface Remark {
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly fixes: readonly Fix[];
  /** Words of the run error that it stands for: where a run stopped for it, it says the same in plain words. */
  readonly stops?: string;
}

const STARTS: ReadonlySet<string> = new Set(STATEMENTS.map((one) => one.word));

/** The fixes of one mistake, the likeliest first; none when nothing can be guessed. */
export function fixesFor(text: string, wrong: Diagnostic): readonly Fix[] {
  const found = text.slice(wrong.from, wrong.to);
  const before = mistakesIn(text);
  return [...signFixes(text, wrong), ...wordFixes(found, wrong), ...habitFixes(text, wrong), ...nameFixes(text, found, wrong, before), ...blockFixes(text, wrong)].filter((fix) => helps(text, before, fix));
}

/** The text with changes made; their places are those of the text before. */
export function applied(text: string, changes: readonly Change[]): string {
  return [...changes].sort((a, b) => b.from - a.from).reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);
}

function mistakesIn(text: string): readonly Diagnostic[] {
  const read = readScenario(text);
  return read.kind === 'refused' ? read.diagnostics : [];
}

// Fewer mistakes, or the first of them further down.
function helps(text: string, before: readonly Diagnostic[], { changes }: Fix): boolean {
  const after = mistakesIn(applied(text, changes));
  const [first, left] = [before[0], after[0]];
  return after.length < before.length || (after.length === before.length && first !== undefined && left !== undefined && left.from > first.from);
}

function replace(at: { readonly from: number; readonly to: number }, insert: string): Fix {
  return { label: `write \`${insert}\``, changes: [{ from: at.from, to: at.to, insert }] };
}

function wordFixes(found: string, wrong: Diagnostic): Fix[] {
  const lower = found.toLowerCase();
  if (lower !== found && STARTS.has(lower) && wrong.message.endsWith('does not begin a statement')) return [replace(wrong, lower)];
  const near = /(?:did you mean|the only [a-z ]+ here is) `([^`]+?)(?:\(\))?`/.exec(wrong.hint)?.[1];
  if (near !== undefined) return [replace(wrong, wrong.hint.includes(`\`${near}()\``) ? `${near}()` : near)];
  if (lower !== found && wrong.hint.includes(`\`${lower}\``)) return [replace(wrong, lower)];
  if (found === 'in' && wrong.hint.includes('`within`')) return [replace(wrong, 'within')];
  const number = /in hex it is `(0x[0-9a-fA-F]+)`/.exec(wrong.hint)?.[1];
  return number === undefined ? [] : [replace(wrong, number)];
}

function signFixes(text: string, wrong: Diagnostic): Fix[] {
  const perms = /private is understood: `(\w+)`/.exec(wrong.hint)?.[1];
  if (perms !== undefined) {
    const before = /[-rwx]*$/.exec(text.slice(0, wrong.from))?.[0].length ?? 0;
    const behind = /^[-rwxps]*/.exec(text.slice(wrong.from))?.[0].length ?? 0;
    return [replace({ from: wrong.from - before, to: wrong.from + behind }, perms)];
  }
  const found = text.slice(wrong.from, wrong.to);
  if (found === '=' && text[wrong.from - 1] === '=') return [replace({ from: wrong.from - 1, to: wrong.to }, '=')];
  if (found === ':' && text[wrong.from + 1] === '=') return [replace({ from: wrong.from, to: wrong.from + 2 }, '=')];
  // `A-B` and `A:B` are read as a difference, or not at all: a range is meant where a value is wanted next.
  if (found === ',' || found === ':') return wrong.hint.includes('`..`') ? [replace(wrong, '..')] : [];
  return [];
}

// What is written otherwise in other languages (habits.ts); the hint has how it is written here.
function habitFixes(text: string, wrong: Diagnostic): Fix[] {
  const { message, hint, from, to } = wrong;
  if (message === 'a comment begins with `#`') return [replace(wrong, '#')];
  if (message === 'no `;` ends a statement') {
    const last = /^;\s*(?:#.*)?$/m.test(text.slice(from).split('\n', 1)[0] ?? '');
    return [last ? { label: 'take `;` out', changes: [{ from, to, insert: '' }] } : { label: 'begin a new line here', changes: [{ from, to: to + (/^ */.exec(text.slice(to))?.[0].length ?? 0), insert: '\n' }] }];
  }
  if (message.startsWith('`=` stands between')) return [{ label: 'write `=`', changes: [{ from, to: from, insert: '= ' }] }];
  if (message === 'no commas stand in numbers') return [...hint.matchAll(/`(.*?)`/g)].map(([, one = '']) => replace(wrong, one));
  const written = /^it is written `(.*)`$/.exec(hint)?.[1];
  if (written === undefined || !/^(?:labels stand|a `for` goes|`\w+` is a statement|what must hold)/.test(message)) return [];
  const loop = written.replace(/ \{ … \}$/, '');
  if (loop !== written) return [{ label: `write \`${loop}\``, changes: [{ from, to, insert: loop + (text[to] === '{' ? ' ' : '') }] }];
  const semicolon = /^\s*;/.exec(text.slice(to))?.[0].length ?? 0;
  return [replace({ from, to: to + semicolon }, written)];
}

// A tree that is not there yet, and a name that is taken.
function nameFixes(text: string, found: string, { message, hint, from, to }: Diagnostic, before: readonly Diagnostic[]): Fix[] {
  const line = / stands below, in line (\d+): it has to come first$/.exec(hint)?.[1];
  if (line !== undefined) return movedUp(text, Number(line), before.find((one) => one.hint === hint)?.from ?? from);
  const wanted = /^there is no current (tree|address space) here$/.exec(message)?.[1];
  if (wanted !== undefined) {
    const line = wanted === 'tree' ? `tree ${freeName(text, ['t', 'u', 'tree1'])}` : `mm ${freeName(text, ['p', 'q', 'process'])}`;
    // Above all that is no comment: inside of a loop it would be made again and again.
    const start = /^(?:[ \t]*(?:#.*)?\n)*/.exec(text)?.[0].length ?? 0;
    return [{ label: `write \`${line}\` above`, changes: [{ from: start, to: start, insert: `${line}\n` }] }];
  }
  if (message !== `\`${found}\` is used already`) return [];
  const stem = found.replace(/\d+$/, '');
  return [replace({ from, to }, freeName(text, Array.from({ length: 99 }, (_, k) => `${stem}${k + 2}`)))];
}

// A line of its own, with its comment, above the statement that needs it, and above the whole block that this is in.
function movedUp(text: string, line: number, needed: number): Fix[] {
  const lines = text.split('\n');
  const moved = lines[line - 1] ?? '';
  const from = lines.slice(0, line - 1).join('\n').length;
  const holds = parse(text).program.statements.find((one) => one.from <= needed && needed < one.to);
  const start = text.lastIndexOf('\n', (holds?.from ?? needed) - 1) + 1;
  return [
    {
      label: `move \`${moved.replace(/#.*$/, '').trim()}\` above`,
      changes: [
        { from: start, to: start, insert: `${moved.trim()}\n` },
        { from, to: from + 1 + moved.length, insert: '' },
      ],
    },
  ];
}

function freeName(text: string, names: readonly string[]): string {
  return names.find((name) => !new RegExp(`\\b${name}\\b`).test(text)) ?? `${names.at(-1) ?? ''}${text.length}`;
}

function blockFixes(text: string, wrong: Diagnostic): Fix[] {
  const { message, from, to } = wrong;
  if (message === 'this block is never closed') {
    const newline = text === '' || text.endsWith('\n') ? '' : '\n';
    return [{ label: 'close it with `}` at the end', changes: [{ from: text.length, to: text.length, insert: `${newline}}\n` }] }];
  }
  if (message === 'the block that `{` opens here is not closed') {
    const end = from + (text.slice(from).split('\n', 1)[0]?.replace(/\s*(?:#[^"]*)?$/, '').length ?? 1);
    const closed = ['}', '} }', '} } }'].map((braces): Fix => ({ label: `write \`${braces}\``, changes: [{ from: end, to: end, insert: ` ${braces}` }] }));
    const left = closed.map((fix) => mistakesIn(applied(text, fix.changes)).length);
    const least = left.indexOf(Math.min(...left));
    const here = closed[least] as Fix;
    const apart: Fix = { label: 'put what is in it on a line of its own', changes: [{ from: to, to: to + (/^ */.exec(text.slice(to))?.[0].length ?? 0), insert: '\n' }] };
    // A `}` that waits for it further down makes the difference.
    return [(left[least] ?? 0) <= mistakesIn(applied(text, apart.changes)).length ? here : apart];
  }
  if (message === '`}` closes nothing') {
    const end = text.indexOf('\n', to);
    const start = text.lastIndexOf('\n', from - 1) + 1;
    return [{ label: 'take `}` out', changes: [{ from: start, to: end < 0 ? text.length : end + 1, insert: '' }] }];
  }
  if (message.includes('`}` closes a block that was opened on another line')) {
    return [{ label: 'put `}` on a line of its own', changes: [{ from, to, insert: '\n}' }] }];
  }
  if (message === 'this raw text has no end') {
    const newline = text.endsWith('\n') ? '' : '\n';
    return [{ label: 'end it with `"""`', changes: [{ from: text.length, to: text.length, insert: `${newline}"""\n` }] }];
  }
  if (message === 'this string has no end') return [{ label: 'close it with `"`', changes: [{ from: to, to, insert: '"' }] }];
  if (message === 'the line ends too early' && wrong.hint.includes('`{`')) {
    const open: Fix = { label: 'open the block with `{`', changes: [{ from, to, insert: ' {' }] };
    const both: Fix = { label: 'open and close a block', changes: [{ from, to, insert: ' {\n}' }] };
    // A `}` that waits for it further down makes the difference.
    return [mistakesIn(applied(text, open.changes)).length <= mistakesIn(applied(text, both.changes)).length ? open : both];
  }
  const block = /stands outside of a `(maps|trace)` block/.exec(message)?.[1];
  return block === undefined ? [] : [wrapped(text, from, block)];
}

// The lines from the mistake on up to the next blank one are the block's own.
function wrapped(text: string, at: number, word: string): Fix {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const blank = /\n[ \t]*(?:\n|$)/g;
  blank.lastIndex = at;
  const end = blank.exec(text)?.index ?? text.length;
  const name = /\bprocess\b/.test(text) ? `process${text.length}` : 'process';
  return {
    label: `put it into a \`${word}\` block`,
    changes: [
      { from: start, to: start, insert: `${word} ${name} """\n` },
      { from: end, to: end, insert: '\n"""' },
    ],
  };
}

/** What is read well and hardly meant; nothing where the text expects the refusal itself. */
export function remarksOn(text: string): readonly Remark[] {
  const { program, diagnostics } = parse(text);
  return diagnostics.length > 0 ? [] : remarksIn(program.statements, text);
}

function remarksIn(statements: readonly Statement[], text: string): Remark[] {
  return statements.flatMap((statement, k) => {
    const next = statements[k + 1];
    const wanted = next?.kind === 'expect' && next.what.kind === 'error';
    return [...(wanted ? [] : remarksOf(statement, text)), ...('body' in statement ? remarksIn(statement.body, text) : [])];
  });
}

function remarksOf(statement: Statement, text: string): Remark[] {
  switch (statement.kind) {
    case 'store':
    case 'insert':
    case 'prealloc':
      return [...reversed(statement.range), ...subtracted(statement.range, text)];
    case 'for':
      return reversed(statement.range);
    case 'gap':
    case 'alloc':
    case 'cyclic':
      return reversed(statement.within);
    case 'map':
    case 'unmap':
    case 'protect':
    case 'touch':
    case 'advise':
      return [...reversed(statement.range), ...(statement.kind === 'touch' ? [] : aligned(statement.range))];
    default:
      return [];
  }
}

function reversed(range: Range): Remark[] {
  const { first, second, form, from, to } = range;
  const [a, b] = [known(first), second === null ? null : known(second)];
  if (form !== 'to' || second === null || a === null || b === null || a <= b) return [];
  const swapped = `${printExpression(second)}..${printExpression(first)}`;
  return [{ from, to, message: `this range ends before it begins: ${printExpression(first)} is above ${printExpression(second)}`, fixes: [replace(range, swapped)], stops: 'the range is reversed' }];
}

// `1-5` is a subtraction, which ends the run where it goes below 0: a range may be meant.
function subtracted({ first, form }: Range, text: string): Remark[] {
  if (form !== 'one' || first.kind !== 'binary' || first.operator !== '-') return [];
  const [a, b] = [known(first.left), known(first.right)];
  if (a === null || b === null || a >= b) return [];
  const range = `${printExpression(first.left)}..${printExpression(first.right)}`;
  return [{ from: first.from, to: first.to, message: `\`${text.slice(first.from, first.to)}\` is a subtraction, and numbers begin at 0: a range is written \`${range}\``, fixes: [replace(first, range)], stops: 'is below 0' }];
}

// The start must be a multiple of a page; the end is rounded up by the call itself.
function aligned({ first }: Range): Remark[] {
  const at = known(first);
  if (at === null || at % PAGE === 0n || first.kind !== 'number') return [];
  const below = at - (at % PAGE);
  const above = below + PAGE;
  return [
    {
      from: first.from,
      to: first.to,
      message: `${first.spelling} is no multiple of 4096, the size of a page: the call is refused with EINVAL`,
      fixes: [replace(first, hexOf(below)), ...(above > MAX ? [] : [replace(first, hexOf(above))])],
    },
  ];
}

function hexOf(value: bigint): string {
  return `0x${value.toString(16)}`;
}

// The value where it needs no run.
function known(expression: Expression): bigint | null {
  if (expression.kind === 'number') return expression.value;
  return expression.kind === 'max' ? MAX : null;
}
