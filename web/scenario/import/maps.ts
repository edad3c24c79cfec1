// SPDX-License-Identifier: GPL-2.0-or-later
//
// The text of /proc/PID/maps or smaps: lines to VMAs, with the place and a plain word for what is wrong.
//
// Device and inode are not kept: they say nothing about the tree, and something about a person's disk. A line may come
// without them, which is how links carry it. Quoting and a shell's prompt before and behind the map are passed over.

import { index, toHex } from '../../base/index64';
import { PAGE, VMA_FLAGS } from '../../model/memory';
import type { Vma } from '../../model/vma';
import { promptOf, unquoted } from './maps-paste';
import type { RawLine } from './raw-text';
import { NO_SMAPS, readSmapsLine, type SmapsFacts } from './smaps';
import { isSmapsLine } from './smaps-line';

/** A mistake in one line; offsets are those of the scenario. */
export interface MapsFault {
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly hint: string;
}

/** One VMA line of a maps block. */
export interface MapsLine {
  readonly line: number;
  /** False for `[vsyscall]`, which is shown and not stored. */
  readonly stored: boolean;
  readonly vma: Vma;
  /** Its bits of VMA_FLAGS in the core, by its permissions and name or by smaps. */
  readonly flags: number;
  /** 1 when smaps says that it has anonymous pages, so an anon_vma; else 0. */
  readonly chain: number;
  /** Letters of VmFlags that the model does not keep; only where there are some. */
  readonly unmodelled?: readonly string[];
}

const EXAMPLE = '55d0c7c00000-55d0c7c02000 r--p 00000000 /usr/bin/cat';
const FIELDS = new RegExp(
  '^([0-9a-f]+)-([0-9a-f]+)[ \\t]+([r-][w-][x-][ps])' + // addresses, permissions
    '(?:[ \\t]+([0-9a-f]+)(?:[ \\t]+[0-9a-f]+:[0-9a-f]+[ \\t]+[0-9]+)?(?=[ \\t]|$))?' + // offset, then device and inode
    '(?:[ \\t]+(.*))?$',
);

/** Whether a line begins as a line of a map does: two addresses and permissions. */
export function looksLikeMaps(line: string): boolean {
  return /^[> \t]*[0-9a-f]{4,16}-[0-9a-f]{4,16}[ \t]+[r-][w-][x-][ps]/.test(line);
}

/** The VMAs of a block, numbered from 1, and the faults; a faulty line gives no VMA. */
export function readMaps(
  lines: readonly RawLine[],
  block: { from: number; to: number },
): { readonly lines: readonly MapsLine[]; readonly faults: readonly MapsFault[] } {
  const found: { line: RawLine; vma: Vma; facts: SmapsFacts }[] = [];
  const faults: MapsFault[] = [];
  let state: 'before' | 'inside' | 'broken' | 'behind' = 'before';
  for (const quoted of lines) {
    const line = unquoted(quoted);
    if (line.text === '') continue;
    if (promptOf(line.text) !== null) {
      if (state !== 'before') state = 'behind';
      continue;
    }
    if (isSmapsLine(line.text)) {
      const fault = takeSmapsLine(line, state, found);
      if (fault !== null) faults.push(fault);
      continue;
    }
    const read = readMapsLine(line);
    const wrong =
      'message' in read ? read : (secondMapFault(state, line) ?? orderFault(found.at(-1)?.vma ?? null, read, line));
    if (wrong !== null) faults.push(wrong);
    state = 'message' in read ? 'broken' : 'inside';
    if (!('message' in read)) found.push({ line, vma: read, facts: NO_SMAPS });
  }
  let number = 0;
  const told = found.map(({ line, vma, facts }): MapsLine => {
    const stored = vma.path !== '[vsyscall]';
    return {
      line: line.line,
      stored,
      vma: { ...vma, number: stored ? ++number : 0 },
      flags: flagsOf(vma, facts),
      chain: facts.anonymous ? 1 : 0,
      ...(facts.unmodelled.length === 0 ? {} : { unmodelled: facts.unmodelled }),
    };
  });
  if (number === 0 && faults.length === 0) {
    faults.push({ ...block, message: 'this text has no VMA', hint: `a line looks like \`${EXAMPLE}\`` });
  }
  return { lines: told, faults };
}

// Adds what a line of smaps says to the VMA above it; lines below one that could not be read are passed over with it.
function takeSmapsLine(line: RawLine, state: string, found: { facts: SmapsFacts }[]): MapsFault | null {
  const above = found.at(-1);
  if (state === 'broken') return null;
  const place = { from: line.from, to: line.from + line.text.length };
  if (above === undefined || state === 'behind') {
    return {
      ...place,
      message: 'no line of the map stands above this line of smaps',
      hint: `a line above it looks like \`${EXAMPLE}\``,
    };
  }
  const facts = readSmapsLine(line.text, above.facts);
  if (facts === null)
    return {
      ...place,
      message: 'this line of smaps cannot be read',
      hint: 'a line looks like `Anonymous:          12 kB` or `VmFlags: rd wr mr mw me ac`',
    };
  above.facts = facts;
  return null;
}

