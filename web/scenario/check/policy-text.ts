// SPDX-License-Identifier: GPL-2.0-or-later
//
// A scenario under either way to count the nodes that a store may need (rule "whole height"): every tree that it makes
// with `whole_height`, or none. Pure.

// At the start of a line, or of a block on it; not in a comment, nor behind a label.
const TREE = /^((?:[^"#\n]*\{)?[ \t]*tree[ \t]+[A-Za-z_]\w*)((?:[ \t]+(?:alloc|rcu|whole_height))*)/gm;

export type Policy = 'whole height' | 'vacancy';

export interface Policies {
  /** The text under each. Lines and steps stay as they are. */
  readonly texts: Readonly<Record<Policy, string>>;
  /** The one that all trees have as the text stands; null: some have one, some the other. */
  readonly own: Policy | null;
}

/** Null if the text makes no tree by a `tree` statement. */
export function policiesOf(text: string): Policies | null {
  if (text.search(TREE) < 0) return null;
  const whole = text.replace(
    TREE,
    (_, head: string, modes: string) => `${head}${modes}${modes.includes('whole_height') ? '' : ' whole_height'}`,
  );
  const vacancy = text.replace(
    TREE,
    (_, head: string, modes: string) => `${head}${modes.replace(/[ \t]+whole_height/g, '')}`,
  );
  return {
    texts: { 'whole height': whole, vacancy },
    own: whole === text ? 'whole height' : vacancy === text ? 'vacancy' : null,
  };
}
