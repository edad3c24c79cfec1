// SPDX-License-Identifier: GPL-2.0-or-later
//
// Raw event records become events with names and fields. Pure. What kinds there are is printed from the core
// (generated/tables.ts). Their sentences stand in event-texts.ts and event-words.ts, which are fetched later.

import { indexText } from '../../base/number-base';
import type { NodePicture } from '../../model/picture';
import { EVENT, EVENT_NAMES, SOURCES, type EventName } from '../generated/tables';
import { idAt } from '../core/ids';

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

const NO_SLOT = 0xffff;

/** The first `most` events of a run of records. */
export function decodeEvents(records: Uint8Array, most: number): CoreEvent[] {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  const count = Math.min(most, records.byteLength / EVENT.BYTES);
  return Array.from({ length: count }, (_, k): CoreEvent => {
    const at = EVENT.BYTES * k;
    const slot = view.getUint16(at + EVENT.slot, true);
    return {
      name: EVENT_NAMES[view.getUint16(at + EVENT.kind, true)]!,
      file: SOURCES[view.getUint16(at + EVENT.file, true)] ?? '',
      line: view.getUint16(at + EVENT.line, true),
      slot: slot === NO_SLOT ? -1 : slot,
      node: idAt(view, at + EVENT.node),
      count: view.getUint32(at + EVENT.count, true),
      a: view.getBigUint64(at + EVENT.a, true),
      b: view.getBigUint64(at + EVENT.b, true),
    };
  });
}

/** What an event does not tell of itself. */
export interface EventSetting {
  /** The readers by number. */
  readonly readers: ReadonlyMap<number, string>;
  /** Whether a node is a leaf; null if that is not known. */
  readonly isLeaf: (node: number) => boolean | null;
  /** How often each failure site had been passed before the step, in the order of SITES. */
  readonly passed: readonly number[];
}

/** What a step's events do not tell of themselves. */
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

/** Why a store spans; NULL up to the very end of a child does too (rule "span"). */
export function spanText({ a, b, slot, node }: CoreEvent): string {
  const hex = indexText;
  if (a === b)
    return `NULL up to ${hex(b)}, where slot ${slot} of node ${node} ends, would leave a leaf that ends in NULL, which none may: the leaf after it is rewritten too.`;
  return `The range ends at ${hex(a)}, but slot ${slot} of node ${node} ends at ${hex(b)}: several leaves are involved, and what they keep on either side of the range is dealt out anew with it.`;
}
