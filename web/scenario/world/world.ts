// SPDX-License-Identifier: GPL-2.0-or-later
//
// The trees of a run: names, handles in the machine, what each should hold, and the account of nodes. Owns its handles
// in the machine; every tree that it made is known here until it is dropped.

import { must } from '../../base/assert';
import { ZERO, type Index } from '../../base/index64';
import { differencesOf, Sequence } from '../../base/sequence';
import type { NamedReader, NamedState, NamedTree } from '../../model/item';
import type { Machine, Outcome, ReaderHandle, TreeHandle } from '../../model/machine';
import type { TreeMode } from '../../model/tree-mode';
import type { StateHandle } from '../../model/states';
import { valueWord } from '../../model/entry';
import { RangeMap } from '../oracle/range-map';
import { RunError } from './run-error';
import type { Span, Word } from '../syntax/syntax';
import { Armings } from './unreached';
import type { VmaList } from '../oracle/vma-list';
import type { ListedVma } from '../oracle/vma-parts';

/** A tree or an address space that exists. */
export interface Named {
  readonly name: string;
  readonly kind: 'tree' | 'mm';
  readonly handle: TreeHandle;
  mode: TreeMode;
  /** Address spaces: the VMAs that should be in the tree. */
  readonly space: VmaList | null;
  /** They as they are shown. */
  vmas: Sequence<ListedVma> | null;
  /** The expected contents of the tree. */
  readonly wanted: RangeMap;
  /** Nodes of the tree, by the nodes that each operation allocated and freed. */
  nodes: number;
  /** Height after the last operation on it. */
  height: number;
  /**
   * Where the next cyclic allocation begins to search, and, if it ran over 2^64−1, what is to be said of a copy; else
   * ''.
   */
  counter: { readonly next: Index; readonly ranOver: boolean };
  /** The damage by `corrupt`; null for a sound tree. */
  corrupt: Damage | null;
  /** The sum as it was last printed, while nothing has changed the tree since. */
  sum: string | null;
  /** Contents were found different once: reported, and not compared again. */
  differs: boolean;
  /** Invariants that were reported broken. */
  readonly broken: Set<number>;
}

/** VMAs that a call ended or changed, as they were and as they are. */
export interface VmaChanges {
  readonly before: readonly ListedVma[];
  readonly after: readonly ListedVma[];
}

export const NO_CHANGES: VmaChanges = { before: [], after: [] };

/** The damage to a tree by `corrupt`; each `corrupt` makes a new object. */
export interface Damage {
  /** In the order in which they damaged it. */
  readonly lines: readonly number[];
  /** Which of them made what is found wrong; by `foundKey` of model/trouble.ts. */
  linesOf(key: string): readonly number[];
}

/** A reader that is parked. */
export interface Parked {
  readonly name: string;
  readonly handle: ReaderHandle;
  /** Its tree, which may be destroyed by now. */
  readonly tree: Named;
  /** Version of the tree's contents when the reader last moved. */
  version: number;
}

/** A state that is kept. */
export interface Kept {
  readonly name: string;
  readonly handle: StateHandle;
  readonly tree: Named;
  /** Version of the tree's contents when it was last used; −1: its range is not one that it found there. */
  version: number;
  /** The store that `prepare` prepared, and the state's place then; null: none. */
  prepared: {
    readonly word: Index;
    readonly offset: number;
    readonly node: number;
    readonly index: Index;
    readonly last: Index;
  } | null;
}

function listedTree({ name, kind, handle, mode, vmas }: Named): NamedTree {
  return { name, kind, handle, mode, vmas };
}

/** Owns the trees and readers of a run. */
export class World {
  readonly machine: Machine;
  readonly names = new Map<string, Named>();
  readonly readers = new Map<string, Parked>();
  readonly states = new Map<string, Kept>();
  /** Something may fail: a refusal is no surprise. */
  mayFail = false;
  readonly armings: Armings;
  /** Numbers of the files that are mapped, by path, from 1. */
  private readonly files = new Map<string, number>();
  private fileCount = 0;
  current: Named | null = null;
  /** The pair of the last dup or fork, while both exist. */
  pair: { readonly parent: Named; readonly child: Named } | null = null;
  private listed: readonly NamedTree[] | null = null;
  private listedReaders: readonly NamedReader[] | null = null;
  private listedStates: readonly NamedState[] | null = null;
  // Nodes that are part of trees: out of the allocator, not waiting for a reader, and not held by a state.
  private inTrees: number;

