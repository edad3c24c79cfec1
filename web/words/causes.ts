// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a text did on purpose, in words: each sentence about a trouble that it caused ends with them.

import { linesText } from '../base/line-list';
import type { Cause } from '../model/trouble';

/** ``damaged by `corrupt` at lines 3, 4``. */
export function causeWords({ by, lines }: Cause): string {
  return by === 'corrupt' ? `damaged by \`corrupt\` at ${linesText(lines)}` : `\`${by}\` at ${linesText(lines)}`;
}

/** The same in parentheses, after a blank; empty where nothing did it. */
export function causeText(cause: Cause | null): string {
  return cause === null ? '' : ` (${causeWords(cause)})`;
}
