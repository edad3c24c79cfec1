// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentences of a scene's events, and of the marks of its fork. Apart from the scene, since few people read a step
// event by event: the page fetches this with slow motion and with the picture of a fork. Pure.

import type { Scene, WordedEvent } from '../../model/run';
import { eventWords } from '../../words/event';
import { wordingOf } from './scene';

interface Worded {
  readonly events: readonly WordedEvent[];
  readonly marks: readonly string[];
}

const known = new WeakMap<Scene, Worded>();

/** The events of a scene, each with its sentence. The same array for the same scene. */
export function wordedEvents(scene: Scene): readonly WordedEvent[] {
  return wordsOf(scene).events;
}

/** The sentence of each mark of `scene.fork`; none where the step is no fork. */
export function markTexts(scene: Scene): readonly string[] {
  return wordsOf(scene).marks;
}

function wordsOf(scene: Scene): Worded {
  const old = known.get(scene);
  if (old !== undefined) return old;
  const { events, setting, forkEvents } = wordingOf(scene);
  // All at once: each sentence depends on the events before it.
  const texts = eventWords(events, setting);
  const ofFork = scene.fork === null || forkEvents.length === events.length ? texts : eventWords(forkEvents, setting);
  const worded = {
    events: scene.events.map((event, k) => ({ ...event, text: texts[k]! })),
    marks: scene.fork?.marks.map(({ event }) => ofFork[event]!) ?? [],
  };
  known.set(scene, worded);
  return worded;
}
