// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which part of Help is open: what it says in short, or the page of the language, at one of its sections.

import { signal } from '@preact/signals';
import { openDialog } from './actions';

/**
 * Null: in short. Else the page of the language; `section` as its links name it, null for its beginning; `query` is
 * searched for. `page`: that of the format of lessons in place of the language.
 */
export const helpTopic = signal<{
  readonly section: string | null;
  readonly query?: string;
  readonly page?: 'lessons';
} | null>(null);

/** Where the glossary stands on the page of the language. */
export const GLOSSARY_SECTION = 'the-glossary';

export const FAILURE_POINTS = 'failure-points-f1-to-f12';

/** Turns to another part of Help. */
export function turnTo(topic: (typeof helpTopic)['value']): void {
  helpTopic.value = topic;
}

/** Opens Help, or turns to another part of it. */
export function openHelp(topic: (typeof helpTopic)['value'] = null): void {
  turnTo(topic);
  openDialog('help');
}
