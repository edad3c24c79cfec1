// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the tree picture is given and gives back. The same data drives the drawing and its table.

import type { SceneReader, SceneTree } from '../../model/run';
import type { SlotRef, TouchedRange } from '../refs';
import type { Trail } from '../shared/trail';

export interface TreeViewOptions {
  /** An element with a size of its own; the view owns everything inside it. */
  readonly host: HTMLElement;
  /** The pointer or the table's focus is on a slot or a node; null when it left. */
  readonly onHover?: (ref: SlotRef | null) => void;
  /** A slot or node was chosen; null when the empty ground was clicked. */
  readonly onSelect?: (ref: SlotRef | null) => void;
}

export interface TreeViewData {
  /** The trees to be drawn: one, or parent and child side by side. None draws nothing. */
  readonly trees: readonly SceneTree[];
  /** Texts of the labels, as in `entryValue`. */
  readonly labels: readonly string[];
  readonly touched: TouchedRange | null;
  /** The way of a reading step; null when it took none. */
  readonly trail: Trail | null;
  /** Readers parked after the step, of all trees. */
  readonly readers: readonly SceneReader[];
  /** Dead nodes that wait for readers to leave. */
  readonly waiting: number;
  /** Names of all trees that exist, drawn or not. */
  readonly existing: readonly string[];
  readonly selected: SlotRef | null;
  readonly hovered: SlotRef | null;
  /** One sentence under a pair of trees: how many nodes each has. Null for one tree. */
  readonly balance: string | null;
  /** Shows the table in place of the drawing. The table is there for assistive technology in both cases. */
  readonly table: boolean;
}

export interface TreeView {
  update(data: TreeViewData): void;
  /** Everything in view; again after the person zoomed or panned. */
  fit(): void;
  /** Multiplies the zoom about the middle. */
  zoomBy(factor: number): void;
  /** Brings one node to the middle, at a size at which it can be read. */
  focusNode(tree: string, node: number): void;
  destroy(): void;
}

export type CreateTreeView = (options: TreeViewOptions) => TreeView;
