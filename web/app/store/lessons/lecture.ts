// SPDX-License-Identifier: GPL-2.0-or-later
//
// A lecture of two windows, as the page knows it: present/speaker.ts runs it in the speaker's window, present/follow.ts
// follows it in the projector's.

import { batch, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { forgetReader } from './lesson-state';
import { threadAt, type Thread } from './lecture-thread';
import { raiseNoAlarm } from '../page/lost';
import { clicker, lecturing, onWall, projectedZoom, projector, projectorEditor, type Press } from '../page/projector';
import { theme, welcomed, type Theme } from '../page/state';

/** The state of the projector's window: unknown yet, open, blocked by the browser, or closed again. */
export const projectorIs = signal<'awaited' | 'here' | 'blocked' | 'closed'>('awaited');
/** The projector is dark. */
export const black = signal(false);
/** When the lecture began, in milliseconds since 1970. */
export const begun = signal(0);
export const thread = signal<Thread>(threadAt({ text: '', step: 0, screen: null, lent: false }));
/** The address of the projector's window, for who opens it by hand. */
export const projectorAddress = signal('');

/** This window becomes the speaker's: `panel` stands in the place of the inspector. */
export function beginLecture(
  at: Thread,
  now: number,
  address: string,
  panel: ComponentType,
  press: (press: Press) => void,
): void {
  batch(() => {
    projector.value = false;
    lecturing.value = panel;
    projectorIs.value = 'awaited';
    projectorAddress.value = address;
    black.value = false;
    begun.value = now;
    thread.value = at;
    clicker.value = press;
  });
}

/** It is a page as any other again. */
export function ceaseLecture(): void {
  batch(() => {
    lecturing.value = null;
    clicker.value = null;
  });
}

export function setProjectorIs(state: (typeof projectorIs)['value']): void {
  projectorIs.value = state;
}

export function toggleBlack(): void {
  black.value = !black.value;
}

export function setThread(next: Thread): void {
  thread.value = next;
}

/** Up to this zoom leaves stand in a row before they are drawn larger in a column. */
const WALL_ZOOM = 1.35;

/** This window becomes the projector's: `press` gets the keys that are pressed in it. */
export function becomeProjector(shown: Theme, press: (press: Press) => void): void {
  batch(() => {
    theme.value = shown;
    projector.value = true;
    projectedZoom.value = WALL_ZOOM;
    onWall.value = true;
    welcomed.value = true;
    clicker.value = press;
    // What the speaker has solved before is not for the class.
    forgetReader();
  });
  // What is shown is kept in the speaker's window.
  raiseNoAlarm();
}

/** In the projector's window: whether the lesson stands beside the picture. */
export function showLessonBeside(on: boolean): void {
  projectorEditor.value = on;
}
