// SPDX-License-Identifier: GPL-2.0-or-later
//
// The vacant and the sufficient height of a write (rule "store request") in one line over the picture: both were found
// on the way down, in the tree as it stood before the step, so that no node of the picture need be at their levels.
// Level 1 is the root; 0 is above it. In pixels of the screen. Pure but for drawing.
//
// Invariant: the line keeps away from the edge, and nothing that is drawn strikes it through.

import { put } from '../shared/svg';
import { NARROW, SIDE } from './room';
import type { TreeViewData } from './types';

export interface LevelLine {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** The unit of the numbers. */
  readonly title: string;
}

/** The line stands in the room that is kept free over a tree. */
const BASE = 15;
const COUNTED =
  'Levels are counted from the root, which is 1; 0 is above it. Both heights are found before anything is written.';

/** Null for a step that is no write, for two trees, whose titles stand there, and where the line has no room. */
export function levelLine(
  { heights, touched, trees }: Pick<TreeViewData, 'heights' | 'touched' | 'trees'>,
  width: number,
): LevelLine | null {
  const [tree, second] = trees;
  if (
    heights === null ||
    touched === null ||
    tree === undefined ||
    second !== undefined ||
    tree.picture.name !== touched.tree ||
    width < NARROW
  )
    return null;
  const { vacant, sufficient } = heights;
  const words =
    vacant === sufficient
      ? `vacant and sufficient height ${vacant}`
      : `vacant height ${vacant} · sufficient height ${sufficient}`;
  return { x: SIDE, y: BASE, text: `before the step: ${words}`, title: COUNTED };
}

export function drawLevels(layer: SVGGElement, line: LevelLine | null): void {
  layer.replaceChildren();
  if (line === null) return;
  const text = put(layer, 'text', { class: 'level-text', x: line.x, y: line.y });
  text.textContent = line.text;
  put(text, 'title', {}).textContent = line.title;
}
