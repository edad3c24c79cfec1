// SPDX-License-Identifier: GPL-2.0-or-later
//
// The steps that change the chosen node. The worker searches outwards from the step shown, so that the next change is
// known soon. It searches near steps as soon as a node is chosen, and the rest on demand.

import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { Cancelled } from '../../../engine/service/client';
import { PATIENCE_MS } from './patience';
import { pause, stepTo } from './player';
import { askRun } from './run';
import { busy, ran, selected, step, stepHere, steps, type Ran } from '../page/state';
import { nextOf, previousOf } from '../page/time';

/** A searched part of the run: all changes at the steps from … to (both included), ascending. */
interface Known {
  readonly run: Ran;
  readonly node: number;
  readonly from: number;
  readonly to: number;
  readonly found: readonly number[];
}

/** A search that a person waits for; shown once it has taken a moment. */
interface Looking {
  /** Steps searched, of how many at most. */
  readonly done: number;
  readonly of: number;
  readonly shown: boolean;
}

const NEAR = 256;
const FAR = 2048;
/** Most steps in one question. */
const STRETCH_MAX = 16_384;

const known = signal<Known | null>(null);
export const looking = signal<Looking | null>(null);

const NONE: readonly number[] = [];

/** The node that is chosen, null when none is. */
export const chosenNode = computed(() => selected.value?.node ?? null);
/** Its changes, as far as they are known. */
export const changes = computed(() =>
  known.value !== null && known.value.run === ran.value && known.value.node === chosenNode.value
    ? known.value.found
    : NONE,
);

/** Whether there may be a change before or after the step shown. */
export function mayChange(direction: 1 | -1): boolean {
  const node = chosenNode.value;
  const now = known.value;
  if (node === null || steps.value === 0) return false;
  if (now === null || now.run !== ran.value || now.node !== node || !covers(now, stepHere.value)) return true;
  if (direction > 0) return now.to < steps.value || nextOf(now.found, stepHere.value) !== null;
  return now.from > 1 || previousOf(now.found, stepHere.value) !== null;
}

let search: AbortController | null = null;
/** The search around a node that was just chosen: nobody waits for it. */
let quiet: AbortController | null = null;

/** Cancels the search that a person waits for. */
export function stopLooking(): void {
  search?.abort();
  search = null;
  looking.value = null;
}

/**
 * Goes to the next or last change of the chosen node; resolves when it is on the page, when there is none, or when the
 * search is cancelled.
 */
export async function goToChange(direction: 1 | -1): Promise<void> {
  pause();
  stopLooking();
  quiet?.abort();
  const node = chosenNode.value;
  const run = ran.value;
  if (node === null || run === null || busy.value !== null) return;
  const mine = new AbortController();
  search = mine;
  const late = setTimeout(() => {
    if (looking.value !== null) looking.value = { ...looking.value, shown: true };
  }, PATIENCE_MS);
  try {
    const at = step.value;
    const of = direction > 0 ? steps.value - at : at;
    looking.value = { done: 0, of, shown: false };
    for (let size = NEAR; ; size = Math.min(STRETCH_MAX, 2 * size)) {
      const now = around(run, node, at);
      const found = direction > 0 ? nextOf(now.found, at) : previousOf(now.found, at);
      if (found !== null) {
        stepTo(found);
        return;
      }
      if (direction > 0 ? now.to >= steps.value : now.from <= 1) return;
      const told = (done: number): void => {
        if (search === mine && looking.value !== null)
          looking.value = { ...looking.value, done: (direction > 0 ? now.to - at : at - now.from) + done };
      };
      await extend(now, direction, size, mine.signal, told);
    }
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
  } finally {
    clearTimeout(late);
    if (search === mine) {
      search = null;
      looking.value = null;
    }
  }
}

const covers = ({ from, to }: Known, at: number): boolean => at >= from - 1 && at <= to;

// The searched part that reaches this step; an empty one if the searched part lies elsewhere.
function around(run: Ran, node: number, at: number): Known {
  const now = known.value;
  if (now !== null && now.run === run && now.node === node && covers(now, at)) return now;
  const fresh: Known = { run, node, from: at + 1, to: at, found: NONE };
  known.value = fresh;
  return fresh;
}

async function extend(
  now: Known,
  direction: 1 | -1,
  size: number,
  signal: AbortSignal,
  told: (done: number) => void,
): Promise<void> {
  const last = now.run.summary.steps.length;
  const [from, to] =
    direction > 0 ? [now.to + 1, Math.min(last, now.to + size)] : [Math.max(1, now.from - size), now.from - 1];
  const more = await askRun(
    'nodeChanges',
    { node: now.node, from, to },
    { signal, onProgress: ({ done }) => told(done) },
  );
  // Another search may have found it since, or another node is chosen.
  if (signal.aborted || known.value !== now) throw new Cancelled();
  known.value =
    direction > 0 ? { ...now, to, found: [...now.found, ...more] } : { ...now, from, found: [...more, ...now.found] };
}

/** Looks around the step shown whenever another node is chosen. Returns a function that ends it. */
export function startNodeChanges(): () => void {
  const stop = effect(() => {
    const node = chosenNode.value;
    const run = ran.value;
    const waits = busy.value !== null;
    quiet?.abort();
    quiet = null;
    if (node === null || run === null || waits) {
      batch(() => {
        if (node === null) known.value = null;
      });
      return;
    }
    const mine = new AbortController();
    quiet = mine;
    void untracked(() => lookAround(run, node, step.value, mine.signal));
  });
  return () => {
    stop();
    quiet?.abort();
    stopLooking();
  };
}

async function lookAround(run: Ran, node: number, at: number, signal: AbortSignal): Promise<void> {
  try {
    for (const size of [NEAR, FAR]) {
      for (const direction of [1, -1] as const) {
        const now = around(run, node, at);
        if (
          direction > 0 ? now.to >= Math.min(run.summary.steps.length, at + size) : now.from <= Math.max(1, at - size)
        )
          continue;
        await extend(now, direction, size, signal, () => undefined);
      }
    }
  } catch {
    // Given up, or the engine broke down: then the next question says so.
  }
}
