// SPDX-License-Identifier: GPL-2.0-or-later
//
// Takes in the text of /proc/PID/maps or smaps as people paste it: recognises it, drops device and inode numbers and
// what smaps says of sizes, names every line that cannot be read, and wraps the rest as a `maps` block. Pure.
//
// The language decides what a line may be (scenario/import/maps.ts): before anything is put into the scenario, the
// dialog shows exactly the parser's messages.

import { readMaps } from '../../scenario/import/maps';
import type { RawLine } from '../../scenario/import/raw-text';
import { isSmapsLine } from '../../scenario/import/smaps-line';
import { RESERVED } from '../../scenario/syntax/keywords';
import { readMapsLine } from '../../share/maps-line';
import { VMA_FLAGS } from '../../model/memory';
import type { Vma } from '../../model/vma';

/** A line that cannot be read. */
export interface UnreadLine {
  /** 1-based, in the text that was taken in. */
  readonly line: number;
  readonly text: string;
  readonly message: string;
  readonly hint: string;
}

export interface Intake {
  readonly kind: 'maps' | 'smaps';
  /** Lines ready for a block: single blanks, device and inode as `00:00 0`; of smaps what a fork heeds stands below. */
  readonly lines: readonly string[];
  /** Mappings of the process; the `[vsyscall]` line is not counted. */
  readonly vmas: number;
  readonly vsyscall: boolean;
  /** How many lines held a device or inode number that was dropped. */
  readonly dropped: number;
  /** Lines of smaps that say nothing of a fork (sizes): left out. */
  readonly sizes: number;
  /** Mappings that a fork leaves out, and that it wipes. */
  readonly dontcopy: number;
  readonly wipeonfork: number;
  /** Letters of VmFlags that are not modelled, and how many mappings have each. */
  readonly unmodelled: readonly { readonly flag: string; readonly vmas: number }[];
  readonly unread: readonly UnreadLine[];
  /** A name for the address space, from the first program in the map. */
  readonly name: string;
}

const HEEDED = /^(?:VmFlags:|Anonymous:\s+[1-9])/;

/** Reads a text line by line. Mail quoting, a shell's prompt and blank lines are passed over. */
export function takeIn(text: string): Intake {
  const rows = cleanRows(text);
  const { lines: read, faults } = readMaps(rows, { from: 0, to: 0 });
  const unread: UnreadLine[] = [];
  for (const fault of faults) {
    const row = rowAt(rows, fault.from);
    if (row !== null) unread.push({ line: row.line, text: row.text, message: fault.message, hint: fault.hint });
  }
  const wrong = new Set(unread.map(({ line }) => line));
  const byLine = new Map(rows.map((row) => [row.line, row.text]));
  // Without the lines that are left out, one behind them may stand below what is kept: the block would not read.
  let end = -1n;
  const good = read.filter(({ line, vma: { first, last } }) => {
    if (wrong.has(line)) return false;
    if (first > end) {
      end = last;
      return true;
    }
    wrong.add(line);
    unread.push({
      line,
      text: byLine.get(line) ?? '',
      message: 'this VMA begins before the end of an earlier one',
      hint: 'lines of maps must ascend and must not overlap',
    });
    return false;
  });
  unread.sort((a, b) => a.line - b.line);
  const smaps = smapsBelow(rows, new Set(good.map(({ line }) => line)), wrong);
  const heeded = smaps.filter(({ text: words }) => HEEDED.test(words));
  const unmodelled = new Map<string, number>();
  for (const flag of good.flatMap((one) => (one.stored ? (one.unmodelled ?? []) : [])))
    unmodelled.set(flag, (unmodelled.get(flag) ?? 0) + 1);
  const flagged = (bit: number): number => good.filter(({ flags }) => (flags & bit) !== 0).length;
  return {
    kind: smaps.length > 0 ? 'smaps' : 'maps',
    lines: [
      ...good.map(({ line, vma }) => ({ line, text: printLine(vma) })),
      ...heeded.map(({ line, text: words }) => ({ line, text: words.replace(/\s+/g, ' ') })),
    ]
      .sort((a, b) => a.line - b.line)
      .map(({ text: words }) => words),
    sizes: smaps.length - heeded.length,
    dontcopy: flagged(VMA_FLAGS.dontcopy),
    wipeonfork: flagged(VMA_FLAGS.wipeonfork),
    unmodelled: [...unmodelled].map(([flag, vmas]) => ({ flag, vmas })),
    vmas: good.filter(({ stored }) => stored).length,
    vsyscall: good.some(({ stored }) => !stored),
    dropped: good.filter(({ line }) => hasInode(byLine.get(line) ?? '')).length,
    unread,
    name: programName(good.map(({ vma }) => vma.path)),
  };
}

/** The row that a place stands in; null before the first. */
export function rowAt(rows: readonly RawLine[], place: number): RawLine | null {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.from ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return rows[low - 1] ?? null;
}

// The facts that smaps adds to the mappings that are kept.
function smapsBelow(rows: readonly RawLine[], good: ReadonlySet<number>, wrong: ReadonlySet<number>): RawLine[] {
  let under = false;
  return rows.filter((row) => {
    if (isSmapsLine(row.text)) return under && !wrong.has(row.line);
    under = good.has(row.line);
    return false;
  });
}

function cleanRows(text: string): RawLine[] {
  const rows: RawLine[] = [];
  let from = 0;
  for (const [k, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const words = bare(raw);
    if (words !== '') rows.push({ from, line: k + 1, text: words });
    from += words.length + 1;
  }
  return rows;
}

function bare(line: string): string {
  return line.replace(/^[> \t]+/, '').trimEnd();
}

// The spelling that links pack best: /proc's own, with device and inode of no file.
function printLine({ first, last, perms, offset, path }: Vma): string {
  const hex = (value: bigint): string => value.toString(16).padStart(8, '0');
  const head = `${hex(first)}-${hex(last + 1n)} ${perms} ${hex(offset)} 00:00 0`;
  return path === '' ? head : `${head} ${path}`;
}

function hasInode(row: string): boolean {
  const line = readMapsLine(row);
  return line !== null && (line.inode !== 0 || !/^0+:0+$/.test(line.device));
}

// The program stands before its libraries; a map without one is named after the first file.
export function programName(paths: readonly string[]): string {
  const files = paths.filter((path) => path.startsWith('/'));
  return nameOf(files.find((path) => !/\.so(\.|$)|\.archive$|locale/.test(path)) ?? files[0] ?? '') || 'process';
}

// "cat" from /usr/bin/cat; letters that no name may hold become _.
function nameOf(path: string): string {
  if (!path.startsWith('/')) return '';
  const base =
    path
      .replace(/ \(deleted\)$/, '')
      .split('/')
      .at(-1) ?? '';
  const name = base
    .replace(/[^A-Za-z0-9_]/g, '_')
    .replace(/^(?=\d)/, '_')
    .slice(0, 24);
  return RESERVED.has(name) ? `${name}_` : name;
}

/** The problem with a name that a person typed; null if there is none. */
export function nameProblem(name: string): string | null {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return 'A name is a letter or _, then letters, digits and _.';
  return RESERVED.has(name) ? `“${name}” is a word of the language.` : null;
}

/** The part of a scenario that builds the address space. */
export function mapsBlock(name: string, lines: readonly string[]): string[] {
  return [`maps ${name} """`, ...lines, '"""'];
}
