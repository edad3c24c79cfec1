// SPDX-License-Identifier: GPL-2.0-or-later
//
// The scene of a step as it crosses to the page: the core is brought to the step before, makes the step once more, and
// its events and the memory before and after are read. Owns what is known of trees until they change.

import { must } from '../../base/assert';
import { versionAt } from '../../base/sequence';
import type { Finding, Outcome, TreeFacts, TreeHandle } from '../../model/machine';
import { SITES } from '../../model/memory';
import type { SceneTree, ReaderBefore } from '../../model/run';
import type { Vma } from '../../model/vma';
import { mergeOutcomes } from '../../scenario/world/outcomes';
import { type Capture, captureFork } from './fork-capture';
import { type CallEvents, takeHalf } from './halfway';
import { countNodes, readEvents, readTree, slabBytes, stillLive, type RawPart, type RawTree } from '../core/heap';
import type { EngineMachine } from '../core/machine';
import type { OpKind } from '../core/op-log';
import type { Place } from './answer-context';
import { copySlab, placeChanges, type PlaceChanges } from '../decode/place-changes';
import { memorySum } from './state-sum';
import type { Timeline } from './timeline';
import type { KeptStep, KeptTree } from './steps-kept';
import type { Core } from '../core/wasm';
import { widestNodes, wireReaders, wireStates } from './wire-places';
import { packRecords, packVmas } from '../decode/packed-vmas';
import { EVENTS_KEPT, type WireEvents, type WireHalf, type WireScene, type WireTree } from '../decode/wire';
import { type History, statesAt, readersAt, treesAt, vmasOf, OF_READERS } from './history';

/** The size of the picture of a tree that is sent in part: the large view requests the rest. */
const PART_NODES = 400;

/**
 * For a copy of the nodes of large trees, shared by all their scenes; for still larger ones a new copy is made each
 * time.
 */
const SLAB_ROOM_BYTES = 8 << 20;

const FROM_TOP: ReadonlySet<OpKind> = new Set(['gap-top', 'alloc-top', 'state-search-top']);
const FROM_BOTTOM: ReadonlySet<OpKind> = new Set(['gap-bottom', 'alloc-bottom', 'cyclic', 'state-search']);
const OF_FORKS: ReadonlySet<OpKind> = new Set(['fork', 'mm-exit']);

/** Facts about a tree, valid until something changes it. */
interface Aspects {
  readonly facts: TreeFacts;
  readonly findings: readonly Finding[];
  readonly mm: SceneTree['mm'];
  readonly memorySum?: string;
}

export interface StepCapture extends Pick<Place, 'nodesIn' | 'changesAt'> {
  readonly aspects: (handle: TreeHandle) => Aspects;
  readonly sumOf: (handle: TreeHandle) => string;
  readonly scene: (step: number, event?: number) => WireScene;
  readonly half: (step: number, event: number) => WireHalf;
}

/** The run to capture, which may still grow, and the core that replays it. */
export interface Shown {
  readonly core: Core;
  readonly machine: EngineMachine;
  readonly time: Timeline;
  readonly history: History;
  readonly nodesMax: number;
  readonly sums: 'included' | 'on demand';
  readonly callsForMemory: () => boolean;
}

/** The data that the states at the events of a step share. */
interface Moment {
  readonly step: number;
  readonly calls: CallEvents;
  /** The trees as they were a step earlier, by handle. */
  readonly before: ReadonlyMap<number, RawTree>;
  readonly part: RawPart;
}

