// SPDX-License-Identifier: GPL-2.0-or-later
//
// Address spaces and forks as the core reports them: calls, counters, the account of a fork, page tables, sweeps. Plain
// data. core/include/maple_mm.h says what each thing means.

import type { Index } from '../base/index64';
import type { Outcome, TreeHandle } from './outcome';
import type { TreePicture } from './picture';
import type { ErrorName } from './status';
import type { ADVICES, FORK_BY, FORK_UNDO } from './generated/enums';
import { LIMIT_NAMES, OBJECTS, SITES, VMA_FLAGS } from './generated/enums';
import type { Vma } from './vma';

export { LIMIT_NAMES, OBJECTS, SITES, VMA_FLAGS };

/** Places that can fail, in the order of `enum mpl_site`. */
export type Site = (typeof SITES)[number];

/** Kinds of objects that are obtained and freed, in the order of `enum mpl_object`. */
export type ObjectKind = (typeof OBJECTS)[number];

export type ForkBy = (typeof FORK_BY)[number];
export type ForkUndo = (typeof FORK_UNDO)[number];
export interface ForkHow {
  readonly by: ForkBy;
  readonly undo: ForkUndo;
  readonly wrongCeiling: boolean;
}

export type Advice = (typeof ADVICES)[number];

/** The limits of a process, in the order of `enum mpl_limit`: vm.max_map_count, and limits of setrlimit in bytes. */
export type LimitName = (typeof LIMIT_NAMES)[number];

/** mlockall: what is mapped now, each new mapping, and whether only pages that are touched; null: munlockall. */
export interface LockAll {
  readonly current: boolean;
  readonly future: boolean;
  readonly onfault: boolean;
}

/** Bytes of a page. */
export const PAGE = 4096n;

/** A VMA as the core holds it. */
export interface VmaRecord {
  readonly number: number;
  readonly first: Index;
  readonly last: Index;
  /** Byte offset in the file; without one, the address where its first page was made, wherever that is now. */
  readonly offset: Index;
  readonly flags: number;
  /** Which file, by the caller's numbers; 0 for none. */
  readonly file: number;
  /** Which anon_vma, 0 for none, and the length of its chain. */
  readonly anon: number;
  readonly chain: number;
}

/** Counters of one address space; in pages unless the field says otherwise. */
export interface MmFacts {
  readonly vmas: number;
  readonly totalVm: number;
  readonly dataVm: number;
  readonly execVm: number;
  readonly stackVm: number;
  readonly lockedVm: number;
  readonly rssAnon: number;
  readonly rssFile: number;
  /** Page-table pages below the top one. */
  readonly tables: number;
  readonly brkStart: Index;
  readonly brk: Index;
  readonly mmapBase: Index;
}

/** One page table below the top one. */
export interface PageTable {
  /** First address it maps. */
  readonly base: Index;
  /** 1: PTE, maps 2 MiB; 2: PMD, 1 GiB; 3: PUD, 512 GiB. */
  readonly level: 1 | 2 | 3;
  /** Entries in use, of 512. */
  readonly used: number;
}

export interface BalanceRow {
  readonly object: ObjectKind;
  readonly obtained: number;
  readonly returned: number;
  /** obtained − returned: what is still held. After a failed fork and after exit it should be 0. */
  readonly held: number;
  /** Of the nodes returned by an exit, those that are kept until a reader is done; only where there are some. */
  readonly waiting?: number;
}

/** One of the six parts of rule "failed fork". */
export interface ConservationRule {
  readonly rule: 1 | 2 | 3 | 4 | 5 | 6;
  /** Null: it was not checked (it says something about failed forks only). */
  readonly held: boolean | null;
  /** One sentence with the figures. */
  readonly text: string;
}

/** The account of a fork's child, or of an address space that was torn down. */
export interface Balance {
  readonly rows: readonly BalanceRow[];
  readonly rules: readonly ConservationRule[];
}

