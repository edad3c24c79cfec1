// SPDX-License-Identifier: GPL-2.0-or-later
//
// Copies of memory, one after the other, in pages of 64 bytes: a quarter of a node. (A node that only gets
// another parent or slot changes in its first word; a store into a leaf moves some of its slots.) Knows neither the
// core nor steps. A page that is as it was in the copy before is kept once for both, so a copy takes what has changed
// since; and any copy can be written back page by page, in the same time, however many came before it.
//
// Regions have any length; the last page of one is filled up with zeros. A list of pages is cut into sheets, which
// copies share where no page of a sheet has changed.

export const PAGE = 64;
const WORDS = PAGE / 4;
/** Pages in a sheet, and in a block of the pool. */
const SHEET = 256;
const BLOCK_BITS = 14;
const BLOCK = 1 << BLOCK_BITS;

/** One region of a copy: numbers of its pages in the pool. */
interface Pages {
  /** Bytes of the region. */
  readonly length: number;
  readonly sheets: readonly Uint32Array[];
}

export interface Copy {
  readonly regions: readonly Pages[];
}

export interface PagePool {
  /** Copies regions; `before` is the copy that it is likely to be most alike, or null. */
  readonly copy: (regions: readonly Uint8Array[], before: Copy | null) => Copy;
  /** Writes a copy back, region by region, over memory that is as long as the copy. */
  readonly write: (copy: Copy, into: readonly Uint8Array[]) => void;
  /** Forgets all copies but these. */
  readonly keep: (copies: readonly Copy[]) => void;
  /** Bytes of all pages and sheets that are in use. */
  readonly bytes: () => number;
}

export function pagePool(): PagePool {
  const blocks: Int32Array[] = [];
  let free: number[] = [];
  /** Pages ever used. */
  let used = 0;
  let sheets = 0;
  const rest = new Int32Array(WORDS);

  const take = (): number => {
    const again = free.pop();
    if (again !== undefined) return again;
    if (used === BLOCK * blocks.length) blocks.push(new Int32Array(WORDS * BLOCK));
    return used++;
  };
  const isSame = (page: number, from: Int32Array, at: number): boolean => {
    const block = blocks[page >>> BLOCK_BITS]!;
    for (let k = 0, mine = WORDS * (page & (BLOCK - 1)); k < WORDS; k++)
      if (block[mine + k] !== from[at + k]) return false;
    return true;
  };
  const put = (from: Int32Array, at: number): number => {
    const page = take();
    const block = blocks[page >>> BLOCK_BITS]!;
    for (let k = 0, mine = WORDS * (page & (BLOCK - 1)); k < WORDS; k++) block[mine + k] = from[at + k]!;
    return page;
  };
  const sheetOf = (
    words: Int32Array,
    region: Uint8Array,
    first: number,
    count: number,
    was: Uint32Array | undefined,
  ): Uint32Array => {
    // As long as nothing has changed, it is the sheet of the copy before.
    let mine: Uint32Array | null = was?.length === count ? null : new Uint32Array(count);
    for (let k = 0; k < count; k++) {
      const page = first + k;
      let [from, at] = [words, WORDS * page];
      if (PAGE * (page + 1) > region.length) {
        rest.fill(0);
        new Uint8Array(rest.buffer).set(region.subarray(PAGE * page));
        [from, at] = [rest, 0];
      }
      const same = was !== undefined && k < was.length && isSame(was[k]!, from, at);
      if (same && mine === null) continue;
      mine ??= was!.slice();
      mine[k] = same ? was[k]! : put(from, at);
    }
    if (mine !== null) sheets += mine.length;
    return mine ?? was!;
  };
  const pagesOf = (region: Uint8Array, before: Pages | undefined): Pages => {
    const count = Math.ceil(region.length / PAGE);
    const whole = Math.floor(region.length / PAGE);
    const words = wordsOf(region, WORDS * whole);
    const list: Uint32Array[] = [];
    for (let first = 0; first < count; first += SHEET)
      list.push(sheetOf(words, region, first, Math.min(SHEET, count - first), before?.sheets[first / SHEET]));
    return { length: region.length, sheets: list };
  };
  return {
    copy: (regions, before) => ({ regions: regions.map((region, k) => pagesOf(region, before?.regions[k])) }),
    write: (copy, into) => copy.regions.forEach((pages, k) => writePages(blocks, pages, into[k]!)),
    keep: (copies) => {
      const kept = new Set(copies.flatMap(({ regions }) => regions.flatMap((pages) => pages.sheets)));
      const marks = new Uint8Array(used);
      sheets = 0;
      for (const sheet of kept) {
        sheets += sheet.length;
        for (let k = 0; k < sheet.length; k++) marks[sheet[k]!] = 1;
      }
      // The lowest numbers come first, so that pages that are copied together are likely to lie together.
      free = [];
      for (let page = used - 1; page >= 0; page--) if (marks[page] === 0) free.push(page);
    },
    bytes: () => PAGE * (used - free.length) + 4 * sheets,
  };
}

function wordsOf(region: Uint8Array, count: number): Int32Array {
  return region.byteOffset % 4 === 0
    ? new Int32Array(region.buffer, region.byteOffset, count)
    : new Int32Array(region.slice(0, 4 * count).buffer);
}

// Most pages of a sheet lie far from each other in the pool, so nearly all that going back takes is waiting for memory.
// One word of each is read first: reads that do not wait for one another are under way at the same time.
function writePages(blocks: readonly Int32Array[], { length, sheets }: Pages, into: Uint8Array): void {
  const words = into.byteOffset % 4 === 0 ? new Int32Array(into.buffer, into.byteOffset, length >>> 2) : null;
  let at = 0;
  for (const sheet of sheets) {
    TOUCHED[0]! ^= touchPages(blocks, sheet);
    for (let k = 0; k < sheet.length; k++, at += PAGE) {
      const block = blocks[sheet[k]! >>> BLOCK_BITS]!;
      const first = WORDS * (sheet[k]! & (BLOCK - 1));
      if (words !== null && at + PAGE <= length) copyPage(block, first, words, at >>> 2);
      else into.set(new Uint8Array(block.buffer, 4 * first, Math.min(PAGE, length - at)), at);
    }
  }
}

// Written to, since reads that lead to nothing are left out by the compiler.
const TOUCHED = new Int32Array(1);

function touchPages(blocks: readonly Int32Array[], sheet: Uint32Array): number {
  let all = 0;
  for (let k = 0; k < sheet.length; k++) all ^= blocks[sheet[k]! >>> BLOCK_BITS]![WORDS * (sheet[k]! & (BLOCK - 1))]!;
  return all;
}

// Eight words a turn: half the time of one a turn.
function copyPage(from: Int32Array, first: number, into: Int32Array, at: number): void {
  for (let k = 0; k < WORDS; k += 8) {
    into[at + k] = from[first + k]!;
    into[at + k + 1] = from[first + k + 1]!;
    into[at + k + 2] = from[first + k + 2]!;
    into[at + k + 3] = from[first + k + 3]!;
    into[at + k + 4] = from[first + k + 4]!;
    into[at + k + 5] = from[first + k + 5]!;
    into[at + k + 6] = from[first + k + 6]!;
    into[at + k + 7] = from[first + k + 7]!;
  }
}
