// SPDX-License-Identifier: GPL-2.0-or-later
//
// Facts on the data of the tree picture as a whole: whether two are the same, the motion between them, their label.

import { counted } from '../../base/text';
import type { TreeViewData } from './types';

export const EMPTY: TreeViewData = {
  trees: [],
  labels: [],
  touched: null,
  trail: null,
  readers: [],
  waiting: 0,
  existing: [],
  selected: null,
  hovered: null,
  balance: null,
  step: 0,
  half: null,
  rings: [],
  heights: null,
  pointers: false,
  table: false,
};

// One step or one event on or back is shown as motion; whatever is further away, or comes too soon after, is just
// there.
export function movesOn(before: TreeViewData, next: TreeViewData): boolean {
  if (before === EMPTY || namesOf(before) !== namesOf(next)) return false;
  const [was, is] = [before.half?.event ?? null, next.half?.event ?? null];
  if (before.step !== next.step) return Math.abs(before.step - next.step) === 1 && was === null && is === null;
  return was === null || is === null || Math.abs(was - is) === 1;
}

export function sameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((x, k) => x === b[k]);
}

export function namesOf(data: TreeViewData): string {
  return data.trees.map(({ picture }) => picture.name).join('|');
}

export function labelOf(data: TreeViewData): string {
  const trees = data.trees
    .map(({ picture }) => `${picture.name}, ${counted(picture.nodes.length, 'node')}`)
    .join(' and ');
  return `Picture of ${trees === '' ? 'no tree' : trees}. Arrow keys pan, plus and minus zoom, 0 shows everything.`;
}
