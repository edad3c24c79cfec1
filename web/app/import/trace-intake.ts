// SPDX-License-Identifier: GPL-2.0-or-later
//
// Takes in a log of strace as people paste it: recognises it, keeps the lines that tell of memory, of files and of
// processes, says what else there was, and wraps the rest as a `trace` block. Pure.
//
// What a line may be is the language's business (scenario/import/strace.ts), as for maps.

import type { RawLine } from '../../scenario/import/raw-text';
import { readTrace, restText } from '../../scenario/import/strace';
import { MEMORY_CALLS } from '../../scenario/import/memory-calls';
import { readStraceLine } from '../../scenario/import/strace-line';
import { BIRTHS, NAMING } from '../../scenario/import/strace-processes';
import { looksLikeMaps } from '../../scenario/import/maps';
import { programName, rowAt, type UnreadLine } from './maps-intake';

export interface TraceIntake {
  readonly kind: 'strace';
  /** Lines ready for a block. */
  readonly lines: readonly string[];
  /** Memory calls that are replayed, a step each. */
  readonly calls: number;
  /** What the replay passes over, in words; empty if it is nothing. */
  readonly rest: string;
  /** Lines that are left out since a replay needs nothing of them. */
  readonly leftOut: number;
  readonly unread: readonly UnreadLine[];
  /** A name for the address space, from the program that was traced. */
  readonly name: string;
}

/** Calls that a replay reads: those of memory, and those that tell processes and files apart. */
const READ: ReadonlySet<string> = new Set([...MEMORY_CALLS, ...BIRTHS, ...NAMING, 'execve', 'execveat']);

/** Reads a log. A line that a replay could not read is named and left out. */
export function takeInTrace(text: string): TraceIntake {
  const rows = rowsOf(text);
  const { log, faults } = readTrace(rows, { from: 0, to: 0 });
  const unread: UnreadLine[] = [];
  for (const fault of faults) {
    const row = rowAt(rows, fault.from);
    if (row !== null && fault.to > 0) unread.push({ line: row.line, text: row.text, message: fault.message, hint: fault.hint });
  }
  const wrong = new Set(unread.map(({ line }) => line));
  const kept = rows.filter((row) => !wrong.has(row.line) && needed(row));
  const calls = wrong.size === 0 ? log.calls.length : readTrace(kept, { from: 0, to: 0 }).log.calls.length;
  return {
    kind: 'strace',
    lines: kept.map((row) => row.text),
    calls,
    rest: restText(log.rest),
    leftOut: rows.length - kept.length - wrong.size,
    unread,
    name: programName([/\bexecve\("([^"]+)"/.exec(text)?.[1] ?? '']),
  };
}

function needed({ text }: RawLine): boolean {
  const line = readStraceLine(text);
  switch (line.kind) {
    case 'call':
    case 'begun':
    case 'resumed':
      return READ.has(line.name);
    case 'attached':
    case 'exited':
    case 'reaped':
      return true;
    case 'other':
      return looksLikeMaps(text);
    default:
      return false;
  }
}

// Mail quoting goes; blanks before a line are part of some of strace's forms.
function rowsOf(text: string): RawLine[] {
  const rows: RawLine[] = [];
  let from = 0;
  for (const [k, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const words = raw.replace(/^(?:> ?)+/, '').trimEnd();
    if (words.trim() !== '') rows.push({ from, line: k + 1, text: words });
    from += words.length + 1;
  }
  return rows;
}

/** The part of a scenario that replays the log. */
export function traceBlock(name: string, lines: readonly string[]): string[] {
  return [`trace ${name} """`, ...lines, '"""'];
}
