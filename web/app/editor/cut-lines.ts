// SPDX-License-Identifier: GPL-2.0-or-later
//
// A long text is cut into the editor's lines piece by piece before it replaces the one on the page. All at once, that
// would hold up the page: a quarter of a second for 31 MB.

import { Text } from '@codemirror/state';

/** In characters: some milliseconds of work. */
const PIECE = 2_000_000;

let lately: { readonly text: string; readonly doc: Text } | null = null;

/** Cuts the text, whose lines end with \n, and holds the result for `cutBefore`. */
export async function cutLines(text: string): Promise<void> {
  let doc = Text.empty;
  for (let at = 0; at < text.length; at += PIECE) {
    doc = doc.append(Text.of(text.slice(at, at + PIECE).split('\n')));
    await new Promise((done) => setTimeout(done));
  }
  lately = { text, doc };
}

/** The lines of the text, if it was cut last; they are handed out once. */
export function cutBefore(text: string): Text | null {
  const doc = lately?.text === text ? lately.doc : null;
  lately = null;
  return doc;
}
