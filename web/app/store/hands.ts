// SPDX-License-Identifier: GPL-2.0-or-later
//
// The slot of the picture whose list of what can be done is open.

import { computed, signal } from '@preact/signals';
import type { SlotRef } from '../../views/shared/refs';
import { select } from './actions';
import { event } from './motion';
import { scene, stale } from './state';

const chosen = signal<(SlotRef & { readonly step: number }) | null>(null);

/** Null: no list is open. It is of the step at which the slot was chosen, and of no event within it. */
export const handsAt = computed<SlotRef | null>(() => (chosen.value === null || stale.value || event.value !== null || scene.value?.step !== chosen.value.step ? null : chosen.value));

/** A slot or node was chosen in the picture. */
export function choose(ref: SlotRef | null): void {
  select(ref);
  const now = scene.value;
  chosen.value = now === null || ref === null || ref.slot < 0 ? null : { ...ref, step: now.step };
}

export function closeHands(): void {
  chosen.value = null;
}