export function newStepCapture(shown: Shown): StepCapture {
  const { time } = shown;
  const known = knownOf(shown);
  const slabs = slabComparison(shown);
  // Of the scene made last. Buffers that were transferred with a scene are unusable; `moment` is of one that was not.
  let made: Moment | null = null;
  let moment: Moment | null = null;
  let sent: ReadonlySet<WireTree['before'] | 'scene'> = new Set();
  const scene = (step: number, event?: number): WireScene => {
    const [found, its] = sceneAt(shown, known, slabs, step);
    made = its;
    return event === undefined ? found : { ...found, half: halfAt(shown, its, event) };
  };
  const half = (step: number, event: number): WireHalf => {
    if (moment?.step !== step) {
      const { trees } = scene(step);
      moment = made;
      sent = new Set(trees.map(({ before }) => before));
      if (step > 0) time.hold(step - 1);
    }
    time.goTo(step);
    const found = halfAt(shown, must(moment, 'moment'), event);
    if (found.kind !== 'half') return found;
    return {
      ...found,
      trees: found.trees.map((tree) =>
        tree.before !== null && sent.has(tree.before) ? { ...tree, before: 'scene' } : tree,
      ),
    };
  };
  return { ...known, scene, half, changesAt: slabs.changesAt };
}

// ---- What is known where the core stands ----

type Known = Pick<StepCapture, 'aspects' | 'sumOf' | 'nodesIn'>;

function knownOf({ core, machine, time, callsForMemory }: Shown): Known {
  const known = new Map<number, Aspects>();
  const sums = new Map<number, string>();
  time.onChange((tree) => {
    for (const map of [known, sums]) {
      if (tree === null) map.clear();
      else map.delete(tree);
    }
  });
  return {
    // Of a tree that nothing else is wanted of, which has its entries not counted for this.
    nodesIn: (handle) => known.get(handle)?.facts.nodes ?? countNodes(core, handle),
    sumOf: (handle) => {
      const found = sums.get(handle) ?? machine.sum(handle);
      sums.set(handle, found);
      return found;
    },
    aspects: (handle) => {
      let found = known.get(handle);
      if (found === undefined) {
        const mm = machine.spaceOf(handle);
        const more = mm === null || !callsForMemory() ? {} : { memorySum: memorySum(mm) };
        found = { ...machine.examine(handle), mm, ...more };
        known.set(handle, found);
      }
      return found;
    },
  };
}

interface SlabComparison extends Pick<StepCapture, 'changesAt'> {
  /** Copies the slab where the core stands, over the copy before. */
  readonly copy: () => Int32Array;
  /** The basis of changesAt from now on: the slab before a step, and the id of the newest node then. */
  readonly note: (slab: { readonly step: number; readonly slab: Int32Array; readonly newest: number } | null) => void;
}

// The changes of the last step that changed a large tree, by place, or the slab before it, to compare on demand: a
// picture does not wait for the comparison.
function slabComparison({ core, time }: Shown): SlabComparison {
  let changes: { readonly step: number; readonly of: PlaceChanges } | Parameters<SlabComparison['note']>[0] = null;
  let room: Int32Array | null = null;
  return {
    copy: () => {
      changes = null;
      if (room === null && slabBytes(core) <= SLAB_ROOM_BYTES) room = new Int32Array(SLAB_ROOM_BYTES / 4);
      return copySlab(core, room);
    },
    note: (slab) => {
      changes = slab;
    },
    changesAt: (step) => {
      if (changes?.step !== step) return null;
      if ('of' in changes) return changes.of;
      // The core may have left the step since.
      time.goTo(step);
      const of = placeChanges(core, changes.slab, changes.newest);
      changes = { step, of };
      return of;
    },
  };
}

// ---- A step made again ----

/** The report of a step that was replayed. */
interface Played extends Pick<WireScene, 'side' | 'window' | 'reader' | 'fork'> {
  /** The trees that it changes as they were before, by name. */
  readonly before: ReadonlyMap<string, { readonly handle: number; readonly raw: RawTree }>;
  readonly events: readonly WireEvents[];
  /** How many events of the step came before those of each call that is reported. */
  readonly from: readonly number[];
  readonly outcomes: readonly Outcome[];
  /** Times that each failure point was passed before the step. */
  readonly passed: readonly number[];
}

const NOTHING_PLAYED: Played = {
  before: new Map(),
  events: [],
  from: [],
  outcomes: [],
  passed: [],
  side: null,
  window: null,
  reader: null,
  fork: null,
};

type Read = (tree: TreeHandle) => RawTree;

