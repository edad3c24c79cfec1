// SPDX-License-Identifier: GPL-2.0-or-later
//
// The inputs and outputs of the address strip.

import type { SceneReader, SceneTree } from '../../model/run';
import type { SlotRef, TouchedRange } from '../shared/refs';
import type { Trail } from '../shared/trail';

export interface StripViewOptions {
  readonly host: HTMLElement;
  readonly onHover?: (ref: SlotRef | null) => void;
  readonly onSelect?: (ref: SlotRef | null) => void;
  /** The code that moves a range's border; loads once the strip is hovered or focused. */
  readonly onBorders?: () => Promise<BorderHands>;
}

/** One end of a stored range. */
export interface Border {
  readonly tree: string;
  /** The range as it is stored, both included. */
  readonly first: bigint;
  readonly last: bigint;
  readonly end: 'first' | 'last';
}

export interface BorderHands {
  /** Whether this border can be moved; if not, `why` says so in a sentence. */
  canMove(border: Border): { readonly can: true } | { readonly can: false; readonly why: string };
  /** The text with the border at an index: the range as written. */
  words(border: Border, to: bigint): string;
  /** Writes the index into the text, which is then run. */
  move(border: Border, to: bigint): void;
  /** Says a sentence to everyone, or to listeners alone. */
  say(words: string, toAll: boolean): void;
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