function secondMapFault(state: string, line: RawLine): MapsFault | null {
  if (state !== 'behind') return null;
  return {
    from: line.from,
    to: line.from + line.text.length,
    message: 'a second map begins behind a shell prompt',
    hint: 'give each map a `maps` block of its own',
  };
}

// Without smaps, what is private and writable is taken as accounted, as mmap makes it.
function flagsOf(vma: Vma, facts: SmapsFacts): number {
  const letters: readonly (readonly [string, number])[] = [
    ['r', VMA_FLAGS.read],
    ['w', VMA_FLAGS.write],
    ['x', VMA_FLAGS.exec],
    ['s', VMA_FLAGS.shared],
  ];
  let flags = letters.reduce((sum, [letter, bit], k) => (vma.perms[k] === letter ? sum | bit : sum), 0);
  if (vma.path === '[heap]') flags |= VMA_FLAGS.heap;
  if (facts.flags !== null) return flags | facts.flags;
  if (/^.w.p$/.test(vma.perms)) flags |= VMA_FLAGS.account;
  if (vma.path === '[vdso]') flags |= VMA_FLAGS.dontexpand;
  return vma.path === '[stack]' ? flags | VMA_FLAGS.grows : flags;
}

function readMapsLine(line: RawLine): Vma | MapsFault {
  const text = line.text.trimEnd();
  const skip = text.length - text.trimStart().length;
  const fields = FIELDS.exec(text.trimStart());
  const place = (at: number, length: number) => ({ from: line.from + skip + at, to: line.from + skip + at + length });
  if (fields === null) return shapeFault(line, text.trimStart(), place);
  const [, start = '', end = '', perms = '', offset = '0', path = ''] = fields;
  const first = BigInt(`0x${start}`);
  const beyond = BigInt(`0x${end}`);
  const startPlace = place(0, start.length);
  const endPlace = place(start.length + 1, end.length);
  if (path === '[rollup]')
    return {
      ...place(0, text.length),
      message: 'this is /proc/PID/smaps_rollup, the sum of all VMAs',
      hint: 'paste /proc/PID/smaps',
    };
  if (start.length > 16 || first >= 1n << 64n)
    return { ...startPlace, message: `\`${start}\` is not a 64-bit address`, hint: '' };
  if (end.length > 16 || beyond >= 1n << 64n)
    return { ...endPlace, message: `\`${end}\` is not a 64-bit address`, hint: '' };
  if (first % PAGE !== 0n)
    return { ...startPlace, message: `${toHex(first)} is not a multiple of the page size, 4096`, hint: '' };
  if (beyond % PAGE !== 0n)
    return { ...endPlace, message: `${toHex(beyond)} is not a multiple of the page size, 4096`, hint: '' };
  if (first >= beyond) {
    const hint = first === beyond ? 'a VMA holds at least one page' : 'the start must be below the end';
    return {
      ...place(0, start.length + 1 + end.length),
      message: `the VMA begins at ${toHex(first)} and ends at ${toHex(beyond)}`,
      hint,
    };
  }
  return {
    number: 0,
    first: index(first),
    last: index(beyond - 1n),
    perms,
    offset: index(BigInt(`0x${offset}`)),
    path,
  };
}

function shapeFault(
  line: RawLine,
  text: string,
  place: (at: number, length: number) => { from: number; to: number },
): MapsFault {
  const addresses = /^[0-9a-f]+-[0-9a-f]+(?=[ \t])/.exec(text);
  if (addresses === null) {
    const word = /^\S+/.exec(text)?.[0] ?? '';
    return {
      ...place(0, word.length),
      message: `\`${word}\` is not START-END in hex`,
      hint: `a line looks like \`${EXAMPLE}\``,
    };
  }
  const after = text.slice(addresses[0].length);
  const at = addresses[0].length + after.length - after.trimStart().length;
  const word = /^\S*/.exec(after.trimStart())?.[0] ?? '';
  if (!/^[r-][w-][x-][ps]$/.test(word)) {
    return {
      ...place(at, Math.max(1, word.length)),
      message: `\`${word}\` is not permissions`,
      hint: 'r or -, w or -, x or -, then p or s, as in rw-p',
    };
  }
  return {
    from: line.from,
    to: line.from + line.text.length,
    message: 'this line of maps cannot be read',
    hint: `it should look like \`${EXAMPLE}\``,
  };
}

function orderFault(above: Vma | null, vma: Vma, line: RawLine): MapsFault | null {
  if (above === null || vma.first > above.last) return null;
  const skip = line.text.length - line.text.trimStart().length;
  const place = {
    from: line.from + skip,
    to: line.from + skip + `${vma.first.toString(16)}-${(vma.last + 1n).toString(16)}`.length,
  };
  const message =
    vma.last < above.first
      ? `this VMA begins at ${toHex(vma.first)}, below the one before it at ${toHex(above.first)}`
      : `this VMA begins at ${toHex(vma.first)}, inside the one before it, which ends at ${toHex(above.last + 1n)}`;
  return { ...place, message, hint: 'lines of maps must ascend and must not overlap' };
}
