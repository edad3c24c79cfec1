// SPDX-License-Identifier: GPL-2.0-or-later
//
// True answers, read off the scenes before and after a step. Pure; nothing is guessed: where the scenes do not show it,
// the reason is given instead.

import { assertNever } from '../base/assert';
import type { Index } from '../base/index64';
import type { LiveValue } from '../model/live';
import type { NodePicture } from '../model/picture';
import type { Scene, SceneTree } from '../model/run';
import type { Answer, Ask, AskKind, Truth } from './lesson';
import type { NoAnswer } from './problems';

export type Found =
  { readonly kind: 'truth'; readonly truth: Truth } | { readonly kind: 'none'; readonly why: NoAnswer };

/** `value` is what the expression of the ask comes to after the step; null for every other ask. */
export function truthOf(ask: Ask, before: Scene, after: Scene, value: LiveValue | null): Found {
  const { record } = after;
  if (record === null) return none('stores nothing');
  switch (ask.kind) {
    case 'type':
      return record.storeType === null ? none('stores nothing') : truth({ kind: 'type', type: record.storeType });
    case 'nodes':
      return truth(numberOf(record.requests.reduce((sum, one) => sum + one, 0)));
    case 'allocator':
      return truth({ kind: 'list', values: record.requests });
    case 'slot':
    case 'leaf':
      return placeOf(ask.kind, before, after);
    case 'cut':
      return cutOf(before, after);
    case 'fork fails':
      return record.op === 'fork' || record.op === 'dup'
        ? truth({ kind: 'yes or no', yes: record.error !== null })
        : none('no fork');
    case 'left':
      return leftOf(before, after);
    case 'value':
      return valueTruth(value);
    default:
      return assertNever(ask.kind);
  }
}

function truth(found: Truth): Found {
  return { kind: 'truth', truth: found };
}

function none(why: NoAnswer): Found {
  return { kind: 'none', why };
}

function numberOf(count: number): Truth {
  return { kind: 'number', value: BigInt(count) };
}

/**
 * What a click on a slot of a node answers, in the scene before the step; null: such a question is not answered by
 * this click. `node` is the node's id. A click on a slot of a leaf answers `slot`, `leaf` and `cut` (the slot's last
 * index).
 */
export function answerAt(kind: AskKind, scene: Scene, node: number, slot: number): Answer | null {
  if (kind !== 'slot' && kind !== 'leaf' && kind !== 'cut') return null;
  for (const tree of scene.trees) {
    const leaves = leavesOf(tree) ?? [];
    const at = leaves.findIndex(({ id }) => id === node);
    if (at < 0) continue;
    if (kind === 'leaf') return { kind, leaf: at + 1 };
    if (kind === 'slot') return { kind, leaf: at + 1, slot };
    const last = leaves[at]?.lasts[slot];
    return last === undefined ? null : { kind: 'number', value: last };
  }
  return null;
}

/** The leaves of a tree from left to right; null if it is pictured in part. */
export function leavesOf(tree: SceneTree): readonly NodePicture[] | null {
  if (tree.partial !== undefined) return null;
  return tree.picture.nodes.filter(({ kind }) => kind === 'leaf');
}

// The slot that holds the first index of the step's range, before the step.
function placeOf(kind: 'slot' | 'leaf', before: Scene, after: Scene): Found {
  const { touched } = after;
  const tree = before.trees.find(({ picture }) => picture.name === touched?.tree);
  if (touched === null || tree === undefined) return none('no leaf');
  const leaves = leavesOf(tree);
  if (leaves === null) return none('too large');
  const leaf = leaves.findIndex(({ min, max }) => min <= touched.first && touched.first <= max);
  const node = leaves[leaf];
  if (node === undefined) return none('no leaf');
  const slot = node.lasts.findIndex((last) => touched.first <= last);
  const place = { leaf: leaf + 1, leaves: leaves.length, node: node.id };
  return truth(kind === 'leaf' ? { kind, ...place } : { kind, slot, ...place });
}

/** Where the first index of the step's range is after it, for a `slot` or `leaf`; null: in the same place or none. */
export function placeAfter({ kind }: Pick<Ask, 'kind'>, truth: Truth, after: Scene): Truth | null {
  if (kind !== 'slot' && kind !== 'leaf') return null;
  const found = placeOf(kind, after, after);
  if (found.kind === 'none') return null;
  const { truth: now } = found;
  const same = (one: Truth): string =>
    one.kind === 'slot' ? `${one.leaf} ${one.slot}` : one.kind === 'leaf' ? `${one.leaf}` : '';
  return same(now) === same(truth) ? null : now;
}

// The border between two leaves that was not there before.
function cutOf(before: Scene, after: Scene): Found {
  const name = after.record?.tree;
  const [was, is] = [before, after].map(({ trees }) => trees.find(({ picture }) => picture.name === name));
  if (was === undefined || is === undefined) return none('no new border');
  const [old, now] = [leavesOf(was), leavesOf(is)];
  if (old === null || now === null) return none('too large');
  const known = new Set<Index>(old.map(({ max }) => max));
  const fresh = now.slice(0, -1).filter(({ max }) => !known.has(max));
  const [only, more] = fresh;
  if (only === undefined) return none('no new border');
  return more === undefined ? truth({ kind: 'number', value: only.max }) : none('several new borders');
}

function leftOf(before: Scene, after: Scene): Found {
  const { record } = after;
  if (record === null || record.error === null) return none('does not fail');
  if (record.balance !== undefined)
    return truth(numberOf(record.balance.rows.reduce((sum, { held }) => sum + held, 0)));
  return truth(numberOf(after.live - before.live));
}

function valueTruth(value: LiveValue | null): Found {
  const found = value === null ? null : truthOfValue(value);
  return found === null ? none('no value') : truth(found);
}

/** A value as an answer; null for one that failed. */
export function truthOfValue(value: LiveValue): Truth | null {
  if (value.kind === 'failed') return null;
  if (value.kind === 'number') return { kind: 'number', value: value.value };
  return { kind: 'word', word: value.kind === 'label' ? value.text : value.kind };
}
