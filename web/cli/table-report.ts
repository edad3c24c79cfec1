// SPDX-License-Identifier: GPL-2.0-or-later
//
// The run as a table for people: one line per step as it happens, then the trees and one sentence on how it went.

import { traitsOf } from '../model/ops';
import { troubleText } from '../words/trouble';
import { columnText } from '../base/line-list';
import { reasonsText } from '../model/reason';
import { fromHex } from '../base/index64';
import { counted, inOneLine } from '../base/text';
import { concerns, subjectOf } from '../model/invariant-subject';
import type { NamedTree, RunItem, StepItem } from '../model/item';
import type { Stopped, TreeReport } from '../model/report';
import { asked } from '../model/outcome';
import { placeText } from '../scenario/effects/gutter-words';
import { impliedRelease, releaseRow } from '../model/releases';
import { balanceLines } from './balance-lines';
import { rangeText, withinRange } from './range-text';
import { sweepLines } from './sweep-lines';
import type { Teller, Telling } from './telling';

interface Column {
  readonly title: string;
  readonly width: number;
  readonly side: 'left' | 'right';
}

const COLUMNS: readonly Column[] = [
  { title: 'step', width: 6, side: 'right' },
  { title: 'line', width: 5, side: 'right' },
  { title: 'tree', width: 8, side: 'left' },
  { title: 'operation', width: 9, side: 'left' },
  { title: 'range', width: 34, side: 'left' },
  { title: 'result', width: 20, side: 'left' },
  { title: 'requested', width: 9, side: 'right' },
  { title: 'freed', width: 6, side: 'right' },
  { title: 'live', width: 6, side: 'right' },
  { title: 'height', width: 6, side: 'right' },
];

/** Where remarks stand: under the column of the operation. */
const INDENT = ' '.repeat(6 + 2 + 5 + 2 + 8 + 2);

type Paint = (text: string) => string;

interface Ink {
  readonly bold: Paint;
  readonly faint: Paint;
  readonly good: Paint;
  readonly bad: Paint;
}

function ink(coloured: boolean): Ink {
  const paint = (code: number): Paint => (coloured ? (text) => `\u001b[${code}m${text}\u001b[0m` : (text) => text);
  return { bold: paint(1), faint: paint(2), good: paint(32), bad: paint(31) };
}

/** Tells every step, or with --at the state after one. */
export const tableReport: Teller = async (items, telling) => {
  const { output, options } = telling;
  const pens = ink(output.coloured);
  const told = { steps: 0, passed: 0, failed: 0, troubles: 0, refused: 0 };
  let state: { step: StepItem | null; dumps: ReadonlyMap<string, readonly string[]> } = {
    step: null,
    dumps: new Map(),
  };
  const all = options.at === null;
  const write = (line: string): Promise<void> => output.write(`${line.trimEnd()}\n`);
  if (all) await write(pens.bold(row(COLUMNS.map((column) => column.title))));
  for (const item of items) {
    if (item.kind === 'step') {
      told.steps++;
      told.troubles += item.troubles.length;
      if (item.report.error !== null) told.refused++;
      state = { step: item, dumps: !all && options.dump ? dumpsOf(item.trees, telling) : new Map() };
      if (all) for (const line of stepLines(item, told.steps, telling, pens)) await write(line);
    } else if (item.kind === 'expect') {
      if (item.expect.held) told.passed++;
      else told.failed++;
      const verdict = item.expect.held ? pens.good('holds') : pens.bad('fails');
      if (all || !item.expect.held)
        await write(`${row(['', String(item.expect.line), '', 'expect'])}  ${verdict}: ${item.expect.message}`);
    } else if (item.kind === 'note') {
      for (const line of item.note.pause ? ['pause'] : item.note.text.split('\n'))
        if (all) await write(pens.faint(`${INDENT}${line}`));
    } else if (item.kind === 'end') {
      const lines = endLines(item, told, state, telling, pens);
      for (const line of lines) await write(line);
      return item.ok && !(options.at !== null && told.steps < options.at);
    }
  }
  return false;
};

function row(cells: readonly string[]): string {
  return cells
    .map((cell, k) => {
      const { width, side } = COLUMNS[k] as Column;
      return side === 'right' ? cell.padStart(width) : cell.padEnd(width);
    })
    .join('  ');
}

function stepLines(item: StepItem, step: number, telling: Telling, pens: Ink): string[] {
  const { report, touched } = item;
  const requested = asked(report);
  const cells = [
    String(step),
    String(report.line),
    report.tree ?? '',
    report.op,
    touched === null ? '' : rangeText(touched.first, touched.last),
    resultText(item),
    ...[requested, report.freed, report.live].map((count) => (count === 0 ? '·' : String(count))),
    report.height === null ? '' : String(report.height),
  ];
  const line = row(cells);
  const lines = [report.error === null ? line : pens.bad(line)];
  if (item.hint.length > 0) lines.push(pens.faint(`${INDENT}${reasonsText(item.hint)}`));
  if (report.balance !== undefined)
    lines.push(...balanceLines(report.balance).map((one) => pens.faint(`${INDENT}${one}`)));
  if (item.sweep !== undefined) lines.push(...sweepLines(item.sweep).map((one) => pens.faint(`${INDENT}${one}`)));
  for (const one of item.troubles) lines.push(pens.bad(`${INDENT}TROUBLE: ${troubleText(one)}`));
  const tree = item.trees.find((one) => one.name === report.tree);
  if (telling.options.dump && tree !== undefined)
    lines.push(...telling.dump(tree).map((one) => pens.faint(`${INDENT}${one}`)));
  return lines;
}

