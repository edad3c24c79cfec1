// SPDX-License-Identifier: GPL-2.0-or-later
//
// A scenario under the other way to count the nodes that a store may need (spec/02 section 5): every tree that it makes
// with `whole_height`, or none. Floor 2: pure.

const TREE = /^([ \t]*tree[ \t]+[A-Za-z_]\w*)((?:[ \t]+(?:alloc|rcu|whole_height))*)/gm;

export interface OtherPolicy {
  readonly text: string;
  readonly name: 'whole height' | 'vacancy';
}

/** The text with the other policy; null if it makes no tree by a `tree` statement. Lines and steps stay as they are. */
export function otherPolicy(text: string): OtherPolicy | null {
  const makes = [...text.matchAll(TREE)];
  if (makes.length === 0) return null;
  const whole = makes.some(([, , modes = '']) => modes.includes('whole_height'));
  const other = text.replace(TREE, (_, head: string, modes: string) => (whole ? `${head}${modes.replace(/[ \t]+whole_height/g, '')}` : `${head}${modes} whole_height`));
  return { text: other, name: whole ? 'vacancy' : 'whole height' };
}
