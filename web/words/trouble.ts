// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a text did on purpose, in words: each sentence about a trouble that it caused ends with them.

import { toHex } from '../base/index64';
import { linesText } from '../base/line-list';
import { spanText } from '../base/number-base';
import type { StoredRange } from '../model/machine';
import type { Cause, Trouble } from '../model/trouble';

/** ``damaged by `corrupt` at lines 3, 4``. */
export function causeWords({ by, lines }: Cause): string {
  return by === 'corrupt' ? `damaged by \`corrupt\` at ${linesText(lines)}` : `\`${by}\` at ${linesText(lines)}`;
}

/** Where the contents of a tree differ from the plain list: the range of each, null after the end of its list. */
export function contentsText(held: StoredRange | null, wanted: StoredRange | null): string {
  return `the tree holds ${rangeText(held)} where the range map holds ${rangeText(wanted)}`;
}

function rangeText(range: StoredRange | null): string {
  if (range === null) return 'nothing more';
  const { first, last, word } = range;
  return `${spanText(first, last)} = ${(word & 1n) === 1n ? word >> 1n : `the entry word ${toHex(word)}`}`;
}

/** A trouble in full, with its cause, if any, in parentheses. */
export function troubleText({ message, cause }: Pick<Trouble, 'message' | 'cause'>): string {
  return cause === null ? message : `${message} (${causeWords(cause)})`;
}
