// SPDX-License-Identifier: GPL-2.0-or-later
//
// Large data that must be equal, compared as fast as Node can; Vitest compares, and tells where, only what differs.

import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** The same claim as `expect(actual, message).toEqual(expected)`: what is strictly equal is equal. */
export function expectSame(actual: unknown, expected: unknown, message?: string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, message).toEqual(expected);
}
