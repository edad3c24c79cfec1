// SPDX-License-Identifier: GPL-2.0-or-later
//
// A run as the page knows it: the summary that the timeline draws, and the scene at one step that the pictures draw.
// Plain data that crosses from the worker to the page.

import type { Op } from './ops';
import type { StepDecision } from './decision';
import type { Index } from '../base/index64';
import type { TextBase } from '../base/number-base';
import type { Diagnostic } from './diagnostic';
import type { Finding } from './machine';
import type { MmFacts, PageTable, SceneFork, VmaRecord } from './memory';
import type { SweepReport } from './sweep';
import type { NodePicture, PictureChanges, TreePicture } from './picture';
import type { Report, StepReport, Stopped } from './report';
import type { StateFields } from './states';
import type { StateStatus } from './status';
import type { Trouble } from './trouble';
import type { Vma } from './vma';

/** One bar of the timeline; step 0, the empty start, has none. */
export interface StepBrief {
  readonly line: number;
  readonly op: Op;
  readonly tree: string | null;
  readonly error: string | null;
  readonly storeType: string | null;
  /** Nodes requested: the sum of all requests, refused ones included. */
  readonly asked: number;
  /**
   * Nodes that went into a tree. Of a copy that was undone (`isUndoneCopy`), the nodes that it had filled; its report
   * says 0, since none of them stayed.
   */
  readonly used: number;
  readonly freed: number;
  /** Nodes needed by the whole-height formula. */
  readonly preWhole: number | null;
  readonly refused: boolean;
  /** Short result for the editor's gutter, in parts, the most telling first: "split", "3 nodes"; "ENOMEM"; "v7". */
  readonly gutter: readonly string[];
}

/** The fields of a step besides its line: steps that are alike share one object. */
export type StepKind = Omit<StepBrief, 'line'>;

/**
 * The steps of a run in columns. A million of them cross to the page as two buffers, and an object is made only for a
 * step that is read. Element n-1 of a column is of step n.
 */
export interface StepColumns {
  readonly length: number;
  /** In the order of their first steps. */
  readonly kinds: readonly StepKind[];
  /** Places in `kinds`. */
  readonly kindOf: Uint32Array;
  readonly lines: Uint32Array;
}

export const NO_STEPS: StepColumns = { length: 0, kinds: [], kindOf: new Uint32Array(), lines: new Uint32Array() };

/** The kind of step n, from 1; undefined where there is no such step. */
export function kindAt({ kinds, kindOf }: StepColumns, step: number): StepKind | undefined {
  return kinds[kindOf[step - 1] ?? -1];
}

/** The same with its line: an object of its own at each call. */
export function briefAt(steps: StepColumns, step: number): StepBrief | undefined {
  const kind = kindAt(steps, step);
  return kind && { line: steps.lines[step - 1]!, ...kind };
}

/** The steps of the kinds that are like this, from 1, ascending. */
export function stepsLike({ kinds, kindOf }: StepColumns, like: (kind: StepKind) => boolean): number[] {
  const wanted = kinds.map(like);
  const found: number[] = [];
  if (wanted.includes(true))
    kindOf.forEach((kind, k) => {
      if (wanted[kind] === true) found.push(k + 1);
    });
  return found;
}

/** It failed, or a request of it was refused. */
export function wentWrong({ error, refused }: StepKind): boolean {
  return error !== null || refused;
}

/** A copy of a tree that failed: the nodes that it had filled were all freed again. */
export function isUndoneCopy({ op, error }: Pick<StepKind, 'op' | 'error'>): boolean {
  return error !== null && (op === 'fork' || op === 'dup');
}

/** The result of an `expect`, for the gutter: it adds no step, `step` is the one before it. */
export interface ExpectBrief {
  readonly line: number;
  readonly step: number;
  readonly held: boolean;
  /** It does not hold because the text damaged something on purpose. */
  readonly onPurpose: boolean;
  readonly message: string;
  readonly instead?: Instead;
}

/**
 * A change that would make a failed `expect` hold: the value found in place of the one spelled, or a `fail` that
 * refuses more.
 */
export type Instead =
  | { readonly kind: 'value'; readonly spelled: string; readonly found: string }
  | { readonly kind: 'fail'; readonly line: number; readonly text: string };

export interface RunSummary {
  readonly engine: string;
  readonly steps: StepColumns;
  readonly expects: readonly ExpectBrief[];
  /** Steps before which a `note` or `pause` stands: its text, and whether play stops. */
  readonly notes: readonly {
    readonly step: number;
    readonly text: string;
    readonly pause: boolean;
    readonly line: number;
  }[];
  readonly stopped: Stopped | null;
  readonly ok: boolean;
  /** Texts of the labels, in the form that `entryValue` takes. */
  readonly labels: readonly string[];
  readonly numbers: TextBase;
  /** Contents that differed from the oracle's, or invariants broken, by step; empty in every healthy run. */
  readonly troubles: readonly (Trouble & { readonly step: number })[];
  /** The sweeps, in order, and the step that each of them is. */
  readonly sweeps: readonly { readonly step: number; readonly report: SweepReport }[];
  readonly unreached: Report['unreached'];
  /** The trees that exist at the end, and how many levels of nodes each of them has. */
  readonly left: readonly { readonly name: string; readonly height: number }[];
}

