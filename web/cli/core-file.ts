// SPDX-License-Identifier: GPL-2.0-or-later
//
// The core's module from where `make -C core wasm` leaves it, for everything that runs in Node.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileCore, startCore, type Core } from '../engine/core/wasm';

export type CoreVariant = 'explore' | 'bench' | 'cachelines' | 'hunt';

/** Where the module lies. */
export function corePath(variant: CoreVariant): string {
  return fileURLToPath(new URL(`../../build/core/${variant}.wasm`, import.meta.url));
}

/** Compiled once: each core is a fresh instance of it. */
const compiled = new Map<CoreVariant, WebAssembly.Module>();

/** A fresh core. Throws with a plain message when it has not been built. */
export async function loadCore(variant: CoreVariant = 'explore'): Promise<Core> {
  const module = compiled.get(variant) ?? (await compileFile(variant));
  compiled.set(variant, module);
  const started = await startCore(module);
  if (started.kind === 'failed') throw new Error(started.message);
  return started.core;
}

async function compileFile(variant: CoreVariant): Promise<WebAssembly.Module> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(readFileSync(corePath(variant)));
  } catch {
    throw new Error(`build/core/${variant}.wasm is not there: make -C core wasm`);
  }
  const result = await compileCore(bytes);
  if (result.kind === 'failed') throw new Error(result.message);
  return result.module;
}
