// SPDX-License-Identifier: GPL-2.0-or-later
//
// Fetches the module that counts lines of cache, for the worker.

import linesUrl from '../../../build/core/lines.wasm?url';
import { fetchCore } from './fetch-core';
import { startCore, type Loaded } from '../core/wasm';

export async function startLines(): Promise<Loaded> {
  const compiled = await fetchCore(linesUrl);
  return compiled.kind === 'module' ? startCore(compiled.module) : compiled;
}
