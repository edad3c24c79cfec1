// SPDX-License-Identifier: GPL-2.0-or-later
//
// The browser asks before a page is left whose memory it refused to keep, only then, and only where something is lost.

import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { askBeforeLeaving } from '../../../web/app/store/kept/ask-before-leaving';
import { sharedMemory } from '../../../web/app/store/kept/shared-memory';

const leave = (page: EventTarget): boolean => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('it asks while something is not kept', () => {
  const [page, kept] = [new EventTarget(), signal(true)];
  let worth = true;
  const end = askBeforeLeaving(kept, () => worth, page);
  expect(leave(page)).toBe(false);
  kept.value = false;
  expect(leave(page)).toBe(true);
  worth = false;
  expect(leave(page)).toBe(false);
  worth = true;
  kept.value = true;
  expect(leave(page)).toBe(false);
  kept.value = false;
  end();
  expect(leave(page)).toBe(false);
});

test('a memory knows what the browser has of it', () => {
  const texts = new Map([['k', '1']]);
  let isFull = false;
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      texts.set(key, text);
    },
  } as Storage;
  const memory = sharedMemory<number>({ key: 'k', read: Number, write: String }, () => storage);
  isFull = true;
  memory.change((now) => now + 1);
  expect([memory.value.value, memory.stored(), memory.isKept.value]).toEqual([2, 1, false]);
  isFull = false;
  memory.change((now) => now + 1);
  expect([memory.stored(), memory.isKept.value]).toEqual([3, true]);
});
