// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lines of a maps block as few bytes, before they are deflated; and back, letter for letter. Pure.
//
// A process's map repeats itself: a library is four or five mappings that follow each other in memory and in the file.
// So a line is one token and the numbers that cannot be foreseen:
//
//     token   bit 0      follows the line before without a gap
//             bits 1-2   offset: 0 as foreseen, 1 one page less, 2 a page more, 3 written
//             bits 3-4   name: 0 none, 1 as the named line before, 2 the next new name, 3 an earlier name, written
//             bits 5-7   permissions: place in the table below; 7: written
//     gap     pages since the end of the line before
//     pages   its length
//     offset  difference, in pages, from what was foreseen (0 for a new name, else where the same name left off)
//
// Tokens, gaps, lengths, offsets and names stand in streams of their own, since like packs better beside like. A line
// that is not spelled as the kernel or the page spells it is kept as it is, in the stream of names.

import { BytesError, TooLarge, reader, writer, type Reader, type Writer } from './bytes';
import { fromUtf8, toUtf8 } from './utf8';
import { NO_DEVICE, printMapsLine, readMapsLine, styleOf, type MapsLine, type MapsStyle } from './maps-line';

/** Permissions by how often they are met; the place is the number in the token. Part of the format: never reordered. */
const PERMS = ['rw-p', 'r--p', '---p', 'r-xp', 'rw-s', 'r--s', '--xp'];
const TOLD_PERMS = 7;
/** Names that stand by themselves in most maps, printed as one letter in the stream. Part of the format. */
const COMMON = ['[heap]', '[stack]', '[vvar]', '[vdso]', '[vsyscall]', '[vvar_vclock]', '[uprobes]'];

/** A name with the device and inode that go with it. */
interface Name {
  readonly path: string;
  readonly device: string;
  readonly inode: number;
}

/** How many lines are packed as mappings, how many as they are. */
export interface CompactCount {
  readonly mappings: number;
  readonly literal: number;
}

interface Streams {
  readonly tokens: Writer;
  readonly gaps: Writer;
  readonly pages: Writer;
  readonly offsets: Writer;
  readonly numbers: Writer;
  readonly texts: string[];
}

/** Packs lines. `expandMaps` returns the same array of strings, whatever the lines are. */
export function compactMaps(lines: readonly string[]): { readonly bytes: Uint8Array; readonly count: CompactCount } {
  const style = styleOf(lines);
  const streams: Streams = {
    tokens: writer(),
    gaps: writer(),
    pages: writer(),
    offsets: writer(),
    numbers: writer(),
    texts: [],
  };
  const literals: number[] = [];
  const pack = packer(streams);
  let endPage = 0;
  lines.forEach((text, place) => {
    const line = readMapsLine(text);
    if (line === null || line.firstPage < endPage || !told(line) || printMapsLine(line, style) !== text) {
      literals.push(place);
      streams.texts.push(text);
      return;
    }
    pack(line, line.firstPage - endPage);
    endPage = line.firstPage + line.pages;
  });
  return {
    bytes: assemble(style, lines.length, literals, streams),
    count: { mappings: lines.length - literals.length, literal: literals.length },
  };
}

// Anonymous memory has no device, inode or offset; a line that says otherwise is kept as it is.
function told(line: MapsLine): boolean {
  return line.path !== '' || (line.device === NO_DEVICE && line.inode === 0 && line.offsetPage === 0);
}

function packer(streams: Streams): (line: MapsLine, gap: number) => void {
  const places = new Map<string, number>();
  const ends: number[] = [];
  let latest = -1;
  let numbered = 0;
  const name = (line: MapsLine): number => {
    const key = `${line.device} ${line.inode} ${line.path}`;
    const known = places.get(key);
    if (known === undefined) {
      places.set(key, (latest = places.size));
      numbered = packName(streams, line, numbered);
      return 2;
    }
    if (known === latest) return 1;
    streams.numbers.varint((latest = known));
    return 3;
  };
  return (line, gap) => {
    const perms = PERMS.indexOf(line.perms);
    if (perms < 0) streams.texts.push(line.perms);
    const named = line.path === '' ? 0 : name(line);
    let offset = 0;
    if (named !== 0) {
      const foreseen = named === 2 ? 0 : ends[latest]!;
      const off = line.offsetPage - foreseen;
      offset = off === 0 ? 0 : off === -1 ? 1 : off === 1 ? 2 : 3;
      if (offset === 3) streams.offsets.zigzag(off);
      ends[latest] = line.offsetPage + line.pages;
    }
    if (gap !== 0) streams.gaps.varint(gap - 1);
    streams.pages.varint(line.pages - 1);
    streams.tokens.byte((gap === 0 ? 1 : 0) | (offset << 1) | (named << 3) | ((perms < 0 ? TOLD_PERMS : perms) << 5));
  };
}

// A name that is the next of file1, file2, … becomes the empty text; returns the number of these so far.
function packName(streams: Streams, name: Name, numbered: number): number {
  const common = COMMON.indexOf(name.path);
  const turn = name.path === `file${numbered + 1}`;
  const escaped = name.path.length === 1 || name.path.startsWith('=') ? `=${name.path}` : name.path;
  streams.texts.push(turn ? '' : common >= 0 ? String(common) : escaped);
  const plain = name.device === NO_DEVICE && name.inode === 0;
  streams.numbers.varint(plain ? 0 : name.inode + 1);
  if (!plain) streams.texts.push(name.device);
  return turn ? numbered + 1 : numbered;
}

