// SPDX-License-Identifier: GPL-2.0-or-later
//
// A step stopped at one of its events, for slow motion: the step is made again, and the core photographs its memory
// when the event comes (core/wasm/photo.c). The worker's side, half-scene.ts makes of it what is shown.
//
// The core stands where it stood before, at the end of the step, and the operation was not disturbed: the photograph
// lies behind the last place that the step uses, which is known since the step has ended once already.

import type { TreeHandle } from '../../model/machine';
import type { NamedTree } from '../../model/item';
import { decodeEvents } from '../decode/events';
import type { CoreEvent } from '../../model/event';
import { EVENT, LIMITS, PLACE, PLACE_STATES, REGIONS, TREE } from '../generated/tables';
import { NODE } from '../../model/generated/node';
import { countEntries, placeCount, placesIn, readTree, type RawPart, type RawTree } from '../core/heap';
import { reserveAt } from '../decode/reserve';
import type { AfterCall, Timeline } from './timeline';
import type { Core } from '../core/wasm';
import type { WireApart, WireEvents, WireHalf, WireHalfTree } from '../decode/wire';
import { idAt } from '../core/ids';

/** The events of the calls of a step, and how many other events the step had before each call. */
export interface CallEvents {
  readonly events: readonly WireEvents[];
  readonly from: readonly number[];
}

export interface HalfOptions {
  readonly core: Core;
  readonly time: Timeline;
  readonly step: number;
  /** Number of the event among those that were kept, from 0. */
  readonly event: number;
  /** The number of events kept. */
  readonly most: number;
  readonly calls: CallEvents;
  /** Handle → name, of the trees before and after the step; of any other, if only one can be meant. */
  readonly names: ReadonlyMap<number, Pick<NamedTree, 'name' | 'kind'>>;
  readonly nameless: Pick<NamedTree, 'name' | 'kind'> | undefined;
  /** Trees that existed before the step and are not changed by it. */
  readonly untouched: ReadonlySet<number>;
  /** The trees as they were a step earlier. */
  readonly before: ReadonlyMap<number, RawTree>;
  readonly part: RawPart;
}

/** Memory at the event. The core stands at the end of the step afterwards. */
export function takeHalf(options: HalfOptions): WireHalf {
  const { core, time, step, event, calls, part, most } = options;
  const kept = calls.events.map(({ records }) => records.byteLength / EVENT.BYTES);
  const count = Math.min(
    most,
    kept.reduce((sum, one) => sum + one, 0),
  );
  const call = callOf(kept, event);
  if (!Number.isInteger(event) || event < 0 || event >= count || call === null) {
    return { kind: 'none', event, kept: count, dropped: calls.events.reduce((sum, one) => sum + one.count, 0) > count };
  }
  const at = placeCount(core);
  const number = calls.from[call.call]! + call.event + 1;
  const taken = photograph(
    { core, time, step, what: `event ${number}`, arm: () => core.calls.mpl_photo_arm(number, at) },
    at,
    (photo, trees) => {
      const reserve = reserveAt(decodedOf(calls.events[call.call]!), call.event);
      return lookAt(photo, trees, options, reserve);
    },
  );
  return taken === null
    ? { kind: 'no room', event }
    : { kind: 'half', event, call: call.call, nodesMax: part.nodesMax, ...taken };
}

// A person who goes from event to event visits the same ones again.
const decoded = new WeakMap<WireEvents, readonly CoreEvent[]>();

function decodedOf(part: WireEvents): readonly CoreEvent[] {
  const events = decoded.get(part) ?? decodeEvents(part.records, Infinity);
  decoded.set(part, events);
  return events;
}

// Which call an event belongs to, and its number there.
function callOf(kept: readonly number[], event: number): { readonly call: number; readonly event: number } | null {
  for (let call = 0, left = event; call < kept.length; left -= kept[call]!, call++)
    if (left < kept[call]!) return { call, event: left };
  return null;
}

export interface PhotoOptions {
  readonly core: Core;
  readonly time: Timeline;
  readonly step: number;
  /** Of what it is, for who reads of an error. */
  readonly what: string;
  /** Sees to it that the core takes the photograph; called right before the step is made again. */
  readonly arm: () => void;
}

