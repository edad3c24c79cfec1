// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lessons for the eyes of the editor: Markdown, with the language of scenarios in `maple` blocks.

import { parseCode, parser } from '@lezer/markdown';
import { highlightedParser } from '../../scenario/language/highlight';

export const lessonLanguage = parser.configure([
  parseCode({ codeParser: (info) => (/^maple\b/.test(info) ? highlightedParser : null) }),
  // HTML is text in a lesson.
  { remove: ['HTMLBlock', 'HTMLTag'] },
]);
