// SPDX-License-Identifier: GPL-2.0-or-later
//
// Slow motion of a fork: its marks and the events of its step stand at the same moment.

import { effect, untracked } from '@preact/signals';
import { isMoment, marksDone } from '../../views/fork/moments';
import type { Scene } from '../../model/run';
import { moveFork } from '../store/actions/fork';
import { event, seekEvent } from '../store/run/motion';
import { forkCursor, scene } from '../store/page/state';

/**
 * In slow motion the marks that are done and the event are one moment: whichever is moved, the other follows. Returns
 * what ends it.
 */
export function keepInStep(): () => void {
  let known: { readonly of: Scene | null; readonly at: number | null } = { of: null, at: null };
  return effect(() => {
    const [now, at, cursor] = [scene.value, event.value, forkCursor.value];
    const marks = now?.fork?.marks ?? [];
    const moved = known.of !== now || known.at !== at;
    known = { of: now, at };
    if (marks.length === 0 || at === null || isMoment(marks, cursor, at)) return;
    untracked(() => {
      if (moved) moveFork(marksDone(marks, at));
      else void seekEvent(marks[cursor - 1]?.event ?? 0);
    });
  });
}
