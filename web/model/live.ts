// SPDX-License-Identifier: GPL-2.0-or-later
//
// The value of an expression of the language at one moment of a run. Plain data: lessons show such values in their
// prose.

import type { Index } from '../base/index64';

/**
 * 'failed': the expression has no value there, because a name does not exist yet or a sum overflows; `message` says
 * why.
 */
export type LiveValue =
  | { readonly kind: 'number'; readonly value: Index }
  | { readonly kind: 'null' }
  | { readonly kind: 'zero' }
  | { readonly kind: 'label'; readonly text: string }
  | { readonly kind: 'failed'; readonly message: string };
