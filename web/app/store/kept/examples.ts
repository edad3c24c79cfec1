// SPDX-License-Identifier: GPL-2.0-or-later
//
// The type of a gallery scenario, and the first one, which the page shows to a visitor without a link. The others load
// with the gallery (examples-list.ts).

import { computed } from '@preact/signals';
import first from '../../examples/first.maple?raw';
import { text, type PictureView } from '../page/state';

export type ExampleGroup =
  | 'Start here'
  | 'Memory calls'
  | 'Trees'
  | 'Reading and searching'
  | 'Nodes requested'
  | 'Forks of address spaces'
  | 'Forks that fail';

/** What the reader needs to know: nothing; nodes, slots and pivots; stores and forks. */
export type ExampleLevel = 'basic' | 'intermediate' | 'advanced';

export interface Example {
  readonly name: string;
  readonly group: ExampleGroup;
  readonly level: ExampleLevel;
  readonly title: string;
  /** One sentence. */
  readonly about: string;
  readonly text: string;
  /** Where it opens; null: at its end. */
  readonly step: number | null;
  /** The view that it opens with; null: the one that shows most of the step. */
  readonly view: PictureView | null;
  /** How many steps it has. */
  readonly steps: number;
  /** The store types that it takes, sorted. */
  readonly stores: readonly string[];
  /** Further words by which it is found. */
  readonly tags: readonly string[];
}

export const FIRST_EXAMPLE: Example = {
  name: 'first',
  group: 'Start here',
  level: 'basic',
  title: 'A small process: its heap splits a full leaf',
  about: 'Eight ranges of a small process fill a leaf; the ninth, its heap, splits it.',
  text: first.trimEnd(),
  step: 10,
  view: null,
  steps: 11,
  stores: ['append', 'node_store', 'split_store', 'store_root'],
  tags: ['split', 'leaf', 'process', 'first'],
};

/** A number of it to change, as offsets into its text, and its line: where its heap ends. */
export const FIRST_CHANGE = {
  from: FIRST_EXAMPLE.text.indexOf('0x17f'),
  to: FIRST_EXAMPLE.text.indexOf('0x17f') + 5,
  line: FIRST_EXAMPLE.text.split('0x17f', 1)[0]!.split('\n').length,
} as const;

/** The text is that of the first example. */
export const atFirstExample = computed(() => text.value === FIRST_EXAMPLE.text);
