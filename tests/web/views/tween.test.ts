// SPDX-License-Identifier: GPL-2.0-or-later
//
// A movement frame by frame: it goes from the beginning to its end, and then asks for no frame more.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MOTION_MS, tween } from '../../../web/views/shared/motion';

/** What waits for the next frame, by its number. */
const waiting = new Map<number, FrameRequestCallback>();

beforeEach(() => {
  waiting.clear();
  let numbers = 0;
  vi.spyOn(performance, 'now').mockReturnValue(1000);
  vi.stubGlobal('requestAnimationFrame', (next: FrameRequestCallback) => {
    waiting.set(++numbers, next);
    return numbers;
  });
  vi.stubGlobal('cancelAnimationFrame', (number: number) => waiting.delete(number));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function frameAt(ms: number): void {
  const now = [...waiting.values()];
  waiting.clear();
  for (const one of now) one(1000 + ms);
}

test('a movement grows to 1 and is over with the frame that reaches it', () => {
  const parts: number[] = [];
  tween((part) => parts.push(part));
  // A browser may tell of a frame that began before the movement did.
  for (const ms of [-3, MOTION_MS / 4, MOTION_MS / 2]) frameAt(ms);
  expect(waiting.size).toBe(1);
  frameAt(MOTION_MS);
  expect(waiting.size).toBe(0);
  expect(parts).toEqual([0, 1 - 0.75 ** 3, 1 - 0.5 ** 3, 1]);
});

test('a frame that comes late shows the end; what was stopped shows nothing more', () => {
  const late: number[] = [];
  tween((part) => late.push(part));
  frameAt(MOTION_MS * 9);
  expect([late, waiting.size]).toEqual([[1], 0]);
  const stopped: number[] = [];
  const stop = tween((part) => stopped.push(part));
  frameAt(MOTION_MS / 2);
  stop();
  frameAt(MOTION_MS);
  expect([stopped, waiting.size]).toEqual([[1 - 0.5 ** 3], 0]);
});
