// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the two reports of a run, table and JSON, have in common.

import type { NamedTree, RunItem } from '../model/item';
import type { Remark } from '../scenario/check/quick-fixes';
import type { Options } from './options';
import type { Output } from './output';

/** What a report needs of the run. */
export interface Telling {
  readonly engine: string;
  readonly output: Output;
  readonly options: Options;
  /** The canonical dump of a tree as it is now. */
  readonly dump: (tree: NamedTree) => readonly string[];
  /** What is read well on a line of the text and hardly meant. */
  readonly remarks: (line: number) => readonly Remark[];
}

/** Tells items as they come; the last one is the end. True if all held. */
export type Teller = (items: Iterable<RunItem>, telling: Telling) => Promise<boolean>;
