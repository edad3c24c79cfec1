// SPDX-License-Identifier: GPL-2.0-or-later
//
// The calls on address spaces, whose code (memory.ts, memory-log.ts) is fetched with the first text that has an address
// space, before it runs (prepare.ts).

import { later } from '../../base/later';
import { READ, WRITTEN, type SpaceCalls, type WrittenCalls } from './space-calls';
import type { Core } from './wasm';

/** What knows the calls. */
export const MEMORY = later(() => import('./memory-part'));

/** The calls over a core. */
export function spaceCallsOver(core: Core): SpaceCalls {
  return whenCalled([...WRITTEN, ...READ], () => MEMORY.now().memoryOver(core));
}

/** The calls that are written down, by what `make` gives. */
export function writtenCalls(make: () => WrittenCalls): WrittenCalls {
  return whenCalled(WRITTEN, make);
}

// An object whose methods are those of another, which is made when the first of them is called.
function whenCalled<K extends string, T extends { readonly [name in K]: (...given: never[]) => unknown }>(names: readonly K[], make: () => T): T {
  let made: T | null = null;
  const call = (name: K) => (...given: never[]): unknown => (made ??= make())[name](...given);
  return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as T;
}
