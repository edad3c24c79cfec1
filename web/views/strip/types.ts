// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the address strip is given and gives back.

import type { SceneReader, SceneTree } from '../../model/run';
import type { SlotRef, TouchedRange } from '../shared/refs';
import type { Trail } from '../shared/trail';

export interface StripViewOptions {
  readonly host: HTMLElement;
  readonly onHover?: (ref: SlotRef | null) => void;
  readonly onSelect?: (ref: SlotRef | null) => void;
}

/** `packed`: a range's width grows with the logarithm of its size. `linear`: true to scale. */
export type StripScale = 'packed' | 'linear';

export interface StripViewData {
  readonly tree: SceneTree | null;
  readonly labels: readonly string[];
  readonly touched: TouchedRange | null;
  /** The way of a reading step: what it visited is underlined, in order. */
  readonly trail: Trail | null;
  /** Where a search of the tree looked. */
  readonly window: TouchedRange | null;
  readonly readers: readonly SceneReader[];
  readonly selected: SlotRef | null;
  readonly hovered: SlotRef | null;
  readonly scale: StripScale;
  /** Marks where one leaf ends and the next begins. */
  readonly nodeBoundaries: boolean;
}

export interface StripView {
  update(data: StripViewData): void;
  fit(): void;
  destroy(): void;
}

export type CreateStripView = (options: StripViewOptions) => StripView;
