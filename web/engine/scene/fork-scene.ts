// SPDX-License-Identifier: GPL-2.0-or-later
//
// A fork or an exit as a scene shows it: its events as marks, in order, and the child half-done. Pure; the page's side
// of fork-capture.ts.

import type { ForkMark, SceneFork } from '../../model/memory';
import { decodeTree } from '../decode/decode';
import type { CoreEvent } from '../../model/event';
import type { WireFork } from '../decode/wire';

/** `events`: of the step, as many as were kept. */
export function decodeFork(wire: WireFork, events: readonly CoreEvent[]): SceneFork {
  const { record, parent, child, balance, partial, tablesLeft } = wire;
  return {
    record,
    parent,
    child,
    balance,
    marks: forkMarks(events),
    partial:
      partial === null
        ? null
        : {
            picture: decodeTree(partial.raw, { name: child, kind: 'mm', entries: partial.entries }, null),
            vmas: partial.vmas,
            tables: partial.tables,
            tablesLeft,
          },
  };
}

// The state after the events read so far.
interface Sight {
  /** The parent's VMA that is treated. */
  vma: number;
  /** Where the last slot was written since that VMA began to be treated. */
  node: number;
  slot: number;
}

/** The marks of a fork or an exit. */
export function forkMarks(events: readonly CoreEvent[]): ForkMark[] {
  const marks: ForkMark[] = [];
  const sight: Sight = { vma: 0, node: 0, slot: -1 };
  events.forEach((event, k) => {
    look(event, sight);
    const part = markOf(event, sight, events[k + 1]);
    if (part === null) return;
    marks.push({
      event: k,
      ok: true,
      count: 0,
      node: 0,
      from: 0,
      slot: -1,
      vma: 0,
      ...part,
    });
  });
  return marks;
}

function look(event: CoreEvent, sight: Sight): void {
  if (event.name === 'fork_vma') Object.assign(sight, { vma: event.count, node: 0, slot: -1 });
  else if (event.name === 'slot_written') Object.assign(sight, { node: event.node, slot: event.slot });
}

type Part = Pick<ForkMark, 'kind'> & Partial<ForkMark>;

function markOf(event: CoreEvent, sight: Sight, next: CoreEvent | undefined): Part | null {
  const { node, slot, vma } = sight;
  switch (event.name) {
    case 'request_single':
    case 'request_bulk':
      return requested(event, vma, next);
    case 'copied':
      return { kind: 'copied', node: event.node, from: Number(event.a) };
    case 'vma_in':
      return { kind: 'entry', node, slot, vma: event.count };
    case 'vma_skipped':
      return { kind: 'hole', vma: event.count };
    case 'marker_set':
      return { kind: 'marker', node, slot, vma: event.count };
    case 'fork_failed':
      return { kind: 'failed', ok: false, count: event.count, vma: Number(event.a) };
    case 'pages_copied':
      return { kind: 'page', count: event.count, vma };
    case 'table_made':
      return { kind: 'table', count: 1, vma };
    case 'pages_unmapped':
      return { kind: 'unmapped', count: event.count };
    case 'table_freed':
      return { kind: 'table_freed', count: 1 };
    case 'vma_freed':
      return { kind: 'vma_freed', count: 1, vma: event.count };
    case 'free_single':
    case 'free_bulk':
      return { kind: 'node_freed', count: event.count, node: event.node };
    case 'uncharged':
      return { kind: 'uncharged', count: event.count };
    default:
      return null;
  }
}

// A refusal is the event right after its request. A request while a VMA is treated is for a store, not for the copy.
function requested(event: CoreEvent, vma: number, next: CoreEvent | undefined): Part {
  return { kind: 'request', ok: next?.name !== 'refused', count: event.count, vma };
}
