// SPDX-License-Identifier: GPL-2.0-or-later
//
// Projector mode: large type, the picture and time alone, for a room that looks from afar. The taste is kept by
// preferences.ts; projected-sentence.tsx and projector.css do the rest.

import { computed, signal } from '@preact/signals';
import type { ComponentType } from 'preact';

export const projector = signal(false);

/** Whether the editor is beside the picture in projector mode; not when the mode is entered. */
export const projectorEditor = signal(false);

/** The panel in the place of the inspector in a speaker's window (present/speaker.ts); null in any other window. */
export const lecturing = signal<ComponentType | null>(null);

/** This is the projector's own window, which the whole class sees and where nobody can press anything. */
export const onWall = signal(false);

/** In sessionStorage: the lecture of this tab; in localStorage: the last one of this browser. Until it is ended. */
export const LECTURE_KEY = 'maplescope.lecture';

let lecture: (goesOn: boolean) => void = () => undefined;

/** Whoever starts a lecture of two windows gives the way to do it. */
export function attachLecture(start: typeof lecture): void {
  lecture = start;
}

/** Opens a window for the projector and makes this one the speaker's. */
export function present(): void {
  lecture(false);
}

/** Goes on with the lecture that this tab has kept, or offers the one that a closed window has left. */
export function presentOn(): void {
  lecture(true);
}

/** The actions of a clicker's keys in a lecture of two windows: next, previous, blank, end. */
export type Press = 'next' | 'back' | 'forward' | 'backward' | 'black' | 'leave';
/** Takes the keys of a clicker; null: projector mode takes them. */
export const clicker = signal<((press: Press) => void) | null>(null);

/** The largest zoom at which a whole tree is drawn; from afar a small tree may fill the wall. */
export const fitZoomMax = computed(() => (projector.value ? projectedZoom.value : undefined));

/** In the projector's own window less: there the style enlarges the whole picture, its letters too. */
export const projectedZoom = signal(3);

export function toggleProjector(): void {
  projector.value = !projector.value;
  projectorEditor.value = false;
}

export function leaveProjector(): void {
  projector.value = false;
}

/** Shows the editor beside the picture in projector mode, or puts it away. */
export function toggleProjectorEditor(): void {
  projectorEditor.value = !projectorEditor.value;
}
