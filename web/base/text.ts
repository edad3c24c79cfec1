// SPDX-License-Identifier: GPL-2.0-or-later
//
// Helpers for text: lines and columns of offsets, the nearest of several words, counts and ranges as they are written.

export interface LinePlace {
  /** Both 1-based; the column counts UTF-16 units, as editors do. */
  readonly line: number;
  readonly column: number;
}

export interface LineIndex {
  place(offset: number): LinePlace;
  /** Offset of the first character of a 1-based line. */
  start(line: number): number;
  /** How many lines there are, the last one without a newline included. */
  readonly count: number;
}

/** Lines of a text, found by binary search. */
export function lineIndex(text: string): LineIndex {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return {
    count: starts.length,
    start: (line) => starts[line - 1] ?? text.length,
    place(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] as number) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (starts[low] as number) + 1 };
    },
  };
}

/** Edits (one letter put in, left out, changed, or two neighbours swapped) between two words. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, k) => k)];
  const cell = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, cell(i - 2, j - 2) + 1);
      (rows[i] as number[])[j] = least;
    }
  }
  return cell(a.length, b.length);
}

/**
 * The known word nearest to `word`, if it is near enough to be meant: a third of its letters may differ, one at least,
 * never all.
 */
export function nearest(word: string, known: Iterable<string>): string | null {
  if (word.length > 40) return null;
  const bound = Math.min(word.length - 1, Math.max(1, Math.floor(word.length / 3)));
  let best: string | null = null;
  let least = bound + 1;
  for (const one of known) {
    if (Math.abs(one.length - word.length) >= least) continue;
    const distance = editDistance(word.toLowerCase(), one.toLowerCase());
    if (distance < least) {
      least = distance;
      best = one;
    }
  }
  return best;
}

/** `3 nodes`, `1 node`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** `12`, `10..19`: an index alone where first and last are the same. `text` writes an index. */
export function rangeOf<Index>(first: Index, last: Index, text: (index: Index) => string, between = '..'): string {
  return first === last ? text(first) : `${text(first)}${between}${text(last)}`;
}

/** Parts of a result or label in one line; empty ones are left out. */
export function inOneLine(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

/**
 * A path in at most so many letters: its first folder and its file, with an ellipsis between; of a file that is longer
 * by itself, both ends.
 */
export function elidedPath(path: string, most = 32): string {
  if (path.length <= most) return path;
  const file = path.slice(path.lastIndexOf('/') + 1);
  const top = /^\/?[^/]*\//.exec(path)?.[0] ?? '';
  for (const before of [`${top}…/`, '…/']) if (before.length + file.length <= most) return before + file;
  const half = (most - 1) / 2;
  return `${file.slice(0, Math.ceil(half))}…${file.slice(file.length - Math.floor(half))}`;
}
