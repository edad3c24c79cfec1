// SPDX-License-Identifier: GPL-2.0-or-later
//
// The module hunt: the page's core with one deliberate defect (core/src/defects.def).

import { DEFECTS, type DefectName } from '../../model/generated/defects';
import type { HuntCalls } from '../generated/hunt-calls';
import type { Core } from './wasm';

/** A core of the module hunt with this defect, or with none; other instances made of it have the same. */
export function withDefect(core: Core, name: DefectName | null): Core {
  const calls = core.calls as typeof core.calls & HuntCalls;
  if (calls.mpl_defect_set(DEFECTS.findIndex((defect) => defect.name === name) + 1) !== 0)
    throw new Error(`the module has no defect ${name}`);
  return { ...core, again: () => withDefect(core.again(), name) };
}
