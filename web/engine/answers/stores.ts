// SPDX-License-Identifier: GPL-2.0-or-later
//
// The stores of a step and their decisions: the step is replayed while the core records its decisions
// (core/wasm/decisions.c). The tree right before a store is photographed: the decision was made on that tree.

import { index, type Index } from '../../base/index64';
import type { StepStore } from '../../model/decision';
import type { TreeHandle } from '../../model/machine';
import { releaseNumbered, type Release } from '../../model/releases';
import type { StoreType } from '../../model/status';
import { recordedDecision, type DecidedFacts } from '../decode/decision-record';
import { decodeTree } from '../decode/decode';
import { decodeEvents } from '../decode/events';
import type { CoreEvent } from '../../model/event';
import { FORK_BY, STORE_TYPES } from '../../model/generated/enums';
import { DECIDED, DECIDED_MARKS, EVENT, LIMITS } from '../generated/tables';
import { photograph } from '../time/halfway';
import { placeCount, placesIn, readEvents, readTree } from '../core/heap';
import type { Answering, Place } from '../time/answer-context';
import type { Core } from '../core/wasm';
import type { WireEvents } from '../decode/wire';
import { idAt } from '../core/ids';

const BULK = BigInt(FORK_BY.indexOf('bulk'));

const NO_PHOTO = 0xffffffff;

/** Larger trees are read in part: the levels at the top, and the way to the store. */
const NODES_MAX = 8000;
const PART_NODES = 1500;

/** Steps of more stores are not made again for a list. */
export const STORES_LISTED = 20_000;

export const stores: Answering<'stores'> = function* (place, { step, from, most }) {
  yield { done: 0, of: null };
  if (place.reportAt(step) === null) return { count: 0, types: [], rows: [], announced: null };
  const known = Object.entries(place.storesAt(step) ?? {}).map(([type, count]) => ({ type: type as StoreType, count }));
  const all = known.reduce((sum, { count }) => sum + count, 0);
  if (all > STORES_LISTED)
    return {
      count: all,
      types: known.sort((a, b) => b.count - a.count),
      rows: [],
      announced: announcedAt(place, step),
    };
  const { core, time } = place;
  time.goTo(step - 1);
  core.calls.mpl_decided_begin(from, NO_PHOTO);
  try {
    time.play(step, () => undefined);
  } finally {
    core.calls.mpl_decided_end();
  }
  const names = namesAt(place, step);
  const rows = decidedIn(core, from)
    .slice(0, most)
    .map((one) => rowOf(one, names));
  return {
    count: core.calls.mpl_decided_count() >>> 0,
    types: typesIn(core),
    rows,
    announced: announcedAt(place, step),
  };
};

export const storeDecision: Answering<'storeDecision'> = function* (place, { step, number }) {
  yield { done: 0, of: null };
  const { core, time } = place;
  if (place.reportAt(step) === null) return null;
  // So many places are used by the end of the step.
  time.goTo(step);
  const at = placeCount(core);
  time.goTo(step - 1);
  const calls: { readonly from: number; readonly events: WireEvents }[] = [];
  let seen = 0;
  const arm = (): void => {
    core.calls.mpl_photo_arm(0, at);
    core.calls.mpl_decided_begin(number, number);
  };
  const after = (): void => {
    const from = seen;
    seen = core.calls.mpl_photo_events() >>> 0;
    if (seen > from) calls.push({ from, events: readEvents(core) });
  };
  try {
    return photograph(
      { core, time, step, what: `store ${number}`, arm },
      at,
      (photo) => {
        core.calls.mpl_decided_end();
        const found = decidedIn(core, number);
        const store = found[0];
        if (store === undefined) return null;
        const events = eventsOf(calls, store.event, found[1]?.event ?? Infinity);
        const decision = recordedDecision({ ...store, events: events ?? [], before: pictureOf(photo, store) });
        return {
          store: rowOf(store, namesAt(place, step)),
          decision,
          release: store.release,
          hasEvents: events !== null,
        };
      },
      after,
    );
  } catch (error) {
    // No photograph was taken, since no store has this number.
    if (number >= core.calls.mpl_decided_count() >>> 0) return null;
    throw error;
  } finally {
    core.calls.mpl_decided_end();
    core.calls.mpl_photo_arm(0, 0);
  }
};

// ---- Records ----

interface Decided extends Omit<DecidedFacts, 'events' | 'before'>, Omit<StepStore, 'tree'> {
  readonly tree: TreeHandle;
  readonly release: Release;
  /** Events before it in the step. */
  readonly event: number;
}

