// SPDX-License-Identifier: GPL-2.0-or-later
//
// `globalThis.maplescope`: the page driven by a program, for embedders and tests. It does what a person could do, on
// the page that a person sees; it returns plain data, every index a "0x…" string. Documented in
// web/README.md.

import { breachText } from '../../words/breach';
import { troubleText } from '../../words/trouble';
import { effect } from '@preact/signals';
import { entryValue, type EntryValue } from '../../model/entry';
import type { Diagnostic } from '../../model/diagnostic';
import { VMA_FLAGS, type MmFacts } from '../../model/memory';
import type { NodePicture } from '../../model/picture';
import type { HexIndex, Report } from '../../model/report';
import type { RunSummary, WordedEvent, SceneTree } from '../../model/run';
import type { Breach } from '../../model/run-audit';
import type { Vma } from '../../model/vma';
import type { TreeMode } from '../../model/tree-mode';
import { toHex } from '../../base/index64';
import { brokenNumbers } from '../../views/inspector/broken';
import { publicBase } from '../store/links/public-home';
import { event, fetchTeller, halfShown, seekEvent } from '../store/run/motion';
import { pause } from '../store/run/player';
import { askRun, besidesHere, fetchReport, isSettled, seek, sumOf } from '../store/run/run';
import { putProgram } from '../store/actions/program';
import {
  diagnostics,
  engineFailure,
  evidence,
  labels,
  mainTree,
  ran,
  scene,
  stale,
  step,
  steps,
  text,
} from '../store/page/state';

/** One node: pivots are the last index of each slot; a leaf has entries, an inner node the ids of its children. */
export interface NodeLayout {
  readonly id: number;
  readonly kind: 'leaf' | 'range' | 'arange';
  readonly depth: number;
  readonly min: HexIndex;
  readonly max: HexIndex;
  readonly lasts: readonly HexIndex[];
  readonly entries: readonly EntryValue[] | null;
  readonly children: readonly number[] | null;
  readonly gaps: readonly HexIndex[] | null;
  /** Offset of the largest gap; null where gaps are not tracked. */
  readonly gapmeta: number | null;
  /**
   * The node and slot that lead here, null for the root. Its own parent word may name another: half-way through a step,
   * in a damaged tree.
   */
  readonly parent: { readonly id: number; readonly slot: number } | null;
}

/** One VMA of an address space; flags by the names of `VMA_FLAGS`. */
export interface VmaLayout {
  readonly number: number;
  readonly first: HexIndex;
  readonly last: HexIndex;
  readonly perms: string;
  readonly path: string;
  /** Byte offset in the file. */
  readonly offset: HexIndex;
  readonly flags: readonly string[];
  /** Which anon_vma, 0 for none, and the length of its chain. */
  readonly anon: number;
  readonly chain: number;
}

/** An address space beside its tree: VMAs, counters in pages, page tables below the top one. */
export interface SpaceLayout {
  readonly vmas: readonly VmaLayout[];
  readonly facts: Omit<MmFacts, 'brkStart' | 'brk' | 'mmapBase'> & {
    readonly brkStart: HexIndex;
    readonly brk: HexIndex;
    readonly mmapBase: HexIndex;
  };
  /** `level` 1 maps 2 MiB, 2 1 GiB, 3 512 GiB; `used` entries of 512. */
  readonly tables: readonly { readonly base: HexIndex; readonly level: 1 | 2 | 3; readonly used: number }[];
}

export interface TreeLayout {
  readonly name: string;
  readonly kind: 'tree' | 'mm';
  readonly mode: TreeMode;
  readonly height: number;
  readonly form: 'empty' | 'single' | 'node';
  /** The entry in the root pointer when `form` is 'single'. */
  readonly single: EntryValue;
  /** Preorder. */
  readonly nodes: readonly NodeLayout[];
  /** Canonical-dump sum; of a tree too large for all of its nodes to be here, null until the page has it. */
  readonly sum: string | null;
  /** Broken invariants by their numbers in core/README.md; empty in a healthy tree. */
  readonly broken: readonly number[];
  readonly excused: readonly number[];
  /** Null for a plain tree. */
  readonly space: SpaceLayout | null;
}

/** A step stopped at one of its events (model/run.ts, SceneHalf). */
export interface HalfLayout {
  readonly event: number;
  /** The event's subject; null if it has none. */
  readonly node: number | null;
  readonly slot: number | null;
  /** The trees that the step changes, as they are then. */
  readonly trees: readonly { readonly name: string; readonly height: number; readonly nodes: readonly NodeLayout[] }[];
  /** Ids of the nodes in reserve. */
  readonly reserve: readonly number[];
  /** Nodes that no tree leads to and that are not in reserve. */
  readonly loose: readonly { readonly id: number; readonly state: 'held' | 'made' | 'cut off' | 'dead' }[];
  /** Where the core emits the event. */
  readonly source: { readonly file: string; readonly line: number; readonly function: string | null };
}

