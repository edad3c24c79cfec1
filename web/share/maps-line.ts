// SPDX-License-Identifier: GPL-2.0-or-later
//
// One line of /proc/PID/maps as plain data, and back to the same letters. Knows no script and no bytes.
//
// The kernel prints addresses and offsets with at least 8 hex digits, then device and inode, pads the name to column
// 73, and leaves one blank at the end of a line without a name. People's editors trim; what the page takes in has
// neither device nor inode nor padding. All these spellings are known here.

import { PAGE } from '../model/memory';

/** Byte addresses and offsets counted in pages of 4096 bytes: exact as numbers, since 2^52 pages are all there is. */
export interface MapsLine {
  readonly firstPage: number;
  readonly pages: number;
  /** As printed: `rw-p`. */
  readonly perms: string;
  readonly offsetPage: number;
  /** As printed: `fe:00`; `00:00` where there is none or none was given. */
  readonly device: string;
  readonly inode: number;
  /** Path or bracketed name; empty for anonymous memory. */
  readonly path: string;
}

/** How a text spells its lines. */
export interface MapsStyle {
  /** Names start at column 73 instead of after one blank. */
  readonly padded: boolean;
  /** A line without a name ends with a blank. */
  readonly trailing: boolean;
  /** Device and inode are left out. */
  readonly bare: boolean;
  /** Addresses have at least 12 digits instead of 8. */
  readonly wide: boolean;
}

/** How the page spells the lines it takes in or changes. */
export const PAGE_STYLE: MapsStyle = { padded: false, trailing: false, bare: true, wide: false };
/** How the kernel does. */
export const KERNEL_STYLE: MapsStyle = { padded: true, trailing: true, bare: false, wide: false };

/** A mapping that has neither device nor inode. */
export const NO_DEVICE = '00:00';

const RANGE = /([0-9a-f]{8,16})-([0-9a-f]{8,16}) ([-r][-w][-x][-ps]) ([0-9a-f]{8,16})/;
const DEVICE = /(?: ([0-9a-f]{2,}:[0-9a-f]{2,}) (\d{1,15}))?/;
const LINE = new RegExp(`^${RANGE.source}${DEVICE.source}(?: +(\\S.*)?)?$`);
const NAME_COLUMN = 73;

/** Reads a line; null for anything that is not whole pages, or not a line of a map. */
export function readMapsLine(line: string): MapsLine | null {
  const match = LINE.exec(line);
  if (match === null) return null;
  const address = (group: 1 | 2 | 4): bigint => BigInt(`0x${match[group]!}`);
  const [first, last, offset] = [address(1), address(2), address(4)];
  if (first % PAGE !== 0n || last % PAGE !== 0n || offset % PAGE !== 0n || last <= first) return null;
  return {
    firstPage: Number(first / PAGE),
    pages: Number((last - first) / PAGE),
    perms: match[3]!,
    offsetPage: Number(offset / PAGE),
    device: match[5] ?? NO_DEVICE,
    inode: Number(match[6] ?? 0),
    path: match[7] ?? '',
  };
}

/** Prints a line in a style. */
export function printMapsLine(line: MapsLine, style: MapsStyle): string {
  const hex = (pages: number, digits: number): string => (BigInt(pages) * PAGE).toString(16).padStart(digits, '0');
  const digits = style.wide ? 12 : 8;
  const range = `${hex(line.firstPage, digits)}-${hex(line.firstPage + line.pages, digits)}`;
  const head = `${range} ${line.perms} ${hex(line.offsetPage, 8)}${style.bare ? '' : ` ${line.device} ${line.inode}`}`;
  if (line.path === '') return style.trailing ? `${head} ` : head;
  return `${style.padded ? `${head} `.padEnd(NAME_COLUMN) : `${head} `}${line.path}`;
}

/** The style of a text, from the first lines that show it. */
export function styleOf(lines: readonly string[]): MapsStyle {
  const style: { -readonly [K in keyof MapsStyle]: boolean | null } = {
    padded: null,
    trailing: null,
    bare: null,
    wide: null,
  };
  for (const text of lines) {
    const line = readMapsLine(text);
    if (line === null) continue;
    style.bare ??= !/^\S+ \S+ \S+ [0-9a-f]+:/.test(text);
    if (line.firstPage + line.pages < 2 ** 20) style.wide ??= text.indexOf('-') === 12;
    if (line.path === '') style.trailing ??= text.endsWith(' ');
    else
      style.padded ??=
        printMapsLine(line, { padded: true, trailing: false, bare: style.bare, wide: style.wide ?? false }) === text;
    if (Object.values(style).every((known) => known !== null)) break;
  }
  return {
    padded: style.padded ?? false,
    trailing: style.trailing ?? false,
    bare: style.bare ?? false,
    wide: style.wide ?? false,
  };
}
