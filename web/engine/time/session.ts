// SPDX-License-Identifier: GPL-2.0-or-later
//
// One run of one text and every moment of it: the interpreter over a recording machine, then seeking back and forth.
// Owns its core while it lives; after the run the core stands wherever the last scene needed it.
//
// What it gives out crosses to the page as it is (wire.ts): raw nodes and event records, decoded on the other side.

import type { DefectName } from '../../model/generated/defects';
import type { Trouble } from '../../model/trouble';
import { must } from '../../base/assert';
import { setNumberBase, type NumberBase, type TextBase } from '../../base/number-base';
import { nextVersion, versionAt } from '../../base/sequence';
import type { Diagnostic } from '../../model/diagnostic';
import type { NamedReader, NamedState, NamedTree, StepItem } from '../../model/item';
import type { Finding, Machine, Outcome, TreeFacts, TreeHandle } from '../../model/machine';
import { SITES } from '../../model/memory';
import { stoppedReport, type Report, type StepReport, type Stopped, type TreeReport } from '../../model/report';
import type { ExpectBrief, RunSummary, SceneTree, ReaderBefore } from '../../model/run';
import { STORE_TYPES, type StoreType } from '../../model/status';
import type { Vma } from '../../model/vma';
import { textBase } from '../../scenario/check/text-base';
import { readScenario, type Checked } from '../../scenario/check/checker';
import { runScenario, type Limits } from '../../scenario/run/interpreter';
import { mergeOutcomes } from '../../scenario/world/outcomes';
import { ENGINE_ID } from '../generated/engine-id';
import { type Capture, captureFork } from './fork-capture';
import { type ToldEvents, takeHalf } from './halfway';
import {
  countNodes,
  filledNodes,
  readEvents,
  readTree,
  slabBytes,
  stillLive,
  type RawPart,
  type RawTree,
} from '../core/heap';
import { machineOver, type EngineMachine } from '../core/machine';
import { opLog, recordingMachine, type OpKind, type OpLog } from '../core/op-log';
import type { Place, StoreCounts } from './place';
import { copySlab, placeChanges, type PlaceChanges } from '../decode/place-changes';
import { memorySum, stateSum } from './state-sum';
import { timeline, type Timeline } from './timeline';
import { firstDifference } from './first-difference';
import {
  stepsKept,
  unpackBriefs,
  type KeptReader,
  type KeptState,
  type KeptStep,
  type KeptTree,
  type PackedBriefs,
  type StepsKept,
} from './steps-kept';
import type { Core } from '../core/wasm';
import { widestNodes, wireReaders, wireStates } from './wire-places';
import { packRecords, packVmas } from '../decode/packed-vmas';
import { EVENTS_TOLD, type WireEvents, type WireHalf, type WireScene, type WireTree } from '../decode/wire';

export interface SessionOptions {
  readonly limits?: Partial<Limits>;
  /** What indexes are written in; that of the text unless told, and where it has an address space. */
  readonly base?: NumberBase;
  /** Bytes of keyframes that are kept; 80 MiB unless told. */
  readonly keyframeBytesMax?: number;
  /** Steps between keyframes at first; 64 unless told. */
  readonly keyframeInterval?: number;
  /** Larger trees are sent in part; 8,000 nodes unless told. */
  readonly pictureNodesMax?: number;
  /** 'asked': scenes are without the sums of trees that are sent in part, but for those that the run has told. */
  readonly sums?: 'told' | 'asked';
  /** The worker's cores have this deliberate defect; all requests to one worker must name the same. */
  readonly defect?: DefectName;
}

/** What is pictured of the upper levels of a tree that is not sent whole: the large view asks for the rest. */
const PART_NODES = 400;

/**
 * For a copy of the nodes of large trees, which every scene of theirs takes; of still larger ones it is made anew each
 * time.
 */
const SLAB_ROOM_BYTES = 8 << 20;

const FROM_TOP: ReadonlySet<OpKind> = new Set(['gap-top', 'alloc-top', 'state-search-top']);
const FROM_BOTTOM: ReadonlySet<OpKind> = new Set(['gap-bottom', 'alloc-bottom', 'cyclic', 'state-search']);
const OF_FORKS: ReadonlySet<OpKind> = new Set(['fork', 'mm-exit']);
const OF_READERS: ReadonlySet<OpKind> = new Set(['resume-reader', 'close-reader']);

