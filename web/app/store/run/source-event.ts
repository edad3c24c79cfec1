// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which event of the step the core's source is shown for, or which function of the core did the step as a whole.
// Fetched with the source.

import { computed } from '@preact/signals';
import type { Scene, SceneEvent } from '../../../model/run';
import type { StoreType } from '../../../model/status';
import { forkCursor, forkPlace, leftTables, scene, view } from '../page/state';
import { event, events } from './motion';
import { chosenFile } from './source';

const DECISIONS: ReadonlySet<string> = new Set(['type_chosen', 'fork_begins', 'exit_begins', 'gap_looked_at']);

/**
 * The event whose source line is shown: the chosen one, else that of the fork's current mark, else the most telling
 * one. Null without events.
 */
export const shownEvent = computed<SceneEvent | null>(() => {
  const at = event.value;
  if (at !== null) return events.value[at] ?? null;
  const now = scene.value;
  const moved = now !== null && view.value === 'fork' && forkPlace.value?.of === now;
  return (moved ? markEvent(now, forkCursor.value) : null) ?? tellingEvent(events.value, leftTables(now));
});

/** The event that the last of so many marks done is; null before the first. */
export function markEvent({ events: all, fork }: Pick<Scene, 'events' | 'fork'>, cursor: number): SceneEvent | null {
  return all[fork?.marks[cursor - 1]?.event ?? -1] ?? null;
}

/**
 * Of the events of a step: where its undo takes the ceiling that leaks page tables; else the VMA at which a fork
 * failed; else the first that decides something; else the first.
 */
export function tellingEvent(all: readonly SceneEvent[], leaks: boolean): SceneEvent | null {
  const undo = leaks ? all.find(({ name }) => name === 'undo_begins') : undefined;
  const failed = all.findIndex(({ name }) => name === 'fork_failed');
  const vma = all.slice(0, Math.max(0, failed)).findLast(({ name }) => name === 'fork_vma');
  return undo ?? vma ?? all.find(({ name }) => DECISIONS.has(name)) ?? all[0] ?? null;
}

/** A function of the core. */
export interface CoreFunction {
  readonly file: string;
  readonly name: string;
}

// The function that core/src/store.c calls for each type.
const WRITERS: Readonly<Record<StoreType, CoreFunction>> = {
  exact_fit: { file: 'core/src/leaf.c', name: 'mpl_leaf_exact_fit' },
  slot_store: { file: 'core/src/leaf.c', name: 'mpl_leaf_slot_store' },
  append: { file: 'core/src/leaf.c', name: 'mpl_leaf_append' },
  node_store: { file: 'core/src/leaf.c', name: 'mpl_leaf_node_store' },
  split_store: { file: 'core/src/split.c', name: 'mpl_split_store' },
  rebalance: { file: 'core/src/rebalance.c', name: 'mpl_rebalance_store' },
  spanning_store: { file: 'core/src/span.c', name: 'mpl_span_store' },
  new_root: { file: 'core/src/root.c', name: 'mpl_root_new' },
  store_root: { file: 'core/src/root.c', name: 'mpl_root_store' },
};

/** The function that wrote, of a step that is one store; null of any other, and of a store that did not get so far. */
export function writerOf({
  record,
  fork,
  events: all,
}: Pick<Scene, 'record' | 'fork' | 'events'>): CoreFunction | null {
  const type = record?.storeType ?? null;
  const writer = type === null || fork !== null ? null : WRITERS[type];
  return all.some(({ file }) => file === writer?.file) ? writer : null;
}

/** The function that the source opens at; null where it opens at an event. */
export const shownFunction = computed<CoreFunction | null>(() =>
  event.value !== null || scene.value === null ? null : writerOf(scene.value),
);

/** Shows a file of the source until another event is shown. */
export function showFile(file: string): void {
  chosenFile.value = { file, beside: shownEvent.value };
}
