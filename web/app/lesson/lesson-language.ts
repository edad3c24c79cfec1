// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lessons for the eyes of the editor: Markdown, with the language of scenarios in `maple` blocks.

import type { Parser } from '@lezer/common';
import { parser } from '@lezer/markdown';
import { highlightedParser } from '../../scenario/language/highlight';

/** HTML is text in a lesson. */
export const lessonLanguage = parser.configure({ remove: ['HTMLBlock', 'HTMLTag'] });

/** The parser of the blocks with this word behind their fence. */
export function parserOfBlock(info: string): Parser | null {
  return /^maple\b/.test(info) ? highlightedParser : null;
}
