// SPDX-License-Identifier: GPL-2.0-or-later
//
// The engine of lessons in Node, on cores in this thread.

import { withDefect } from '../engine/core/defect';
import type { Core } from '../engine/core/wasm';
import { inThread } from '../engine/service/in-thread';
import type { SessionOptions } from '../engine/time/session';
import { DEFECT_NAMES } from '../lesson/defects';
import type { LessonEngine } from '../lesson/engine';
import { engineOver } from '../lesson/over-client';

/** `hunt`: the module with the defects; without it, none can be hunted. */
export function lessonEngine(core: Core, options: SessionOptions = {}, hunt: Core | null = null): LessonEngine {
  return engineOver(
    inThread(core, options),
    hunt === null ? null : (defect) => inThread(withDefect(hunt.again(), DEFECT_NAMES[defect]), options),
  );
}
