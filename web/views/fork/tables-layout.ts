// SPDX-License-Identifier: GPL-2.0-or-later
//
// Page tables over the addresses that they map. Addresses between tables are left out: what stands side by side are the
// PTE tables there are (runs of neighbours as one), each under its PMD table, those under their PUD tables. Below them
// the VMAs, the ranges that freeing goes over, and its limits. Pure, in pixels.
//
// Invariants: boxes of a level do not overlap and stand in order of address; a box spans what is below it; `xOf` is
// monotonic.

import type { PageTable } from '../../model/memory';
import type { Vma } from '../../model/vma';
import type { TablesMoment, TablesUndone } from './types';

/** Bytes that a table of a level maps; level 0 is a page. */
export const LEVEL_BYTES = [1n << 12n, 1n << 21n, 1n << 30n, 1n << 39n] as const;
export const LEVEL_NAMES = ['page', 'PTE', 'PMD', 'PUD'] as const;
export const TABLE_BYTES = 4096;
const TOP = 1n << 64n;
const SPAN_LIMIT = 2n ** 47n;

export type TableFate = 'stands' | 'freed' | 'left';

/** One table, or a run of neighbours of one level and fate. */
export interface TableBox {
  readonly level: 1 | 2 | 3;
  readonly base: bigint;
  readonly count: number;
  /** Entries in use: of all of them together. */
  readonly used: number;
  readonly fate: TableFate;
  readonly x: number;
  readonly w: number;
}

/** A stretch of addresses that has a place of its own; inside it pieces of VMAs and what is between them. */
export interface Unit {
  readonly first: bigint;
  /** Last address. */
  readonly last: bigint;
  readonly x: number;
  readonly w: number;
  readonly pieces: readonly Piece[];
}

export interface Piece {
  readonly first: bigint;
  readonly last: bigint;
  readonly x: number;
  readonly w: number;
  readonly vma: Vma | null;
}

/** The range of one call of free_range, rounded as it does; null if it stops at once. */
export interface FreeRange {
  readonly first: bigint;
  /** As it was called with; `end` and `ceiling` exclusive, 0 for the top. */
  readonly addr: bigint;
  readonly end: bigint;
  readonly ceiling: bigint;
  /** The rest after the rounding. */
  readonly covered: { readonly first: bigint; readonly last: bigint } | null;
  /** The ceiling rounded down to 2 MiB; 0 for the top. */
  readonly rounded: bigint;
}

export interface TablesLayout {
  readonly width: number;
  readonly boxes: readonly TableBox[];
  readonly units: readonly Unit[];
  readonly ranges: readonly FreeRange[];
}

const UNIT_LEAST = 38;
/** A few tables fill the room that they have, but for a very wide one. */
const UNIT_MOST = 480;
const GAPS = { pte: 3, pmd: 9, pud: 26 } as const;
/** Above so many places all PTE tables of one PMD table and fate are one box. */
const MANY = 160;

function down(x: bigint, size: bigint): bigint {
  return x - (x % size);
}

/** Steps 1 to 4 of free_range (rule "freed tables"). Addresses 0 as end or ceiling stand for the top. */
export function freeRange(addr: bigint, end: bigint, floor: bigint, ceiling: bigint): FreeRange {
  const P = LEVEL_BYTES[1];
  const last = (x: bigint): bigint => (x === 0n ? TOP - 1n : x - 1n);
  const call = { first: addr, addr, end, ceiling };
  let from = down(addr, P);
  if (from < floor) from += P;
  const rounded = ceiling === 0n ? 0n : down(ceiling, P);
  if (from >= TOP || (ceiling !== 0n && rounded === 0n)) return { ...call, covered: null, rounded };
  let to = last(end);
  if (to > last(rounded)) to -= P;
  return { ...call, covered: from > to ? null : { first: from, last: to }, rounded };
}

