// SPDX-License-Identifier: GPL-2.0-or-later
//
// Fixes: the changes to the text that correct a mistake, each with a short label. Also remarks on a text that is
// correct and hardly intended: reversed ranges, addresses inside a page. Pure.
//
// A fix is offered only when the text is no worse with it; which of several is meant is the writer's business.

import { MAX } from '../../base/index64';
import type { Diagnostic, Mistake } from '../../model/diagnostic';
import { PAGE } from '../../model/memory';
import type { StopCode } from '../../model/report';
import { readScenario } from './checker';
import { parse } from '../language/parser';
import { printExpression } from '../syntax/print-parts';
import { traitsOfStatement, type Expression, type Range, type Statement } from '../syntax/syntax';
import { STATEMENT_WORDS } from '../statements/all';

export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export interface Fix {
  /** Its label, a command: "write `store`". */
  readonly label: string;
  readonly changes: readonly Change[];
}

/** Something worth a second look; the text runs all the same. */
export interface Remark {
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly fixes: readonly Fix[];
  /** The run error that this remark explains in plain words, and replaces in the list of problems. */
  readonly stops?: StopCode;
}

const STARTS: ReadonlySet<string> = new Set(STATEMENT_WORDS);

/** The fixes of one mistake, the likeliest first; none when nothing can be guessed. */
export function fixesFor(text: string, wrong: Diagnostic): readonly Fix[] {
  const before = mistakesIn(text);
  const fixes = mendedBy(text, wrong).filter((fix) => helps(text, before, fix));
  const { mistake } = wrong;
  const isAdvised = mistake?.code === 'no-statement' && mistake.isAdvised;
  return !isAdvised || fixes.some(({ changes }) => mistakesIn(applied(text, changes)).length < before.length)
    ? fixes
    : [...fixes, takenOut(text, wrong.from)];
}

/** The text with changes made; their places are those of the text before. */
export function applied(text: string, changes: readonly Change[]): string {
  return [...changes]
    .sort((a, b) => b.from - a.from)
    .reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);
}

function mistakesIn(text: string): readonly Diagnostic[] {
  const read = readScenario(text);
  return read.kind === 'refused' ? read.diagnostics : [];
}

// Fewer mistakes, or the first of them further down.
function helps(text: string, before: readonly Diagnostic[], { changes }: Fix): boolean {
  const after = mistakesIn(applied(text, changes));
  const [first, left] = [before[0], after[0]];
  return (
    after.length < before.length ||
    (after.length === before.length && first !== undefined && left !== undefined && left.from > first.from)
  );
}

function replace(at: { readonly from: number; readonly to: number }, insert: string): Fix {
  return { label: `write \`${insert}\``, changes: [{ from: at.from, to: at.to, insert }] };
}

function mendedBy(text: string, wrong: Diagnostic): Fix[] {
  const { mistake } = wrong;
  if (mistake === undefined) return [];
  const found = text.slice(wrong.from, wrong.to);
  switch (mistake.code) {
    case 'instead':
      return [...signFixes(text, wrong, mistake.expected), ...wordFixes(found, wrong, mistake)];
    case 'unknown-tree':
      return mistake.likely === null ? [] : [replace(wrong, mistake.likely)];
    case 'no-statement': {
      const lower = found.toLowerCase();
      if (lower !== found && STARTS.has(lower)) return [replace(wrong, lower)];
      return mistake.likely.map((likely) => replace(wrong, likely));
    }
    case 'permissions':
      return permissionFixes(text, wrong, mistake.written);
    case 'no-current':
      return [makesCurrent(text, mistake.what)];
    case 'made-below':
      return movedUp(text, mistake.line, firstNeeding(text, mistake.line) ?? wrong.from);
    case 'taken': {
      const stem = found.replace(/\d+$/, '');
      return [
        replace(
          wrong,
          freeName(
            text,
            Array.from({ length: 99 }, (_, k) => `${stem}${k + 2}`),
          ),
        ),
      ];
    }
    case 'outside-block':
      return [wrapped(text, wrong.from, mistake.block)];
    default:
      return [...habitFixes(text, wrong, mistake), ...blockFixes(text, wrong, mistake)];
  }
}

// The likeliest word, the same one in small letters, or `within` where `in` was meant so.
function wordFixes(
  found: string,
  wrong: Diagnostic,
  { likely, expected }: Extract<Mistake, { code: 'instead' }>,
): Fix[] {
  if (likely.length > 0) return likely.map((one) => replace(wrong, one));
  const lower = found.toLowerCase();
  if (lower !== found && expected.includes(lower)) return [replace(wrong, lower)];
  return found === 'in' && expected.includes('within') ? [replace(wrong, 'within')] : [];
}

