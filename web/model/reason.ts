// SPDX-License-Identifier: GPL-2.0-or-later
//
// The reasons that a step adds to its result: why it was refused, what would succeed, what it leaves behind. Plain
// data: people read `text`, code reads `kind`.

import { inOneLine } from '../base/text';

/**
 * refused: the allocator refused a request. unchanged: the tree or address space is unchanged. waits: nodes that wait
 * for readers. wraps: why a `cyclic` returned 1. damaged: a damaged tree allows no call. counts: how much was copied or
 * freed. injected: the text made it fail. failed, undone: why a fork failed, and how it was undone. lost tree, no node,
 * misses: what a resumed reader met. note: anything else; no code depends on it.
 */
export type ReasonKind =
  | 'refused'
  | 'unchanged'
  | 'waits'
  | 'wraps'
  | 'damaged'
  | 'counts'
  | 'injected'
  | 'failed'
  | 'undone'
  | 'lost tree'
  | 'no node'
  | 'misses'
  | 'note';

export interface Reason {
  readonly kind: ReasonKind;
  /** A sentence without its full stop; never empty. */
  readonly text: string;
}

/** The reasons in order, without empty ones; a plain string becomes a note. */
export function reasons(...parts: readonly (Reason | string | readonly Reason[])[]): readonly Reason[] {
  const all = parts.flatMap((part) => (typeof part === 'string' ? [{ kind: 'note', text: part } as const] : part));
  return all.filter(({ text }) => text !== '');
}

/** One reason of a kind, or none if there is nothing to say. */
export function reason(kind: ReasonKind, text: string): readonly Reason[] {
  return text === '' ? [] : [{ kind, text }];
}

export function hasReason(all: readonly Reason[], kind: ReasonKind): boolean {
  return all.some((one) => one.kind === kind);
}

/** All reasons in one line. */
export function reasonsText(all: readonly Reason[]): string {
  return inOneLine(all.map(({ text }) => text));
}
