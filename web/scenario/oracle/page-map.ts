// SPDX-License-Identifier: GPL-2.0-or-later
//
// The oracle for pages and page tables: which pages of an address space are present, and of which kind; which tables
// there must be. Knows no entry, no floor and no ceiling.
//
// A table is there from the first page that was present below it until no VMA reaches into what it maps: that is what
// all freeing by ranges, floors and ceilings (rule "freed tables") comes to when it is right.

import type { Index } from '../../base/index64';

const PAGE_BITS = 12n;
/** Addresses that a table maps, as a power of two: 2 MiB, 1 GiB, 512 GiB. */
const LEVELS = [21n, 30n, 39n] as const;
const PAGES = 512;

/** The backing of a page: nothing, the zero page, private memory, a file, or memory that no counter counts. */
export type PageKind = 0 | 1 | 2 | 3 | 4;
export const ZERO_PAGE = 1;
export const ANON_PAGE = 2;
export const FILE_PAGE = 3;
export const PFN_PAGE = 4;

/** A range of addresses, both included. */
interface Range {
  readonly first: Index;
  readonly last: Index;
}

/** Owns the pages of one address space. A copy shares what neither has changed since. */
export class PageMap {
  // The maps below belong to a copy too: the first to change them makes its own.
  private shared = false;
  // Per 2 MiB that has a table: the kinds of its pages. An array is replaced and never changed in place once it is
  // shared.
  private chunks = new Map<bigint, Uint8Array>();
  private fresh = new Set<bigint>();
  private upper: readonly [Set<bigint>, Set<bigint>] = [new Set(), new Set()];
  private counts = [0, 0, 0, 0, 0];

  copy(): PageMap {
    const copy = new PageMap();
    copy.chunks = this.chunks;
    copy.upper = this.upper;
    copy.counts = this.counts;
    copy.shared = true;
    this.shared = true;
    return copy;
  }

  private own(): void {
    if (!this.shared) return;
    this.shared = false;
    this.chunks = new Map(this.chunks);
    this.upper = [new Set(this.upper[0]), new Set(this.upper[1])];
    this.counts = [...this.counts];
    this.fresh.clear();
  }

  /** Page-table pages below the top one. */
  get tables(): number {
    return this.chunks.size + this.upper[0].size + this.upper[1].size;
  }

  get anonymous(): number {
    return this.counts[ANON_PAGE] ?? 0;
  }

  get ofFiles(): number {
    return this.counts[FILE_PAGE] ?? 0;
  }

  /** Tables that touching a range would add. */
  missing({ first, last }: Range): number {
    const pieces = (bits: bigint, there: { has(at: bigint): boolean }): number => {
      let count = 0;
      for (let at = first >> bits; at <= last >> bits; at++) if (!there.has(at)) count++;
      return count;
    };
    return pieces(LEVELS[0], this.chunks) + pieces(LEVELS[1], this.upper[0]) + pieces(LEVELS[2], this.upper[1]);
  }

  /** Each page of the range is there afterwards, of the kind that `become` makes of what it was. */
  touch({ first, last }: Range, become: (was: PageKind) => PageKind): void {
    this.own();
    this.addTables({ first, last });
    for (let chunk = first >> LEVELS[0]; chunk <= last >> LEVELS[0]; chunk++) this.change(chunk, first, last, become);
  }

  /** The pages of the range are gone; tables that no VMA of `left` reaches into are too. */
  remove(range: Range, left: (first: bigint, last: bigint) => boolean): void {
    const { first, last } = range;
    const reached = inRange(this.chunks, LEVELS[0], range);
    const above = inRange(this.upper[0], LEVELS[1], range);
    const top = inRange(this.upper[1], LEVELS[2], range);
    if (reached.length + above.length + top.length === 0) return;
    this.own();
    for (const chunk of reached) {
      this.change(chunk, first, last, () => 0);
      if (!left(chunk << LEVELS[0], ((chunk + 1n) << LEVELS[0]) - 1n)) this.chunks.delete(chunk);
    }
    for (const [tables, bits, those] of [
      [this.upper[0], LEVELS[1], above],
      [this.upper[1], LEVELS[2], top],
    ] as const) {
      for (const at of those) if (!left(at << bits, ((at + 1n) << bits) - 1n)) tables.delete(at);
    }
  }

  /** The pages of the range are gone, and so is each table of 2 MiB that it covers; those above stay. */
  discard(range: Range): void {
    const { first, last } = range;
    const reached = inRange(this.chunks, LEVELS[0], range);
    if (reached.length === 0) return;
    this.own();
    for (const chunk of reached) {
      this.change(chunk, first, last, () => 0);
      const [low, high] = [chunk << LEVELS[0], ((chunk + 1n) << LEVELS[0]) - 1n];
      if (low >= first && high <= last) this.chunks.delete(chunk);
    }
  }

