// SPDX-License-Identifier: GPL-2.0-or-later
//
// Raw event records become events with names and fields. Pure.

import { EVENT, SOURCES } from '../generated/tables';
import type { CoreEvent } from '../../model/event';
import { EVENT_NAMES } from '../../model/generated/events';
import { idAt } from '../core/ids';

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
