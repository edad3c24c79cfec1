// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a step adds to its result: why it was refused, what would go through, what it leaves behind. Plain data; `text`
// is for people, and code that asks what is said reads `kind`.

/**
 * refused: the allocator refused a request. unchanged: the tree, or the address space, is as it was. waits: nodes that
 * wait for readers. wraps: why a `cyclic` returned 1. damaged: no call can be made on a damaged tree. counts: what was
 * copied or given back, in numbers. failed, undone: what made a fork fail, and how it was taken back. lost tree, no
 * node, misses: what a resumed reader met. note: everything else, which no code asks about.
 */
export type ReasonKind =
  | 'refused' | 'unchanged' | 'waits' | 'wraps' | 'damaged' | 'counts' | 'failed' | 'undone' | 'lost tree' | 'no node' | 'misses' | 'note';

export interface Reason {
  readonly kind: ReasonKind;
  /** A sentence without its full stop, never empty. */
  readonly text: string;
}

/** The reasons in their order, without empty ones; a bare text is a note. */
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

/** All of them in one line. */
export function reasonsText(all: readonly Reason[]): string {
  return all.map(({ text }) => text).join(' · ');
}
