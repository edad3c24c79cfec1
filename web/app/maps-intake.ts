// SPDX-License-Identifier: GPL-2.0-or-later
//
// Takes in the text of /proc/PID/maps as people paste it: recognises it, drops device and inode numbers, names every
// line that cannot be read, and wraps the rest as a `maps` block. Floor 5, pure.
//
// What a block may hold is decided by the language; here only what a person should hear before it becomes a block.

/** A line that is none of a memory map's. */
export interface UnreadLine {
  /** 1-based, in the text that was taken in. */
  readonly line: number;
  readonly text: string;
  readonly message: string;
}

export interface Intake {
  /** Lines ready for a block: single blanks, device and inode as `00:00 0`. */
  readonly lines: readonly string[];
  /** Mappings of the process; the `[vsyscall]` line is not counted. */
  readonly vmas: number;
  readonly vsyscall: boolean;
  /** How many lines held a device or inode number that was dropped. */
  readonly dropped: number;
  readonly unread: readonly UnreadLine[];
  /** A name for the address space, from the first program in the map. */
  readonly name: string;
}

const PAGE = 4096n;
const ADDRESS_MAX = 0xffff_ffff_ffff_ffffn;
const LINE = /^([0-9a-f]{1,16})-([0-9a-f]{1,16})[ \t]+([-r][-w][-x][-ps])[ \t]+([0-9a-f]{1,16})(?:[ \t]+([0-9a-f]{2,}:[0-9a-f]{2,})[ \t]+(\d+))?(?:[ \t]+(\S.*?))?[ \t]*$/i;
const LOOKS = /^[> \t]*[0-9a-f]{5,16}-[0-9a-f]{5,16}[ \t]+[-r][-w][-x][-ps][ \t]/i;
/** Words of the language: not free as a name. */
const TAKEN = new Set(['tree', 'use', 'store', 'insert', 'erase', 'load', 'prealloc', 'bulk', 'gap', 'dup', 'destroy', 'maps', 'mm', 'trace', 'map', 'fork', 'exit', 'fail', 'note', 'pause', 'expect', 'let', 'repeat', 'for', 'find', 'next', 'prev', 'read', 'walk', 'alloc', 'sweep', 'seed', 'max', 'null', 'zero', 'in', 'as', 'by', 'at', 'from', 'top', 'within', 'error', 'ok', 'valid', 'same', 'identical', 'exists', 'absent', 'step', 'shuffle', 'rand', 'resume', 'release', 'corrupt', 'cyclic', 'times', 'node', 'request', 'until', 'count', 'undo', 'stores', 'range', 'marker', 'ceiling', 'wrong', 'file', 'shared', 'any', 'grows', 'touch', 'advise', 'protect', 'unmap', 'brk', 'height', 'nodes', 'leaves', 'entries', 'live', 'ask', 'whole_height', 'rcu', 'off', 'every', 'chance', 'find_rev', 'next_range', 'prev_range', 'reserved', 'requests', 'requested', 'freed', 'result', 'vmas', 'pagetables', 'resident', 'write', 'slot', 'pivot', 'end', 'gapmeta', 'parent', 'hook', 'page', 'signal', 'commit', 'vma', 'policy', 'uffd', 'anon', 'dontfork', 'dofork', 'wipeonfork', 'keeponfork', 'none', 'r', 'w', 'x', 'rw', 'rx', 'wx', 'rwx']);

/** True for text that can hardly be anything else: most of its lines are lines of a map. */
export function looksLikeMaps(text: string): boolean {
  const lines = text.split('\n', 200).filter((line) => line.trim() !== '');
  const hits = lines.filter((line) => LOOKS.test(line)).length;
  return hits >= 2 && hits * 2 > lines.length;
}

/** Reads a text line by line. Mail quoting, prompts without a map and blank lines are passed over. */
export function takeIn(text: string): Intake {
  const lines: string[] = [];
  const unread: UnreadLine[] = [];
  let [vmas, dropped, end] = [0, 0, 0n];
  let vsyscall = false;
  let name = '';
  text.split(/\r\n|\r|\n/).forEach((raw, k) => {
    const words = raw.replace(/^[> \t]+/, '').trimEnd();
    if (words === '' || /^\S*[$#%] /.test(words)) return;
    const read = readLine(words, end);
    if (typeof read === 'string') {
      unread.push({ line: k + 1, text: words, message: read });
      return;
    }
    lines.push(read.text);
    if (read.dropped) dropped++;
    if (read.path === '[vsyscall]') vsyscall = true;
    else vmas++;
    end = read.end;
    name ||= nameOf(read.path);
  });
  return { lines, vmas, vsyscall, dropped, unread, name: name || 'process' };
}

interface ReadLine {
  readonly text: string;
  readonly end: bigint;
  readonly dropped: boolean;
  readonly path: string;
}

// The line as it goes into the block, or what is wrong with it.
function readLine(words: string, previousEnd: bigint): ReadLine | string {
  const match = LINE.exec(words);
  if (match === null) return complaint(words);
  const [first, end, offset] = [match[1], match[2], match[4]].map((digits) => BigInt(`0x${digits ?? '0'}`));
  if (first === undefined || end === undefined || offset === undefined) return complaint(words);
  if (first % PAGE !== 0n || end % PAGE !== 0n) return 'The addresses are not multiples of 4096 (the last three hex digits must be 000).';
  if (end <= first) return 'The range is empty or backwards: the second address must be above the first.';
  if (end - 1n > ADDRESS_MAX) return 'The range ends above 2^64.';
  if (first < previousEnd) return 'This line begins below the end of the one before: lines of a map ascend and do not overlap.';
  const path = match[7] ?? '';
  const hex = (value: bigint): string => value.toString(16).padStart(8, '0');
  const head = `${hex(first)}-${hex(end)} ${(match[3] ?? '').toLowerCase()} ${hex(offset)} 00:00 0`;
  const dropped = !/^0+:0+$/.test(match[5] ?? '0:0') || !/^0*$/.test(match[6] ?? '');
  return { text: path === '' ? head : `${head} ${path}`, end, dropped, path };
}

function complaint(words: string): string {
  if (/^[A-Z][A-Za-z_]+:\s/.test(words)) return 'This is a line of smaps, not of maps: paste the text of /proc/PID/maps.';
  if (!/^[0-9a-f]+-[0-9a-f]+(\s|$)/i.test(words)) return 'A line begins with two hex addresses, as in 55d0c0a00000-55d0c0a02000.';
  if (!/^\S+\s+[-r][-w][-x][-ps](\s|$)/i.test(words)) return 'After the addresses come four letters of permissions, as in r-xp.';
  return 'After the permissions come the offset, the device, the inode and the path, as in 00000000 fe:00 1234 /usr/bin/cat.';
}

// "cat" from /usr/bin/cat; letters that no name may hold become _.
function nameOf(path: string): string {
  if (!path.startsWith('/')) return '';
  const base = path.replace(/ \(deleted\)$/, '').split('/').at(-1) ?? '';
  const name = base.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_').slice(0, 24);
  return TAKEN.has(name) ? `${name}_` : name;
}

/** A name that a person typed: a letter or `_`, then letters, digits, `_`; no word of the language. */
export function nameProblem(name: string): string | null {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return 'A name is a letter or _, then letters, digits and _.';
  return TAKEN.has(name) ? `“${name}” is a word of the language.` : null;
}

/** A scenario, or the part of one, that builds the address space. */
export function mapsBlock(name: string, lines: readonly string[]): string[] {
  return [`maps ${name} """`, ...lines, '"""'];
}