function playStep(shown: Shown, slabs: SlabComparison, step: number, kept: KeptStep, read: Read): Played {
  const { core, machine, time, history, nodesMax } = shown;
  const before = new Map<string, { readonly handle: number; readonly raw: RawTree }>();
  const events: WireEvents[] = [];
  const from: number[] = [];
  const outcomes: Outcome[] = [];
  let side: WireScene['side'] = null;
  let window: WireScene['window'] = null;
  let reader: WireScene['reader'] = null;
  const changed = time.changed(step);
  time.goTo(step - 1);
  for (const { name, handle } of treesAt(history, step - 1))
    if (changed.has(handle)) before.set(name, { handle, raw: read(handle) });
  const passed = SITES.map((site) => machine.passes(site));
  const slab = [...before.values()].some(({ raw }) => raw.nodeCount > nodesMax) ? slabs.copy() : null;
  const capture = captureOf(history, step, machine, read);
  capture?.begin();
  core.calls.mpl_photo_arm(0, 0);
  let seen = 0;
  time.play(step, (made, call, subject, searched) => {
    const start = seen;
    seen = core.calls.mpl_photo_events() >>> 0;
    // Loads that the text's expressions made are not what the step did; nor is making what `maps` fills.
    if (
      made === null ||
      (call === 'load' && kept.report.op !== 'load') ||
      (call === 'mm-new' && kept.report.op !== 'mm')
    )
      return;
    if (call === 'load') events.length = from.length = outcomes.length = 0;
    window = searched ?? window;
    if (FROM_TOP.has(call)) side = 'top';
    if (FROM_BOTTOM.has(call)) side = 'bottom';
    if (OF_READERS.has(call)) reader = readerBefore(history, step - 1, subject);
    if (OF_FORKS.has(call)) capture?.take();
    outcomes.push(made);
    events.push(readEvents(core));
    from.push(start);
  });
  capture?.end();
  slabs.note(slab === null ? null : { step, slab, newest: history.steps.newestAt(step - 1) });
  return { before, events, from, outcomes, passed, side, window, reader, fork: capture?.fork() ?? null };
}

// ---- Scenes ----

function sceneAt(shown: Shown, known: Known, slabs: SlabComparison, step: number): [WireScene, Moment] {
  const { core, machine, time, history, nodesMax } = shown;
  const kept = history.steps.at(step);
  if (step !== 0 && kept === undefined) throw new RangeError(`there is no step ${step}`);
  const touched = kept?.touched ?? null;
  const part = {
    nodesMax,
    partMax: Math.min(nodesMax, PART_NODES),
    indexes: touched === null ? [] : [touched.first, touched.last],
  };
  const read: Read = (handle) => readTree(core, handle, known.nodesIn(handle), part);
  if (kept === undefined) time.goTo(0);
  const played = kept === undefined ? NOTHING_PLAYED : playStep(shown, slabs, step, kept, read);
  const { before, events, from, outcomes, passed, side, window, reader, fork } = played;
  const trees = treesAt(history, step).map((tree) => wireTree(shown, known, step, tree, before.get(tree.name), read));
  mustAgree(kept, trees);
  const live = machine.live();
  const waiting = machine.waiting();
  const held = machine.heldByStates();
  const scene: WireScene = {
    step,
    steps: history.steps.length(),
    record: kept?.report ?? null,
    outcome: outcomes.length > 1 ? mergeOutcomes(outcomes, live) : (outcomes[0] ?? null),
    passed,
    side,
    window,
    reader,
    hint: kept?.hint ?? [],
    describedAs: kept?.describedAs ?? null,
    touched,
    trees,
    fork,
    focus: kept?.focus ?? null,
    pair: kept?.pair ?? null,
    readers: wireReaders(core, machine, readersAt(history, step)),
    states: wireStates(core, machine, statesAt(history, step)),
    live,
    waiting,
    held,
    balance: live - waiting - held - trees.reduce((sum, tree) => sum + tree.raw.nodeCount, 0),
    events,
    widest: [...before.values()].flatMap(({ raw }) => widestNodes(raw)),
    newestBefore: history.steps.newestAt(step - 1),
  };
  const old = new Map([...before.values()].map((was) => [was.handle, was.raw]));
  return [scene, { step, calls: { events, from }, before: old, part }];
}

