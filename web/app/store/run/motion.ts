// SPDX-License-Identifier: GPL-2.0-or-later
//
// Slow motion: the event of the step at which the page stands, and memory as it was then. An event belongs to its
// scene: another scene ends slow motion. At most one state is requested at a time, and the last event wanted wins;
// until its state arrives, the last one of the same step stays on the page.

import { thrownText } from '../../../base/thrown';
import { batch, computed, effect, signal } from '@preact/signals';
import type { HalfMissing, HalfTree, Scene, SceneEvent, SceneHalf, SceneTree } from '../../../model/run';
import type * as EventTexts from '../../../engine/scene/event-texts';
import { Cancelled } from '../../../engine/service/client';
import { motionAllowed } from '../../../views/shared/motion';
import { askHalf } from './run';
import { forkPlaying, mainTree, playing, ran, scene, type Ran } from '../page/state';

/** Events a second that play offers: first a pace at which a sentence can be read. */
export const EVENT_SPEEDS = [0.75, 2, 10, 30] as const;

/** Whether the row of events stands under the timeline. */
export const slow = signal(false);
export const eventSpeed = signal<number>(0.75);
export const eventsPlaying = signal(false);

const place = signal<{ readonly of: Scene; readonly event: number } | null>(null);
const answer = signal<{ readonly of: Scene; readonly half: SceneHalf | HalfMissing } | null>(null);

const NO_EVENTS: readonly SceneEvent[] = [];

/** The events of the step shown. */
export const events = computed(() => scene.value?.events ?? NO_EVENTS);
/** Place of the event in `scene.events`; null: the step as a whole. */
export const event = computed(() =>
  place.value !== null && place.value.of === scene.value ? place.value.event : null,
);
/** Memory at the event, or, until that is known, at the event requested before. */
export const half = computed(() =>
  event.value !== null && answer.value !== null && answer.value.of === scene.value ? answer.value.half : null,
);
/** The state at the event is not here yet. */
export const halfLate = computed(() => event.value !== null && half.value?.event !== event.value);
/** `half`, where there is one. */
export const halfShown = computed(() => (half.value?.kind === 'half' ? half.value : null));

/** The tree that the inspector speaks of, as it is at the event; at no event as the step left it. */
export const mainTreeNow = computed<SceneTree | null>(() => (mainTree.value === null ? null : treeNow(mainTree.value)));

/** A tree as it is at the event; as the step left it at no event, and where the event's state has no such tree. */
export function treeNow(tree: SceneTree): SceneTree {
  const then = halfTreeOf(tree.picture.name);
  if (then === undefined) return tree;
  const { partial: _after, ...rest } = tree;
  return {
    ...rest,
    picture: then.picture,
    changes: then.changes,
    ...(then.partial === undefined ? {} : { partial: { ...tree.partial, ...then.partial } }),
  };
}

/**
 * The moment to which figures of a tree belong: at the event, after the step although an event is shown, or, at no
 * event, nothing to say.
 */
export function timeOf(name: string): 'at the event' | 'after the step' | null {
  if (event.value === null) return null;
  return halfTreeOf(name) === undefined ? 'after the step' : 'at the event';
}

function halfTreeOf(name: string): HalfTree | undefined {
  return halfShown.value?.trees.find(({ picture }) => picture.name === name);
}

const teller = signal<typeof EventTexts | null>(null);

/** The module that words events, loaded with the first event wanted. */
export async function fetchTeller(): Promise<typeof EventTexts> {
  return (teller.value ??= await import('../../../engine/scene/event-texts'));
}

/** The sentence of an event of the step shown; empty until that module has loaded. */
export function sentenceOf(at: number): string {
  const now = scene.value;
  return (now === null ? undefined : teller.value?.wordedEvents(now)[at]?.text) ?? '';
}

/** Opens slow motion and plays it, unless the person wants no motion; or closes it. */
export function toggleSlow(): void {
  showSlow(!slow.value);
  if (slow.value && motionAllowed()) playEvents();
}