/** How a fork went: `struct mpl_fork_record`. */
export interface ForkRecord extends ForkHow {
  readonly error: ErrorName | null;
  /** 'F1' … 'F12' that failed; null for none. */
  readonly point: string | null;
  readonly site: Site | null;
  /** Number of the parent's VMA that was treated when it failed; 0 for none. */
  readonly at: number;
  /** The parent's first VMA that was not duplicated: under the marker, or where the undo by range ends; 0 for none. */
  readonly endVma: number;
  readonly treeEnd: Index;
  readonly ceiling: Index;
  /** VMAs of the child when the fork had failed, or succeeded, and those that its undo or the exit path removed. */
  readonly mapCount: number;
  readonly removed: number;
  readonly tablesLeft: number;
  readonly copiedNodes: number;
  readonly pagesCopied: number;
  readonly charged: number;
  readonly uncharged: number;
  /** How often each site was passed: what a sweep of it has to go through. */
  readonly passes: Readonly<Record<Site, number>>;
}

/** The attributes of a mapping. */
export interface Mapping {
  readonly flags: number;
  readonly file: number;
  readonly offset: Index;
}

/** A saved state of the machine, for sweeps; opaque. */
export type Saved = object & { readonly __saved: unique symbol };

/**
 * Whether mremap may move what it is about; `keep`: it does, and the old place stays mapped, empty (MREMAP_DONTUNMAP).
 */
export type MayMove = boolean | 'keep';

/** The calls about address spaces; part of Machine. An address space's handle is that of its tree. */
export interface MemoryMachine {
  /**
   * An empty address space (gaps tracked, RCU mode); null handle when the core has no room, or site `mm` fails
   * (ENOMEM).
   */
  createMm(): { readonly mm: TreeHandle | null; readonly outcome: Outcome };
  /**
   * One line of maps: one store, nothing is merged. `chain`: it has an anon_vma. `value` of the outcome: its number.
   */
  mmLoad(mm: TreeHandle, first: Index, last: Index, mapping: Mapping, chain: number): Outcome;
  mmMap(mm: TreeHandle, first: Index, last: Index, mapping: Mapping): Outcome;
  /** `at` of the outcome is where it came to lie. */
  mmMapAny(mm: TreeHandle, bytes: Index, mapping: Mapping): Outcome;
  mmUnmap(mm: TreeHandle, first: Index, last: Index): Outcome;
  mmProtect(mm: TreeHandle, first: Index, last: Index, prot: number): Outcome;
  mmBrkAt(mm: TreeHandle, start: Index): Outcome;
  mmBrk(mm: TreeHandle, end: Index): Outcome;
  /**
   * `to` 0n: in place if there is room, else, if it may, anywhere; `keep`: always elsewhere. `at` of the outcome is
   * where it lies now.
   */
  mmRemap(mm: TreeHandle, first: Index, bytes: Index, newBytes: Index, to: Index, mayMove: MayMove): Outcome;
  mmTouch(mm: TreeHandle, first: Index, last: Index, write: boolean): Outcome;
  mmAdvise(mm: TreeHandle, first: Index, last: Index, advice: Advice): Outcome;
  mmLockAll(mm: TreeHandle, how: LockAll | null): Outcome;
  /** `value` null: no limit. */
  mmLimit(mm: TreeHandle, limit: LimitName, value: Index | null): Outcome;
  /** execve: nothing stays mapped, not even sealed memory. */
  mmExec(mm: TreeHandle): Outcome;
  /** Where searches for room go down from: for maps of real processes, whose base is not known. */
  mmSetBase(mm: TreeHandle, base: Index): void;
  mmFacts(mm: TreeHandle): MmFacts;
  /** The VMAs in the tree, ascending. */
  mmVmas(mm: TreeHandle): readonly VmaRecord[];
  mmTables(mm: TreeHandle): readonly PageTable[];

  /** Forks; after a failure everything is undone and `child` is null. */
  fork(
    parent: TreeHandle,
    how: ForkHow,
  ): {
    readonly child: TreeHandle | null;
    readonly outcome: Outcome;
    readonly record: ForkRecord;
    readonly balance: Balance;
  };
  /** Tears an address space down; its handle is dropped. */
  exitMm(mm: TreeHandle): { readonly outcome: Outcome; readonly balance: Balance };

