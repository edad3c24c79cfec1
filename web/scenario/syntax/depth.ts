// SPDX-License-Identifier: GPL-2.0-or-later
//
// How deep a text may nest.

/** Blocks deeper than this are not built, whatever the limit of the run is; expressions deeper than that neither. */
export const BLOCK_DEPTH_MAX = 500;
export const EXPRESSION_DEPTH_MAX = 500;
/** A run ends at so many steps, with an error, and keeps them. */
export const STEPS_MAX = 2_000_000;

// A comment, raw text, a string, or a brace. Raw text without an end is read as lines: the grammar refuses it anyway.
const TOKEN = /#[^\n]*|"""[ \t\r]*\n[^]*?\n[ \t\r]*"""[ \t\r]*(?=\n|$)|"(?:[^"\\\n]|\\.)*"?|[{}]/g;

/**
 * The offset of the first brace that opens a block deeper than BLOCK_DEPTH_MAX; null if there is none. One pass over
 * the text without recursion, so that a text can be refused before anything that descends into it overflows the stack.
 */
export function tooDeepAt(text: string): number | null {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' && ++depth > BLOCK_DEPTH_MAX) return index;
    if (token === '}' && depth > 0) depth--;
  }
  return null;
}

/** The message there. */
export const TOO_DEEP = `blocks are nested more than ${BLOCK_DEPTH_MAX} deep`;
