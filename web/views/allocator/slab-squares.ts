// SPDX-License-Identifier: GPL-2.0-or-later
//
// One square of the slab, as the grid and its legend have it. A tree has a colour and a pattern, since colour is never
// the only sign; what is in no tree is an outline, and a sign in it where there is room.

import type { SlabState } from '../../model/slab';
import type { Ink } from '../shared/hooks';
import type { Colours, Token } from '../shared/palette';

export interface SquareAt {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** Tokens of the trees, in order; then again from the first, with other patterns. */
const TREE_TOKENS = ['text', 'anonymous', 'heap', 'stack', 'file-writable', 'read-only'] as const;

/** Side of the tile that a pattern repeats. */
const TILE = 4;
/** The tile of each pattern: corners and sizes of rectangles. The first tree's is empty. */
const PATTERNS: readonly (readonly (readonly [x: number, y: number, w: number, h: number])[])[] = [
  [],
  // Diagonal, with the next tile's.
  [
    [3, 0, 1, 1],
    [2, 1, 1, 1],
    [1, 2, 1, 1],
    [0, 3, 1, 1],
  ],
  [[0, 1, 4, 1]],
  [[1, 1, 1.5, 1.5]],
  [[1, 0, 1, 4]],
  [
    [0, 0, 1, 1],
    [1, 1, 1, 1],
    [2, 2, 1, 1],
    [3, 3, 1, 1],
  ],
];
/** How strongly a pattern stands on its colour. */
const PATTERN_ALPHA = 0.7;

/** Number of the colour and of the pattern of a tree, counted from 1; no two of the first thirty-six are alike. */
export function looksOf(owner: number): { readonly colour: number; readonly pattern: number } {
  const colour = (owner - 1) % TREE_TOKENS.length;
  return { colour, pattern: (colour + Math.floor((owner - 1) / TREE_TOKENS.length)) % PATTERNS.length };
}

/** A place in a tree; with a letter, which stands on the plain colour. */
export function paintTree(
  pen: CanvasRenderingContext2D,
  owner: number,
  { x, y, side }: SquareAt,
  { colours, mono }: Ink,
  letter: string,
): void {
  const { colour, pattern } = looksOf(owner);
  const name = TREE_TOKENS[colour] ?? 'text';
  pen.fillStyle = colours[`cell-${name}`];
  pen.fillRect(x, y, side, side);
  if (letter !== '') {
    pen.font = `600 ${side - 3}px ${mono}`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillStyle = colours[`on-${name}`];
    pen.fillText(letter, x + side / 2, y + side / 2 + 0.5);
    return;
  }
  const tile = tileOf(pen, pattern, colours, `on-${name}`);
  if (tile === null) return;
  pen.globalAlpha = PATTERN_ALPHA;
  pen.fillStyle = tile;
  pen.fillRect(x, y, side, side);
  pen.globalAlpha = 1;
}

const tiles = new WeakMap<Colours, Map<string, CanvasPattern | null>>();

// Patterns of one scheme's colours are made once.
function tileOf(pen: CanvasRenderingContext2D, pattern: number, colours: Colours, token: Token): CanvasPattern | null {
  const known = tiles.get(colours) ?? new Map<string, CanvasPattern | null>();
  tiles.set(colours, known);
  const key = `${pattern} ${token}`;
  const seen = known.get(key);
  if (seen !== undefined) return seen;
  const parts = PATTERNS[pattern] ?? [];
  const tile = document.createElement('canvas');
  [tile.width, tile.height] = [TILE, TILE];
  const paint = tile.getContext('2d');
  let made: CanvasPattern | null = null;
  if (paint !== null && parts.length > 0) {
    paint.fillStyle = colours[token];
    for (const part of parts) paint.fillRect(...part);
    made = pen.createPattern(tile, 'repeat');
  }
  known.set(key, made);
  return made;
}

/** A place in no tree. In a small square there is no room for a sign: free is hollow, all else is filled. */
export function paintApart(
  pen: CanvasRenderingContext2D,
  state: SlabState,
  { x, y, side }: SquareAt,
  colours: Colours,
  small: boolean,
): void {
  const colour =
    state === 'free'
      ? colours['line-strong']
      : state === 'dead'
        ? colours.muted
        : state === 'beside'
          ? colours.bad
          : colours.accent;
  pen.strokeStyle = colour;
  pen.fillStyle = colour;
  if (small && state !== 'free') {
    pen.fillRect(x, y, side, side);
    return;
  }
  pen.lineWidth = state === 'free' ? 1 : 1.5;
  const inset = pen.lineWidth / 2;
  pen.strokeRect(x + inset, y + inset, side - 2 * inset, side - 2 * inset);
  if (state === 'free') return;
  pen.beginPath();
  if (state === 'dead') {
    pen.moveTo(x + 2, y + 2);
    pen.lineTo(x + side - 2, y + side - 2);
    pen.moveTo(x + side - 2, y + 2);
    pen.lineTo(x + 2, y + side - 2);
    pen.stroke();
  } else {
    pen.arc(x + side / 2, y + side / 2, Math.max(1, side / 5), 0, 2 * Math.PI);
    pen.fill();
  }
}
