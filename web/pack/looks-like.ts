// SPDX-License-Identifier: GPL-2.0-or-later

/** What the file of a pack says it is. */
export const FORMAT = 'maplescope-pack';

/** Whether a file may be a pack: it says so near its beginning. */
export function looksLikePack(text: string): boolean {
  return /^\s*\{/.test(text) && text.slice(0, 400).includes(`"${FORMAT}"`);
}
