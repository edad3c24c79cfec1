// SPDX-License-Identifier: GPL-2.0-or-later
//
// A mistake in a text as a value: where, what, and what could stand there instead.

export interface Diagnostic {
  /** Character offsets in the text, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** 1-based place of `from`. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** What could stand there, or the nearest known name; empty when there is nothing to add. */
  readonly hint: string;
}
