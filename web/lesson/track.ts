// SPDX-License-Identifier: GPL-2.0-or-later
//
// The built-in lessons, in order, as a list shows them before any of their texts is loaded. A text is `track/FILE.md`,
// and lesson number n is the n-th.

import type { Level } from './lesson';

export interface TrackEntry {
  readonly file: string;
  readonly screens: number;
  readonly title: string;
  readonly minutes: number;
  readonly level: Level;
}

export const TRACK: readonly TrackEntry[] = [
  { file: '01-ranges', screens: 7, title: 'Ranges, not keys', minutes: 6, level: 'first' },
  { file: '02-nodes', screens: 7, title: 'Nodes, slots, pivots', minutes: 8, level: 'first' },
  { file: '03-walking', screens: 6, title: 'Walking, and why the tree is flat', minutes: 8, level: 'first' },
  { file: '04-nine-types', screens: 9, title: 'What a store can do', minutes: 10, level: 'second' },
  { file: '05-split-push', screens: 7, title: 'Appending, splitting, pushing', minutes: 9, level: 'second' },
  { file: '06-rebalance', screens: 7, title: 'Rebalancing and collapse', minutes: 9, level: 'second' },
  { file: '07-spanning', screens: 5, title: 'A store over many leaves', minutes: 7, level: 'second' },
  { file: '08-gaps', screens: 7, title: 'Gaps, and how mmap finds room', minutes: 8, level: 'second' },
  { file: '09-preallocation', screens: 6, title: 'Asking for nodes in advance', minutes: 8, level: 'expert' },
  { file: '10-bulk', screens: 6, title: 'Bulk load', minutes: 7, level: 'expert' },
  { file: '11-process', screens: 6, title: 'A process is a tree', minutes: 9, level: 'expert' },
  { file: '12-fork', screens: 7, title: 'Fork by duplication', minutes: 8, level: 'expert' },
  { file: '13-failed-fork', screens: 7, title: 'A fork that fails half-way', minutes: 10, level: 'expert' },
  {
    file: '14-page-tables',
    screens: 6,
    title: 'Page tables, and one check for every page',
    minutes: 8,
    level: 'expert',
  },
  { file: '15-readers', screens: 7, title: 'Readers without a lock', minutes: 9, level: 'expert' },
];

/** A text that is written like the code of a screen, "3.2", whether there is such a screen or not. */
export function isCode(text: string): boolean {
  return /^\s*\d{1,4}\.\d{1,4}\s*$/.test(text);
}

/** The lesson and screen (from 0) that a code such as "3.2" names; null for other texts. The screen may not exist. */
export function placeOfCode(code: string): { readonly entry: TrackEntry; readonly screen: number } | null {
  const [, lesson = '', screen = ''] = /^\s*(\d{1,2})\.(\d{1,3})\s*$/.exec(code) ?? [];
  const entry = TRACK[Number(lesson) - 1];
  return entry === undefined || Number(screen) === 0 ? null : { entry, screen: Number(screen) - 1 };
}