// A place that was found is written in the base of the range beside it.
function resultText({ report: { op, result }, touched, gutter }: StepItem): string {
  if (
    traitsOf(op).searches !== true ||
    touched === null ||
    result === null ||
    typeof result !== 'object' ||
    !('index' in result)
  )
    return inOneLine(gutter);
  const [own, here] = [placeText(result), withinRange(fromHex(result.index), touched.first, touched.last)];
  return inOneLine(gutter.map((part) => (part === own ? here : part)));
}

function dumpsOf(trees: readonly NamedTree[], { dump }: Telling): ReadonlyMap<string, readonly string[]> {
  return new Map(trees.map((tree) => [tree.name, dump(tree)]));
}

interface Told {
  readonly steps: number;
  readonly passed: number;
  readonly failed: number;
  readonly troubles: number;
  readonly refused: number;
}

type End = Extract<RunItem, { kind: 'end' }>;

function endLines(
  end: End,
  told: Told,
  state: { step: StepItem | null; dumps: ReadonlyMap<string, readonly string[]> },
  telling: Telling,
  pens: Ink,
): string[] {
  const { at } = telling.options;
  const lines: string[] = [];
  if (at === null) lines.push('');
  else {
    if (told.steps < at) lines.push(pens.bad(`There is no step ${at}: the run has ${counted(told.steps, 'step')}.`));
    const where =
      state.step === null
        ? 'the empty start'
        : `line ${state.step.report.line}, ${state.step.report.op}: ${inOneLine(state.step.gutter)}`;
    lines.push(pens.bold(`After step ${told.steps} (${where.replace(/: $/, '')})`));
  }
  if (end.trees.length === 0) lines.push('no tree exists');
  const width = Math.max(0, ...end.trees.map((tree) => tree.name.length));
  for (const tree of end.trees) {
    lines.push(treeLine(tree, width, pens));
    lines.push(...(state.dumps.get(tree.name) ?? []).map((one) => `  ${one}`));
  }
  lines.push(...end.unreached.map(({ message }) => `\`fail\` ${message}`));
  if (end.stopped !== null) lines.push(...stoppedLines(end.stopped, telling, pens));
  lines.push(verdict(end, told, pens), pens.faint(`engine ${telling.engine}`));
  return lines;
}

// Where a remark says the same in plain words, it stands for the run error.
function stoppedLines(stopped: Stopped, telling: Telling, pens: Ink): string[] {
  const remarks = telling.remarks(stopped.line);
  const plain = remarks.find(({ stops }) => stops !== undefined && stops === stopped.code);
  const message = plain === undefined ? stopped.message : plain.message + columnText(stopped.column);
  return [
    pens.bad(`Stopped at line ${stopped.line}: ${message}`),
    ...remarks.filter((one) => one !== plain).map((one) => `    ${one.message}`),
  ];
}

function treeLine(tree: TreeReport, width: number, pens: Ink): string {
  const { alloc, rcu, wholeHeight, release = impliedRelease(wholeHeight) } = tree.mode;
  const mode =
    [alloc ? 'alloc' : '', rcu ? 'rcu' : '', releaseRow(release).word].filter((one) => one !== '').join(' ') || 'plain';
  const { held, broken, excused } = tree.invariants;
  const sound =
    broken.length === 0
      ? pens.good(heldText(held, { height: tree.height, alloc }))
      : pens.bad(`broken: ${broken.join(' ')}`);
  const parts = [
    mode,
    `height ${tree.height}`,
    counted(tree.nodes, 'node'),
    counted(tree.entries, 'entry', 'entries'),
    `sum ${tree.sum}`,
    sound,
  ];
  if (excused.length > 0) parts.push(`noted (legal): ${excused.join(' ')}`);
  return `${pens.bold(tree.name.padEnd(width))}  ${parts.join(' · ')}`;
}

// As on the page: what is about nodes says nothing of a tree that has none.
function heldText(held: readonly string[], tree: { readonly height: number; readonly alloc: boolean }): string {
  const about = held.filter((name) => concerns(subjectOf(Number(name.slice(1))), tree)).length;
  const moot = held.length - about;
  return `${counted(about, 'invariant')} hold${moot === 0 ? '' : `, ${moot} ${moot === 1 ? 'does' : 'do'} not apply`}`;
}

function verdict(end: End, told: Told, pens: Ink): string {
  const parts = [counted(told.steps, 'step')];
  if (told.refused > 0) parts.push(`${told.refused} refused`);
  if (told.passed > 0) parts.push(`${counted(told.passed, 'expectation')} held`);
  if (told.failed > 0) parts.push(`${counted(told.failed, 'expectation')} failed`);
  if (told.troubles > 0) parts.push(counted(told.troubles, 'trouble'));
  return `${end.ok ? pens.good('ok') : pens.bad('not ok')}: ${parts.join(', ')}`;
}
