// SPDX-License-Identifier: GPL-2.0-or-later
//
// The data of the allocator tab: the slab at the step shown, the ledger of the run, the outcome of the requests in
// view. The engine answers only while the tab is open. Answers for an older run or step are dropped; the old ones stay
// until new ones arrive.

import { computed, effect, signal } from '@preact/signals';
import { SLAB_STATES, type Ledger, type RequestFate, type SlabMap } from '../../../model/slab';
import type { HalfNode, Scene, SceneHalf } from '../../../model/run';
import { failText } from '../../../scenario/check/fail-text';
import { REQUEST_REFUSED } from '../../../model/slab';
import { say } from './actions';
import { halfShown } from '../run/motion';
import { askRun } from '../run/run';
import { forkFuture } from './branches';
import { putText } from './session';
import { stepColumns, ran, scene, stale, step, text, type Ran } from '../page/state';

const slabAt = signal<{ readonly of: Scene; readonly map: SlabMap } | null>(null);
const ledgerOf = signal<{ readonly run: Ran; readonly ledger: Ledger; readonly places: number } | null>(null);
const fatesOf = signal<{
  readonly run: Ran;
  readonly fates: ReadonlyMap<number, readonly RequestFate[] | null>;
} | null>(null);

/** The slab at the event or step shown; until it is known, the one shown before. */
export const slab = computed<SlabMap | null>(() => {
  const half = halfShown.value;
  const map = slabAt.value?.map ?? null;
  return half === null || scene.value === null || map === null ? map : halfSlab(scene.value, half, map.states.length);
});
export const ledger = computed(() => (ledgerOf.value?.run === ran.value ? ledgerOf.value : null));
/** Line of each step. */
export const stepLines = computed(() => stepColumns.value.lines);

/** The outcome of a step's requests: null if it cannot be known, undefined if it is not known yet. */
export function fatesAt(of: number): readonly RequestFate[] | null | undefined {
  const known = fatesOf.value;
  return known !== null && known.run === ran.value ? known.fates.get(of) : undefined;
}

/** Asks for what the tab shows as long as it is open. Returns a function that ends it. */
export function startAllocator(): () => void {
  const stops = [effect(followScene), effect(followRun)];
  return () => {
    for (const stop of stops) stop();
  };
}

function followScene(): void {
  const of = scene.value;
  if (of === null || slabAt.peek()?.of === of) return;
  askRun('slab', { step: of.step }).then((map) => {
    if (scene.peek() === of) slabAt.value = { of, map };
  }, ignore);
}

function followRun(): void {
  const run = ran.value;
  if (run === null || ledgerOf.peek()?.run === run) return;
  // Places are never given up, so the last step has as many as the run ever needs.
  Promise.all([askRun('ledger', {}), askRun('slab', { step: run.summary.steps.length })]).then(([found, last]) => {
    if (ran.peek() === run) ledgerOf.value = { run, ledger: found, places: last.states.length };
  }, ignore);
}

let asking = false;

/** These steps' requests are in view. */
export function needFates(steps: readonly number[]): void {
  const run = ran.peek();
  const known = fatesOf.peek()?.run === run ? fatesOf.peek() : null;
  const missing = steps.filter((one) => known?.fates.has(one) !== true);
  if (run === null || missing.length === 0 || asking) return;
  asking = true;
  askRun('requestFates', { steps: missing }).then(
    (found) => {
      asking = false;
      if (ran.peek() !== run) return;
      const before = fatesOf.peek()?.run === run ? (fatesOf.peek()?.fates ?? []) : [];
      fatesOf.value = { run, fates: new Map([...before, ...found.map(({ step: of, fates }) => [of, fates] as const)]) };
      // Rows that scrolled into view while the request was running.
      wanted?.();
    },
    () => {
      asking = false;
    },
  );
}

let wanted: (() => void) | null = null;

/** Remembers what is in view, to request it as soon as the previous question is answered. */
export function wantFates(steps: readonly number[]): void {
  wanted = () => needFates(steps);
  wanted();
}

// The question was given up, or the engine broke down, which the page reports elsewhere.
function ignore(): void {
  // Nothing is redrawn.
}

/**
 * Another future: the text with one line more, in which this request fails. The text as it is stays, as the branch that
 * it leaves.
 */
export async function failRequest(request: number): Promise<void> {
  const now = ledger.value;
  const run = ran.value;
  if (now === null || run === null || stale.value) return;
  const { steps, marks, passed } = now.ledger;
  const requests = Array.from(steps, (of, k) => ({ step: of, refused: ((marks[k] ?? 0) & REQUEST_REFUSED) !== 0 }));
  const made = failText(run.text, { lines: stepLines.value, requests, passed }, request);
  if (made.kind === 'none') {
    say('warning', made.why);
    return;
  }
  const from = { text: text.value, step: step.value };
  const target = steps[request] ?? 0;
  await forkFuture(made.text, `request ${request + 1} of the run fails`, { kind: 'step', step: target });
  say(
    'plain',
    `Request ${request + 1} of the run now fails, at step ${target}. Line ${made.line} makes it fail: “fail ` +
      `request ${made.k}” counts the requests after that line.`,
    {
      label: 'Back to the previous run',
      act: () => void putText(from.text, { kind: 'step', step: from.step }),
    },
  );
}

// ---- Half-way ----

// Everything that is out is in a tree, in reserve, or beside them; the rest is free.
function halfSlab(of: Scene, half: SceneHalf, places: number): SlabMap {
  const trees = of.trees.map(
    ({ picture }) => half.trees.find((one) => one.picture.name === picture.name)?.picture ?? picture,
  );
  for (const { picture } of half.trees) if (!trees.includes(picture)) trees.push(picture);
  const apart = [...half.reserve, ...half.loose];
  const top = Math.max(
    places,
    ...trees.flatMap(({ nodes }) => nodes.map(({ place }) => place + 1)),
    ...apart.map(({ place }) => place + 1),
  );
  const map = {
    ids: new Float64Array(top),
    states: new Uint8Array(top),
    owners: new Uint16Array(top),
    trees: trees.map(({ name }) => name),
  };
  const set = (
    { id, place }: { readonly id: number; readonly place: number },
    state: (typeof SLAB_STATES)[number],
    owner: number,
  ): void => {
    map.ids[place] = id;
    map.states[place] = SLAB_STATES.indexOf(state);
    map.owners[place] = owner;
  };
  trees.forEach(({ nodes }, k) => nodes.forEach((node) => set(node, 'tree', k + 1)));
  for (const node of apart) set(node, stateOf(node), 0);
  return map;
}

function stateOf({ state }: HalfNode): (typeof SLAB_STATES)[number] {
  return state === 'held' ? 'reserve' : state === 'dead' ? 'dead' : 'beside';
}
