// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where things come to lie when the addresses of maps and logs are rebased: wide free ranges become round ones, all
// else keeps its size and order. Pure; pages in, pages out.

const PAGES_PER_GIB = 2 ** 18;
/** Free ranges from here on are due to chance and are made round. */
const WIDE_PAGES = PAGES_PER_GIB;
const STEP_PAGES = 64 * PAGES_PER_GIB;
const USER_PAGES = 2 ** 35;

/** Pages that are in use: `from` up to `to`, exclusive. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** A way to move pages: those of a range, and of the small free ranges between, keep their distances. */
export interface Shift {
  /** Where a page comes to lie; null for one that lies in no range, nor at the end of one. */
  move(page: number): number | null;
}

/** Ranges in any order; they may overlap. */
export function shiftOf(ranges: readonly PageRange[]): Shift {
  const groups = joined(ranges);
  const gaps = groups.map((group, k) => group.from - (groups[k - 1]?.to ?? 0));
  const round = roundGaps(
    gaps,
    groups.reduce((pages, { from, to }) => pages + to - from, 0),
  );
  let next = 0;
  const moved = groups.map(({ from, to }, k) => {
    const gap = gaps[k]!;
    const place = next + (round.get(gap) ?? gap);
    next = place + to - from;
    return { from, to, by: place - from };
  });
  return {
    move(page) {
      const group = moved.find(({ from, to }) => page >= from && page <= to);
      return group === undefined ? null : page + group.by;
    },
  };
}

// Ranges that less than a wide gap separates go together.
function joined(ranges: readonly PageRange[]): PageRange[] {
  const groups: { from: number; to: number }[] = [];
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = groups.at(-1);
    if (last !== undefined && from - last.to < WIDE_PAGES) last.to = Math.max(last.to, to);
    else groups.push({ from, to });
  }
  // Addresses near the bottom stay as they are.
  const [first] = groups;
  if (first !== undefined && first.from < WIDE_PAGES) first.from = 0;
  return groups;
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
