// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is typed into a field and not used yet: it outlives its tab, and tabs do not wipe each other's typing.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fieldMemory } from '../../../web/app/store/kept/field-memory';
import { memoryStorage } from './one-tab';

const KEY = 'field';
let kept = memoryStorage();

beforeEach(() => {
  kept = memoryStorage();
  vi.stubGlobal('localStorage', kept);
  vi.stubGlobal('sessionStorage', memoryStorage());
});
afterEach(() => vi.unstubAllGlobals());

/** A tab, and how it hears that another one has written. */
function tab() {
  const page = new EventTarget();
  const hear = (key: string | null): void =>
    void page.dispatchEvent(Object.assign(new Event('storage'), { key }) as StorageEvent);
  return { page, hear, field: fieldMemory(KEY, () => localStorage, page) };
}

test('what was typed is there in the next tab, until it is used', () => {
  const first = tab();
  first.field.type('# Break');
  vi.stubGlobal('sessionStorage', memoryStorage());
  const next = tab();
  expect(next.field.value.value).toBe('# Break');
  next.field.type('');
  first.hear(KEY);
  expect([first.field.value.value, kept.length]).toEqual(['', 0]);
});

test('two tabs do not wipe each other’s typing', () => {
  const [one, other] = [tab(), tab()];
  other.field.type('from the other');
  // Frozen, or quicker than the event: it has not heard of it.
  one.field.type('f');
  expect(one.field.value.value).toBe('from the other\nf');
  one.field.type('from the other\nfrom this one');
  other.hear(KEY);
  expect(other.field.value.value).toBe('from the other\nfrom this one');
  one.field.type('from the other\nfrom this one, and more');
  // It uses what it shows; what was typed meanwhile stays.
  other.field.type('');
  expect(localStorage.getItem(KEY)).toBe(', and more');
});

test('what a full storage refused stays beside what another tab has written', () => {
  kept = memoryStorage(12);
  vi.stubGlobal('localStorage', kept);
  const { field, hear } = tab();
  for (const typed of ['refused', 'refused s', 'refused so']) field.type(typed);
  expect(kept.length).toBe(1);
  kept.setItem(KEY, 'other');
  hear(KEY);
  expect(field.value.value).toBe('other\nrefused so');
});

test('both have what was typed at the end of the same text', () => {
  const one = tab();
  one.field.type('a');
  const other = tab();
  other.field.type('ab');
  one.field.type('a!');
  expect(localStorage.getItem(KEY)).toBe('a!b');
});

test('a storage that another tab has cleared holds it again', () => {
  const one = tab();
  one.field.type('a note');
  kept.clear();
  one.hear(null);
  expect([one.field.value.value, kept.getItem(KEY)]).toEqual(['a note', 'a note']);
});

test('a full storage is asked about before the page is left', () => {
  kept = memoryStorage(5);
  vi.stubGlobal('localStorage', kept);
  const { field, page } = tab();
  const isAsked = (): boolean => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  field.type('a long note');
  expect([field.value.value, isAsked()]).toEqual(['a long note', true]);
  field.type('');
  expect(isAsked()).toBe(false);
});
