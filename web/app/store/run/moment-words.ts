// SPDX-License-Identifier: GPL-2.0-or-later
//
// The moment that the page shows, in words, for whatever is taken away from it: the step as a whole, one of its events,
// or a mark of its fork.

import { markTexts } from '../../../engine/scene/event-texts';
import type { SceneFork } from '../../../model/memory';
import type { Scene } from '../../../model/run';
import { dupModel } from '../../../views/fork/dup-model';
import { dupWords } from '../../../views/fork/dup-words';
import { event, events, sentenceOf } from './motion';
import { forkCursor, scene, view } from '../page/state';

export interface Moment {
  /** The event in the page's words. */
  readonly words: string;
  /** Behind the step's place: which event or mark; empty for the step as a whole. */
  readonly place: string;
  /** The same for a file's name: "event-13", "mark-37", or empty. */
  readonly part: string;
}

export function moment(): Moment {
  const now = scene.value;
  if (now === null) return { words: '', place: '', part: '' };
  if (view.value === 'fork' && now.fork !== null) {
    const cursor = forkCursor.value;
    return {
      words: forkWords(now, now.fork, cursor),
      place: `mark ${cursor.toLocaleString('en')} of ${now.fork.marks.length.toLocaleString('en')}`,
      part: `mark-${cursor}`,
    };
  }
  if (event.value !== null)
    return {
      words: sentenceOf(event.value),
      place: `event ${(event.value + 1).toLocaleString('en')} of ${events.value.length.toLocaleString('en')}`,
      part: `event-${event.value + 1}`,
    };
  return { words: now.why, place: '', part: '' };
}

/** The state of a fork after `cursor` of its marks. */
export function forkWords(now: Scene, fork: SceneFork, cursor: number): string {
  const named = (name: string | null) => now.trees.find(({ picture }) => picture.name === name) ?? null;
  const [parent, child] = [named(fork.parent), named(fork.child)];
  const model = dupModel(fork, parent?.picture ?? null, child?.picture ?? null);
  const vmas = { parent: parent?.vmas ?? [], child: child?.vmas ?? fork.partial?.vmas ?? [] };
  return dupWords(model, fork.record, vmas, markTexts(now))(Math.min(cursor, fork.marks.length));
}
