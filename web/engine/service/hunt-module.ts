// SPDX-License-Identifier: GPL-2.0-or-later
//
// Fetches the module with the deliberate defects, for the worker of a hunt.

import huntUrl from '../../../build/core/hunt.wasm?url';
import type { DefectName } from '../../model/generated/defects';
import { withDefect } from '../core/defect';
import { startCore, type Loaded } from '../core/wasm';
import { fetchCore } from './fetch-core';

export async function startHunt(defect: DefectName): Promise<Loaded> {
  const compiled = await fetchCore(huntUrl);
  const started = compiled.kind === 'module' ? await startCore(compiled.module) : compiled;
  return started.kind === 'core' ? { ...started, core: withDefect(started.core, defect) } : started;
}
