// SPDX-License-Identifier: GPL-2.0-or-later
//
// Raw event records become events with names, fields and a sentence. Floor 3: pure. What kinds there are and what their
// fields mean is printed from the core (generated/tables.ts).

import type { SceneEvent } from '../model/run';
import { EVENT, EVENT_KINDS, SOURCES, STORE_TYPE_NAMES, type EventKind, type EventName } from './generated/tables';

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
      name: EVENT_KINDS[view.getUint16(at + EVENT.kind, true)]!.name,
      file: SOURCES[view.getUint16(at + EVENT.file, true)] ?? '',
      line: view.getUint16(at + EVENT.line, true),
      slot: slot === NO_SLOT ? -1 : slot,
      node: view.getUint32(at + EVENT.node, true),
      count: view.getUint32(at + EVENT.count, true),
      a: view.getBigUint64(at + EVENT.a, true),
      b: view.getBigUint64(at + EVENT.b, true),
    };
  });
}

const KIND_OF = new Map<string, EventKind>(EVENT_KINDS.map((kind) => [kind.name, kind]));

/** The event as the page shows it. */
export function sceneEvent(event: CoreEvent): SceneEvent {
  const { name, file, line } = event;
  return { name, text: eventText(event), node: event.node === 0 ? null : event.node, slot: event.slot < 0 ? null : event.slot, file, line };
}

/** The kind's sentence with the fields filled in. */
export function eventText(event: CoreEvent): string {
  const kind = KIND_OF.get(event.name)!;
  const text = kind.sentence.replace(/\{(node|slot|count|a|b)\}/g, (_, field: 'node' | 'slot' | 'count' | 'a' | 'b') => {
    if (kind[field] === 'store type') return STORE_TYPE_NAMES[event.count] ?? String(event.count);
    const value = event[field];
    return IN_HEX.test(kind[field] ?? '') ? `0x${value.toString(16)}` : value.toString();
  });
  return text.replace(/\b1 (node|slot|level)s\b( left in reserve)?( are\b)?/g, (_, noun: string, where = '', verb = '') => `1 ${noun}${where as string}${verb === '' ? '' : ' is'}`);
}

// Indexes and what is counted in them are shown in hex, ids and counts in decimal.
const IN_HEX = /\b(?:index|pivot|gap|size|word|value)\b(?! offset)/;