/** The calls of free_pgtables: neighbours at most 2 MiB apart are freed together, each group up to the next one. */
export function freeRanges(
  vmas: readonly Vma[],
  { treeEnd, ceiling }: Pick<TablesUndone, 'treeEnd' | 'ceiling'>,
): readonly FreeRange[] {
  const walked = vmas.filter(({ first }) => treeEnd === 0n || first < treeEnd);
  const groups: { first: bigint; end: bigint }[] = [];
  for (const { first, last } of walked) {
    const group = groups[groups.length - 1];
    if (group !== undefined && first <= group.end + LEVEL_BYTES[1]) group.end = last + 1n;
    else groups.push({ first, end: last + 1n });
  }
  return groups.map(({ first, end }, k) => freeRange(first, end, 0n, groups[k + 1]?.first ?? ceiling));
}

export function layoutTables(
  tables: readonly PageTable[],
  vmas: readonly Vma[],
  undone: TablesUndone | null,
  room: number,
): TablesLayout {
  const left = new Set((undone?.left ?? []).map(keyOf));
  const fateOf = (table: PageTable): TableFate =>
    undone === null ? 'stands' : left.has(keyOf(table)) ? 'left' : 'freed';
  const runs = runsOf(tables, fateOf);
  const places = placesOf(runs);
  const w = unitWidth(places, room);
  const units: Unit[] = [];
  const boxes: TableBox[] = [];
  let x = 0;
  let before: Run | null = null;
  for (const run of places) {
    if (before !== null) x += gapBetween(before, run);
    before = run;
    const last = run.base + span(run) - 1n;
    units.push({ first: run.base, last, x, w, pieces: piecesOf(run.base, last, x, w, vmas) });
    if (run.level === 1) boxes.push({ ...run, x, w });
    x += w;
  }
  for (const run of runs) {
    if (run.level === 1) continue;
    const under = units.filter(({ first }) => first >= run.base && first <= run.base + span(run) - 1n);
    const [first, end] = [under[0], under[under.length - 1]];
    if (first !== undefined && end !== undefined) boxes.push({ ...run, x: first.x, w: end.x + end.w - first.x });
  }
  boxes.sort((a, b) => b.level - a.level || (a.base < b.base ? -1 : 1));
  return { width: x, boxes, units, ranges: undone === null ? [] : freeRanges(vmas, undone) };
}

export type TableState = TableFate | 'absent';

/**
 * The state of a table at a moment. A fork makes them in order of address, the upper levels first; the undoing frees
 * those of a table before the table itself (rule "freed tables").
 */
export function tableStates(
  tables: readonly PageTable[],
  undone: TablesUndone | null,
  at: TablesMoment | null,
): ReadonlyMap<string, TableState> {
  const left = new Set((undone?.left ?? []).map(keyOf));
  const end = (table: PageTable): bigint => table.base + LEVEL_BYTES[table.level];
  const made = [...tables].sort((a, b) => (a.base === b.base ? b.level - a.level : a.base < b.base ? -1 : 1));
  const gone = tables
    .filter((table) => !left.has(keyOf(table)))
    .sort((a, b) => (end(a) === end(b) ? a.level - b.level : end(a) < end(b) ? -1 : 1));
  const states = new Map<string, TableState>();
  for (const [k, table] of made.entries()) states.set(keyOf(table), at !== null && k >= at.made ? 'absent' : 'stands');
  if (undone === null) return states;
  for (const table of gone.slice(0, at?.freed ?? gone.length)) states.set(keyOf(table), 'freed');
  if (at?.over ?? true) for (const key of left) states.set(key, 'left');
  return states;
}

/** The tables that a box stands for. */
export function tablesOfBox(
  box: Pick<TableBox, 'level' | 'base' | 'count'>,
  tables: readonly PageTable[],
): readonly PageTable[] {
  const to = box.base + LEVEL_BYTES[box.level] * BigInt(box.count);
  return tables.filter(({ level, base }) => level === box.level && base >= box.base && base < to);
}

/** A table by level and base. */
export function keyOf({ level, base }: Pick<TableBox, 'level' | 'base'>): string {
  return `${level} ${base}`;
}

type Run = Omit<TableBox, 'x' | 'w'>;

function span({ level, count }: Pick<Run, 'level' | 'count'>): bigint {
  return LEVEL_BYTES[level] * BigInt(count);
}

