// SPDX-License-Identifier: GPL-2.0-or-later
//
// One line of /proc/PID/maps as plain data, and back to the same letters. Floor 2: knows no script and no bytes.
//
// The kernel prints addresses and offsets with at least 8 hex digits, pads the name to column 73, and leaves one blank
// at the end of a line without a name. People's editors trim, and what the page takes in is printed without padding;
// both spellings are known here. A line that would not come back letter for letter is none of ours (null).

/** Byte addresses and offsets counted in pages of 4096 bytes: exact as numbers, since 2^52 pages are all there is. */
export interface MapsLine {
  readonly firstPage: number;
  readonly pages: number;
  /** As printed: `rw-p`. */
  readonly perms: string;
  readonly offsetPage: number;
  /** As printed: `fe:00`; `00:00` where there is none. */
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
}

const LINE = /^([0-9a-f]{8,16})-([0-9a-f]{8,16}) ([-r][-w][-x][-ps]) ([0-9a-f]{8,16}) ([0-9a-f]{2,}:[0-9a-f]{2,}) (\d{1,15})(?: +(\S.*)?)?$/;
const NAME_COLUMN = 73;
const PAGE = 4096n;

/** Reads a line; null for anything that is not whole pages, or not a line of a map. */
export function readMapsLine(line: string): MapsLine | null {
  const match = LINE.exec(line);
  if (match === null) return null;
  const [first, last, offset] = [match[1], match[2], match[4]].map((digits) => BigInt(`0x${digits ?? ''}`));
  if (first === undefined || last === undefined || offset === undefined) return null;
  if (first % PAGE !== 0n || last % PAGE !== 0n || offset % PAGE !== 0n || last <= first) return null;
  return {
    firstPage: Number(first / PAGE),
    pages: Number((last - first) / PAGE),
    perms: match[3]!,
    offsetPage: Number(offset / PAGE),
    device: match[5]!,
    inode: Number(match[6]),
    path: match[7] ?? '',
  };
}

/** Prints a line in a style. */
export function printMapsLine(line: MapsLine, style: MapsStyle): string {
  const hex = (pages: number): string => (BigInt(pages) * PAGE).toString(16).padStart(8, '0');
  const head = `${hex(line.firstPage)}-${hex(line.firstPage + line.pages)} ${line.perms} ${hex(line.offsetPage)} ${line.device} ${line.inode}`;
  if (line.path === '') return style.trailing ? `${head} ` : head;
  return `${style.padded ? `${head} `.padEnd(NAME_COLUMN) : `${head} `}${line.path}`;
}

/** The style of a text, told by its first named and its first nameless line. */
export function styleOf(lines: readonly string[]): MapsStyle {
  let padded: boolean | null = null;
  let trailing: boolean | null = null;
  for (const text of lines) {
    const line = readMapsLine(text);
    if (line === null) continue;
    if (line.path === '') trailing ??= text.endsWith(' ');
    else padded ??= printMapsLine(line, { padded: true, trailing: false }) === text;
    if (padded !== null && trailing !== null) break;
  }
  return { padded: padded ?? false, trailing: trailing ?? false };
}