export type RunOutcome =
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }
  /** `differsAt`: the first step that is not as in the run before; null where there is none, or no run before. */
  | { readonly kind: 'ran'; readonly summary: RunSummary; readonly differsAt: number | null };

/** The data to draw one step. */
export interface Scene {
  readonly step: number;
  readonly steps: number;
  /** The full record of this step; null at step 0. */
  readonly record: StepReport | null;
  /** The outcome of the step, in a few words; empty if the first sentence of `why` says it. */
  readonly headline: string;
  /** `why` without what became of nodes in a write. */
  readonly story: string;
  /**
   * A plain sentence on why the step did what it did, composed from the record and the core's events; empty at step 0.
   */
  readonly why: string;
  /** The range the step was about (stored, searched, looked up), if it has one. */
  readonly touched: { readonly tree: string; readonly first: Index; readonly last: Index } | null;
  /** Every tree that exists at this step, in order of creation. */
  readonly trees: readonly SceneTree[];
  /** The tree that the step changed and that is shown first. */
  readonly focus: string | null;
  /** When the step is or follows a dup or fork: the pair to be shown side by side. */
  readonly pair: { readonly parent: string; readonly child: string } | null;
  /**
   * Nodes out of the allocator: all trees; `balance` = live minus reachable, waiting and held nodes, 0 unless something
   * leaked.
   */
  readonly live: number;
  /** Dead nodes that wait for a reader to leave, in `live` still. */
  readonly waiting: number;
  /** Nodes that kept states hold in reserve, in `live` too. */
  readonly held: number;
  readonly balance: number;
  /** The events inside the step, in order, with their places in the core's source. */
  readonly events: readonly SceneEvent[];
  /** Events beyond the buffer: counted, not kept. */
  readonly eventsDropped: number;
  /** The way that a reading step took through the tree (walk, iteration, gap search, reader), in order; else empty. */
  readonly trail: readonly TrailMark[];
  /** The window in which a gap search, or an allocation, looked for a free range; null for every other step. */
  readonly window: { readonly first: Index; readonly last: Index } | null;
  /** The readers parked after the step, in order of entry, then the kept states. */
  readonly readers: readonly SceneReader[];
  /** The fork or exit that this step is; null for every other step. */
  readonly fork: SceneFork | null;
  /**
   * The decision behind the one store that the step is; missing or null for every other step, and if it is not known.
   */
  readonly decision?: StepDecision | null;
  /** The step stopped at one of its events; missing or null unless an event was requested. */
  readonly half?: SceneHalf | HalfMissing | null;
}

/**
 * Memory right when the core emitted an event, as it was. A node may be written and not linked, a child may still name
 * its old parent, a word may lead to a node whose bytes are those of something else by now. An event for a single write
 * (slot_written, root_written and the like) is emitted right before the write, but for the root word of a tree that is
 * destroyed; the copy of a tree is linked after its last event.
 */
export interface SceneHalf {
  readonly kind: 'half';
  /** Place of the event in `events` of the scene, from 0. */
  readonly event: number;
  /** The event's subject, as it says: ids as in pictures, −1 and 0 are null. */
  readonly node: number | null;
  readonly slot: number | null;
  /**
   * The trees that the step changes or makes, as far as they exist at the event, in order of creation: of a fork the
   * parent only if its tree is changed, and the child. Every other tree is as in `trees` of the scene.
   */
  readonly trees: readonly HalfTree[];
  /** Nodes that a state of the operation holds in reserve (preallocated, or no longer needed), by id. */
  readonly reserve: readonly HalfNode[];
  /** Nodes out of the allocator that no tree leads to and that are not in reserve, by id. */
  readonly loose: readonly HalfNode[];
  /** Nodes of both kinds that are not listed, because there are too many. */
  readonly omitted: number;
  /** Where in the core the event is recorded. */
  readonly source: HalfSource;
}

/** Why there is no state at an event: it was not kept, or the step has no such event, or memory is too small. */
export interface HalfMissing {
  readonly kind: 'missing';
  readonly event: number;
  /** One sentence. */
  readonly text: string;
}

export interface HalfTree {
  /** The nodes that can be reached from the root word; a word that leads nowhere has id 0 in `children`. */
  readonly picture: TreePicture;
  /** Since the step before; everything is new in a tree that was not there. */
  readonly changes: PictureChanges;
  /** As in a scene's trees. */
  readonly partial?: { readonly nodes: number; readonly omitted: number };
}

/**
 * A node beside the trees. 'held': in reserve. 'made': granted in this step, taken, and not linked yet. 'cut off': was
 * in a tree, and no tree leads to it any more. 'dead': marked dead, or waiting for the end of a grace period.
 */
export interface HalfNode {
  readonly id: number;
  readonly place: number;
  readonly state: 'held' | 'made' | 'cut off' | 'dead';
  /** As a node with kind and range, as far as these are known; null for one that has nothing to show yet. */
  readonly picture: NodePicture | null;
  /** The 256 raw bytes. Nodes in reserve keep the list of the reserve in them. */
  readonly bytes: Uint8Array;
}

