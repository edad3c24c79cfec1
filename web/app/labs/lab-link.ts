// SPDX-License-Identifier: GPL-2.0-or-later
//
// The address of the scenario that a point or a row stands for.

import type { Opens } from '../../measure/lab';
import { encodeLink } from '../../share/encode';
import { LANGUAGE_VERSION } from '../../share/state';

const SCRIPT_MAX = 20_000;
const LAST_STEP = 1e9;

/** Null if no link would hold it. */
export function linkOf({ script, step = LAST_STEP }: Opens): string | null {
  if (script.length > SCRIPT_MAX) return null;
  const link = encodeLink({ script, language: LANGUAGE_VERSION, step, engine: null, sum: null });
  return link.kind === 'link' ? `#${link.fragment}` : null;
}
