// SPDX-License-Identifier: GPL-2.0-or-later
//
// Props of the inspector's panels, which are Preact components.

import type { ComponentChildren } from 'preact';
import type { NodePicture } from '../../model/picture';
import type { StepReport } from '../../model/report';
import type { SceneReader, SceneTree, StepBrief } from '../../model/run';
import type { Release } from '../../model/releases';
import type { Trouble } from '../../model/trouble';
import type { SlotRef } from '../shared/refs';
import type { Trail } from '../shared/trail';
import type { ApartNode } from './apart';
import type { Evidence, JudgedTree } from './invariants';
import type { Window } from './looks';

export interface StepPanelProps {
  readonly step: number;
  readonly record: StepReport | null;
  readonly brief: StepBrief | null;
  /** The sentence on why; empty when there is none. */
  readonly why: string;
  readonly touched: { readonly first: bigint; readonly last: bigint } | null;
  readonly labels: readonly string[];
  /** The release of the step's tree. */
  readonly release: Release;
  /** Whether the step's tree tracks gaps; null if it is no more. */
  readonly alloc: boolean | null;
  /** The scenario's notes on this step. */
  readonly notes: readonly string[];
  /** Lines to keep free for notes, at steps that have none as well. */
  readonly noteLines: number;
  /** Rows whose value is 0 or not known are left out. */
  readonly withoutEmptyRows?: boolean;
  /** All trees of the step, and the dead nodes that wait for readers. */
  readonly trees: readonly SceneTree[];
  readonly waiting: number;
  /** The evidence about the step. */
  readonly evidence: Evidence;
  readonly onSelect?: (ref: SlotRef) => void;
  /** The part between the decision and the nodes: the path of a reading step. */
  readonly children?: ComponentChildren;
}

export interface TrailPanelProps {
  readonly trail: Trail;
  /** The tree that was read; null if it is no more. */
  readonly tree: SceneTree | null;
  /** Where a search looked for a free range; null for other steps. */
  readonly window: Window | null;
  readonly labels: readonly string[];
  readonly selected: SlotRef | null;
  readonly onHover?: (ref: SlotRef | null) => void;
  readonly onSelect?: (ref: SlotRef | null) => void;
}

export interface ReadersPanelProps {
  readonly readers: readonly SceneReader[];
  /** Dead nodes that wait for readers to leave. */
  readonly waiting: number;
  readonly onSelect?: (ref: SlotRef | null) => void;
}

export interface StatesPanelProps {
  /** Readers and kept states; `kept` marks the latter. */
  readonly states: readonly SceneReader[];
  readonly onSelect?: ((ref: SlotRef | null) => void) | undefined;
}

export interface NodePanelProps {
  readonly tree: SceneTree | null;
  /** The node to be shown; null shows how to choose one. */
  readonly node: NodePicture | null;
  /** It has left the tree, and a reader stands on it. */
  readonly dead: boolean;
  /** The node to be shown, where it is in no tree; null otherwise. */
  readonly apart: ApartNode | null;
  /** Nothing was chosen: it is the one that the step is about. */
  readonly unchosen?: boolean;
  /** The picture has no node to choose: it shows the runs of a sweep. */
  readonly nodeless?: boolean;
  /** How many others a node in reserve lists; null: it lists none, or is in no reserve. */
  readonly listed: number | null;
  /** Id of the node at an address; 0 if none is known there. */
  readonly idAt: (address: bigint) => number;
  readonly labels: readonly string[];
  readonly selected: SlotRef | null;
  readonly hovered: SlotRef | null;
  readonly onHover?: (ref: SlotRef | null) => void;
  readonly onSelect?: (ref: SlotRef | null) => void;
}

export interface InvariantsPanelProps {
  /** Every tree of the step with what the validator found. */
  readonly trees: readonly JudgedTree[];
  /** Nodes that are out and cannot be reached: 0 unless something leaked (I32). */
  readonly balance: number;
  /** Differences from the plain range map at this step (I36). */
  readonly troubles: readonly Trouble[];
  /** Trees whose bytes the scenario has written over on purpose, and where. */
  readonly corrupted: readonly Corruption[];
  readonly onSelect?: (ref: SlotRef) => void;
  /** Rings a place in the picture; the inspector stays where it is. */
  readonly onPoint?: (ref: SlotRef) => void;
}

/** A tree that the scenario corrupted, and the lines that did. */
export interface Corruption {
  readonly tree: string;
  readonly lines: readonly number[];
}

export interface AllocatorPanelProps {
  readonly live: number;
  /** Dead nodes among them that wait for a reader to leave. */
  readonly waiting: number;
  /** Nodes among them that kept states hold in reserve. */
  readonly held: number;
  readonly balance: number;
  readonly trees: readonly SceneTree[];
  /** Rows whose number is 0 are left out. */
  readonly withoutEmptyRows?: boolean;
}
