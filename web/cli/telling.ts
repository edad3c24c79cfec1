// SPDX-License-Identifier: GPL-2.0-or-later
//
// The common part of a run's two reports, table and JSON.

import type { NamedTree, RunItem } from '../model/item';
import type { Remark } from '../scenario/check/quick-fixes';
import type { Options } from './options';
import type { Output } from './output';

/** The data of the run that a report uses. */
export interface Telling {
  readonly engine: string;
  readonly output: Output;
  readonly options: Options;
  /** The canonical dump of a tree as it is now. */
  readonly dump: (tree: NamedTree) => readonly string[];
  /** Remarks on lines that are correct and hardly intended. */
  readonly remarks: (line: number) => readonly Remark[];
}

/** Tells items as they come; the last one is the end. True if all held. */
export type Teller = (items: Iterable<RunItem>, telling: Telling) => Promise<boolean>;
