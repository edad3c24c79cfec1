// SPDX-License-Identifier: GPL-2.0-or-later
//
// The size of the texts in cells. One size for all leaves of a picture, since size would read as rank: the largest at
// which all numbers and letters fit their cells, or at the least size most of them. A text longer than most is cut, so
// that it does not shrink the others; an illegible text is not written. Pure, in pixels of the screen.
//
// Invariants: never below the least size; a number is never cut so that it reads as another number.

import { clip } from '../shared/text';
import type { EntryLook } from '../shared/entry-look';

/** The least size, that on a small screen, and that of a narrow picture. */
export const LETTER_LEAST = 12;
const LETTER_SMALL = 11;
const LETTER_NARROW = 9;
/** Width of a letter, in parts of its size. */
const ADVANCE = 0.61;
/** Free at both sides of a cell together. */
const AIR = 3;
/** So many of the numbers and letters must fit at the least size. */
const MANY = 0.75;
/** So many labels must fit in two lines, where one line cuts them. */
const FOLDED = 0.5;
/** Where there are labels alone, so many letters of each must be seen. */
const LABEL_LEAST = 3;

/** The least size of letters in a picture. */
export function letterLeast({ small = false, narrow = false }: Sight): number {
  return narrow ? LETTER_NARROW : small ? LETTER_SMALL : LETTER_LEAST;
}

/** The basis of the least sizes of type. */
export interface Sight {
  /** The screen is held in a hand: no type is smaller than 11 pixels. */
  readonly small?: boolean;
  /** The picture has panels at both sides, or is for paper: its type may be smaller, and nothing is left out for it. */
  readonly narrow?: boolean;
}

/** Screens up to this width, in pixels, are held in a hand. */
export const SMALL_SCREEN = 480;
/** Below this width a picture has panels at both sides, which say in full what its smaller type says. */
const NARROW_PICTURE = 800;

export function isNarrowPicture(width: number): boolean {
  return width > SMALL_SCREEN && width < NARROW_PICTURE;
}

/** How many texts there are of each length: numbers and letters, which decide, and labels, which are cut. */
export interface Texts {
  readonly short: ReadonlyMap<number, number>;
  readonly labels: ReadonlyMap<number, number>;
  /** Labels again, by the longer of the two lines that they can be written in. */
  readonly folded: ReadonlyMap<number, number>;
}

export interface Lettering {
  /** Size of the font. */
  readonly px: number;
  /** Letters that a line of a cell has room for. */
  readonly room: number;
  /** Labels that do not fit one line are written in two. */
  readonly twoLines?: boolean;
}

/** Labels are written in one line from this size on, in two from the least on. */
const ONE_LINE_LEAST = 12;
/** From one line to the next, in parts of the size. */
export const LINE_PITCH = 1.08;

export function countTexts(looks: Iterable<EntryLook>): Texts {
  const short = new Map<number, number>();
  const labels = new Map<number, number>();
  const folded = new Map<number, number>();
  const count = (counts: Map<number, number>, length: number): void => {
    counts.set(length, (counts.get(length) ?? 0) + 1);
  };
  for (const { kind, text } of looks) {
    if (text === '') continue;
    count(kind === 'label' ? labels : short, text.length);
    if (kind === 'label') count(folded, Math.max(...foldText(text).map((line) => line.length)));
  }
  return { short, labels, folded };
}

/** A text in two lines that are as even as its spaces allow; in one if it has none. */
export function foldText(text: string): readonly string[] {
  let best: readonly string[] = [text];
  for (const { index } of text.matchAll(/ /g)) {
    const lines = [text.slice(0, index), text.slice(index + 1)];
    const longer = (all: readonly string[]): number => Math.max(...all.map((line) => line.length));
    if (longer(lines) < longer(best)) best = lines;
  }
  return best;
}

export function joinTexts(all: readonly Texts[]): Texts {
  const sum = (key: keyof Texts): ReadonlyMap<number, number> => {
    const counts = new Map<number, number>();
    for (const texts of all)
      for (const [length, count] of texts[key]) counts.set(length, (counts.get(length) ?? 0) + count);
    return counts;
  };
  return { short: sum('short'), labels: sum('labels'), folded: sum('folded') };
}

/**
 * The size for cells of a width, at most `largest`; null if the texts cannot be read in them. Labels may stand in two
 * lines where a height of the cells is given. `least` is the least size of all.
 */
export function letteringOf(
  { short, labels, folded }: Texts,
  cell: number,
  largest: number,
  height = 0,
  least = LETTER_LEAST,
): Lettering | null {
  const deciding = short.size > 0 ? short : labels;
  if (deciding.size === 0 || largest < least) return null;
  const longest = Math.max(...deciding.keys());
  if (height > 0 && short.size === 0 && roomIn(cell, ONE_LINE_LEAST) < longest) {
    const longer = Math.max(...folded.keys());
    const most = Math.floor(Math.min(largest, 13, (height - 2) / (1 + LINE_PITCH)));
    for (let px = most; px >= least; px--) {
      const room = roomIn(cell, px);
      if (longer <= room) return { px, room, twoLines: true };
    }
    // Two short lines say more than the beginning of a long one.
    if (most >= least && shareOf(folded, roomIn(cell, least)) >= FOLDED)
      return { px: least, room: roomIn(cell, least), twoLines: true };
  }
  for (let px = Math.floor(largest); px > least; px--) {
    const room = roomIn(cell, px);
    if (longest <= room) return { px, room };
  }
  const room = roomIn(cell, least);
  const enough = short.size > 0 ? shareOf(short, room) >= MANY : room >= LABEL_LEAST;
  return enough ? { px: least, room } : null;
}

/** Width of a cell with room for so many letters of a size. */
export function widthOf(letters: number, px: number): number {
  return letters * px * ADVANCE + AIR;
}

function roomIn(cell: number, px: number): number {
  return Math.max(0, Math.floor((cell - AIR) / (px * ADVANCE)));
}

function shareOf(counts: ReadonlyMap<number, number>, room: number): number {
  let [all, fit] = [0, 0];
  for (const [length, count] of counts) {
    all += count;
    if (length <= room) fit += count;
  }
  return fit / all;
}

/** The text of a cell with room for so many letters: a label's beginning, but of a number all or an ellipsis. */
export function cellText({ kind, text }: EntryLook, room: number): string {
  if (text.length <= room) return text;
  if (room <= 0) return '';
  return kind === 'label' ? clip(text, room) : '…';
}

/** The same, in the lines that it is written in. */
export function cellLines(look: EntryLook, { room, twoLines = false }: Omit<Lettering, 'px'>): readonly string[] {
  if (!twoLines || look.kind !== 'label' || look.text.length <= room) return [cellText(look, room)];
  return foldText(look.text).map((line) => clip(line, room));
}
