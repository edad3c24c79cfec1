// SPDX-License-Identifier: GPL-2.0-or-later
//
// The inputs and outputs of the picture of a large tree.

import type { TreeOverview } from '../../model/overview';
import type { NodePicture } from '../../model/picture';
import type { Vma } from '../../model/vma';
import type { NodesView, SlotRef, TouchedRange } from '../shared/refs';

/** The horizontal scale: the order of the leaves, all of equal width; or the index space to scale. */
export type LargeScale = 'leaves' | 'indexes';

export interface LargeViewOptions {
  /** An element with a size of its own; the view owns everything inside it. */
  readonly host: HTMLElement;
  readonly onHover?: (ref: SlotRef | null) => void;
  readonly onSelect?: (ref: SlotRef | null) => void;
  /** Nodes that are in view, large enough for their slots to be drawn, and not known yet. */
  readonly onNeed?: (ids: readonly number[]) => void;
}

export interface LargeViewData {
  /** Null until it is here: what was drawn before stays. */
  readonly overview: TreeOverview | null;
  /** Nodes that are known one by one, by id. */
  readonly nodes: ReadonlyMap<number, NodePicture>;
  readonly vmas: readonly Vma[] | null;
  /** Texts of the labels, as in `entryValue`. */
  readonly labels: readonly string[];
  readonly touched: TouchedRange | null;
  readonly selected: SlotRef | null;
  readonly hovered: SlotRef | null;
  /** Nodes and slots to be ringed: what a search of the picture found. */
  readonly rings: readonly SlotRef[];
  /** Shows the table in place of the drawing. */
  readonly table: boolean;
}

export interface LargeView extends NodesView {
  update(data: LargeViewData): void;
}