export type Begun =
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'session'; readonly session: Session };

export interface Session {
  /** Runs on for so many items; true when the run has ended. */
  readonly advance: (items: number) => boolean;
  /** Steps done so far. */
  readonly steps: () => number;
  /** The rest only after the run has ended. */
  readonly summary: () => RunSummary;
  /** The same, its steps packed. */
  readonly packedSummary: () => PackedSummary;
  /** Finds so many of the sums that the report still lacks; true when it has all. */
  readonly complete: (steps: number) => boolean;
  /** Steps that this has been done for. */
  readonly completed: () => number;
  /** The report, complete or not. */
  readonly report: () => Report;
  /** With `event`, the state at that one of the events that the scene tells, from 0, besides. */
  readonly scene: (step: number, event?: number) => WireScene;
  /**
   * The state at an event alone, for who has the step's scene: from one event to the next the step is made once more,
   * and nothing before it.
   */
  readonly half: (step: number, event: number) => WireHalf;
  /** What answers to questions may use. Only after the run has ended. */
  readonly place: () => Place;
  /** How far the sweep under way is; null outside of sweeps. */
  readonly sweeping: () => { readonly done: number; readonly of: number | null } | null;
  /** The state's sum at a step, as a link holds it (state-sum.ts). */
  readonly sumAt: (step: number) => string | null;
  /**
   * The first step that is not as in the run of another session; null where there is none. Only after both have ended.
   */
  readonly differsFrom: (before: Session) => number | null;
  readonly kept: () => StepsKept;
  /** Bytes held for going back. */
  readonly bytes: () => number;
}

/**
 * Begins the run of a text on a core that nobody else uses; nothing is run if the text has mistakes. `checked`, where
 * it is given, is what reading that text came to. What running it takes is at hand (parts-of.ts).
 */
