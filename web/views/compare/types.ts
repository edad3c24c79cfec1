// SPDX-License-Identifier: GPL-2.0-or-later
//
// The inputs and outputs of the picture of two trees side by side.

import type { TreeComparison } from '../../model/comparison';

export interface ComparisonProps {
  readonly comparison: TreeComparison;
  /** The names of the two: "t · step 4". */
  readonly titleA: string;
  readonly titleB: string;
  /** The chosen row, by its place among the rows; null: none. */
  readonly chosen: number | null;
  readonly onChoose: (row: number) => void;
}
