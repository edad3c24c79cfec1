// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lines of an strace log as far as a replay needs them: whose call, the call, its result. Knows the look of such
// lines, not what a call does.
//
// A log reveals more than that: when each call was made, what the program printed, read and wrote, how it was started,
// and the prompt that strace was typed at. None of it is kept. Names of files stay where a call of memory or the
// opening of a file has them; they can be renamed.

import { PAGE } from '../model/memory';
import { PAGE_STYLE, printMapsLine, readMapsLine } from './maps-line';
import type { PageRange, Shift } from './rebase';

const MEMORY = 'mmap2?|munmap|(?:pkey_)?mprotect|brk|mremap|madvise|mlock|munlock';
const PROCESSES = 'clone3?|v?fork|execve(?:at)?';
const FILES = 'open(?:at2?)?|creat|memfd_create|close|dup[23]?';
const KEPT = `${MEMORY}|${PROCESSES}|${FILES}`;
// Behind the prefixes; or behind what a program printed without ending its line, where a call of memory alone counts.
const CALL = new RegExp(`^(?:${KEPT})\\(`);
const RESUMED = new RegExp(`^<\\.\\.\\. (?:${KEPT}) resumed>`);
const GLUED = new RegExp(`(?:${MEMORY})\\([^()]*\\)\\s+= \\S.*$`);
// The texts possible behind a number that is a process: a call, a word of strace's own, a time, a pointer.
const BEHIND_PID = /\s+(?:[a-z_][a-z0-9_]*\(|<\.\.\.|\+\+\+|---|\d+[:.]\d|\[)/;
const PID = new RegExp(`^\\s*(?:\\[pid\\s+(\\d+)(?:<[^>]*>)?\\]|(\\d+)(?:<[^>]*>)?(?=${BEHIND_PID.source}))\\s+`);
const TIME = /^\s*(?:\d+:\d+:\d+(?:\.\d+)?|\d+\.\d+)(?:\s+\(\+\s*\d+\.\d+\))?\s+/;
const POINTER = /^\[(?:[0-9a-f]{8,16}|\?+|\s*\d{1,3})\]\s+/;

/** Mappings from this page on are the kernel's ([vsyscall]) and stay where they are. */
const KERNEL_PAGE = 2 ** 51;
const REAPED = /^--- SIGCHLD \{.*\bsi_code=(?:CLD_[A-Z]+|0x[1-6]|[1-6])\b.*\bsi_pid=(\d+)/;

/** The line as it goes into a link; null: it is left out. A line that this made stays as it is. */
export function tidyTraceLine(line: string): string | null {
  const bare = line.replace(/^\s*(?:>\s?)+/, '').trim();
  const attached = /^(?:strace: )?Process (\d+) attached/.exec(bare);
  if (attached !== null) return `strace: Process ${attached[1]!} attached`;
  const map = readMapsLine(bare);
  if (map !== null) return printMapsLine(map, PAGE_STYLE);
  const { pid, rest } = withoutPrefixes(bare);
  const child = REAPED.exec(rest)?.[1];
  if (child !== undefined) return `--- SIGCHLD {si_code=CLD_EXITED, si_pid=${child}} ---`;
  const before = pid === '' ? '' : `[pid ${pid}] `;
  if (CALL.test(rest)) return before + tidyCall(rest);
  if (RESUMED.test(rest)) return before + tidyCall(rest);
  const glued = GLUED.exec(rest);
  return glued === null ? null : before + tidyCall(glued[0]);
}

function withoutPrefixes(line: string): { readonly pid: string; readonly rest: string } {
  let rest = line;
  let pid = '';
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(rest);
    rest = rest.slice(found?.[0].length ?? 0);
    return found;
  };
  const read = (): void => {
    const found = take(PID);
    pid = found?.[1] ?? found?.[2] ?? pid;
  };
  read();
  take(TIME);
  if (pid === '') read();
  while (take(POINTER) !== null);
  return { pid, rest };
}

// How a program or a process was started is its owner's business, but for whether it shares the address space; what
// strace adds behind a result is nobody's.
function tidyCall(call: string): string {
  const short = call
    .replace(/\s+= /, ' = ')
    .replace(/\s+<\d+\.\d+>$/, '')
    .replace(/ \((?:DELAYED|INJECTED)\)$/, '')
    .replace(/ = (-1 [A-Z0-9_]+) \([^()]*\)$/, ' = $1');
  const started = /^(execve(?:at)?|clone3?|v?fork)\((.*?)(\)\s*= .*| <unfinished \.\.\.>)$/.exec(short);
  if (started !== null) return `${started[1]!}(${/\bCLONE_VM\b/.test(started[2]!) ? 'CLONE_VM' : ''}${started[3]!}`;
  return /^<\.\.\. (?:execve|clone)/.test(short) ? short.replace(/resumed>.*(?=\) = )/, 'resumed>') : short;
}

// A text in quotes, or what -y sets behind a descriptor. An ending quote may be missing where a call breaks off.
const NAMES = /"((?:[^"\\]|\\.)*)"|(?<=[(, =]-?\d+)<((?:[^<>]|<[^<>]*>)*)>(?=[,)( ]|$)/g;

