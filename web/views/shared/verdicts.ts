// SPDX-License-Identifier: GPL-2.0-or-later
//
// The marks of a gap search: a sign in a small round for each verdict, the same in the tree, its legend and the list of
// looks. Told apart by shape; only what was taken is in the accent colour.

import type { Verdict } from './trail';

export interface VerdictLook {
  readonly verdict: Verdict;
  /** Of the legend and the list. */
  readonly name: string;
  /** Lines within a square from −4 to 4. */
  readonly path: string;
}

/** In the order of the legend. */
export const VERDICTS: readonly VerdictLook[] = [
  { verdict: 'taken', name: 'taken', path: 'M-3,0.2L-0.9,2.4L3.1,-2.3' },
  { verdict: 'too small', name: 'too small', path: 'M2.2,-3L-2.4,0L2.2,3' },
  { verdict: 'occupied', name: 'occupied', path: 'M-2,-2h4v4h-4zM-2,-1h4M-2,0h4M-2,1h4' },
  { verdict: 'before the window', name: 'before the window', path: 'M-3,0H1.4M-3,0l2,-2M-3,0l2,2M3,-3v6' },
  { verdict: 'beyond the window', name: 'beyond the window', path: 'M3,0H-1.4M3,0l-2,-2M3,0l-2,2M-3,-3v6' },
  { verdict: 'untracked', name: 'no gap recorded', path: 'M-3,0h1.2M-0.6,0h1.2M1.8,0h1.2' },
];

const BY_VERDICT: ReadonlyMap<Verdict, VerdictLook> = new Map(VERDICTS.map((look) => [look.verdict, look]));

export function verdictLook(verdict: Verdict): VerdictLook {
  const look = BY_VERDICT.get(verdict);
  if (look === undefined) throw new Error(`no such verdict: ${verdict}`);
  return look;
}
