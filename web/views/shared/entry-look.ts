// SPDX-License-Identifier: GPL-2.0-or-later
//
// How an entry looks wherever it is drawn: which kind of cell, which letters, and its name in words. Pure.

import { VALUE_MAX, ZERO_ENTRY_WORD } from '../../model/entry';
import type { SceneTree } from '../../model/run';
import { vmaClass, type Vma } from '../../model/vma';
import { kindInfo, type CellKind } from './palette';
import { elidedPath } from '../../base/text';

export interface EntryLook {
  readonly kind: CellKind;
  /** The text of the cell: a letter for a VMA, the number or text otherwise; empty for NULL. */
  readonly text: string;
  /** The entry in words, for listeners; a path stands in it whole. */
  readonly name: string;
  /** The same for tips and tables, where it is shorter: a long path is cut in its middle. */
  readonly brief?: string;
}

/** The entry in words, for tips and tables. */
export function briefName({ name, brief = name }: EntryLook): string {
  return brief;
}

/** Looks up entries of one tree. */
export type LookUp = (word: bigint) => EntryLook;

const NULL_LOOK: EntryLook = { kind: 'null', text: '', name: 'NULL' };
const ZERO_LOOK: EntryLook = { kind: 'zero', text: 'z', name: 'zero entry (reserved)' };

export function entryLooks(vmas: readonly Vma[] | null, labels: readonly string[]): LookUp {
  const byNumber = new Map((vmas ?? []).map((vma) => [BigInt(vma.number), vma]));
  const known = new Map<bigint, EntryLook>();
  return (word) => {
    const seen = known.get(word);
    if (seen !== undefined) return seen;
    const look = lookOf(word, byNumber, labels);
    known.set(word, look);
    return look;
  };
}

/**
 * The looks of a tree in a scene, those of VMAs included that its step ended: at an event, or in a node that is gone,
 * they are still there.
 */
export function looksIn(tree: Pick<SceneTree, 'vmas' | 'goneVmas'> | null, labels: readonly string[]): LookUp {
  const { vmas = null, goneVmas = [] } = tree ?? {};
  return entryLooks(vmas === null ? null : [...goneVmas, ...vmas], labels);
}

function lookOf(word: bigint, vmas: ReadonlyMap<bigint, Vma>, labels: readonly string[]): EntryLook {
  if (word === 0n) return NULL_LOOK;
  if (word === ZERO_ENTRY_WORD) return ZERO_LOOK;
  const n = word >> 1n;
  const vma = vmas.get(n);
  if (vma !== undefined) return vmaLook(vma);
  if (n > VALUE_MAX) {
    const label = labels[Number(n - VALUE_MAX) - 1] ?? `label ${n - VALUE_MAX}`;
    return { kind: 'label', text: label, name: `label ${label}` };
  }
  return { kind: 'value', text: n.toString(), name: `value ${n.toString()}` };
}

function vmaLook(vma: Vma): EntryLook {
  const info = kindInfo(vmaClass(vma));
  const backing = vma.path === '' ? 'anonymous memory' : vma.path;
  const named = (path: string): string => `VMA ${vma.number}: ${vma.perms} ${path}`;
  const look = { kind: info.kind, text: info.letter, name: named(backing) };
  const short = elidedPath(backing);
  return short === backing ? look : { ...look, brief: named(short) };
}