export function beginSession(
  text: string,
  core: Core,
  options: SessionOptions = {},
  checked: Checked = readScenario(text),
): Begun {
  if (checked.kind === 'refused') return checked;
  const { program } = checked;
  const ofText = textBase(program);
  const numbers = ofText.fixed || options.base === undefined ? ofText : { ...ofText, base: options.base };
  setNumberBase(numbers.base);
  core.calls.mpl_reset();
  const machine = machineOver(core);
  const log = opLog();
  const time = timeline(core, machine, log, {
    keyframeBytesMax: options.keyframeBytesMax ?? 80 << 20,
    keyframeInterval: options.keyframeInterval ?? 64,
  });
  // Nodes that this step put into a tree; granted ones of all steps, which is the id of the newest node.
  // Besides, the types of the stores that went through.
  const counts: Counts = { used: 0, granted: 0, stores: null };
  const recording = recordingMachine(machine, log, {
    after: (outcome) => {
      counts.granted += machine.lastGranted();
      counts.used += outcome.used;
      counts.stores = addStores(counts.stores, outcome);
    },
    saved: () => {
      const { used, granted, stores } = counts;
      return () => Object.assign(counts, { used, granted, stores });
    },
  });
  // Most sums are found later, when a report is asked for (`complete`): finding all of them would slow a long run down.
  // Let go of at the end, and with it what every tree should hold.
  let items: ReturnType<typeof runScenario> | null = runScenario(program, recording, {
    sums: 'few',
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  const history = newHistory();
  let sweeping: ReturnType<Session['sweeping']> = null;
  const advance = (count: number): boolean => {
    for (let k = 0; k < count; k++) {
      if (items === null) return true;
      const next = items.next();
      if (next.done === true) throw new Error('the run ended without saying so');
      const item = next.value;
      sweeping = item.kind === 'progress' ? { done: item.done, of: item.of } : null;
      if (item.kind === 'step') {
        keepStep(history, item, counts, { core, machine }, readerOf(history, log));
        counts.used = 0;
        counts.stores = null;
        time.mark();
      } else if (item.kind === 'expect') history.expects.push(item.expect);
      else if (item.kind === 'note') history.notes.push(item.note);
      else if (item.kind === 'end') {
        // The last step is given its sum at the end.
        const sum = history.lastReport?.sum ?? null;
        if (sum !== null) history.steps.setSum(history.steps.length(), sum);
        history.end = item;
        items = null;
        time.close();
        return true;
      }
    }
    return false;
  };
  const stage = newStage(core, time, machine, {
    nodesMax: options.pictureNodesMax ?? 8000,
    sums: options.sums ?? 'told',
    callsForMemory: log.callsForMemory,
  });
  return {
    kind: 'session',
    session: {
      advance,
      steps: () => history.steps.length(),
      summary: () => summaryOf(history, program.labels, numbers),
      packedSummary: () => packedSummaryOf(history, program.labels, numbers),
      complete: (steps) => completeSums(history, time, machine, steps),
      completed: () => history.summed,
      report: () => reportOf(history),
      scene: (step, event) => stage.scene(history, step, event),
      half: (step, event) => stage.half(history, step, event),
      place: () => ({
        core,
        machine,
        time,
        log,
        text,
        labels: program.labels,
        steps: history.steps.length(),
        summary: () => summaryOf(history, program.labels, numbers),
        reportAt: (step) => history.steps.at(step)?.report ?? null,
        treesAt: (step) => treesAt(history, step),
        vmasAt: (step, name) => vmasAt(history, step, name),
        wantedAt: (step) => history.steps.at(step)?.wanted ?? [],
        nodesIn: stage.nodesIn,
        changesAt: stage.changesAt,
        newestBefore: (step) => history.steps.newestAt(step - 1),
        forkedAt: (step) => history.steps.shapeAt(step)?.forked ?? null,
        waitingAt: (step) => history.steps.shapeAt(step)?.waiting ?? 0,
        passedAt: (step) => history.steps.passedAt(step),
        storesAt: (step) => history.steps.shapeAt(step)?.stores ?? null,
        scene: (step, event) => stage.scene(history, step, event),
      }),
      sweeping: () => sweeping,
      differsFrom: (before) => firstDifference(before.kept(), history.steps),
      kept: () => history.steps,
      sumAt: (step) => {
        time.goTo(step);
        return stateSum({
          trees: treesAt(history, step).map(({ handle }) => ({ ...stage.aspects(handle), sum: stage.sumOf(handle) })),
        });
      },
      bytes: () => time.bytes() + history.steps.bytes(),
    },
  };
}

// ---- What is kept of each step ----

interface History {
  readonly steps: StepsKept;
  readonly expects: ExpectBrief[];
  readonly notes: RunSummary['notes'][number][];
  readonly troubles: (Trouble & { readonly step: number })[];
  readonly sweeps: RunSummary['sweeps'][number][];
  end: {
    readonly stopped: Stopped | null;
    readonly trees: readonly TreeReport[];
    readonly unreached: Report['unreached'];
    readonly ok: boolean;
  } | null;
  lastTrees: { readonly from: readonly NamedTree[]; readonly kept: readonly KeptTree[] };
  lastReport: StepReport | null;
  /** Steps whose sums have been found or need none. */
  summed: number;
}

/** Of the step under way, but for `granted`, which is of all steps. */
interface Counts {
  used: number;
  granted: number;
  stores: StoreCounts | null;
}

// Most steps have one store or none: those share one object a type.
const ONE_STORE: Readonly<Record<StoreType, StoreCounts>> = Object.fromEntries(
  STORE_TYPES.map((type) => [type, { [type]: 1 }]),
) as Record<StoreType, StoreCounts>;

function addStores(before: StoreCounts | null, { error, storeType, storeCounts }: Outcome): StoreCounts | null {
  if (error !== null || (storeType === null && storeCounts === null)) return before;
  const more = storeType === null ? (storeCounts ?? {}) : ONE_STORE[storeType];
  if (before === null) return more;
  const sum: Partial<Record<StoreType, number>> = { ...before };
  for (const [type, count] of Object.entries(more)) sum[type as StoreType] = (sum[type as StoreType] ?? 0) + count;
  return sum;
}

function newHistory(): History {
  return {
    steps: stepsKept(),
    expects: [],
    notes: [],
    troubles: [],
    sweeps: [],
    end: null,
    lastTrees: { from: [], kept: [] },
    lastReport: null,
    summed: 0,
  };
}

function keepStep(
  history: History,
  item: StepItem,
  counts: Counts,
  { core, machine }: { readonly core: Core; readonly machine: Machine },
  reader: KeptReader | null,
): void {
  if (item.trees !== history.lastTrees.from) {
    history.lastTrees = { from: item.trees, kept: item.trees.map((tree) => keepTree(history.lastTrees.kept, tree)) };
  }
  const { report, touched, focus, pair, hint, toldAs, gutter, wanted } = item;
  history.lastReport = report;
  // A copy that was given back was filled before.
  const used =
    report.error === null ? counts.used : report.op === 'fork' || report.op === 'dup' ? filledNodes(core) : 0;
  const named =
    item.trees.find((one) => one.name === report.tree && (reader === null || one.handle === reader.treeHandle))
      ?.handle ?? null;
  const readers = keepReaders(history, item.readers, machine);
  const states = keepStates(history, item.states);
  const forked = item.forked === undefined ? {} : { forked: item.forked };
  history.steps.push({
    report,
    touched,
    focus,
    pair,
    hint,
    toldAs,
    gutter,
    wanted,
    used,
    stores: counts.stores,
    waiting: machine.waiting(),
    passed: machine.passes('request'),
    trees: history.lastTrees.kept,
    readers,
    states,
    named,
    newest: counts.granted,
    ...forked,
  });
  if (item.sweep !== undefined) history.sweeps.push({ step: history.steps.length(), report: item.sweep });
  for (const trouble of item.troubles) history.troubles.push({ ...trouble, step: history.steps.length() });
}

function keepTree(before: readonly KeptTree[], tree: NamedTree): KeptTree {
  const { name, kind, handle, vmas } = tree;
  if (vmas === null) return { name, kind, handle, vmas: null };
  const old = before.find((one) => one.name === name && one.handle === handle)?.vmas ?? null;
  return { name, kind, handle, vmas: nextVersion(old, vmas) };
}

const NO_READERS: readonly KeptReader[] = [];

// The same array as a step before while nothing about the readers changes.
function keepReaders(history: History, readers: readonly NamedReader[], machine: Machine): readonly KeptReader[] {
  const before = readersAt(history, history.steps.length());
  if (readers.length === 0) return NO_READERS;
  const step = history.steps.length() + 1;
  const now = readers.map(({ name, handle, tree }): KeptReader => {
    const was = before.find((one) => one.handle === handle && one.name === name);
    const { node, dead, tree: treeHandle } = machine.readerPlace(handle);
    const same = was?.node === node ? was : null;
    if (same !== null && (same.diedAt !== null) === dead) return same;
    return {
      name,
      tree,
      handle,
      treeHandle,
      since: was?.since ?? step,
      node,
      diedAt: dead ? (same?.diedAt ?? step) : null,
    };
  });
  return now.length === before.length && now.every((one, k) => one === before[k]) ? before : now;
}

const NO_STATES: readonly KeptState[] = [];

// Likewise of the states.
function keepStates(history: History, states: readonly NamedState[]): readonly KeptState[] {
  if (states.length === 0) return NO_STATES;
  const before = statesAt(history, history.steps.length());
  const step = history.steps.length() + 1;
  const now = states.map(
    (one): KeptState =>
      before.find(({ handle, name }) => handle === one.handle && name === one.name) ?? { ...one, since: step },
  );
  return now.length === before.length && now.every((one, k) => one === before[k]) ? before : now;
}

function statesAt(history: History, step: number): readonly KeptState[] {
  return history.steps.shapeAt(step)?.states ?? NO_STATES;
}

// The reader that the last call went on with or released.
function readerOf(history: History, log: OpLog): KeptReader | null {
  const k = log.length() - 1;
  if (k < 0 || !OF_READERS.has(log.kind(k))) return null;
  return readersAt(history, history.steps.length()).find((one) => one.handle === log.subject(k)) ?? null;
}

function readersAt(history: History, step: number): readonly KeptReader[] {
  return history.steps.shapeAt(step)?.readers ?? NO_READERS;
}

function treesAt(history: History, step: number): readonly KeptTree[] {
  return history.steps.shapeAt(step)?.trees ?? [];
}

/** A summary whose steps are packed: what crosses to the page. */
export type PackedSummary = Omit<RunSummary, 'steps'> & { readonly steps: PackedBriefs };

function summaryOf(history: History, labels: readonly string[], numbers: TextBase): RunSummary {
  const packed = packedSummaryOf(history, labels, numbers);
  return { ...packed, steps: unpackBriefs(packed.steps) };
}

function packedSummaryOf(history: History, labels: readonly string[], numbers: TextBase): PackedSummary {
  const { end } = history;
  if (end === null) throw new Error('the run has not ended');
  return {
    engine: ENGINE_ID,
    steps: history.steps.briefs(),
    expects: history.expects,
    notes: history.notes,
    stopped: end.stopped,
    ok: end.ok,
    labels,
    numbers,
    troubles: history.troubles,
    sweeps: history.sweeps,
    unreached: end.unreached,
    left: end.trees.map(({ name, height }) => ({ name, height })),
  };
}

function reportOf(history: History): Report {
  const { end, expects } = history;
  if (end === null) throw new Error('the run has not ended');
  return {
    ok: end.ok,
    engine: ENGINE_ID,
    stopped: stoppedReport(end.stopped),
    steps: Array.from({ length: history.steps.length() }, (_, k) => history.steps.at(k + 1)!.report),
    expects: {
      passed: expects.filter((one) => one.held).length,
      failed: expects.filter((one) => !one.held).map(({ line, message }) => ({ line, message })),
    },
    trees: end.trees,
    sweeps: history.sweeps.map(({ report }) => report),
    unreached: end.unreached,
  };
}

/** Up to this many nodes the report gives a sum at every step, above it at every 1,000th (scenario-language). */
const SUM_NODES = 4096;
const SUM_EVERY = 1000;

// Goes on from where it stopped the last time.
function completeSums(history: History, time: Timeline, machine: Machine, count: number): boolean {
  for (let k = 0; k < count; k++) {
    const step = history.summed + 1;
    const kept = history.steps.shapeAt(step);
    if (kept === undefined) return true;
    if (history.steps.sumAt(step) === null && kept.named !== null) {
      time.goTo(step);
      // Counting a tree's nodes is needed only if there are so many in all.
      const few = machine.live() <= SUM_NODES || machine.facts(kept.named).nodes <= SUM_NODES;
      if (few || step % SUM_EVERY === 0) history.steps.setSum(step, machine.sum(kept.named));
    }
    history.summed = step;
  }
  return history.summed === history.steps.length();
}

// ---- Scenes ----

/** What is known of a tree until something changes it. */
interface Aspects {
  readonly facts: TreeFacts;
  readonly findings: readonly Finding[];
  readonly mm: SceneTree['mm'];
  readonly memorySum?: string;
}

interface Stage extends Pick<Place, 'nodesIn' | 'changesAt'> {
  readonly aspects: (handle: TreeHandle) => Aspects;
  readonly sumOf: (handle: TreeHandle) => string;
  readonly scene: (history: History, step: number, event?: number) => WireScene;
  readonly half: (history: History, step: number, event: number) => WireHalf;
}

/** What the states at the events of a step have in common. */
interface Moment {
  readonly step: number;
  readonly told: ToldEvents;
  /** The trees as they were a step earlier, by handle. */
  readonly before: ReadonlyMap<number, RawTree>;
  readonly part: RawPart;
}

function newStage(
  core: Core,
  time: Timeline,
  machine: EngineMachine,
  {
    nodesMax,
    sums: wanted,
    callsForMemory,
  }: { readonly nodesMax: number; readonly sums: 'told' | 'asked'; readonly callsForMemory: () => boolean },
): Stage {
  const known = new Map<number, Aspects>();
  const sums = new Map<number, string>();
  time.onChange((tree) => {
    for (const map of [known, sums]) {
      if (tree === null) map.clear();
      else map.delete(tree);
    }
  });
  // What the last step that changed a large tree did to each place, or the slab before it, to compare with once that is
  // asked for: a picture does not wait for the comparison.
  let changes:
    | { readonly step: number; readonly of: PlaceChanges }
    | { readonly step: number; readonly slab: Int32Array; readonly newest: number }
    | null = null;
  // Of a tree that nothing else is wanted of, which has its entries not counted for this.
  const nodesIn = (handle: TreeHandle): number => known.get(handle)?.facts.nodes ?? countNodes(core, handle);
  let slabRoom: Int32Array | null = null;
  const copyOfSlab = (): Int32Array => {
    // What was to be compared with is written over.
    changes = null;
    if (slabRoom === null && slabBytes(core) <= SLAB_ROOM_BYTES) slabRoom = new Int32Array(SLAB_ROOM_BYTES / 4);
    return copySlab(core, slabRoom);
  };
  const sumOf = (handle: TreeHandle): string => {
    const found = sums.get(handle) ?? machine.sum(handle);
    sums.set(handle, found);
    return found;
  };
  const aspects = (handle: TreeHandle): Aspects => {
    let found = known.get(handle);
    if (found === undefined) {
      const mm = machine.spaceOf(handle);
      const more = mm === null || !callsForMemory() ? {} : { memorySum: memorySum(mm) };
      found = { ...machine.examine(handle), mm, ...more };
      known.set(handle, found);
    }
    return found;
  };
  // Of the scene made last. What is handed over with a scene is of no use any more; `moment` is of one that was not.
  let made: Moment | null = null;
  let moment: Moment | null = null;
  let sent: ReadonlySet<WireTree['before'] | 'scene'> = new Set();
  const halfAt = (history: History, { step, told, before, part }: Moment, event: number): WireHalf => {
    const trees = [...treesAt(history, step - 1), ...treesAt(history, step)];
    const names = new Map<number, Pick<KeptTree, 'name' | 'kind'>>(trees.map((tree) => [tree.handle, tree]));
    const child = history.steps.shapeAt(step)?.forked?.child;
    // What a fork makes and undoes has a name too.
    const nameless = child === undefined ? undefined : { name: child, kind: 'mm' as const };
    const untouched = new Set<number>(
      treesAt(history, step - 1)
        .map(({ handle }) => handle)
        .filter((handle) => !before.has(handle)),
    );
    return takeHalf({ core, time, step, event, most: EVENTS_TOLD, told, names, nameless, untouched, before, part });
  };
  const scene = (history: History, step: number, event?: number): WireScene => {
    const kept = history.steps.at(step);
    if (step !== 0 && kept === undefined) throw new RangeError(`there is no step ${step}`);
    const touched = kept?.touched ?? null;
    const part = {
      nodesMax,
      partMax: Math.min(nodesMax, PART_NODES),
      indexes: touched === null ? [] : [touched.first, touched.last],
    };
    const read = (handle: TreeHandle): RawTree => readTree(core, handle, nodesIn(handle), part);
    const before = new Map<string, { readonly handle: number; readonly raw: RawTree }>();
    const events: WireEvents[] = [];
    // How many events of the step came before those of each call that is told.
    const from: number[] = [];
    const outcomes: Outcome[] = [];
    let passed: readonly number[] = [];
    let side: WireScene['side'] = null;
    let window: WireScene['window'] = null;
    let reader: WireScene['reader'] = null;
    let fork: WireScene['fork'] = null;
    if (kept === undefined) time.goTo(0);
    else {
      const changed = time.changed(step);
      time.goTo(step - 1);
      for (const { name, handle } of treesAt(history, step - 1))
        if (changed.has(handle)) before.set(name, { handle, raw: read(handle) });
      passed = SITES.map((site) => machine.passes(site));
      const slab = [...before.values()].some(({ raw }) => raw.nodeCount > nodesMax) ? copyOfSlab() : null;
      const capture = captureOf(history, step, machine, read);
      capture?.begin();
      core.calls.mpl_photo_arm(0, 0);
      let heard = 0;
      time.play(step, (made, call, subject, searched) => {
        const start = heard;
        heard = core.calls.mpl_photo_heard() >>> 0;
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
      fork = capture?.fork() ?? null;
      changes = slab === null ? null : { step, slab, newest: history.steps.newestAt(step - 1) };
    }
    const trees = treesAt(history, step).map((tree): WireTree => {
      const { facts, findings, mm, memorySum } = aspects(tree.handle);
      // What the run has told is looked at again, however large the tree is.
      const leftOut = wanted === 'asked' && facts.nodes > nodesMax && (kept?.report.sum ?? null) === null;
      const raw = read(tree.handle);
      const old = before.get(tree.name);
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
        sum: leftOut ? null : sumOf(tree.handle),
        findings,
        vmas: tree.vmas === null ? null : packVmas(versionAt(tree.vmas).toArray()),
        ...(gone.length === 0 ? {} : { goneVmas: gone }),
        mm: mm === null ? null : { ...mm, records: packRecords(mm.records) },
        ...(memorySum === undefined ? {} : { memorySum }),
      };
    });
    mustAgree(kept, trees);
    made = {
      step,
      told: { events, from },
      before: new Map([...before.values()].map((was) => [was.handle, was.raw])),
      part,
    };
    const half = event === undefined ? {} : { half: halfAt(history, made, event) };
    const live = machine.live();
    const waiting = machine.waiting();
    const held = machine.heldByStates();
    return {
      step,
      steps: history.steps.length(),
      record: kept?.report ?? null,
      outcome: outcomes.length > 1 ? mergeOutcomes(outcomes, live) : (outcomes[0] ?? null),
      passed,
      side,
      window,
      reader,
      hint: kept?.hint ?? [],
      toldAs: kept?.toldAs ?? null,
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
      ...half,
    };
  };
  const half = (history: History, step: number, event: number): WireHalf => {
    if (moment?.step !== step) {
      const { trees } = scene(history, step);
      moment = made;
      sent = new Set(trees.map(({ before }) => before));
      if (step > 0) time.hold(step - 1);
    }
    time.goTo(step);
    const found = halfAt(history, must(moment, 'moment'), event);
    if (found.kind !== 'half') return found;
    return {
      ...found,
      trees: found.trees.map((tree) =>
        tree.before !== null && sent.has(tree.before) ? { ...tree, before: 'scene' } : tree,
      ),
    };
  };
  const changesAt = (step: number): PlaceChanges | null => {
    if (changes?.step !== step) return null;
    if ('of' in changes) return changes.of;
    // The core may have left the step since.
    time.goTo(step);
    const of = placeChanges(core, changes.slab, changes.newest);
    changes = { step, of };
    return of;
  };
  return { aspects, sumOf, scene, half, nodesIn, changesAt };
}

function vmasOf({ vmas }: KeptTree): readonly Vma[] | null {
  return vmas === null ? null : versionAt(vmas).toArray();
}

// VMAs that a step ended.
function goneVmas(former: KeptTree | undefined, tree: KeptTree): readonly Vma[] {
  if (former === undefined || former.vmas === tree.vmas) return [];
  const now = new Set(vmasOf(tree)?.map(({ number }) => number));
  return (vmasOf(former) ?? []).filter(({ number }) => !now.has(number));
}

function vmasAt(history: History, step: number, name: string): readonly Vma[] | null {
  const tree = treesAt(history, step).find((one) => one.name === name);
  return tree === undefined ? null : vmasOf(tree);
}

// What a step that forks or tears down needs to be captured; null for every other step.
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

// Going somewhere must show what was there: the sum told during the run and the one found now are the same.
function mustAgree(kept: KeptStep | undefined, trees: readonly WireTree[]): void {
  const told = kept?.report.sum ?? null;
  const name = kept?.trees.find(({ handle }) => handle === kept.named)?.name;
  const now = name === undefined ? undefined : trees.find((tree) => tree.name === name)?.sum;
  if (told !== null && now !== undefined && told !== now)
    throw new Error(`the replay gave sum ${now} where the run had ${told}`);
}
