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

type Requests = Pick<StepReport, 'requests' | 'rk'>;

export function accountOf(record: Requests): RequestAccount {
  const all = requestsOf(record);
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

function requestsOf({ requests, rk }: Requests): readonly Request[] {
  return requests.map((nodes, k): Request => {
    const letter = rk[k] ?? 's';
    return { nodes, kind: letter.toLowerCase() === 'b' ? 'bulk' : 'single', refused: letter !== letter.toLowerCase() };
  });
}

/** One mark for each node requested, in order: whether it was refused. Null when there would be more than `most`. */
export function squaresOf(record: Requests, most: number): readonly boolean[] | null {
  if (record.requests.reduce((sum, n) => sum + n, 0) > most) return null;
  return requestsOf(record).flatMap(({ nodes, refused }) => Array.from({ length: nodes }, () => refused));
}
