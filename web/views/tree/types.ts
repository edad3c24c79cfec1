// SPDX-License-Identifier: GPL-2.0-or-later
//
// The inputs and outputs of the tree picture. The same data drives the drawing and its table.

import type { SceneHalf, SceneReader, SceneTree } from '../../model/run';
import type { NodesView, SlotRef, TouchedRange } from '../shared/refs';
import type { Trail } from '../shared/trail';
import type { Spoilt } from './damage';

export interface TreeViewOptions {
  /** An element with a size of its own; the view owns everything inside it. */
  readonly host: HTMLElement;
  /** The pointer or the table's focus is on a slot or a node; null when it left. */
  readonly onHover?: (ref: SlotRef | null) => void;
  /** A slot or node was chosen; null when the empty ground was clicked. */
  readonly onSelect?: (ref: SlotRef | null) => void;
  /** It is for paper, where type may be smaller. */
  readonly paper?: boolean;
  /** The kinds of child words are to be shown, or hidden again. Without it the picture offers no way to say so. */
  readonly onPointers?: (shown: boolean) => void;
}

/** A failed step: nodes allocated and freed again, by id in order, and nodes of requests that were refused. */
export interface FailedStep {
  readonly freed: readonly number[];
  readonly refused: number;
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
  /** The clicked place stays where it is although the picture gets another size: its list is open beside it. */
  readonly still?: boolean;
  readonly hovered: SlotRef | null;
  /** One sentence under a pair of trees: how many nodes each has. Null for one tree. */
  readonly balance: string | null;
  /** The step shown, from 0: things move to the next step and to the one before only. */
  readonly step: number;
  /**
   * Draws the trees of a step stopped at an event in place of those it changes, the nodes beside them on a shelf, and
   * rings the event's node and slot.
   */
  readonly half: SceneHalf | null;
  /** Nodes and slots to be ringed: what a search of the picture found. */
  readonly rings: readonly SlotRef[];
  /**
   * Levels that the write looked for on its way down (rule "store request"), for marks at the left edge. Null unless
   * the step wrote.
   */
  readonly heights: { readonly vacant: number; readonly sufficient: number } | null;
  /** Shows what kind of node each child word says its child is, with the encoded bits (core/src/node.h). */
  readonly pointers: boolean;
  /** The nodes of a failed step: granted and refused; null or left out if nothing failed. */
  readonly failed?: FailedStep | null;
  /** The fields that the step overwrote on purpose; null or left out if none. */
  readonly spoilt?: Spoilt | null;
  /** The largest zoom at which the whole of a small tree is drawn; what the view thinks right if it is left out. */
  readonly fitZoomMax?: number | undefined;
  /** Shows the whole tree also on a small screen on which it can hardly be read: what matters is where things go. */
  readonly entire?: boolean;
  /** Shows the table in place of the drawing. The table is there for assistive technology in both cases. */
  readonly table: boolean;
}

export interface TreeView extends NodesView {
  update(data: TreeViewData): void;
}

export type CreateTreeView = (options: TreeViewOptions) => TreeView;
