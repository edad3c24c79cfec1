// SPDX-License-Identifier: GPL-2.0-or-later
//
// Events of the core as data: the parts of a step in their order, and the facts that events lack. The meaning of a
// kind's fields is printed from the core (generated/event-kinds.ts).

import type { EventName } from './generated/events';
import type { NodePicture } from './picture';

/** An event with its fields; those that its kind does not use are 0. */
export interface CoreEvent {
  readonly name: EventName;
  readonly file: string;
  readonly line: number;
  /** −1 where there is none. */
  readonly slot: number;
  /** Node id, 0 where there is none. */
  readonly node: number;
  readonly count: number;
  readonly a: bigint;
  readonly b: bigint;
}

/** Facts that the event itself lacks. */
export interface EventSetting {
  /** The readers by number. */
  readonly readers: ReadonlyMap<number, string>;
  /** Whether a node is a leaf; null if that is not known. */
  readonly isLeaf: (node: number) => boolean | null;
  /** How often each failure site had been passed before the step, in the order of SITES. */
  readonly passed: readonly number[];
}

/** Facts that a step's events lack. */
export interface StepSetting extends EventSetting {
  /** Nodes a step earlier, by id. */
  readonly nodes: ReadonlyMap<number, NodePicture>;
  /** The step is about an address space: values in its tree are numbers of VMAs. */
  readonly ofSpace: boolean;
}

/** Which pass of its site a `site_failed` is, counted within the step: the core counts them all. */
export function passInStep({ slot, count }: Pick<CoreEvent, 'slot' | 'count'>, passed: readonly number[]): number {
  return count - (passed[slot] ?? 0);
}