  /**
   * Moves the pages of a range to a place without pages. The new place gets a table wherever the old place has one. A
   * table that maps only the range is removed if a single table maps the same part at the new place. A table of 1 GiB
   * alone still adds one of 512 GiB, which Linux makes before it descends further.
   */
  move({ first, last }: Range, to: Index): void {
    const tables = inRange(this.chunks, LEVELS[0], { first, last });
    const above = inRange(this.upper[0], LEVELS[1], { first, last });
    if (above.length === 0) return;
    const pages = [...this.pages({ first, last })];
    this.own();
    const moved = (at: bigint, bits: bigint): Range => {
      const [low, high] = [at << bits, ((at + 1n) << bits) - 1n];
      return {
        first: ((low < first ? first : low) - first + to) as Index,
        last: ((high > last ? last : high) - first + to) as Index,
      };
    };
    for (const table of above) {
      const there = moved(table, LEVELS[1]);
      for (let at = there.first >> LEVELS[2]; at <= there.last >> LEVELS[2]; at++) this.upper[1].add(at);
    }
    for (const chunk of tables) this.addTables(moved(chunk, LEVELS[0]));
    for (const [page, kind] of pages) {
      this.change(page >> (LEVELS[0] - PAGE_BITS), page << PAGE_BITS, page << PAGE_BITS, () => 0);
      const there = ((page << PAGE_BITS) - first + to) as Index;
      this.touch({ first: there, last: there }, () => kind);
    }
    for (const chunk of tables) {
      const [low, high] = [chunk << LEVELS[0], ((chunk + 1n) << LEVELS[0]) - 1n];
      if (low >= first && high <= last && (to - first) % (1n << LEVELS[0]) === 0n) this.chunks.delete(chunk);
    }
  }

  private addTables({ first, last }: Range): void {
    for (let chunk = first >> LEVELS[0]; chunk <= last >> LEVELS[0]; chunk++) {
      this.upper[0].add(chunk >> (LEVELS[1] - LEVELS[0]));
      this.upper[1].add(chunk >> (LEVELS[2] - LEVELS[0]));
      if (!this.chunks.has(chunk)) this.chunks.set(chunk, new Uint8Array(PAGES));
    }
  }

  /** Copies the pages of a range into another address space, with every table that overlaps the range. */
  copyTo(child: PageMap, range: Range): void {
    child.own();
    for (const at of inRange(this.upper[1], LEVELS[2], range)) child.upper[1].add(at);
    for (const at of inRange(this.upper[0], LEVELS[1], range)) child.upper[0].add(at);
    for (const chunk of inRange(this.chunks, LEVELS[0], range))
      if (!child.chunks.has(chunk)) child.chunks.set(chunk, new Uint8Array(PAGES));
    for (const [page, kind] of this.pages(range)) {
      const at = (page << PAGE_BITS) as Index;
      child.touch({ first: at, last: at }, () => kind);
    }
  }

  // The pages that are there, by number, with their kinds.
  private *pages({ first, last }: Range): Generator<readonly [bigint, PageKind]> {
    for (const chunk of inRange(this.chunks, LEVELS[0], { first, last })) {
      for (const [slot, kind] of (this.chunks.get(chunk) ?? NO_PAGES).entries()) {
        const page = chunk * BigInt(PAGES) + BigInt(slot);
        if (kind !== 0 && page >= first >> PAGE_BITS && page <= last >> PAGE_BITS) yield [page, kind as PageKind];
      }
    }
  }

  private change(chunk: bigint, first: bigint, last: bigint, become: (was: PageKind) => PageKind): void {
    const shared = this.chunks.get(chunk);
    if (shared === undefined) return;
    const kinds = this.fresh.has(chunk) ? shared : shared.slice();
    this.chunks.set(chunk, kinds);
    this.fresh.add(chunk);
    const base = chunk * BigInt(PAGES);
    const from = first >> PAGE_BITS > base ? Number((first >> PAGE_BITS) - base) : 0;
    const to = last >> PAGE_BITS < base + BigInt(PAGES) ? Number((last >> PAGE_BITS) - base) : PAGES - 1;
    for (let slot = from; slot <= to; slot++) {
      const was = kinds[slot] as PageKind;
      const is = become(was);
      this.counts[was] = (this.counts[was] ?? 0) - 1;
      this.counts[is] = (this.counts[is] ?? 0) + 1;
      kinds[slot] = is;
    }
  }
}

const NO_PAGES = new Uint8Array(0);

// The tables of one level that a range reaches into: by the range where it is short, else by the tables.
function inRange(
  tables: { readonly size: number; has(at: bigint): boolean; keys(): Iterable<bigint> },
  bits: bigint,
  { first, last }: Range,
): bigint[] {
  const [low, high] = [first >> bits, last >> bits];
  if (high - low >= BigInt(tables.size)) return [...tables.keys()].filter((at) => at >= low && at <= high);
  const found: bigint[] = [];
  for (let at = low; at <= high; at++) if (tables.has(at)) found.push(at);
  return found;
}