  /** `vma` 0: anywhere. n = 0 disarms the site. */
  failSite(site: Site, vma: number, k: number, n: number): void;
  /** n = 0: for ever. */
  failEvery(k: number, n: number): void;
  failChance(percent: number, seed: Index, n: number): void;
  failOff(): void;
  /**
   * Passes of a site since the machine began, failed ones included: how a sweep knows that a run met no failure is
   * `armed`.
   */
  passes(site: Site): number;
  /** How many failures of a site's arming are still to come. */
  armed(site: Site): number;

  save(): Saved;
  /**
   * Brings the whole core back to where it was saved: trees, nodes, address spaces, armings. May be done any number of
   * times.
   */
  restore(saved: Saved): void;
  /**
   * The objects allocated and freed, all address spaces together, since the machine began: those still held show leaks.
   */
  accounts(): readonly BalanceRow[];
}

/** The outcome of one run of a sweep. */
export type SweepOutcome = 'completed' | 'undone' | 'differs' | 'leak' | 'broken';

/** One thing that a fork did, in order: what the picture of a duplication plays. */
export interface ForkMark {
  /**
   * request: `count` nodes requested in one call (refused: `ok` false), `vma` 0 for the copy of the tree or in advance,
   * else for a store while that VMA of the parent was treated. copied: node `node` of the child is filled from parent
   * node `from`. entry: slot `slot` of leaf `node` holds the child's own VMA `vma` now. hole: VMA `vma` (DONTCOPY) is
   * taken out. marker: the zero entry is in VMA `vma`'s place. failed: site failed. Then the teardown: unmapped,
   * table_freed (`count` of them), vma_freed, node_freed (`count` nodes), uncharged.
   */
  readonly kind:
    | 'request'
    | 'copied'
    | 'entry'
    | 'hole'
    | 'marker'
    | 'failed'
    | 'page'
    | 'table'
    | 'unmapped'
    | 'table_freed'
    | 'vma_freed'
    | 'node_freed'
    | 'uncharged';
  /** Which event of the step it is. */
  readonly event: number;
  readonly ok: boolean;
  readonly count: number;
  readonly node: number;
  readonly from: number;
  readonly slot: number;
  readonly vma: number;
}

/**
 * A fork as a scene shows it; an exit likewise, whose record and parent are null, and whose child is what was torn
 * down.
 */
export interface SceneFork {
  readonly record: ForkRecord | null;
  readonly parent: string | null;
  readonly child: string;
  readonly balance: Balance;
  /** Requests and the like, in order. */
  readonly marks: readonly ForkMark[];
  /**
   * The child as it stood when the fork had failed, before anything was undone; null if it did not fail or there was
   * none. Of an exit what was torn down, as it stood before.
   */
  readonly partial: {
    readonly picture: TreePicture;
    readonly vmas: readonly Vma[];
    readonly tables: readonly PageTable[];
    /** Page tables that are still there after the undoing: what a wrong ceiling leaves behind. */
    readonly tablesLeft: readonly PageTable[];
  } | null;
}

/** One column of a comparison: the fork of this step once more, some other way, from the same start. */
export interface ForkColumn extends ForkHow {
  /** With the failures armed that were armed at this step; false: nothing was, or for this column nothing is. */
  readonly armed: boolean;
  readonly record: ForkRecord;
  readonly balance: Balance;
  /** Requests to the node allocator: sizes and kinds as in a report. */
  readonly requests: readonly number[];
  readonly rk: string;
  readonly nodesObtained: number;
  readonly nodesKept: number;
  readonly nodesReturned: number;
  /** Layout of the child: height, nodes a level (root first), sum of its dump; null if there is no child. */
  readonly layout: {
    readonly height: number;
    readonly levels: readonly number[];
    readonly sum: string;
    readonly thin: number;
  } | null;
  /** Whether the layout is the parent's own. */
  readonly sameLayout: boolean;
}
