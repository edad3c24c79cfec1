// SPDX-License-Identifier: GPL-2.0-or-later
//
// A mistake in a text as a value: where, what, and what could stand there instead. `message` and `hint` are for people;
// code that mends a mistake reads `mistake`.

/** Which mistake it is, with what is needed to mend it. */
export type Mistake =
  /** Something else belongs here: what was likely meant, and which words and signs may stand here. */
  | { readonly code: 'instead'; readonly likely: readonly string[]; readonly expected: readonly string[] }
  /**
   * The line does not begin with a statement. `likely`: those that were meant, the likeliest first; `isAdvised`: the
   * hint names other ways.
   */
  | { readonly code: 'no-statement'; readonly likely: readonly string[]; readonly isAdvised: boolean }
  | { readonly code: 'ends-early'; readonly expected: readonly string[] }
  /** Permissions as Linux prints them, `rw-p`. `written`: as the language writes them. */
  | { readonly code: 'permissions'; readonly written: string }
  /** A form of another language; `written`: the same here, for a loop its head. */
  | { readonly code: 'habit'; readonly written: string; readonly isLoop: boolean }
  | { readonly code: 'grouped-digits'; readonly likely: readonly string[] }
  | { readonly code: 'slashes' | 'semicolon' | 'no-equals' }
  | { readonly code: 'no-current'; readonly what: 'tree' | 'address space' }
  | { readonly code: 'unknown-tree'; readonly name: string; readonly likely: string | null }
  /** A line further down makes what is missing. */
  | { readonly code: 'made-below'; readonly line: number }
  | { readonly code: 'taken' }
  | { readonly code: 'open-block' | 'open-block-of-line' | 'closes-nothing' | 'closes-other-line' }
  | { readonly code: 'open-raw-text' | 'open-string' }
  /** A line inside of a `maps` or `trace` block. */
  | { readonly code: 'listed-line' }
  /** A line of such a block, outside of one. */
  | { readonly code: 'outside-block'; readonly block: string };

export interface Diagnostic {
  /** Character offsets in the text, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** 1-based place of `from`. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** The words possible there, or the nearest known name; empty if there is nothing to add. */
  readonly hint: string;
  /** Left out where nothing can be guessed. */
  readonly mistake?: Mistake;
}
