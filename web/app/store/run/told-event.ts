// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which event of the step the core's source is shown for. Fetched with the source.

import { computed } from '@preact/signals';
import type { SceneEvent } from '../../../model/run';
import { leftTables, scene } from '../page/state';
import { event, events } from './motion';
import { chosenFile } from './source';

const DECISIONS: ReadonlySet<string> = new Set(['type_chosen', 'fork_begins', 'exit_begins', 'gap_looked_at']);

/**
 * The event whose line is shown: the one chosen, else the one that tells most. Null without events.
 */
export const toldEvent = computed<SceneEvent | null>(() => {
  const at = event.value;
  return at === null ? tellingEvent(events.value, leftTables(scene.value)) : (events.value[at] ?? null);
});

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

/** Shows a file of the source until another event is shown. */
export function showFile(file: string): void {
  chosenFile.value = { file, beside: toldEvent.value };
}
