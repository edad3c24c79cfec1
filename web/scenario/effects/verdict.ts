// SPDX-License-Identifier: GPL-2.0-or-later
//
// The verdict on an `expect`.

import type { Instead } from '../../model/run';

export interface Verdict {
  readonly held: boolean;
  /** It does not hold because the text damaged something on purpose. */
  readonly onPurpose?: boolean;
  /** The value found and the value wanted. */
  readonly message: string;
  /** A change that would make it hold, if known. */
  readonly instead?: Instead;
}
