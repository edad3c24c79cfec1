// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a text did on purpose, in words: each sentence about a trouble that it caused ends with them.

import { linesText } from '../base/line-list';
import type { Cause, Trouble } from '../model/trouble';

/** ``damaged by `corrupt` at lines 3, 4``. */
export function causeWords({ by, lines }: Cause): string {
  return by === 'corrupt' ? `damaged by \`corrupt\` at ${linesText(lines)}` : `\`${by}\` at ${linesText(lines)}`;
}

/** A trouble in full, with its cause, if any, in parentheses. */
export function troubleText({ message, cause }: Pick<Trouble, 'message' | 'cause'>): string {
  return cause === null ? message : `${message} (${causeWords(cause)})`;
}