function decidedIn(core: Core, from: number): readonly Decided[] {
  const count = Math.max(0, Math.min(LIMITS.decided, (core.calls.mpl_decided_count() >>> 0) - from));
  const view = core.view();
  const start = core.calls.mpl_decided_records();
  return Array.from({ length: count }, (_, k): Decided => {
    const at = start + DECIDED.BYTES * k;
    const u32 = (field: number): number => view.getUint32(at + field, true);
    const u64 = (field: number): Index => index(view.getBigUint64(at + field, true));
    const marks = u32(DECIDED.marks);
    return {
      number: from + k,
      tree: u32(DECIDED.tree) as TreeHandle,
      first: u64(DECIDED.first),
      last: u64(DECIDED.last),
      word: u64(DECIDED.word),
      type: typeNamed(u32(DECIDED.storeType)),
      needed: u32(DECIDED.needed),
      asked: u32(DECIDED.requested),
      used: u32(DECIDED.used),
      stored: (marks & DECIDED_MARKS.STORED) !== 0,
      widened: (marks & DECIDED_MARKS.WIDENED) !== 0,
      rcu: (marks & DECIDED_MARKS.RCU) !== 0,
      bulk: (marks & DECIDED_MARKS.BULK) !== 0,
      span: (marks & DECIDED_MARKS.SPAN) !== 0,
      release: releaseNumbered(marks >> DECIDED_MARKS.RELEASE_SHIFT),
      node: idAt(view, at + DECIDED.node),
      passed: u32(DECIDED.passed),
      slot: u32(DECIDED.slot),
      lastSlot: u32(DECIDED.lastSlot),
      min: u64(DECIDED.min),
      max: u64(DECIDED.max),
      lastPivot: u64(DECIDED.lastPivot),
      end: u32(DECIDED.end),
      newEnd: u32(DECIDED.newEnd),
      height: u32(DECIDED.height),
      vacant: u32(DECIDED.vacant),
      sufficient: u32(DECIDED.sufficient),
      event: u32(DECIDED.event),
    };
  });
}

function typeNamed(number: number): StoreType {
  const name = STORE_TYPES[number];
  if (name === undefined || name === 'invalid') throw new Error(`a store was decided to be of type ${number}`);
  return name;
}

function typesIn(core: Core): { readonly type: StoreType; readonly count: number }[] {
  const view = core.view();
  const start = core.calls.mpl_decided_types();
  const counts = STORE_TYPES.map((_, k) => view.getUint32(start + 4 * k, true));
  const found = counts.flatMap((count, k) => (count === 0 ? [] : [{ type: typeNamed(k), count }]));
  return found.sort((a, b) => b.count - a.count);
}

// ---- What goes with them ----

type Names = (handle: number) => string;

// The child of a fork that failed is in no list.
function namesAt(place: Place, step: number): Names {
  const names = new Map<number, string>(
    [...place.treesAt(step - 1), ...place.treesAt(step)].map(({ handle, name }) => [handle, name]),
  );
  const child = place.forkedAt(step)?.child;
  return (handle) => names.get(handle) ?? child ?? '';
}

function rowOf(
  { number, tree, first, last, word, type, needed, asked, used, stored }: Decided,
  names: Names,
): StepStore {
  return { number, tree: names(tree), first, last, word, type, needed, asked, used, stored };
}

function announcedAt({ log, time, forkedAt, vmasAt }: Place, step: number): number | null {
  const [from, to] = time.calls(step);
  for (let k = from; k < to; k++) {
    if (log.kind(k) === 'bulk') return Number(log.word(k, 0));
    if (log.kind(k) === 'fork' && log.word(k, 1) === BULK)
      return vmasAt(step - 1, forkedAt(step)?.parent ?? '')?.length ?? null;
  }
  return null;
}

function pictureOf(photo: Core, { tree, first, last }: Decided): ReturnType<typeof decodeTree> {
  const raw = readTree(photo, tree, placesIn(photo, tree).length, {
    nodesMax: NODES_MAX,
    partMax: PART_NODES,
    indexes: [first, last],
  });
  return decodeTree(raw, { name: '', kind: 'tree', entries: 0 }, null);
}

// Events from number `from` on, up to that of the next store, within one call; null if they were not kept.
function eventsOf(
  calls: readonly { readonly from: number; readonly events: WireEvents }[],
  from: number,
  to: number,
): readonly CoreEvent[] | null {
  const call = calls.findLast((one) => one.from <= from);
  if (call === undefined) return [];
  const { records, count } = call.events;
  const [first, last] = [from - call.from, Math.min(count, to - call.from)];
  if (EVENT.BYTES * last > records.byteLength) return null;
  return decodeEvents(records.subarray(EVENT.BYTES * first, EVENT.BYTES * last), Infinity);
}
