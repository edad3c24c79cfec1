// SPDX-License-Identifier: GPL-2.0-or-later
//
// The marks of a gap search: a sign in a small round for each verdict, the same in the tree, its legend and the list of
// looks. Told apart by shape; only what was taken is filled with the accent colour; what the search went into is
// outlined with it.

import type { SignKind } from './trail';

export interface VerdictLook {
  readonly sign: SignKind;
  /** Of the legend and the list. */
  readonly name: string;
  /** Lines within a square from −4 to 4. */
  readonly path: string;
}

/** In the order of the legend. */
export const VERDICTS: readonly VerdictLook[] = [
  { sign: 'taken', name: 'taken', path: 'M-3,0.2L-0.9,2.4L3.1,-2.3' },
  { sign: 'went in', name: 'went in', path: 'M0,-3V2.8M-2.4,0.5L0,2.9L2.4,0.5' },
  { sign: 'too small', name: 'too small', path: 'M2.2,-3L-2.4,0L2.2,3' },
  { sign: 'occupied', name: 'occupied', path: 'M-2,-2h4v4h-4zM-2,-1h4M-2,0h4M-2,1h4' },
  { sign: 'before the window', name: 'before the window', path: 'M-3,0H1.4M-3,0l2,-2M-3,0l2,2M3,-3v6' },
  { sign: 'beyond the window', name: 'beyond the window', path: 'M3,0H-1.4M3,0l-2,-2M3,0l-2,2M-3,-3v6' },
  { sign: 'untracked', name: 'no gap recorded', path: 'M-3,0h1.2M-0.6,0h1.2M1.8,0h1.2' },
];

const BY_SIGN: ReadonlyMap<SignKind, VerdictLook> = new Map(VERDICTS.map((look) => [look.sign, look]));

export function verdictLook(sign: SignKind): VerdictLook {
  return BY_SIGN.get(sign)!;
}

/** Classes of a sign's group. */
export function signClass(sign: SignKind): string {
  return sign === 'taken' ? 'sign taken' : sign === 'went in' ? 'sign in' : 'sign';
}