  constructor(machine: Machine) {
    this.machine = machine;
    this.armings = new Armings(machine);
    this.inTrees = machine.live() - machine.waiting() - machine.heldByStates();
  }

  /** Makes an empty tree under a name that must be free. It is listed from then on. */
  create(name: Word, mode: Named['mode']): Named {
    this.mustBeFree(name);
    const handle = this.machine.create(mode);
    if (handle === null) throw new RunError(name, 'the core has no room for another tree');
    return this.adopt(name.text, handle, mode, null);
  }

  /** Lists a tree, or with `space` an address space, that the machine has made. */
  adopt(name: string, handle: TreeHandle, mode: Named['mode'], space: VmaList | null): Named {
    const named: Named = {
      name,
      kind: space === null ? 'tree' : 'mm',
      handle,
      mode,
      space,
      vmas: space === null ? null : Sequence.of(),
      wanted: new RangeMap(),
      nodes: 0,
      height: 0,
      counter: { next: ZERO, ranOver: false },
      corrupt: null,
      sum: null,
      differs: false,
      broken: new Set(),
    };
    this.names.set(name, named);
    this.listed = null;
    return named;
  }

  /** Forgets a tree that is empty; its name is free again. */
  drop(named: Named): void {
    this.machine.drop(named.handle);
    this.forget(named);
  }

  /** The same of one whose handle the machine has dropped. */
  forget(named: Named): void {
    this.names.delete(named.name);
    for (const kept of [...this.states.values()]) if (kept.tree === named) this.letGo(kept);
    if (this.current === named) this.current = null;
    if (this.pair !== null && (this.pair.parent === named || this.pair.child === named)) this.pair = null;
    this.listed = null;
  }

  /** The tree of this name; a run error if there is none. */
  find(name: Word): Named {
    const named = this.names.get(name.text);
    if (named !== undefined) return named;
    throw new RunError(
      name,
      this.readers.has(name.text)
        ? `\`${name.text}\` is a reader, not a tree`
        : this.states.has(name.text)
          ? `\`${name.text}\` is a state, not a tree`
          : `\`${name.text}\` does not exist here`,
    );
  }

  /** The parked reader of this name; a run error if there is none. */
  reader(name: Word): Parked {
    const parked = this.readers.get(name.text);
    if (parked !== undefined) return parked;
    throw new RunError(
      name,
      this.names.has(name.text)
        ? `\`${name.text}\` is a tree, not a reader`
        : this.states.has(name.text)
          ? `\`${name.text}\` is a state, not a reader`
          : `no reader \`${name.text}\` is parked here`,
    );
  }

  /** The kept state of this name; a run error if there is none. */
  state(name: Word): Kept {
    const kept = this.states.get(name.text);
    if (kept !== undefined) return kept;
    const what = this.names.has(name.text) ? 'tree' : this.readers.has(name.text) ? 'reader' : null;
    throw new RunError(
      name,
      what === null ? `no state \`${name.text}\` is kept here` : `\`${name.text}\` is a ${what}, not a state`,
    );
  }

  /** A state has been made. */
  keep(name: string, handle: StateHandle, tree: Named): Kept {
    const kept: Kept = { name, handle, tree, version: tree.wanted.version, prepared: null };
    this.states.set(name, kept);
    this.listedStates = null;
    return kept;
  }

  /** It is gone; its name is free again. */
  letGo(kept: Kept): void {
    this.states.delete(kept.name);
    this.listedStates = null;
  }

  /** Whether the name is in use. */
  has(name: string): boolean {
    return this.names.has(name) || this.readers.has(name) || this.states.has(name);
  }

  /** A reader has entered. */
  park(name: string, handle: ReaderHandle, tree: Named): void {
    this.readers.set(name, { name, handle, tree, version: tree.wanted.version });
    this.listedReaders = null;
  }

  /** A reader has left; its name is free again. */
  unpark(parked: Parked): void {
    this.readers.delete(parked.name);
    this.listedReaders = null;
  }

  /** The tree that a statement is about: the one named, or the current one. */
  target(name: Word | null, statement: Span): Named {
    if (name !== null) return this.find(name);
    if (this.current === null) throw new RunError(statement, 'there is no current tree here: `use NAME` chooses one');
    return this.current;
  }

  /** The same for a statement that writes: address spaces are written by their own statements. */
  plainTarget(name: Word | null, statement: Span): Named {
    const named = this.target(name, statement);
    if (named.kind === 'mm')
      throw new RunError(
        name ?? statement,
        `\`${named.name}\` is an address space, and this writes to plain trees only`,
      );
    return named;
  }

