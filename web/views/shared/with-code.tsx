// SPDX-License-Identifier: GPL-2.0-or-later
//
// Sentences that quote the scenario between backticks.

import type { ComponentChildren } from 'preact';

/** Words between backticks are of the scenario. */
export function withCode(text: string): ComponentChildren {
  return text.split('`').map((part, k) => (k % 2 === 0 ? part : <code key={k}>{part}</code>));
}
