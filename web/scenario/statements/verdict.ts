// SPDX-License-Identifier: GPL-2.0-or-later
//
// What comes of an `expect`.

export interface Verdict {
  readonly held: boolean;
  /** What was found and wanted. */
  readonly message: string;
}