  mustBeFree(name: Word): void {
    if (this.readers.has(name.text) || this.states.has(name.text))
      throw new RunError(name, `\`${name.text}\` exists already; \`release ${name.text}\` would free the name`);
    const named = this.names.get(name.text);
    if (named === undefined) return;
    const frees = named.kind === 'mm' ? 'exit' : 'destroy';
    throw new RunError(name, `\`${name.text}\` exists already; \`${frees} ${name.text}\` would free the name`);
  }

  setRcu(named: Named, on: boolean): void {
    if (named.mode.rcu === on) return;
    this.machine.setRcu(named.handle, on);
    named.mode = { ...named.mode, rcu: on };
    this.listed = null;
  }

  /** The address space that a call is about. */
  mmTarget(name: Word | null, statement: Span): Named & { readonly space: VmaList } {
    const named = this.target(name, statement);
    if (named.space === null)
      throw new RunError(
        name ?? statement,
        `\`${named.name}\` is a plain tree, and this is a call of an address space`,
      );
    return named as Named & { readonly space: VmaList };
  }

  /** The number of a file, 0 for memory without one. */
  fileNumber(path: string): number {
    if (path === '' || path.startsWith('[')) return 0;
    const number = this.files.get(path) ?? this.newFile();
    this.files.set(path, number);
    return number;
  }

  /** The number of a file that has no name of its own. */
  newFile(): number {
    return ++this.fileCount;
  }

  /**
   * Takes over what the list of VMAs says now: what is shown, and what the tree should hold. The answer is what has
   * changed.
   */
  updateVmas(named: Named): VmaChanges {
    const before = must(named.vmas, 'VMAs');
    const after = must(named.space, 'VMAs').listed();
    const differences = differencesOf(before, after);
    if (differences.length === 0) return NO_CHANGES;
    const changes = {
      before: differences.flatMap((one) => one.before),
      after: differences.flatMap((one) => one.after),
    };
    for (const { first, last } of changes.before) named.wanted.store(first, last, 0n as Index);
    for (const { first, last, number } of changes.after) named.wanted.store(first, last, valueWord(BigInt(number)));
    named.vmas = after;
    this.listed = null;
    return changes;
  }

  /**
   * Counts the nodes that an operation on `named` allocated or freed; a node that waits for a reader belongs to no
   * tree.
   */
  book(named: Named, outcome: Outcome): void {
    const inTrees = outcome.live - this.machine.waiting() - this.held();
    named.nodes += inTrees - this.inTrees;
    named.height = outcome.height;
    this.inTrees = inTrees;
  }

  /** Nodes that kept states hold: out of the allocator, and in no tree. */
  held(): number {
    return this.states.size === 0 ? 0 : this.machine.heldByStates();
  }

  /** Saves the counts of nodes and the numbers of files; the returned function restores them. Lists are made again. */
  saveAccount(): () => void {
    const { inTrees } = this;
    const files = [...this.files];
    return () => {
      this.inTrees = inTrees;
      this.files.clear();
      for (const [path, number] of files) this.files.set(path, number);
      this.listed = null;
      this.listedReaders = null;
      this.listedStates = null;
    };
  }

  /** The parked readers, in order of entry; the same array until one comes or leaves. */
  listReaders(): readonly NamedReader[] {
    this.listedReaders ??= [...this.readers.values()].map(({ name, handle, tree }) => ({
      name,
      handle,
      tree: tree.name,
    }));
    return this.listedReaders;
  }

  /** The kept states, in the order in which they were made; the same array until one comes or goes. */
  listStates(): readonly NamedState[] {
    this.listedStates ??= [...this.states.values()].map(({ name, handle, tree }) => ({
      name,
      handle,
      tree: tree.name,
    }));
    return this.listedStates;
  }

  /** The existing trees, in order of creation; the same array until something changes. */
  list(): readonly NamedTree[] {
    this.listed ??= [...this.names.values()].map(listedTree);
    return this.listed;
  }

  /** The last one made that still exists. */
  newest(): Named | null {
    return [...this.names.values()].at(-1) ?? null;
  }

  /** The entry that the range map has at an index, as a load gives it: 0n for NULL and for the zero entry. */
  wantedAt(named: Named, at: Index, zeroWord: Index): Index {
    const word = named.wanted.at(at)?.word ?? (0n as Index);
    return word === zeroWord ? (0n as Index) : word;
  }
}