/** All names of files in a line, in order. */
export function namesOf(line: string): string[] {
  const map = readMapsLine(line);
  if (map !== null) return map.path === '' ? [] : [map.path];
  return [...line.matchAll(NAMES)].map((match) => match[1] ?? match[2] ?? '').filter((name) => name !== '');
}

/** The line with other names. */
export function renamed(line: string, rename: (name: string) => string): string {
  const map = readMapsLine(line);
  if (map !== null) return printMapsLine({ ...map, path: map.path === '' ? '' : rename(map.path) }, PAGE_STYLE);
  return line.replace(NAMES, (whole, quoted: string | undefined, angled: string | undefined) => {
    if (quoted !== undefined && quoted !== '') return `"${rename(quoted)}"`;
    return angled === undefined || angled === '' ? whole : `<${rename(angled)}>`;
  });
}

const HEX = /^0x[0-9a-f]{1,16}/;

// A call, in one line or in the two halves that other calls came between.
interface Seen {
  readonly name: string;
  readonly args: readonly string[];
  readonly result: string;
}

/** Ranges of pages that the calls of a log map, unmap or change. */
export function traceRanges(lines: readonly string[]): PageRange[] {
  const halves = new Map<string, string>();
  return lines.flatMap((line) => {
    const map = readMapsLine(line);
    if (map !== null)
      return map.firstPage >= KERNEL_PAGE ? [] : [{ from: map.firstPage, to: map.firstPage + map.pages }];
    const pid = /^\[pid \d+\] /.exec(line)?.[0] ?? '';
    const rest = line.slice(pid.length);
    const begun = /^([a-z0-9_]+\(.*?)\s*<unfinished \.\.\.>$/.exec(rest);
    if (begun !== null) halves.set(pid, begun[1]!);
    const resumed = /^<\.\.\. [a-z0-9_]+ resumed>\s?(.*)$/.exec(rest);
    const call = /^([a-z0-9_]+)\((.*)\)\s+= (.*)$/.exec(
      resumed === null ? rest : (halves.get(pid) ?? '') + resumed[1]!,
    );
    return call === null ? [] : rangesOf({ name: call[1]!, args: call[2]!.split(/,\s*/), result: call[3]! });
  });
}

function rangesOf({ name, args, result }: Seen): PageRange[] {
  const value = (text: string | undefined): bigint =>
    BigInt(/^(?:0x[0-9a-f]{1,16}|\d{1,19})\b/.exec(text ?? '')?.[0] ?? 0);
  const range = (from: bigint, bytes: bigint): PageRange[] => {
    const to = (from + bytes + PAGE - 1n) / PAGE;
    return from === 0n || to > 2n ** 52n ? [] : [{ from: Number(from / PAGE), to: Number(to) }];
  };
  const at = value(HEX.exec(result)?.[0]);
  if (name === 'brk') return range(at, 1n);
  if (name.startsWith('mmap')) return [...range(at, value(args[1])), ...range(value(args[0]), value(args[1]))];
  if (name === 'mremap') return [...range(value(args[0]), value(args[1])), ...range(at, value(args[2]))];
  return /^(?:munmap|mprotect|pkey_mprotect|madvise|mlock|munlock)$/.test(name)
    ? range(value(args[0]), value(args[1]))
    : [];
}

/** The line with its addresses moved: the first argument, the result, and the requested address of mremap. */
export function movedTraceLine(line: string, shift: Shift): string {
  const map = readMapsLine(line);
  if (map !== null)
    return map.firstPage >= KERNEL_PAGE
      ? line
      : printMapsLine({ ...map, firstPage: shift.move(map.firstPage) ?? map.firstPage }, PAGE_STYLE);
  const move = (hex: string): string => {
    const address = BigInt(hex);
    const page = shift.move(Number(address / PAGE));
    return page === null ? hex : `0x${(BigInt(page) * PAGE + (address % PAGE)).toString(16)}`;
  };
  const call = /^(?:\[pid \d+\] )?(?:<\.\.\. )?([a-z0-9_]+)/.exec(line)?.[1] ?? '';
  if (!/^(?:mmap2?|munmap|mprotect|pkey_mprotect|brk|mremap|madvise|mlock|munlock)$/.test(call)) return line;
  const ends = line
    .replace(/(\()(0x[0-9a-f]{1,16})/, (_, open: string, hex: string) => open + move(hex))
    .replace(/(\) = )(0x[0-9a-f]{1,16})/, (_, before: string, hex: string) => before + move(hex));
  return call === 'mremap'
    ? ends.replace(/(, |resumed>)(0x[0-9a-f]{6,16})(?=\) = )/, (_, before: string, hex: string) => before + move(hex))
    : ends;
}