function permissionFixes(text: string, { from, to }: Diagnostic, written: string): Fix[] {
  const before = /[-rwx]*$/.exec(text.slice(0, from))?.[0].length ?? 0;
  const behind = /^[-rwxps]*/.exec(text.slice(to - 1))?.[0].length ?? 0;
  return [replace({ from: from - before, to: to - 1 + behind }, written)];
}

function signFixes(text: string, wrong: Diagnostic, expected: readonly string[]): Fix[] {
  const found = text.slice(wrong.from, wrong.to);
  if (found === '=' && text[wrong.from - 1] === '=') return [replace({ from: wrong.from - 1, to: wrong.to }, '=')];
  if (found === ':' && text[wrong.from + 1] === '=') return [replace({ from: wrong.from, to: wrong.from + 2 }, '=')];
  // `A-B` and `A:B` are read as a difference, or not at all: a range is meant where a value is wanted next.
  return (found === ',' || found === ':') && expected.includes('..') ? [replace(wrong, '..')] : [];
}

// Forms of other languages (habits.ts).
function habitFixes(text: string, wrong: Diagnostic, mistake: Mistake): Fix[] {
  const { from, to } = wrong;
  switch (mistake.code) {
    case 'slashes':
      return [replace(wrong, '#')];
    case 'semicolon': {
      const last = /^;\s*(?:#.*)?$/m.test(text.slice(from).split('\n', 1)[0] ?? '');
      if (last) return [{ label: 'remove `;`', changes: [{ from, to, insert: '' }] }];
      return [{ label: 'begin a new line here', changes: [{ from, to: to + blanksAt(text, to), insert: '\n' }] }];
    }
    case 'no-equals':
      return [{ label: 'write `=`', changes: [{ from, to: from, insert: '= ' }] }];
    case 'grouped-digits':
      return mistake.likely.map((one) => replace(wrong, one));
    case 'habit': {
      const { written, isLoop } = mistake;
      if (isLoop)
        return [
          { label: `write \`${written}\``, changes: [{ from, to, insert: written + (text[to] === '{' ? ' ' : '') }] },
        ];
      const semicolon = /^\s*;/.exec(text.slice(to))?.[0].length ?? 0;
      return [replace({ from, to: to + semicolon }, written)];
    }
    default:
      return [];
  }
}

function blanksAt(text: string, at: number): number {
  return /^ */.exec(text.slice(at))?.[0].length ?? 0;
}

function makesCurrent(text: string, what: 'tree' | 'address space'): Fix {
  const line =
    what === 'tree' ? `tree ${freeName(text, ['t', 'u', 'tree1'])}` : `mm ${freeName(text, ['p', 'q', 'process'])}`;
  // Above all that is no comment: inside of a loop it would be made again and again.
  const start = /^(?:[ \t]*(?:#.*)?\n)*/.exec(text)?.[0].length ?? 0;
  return { label: `write \`${line}\` above`, changes: [{ from: start, to: start, insert: `${line}\n` }] };
}

// Where no other word makes a statement of the line, as where it only wants to show something.
function takenOut(text: string, at: number): Fix {
  const end = text.indexOf('\n', at);
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return { label: 'remove the line', changes: [{ from: start, to: end < 0 ? text.length : end + 1, insert: '' }] };
}

// Where the first statement stands that needs what this line makes.
function firstNeeding(text: string, line: number): number | undefined {
  return mistakesIn(text).find(({ mistake }) => mistake?.code === 'made-below' && mistake.line === line)?.from;
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

function blockFixes(text: string, { from, to }: Diagnostic, mistake: Mistake): Fix[] {
  switch (mistake.code) {
    case 'open-block': {
      const newline = text === '' || text.endsWith('\n') ? '' : '\n';
      return [
        {
          label: 'close it with `}` at the end',
          changes: [{ from: text.length, to: text.length, insert: `${newline}}\n` }],
        },
      ];
    }
    case 'open-block-of-line':
      return [closedOnLine(text, from, to)];
    case 'closes-nothing': {
      const end = text.indexOf('\n', to);
      const start = text.lastIndexOf('\n', from - 1) + 1;
      return [{ label: 'remove `}`', changes: [{ from: start, to: end < 0 ? text.length : end + 1, insert: '' }] }];
    }
    case 'closes-other-line':
      return [{ label: 'put `}` on a line of its own', changes: [{ from, to, insert: '\n}' }] }];
    case 'open-raw-text': {
      const newline = text.endsWith('\n') ? '' : '\n';
      return [
        { label: 'end it with `"""`', changes: [{ from: text.length, to: text.length, insert: `${newline}"""\n` }] },
      ];
    }
    case 'open-string':
      return [{ label: 'close it with `"`', changes: [{ from: to, to, insert: '"' }] }];
    case 'ends-early':
      return mistake.expected.includes('{') ? [opened(text, from, to)] : [];
    default:
      return [];
  }
}

// Of two ways the one that leaves fewer mistakes: a `}` that waits further down makes the difference.
function closedOnLine(text: string, from: number, to: number): Fix {
  const end =
    from +
    (text
      .slice(from)
      .split('\n', 1)[0]
      ?.replace(/\s*(?:#[^"]*)?$/, '').length ?? 1);
  const closed = ['}', '} }', '} } }'].map((braces): Fix => ({
    label: `write \`${braces}\``,
    changes: [{ from: end, to: end, insert: ` ${braces}` }],
  }));
  const left = closed.map((fix) => mistakesIn(applied(text, fix.changes)).length);
  const least = left.indexOf(Math.min(...left));
  const here = closed[least] as Fix;
  const apart: Fix = {
    label: 'put its statements on lines of their own',
    changes: [{ from: to, to: to + blanksAt(text, to), insert: '\n' }],
  };
  return (left[least] ?? 0) <= mistakesIn(applied(text, apart.changes)).length ? here : apart;
}

function opened(text: string, from: number, to: number): Fix {
  const open: Fix = { label: 'open the block with `{`', changes: [{ from, to, insert: ' {' }] };
  const both: Fix = { label: 'open and close a block', changes: [{ from, to, insert: ' {\n}' }] };
  return mistakesIn(applied(text, open.changes)).length <= mistakesIn(applied(text, both.changes)).length ? open : both;
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

/** Correct text that is hardly intended; nothing if the text expects the refusal itself. */
export function remarksOn(text: string): readonly Remark[] {
  const { program, diagnostics } = parse(text);
  return diagnostics.length > 0 ? [] : remarksIn(program.statements, text);
}

function remarksIn(statements: readonly Statement[], text: string): Remark[] {
  return statements.flatMap((statement, k) => {
    const next = statements[k + 1];
    const wanted = next?.kind === 'expect' && next.what.kind === 'error';
    return [
      ...(wanted ? [] : remarksOf(statement, text)),
      ...('body' in statement ? remarksIn(statement.body, text) : []),
    ];
  });
}

function remarksOf(statement: Statement, text: string): Remark[] {
  const { takes, isCall, searches } = traitsOfStatement(statement);
  if ('range' in statement) {
    const { range } = statement;
    if (isCall === true) return [...reversed(range), ...(statement.kind === 'touch' ? [] : aligned(range))];
    if (takes === 'tree') return [...reversed(range), ...subtracted(range, text)];
    return statement.kind === 'for' ? reversed(range) : [];
  }
  return 'within' in statement && searches === true && takes !== 'state' ? reversed(statement.within) : [];
}

function reversed(range: Range): Remark[] {
  const { first, second, form, from, to } = range;
  const [a, b] = [known(first), second === null ? null : known(second)];
  if (form !== 'to' || second === null || a === null || b === null || a <= b) return [];
  const swapped = `${printExpression(second)}..${printExpression(first)}`;
  return [
    {
      from,
      to,
      message: `this range ends before it begins: ${printExpression(first)} is above ${printExpression(second)}`,
      fixes: [replace(range, swapped)],
      stops: 'reversed',
    },
  ];
}

// `1-5` is a subtraction, which ends the run where it goes below 0: a range may be meant.
function subtracted({ first, form }: Range, text: string): Remark[] {
  if (form !== 'one' || first.kind !== 'binary' || first.operator !== '-') return [];
  const [a, b] = [known(first.left), known(first.right)];
  if (a === null || b === null || a >= b) return [];
  const range = `${printExpression(first.left)}..${printExpression(first.right)}`;
  return [
    {
      from: first.from,
      to: first.to,
      message:
        `\`${text.slice(first.from, first.to)}\` is a subtraction, ` +
        `and numbers begin at 0: a range is written \`${range}\``,
      fixes: [replace(first, range)],
      stops: 'below zero',
    },
  ];
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
      message: `${first.spelling} is not a multiple of 4096, the size of a page: the call fails with EINVAL`,
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