function wireTree(
  { core, history, nodesMax, sums }: Shown,
  known: Known,
  step: number,
  tree: KeptTree,
  old: { readonly handle: number; readonly raw: RawTree } | undefined,
  read: Read,
): WireTree {
  const { facts, findings, mm, memorySum } = known.aspects(tree.handle);
  // A sum that the run has printed is computed again, however large the tree is.
  const leftOut = sums === 'on demand' && facts.nodes > nodesMax && history.steps.sumAt(step) === null;
  const raw = read(tree.handle);
  const former = treesAt(history, step - 1).find((one) => one.name === tree.name && one.handle === tree.handle);
  const gone = goneVmas(former, tree);
  const was = former === undefined ? null : old?.handle === tree.handle ? old.raw : 'same';
  return {
    name: tree.name,
    kind: tree.kind,
    raw,
    before: was,
    stillLive: was !== null && was !== 'same' && was.places.length < was.nodeCount ? stillLive(core, was) : [],
    entries: facts.entries,
    sum: leftOut ? null : known.sumOf(tree.handle),
    findings,
    vmas: tree.vmas === null ? null : packVmas(versionAt(tree.vmas).toArray()),
    ...(gone.length === 0 ? {} : { goneVmas: gone }),
    mm: mm === null ? null : { ...mm, records: packRecords(mm.records) },
    ...(memorySum === undefined ? {} : { memorySum }),
  };
}

function halfAt({ core, time, history }: Shown, { step, calls, before, part }: Moment, event: number): WireHalf {
  const trees = [...treesAt(history, step - 1), ...treesAt(history, step)];
  const names = new Map<number, Pick<KeptTree, 'name' | 'kind'>>(trees.map((tree) => [tree.handle, tree]));
  const child = history.steps.shapeAt(step)?.forked?.child;
  // The child of a failed fork has a name too.
  const nameless = child === undefined ? undefined : { name: child, kind: 'mm' as const };
  const untouched = new Set<number>(
    treesAt(history, step - 1)
      .map(({ handle }) => handle)
      .filter((handle) => !before.has(handle)),
  );
  return takeHalf({ core, time, step, event, most: EVENTS_KEPT, calls, names, nameless, untouched, before, part });
}

// VMAs that a step ended.
function goneVmas(former: KeptTree | undefined, tree: KeptTree): readonly Vma[] {
  if (former === undefined || former.vmas === tree.vmas) return [];
  const now = new Set(vmasOf(tree)?.map(({ number }) => number));
  return (vmasOf(former) ?? []).filter(({ number }) => !now.has(number));
}

// The data to capture a step that forks or tears down; null for every other step.
function captureOf(
  history: History,
  step: number,
  machine: EngineMachine,
  read: (tree: TreeHandle) => RawTree,
): Capture | null {
  const names = history.steps.shapeAt(step)?.forked;
  if (names === undefined) return null;
  const source = treesAt(history, step - 1).find(({ name }) => name === (names.parent ?? names.child));
  if (source === undefined) return null;
  return captureFork({
    machine,
    read,
    names,
    vmas: vmasOf(source) ?? [],
    exits: names.parent === null ? source.handle : null,
  });
}

function readerBefore(history: History, step: number, handle: number): ReaderBefore | null {
  const was = readersAt(history, step).find((one) => one.handle === handle);
  if (was === undefined) return null;
  const { name, since, node, diedAt, treeHandle } = was;
  return {
    name,
    number: handle,
    since,
    node,
    diedAt,
    gone: !treesAt(history, step).some((tree) => tree.handle === treeHandle),
  };
}

// Going somewhere must show what was there: the sum found during the run and the one found now are the same.
function mustAgree(kept: KeptStep | undefined, trees: readonly WireTree[]): void {
  const printed = kept?.report.sum ?? null;
  const name = kept?.trees.find(({ handle }) => handle === kept.named)?.name;
  const now = name === undefined ? undefined : trees.find((tree) => tree.name === name)?.sum;
  if (printed !== null && now !== undefined && printed !== now)
    throw new Error(`the replay gave sum ${now} where the run had ${printed}`);
}
