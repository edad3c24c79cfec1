// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the buttons beside a picture write at the end of the scenario: plain statements, as a person would. Pure.

import { freeName } from '../store/texts';

/** The lines that copy a tree: `fork` for an address space, `dup` for a plain tree. */
export function copyLines(name: string, kind: 'tree' | 'mm', scenario: string): string[] {
  const copy = freeName(scenario, kind === 'mm' ? 'child' : 'copy');
  return [`${kind === 'mm' ? 'fork' : 'dup'} ${name} as ${copy}`, `expect identical ${name} ${copy}`];
}

/**
 * Which request of a copy can be refused: a tree without nodes asks for none, one node for one; above that the root is asked
 * for first, and its children come with the second request. Null if there is none.
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