// Neighbouring PTE tables of one PMD table and fate are one box; of too many, also those that are not neighbours.
function runsOf(tables: readonly PageTable[], fateOf: (table: PageTable) => TableFate): readonly Run[] {
  const sorted = [...tables].sort((a, b) => (a.base === b.base ? b.level - a.level : a.base < b.base ? -1 : 1));
  const runs: Run[] = [];
  for (const table of sorted) {
    const fate = fateOf(table);
    const run = runs[runs.length - 1];
    const follows =
      run !== undefined &&
      run.level === 1 &&
      table.level === 1 &&
      run.fate === fate &&
      table.base === run.base + span(run) &&
      table.base % LEVEL_BYTES[2] !== 0n;
    if (follows) runs[runs.length - 1] = { ...run, count: run.count + 1, used: run.used + table.used };
    else runs.push({ level: table.level, base: table.base, count: 1, used: table.used, fate });
  }
  return runs;
}

// PTE tables, and tables without any below them.
function placesOf(runs: readonly Run[]): readonly Run[] {
  return runs.filter(
    (run) =>
      run.level === 1 ||
      !runs.some(
        (other) => other.level < run.level && other.base >= run.base && other.base < run.base + LEVEL_BYTES[run.level],
      ),
  );
}

function gapBetween(a: Run, b: Run): number {
  if (down(a.base, LEVEL_BYTES[3]) !== down(b.base, LEVEL_BYTES[3])) return GAPS.pud;
  return down(a.base, LEVEL_BYTES[2]) === down(b.base, LEVEL_BYTES[2]) ? GAPS.pte : GAPS.pmd;
}

function unitWidth(places: readonly Run[], room: number): number {
  let gaps = 0;
  for (let k = 1; k < places.length; k++) gaps += gapBetween(places[k - 1]!, places[k]!);
  const least = places.length > MANY ? 20 : UNIT_LEAST;
  return Math.max(least, Math.min(UNIT_MOST, Math.floor((room - gaps) / Math.max(1, places.length))));
}

// A VMA takes twice the room of what is between; sizes would hide the small ones.
function piecesOf(first: bigint, last: bigint, x: number, w: number, vmas: readonly Vma[]): readonly Piece[] {
  const cut: { first: bigint; last: bigint; vma: Vma | null }[] = [];
  let at = first;
  for (const vma of vmas) {
    if (vma.last < first || vma.first > last) continue;
    const from = vma.first < first ? first : vma.first;
    const to = vma.last > last ? last : vma.last;
    if (from > at) cut.push({ first: at, last: from - 1n, vma: null });
    cut.push({ first: from, last: to, vma });
    at = to + 1n;
  }
  if (at <= last) cut.push({ first: at, last, vma: null });
  const weight = cut.reduce((sum, { vma }) => sum + (vma === null ? 1 : 2), 0);
  let left = x;
  return cut.map((piece) => {
    const wide = (w * (piece.vma === null ? 1 : 2)) / weight;
    const placed = { ...piece, x: left, w: wide };
    left += wide;
    return placed;
  });
}

/**
 * Where an address lies; between the stretches that have a place, at the middle of the gap. 0 as a limit stands for the
 * top.
 */
export function xOf({ units, width }: Pick<TablesLayout, 'units' | 'width'>, address: bigint): number {
  let right = 0;
  for (const { first, last, x, w, pieces } of units) {
    if (address < first) return right === 0 ? 0 : (right + x) / 2;
    if (address > last) {
      right = x + w;
      continue;
    }
    const piece = pieces.find((one) => address >= one.first && address <= one.last);
    if (piece === undefined) return x;
    const part = Number(((address - piece.first) * 1000n) / (piece.last - piece.first + 1n)) / 1000;
    return piece.x + part * piece.w;
  }
  return width;
}

/** Whether a limit is a line inside the picture: an address of user space rather than bottom or top. */
export function isInside(limit: bigint): boolean {
  return limit > 0n && limit < SPAN_LIMIT;
}

/** Tables by level: "1 PUD, 1 PMD, 2 PTE". */
export function levelCounts(tables: readonly Pick<PageTable, 'level'>[]): string {
  return ([3, 2, 1] as const)
    .map((level) => ({ level, count: tables.filter((table) => table.level === level).length }))
    .filter(({ count }) => count > 0)
    .map(({ level, count }) => `${count} ${LEVEL_NAMES[level]}`)
    .join(', ');
}
