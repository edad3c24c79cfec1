// SPDX-License-Identifier: GPL-2.0-or-later
//
// The oddities of Linux 6.16 that a scenario can meet, by the short names under which the language's page explains them
// (language.md, "Oddities of Linux 6.16, by name"). Sentences cite these names and nothing else.

/** By their names in core/README.md, "Quirks and defects, by name". */
export const ODDITIES = {
  /** R-Q2 */
  singleBelow: 'single entry below the limit',
  /** R-Q4 */
  emptyRoot: 'index 0 of an empty tree',
  /** R-Q6 */
  silentStop: 'silent stop going down',
  /** R-Q18 */
  hiddenLimit: 'find hides its limit',
  /** R-Q7 */
  blindTop: 'blind from the top',
  /** R-Q8 */
  blindPlain: 'blind without gap tracking',
  /** R-Q13, N-Q11 */
  insertAll: 'insert over everything',
  /** R-Q14, N-Q1, N-Q5 */
  hollow: 'hollow root',
  /** R-Q15 */
  nullTaken: 'NULL takes no place',
  /** Rule "cyclic", R-Q16 */
  lateWrap: 'late wrap',
  /** N-Q4 */
  failedErase: 'failed erase',
  /** N-Q2, N-Q8 */
  thinBulk: 'thin bulk load',
  /** N-Q9 */
  lostTree: 'reader without a tree',
  /** R-Q1 */
  noNode: 'going on from no node',
  /** A use after the node was freed; no row of a register. */
  lostNode: 'state without its node',
  /** N-Q7 */
  sixteenth: 'sixteenth child',
  /** N-Q10 */
  bulkRcu: 'bulk load in RCU mode',
  /** Rule "bulk load" */
  bulkDry: 'bulk load runs dry',
  /** N-Q3 */
  endlessRetry: 'endless retry',
} as const;

export type Oddity = keyof typeof ODDITIES;

/** Where Linux 6.16 would crash, damage memory or never return, and this core does something safe. */
export const GUARDED: ReadonlySet<Oddity> = new Set<Oddity>([
  'lostTree',
  'noNode',
  'lostNode',
  'sixteenth',
  'bulkRcu',
  'bulkDry',
  'endlessRetry',
]);

/** `an oddity of Linux 6.16, “…”`. */
export function oddity(name: Oddity): string {
  return `an oddity of Linux 6.16, “${ODDITIES[name]}”`;
}

/** `Linux 6.16 would crash here (“…”)`. */
export function crash(name: Oddity): string {
  return `Linux 6.16 would crash here (“${ODDITIES[name]}”)`;
}
