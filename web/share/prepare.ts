// SPDX-License-Identifier: GPL-2.0-or-later
//
// Removes parts of a script before it is shared, as the person chose. Pure; text in, text out.
//
// A map reveals where things lie (the bases that the kernel chose at random), what they are called, and whose they are.
//
//     paths replaced     every path becomes file1, file2, … in order of appearance (one number for one path, over all
// blocks); names of anonymous memory ([anon:…]) become [anon:1], …; [heap], [stack] and the other
//                        names that the kernel gives by itself stay.
// addresses rebased  a free range of 1 GiB or more between two mappings, or below the first, becomes a round one: the
//                        smallest of them 64 GiB, the next larger 128 GiB, and so on, equal ones alike. Mappings keep
//                        their order, lengths and offsets, and smaller free ranges their size. Since a larger gap stays
//                        the larger one, the tree has the same nodes, slots, entries and gap offsets; only its indexes
//                        differ. (Where all that does not fit below 2^47, they become 1 GiB and one page more each.)
//                        User names in paths (/home/NAME) become `user`, user numbers in /run/user become 1000.
//
// Both leave out device and inode numbers. Only maps and trace blocks are changed, and the paths of `map … file "…"`:
// what else the script says (labels, notes, comments) is the person's own, and facts.ts reports where it names a path
// or a user. A log is renamed and rebased together with the map of the same name.
//
//     without comments   comments go, lines that hold nothing else with them; steps and results stay what they are.
//
// Always left out, whatever is kept: from a log all that no replay needs (trace-lines.ts); from a map that holds more
// than lines of a map (smaps, the prompt of a shell) those lines, but for VmFlags and for anonymous pages, and device
// and inode.

import { cutBlocks, joinScript, type Block } from './blocks';
import { PAGE_STYLE, printMapsLine, readMapsLine, type MapsLine } from './maps-line';
import { shiftOf, type PageRange, type Shift } from './rebase';
import { movedTraceLine, namesOf, renamed, tidyTraceLine, traceRanges } from './trace-lines';

export interface Preparation {
  readonly paths: 'keep' | 'replace';
  readonly addresses: 'keep' | 'rebase';
  /** Missing: they are kept. */
  readonly comments?: 'keep' | 'drop';
}

/** The script to be shared. With 'keep' throughout it is the script itself, but for what is always left out. */
export function prepareScript(script: string, preparation: Preparation): string {
  const whole = tidied(cutBlocks(script));
  const parts =
    preparation.comments === 'drop'
      ? whole.map((part, k): Block =>
          part.kind === 'text' ? { ...part, text: withoutComments(part.text, k === 0) } : part,
        )
      : whole;
  if (preparation.paths === 'keep' && preparation.addresses === 'keep') return joinScript(parts);
  const rename = preparation.paths === 'replace' ? pathNumbering() : userNameRemoval(pathsOf(parts));
  const moved = preparation.addresses === 'rebase' ? rebased(parts) : parts;
  return joinScript(
    moved.map((part): Block => {
      if (part.kind === 'text') return { ...part, text: withFileNames(part.text, rename) };
      return { ...part, lines: part.lines.map((line) => renamedLine(part.kind, line, rename)) };
    }),
  );
}

/** How many lines of maps and logs are always left out. */
export function linesLeftOut(script: string): number {
  const blocks = cutBlocks(script);
  const count = (parts: readonly Block[]): number =>
    parts.reduce(
      (sum, part) => sum + (part.kind === 'text' ? 0 : part.lines.filter((line) => line.trim() !== '').length),
      0,
    );
  return count(blocks) - count(tidied(blocks));
}

/**
 * All names in the maps and trace blocks of a script as it is shared, and in `file "…"`, each once, in order of
 * appearance.
 */
export function mapsPaths(script: string): string[] {
  return pathsOf(tidied(cutBlocks(script)));
}

/** All lines of maps blocks that can be read. */
export function mapsLines(script: string): MapsLine[] {
  return cutBlocks(script)
    .flatMap((part) => (part.kind === 'maps' ? part.lines : []))
    .map(readMapsLine)
    .filter((line) => line !== null);
}

function pathsOf(parts: readonly Block[]): string[] {
  const paths = new Set<string>();
  for (const part of parts) {
    if (part.kind === 'text') {
      withFileNames(part.text, (name) => {
        if (name !== '') paths.add(name);
        return name;
      });
      continue;
    }
    for (const line of part.lines)
      for (const name of part.kind === 'maps' ? [readMapsLine(line)?.path ?? ''] : namesOf(line))
        if (name !== '') paths.add(name);
  }
  return [...paths];
}

// A comment, the path of a `map`, or another text in quotes: whichever begins first.
const WRITTEN = /#.*|\b(file[ \t]+)"((?:[^"\\\n]|\\.)*)"|"(?:[^"\\\n]|\\.)*"/g;

/** The text of statements with the paths of `map … file "…"` renamed; comments and other texts in quotes stay. */
export function withFileNames(text: string, rename: (path: string) => string): string {
  return text.replace(WRITTEN, (whole, file: string | undefined, path: string | undefined) =>
    file === undefined || path === undefined || path === '' ? whole : `${file}"${rename(path)}"`,
  );
}

// A comment, or a text in quotes, whichever begins first.
const COMMENT = /#.*|"(?:[^"\\\n]|\\.)*"/g;

