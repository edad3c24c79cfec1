// SPDX-License-Identifier: GPL-2.0-or-later
//
// The statements that the buttons beside a picture append to the scenario, as a person would write them. Pure.

import type { ForkHow } from '../../../model/memory';
import { freeName } from './texts';

/** The lines that copy a tree: `fork` for an address space, `dup` for a plain tree. */
export function copyLines(name: string, kind: 'tree' | 'mm', scenario: string): string[] {
  const copy = freeName(scenario, kind === 'mm' ? 'child' : 'copy');
  return [`${kind === 'mm' ? 'fork' : 'dup'} ${name} as ${copy}`, `expect identical ${name} ${copy}`];
}

/**
 * The request of a copy that can be refused: a tree without nodes makes none, a tree of one node one. A higher tree
 * requests its root first, and the children with the second request. Null if there is none.
 */
export function refusable(height: number): 1 | 2 | null {
  return height === 0 ? null : height === 1 ? 1 : 2;
}

/** The lines that let a request of the copy fail, and say what must hold then. */
export function failingCopyLines(name: string, kind: 'tree' | 'mm', request: number, scenario: string): string[] {
  const copy = freeName(scenario, kind === 'mm' ? 'unborn' : 'unmade');
  return [
    `fail request ${request}`,
    `${kind === 'mm' ? 'fork' : 'dup'} ${name} as ${copy}`,
    'expect error ENOMEM',
    `expect absent ${copy}`,
    `expect valid ${name}`,
  ];
}

const FORK = /\bfork\s+\S+\s+as\s+\w+/g;
const OPTIONS = /^(?:\s+(?:by\s+(?:dup|bulk|stores)|undo\s+(?:marker|range)|ceiling\s+wrong)(?!\w))*/;

/** A line of the text with its fork made in another way. Null if it has not exactly one fork. */
export function forkLineBy(line: string, { by, undo, wrongCeiling }: ForkHow): string | null {
  const [found, other] = [...line.matchAll(FORK)];
  if (found === undefined || other !== undefined || line.slice(0, found.index).includes('#')) return null;
  const end = found.index + found[0].length;
  const way =
    by !== 'dup' ? ` by ${by}` : undo === 'marker' ? '' : wrongCeiling ? ' undo range ceiling wrong' : ' undo range';
  return `${line.slice(0, end)}${way}${line.slice(end).replace(OPTIONS, '')}`;
}
