// SPDX-License-Identifier: GPL-2.0-or-later
//
// The inputs and outputs of the timeline.

import type { StepColumns } from '../../model/run';

export interface TimelineViewOptions {
  readonly host: HTMLElement;
  /** The person wants this step (0 … steps): click, drag or key. Called often while dragging. */
  readonly onSeek?: (step: number) => void;
  /** The pointer is over a step; null when it left. */
  readonly onHover?: (step: number | null) => void;
  /** The step's subject, in a few words, if its operation does not say it. */
  readonly about?: (step: number) => string | null;
  /** Where the row above the bars is free from, in pixels: a tip stands there as long as it has room. */
  readonly clear?: () => number;
}

/** Marks on single steps, beside their bars. */
export interface TimelineMark {
  readonly step: number;
  readonly kind: 'expect-held' | 'expect-failed' | 'note' | 'pause' | 'trouble' | 'edited';
  /** The text of the mark: the note, or the value that an expect found. */
  readonly text?: string;
}

export interface TimelineViewData {
  readonly steps: StepColumns;
  readonly current: number;
  /** The step wanted, if another than the current one: keys and drags continue from it. */
  readonly wanted?: number;
  readonly marks: readonly TimelineMark[];
  /** Step from which the pointed-at line of the editor comes, or null. */
  readonly hovered: number | null;
  /** Steps with results of a search, in any order. */
  readonly ticks: readonly number[];
  /** Steps at which play stops because the person said so, in any order. */
  readonly breakpoints: readonly number[];
  /** Steps that change the chosen node, in any order. */
  readonly changes: readonly number[];
}

export interface TimelineView {
  update(data: TimelineViewData): void;
  destroy(): void;
}

export type CreateTimelineView = (options: TimelineViewOptions) => TimelineView;
