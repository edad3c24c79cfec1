// SPDX-License-Identifier: GPL-2.0-or-later
//
// Takes in a log of strace as people paste it: recognises it, keeps the lines about memory, files and
// processes, says what else there was, and wraps the rest as a `trace` block. Pure.
//
// The language decides what a line may be (scenario/import/strace.ts), as for maps.

import type { RawLine } from '../../scenario/import/raw-text';
import { EXECS, readTrace, restText } from '../../scenario/import/strace';
import { MEMORY_CALLS } from '../../scenario/import/memory-calls';
import { readStraceLine, type StraceLine } from '../../scenario/import/strace-line';
import { BIRTHS, NAMING } from '../../scenario/import/strace-processes';
import { looksLikeMaps } from '../../scenario/import/maps';
import { programName, rowAt, type UnreadLine } from './maps-intake';

export interface TraceIntake {
  readonly kind: 'strace';
  /** Lines ready for a block. */
  readonly lines: readonly string[];
  /** Memory calls that are replayed, a step each. */
  readonly calls: number;
  /** The calls that the replay skips, in words; empty if it skips none. */
  readonly rest: string;
  /** Lines that are left out since a replay needs nothing of them. */
  readonly leftOut: number;
  readonly unread: readonly UnreadLine[];
  /** A name for the address space, from the program that was traced. */
  readonly name: string;
}

/** Calls that a replay reads: those on memory, and those that identify processes and files. */
const READ: ReadonlySet<string> = new Set([...MEMORY_CALLS, ...BIRTHS, ...NAMING, ...EXECS]);

// Leaving a line out can change what other lines mean, so reading repeats. No log of a real program needs more rounds.
const ROUNDS_MAX = 20;

/**
 * Reads a log. Names and leaves out each line that a replay could not read. Then reads the remaining lines by
 * themselves again, until the block made from them has no fault.
 */
export function takeInTrace(text: string): TraceIntake {
  const rows = rowsOf(text);
  const whole = readTrace(rows, { from: 0, to: 0 });
  const unread = new Map<number, UnreadLine>();
  let [kept, calls] = [neededOf(rows), 0];
  for (let [round, faults] = [0, whole.faults]; round < ROUNDS_MAX; round++) {
    for (const fault of faults) {
      const row = fault.to > 0 ? rowAt(rows, fault.from) : null;
      if (row !== null)
        unread.set(row.line, { line: row.line, text: row.text, message: fault.message, hint: fault.hint });
    }
    const before = kept.length;
    kept = kept.filter(({ line }) => !unread.has(line));
    if (round > 0 && kept.length === before) break;
    const again = readTrace(kept, { from: 0, to: 0 });
    if (again.faults.length === 0) {
      calls = again.log.calls.length;
      break;
    }
    faults = again.faults;
  }
  return {
    kind: 'strace',
    lines: kept.map((row) => row.text),
    calls,
    rest: restText(whole.log.rest),
    leftOut: rows.length - kept.length - unread.size,
    unread: [...unread.values()].sort((a, b) => a.line - b.line),
    name: programName([/\bexecve\("([^"]+)"/.exec(text)?.[1] ?? '']),
  };
}

// Keeps lines of maps only right below the execve that made the map. Elsewhere they are dropped: once the calls above
// them are left out, they could end up below an execve.
function neededOf(rows: readonly RawLine[]): RawLine[] {
  let below = false;
  return rows.filter(({ text }) => {
    const line = readStraceLine(text);
    if (line.kind === 'quiet') return false;
    if (line.kind === 'other') {
      below &&= looksLikeMaps(text);
      return below;
    }
    below = (line.kind === 'call' || line.kind === 'resumed') && EXECS.has(line.name);
    return needed(line);
  });
}

function needed(line: StraceLine): boolean {
  switch (line.kind) {
    case 'call':
    case 'begun':
    case 'resumed':
      return READ.has(line.name);
    case 'attached':
    case 'exited':
    case 'reaped':
      return true;
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