/** A line of a script without its comment. */
export function withoutComment(line: string): string {
  return line.replace(COMMENT, (found) => (found.startsWith('#') ? '' : found));
}

// A line that holds a comment alone goes as a whole; of several empty lines one stays, and none at the beginning.
function withoutComments(text: string, first: boolean): string {
  const lines = text.split('\n').flatMap((line) => {
    const bare = withoutComment(line);
    return bare === line ? [line] : bare.trim() === '' ? [] : [bare.trimEnd()];
  });
  const joined = lines.join('\n').replace(/\n{3,}/g, '\n\n');
  return first ? joined.replace(/^\n+/, '') : joined;
}

function tidied(parts: readonly Block[]): Block[] {
  return parts.map((part) => {
    if (part.kind === 'text') return part;
    if (part.kind === 'trace') return { ...part, lines: part.lines.map(tidyTraceLine).filter((line) => line !== null) };
    return part.lines.some(isForeign) ? { ...part, lines: part.lines.flatMap(tidyMapsLine) } : part;
  });
}

// A line of smaps, or one that is none of a map's and has room for a name: what a shell or a mail wrote.
function isForeign(line: string): boolean {
  return SMAPS.test(line) || /[$#%❯➜]\s|[$#%❯➜]$/u.test(line.replace(/^[0-9a-f]+-[0-9a-f]+ .*$/, ''));
}

const SMAPS = /^\s*[A-Z][A-Za-z_]*:\s/;

function tidyMapsLine(line: string): string[] {
  const read = readMapsLine(line.trim());
  if (read !== null) return [printMapsLine(read, PAGE_STYLE)];
  const bare = line.trim().replace(/\s+/g, ' ');
  if (SMAPS.test(`${bare} `)) return /^VmFlags:|^Anonymous: [1-9]/.test(bare) ? [bare] : [];
  return isForeign(line) ? [] : [line];
}

function renamedLine(kind: 'maps' | 'trace', line: string, rename: (path: string) => string): string {
  if (kind === 'trace') return renamed(line, rename);
  const read = readMapsLine(line);
  return read === null ? line : printMapsLine({ ...read, path: read.path === '' ? '' : rename(read.path) }, PAGE_STYLE);
}

/** User names that paths give away, without doubles. */
export function userNames(paths: readonly string[]): string[] {
  const names = new Set<string>();
  for (const path of paths) {
    const name = /^\/(?:home|Users|media|run\/media)\/([^/]+)/.exec(path)?.[1];
    if (name !== undefined && name !== 'user') names.add(name);
  }
  return [...names];
}

// Names that the kernel gives by itself.
const KERNEL_NAME = /^\[(?:heap|stack|stack:\d+|vdso|vvar|vvar_vclock|vsyscall|uprobes)\]$/;

function pathNumbering(): (path: string) => string {
  const known = new Map<string, string>();
  let files = 0;
  let others = 0;
  return (path) => {
    if (KERNEL_NAME.test(path)) return path;
    let name = known.get(path);
    if (name === undefined) {
      name = path.startsWith('[') ? `[anon:${++others}]` : `file${++files}`;
      known.set(path, name);
    }
    return name;
  };
}

function userNameRemoval(paths: readonly string[]): (path: string) => string {
  const names = new Set(userNames(paths));
  return (path) =>
    path
      .replace(/^\/run\/user\/\d+/, '/run/user/1000')
      .split('/')
      .map((piece) => (names.has(piece) ? 'user' : piece))
      .join('/');
}

/** Mappings from here on are the kernel's ([vsyscall]) and stay where they are. */
const KERNEL_PAGE = 2 ** 51;

// The blocks of one name are one layout.
function rebased(parts: readonly Block[]): Block[] {
  const shifts = new Map<string, Shift | null>();
  const shift = (name: string): Shift | null => {
    if (!shifts.has(name))
      shifts.set(name, layoutOf(parts.filter((part) => part.kind !== 'text' && part.name === name)));
    return shifts.get(name) ?? null;
  };
  return parts.map((part): Block => {
    const by = part.kind === 'text' ? null : shift(part.name);
    if (part.kind === 'text' || by === null) return part;
    return {
      ...part,
      lines: part.lines.map((line) => (part.kind === 'trace' ? movedTraceLine(line, by) : movedMapsLine(line, by))),
    };
  });
}

// Null: its maps are none, since they are out of order, and nothing is moved.
function layoutOf(parts: readonly Block[]): Shift | null {
  const ranges: PageRange[] = [];
  for (const part of parts) {
    if (part.kind === 'trace') ranges.push(...traceRanges(part.lines));
    if (part.kind !== 'maps') continue;
    let end = 0;
    for (const line of part.lines.map(readMapsLine)) {
      if (line === null || line.firstPage >= KERNEL_PAGE) continue;
      if (line.firstPage < end) return null;
      end = line.firstPage + line.pages;
      ranges.push({ from: line.firstPage, to: end });
    }
  }
  return shiftOf(ranges);
}

function movedMapsLine(text: string, shift: Shift): string {
  const line = readMapsLine(text);
  if (line === null || line.firstPage >= KERNEL_PAGE) return text;
  return printMapsLine({ ...line, firstPage: shift.move(line.firstPage) ?? line.firstPage }, PAGE_STYLE);
}