/** Plays so many events a second. */
export function setEventSpeed(perSecond: number): void {
  eventSpeed.value = perSecond;
}

/** Opens or closes the row of events; closing it shows the step as a whole. */
export function showSlow(on: boolean): void {
  batch(() => {
    slow.value = on;
    if (on) forkPlaying.value = false;
    else leaveEvent();
  });
}

/**
 * Wants an event (clamped to those there are), null: the step as a whole. Resolved when its state is on the page, or
 * another was wanted since.
 */
export function seekEvent(wanted: number | null): Promise<void> {
  stopEvents();
  return goTo(wanted);
}

/** One event further or back; from the step as a whole to its first, or its last. */
export function eventBy(count: 1 | -1): void {
  const last = events.value.length - 1;
  const now = event.value;
  void seekEvent(now === null ? (count > 0 ? 0 : last) : now + count);
}

/** Plays on from the event; from the last one, or from none, from the first. */
export function playEvents(): void {
  if (eventsPlaying.value || events.value.length === 0) return;
  const now = event.value;
  // At once, since play without an event is over.
  batch(() => {
    playing.value = false;
    eventsPlaying.value = true;
    void goTo(now === null || now >= events.value.length - 1 ? 0 : now + 1).then(next);
  });
}

export function stopEvents(): void {
  eventsPlaying.value = false;
  if (timer !== null) clearTimeout(timer);
  timer = null;
}

/**
 * Events stop where steps play; slow motion ends where another step or text takes its place. Gives back what ends this.
 */
export function startMotion(): () => void {
  let of: Scene | null = null;
  return effect(() => {
    const now = scene.value;
    if (eventsPlaying.value && (playing.value || event.value === null)) stopEvents();
    if (of !== null && of !== now) showSlow(false);
    of = slow.value ? now : null;
  });
}

let timer: ReturnType<typeof setTimeout> | null = null;
let following: Promise<void> | null = null;

function next(): void {
  if (!eventsPlaying.value) return;
  const now = event.value;
  if (now === null || now >= events.value.length - 1) {
    stopEvents();
    return;
  }
  timer = setTimeout(() => void goTo(now + 1).then(next), 1000 / eventSpeed.value);
}

function leaveEvent(): void {
  stopEvents();
  batch(() => {
    place.value = null;
    answer.value = null;
  });
}

function goTo(wanted: number | null): Promise<void> {
  const now = scene.value;
  if (now === null || wanted === null || now.events.length === 0) {
    leaveEvent();
    return Promise.resolve();
  }
  batch(() => {
    slow.value = true;
    place.value = { of: now, event: Math.max(0, Math.min(Math.round(wanted), now.events.length - 1)) };
  });
  following ??= follow().finally(() => {
    following = null;
  });
  if (teller.value !== null) return following;
  // Slow motion's own room says where it could not be fetched; the next event tries again.
  return Promise.all([following, fetchTeller().catch(() => null)]).then(() => undefined);
}

async function follow(): Promise<void> {
  for (let want = missing(); want !== null; want = missing()) {
    const found = await stateAt(want.of.step, want.event);
    // Of another run, or of a step that is left: nobody waits for it.
    const waited = scene.value === want.of && ran.value === want.run;
    if (waited && found === null) return;
    if (waited && found !== null) answer.value = { of: want.of, half: found };
  }
}

// The event wanted whose state is not here yet.
function missing(): { readonly of: Scene; readonly event: number; readonly run: Ran | null } | null {
  const want = place.value;
  return want === null || want.of !== scene.value || !halfLate.value ? null : { ...want, run: ran.value };
}

// Null: the question was given up.
async function stateAt(step: number, at: number): Promise<SceneHalf | HalfMissing | null> {
  try {
    return (
      (await askHalf(step, at)).half ?? { kind: 'missing', event: at, text: 'The engine gave no state at this event.' }
    );
  } catch (error) {
    if (error instanceof Cancelled) return null;
    return { kind: 'missing', event: at, text: thrownText(error) };
  }
}
