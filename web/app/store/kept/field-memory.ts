// SPDX-License-Identifier: GPL-2.0-or-later
//
// Keeps the text of a field over a reload of the tab, until it is used.

import { askBeforeLeaving } from './ask-before-leaving';
import { sharedMemory, type SharedMemory } from './shared-memory';

/** The memory of one field, under a key of sessionStorage. */
export function fieldMemory(key: string): SharedMemory<string> {
  const form = { key, read: (text: string | null) => text ?? '', write: (of: string) => (of === '' ? null : of) };
  const memory = sharedMemory<string>(form, () => sessionStorage);
  askBeforeLeaving(memory.isKept, () => memory.value.peek() !== '');
  return memory;
}
