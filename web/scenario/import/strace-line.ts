// SPDX-License-Identifier: GPL-2.0-or-later
//
// One line of an strace log: whose it is, and whether it is a call, half of one, or something else. Knows no call's
// arguments. Prefixes of -f (`[pid 7]`, or `7` in a file), -Y, -t -tt -ttt -r, -i and -n go; so does the time that -T
// adds.

import { ANY_MEMORY_CALL, callName, MEMORY_CALLS } from './memory-calls';

/** The content of one line. */
export type StraceLine =
  | {
      readonly kind: 'call';
      readonly pid: number | null;
      readonly at: number;
      readonly name: string;
      readonly args: string;
      readonly result: string;
    }
  /** `<unfinished ...>`: the call continues while others are logged. */
  | {
      readonly kind: 'begun';
      readonly pid: number | null;
      readonly at: number;
      readonly name: string;
      readonly args: string;
    }
  | {
      readonly kind: 'resumed';
      readonly pid: number | null;
      readonly at: number;
      readonly name: string;
      readonly rest: string;
    }
  /** Begins as a call that changes memory, and breaks off. */
  | { readonly kind: 'cut'; readonly at: number; readonly name: string }
  | { readonly kind: 'attached'; readonly pid: number }
  | { readonly kind: 'exited'; readonly pid: number | null }
  /** A SIGCHLD about process `child`: it is a child with a pid of its own, so no thread. */
  | { readonly kind: 'reaped'; readonly child: number }
  /** Signals, stack traces, notes of strace. */
  | { readonly kind: 'quiet' }
  /** Anything else, as what the traced program printed. */
  | { readonly kind: 'other' };

const PID =
  /^(?:\[pid\s+(\d+)(?:<[^>]*>)?\]|(\d+)(?:<[^>]*>)?(?=\s+(?:[a-z_][a-z0-9_]*\(|<\.\.\.|\+\+\+|---|\d+[:.]\d|\[)))\s+/;
const TIME = /^\s*(?:\d+:\d+:\d+(?:\.\d+)?|\d+\.\d+)(?:\s+\(\+\s*\d+\.\d+\))?\s+/;
const POINTER = /^\[(?:[0-9a-f]{8,16}|\?+|\s*\d{1,3})\]\s+/;
const REAPED = /^--- SIGCHLD \{.*\bsi_code=(?:CLD_[A-Z]+|0x[1-6]|[1-6])\b.*\bsi_pid=(\d+)/;
const QUIET = /^(?:---|\+\+\+|strace: |\[ Process |Process \d+ |>\s|$)/;
// The last `) = ` ends the arguments: texts in them may hold brackets.
const CALL = /^([a-z_][a-z0-9_]*)\((.*)\)\s+= (.*)$/s;
const BEGUN = /^([a-z_][a-z0-9_]*)\((.*?)\s*<unfinished \.\.\.>$/s;
const RESUMED = /^<\.\.\. ([a-z_][a-z0-9_]*) resumed>\s?(.*)$/s;
// Behind what a program printed without ending its line.
const GLUED = new RegExp(String.raw`(?:\[pid\s+\d+\] )?${ANY_MEMORY_CALL}\([^()]*\)\s+= \S.*$`);

/** Reads a line. `at` of the answer: where in the text the call itself begins. */
export function readStraceLine(text: string): StraceLine {
  const attached = /^(?:strace: )?Process (\d+) attached(?! with)/.exec(text);
  if (attached !== null) return { kind: 'attached', pid: Number(attached[1]) };
  const { pid, at } = prefixes(text);
  const line = text.slice(at);
  if (/^\+\+\+ (?:exited|killed)/.test(line)) return { kind: 'exited', pid };
  const reaped = REAPED.exec(line);
  if (reaped !== null) return { kind: 'reaped', child: Number(reaped[1]) };
  if (QUIET.test(line)) return { kind: 'quiet' };
  const resumed = RESUMED.exec(line);
  if (resumed !== null) return { kind: 'resumed', pid, at, name: callName(resumed[1] ?? ''), rest: resumed[2] ?? '' };
  const begun = BEGUN.exec(line);
  if (begun !== null) return { kind: 'begun', pid, at, name: callName(begun[1] ?? ''), args: begun[2] ?? '' };
  const call = CALL.exec(line);
  if (call !== null)
    return { kind: 'call', pid, at, name: callName(call[1] ?? ''), args: call[2] ?? '', result: call[3] ?? '' };
  const glued = GLUED.exec(line);
  if (glued !== null && glued.index > 0) {
    const inside = readStraceLine(glued[0]);
    return inside.kind === 'call'
      ? { ...inside, pid: inside.pid ?? pid, at: inside.at + at + glued.index }
      : { kind: 'other' };
  }
  const name = callName(/^([a-z_][a-z0-9_]*)\(/.exec(line)?.[1] ?? '');
  return MEMORY_CALLS.has(name) ? { kind: 'cut', at, name } : { kind: 'other' };
}

function prefixes(text: string): { readonly pid: number | null; readonly at: number } {
  let at = text.length - text.trimStart().length;
  const pass = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(text.slice(at));
    at += found?.[0].length ?? 0;
    return found;
  };
  const before = pass(PID);
  pass(TIME);
  const after = before ?? pass(PID);
  while (pass(POINTER) !== null);
  const digits = after?.[1] ?? after?.[2];
  return { pid: digits === undefined ? null : Number(digits), at };
}