/**
 * Makes the step again and photographs memory in it, behind the `at` places that the step uses; null if memory does not
 * suffice.
 */
export function photograph<T>(
  { core, time, step, what, arm }: PhotoOptions,
  at: number,
  look: (photo: Core, trees: number) => T,
  after: AfterCall = () => undefined,
): T | null {
  const more = Math.ceil((at * (NODE.BYTES + PLACE.BYTES) + LIMITS.trees * TREE.BYTES) / NODE.BYTES);
  if (at + more > LIMITS.places || core.calls.mpl_reserve(at + more) === 0) return null;
  time.goTo(step - 1);
  arm();
  time.play(step, after);
  const trees = core.calls.mpl_photo_trees();
  if (trees === 0 || placeCount(core) !== at) throw new Error(`step ${step}, made again, has no ${what}`);
  const found = look(photoCore(core, at, trees), trees);
  core.calls.mpl_photo_arm(0, 0);
  return found;
}

// The photograph in the shape of a core, for those who read trees.
function photoCore(core: Core, at: number, count: number): Core {
  const { calls } = core;
  const places = calls.mpl_photo_places();
  const base = calls.mpl_slab_base() + NODE.BYTES * at;
  const table = base + NODE.BYTES * places;
  const trees = table + PLACE.BYTES * places;
  const info = (tree: number): number => {
    const record = trees + TREE.BYTES * (tree - 1);
    return tree < 1 || tree > count || core.view().getBigUint64(record + TREE.address, true) === 0n ? 0 : record;
  };
  const bytes = (region: number): number =>
    region === REGIONS.indexOf('places') ? PLACE.BYTES * places : calls.mpl_region_bytes(region);
  return {
    ...core,
    calls: {
      ...calls,
      mpl_slab_base: () => base,
      mpl_place_table: () => table,
      mpl_tree_info: info,
      mpl_region_bytes: bytes,
    },
  };
}

function lookAt(
  photo: Core,
  count: number,
  options: HalfOptions,
  reserve: readonly number[],
): Pick<Extract<WireHalf, { kind: 'half' }>, 'trees' | 'apart' | 'apartCount' | 'reserve'> {
  const { names, nameless, untouched, before, part } = options;
  const reached = new Set<number>();
  const trees: WireHalfTree[] = [];
  for (let tree = 1; tree <= count; tree++) {
    if (photo.calls.mpl_tree_info(tree) === 0) continue;
    const handle = tree as TreeHandle;
    const places = placesIn(photo, handle);
    for (const place of places) reached.add(place);
    if (untouched.has(tree)) continue;
    const raw = readTree(photo, handle, places.length, part);
    const entries = raw.nodeCount > raw.places.length ? countEntries(photo, handle) : 0;
    const { name, kind } = names.get(tree) ?? nameless ?? { name: `#${tree}`, kind: 'tree' };
    trees.push({ name, kind, raw, entries, before: before.get(tree) ?? null });
  }
  return { trees, ...apartFrom(photo, reached, new Set(reserve), part.nodesMax) };
}

// Nodes out of the allocator that no tree leads to, and those in reserve, whatever leads to them.
function apartFrom(
  photo: Core,
  reached: ReadonlySet<number>,
  held: ReadonlySet<number>,
  most: number,
): { readonly apart: readonly WireApart[]; readonly apartCount: number; readonly reserve: readonly number[] } {
  const view = photo.view();
  const [slab, table] = [photo.calls.mpl_slab_base(), photo.calls.mpl_place_table()];
  const apart: WireApart[] = [];
  const reserve: number[] = [];
  let apartCount = 0;
  for (let place = 0, count = placeCount(photo); place < count; place++) {
    const state = view.getUint32(table + PLACE.BYTES * place + PLACE.state, true) & 0xff;
    const id = idAt(view, table + PLACE.BYTES * place + PLACE.id);
    if (state === PLACE_STATES.FREE) continue;
    if (held.has(id)) reserve.push(id);
    else if (reached.has(place)) continue;
    if (apartCount++ >= most) continue;
    const from = slab + NODE.BYTES * place;
    apart.push({
      id,
      place,
      deferred: state === PLACE_STATES.DEFERRED,
      bytes: photo.bytes().slice(from, from + NODE.BYTES),
    });
  }
  return { apart, apartCount, reserve };
}
