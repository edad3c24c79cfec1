// SPDX-License-Identifier: GPL-2.0-or-later
//
// The requests of a step as an account: how many nodes were requested, how many of them granted, and a list that stays
// short however many requests there were. Pure.

import type { StepReport } from '../../model/report';

export interface Request {
  readonly nodes: number;
  readonly kind: 'single' | 'bulk';
  readonly refused: boolean;
}

export interface RequestAccount {
  /** Nodes of all requests, refused ones included. */
  readonly requested: number;
  readonly granted: number;
  /** The first requests, in order: all of them unless there are many. */
  readonly shown: readonly Request[];
  /** Requests beyond those, and how many of them were refused. */
  readonly more: number;
  readonly moreRefused: number;
}

/** More requests than this are folded to the first few. */
const WHOLE = 6;
const FIRST = 3;

export function accountOf({ requests, rk }: Pick<StepReport, 'requests' | 'rk'>): RequestAccount {
  const all = requests.map((nodes, k): Request => {
    const letter = rk[k] ?? 's';
    return { nodes, kind: letter.toLowerCase() === 'b' ? 'bulk' : 'single', refused: letter !== letter.toLowerCase() };
  });
  const sum = (list: readonly Request[]): number => list.reduce((total, { nodes }) => total + nodes, 0);
  const shown = all.length > WHOLE ? all.slice(0, FIRST) : all;
  const rest = all.slice(shown.length);
  return {
    requested: sum(all),
    granted: sum(all.filter(({ refused }) => !refused)),
    shown,
    more: rest.length,
    moreRefused: rest.filter(({ refused }) => refused).length,
  };
}

/** One mark for each node requested, in order: whether it was refused. Null when there would be more than `most`. */
export function squaresOf(account: RequestAccount, most: number): readonly boolean[] | null {
  if (account.more > 0 || account.requested > most) return null;
  return account.shown.flatMap(({ nodes, refused }) => Array.from({ length: nodes }, () => refused));
}