/** Every step of the last run, checked; one breach each, at the first step that shows it. */
export interface AuditReport {
  readonly steps: number;
  readonly breaches: readonly (Omit<Breach, 'found'> & { readonly text: string })[];
}

/** Where the page stands. */
export interface PageState {
  readonly text: string;
  readonly step: number;
  readonly steps: number;
  /** The event of the step that the page stands at, counted from 0; null: the step as a whole. */
  readonly event: number | null;
  /** The picture belongs to an older text than the one in the editor. */
  readonly stale: boolean;
  /** The text has been run, or refused, and all that is shown of the step is on the page. */
  readonly settled: boolean;
  readonly engine: string | null;
  /** Nodes out of the allocator, and how many of them no tree reaches. */
  readonly live: number;
  readonly balance: number;
  /** Dead nodes among the live ones that wait for readers, and the readers that are parked. */
  readonly waiting: number;
  readonly readers: readonly string[];
  /** The states that are kept, and the nodes that they hold. */
  readonly states: readonly string[];
  readonly held: number;
  readonly trees: readonly string[];
  /** Numbers of the invariants broken at the step shown, in any tree. */
  readonly broken: readonly number[];
  readonly why: string;
  /** Differences from the plain range map and broken invariants, of the whole run. */
  readonly troubles: readonly { readonly step: number; readonly message: string }[];
  readonly problems: readonly Diagnostic[];
}

interface Events {
  /** A run has ended and its summary is on the page. */
  run: (summary: RunSummary) => void;
  /** The scene of a step is on the page. */
  step: (step: number) => void;
  /** The text could not be run. */
  refused: (diagnostics: readonly Diagnostic[]) => void;
}

/** Thrown by `run` for a text that has errors; nothing was run. */
export class RefusedError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(found: readonly Diagnostic[]) {
    const [first] = found;
    super(first === undefined ? 'the text was not run' : `line ${first.line}:${first.column}: ${first.message}`);
    this.name = 'RefusedError';
    this.diagnostics = found;
  }
}

export interface Automation {
  /** Puts the text into the editor, runs it, shows its last step, and gives the report. Rejects with a RefusedError. */
  run(text: string): Promise<Report>;
  /**
   * Shows a step (clamped). With `event`, counted from 0, shows the step stopped at that event and gives it; null, and
   * the step as a whole, if there is none.
   */
  seek(step: number, event?: number): Promise<WordedEvent | null>;
  /** Memory at the event at which the page stands; null if it shows the step as a whole. */
  half(): HalfLayout | null;
  report(): Promise<Report>;
  /** Looks at every step of the last run: what is not as it must be, at the first step that shows it. */
  audit(): Promise<AuditReport>;
  /** The layout of a tree at the step shown; without a name, of the tree that the page shows. Null if there is none. */
  layout(tree?: string): TreeLayout | null;
  /** The address of the page with the present text and step. Throws when it is too long for any browser. */
  shareUrl(): Promise<string>;
  state(): PageState;
  /** Calls `listener` at each such event from now on; call the returned function to end that. */
  on<Name extends keyof Events>(event: Name, listener: Events[Name]): () => void;
}

declare global {
  var maplescope: Automation | undefined;
}

export function createAutomation(): Automation {
  return {
    async run(next) {
      await putProgram(next);
      if (engineFailure.value !== null) throw new Error(engineFailure.value);
      if (diagnostics.value.length > 0) throw new RefusedError(diagnostics.value);
      await besidesHere();
      return fetchReport();
    },
    async seek(wanted, at) {
      pause();
      await seek(wanted);
      await besidesHere();
      const now = scene.value;
      const { wordedEvents } = await fetchTeller();
      const found = at === undefined || now === null ? null : (wordedEvents(now)[at] ?? null);
      await seekEvent(found === null || at === undefined ? null : at);
      await besidesHere();
      return found;
    },
    half: halfLayout,
    report: () => fetchReport(),
    async audit() {
      const { steps: looked, breaches } = await askRun('audit', {});
      const worded = breaches.map(({ found, ...one }) => ({ ...one, text: breachText({ found, tree: one.tree }) }));
      return { steps: looked, breaches: worded };
    },
    layout(name) {
      const tree =
        name === undefined ? mainTree.value : scene.value?.trees.find(({ picture }) => picture.name === name);
      return tree === null || tree === undefined ? null : treeLayout(tree, labels.value);
    },
    async shareUrl() {
      const { linkOf } = await import('../store/links/link-of');
      const now = scene.value;
      const base = publicBase();
      const facts = linkOf(
        { paths: 'keep', addresses: 'keep' },
        now === null || stale.value ? null : await sumOf(now),
        base,
      );
      if (facts.fragment === null) throw new Error(facts.message);
      return `${base}#${facts.fragment}`;
    },
    state: pageState,
    on: listen,
  };
}