function assemble(style: MapsStyle, lineCount: number, literals: readonly number[], streams: Streams): Uint8Array {
  const out = writer();
  out.byte((style.padded ? 1 : 0) | (style.trailing ? 2 : 0) | (style.bare ? 4 : 0) | (style.wide ? 8 : 0));
  out.varint(lineCount);
  out.varint(literals.length);
  let before = -1;
  for (const place of literals) {
    out.varint(place - before - 1);
    before = place;
  }
  const texts = toUtf8(streams.texts.join('\n'));
  for (const stream of [streams.gaps, streams.pages, streams.offsets, streams.numbers]) out.varint(stream.length());
  out.varint(texts.length);
  for (const stream of [streams.tokens, streams.gaps, streams.pages, streams.offsets, streams.numbers])
    out.bytes(stream.done());
  out.bytes(texts);
  return out.done();
}

/**
 * Unpacks what `compactMaps` packed. Throws BytesError on bytes that it never makes, TooLarge beyond `lettersMax`
 * letters.
 */
export function expandMaps(bytes: Uint8Array, lettersMax: number): string[] {
  const { style, lineCount, literals, streams } = disassemble(bytes);
  const unpack = unpacker(streams);
  const lines: string[] = [];
  let endPage = 0;
  let letters = 0;
  for (let place = 0; place < lineCount; place++) {
    let text: string;
    if (literals.has(place)) text = streams.text();
    else {
      const line = unpack(endPage);
      endPage = line.firstPage + line.pages;
      if (endPage > PAGES_MAX) throw new BytesError('a mapping ends beyond the last address');
      text = printMapsLine(line, style);
    }
    letters += text.length + 1;
    if (letters - 1 > lettersMax) throw new TooLarge();
    lines.push(text);
  }
  return lines;
}

const PAGES_MAX = 2 ** 52;
// The correction that bits 1-2 of a token add to the predicted offset.
const FORESEEN = [0, -1, 1];

interface Unpacked {
  readonly tokens: Reader;
  readonly gaps: Reader;
  readonly pages: Reader;
  readonly offsets: Reader;
  readonly numbers: Reader;
  /** The next text. */
  readonly text: () => string;
}

function disassemble(bytes: Uint8Array): {
  readonly style: MapsStyle;
  readonly lineCount: number;
  readonly literals: ReadonlySet<number>;
  readonly streams: Unpacked;
} {
  const from = reader(bytes);
  const bits = from.byte();
  const lineCount = from.varint();
  const literalCount = from.varint();
  const literals = new Set<number>();
  for (let before = -1; literals.size < literalCount;) {
    before += from.varint() + 1;
    literals.add(before);
  }
  if (literalCount > lineCount) throw new BytesError('more lines are kept than there are');
  const lengths = [from.varint(), from.varint(), from.varint(), from.varint(), from.varint()];
  const stream = (length: number): Reader => reader(from.bytes(length));
  const tokens = stream(lineCount - literalCount);
  const [gaps, pages, offsets, numbers] = [
    stream(lengths[0]!),
    stream(lengths[1]!),
    stream(lengths[2]!),
    stream(lengths[3]!),
  ];
  const texts = fromUtf8(from.bytes(lengths[4]!)).split('\n');
  let next = 0;
  const text = (): string => {
    const value = texts[next++];
    if (value === undefined) throw new BytesError('a text is missing');
    return value;
  };
  return {
    style: { padded: (bits & 1) !== 0, trailing: (bits & 2) !== 0, bare: (bits & 4) !== 0, wide: (bits & 8) !== 0 },
    lineCount,
    literals,
    streams: { tokens, gaps, pages, offsets, numbers, text },
  };
}

// Reads in the order in which `packer` wrote: permissions that are written, the name, then the rest.
function unpacker(streams: Unpacked): (endPage: number) => MapsLine {
  const names: { readonly name: Name; end: number }[] = [];
  let latest = -1;
  let numbered = 0;
  const newName = (): Name => {
    const text = streams.text();
    const path =
      text === ''
        ? `file${++numbered}`
        : text.startsWith('=')
          ? text.slice(1)
          : text.length === 1
            ? COMMON[Number(text)]
            : text;
    if (path === undefined) throw new BytesError('an unknown name');
    const inode = streams.numbers.varint();
    return inode === 0 ? { path, device: NO_DEVICE, inode: 0 } : { path, device: streams.text(), inode: inode - 1 };
  };
  return (endPage) => {
    const token = streams.tokens.byte();
    const perms = PERMS[token >> 5] ?? streams.text();
    const named = (token >> 3) & 3;
    if (named === 2) latest = names.push({ name: newName(), end: 0 }) - 1;
    if (named === 3) latest = streams.numbers.varint();
    const holder = named === 0 ? null : names[latest];
    if (holder === undefined) throw new BytesError('a name that was not told');
    const pages = streams.pages.varint() + 1;
    const gap = (token & 1) !== 0 ? 0 : streams.gaps.varint() + 1;
    let offsetPage = 0;
    if (holder !== null) {
      const offset = (token >> 1) & 3;
      offsetPage = holder.end + (offset === 3 ? streams.offsets.zigzag() : FORESEEN[offset]!);
      if (offsetPage < 0 || offsetPage > PAGES_MAX) throw new BytesError('an offset that is none');
      holder.end = offsetPage + pages;
    }
    const { path, device, inode } = holder?.name ?? { path: '', device: NO_DEVICE, inode: 0 };
    return { firstPage: endPage + gap, pages, perms, offsetPage, device, inode, path };
  };
}
