// SPDX-License-Identifier: GPL-2.0-or-later
//
// Fetches the module that counts lines of cache, for the worker.

import cachelinesUrl from '../../../build/core/cachelines.wasm?url';
import { fetchCore } from './fetch-core';
import { startCore, type Loaded } from '../core/wasm';

export async function startCachelines(): Promise<Loaded> {
  const compiled = await fetchCore(cachelinesUrl);
  return compiled.kind === 'module' ? startCore(compiled.module) : compiled;
}
