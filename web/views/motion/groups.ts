// SPDX-License-Identifier: GPL-2.0-or-later
//
// The events of a step in a few groups by what they do, and in runs of one group. Pure.

import type { SceneEvent } from '../../model/run';

export type EventGroup = 'find' | 'decide' | 'reserve' | 'deal' | 'write' | 'link' | 'memory' | 'free' | 'fail';

/** In the order of a write; each is a lane of the strip. */
export const EVENT_GROUPS: readonly EventGroup[] = [
  'find',
  'decide',
  'reserve',
  'deal',
  'write',
  'link',
  'memory',
  'free',
  'fail',
];

/** The description of each group, in a few words. */
export const GROUP_WORDS: Readonly<Record<EventGroup, string>> = {
  find: 'finding the place, searching, moving on',
  decide: 'decisions: spans, type of store, how a fork goes on',
  reserve: 'nodes requested, allocated, taken from the preallocation',
  deal: 'slots gathered in a row and dealt out: pushes, cuts, neighbours',
  write: 'nodes built, slots and pivots written',
  link: 'links changed: parents, root, nodes that die',
  memory: 'VMAs, page tables, the commit charge',
  free: 'nodes freed',
  fail: 'requests refused, failures',
};

const KINDS: Readonly<Record<EventGroup, readonly string[]>> = {
  find: [
    'descend',
    'arrive',
    'climb',
    'gap_looked_at',
    'sidestep',
    'visited',
    'dead_met',
    'reader_parked',
    'reader_left',
  ],
  decide: [
    'span_seen',
    'null_widened',
    'type_chosen',
    'fork_begins',
    'fork_vma',
    'vma_skipped',
    'undo_begins',
    'exit_begins',
    'exit_ends',
  ],
  reserve: ['request_single', 'request_bulk', 'node_out', 'prealloc_take', 'prealloc_return'],
  deal: ['gathered', 'cut_chosen', 'push', 'pulled', 'converged'],
  write: [
    'node_built',
    'slot_written',
    'pivot_written',
    'end_written',
    'leaf_rewritten',
    'gap_written',
    'copied',
    'bulk_evened',
    'corrupted',
    'marker_set',
    'vma_in',
  ],
  link: ['linked', 'dead', 'adopted', 'subtree_dead', 'height_changed', 'root_written'],
  memory: [
    'vma_made',
    'vma_changed',
    'vma_freed',
    'charged',
    'uncharged',
    'mapped_page',
    'pages_written',
    'anon_obtained',
    'table_made',
    'table_freed',
    'pages_unmapped',
    'pages_protected',
    'pages_moved',
    'pages_copied',
    'free_range',
    'free_limits',
  ],
  free: ['prealloc_free', 'free_single', 'free_bulk', 'defer_node', 'defer_subtree', 'grace', 'grace_waits'],
  fail: ['refused', 'retry', 'site_failed', 'fork_failed'],
};

const GROUP_OF: ReadonlyMap<string, EventGroup> = new Map(
  EVENT_GROUPS.flatMap((group) => KINDS[group].map((kind) => [kind, group])),
);

/** The group of a kind of event; null for a kind that has none, which a test rules out for those of the core. */
export function groupOf(name: string): EventGroup | null {
  return GROUP_OF.get(name) ?? null;
}

/** Neighbouring events of one group. */
export interface EventRun {
  readonly group: EventGroup;
  readonly from: number;
  readonly count: number;
}

export function runsOf(events: readonly Pick<SceneEvent, 'name'>[]): EventRun[] {
  const runs: { group: EventGroup; from: number; count: number }[] = [];
  events.forEach(({ name }, k) => {
    const group = groupOf(name) ?? 'find';
    const last = runs.at(-1);
    if (last !== undefined && last.group === group) last.count++;
    else runs.push({ group, from: k, count: 1 });
  });
  return runs;
}

/** "split.c:120" of "core/src/split.c". */
export function placeText({ file, line }: Pick<SceneEvent, 'file' | 'line'>): string {
  return `${file.slice(file.lastIndexOf('/') + 1)}:${line}`;
}
