// SPDX-License-Identifier: GPL-2.0-or-later
//
// How the picture's height is shared out, from the top: the tree, the dock of gone nodes, the legend. Fixed by the size
// alone for one tree, so that stepping never moves the root. Pixels of the screen throughout. Pure.
//
// Invariant: the tree, the dock and the legend do not meet while the whole tree is shown.

import type { SceneTree } from '../../model/run';
import { DOCK_HEIGHT } from './ghosts';

export interface Room {
  readonly left: number;
  /** Where the first row begins: the root of a single tree, the titles of a pair. */
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly legend: number;
  /** Gone nodes are drawn with their sentences, or only the sentences have room. */
  readonly ghosts: 'drawn' | 'told';
  /** Height of the dock; 0 where none is kept free. */
  readonly dock: number;
  /** Between the tree and the dock. */
  readonly arrows: number;
}

export const SIDE = 18;
/** Over the tree, or over the titles of a pair: the row of the tools. */
export const TOP = 26;
/** Where no tools stand in the corner. */
const TOP_BARE = 14;
/** Between the tree and the legend. */
const FOOT = 12;
/** Between the tree and the dock: room for the arrows to turn. */
export const ARROWS = 40;
/**
 * The legend is one line high, or two lower ones; where a line is short it has room for four, which it seldom needs
 * more of.
 */
const LEGEND = { wide: 36, narrow: 72, half: 60 } as const;
export const NARROW = 560;
/** From this width on the legend of a half-way tree has one line, and the words on its nodes two. */
const ROOMY = 900;
/** The tree is given so much of the height before the dock is given anything. */
const TREE_LEAST = 180;
/** A dead node that a reader stands on is drawn as long as the tree keeps so much, in a lower dock. */
const TREE_BESIDE_KEPT = 56;
const LOW_DOCK = 96;
/** Over the slots of a dead node: the flags of the readers on it. */
const FLAGS = 18;
const LOW_ARROWS = 26;
/** Height of a dock of sentences alone, and of one for a failed step. */
const FAILED = 40;
const WORDS = { wide: 38, narrow: 44, half: 56 } as const;
/** A shelf is as high as the highest node that may stand on it, without gaps or with them. */
const SHELF = { plain: 110, gaps: 126 } as const;
/** Where the tree keeps so much all the same, it is higher, with larger type. */
const TREE_BESIDE_HIGH = 240;
const HIGHER = 24;
export const HIGH_SHELF = SHELF.plain + HIGHER;
/** The tree of a step that is half-way is given so much before the shelf is drawn: two levels with their pivots. */
const TREE_HALF = 216;
/** Where a line is short, so much. */
const TREE_NARROW = 96;
const BALANCE = { wide: 24, narrow: 42 } as const;

export interface RoomWants {
  readonly balance: boolean;
  /** Two trees are shown: a dock is kept free only if it has something to show. */
  readonly pair: boolean;
  readonly departures: boolean;
  /** A reader stands on a dead node: the picture is about that, so the node is drawn before the tree is large. */
  readonly kept: boolean;
  /** The tree is shown half-way through a step, with a shelf below it. */
  readonly half?: keyof typeof SHELF | null;
  /** The dock has one line, on what a failed step was given and refused. */
  readonly failed?: boolean;
  /** No tools stand over the tree. */
  readonly bare?: boolean;
  /** Neither legend nor dock is shown. */
  readonly untold?: boolean;
  /** Height of the legend, where its lines need more than is usual. */
  readonly legend?: number;
  /** The dock is as low as can be, so that more of the tree can be read. */
  readonly low?: boolean;
}

export function roomOf(size: { readonly width: number; readonly height: number }, wants: RoomWants): Room {
  const form = size.width < NARROW ? 'narrow' : 'wide';
  const half = wants.half ?? null;
  const roomy = size.width >= ROOMY;
  const top = (wants.bare === true && !wants.pair ? TOP_BARE : TOP) + (wants.balance ? BALANCE[form] : 0);
  const width = Math.max(80, size.width - 2 * SIDE);
  if (wants.untold === true) {
    const height = Math.max(60, size.height - top - FOOT);
    return { left: SIDE, top, width, height, legend: 0, ghosts: 'told', dock: 0, arrows: 8 };
  }
  // The legend of a half-way tree gains and loses lines from event to event; the tree keeps its size. Where there is
  // room for one of the two, it is the shelf that is seen.
  const legend =
    half !== null && form === 'narrow'
      ? 0
      : Math.max(LEGEND[form], half === null || roomy ? 0 : LEGEND.half, wants.legend ?? 0);
  const all = Math.max(60, size.height - top - FOOT - legend);
  const room = { left: SIDE, top, width, legend };
  if (wants.failed === true) return { ...room, height: all - FAILED, ghosts: 'told', dock: FAILED, arrows: 8 };
  if (wants.pair && !wants.departures) return { ...room, height: all, ghosts: 'told', dock: 0, arrows: 8 };
  const higher = half !== null && all - SHELF[half] - HIGHER - 8 >= TREE_BESIDE_HIGH ? HIGHER : 0;
  const shelf = half === null ? Infinity : SHELF[half] + higher;
  if (all - shelf - 8 >= (form === 'narrow' ? TREE_NARROW : TREE_HALF)) {
    return { ...room, height: all - shelf - 8, ghosts: 'drawn', dock: shelf, arrows: 8 };
  }
  if (half === null && wants.low !== true && all - DOCK_HEIGHT - ARROWS >= TREE_LEAST) {
    return { ...room, height: all - DOCK_HEIGHT - ARROWS, ghosts: 'drawn', dock: DOCK_HEIGHT, arrows: ARROWS };
  }
  const dock = LOW_DOCK + (wants.kept ? FLAGS : 0);
  if ((wants.kept || wants.low === true) && all - dock - LOW_ARROWS >= TREE_BESIDE_KEPT) {
    return { ...room, height: all - dock - LOW_ARROWS, ghosts: 'drawn', dock, arrows: LOW_ARROWS };
  }
  const need = half === null ? WORDS[form] : WORDS.half;
  const words = all - need >= 56 ? need : 0;
  return { ...room, height: all - words, ghosts: 'told', dock: words, arrows: 8 };
}

/** Top of the dock: a little below the tree while the whole tree is shown, at the foot of the picture otherwise. */
export function dockTop(size: { readonly height: number }, room: Room, treeFoot: number | null): number {
  const lowest = size.height - room.legend - room.dock;
  if (treeFoot === null) return lowest;
  return Math.min(lowest, treeFoot + room.arrows);
}

/**
 * The highest node that may stand on the shelf at an event of a step: gaps make it higher, and a root that the step
 * leads to or frees has gaps.
 */
export function shelfFor(trees: readonly SceneTree[]): 'plain' | 'gaps' {
  return trees.some(({ picture, changes }) =>
    [picture.nodes[0], changes.gone[0]].some((node) => node !== undefined && node.gaps !== null),
  )
    ? 'gaps'
    : 'plain';
}
