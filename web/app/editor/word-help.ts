// SPDX-License-Identifier: GPL-2.0-or-later
//
// Completion, and what is said of words: fetched while the page is idle, or when first wanted.

import type { EditorState } from '@codemirror/state';
import type * as WordHelpModule from '../../scenario/language/word-help';
import { PARSED_MAX } from '../store/page/texts';
import { alsoAhead } from '../ui/on-demand';

type WordHelp = typeof WordHelpModule;

let here: WordHelp | null = null;

async function fetchWordHelp(): Promise<WordHelp> {
  here ??= await import('../../scenario/language/word-help');
  return here;
}

alsoAhead(fetchWordHelp);

/** The text, for help that reads all of it; null where it is too long for that. */
export function helpText({ doc }: EditorState): string | null {
  return doc.length > PARSED_MAX ? null : doc.toString();
}

/** The answer of `ask`, at once if the module is loaded; null if it cannot be loaded. */
export function withWordHelp<T>(ask: (help: WordHelp) => T | null): T | null | Promise<T | null> {
  return here === null ? fetchWordHelp().then(ask, () => null) : ask(here);
}
