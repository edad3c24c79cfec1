// SPDX-License-Identifier: GPL-2.0-or-later
//
// A memory map or a log of strace that stands in the text as it is, outside of a block: one mistake, and not one in
// each of its lines.

import type { Diagnostic, Mistake } from '../../model/diagnostic';
import { looksLikeMaps } from '../import/maps';
import { looksLikeTrace } from '../import/strace';

interface Kind {
  readonly looks: (line: string) => boolean;
  /** The messages of a block of this kind on its own lines: those are no strangers. */
  readonly own: (code: Mistake['code'] | undefined) => boolean;
  readonly what: string;
  readonly word: string;
}

const KINDS: readonly Kind[] = [
  { looks: looksLikeMaps, own: (code) => code !== 'no-statement', what: 'a memory map', word: 'maps' },
  { looks: looksLikeTrace, own: (code) => code === 'listed-line', what: 'a log of strace', word: 'trace' },
];

/** The diagnostics, with all that such lines brought reported once, at the first of them. */
export function foldPasted(text: string, all: readonly Diagnostic[]): readonly Diagnostic[] {
  if (all.length === 0) return all;
  const lines = text.split('\n');
  return KINDS.reduce((left, { looks, own, what, word }) => {
    const isOne = ({ line, mistake }: Diagnostic): boolean => !own(mistake?.code) && looks(lines[line - 1] ?? '');
    const first = left.find(isOne);
    if (first === undefined) return left;
    const told: Diagnostic = {
      ...first,
      message: `this is a line of ${what}, and stands outside of a \`${word}\` block`,
      hint: `write \`${word} NAME """\` above the first line and \`"""\` below the last`,
      mistake: { code: 'outside-block', block: word },
    };
    return left.flatMap((one) => (one === first ? [told] : isOne(one) ? [] : [one]));
  }, all);
}
