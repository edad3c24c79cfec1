// SPDX-License-Identifier: GPL-2.0-or-later
//
// The trees of a run: names, handles in the machine, what each should hold, and the account of nodes. Floor 2. Owns its
// handles in the machine; every tree that it made is known here until it is dropped.

import type { Index } from '../base/index64';
import type { NamedTree } from '../model/item';
import type { Machine, Outcome, TreeHandle } from '../model/machine';
import type { Vma } from '../model/vma';
import { RangeMap } from './range-map';
import { RunError } from './run-error';
import type { Span, Word } from './syntax';

/** A tree or an address space that exists. */
export interface Named {
  readonly name: string;
  readonly kind: 'tree' | 'mm';
  readonly handle: TreeHandle;
  mode: { readonly alloc: boolean; readonly rcu: boolean };
  /** Address spaces: the VMAs that are in the tree; a new array at each change. */
  vmas: readonly Vma[] | null;
  /** What the tree should hold. */
  readonly wanted: RangeMap;
  /** Nodes of the tree, by the account of what each operation took and gave back. */
  nodes: number;
  /** The sum as it was last told, while nothing has changed the tree since. */
  sum: string | null;
  /** Contents were found different once: told, and not compared again. */
  differs: boolean;
  /** Invariants that were told broken. */
  readonly broken: Set<number>;
}

/** Owns the trees of a run. */
export class World {
  readonly machine: Machine;
  readonly names = new Map<string, Named>();
  current: Named | null = null;
  /** The pair of the last dup or fork, while both exist. */
  pair: { readonly parent: Named; readonly child: Named } | null = null;
  private listed: readonly NamedTree[] | null = null;
  private live: number;

  constructor(machine: Machine) {
    this.machine = machine;
    this.live = machine.live();
  }

  /** Makes an empty tree under a name that must be free. It is listed from then on. */
  create(name: Word, kind: 'tree' | 'mm', mode: Named['mode']): Named {
    this.mustBeFree(name);
    const handle = this.machine.create(mode);
    if (handle === null) throw new RunError(name, 'the core has no room for another tree');
    const named: Named = {
      name: name.text,
      kind,
      handle,
      mode,
      vmas: kind === 'mm' ? [] : null,
      wanted: new RangeMap(),
      nodes: 0,
      sum: null,
      differs: false,
      broken: new Set(),
    };
    this.names.set(name.text, named);
    this.listed = null;
    return named;
  }

  /** Forgets a tree that is empty; its name is free again. */
  drop(named: Named): void {
    this.machine.drop(named.handle);
    this.names.delete(named.name);
    if (this.current === named) this.current = null;
    if (this.pair !== null && (this.pair.parent === named || this.pair.child === named)) this.pair = null;
    this.listed = null;
  }

  /** The tree of this name; a run error if there is none. */
  find(name: Word): Named {
    const named = this.names.get(name.text);
    if (named === undefined) throw new RunError(name, `\`${name.text}\` does not exist here`);
    return named;
  }

  /** The tree that a statement is about: the one named, or the current one. */
  target(name: Word | null, statement: Span): Named {
    if (name !== null) return this.find(name);
    if (this.current === null) throw new RunError(statement, 'there is no current tree here: `use NAME` chooses one');
    return this.current;
  }

  mustBeFree(name: Word): void {
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

  setVmas(named: Named, vmas: readonly Vma[]): void {
    named.vmas = vmas;
    this.listed = null;
  }

  /** Books what an operation on `named` took out of the allocator or gave back. */
  book(named: Named, outcome: Outcome): void {
    named.nodes += outcome.live - this.live;
    this.live = outcome.live;
  }

  /** What exists, in order of creation; the same array until something changes. */
  list(): readonly NamedTree[] {
    this.listed ??= [...this.names.values()].map(({ name, kind, handle, mode, vmas }) => ({ name, kind, handle, mode, vmas }));
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
