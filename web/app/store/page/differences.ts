// SPDX-License-Identifier: GPL-2.0-or-later
//
// A dump, second map or report that was read in and differs from the result here.

import { signal } from '@preact/signals';

/** A list with a heading, and what its columns are. */
export interface Differences {
  readonly title: string;
  readonly about: string;
  /** Said beside the list only. */
  readonly more?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Of what was taken in last; null: none. */
export const differences = signal<Differences | null>(null);

export function keepDifferences(found: Differences | null): void {
  differences.value = found;
}
