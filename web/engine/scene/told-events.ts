// SPDX-License-Identifier: GPL-2.0-or-later
//
// The events of a step as a scene shows them. Pure. The first sentence read makes all of them: few people read a step
// event by event.

import { eventWords } from '../../words/event';
import type { SceneEvent } from '../../model/run';
import type { CoreEvent, StepSetting } from '../../model/event';

/** The events of a step, in order. */
export function toldEvents(events: readonly CoreEvent[], setting: StepSetting): SceneEvent[] {
  let texts: readonly string[] | null = null;
  // All at once: each is told with what was told before it.
  const textOf = (k: number): string => (texts ??= eventWords(events, setting))[k]!;
  return events.map(({ name, node, slot, a, file, line }, k) => ({
    name,
    get text() {
      return textOf(k);
    },
    node: node === 0 ? null : node,
    slot: slot < 0 ? null : slot,
    file,
    line,
    ...(name === 'corrupted' ? { was: a } : {}),
  }));
}
