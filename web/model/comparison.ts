// SPDX-License-Identifier: GPL-2.0-or-later
//
// Two trees side by side: of two steps, two trees, or two texts. Plain data, of which only the differences are listed
// node by node.

import type { Index } from '../base/index64';
import type { NodeKind } from './picture';
import type { Vma } from './vma';

/** One of the two: a tree after a step of the run that is shown (`text` null), or of a run of another text. */
export interface TreeAt {
  readonly text: string | null;
  /** Clamped to the steps that there are. */
  readonly step: number;
  readonly tree: string;
}

/** The tree as a whole. */
export interface SideSummary {
  readonly step: number;
  readonly steps: number;
  readonly height: number;
  readonly nodes: number;
  readonly leaves: number;
  readonly entries: number;
  /** Slots in use in leaves, and those that they have. */
  readonly used: number;
  readonly slots: number;
  /**
   * Nodes that the steps up to this one requested for this tree, and those of them that went into it. Requests of a
   * copy count for the copy.
   */
  readonly requested: number;
  readonly taken: number;
  readonly sum: string;
}

export interface ComparedSlot {
  readonly first: Index;
  readonly last: Index;
  /** Leaf: the entry word. Inner node: null. */
  readonly word: Index | null;
  /**
   * Not like this in the node of the other side; of an entry in a node that one side only has: nowhere in the leaves of
   * the other.
   */
  readonly differs: boolean;
}

export interface ComparedNode {
  readonly id: number;
  readonly kind: NodeKind;
  readonly depth: number;
  readonly min: Index;
  readonly max: Index;
  readonly slots: readonly ComparedSlot[];
  /** Slots that a node of its kind has. */
  readonly room: number;
}

/** In index order, a node above what is below it. */
export type ComparedRow =
  /** Whole subtrees that are alike: how many nodes and entries there are in them. */
  | {
      readonly kind: 'equal';
      readonly depth: number;
      readonly nodes: number;
      readonly entries: number;
      readonly first: Index;
      readonly last: Index;
    }
  /**
   * 'same': the node itself is alike, something below it is not. 'changed': both have it, and it differs. 'replaced':
   * another node stands for the same range. The rest is on one side only.
   */
  | {
      readonly kind: 'same' | 'changed' | 'replaced' | 'only-a' | 'only-b';
      readonly a: ComparedNode | null;
      readonly b: ComparedNode | null;
    }
  /**
   * Nodes that only A has beside nodes of their level that only B has, over ranges that overlap: several where one was
   * split, or several merged.
   */
  | { readonly kind: 'beside'; readonly a: readonly ComparedNode[]; readonly b: readonly ComparedNode[] };

/** Indexes that do not have the same entry in both. */
export interface ContentsDifference {
  readonly first: Index;
  readonly last: Index;
  readonly a: Index;
  readonly b: Index;
}

/**
 * A node that does not say what it holds: its pivots do not ascend within its range, or a slot leads to no node below.
 */
export interface DamagedNode {
  readonly side: 'a' | 'b';
  readonly node: number;
}

export interface TreeComparison {
  /** Null: there is no such tree, or the other text does not run; `missing` says which. */
  readonly a: SideSummary | null;
  readonly b: SideSummary | null;
  readonly missing: string | null;
  readonly rows: readonly ComparedRow[];
  /** Nodes that are alike, of all of A's; rows that show a difference; those of them that are not here. */
  readonly equalNodes: number;
  readonly differences: number;
  /** Of these, rows of the kind 'beside', and how many nodes of either side are in them. */
  readonly beside: { readonly rows: number; readonly a: number; readonly b: number };
  readonly omitted: number;
  /**
   * How many ranges hold something else, and the first of them: not counting what is at or below `damaged` nodes, which
   * cannot be read.
   */
  readonly contents: {
    readonly count: number;
    readonly ranges: readonly ContentsDifference[];
    readonly damaged: readonly DamagedNode[];
  };
  /** Texts of the labels of both, in the form that `entryValue` takes. */
  readonly labels: readonly string[];
  /** The VMAs that slots of the rows and the ranges hold; null for a plain tree. */
  readonly vmasA: readonly Vma[] | null;
  readonly vmasB: readonly Vma[] | null;
}

/** The nodes that a row has of a side. */
export function nodesOf(row: ComparedRow, side: 'a' | 'b'): readonly ComparedNode[] {
  if (row.kind === 'equal') return [];
  if (row.kind === 'beside') return row[side];
  const node = row[side];
  return node === null ? [] : [node];
}

/** Whether a row shows a difference by itself. */
export function isDifference({ kind }: ComparedRow): boolean {
  return kind !== 'equal' && kind !== 'same';
}
