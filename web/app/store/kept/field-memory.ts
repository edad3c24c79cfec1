// SPDX-License-Identifier: GPL-2.0-or-later
//
// Keeps what is typed into a field until it is used, also when its tab is closed or crashes before. All tabs of this
// browser share it, and what one of them types never replaces what another has typed meanwhile.

import type { ReadonlySignal } from '@preact/signals';
import { askBeforeLeaving } from './ask-before-leaving';
import { sharedMemory } from './shared-memory';

export interface FieldMemory {
  readonly value: ReadonlySignal<string>;
  /** The browser kept the last change. */
  readonly isKept: ReadonlySignal<boolean>;
  /** The person has changed the text of the field to this. */
  type(typed: string): void;
}

/** The memory of one field, under a key of localStorage. */
export function fieldMemory(
  key: string,
  storage: () => Storage = () => localStorage,
  page: EventTarget | null = typeof window === 'undefined' ? null : window,
): FieldMemory {
  const form = { key, read: (text: string | null) => text ?? '', write: (of: string) => (of === '' ? null : of) };
  const memory = sharedMemory<string>(form, storage);
  askBeforeLeaving(memory.isKept, () => memory.value.peek() !== memory.stored(), page);
  // Another tab has cleared the whole storage, which says nothing of this text.
  page?.addEventListener('storage', (event) => {
    const here = memory.value.peek();
    if ((event as StorageEvent).key === null) memory.change(() => here);
  });
  if (page !== null) memory.follow(page);
  return {
    value: memory.value,
    isKept: memory.isKept,
    type(typed) {
      const before = memory.value.peek();
      memory.change((now) => merged(before, typed, now));
    },
  };
}

// `before` became `typed` here, and `now` in another tab. The caret goes to the end of what the field is given.
function merged(before: string, typed: string, now: string): string {
  if (before !== '' && now.startsWith(before)) return typed + now.slice(before.length);
  if (before !== '' && now.endsWith(before)) return now.slice(0, -before.length) + typed;
  return [now, typed].filter((part) => part !== '').join('\n');
}
