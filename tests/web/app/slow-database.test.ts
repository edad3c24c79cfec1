// SPDX-License-Identifier: GPL-2.0-or-later
//
// A database that takes its time is not one that the browser refuses.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBacking } from '../../../web/app/store/kept/open-backing';
import { begin, memoryStorage } from './one-tab';

beforeEach(begin);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a database that does not answer in time is called slow', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  const opened = openBacking(memoryStorage());
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await opened)?.kind).toBe('slow');
});

test('one that the browser refuses is not, and one that answers is taken', async () => {
  expect((await openBacking(memoryStorage()))?.kind).toBe('database');
  vi.stubGlobal('indexedDB', undefined);
  expect((await openBacking(memoryStorage()))?.kind).toBe('storage');
});
