// SPDX-License-Identifier: GPL-2.0-or-later
//
// The slot of the picture whose list of what can be done is open.

import { computed, signal } from '@preact/signals';
import type { SlotRef } from '../../../views/shared/refs';
import { point, select } from './actions';
import { event } from '../run/motion';
import { beside, everything, readOnly, scene, stale } from '../page/state';
import { isWide } from '../page/window';

/** A place on the page, in CSS pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

interface Chosen extends SlotRef {
  readonly step: number;
  /** Where its list stands; null: beside the slot's mark. */
  readonly place: Place | null;
  /** Where the pointer is; null: a key chose the slot. */
  readonly pressed: Place | null;
}

const chosen = signal<Chosen | null>(null);

/** Null: no list is open. It is of the step at which the slot was chosen, and of no event within it. */
export const handsAt = computed<Chosen | null>(() =>
  chosen.value === null || stale.value || event.value !== null || scene.value?.step !== chosen.value.step
    ? null
    : chosen.value,
);

let pressed: Place | null = null;

/** Where a pointer went down in the room of the picture; null: a key was pressed since. */
export function pressedAt(place: Place | null): void {
  pressed = place;
}

/** Where a click into the picture answers a question: who takes the answer. */
export const answering = signal<((ref: SlotRef) => void) | null>(null);

/** From now on clicks into the picture answer a question, until the returned function is called. */
export function takeAnswers(take: (ref: SlotRef) => void): () => void {
  answering.value = take;
  return () => {
    if (answering.value === take) endAnswers();
  };
}

/** Clicks into the picture answer nothing. */
export function endAnswers(): void {
  answering.value = null;
}

/** A slot or node was chosen in the small tree's picture, which marks it. */
export function choose(ref: SlotRef | null): void {
  if (answering.value !== null && ref !== null) {
    point(ref);
    answering.value(ref);
    return;
  }
  mark(ref);
  offer(ref, null);
}

// A click on a slot opens its list, which leads to the inspector; a click on a node, or a key, opens the inspector. So
// the slot that was clicked stays under the pointer.
function mark(ref: SlotRef | null): void {
  (ref !== null && ref.slot >= 0 && pressed !== null && isAside() ? point : select)(ref);
}

/** The inspector has room of its own, which the picture has now. */
export function isAside(): boolean {
  return !beside.value && !everything.value && isWide();
}

/** Opens the list of a slot where the pointer went down; a slot chosen by a key has none. */
export function offerHands(ref: SlotRef | null): void {
  offer(pressed === null ? null : ref, pressed);
}

/** `choose` for pictures without a mark to stand under, which change as they get narrower. */
export function chooseThere(ref: SlotRef | null): void {
  mark(ref);
  offerHands(ref);
}

function offer(ref: SlotRef | null, place: Place | null): void {
  const now = scene.value;
  chosen.value =
    now === null || ref === null || ref.slot < 0 || readOnly.value ? null : { ...ref, step: now.step, place, pressed };
}

export function closeHands(): void {
  chosen.value = null;
}
