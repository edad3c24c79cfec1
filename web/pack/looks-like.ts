// SPDX-License-Identifier: GPL-2.0-or-later

/** The mark of a pack's file. */
export const FORMAT = 'maplescope-pack';
/** The mark of a file with a reader's progress. */
export const PROGRESS_FORMAT = 'maplescope-progress';

/** Whether a file may be a pack: it says so near its beginning. */
export function looksLikePack(text: string): boolean {
  return saysIt(text, FORMAT);
}

/** Whether a file may be a reader's progress. */
export function looksLikeProgress(text: string): boolean {
  return saysIt(text, PROGRESS_FORMAT);
}

/** Whether a file is for the page of lessons: either of the two. */
export function isForLessons(text: string): boolean {
  return looksLikePack(text) || looksLikeProgress(text);
}

function saysIt(text: string, format: string): boolean {
  return /^\s*\{/.test(text) && text.slice(0, 400).includes(`"${format}"`);
}
