// SPDX-License-Identifier: GPL-2.0-or-later
//
// Props of the inspector's panels, which are Preact components.

import type { NodePicture } from '../../model/picture';
import type { StepReport } from '../../model/report';
import type { SceneTree, StepBrief } from '../../model/run';
import type { SlotRef } from '../refs';
import type { JudgedTree } from './invariants';

export interface StepPanelProps {
  readonly step: number;
  readonly record: StepReport | null;
  readonly brief: StepBrief | null;
  /** The sentence on why; empty when there is none. */
  readonly why: string;
  readonly touched: { readonly first: bigint; readonly last: bigint } | null;
  readonly labels: readonly string[];
}

export interface NodePanelProps {
  readonly tree: SceneTree | null;
  /** The node to be shown; null shows how to choose one. */
  readonly node: NodePicture | null;
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
  readonly troubles: readonly string[];
  readonly onSelect?: (ref: SlotRef) => void;
}

export interface AllocatorPanelProps {
  readonly live: number;
  readonly balance: number;
  readonly trees: readonly SceneTree[];
  readonly record: StepReport | null;
  readonly brief: StepBrief | null;
}