function pageState(): PageState {
  const now = scene.value;
  return {
    text: text.value,
    step: step.value,
    steps: steps.value,
    event: event.value,
    stale: stale.value,
    settled: isSettled(),
    engine: ran.value?.summary.engine ?? null,
    live: now?.live ?? 0,
    balance: now?.balance ?? 0,
    waiting: now?.waiting ?? 0,
    readers: now?.readers.flatMap(({ name, believes }) => (believes === undefined ? [name] : [])) ?? [],
    states: now?.readers.flatMap(({ name, believes }) => (believes === undefined ? [] : [name])) ?? [],
    held: now?.held ?? 0,
    trees: now?.trees.map(({ picture }) => picture.name) ?? [],
    broken: brokenNumbers(evidence.value),
    why: now?.why ?? '',
    troubles: (ran.value?.summary.troubles ?? []).map((one) => ({ step: one.step, message: troubleText(one) })),
    problems: diagnostics.value,
  };
}

function halfLayout(): HalfLayout | null {
  const then = halfShown.value;
  if (then === null) return null;
  return {
    event: then.event,
    node: then.node,
    slot: then.slot,
    trees: then.trees.map(({ picture: { name, height, nodes } }) => ({
      name,
      height,
      nodes: nodes.map((node) => nodeLayout(node, labels.value)),
    })),
    reserve: then.reserve.map(({ id }) => id),
    loose: then.loose.map(({ id, state }) => ({ id, state })),
    source: { ...then.source },
  };
}

/** A tree as plain data. */
export function treeLayout(tree: SceneTree, texts: readonly string[]): TreeLayout {
  const { name, kind, mode, height, form, single, nodes } = tree.picture;
  const broken = tree.findings.filter((finding) => !finding.excused).map((finding) => finding.invariant);
  const excused = tree.findings.filter((finding) => finding.excused).map((finding) => finding.invariant);
  return {
    name,
    kind,
    mode: { ...mode },
    height,
    form,
    single: single === null ? null : entryValue(single, texts),
    nodes: nodes.map((node) => nodeLayout(node, texts)),
    sum: tree.sum,
    broken,
    excused,
    space: tree.mm === null ? null : spaceLayout(tree.mm, tree.vmas ?? []),
  };
}

function spaceLayout({ facts, tables, records }: NonNullable<SceneTree['mm']>, vmas: readonly Vma[]): SpaceLayout {
  const told = new Map(vmas.map((vma) => [vma.number, vma]));
  return {
    vmas: records.map(({ number, first, last, offset, flags, anon, chain }) => ({
      number,
      first: toHex(first),
      last: toHex(last),
      perms: told.get(number)?.perms ?? '',
      path: told.get(number)?.path ?? '',
      offset: toHex(offset),
      flags: Object.entries(VMA_FLAGS).flatMap(([name, bit]) => ((flags & bit) === 0 ? [] : [name])),
      anon,
      chain,
    })),
    facts: { ...facts, brkStart: toHex(facts.brkStart), brk: toHex(facts.brk), mmapBase: toHex(facts.mmapBase) },
    tables: tables.map(({ base, level, used }) => ({ base: toHex(base), level, used })),
  };
}

function nodeLayout(node: NodePicture, texts: readonly string[]): NodeLayout {
  const leaf = node.kind === 'leaf';
  return {
    id: node.id,
    kind: node.kind,
    depth: node.depth,
    min: toHex(node.min),
    max: toHex(node.max),
    lasts: node.lasts.map(toHex),
    entries: leaf ? node.slots.map((word) => entryValue(word, texts)) : null,
    children: leaf ? null : [...node.children],
    gaps: node.gaps?.map(toHex) ?? null,
    gapmeta: node.gapmeta,
    parent: node.parent === null ? null : { ...node.parent },
  };
}

function listen<Name extends keyof Events>(event: Name, listener: Events[Name]): () => void {
  let first = true;
  return effect(() => {
    const call = callOf(event, listener);
    if (!first) call?.();
    first = false;
  });
}

// Reads the signal that the event stands for, so that the effect follows it; gives what is to be called.
function callOf<Name extends keyof Events>(event: Name, listener: Events[Name]): (() => void) | null {
  switch (event) {
    case 'run': {
      const summary = ran.value?.summary;
      return summary === undefined ? null : () => (listener as Events['run'])(summary);
    }
    case 'step': {
      const now = scene.value;
      return now === null ? null : () => (listener as Events['step'])(now.step);
    }
    default: {
      const found = diagnostics.value;
      return found.length === 0 ? null : () => (listener as Events['refused'])(found);
    }
  }
}