export interface HalfSource {
  /** As "core/src/split.c". */
  readonly file: string;
  /** As the event has it: the last line of the statement that emits it. */
  readonly line: number;
  /** Null unless the text of the sources is at hand. */
  readonly function: string | null;
}

/** One thing that a reading step did at one slot of one node. */
export interface TrailMark {
  /**
   * down: went into the child in this slot. visit: a move ended on this slot of a leaf. climb: went up, to this slot of
   * the node. restart: the node was dead, so the state walked again from the root (slot −1). look: a gap search looked
   * at this slot.
   */
  readonly kind: 'down' | 'visit' | 'climb' | 'restart' | 'look';
  readonly node: number;
  readonly slot: number;
  /** The range of the slot; null where the kind has none. */
  readonly range: { readonly first: Index; readonly last: Index } | null;
  /** visit: its number in the move, from 1. Else 0. */
  readonly visit: number;
  /** look: what the search made of the slot. Else null. */
  readonly verdict: 'taken' | 'too small' | 'occupied' | 'before the window' | 'beyond the window' | 'untracked' | null;
  /** look: longest run of free indexes known there, and how many were wanted; a length of 2^64 is given as 0. */
  readonly has: Index;
  readonly wants: Index;
  /** One sentence. */
  readonly text: string;
}

/** A parked reader, and the node it stands on, which may be dead and in no tree any more. */
export interface SceneReader {
  readonly name: string;
  readonly tree: string;
  /** Step at which it entered. */
  readonly since: number;
  readonly status: StateStatus;
  readonly index: Index;
  readonly last: Index;
  readonly word: Index;
  readonly slot: number;
  /** Its leaf as the memory has it now; null when it stands on none. `depth` is 0 and `parent` null for a dead one. */
  readonly node: NodePicture | null;
  readonly dead: boolean;
  /** Of a kept state, which is drawn as a reader is: what it believes, and what is true. Absent of a reader. */
  readonly believes?: StateFields;
}

/**
 * The fate of a node that is gone: 'replaced' if it was freed by itself, a new node having taken over its remaining
 * entries (or none remaining); 'destroyed' if it went with a whole subtree that was overwritten, or with its tree (rule
 * "order of disposal").
 */
export type NodeFate = 'replaced' | 'destroyed';

export interface SceneTree {
  readonly picture: TreePicture;
  readonly changes: PictureChanges;
  /**
   * Id of a node in `changes.gone` → its fate, as the core's own events show it; holds all of them or, when events were
   * dropped or the node was not pictured before, lacks some.
   */
  readonly fates: ReadonlyMap<number, NodeFate>;
  /**
   * Of every node that another one took the place of in this step: which. That one may be gone as well when the step
   * ends.
   */
  readonly taken?: ReadonlyMap<number, number>;
  /** The range that the step's last write was about in this tree, NULL widening included; null if it wrote none. */
  readonly written: { readonly first: Index; readonly last: Index } | null;
  /** RCU mode while the step ran; `picture.mode` holds it as it was when the step had ended. */
  readonly rcuDuring: boolean;
  /** Null for a tree that is pictured in part, until requested (model/questions.ts, `sums`). */
  readonly sum: string | null;
  readonly findings: readonly Finding[];
  /** Address spaces: VMA number → VMA; null for a plain tree. */
  readonly vmas: readonly Vma[] | null;
  /** Those of a step earlier that no longer exist, which nodes that are gone still hold; left out if there are none. */
  readonly goneVmas?: readonly Vma[];
  /** Address spaces that the core keeps as such: counters, page tables, VMAs as it holds them; null for all others. */
  readonly mm: {
    readonly facts: MmFacts;
    readonly tables: readonly PageTable[];
    readonly records: readonly VmaRecord[];
  } | null;
  /**
   * Sum over VMAs and page tables of an address space, for links; only in texts that call for memory (map, touch, brk
   * …).
   */
  readonly memorySum?: string;
  /**
   * Only on a tree too large to be pictured whole: how many nodes it has, and how many of them `picture.nodes` lacks.
   * The picture then holds the upper levels and the ways to what the step touched; a child that is not in it has id 0
   * in `children`. Everything else (findings, height, entries) is that of the whole tree.
   */
  readonly partial?: { readonly nodes: number; readonly omitted: number };
}

export interface SceneEvent {
  readonly name: string;
  readonly node: number | null;
  readonly slot: number | null;
  readonly file: string;
  readonly line: number;
  /** The former value of a field that `corrupt` overwrote. */
  readonly was?: bigint;
}

/** An event with its sentence, the fields filled in. */
export interface WordedEvent extends SceneEvent {
  readonly text: string;
}

/** A reader before a step. */
export interface ReaderBefore {
  readonly name: string;
  readonly number: number;
  readonly since: number;
  /** Id of the leaf that it stood on, 0 for none, and the step that took that leaf out of the tree. */
  readonly node: number;
  readonly diedAt: number | null;
  /** Its tree had been destroyed. */
  readonly gone: boolean;
}
