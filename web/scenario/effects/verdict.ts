// SPDX-License-Identifier: GPL-2.0-or-later
//
// What comes of an `expect`.

import type { Instead } from '../../model/run';

export interface Verdict {
  readonly held: boolean;
  /** It does not hold because the text damaged something on purpose. */
  readonly onPurpose?: boolean;
  /** What was found and wanted. */
  readonly message: string;
  /** A change that would make it hold, if known. */
  readonly instead?: Instead;
}
