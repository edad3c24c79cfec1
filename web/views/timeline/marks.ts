// SPDX-License-Identifier: GPL-2.0-or-later
//
// Marks over the bars, by kind and in order of steps, so that those of a stretch are found without looking at the rest.
// Pure.

import type { TimelineMark, TimelineViewData } from './types';

export type MarkKind = TimelineMark['kind'] | 'breakpoint' | 'tick' | 'change';

/** In the order of drawing: what must not be hidden comes last. */
const KINDS: readonly MarkKind[] = [
  'change',
  'edited',
  'tick',
  'note',
  'pause',
  'breakpoint',
  'expect-held',
  'expect-failed',
  'trouble',
];

export interface MarkTable {
  readonly lists: readonly { readonly kind: MarkKind; readonly steps: Uint32Array }[];
}

type Marked = Pick<TimelineViewData, 'marks' | 'ticks' | 'breakpoints' | 'changes'>;

export function marksOf({ marks, ticks, breakpoints, changes }: Marked): MarkTable {
  const of = (kind: MarkKind): readonly number[] => {
    if (kind === 'breakpoint') return breakpoints;
    if (kind === 'tick') return ticks;
    if (kind === 'change') return changes;
    return marks.filter((mark) => mark.kind === kind).map(({ step }) => step);
  };
  return {
    lists: KINDS.map((kind) => ({ kind, steps: Uint32Array.from(of(kind)).sort() })).filter(
      ({ steps }) => steps.length > 0,
    ),
  };
}

/** Where in an ascending list the first element of at least `least` stands. */
export function firstFrom(list: Uint32Array, least: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Calls for the marks of the steps from … to − 1, one of a kind at most for each stretch of `apart` steps. */
export function eachMark(
  table: MarkTable,
  from: number,
  to: number,
  apart: number,
  call: (kind: MarkKind, step: number) => void,
): void {
  for (const { kind, steps } of table.lists) {
    for (
      let k = firstFrom(steps, from);
      k < steps.length && steps[k]! < to;
      k = firstFrom(steps, Math.max(steps[k]! + 1, Math.ceil(steps[k]! + apart)))
    ) {
      call(kind, steps[k]!);
    }
  }
}
