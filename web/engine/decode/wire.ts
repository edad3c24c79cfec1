// SPDX-License-Identifier: GPL-2.0-or-later
//
// A scene as it crosses from the worker: raw nodes and records, and what the run knew. Types, and what goes with them.
// scene.ts makes a Scene of it.

import type { NamedTree, StepItem } from '../../model/item';
import type { Finding, Outcome, ReaderPlace } from '../../model/machine';
import type { Balance, ForkRecord, MmFacts, PageTable } from '../../model/memory';
import type { StepReport } from '../../model/report';
import type { ReaderBefore, Scene, SceneTree } from '../../model/run';
import type { StateFields } from '../../model/states';
import type { Vma } from '../../model/vma';
import type { RawNode, RawTree } from '../core/heap';
import type { PackedRecords, PackedVmas } from './packed-vmas';

/** A step keeps this many events, enough for a fork of 800 VMAs; further ones are only counted. */
export const EVENTS_KEPT = 32_768;

export interface WireTree {
  readonly name: string;
  readonly kind: NamedTree['kind'];
  readonly raw: RawTree;
  /** The tree a step earlier: 'same' if the step did not touch it, null if it was not there. */
  readonly before: RawTree | 'same' | null;
  /** Large trees only: ids of nodes of `before` that still live, wherever they are. */
  readonly stillLive: readonly number[];
  readonly entries: number;
  readonly sum: string | null;
  readonly findings: readonly Finding[];
  readonly vmas: PackedVmas | null;
  /** Those of a step earlier that no longer exist; left out if there are none. */
  readonly goneVmas?: readonly Vma[];
  readonly mm: (Omit<NonNullable<SceneTree['mm']>, 'records'> & { readonly records: PackedRecords }) | null;
  /** Only where links hold it. */
  readonly memorySum?: string;
}

/**
 * An address space that is gone after the step: the child of a failed fork before it was undone, or what was torn down.
 */
export interface WireSpace {
  readonly raw: RawTree;
  readonly entries: number;
  readonly vmas: readonly Vma[];
  readonly tables: readonly PageTable[];
  readonly facts: MmFacts;
}

/** The fork or exit that a step is. */
export interface WireFork {
  readonly record: ForkRecord | null;
  readonly parent: string | null;
  readonly child: string;
  readonly balance: Balance;
  readonly partial: WireSpace | null;
  readonly tablesLeft: readonly PageTable[];
}

/** A parked reader, and its leaf as it lies in memory; null when it stands on none. */
export interface WireReader {
  readonly name: string;
  /** The name that events use for it. */
  readonly number: number;
  readonly tree: string;
  readonly since: number;
  readonly place: ReaderPlace;
  readonly node: RawNode | null;
}

/** A kept state, and its node as it lies in memory; null when it stands on none that is there. */
export interface WireState {
  readonly name: string;
  readonly tree: string;
  readonly since: number;
  readonly fields: StateFields;
  readonly node: RawNode | null;
}

/** The events of one call: those that were kept, and how many there were. */
export interface WireEvents {
  readonly records: Uint8Array;
  readonly count: number;
}

/** A tree at an event. */
export interface WireHalfTree {
  readonly name: string;
  readonly kind: NamedTree['kind'];
  readonly raw: RawTree;
  /** Of a tree that is sent in part, counted; else 0. */
  readonly entries: number;
  /**
   * The tree a step earlier; 'scene' if whoever asks has it, by its name, with the step's scene; null if it was not
   * there.
   */
  readonly before: RawTree | 'scene' | null;
}

/** A node that no tree leads to at an event, or one in reserve. */
export interface WireApart extends RawNode {
  /** It waits for the end of the grace period. */
  readonly deferred: boolean;
}

/** The state at one event of the step. */
export type WireHalf =
  | {
      readonly kind: 'half';
      readonly event: number;
      /** The call that the event belongs to, of those in `events` of the scene. */
      readonly call: number;
      readonly trees: readonly WireHalfTree[];
      /** The first `nodesMax` of them, by place. */
      readonly apart: readonly WireApart[];
      readonly apartCount: number;
      readonly nodesMax: number;
      /** Ids of the nodes in reserve. */
      readonly reserve: readonly number[];
    }
  /** There is no such event among the `kept` ones; or there is, but it was not kept. */
  | { readonly kind: 'none'; readonly event: number; readonly kept: number; readonly dropped: boolean }
  /** Memory does not suffice for a second copy of all nodes. */
  | { readonly kind: 'no room'; readonly event: number };

export interface WireScene extends Pick<StepItem, 'touched' | 'focus' | 'pair' | 'hint' | 'describedAs'> {
  readonly step: number;
  readonly steps: number;
  readonly record: StepReport | null;
  /** Of the step's call; of a fork, that of all its calls together. */
  readonly outcome: Outcome | null;
  /** How often each failure site had been passed before the step, in the order of SITES. */
  readonly passed: readonly number[];
  /** Which end a gap search began at; null for any other step. */
  readonly side: 'bottom' | 'top' | null;
  /** The window of a gap search, likewise. */
  readonly window: Scene['window'];
  /** The reader that the step went on with or released, as it stood before. */
  readonly reader: ReaderBefore | null;
  readonly trees: readonly WireTree[];
  readonly fork: WireFork | null;
  readonly readers: readonly WireReader[];
  readonly states: readonly WireState[];
  readonly live: number;
  readonly waiting: number;
  /** Nodes that states hold. */
  readonly held: number;
  readonly balance: number;
  /** One for each call that the step made. */
  readonly events: readonly WireEvents[];
  /** Nodes with 16 children before the step, in changed trees in RCU mode that track no gaps. */
  readonly widest: readonly number[];
  /** Id of the newest node before the step. */
  readonly newestBefore: number;
  /** Only for a scene that was requested with an event. */
  readonly half?: WireHalf;
}

/** The memory that can be handed over instead of copied. */
export function transferables(scene: WireScene): ArrayBuffer[] {
  const buffers = new Set<ArrayBufferLike>();
  const add = (raw: RawTree): void => {
    for (const { buffer } of [raw.places, raw.ids, raw.parents, raw.slots, raw.bytes]) buffers.add(buffer);
  };
  for (const { raw, before } of scene.trees) {
    add(raw);
    if (before !== null && before !== 'same') add(before);
  }
  const space = scene.fork?.partial ?? null;
  if (space !== null) add(space.raw);
  for (const { node } of [...scene.readers, ...scene.states]) if (node !== null) buffers.add(node.bytes.buffer);
  for (const { records } of scene.events) buffers.add(records.buffer);
  if (scene.half !== undefined) {
    for (const buffer of halfTransferables(scene.half)) buffers.add(buffer);
    if (scene.half.kind === 'half')
      for (const { before } of scene.half.trees) if (before !== null && before !== 'scene') add(before);
  }
  return onlyBuffers(buffers);
}

/** The same of a half alone: the trees a step earlier stay where they are, for the next one. */
export function halfTransferables(half: WireHalf): ArrayBuffer[] {
  if (half.kind !== 'half') return [];
  const raws = half.trees.flatMap(({ raw }) => [raw.places, raw.ids, raw.parents, raw.slots, raw.bytes]);
  return onlyBuffers(new Set([...raws, ...half.apart.map(({ bytes }) => bytes)].map(({ buffer }) => buffer)));
}

function onlyBuffers(buffers: ReadonlySet<ArrayBufferLike>): ArrayBuffer[] {
  return [...buffers].filter((buffer): buffer is ArrayBuffer => buffer instanceof ArrayBuffer);
}
