// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a scenario of the gallery is, and the first of them, which the page shows to someone who comes without a link.
// The others are fetched with the gallery (examples-list.ts).

import first from '../examples/first.maple?raw';
import type { PictureView } from './state';

export type ExampleGroup = 'Start here' | 'Trees' | 'Reading and searching' | 'Nodes asked for' | 'Forks of address spaces' | 'Forks that fail';

export interface Example {
  readonly name: string;
  readonly group: ExampleGroup;
  readonly title: string;
  /** One sentence. */
  readonly about: string;
  readonly text: string;
  /** Where it opens; null: at its end. */
  readonly step: number | null;
  /** The view that it opens with; null: the one that tells most of the step. */
  readonly view: PictureView | null;
  /** How many steps it has. */
  readonly steps: number;
  /** The store types that it takes, sorted. */
  readonly stores: readonly string[];
  /** Further words by which it is found. */
  readonly tags: readonly string[];
}

export const FIRST_EXAMPLE: Example = { name: 'first', group: 'Start here', title: 'A leaf splits, a copy fails', about: 'Eight stores fill a leaf, the ninth splits it; then the second request of a copy is refused.', text: first.trimEnd(), step: 10, steps: 14, stores: ['append', 'node_store', 'split_store', 'store_root'], tags: ['split', 'copy', 'dup', 'fail', 'refused', 'leaf'], view: null };
