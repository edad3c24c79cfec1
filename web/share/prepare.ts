// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a person may take out of a script before it is shared. Floor 2: pure; text in, text out.
//
// A map tells where things lie (the bases that the kernel chose at random), what they are called, and whose they are.
//
//     paths replaced     every path becomes file1, file2, … in order of appearance (one number for one path, over all
//                        blocks); names of anonymous memory ([anon:…]) become [anon:1], …; [heap], [stack] and the other
//                        names that the kernel gives by itself stay.
//     addresses rebased  a free range of 1 GiB or more between two mappings, or below the first, becomes a round one: the
//                        smallest of them 64 GiB, the next larger 128 GiB, and so on, equal ones alike. Mappings keep
//                        their order, lengths and offsets, and smaller free ranges their size. Since a larger gap stays
//                        the larger one, the tree has the same nodes, slots, entries and gap offsets; only its indexes
//                        differ. (Where all that does not fit below 2^47, they become 1 GiB and one page more each.)
//                        User names in paths (/home/NAME) become `user`, user numbers in /run/user become 1000.
//
// Both leave out device and inode numbers. Only maps blocks are changed: what else the script says is the person's own.

import { cutScript, joinScript, type Part } from './blocks';
import { PAGE_STYLE, printMapsLine, readMapsLine, type MapsLine } from './maps-line';

export interface Preparation {
  readonly paths: 'keep' | 'replace';
  readonly addresses: 'keep' | 'rebase';
}

/** The script to be shared. With 'keep' twice it is the script itself. */
export function prepareScript(script: string, preparation: Preparation): string {
  if (preparation.paths === 'keep' && preparation.addresses === 'keep') return script;
  const rename = preparation.paths === 'replace' ? pathNumbering() : userNameRemoval(mapsPaths(script));
  return joinScript(
    cutScript(script).map((part): Part => {
      if (part.kind === 'text') return part;
      return { ...part, lines: prepareLines(part.lines, rename, preparation.addresses) };
    }),
  );
}

/** All names in the maps blocks of a script, each once, in order of appearance. */
export function mapsPaths(script: string): string[] {
  const paths = new Set<string>();
  for (const line of mapsLines(script)) if (line.path !== '') paths.add(line.path);
  return [...paths];
}

/** All lines of maps blocks that can be read. */
export function mapsLines(script: string): MapsLine[] {
  return cutScript(script)
    .flatMap((part) => (part.kind === 'maps' ? part.lines : []))
    .map(readMapsLine)
    .filter((line) => line !== null);
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

function prepareLines(lines: readonly string[], rename: (path: string) => string, addresses: Preparation['addresses']): string[] {
  const read = lines.map(readMapsLine);
  const moved = addresses === 'rebase' ? rebase(read) : read;
  return moved.map((line, k) => {
    if (line === null) return lines[k]!;
    const path = line.path === '' ? '' : rename(line.path);
    return printMapsLine({ ...line, path }, PAGE_STYLE);
  });
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

const PAGES_PER_GIB = 2 ** 18;
/** Free ranges from here on are due to chance and are made round. */
const WIDE_PAGES = PAGES_PER_GIB;
const STEP_PAGES = 64 * PAGES_PER_GIB;
const USER_PAGES = 2 ** 35;
/** Mappings from here on are the kernel's ([vsyscall]) and stay where they are. */
const KERNEL_PAGE = 2 ** 51;

function rebase(lines: readonly (MapsLine | null)[]): (MapsLine | null)[] {
  const gaps: number[] = [];
  let endPage = 0;
  for (const line of lines) {
    if (line === null || line.firstPage >= KERNEL_PAGE) continue;
    // Out of order: this is no map, and nothing is moved.
    if (line.firstPage < endPage) return [...lines];
    gaps.push(line.firstPage - endPage);
    endPage = line.firstPage + line.pages;
  }
  const round = roundGaps(gaps, lines.reduce((pages, line) => pages + (line?.pages ?? 0), 0));
  let next = 0;
  let place = 0;
  return lines.map((line) => {
    if (line === null || line.firstPage >= KERNEL_PAGE) return line;
    const gap = gaps[place++]!;
    const firstPage = next + (round.get(gap) ?? gap);
    next = firstPage + line.pages;
    return { ...line, firstPage };
  });
}

// Wide gap → round gap, in the same order.
function roundGaps(gaps: readonly number[], mappedPages: number): ReadonlyMap<number, number> {
  const wide = gaps.filter((gap) => gap >= WIDE_PAGES);
  const sizes = [...new Set(wide)].sort((a, b) => a - b);
  const inSteps = new Map(sizes.map((size, k) => [size, (k + 1) * STEP_PAGES]));
  const narrow = gaps.reduce((pages, gap) => pages + (gap < WIDE_PAGES ? gap : 0), 0);
  const total = wide.reduce((pages, gap) => pages + inSteps.get(gap)!, mappedPages + narrow);
  return total < USER_PAGES ? inSteps : new Map(sizes.map((size, k) => [size, WIDE_PAGES + k]));
}
