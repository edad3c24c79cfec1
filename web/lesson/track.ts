// SPDX-License-Identifier: GPL-2.0-or-later
//
// The built-in lessons, in order, as a list shows them before any of their texts is loaded. A text is `track/FILE.md`,
// and lesson number n is the n-th.

import type { Level } from './lesson';

export interface TrackEntry {
  readonly file: string;
  readonly title: string;
  readonly minutes: number;
  readonly level: Level;
}

export const TRACK: readonly TrackEntry[] = [
  { file: '01-ranges', title: 'Ranges, not keys', minutes: 6, level: 'first' },
  { file: '02-nodes', title: 'Nodes, slots, pivots', minutes: 8, level: 'first' },
  { file: '03-walking', title: 'Walking, and why the tree is flat', minutes: 8, level: 'first' },
  { file: '04-nine-types', title: 'What a store can do', minutes: 10, level: 'second' },
  { file: '05-split-push', title: 'Appending, splitting, pushing', minutes: 9, level: 'second' },
  { file: '06-rebalance', title: 'Rebalancing and collapse', minutes: 9, level: 'second' },
  { file: '07-spanning', title: 'A store over many leaves', minutes: 7, level: 'second' },
  { file: '08-gaps', title: 'Gaps, and how mmap finds room', minutes: 8, level: 'second' },
  { file: '09-preallocation', title: 'Asking for nodes in advance', minutes: 8, level: 'expert' },
  { file: '10-bulk', title: 'Bulk load', minutes: 7, level: 'expert' },
  { file: '11-process', title: 'A process is a tree', minutes: 9, level: 'expert' },
  { file: '12-fork', title: 'Fork by duplication', minutes: 8, level: 'expert' },
  { file: '13-failed-fork', title: 'A fork that fails half-way', minutes: 10, level: 'expert' },
  { file: '14-page-tables', title: 'Page tables, and one check for every page', minutes: 8, level: 'expert' },
  { file: '15-readers', title: 'Readers without a lock', minutes: 9, level: 'expert' },
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
