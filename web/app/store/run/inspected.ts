// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which node the inspector shows: of the trees as they are at the event or step shown, of what is beside them, or,
// where none of these has it, of the allocator's memory, which is asked.

import { computed, effect, signal } from '@preact/signals';
import type { NodePicture } from '../../../model/picture';
import type { Scene, SceneTree } from '../../../model/run';
import { addressOf, holdersOf, NODE_BASE, type ApartNode } from '../../../views/inspector/apart';
import { halfShown, mainTreeNow } from './motion';
import { askRun } from './run';
import { ran, scene, selected, touchedNow } from '../page/state';

export interface Inspected {
  readonly tree: SceneTree | null;
  readonly node: NodePicture | null;
  /** It has left the tree, and a reader stands on it. */
  readonly dead: boolean;
  readonly apart: ApartNode | null;
  /** Nothing was chosen: it is the leaf that the step is about. */
  readonly unchosen?: boolean;
  /** How many others it lists for the reserve; null: none. */
  readonly listed: number | null;
}

const asked = signal<{ readonly of: Scene; readonly apart: ApartNode | null; readonly id: number } | null>(null);

const holders = computed(() => holdersOf(halfShown.value?.reserve ?? []));

/** The node of the selection; null: no tree here has such a node. */
const found = computed<Inspected | null>(() => {
  const tree = mainTreeNow.value;
  const id = selected.value?.node ?? null;
  const nothing: Inspected = { tree, node: null, dead: false, apart: null, listed: null };
  if (id === null) {
    const touched = touchedNow.value;
    const leaf =
      touched?.tree === tree?.picture.name
        ? tree?.picture.nodes.find(
            ({ kind, min, max }) => kind === 'leaf' && touched !== null && min <= touched.first && touched.first <= max,
          )
        : undefined;
    return leaf === undefined ? nothing : { ...nothing, node: leaf, unchosen: true };
  }
  const node = tree?.picture.nodes.find((one) => one.id === id) ?? null;
  if (node !== null) return { ...nothing, node };
  const half = halfShown.value;
  const beside = half === null ? undefined : [...half.reserve, ...half.loose].find((one) => one.id === id);
  if (beside !== undefined) return { ...nothing, apart: beside, listed: holders.value.get(id) ?? null };
  const reader = scene.value?.readers.find((one) => one.dead && one.node?.id === id)?.node ?? null;
  return reader === null ? null : { ...nothing, node: reader, dead: true };
});

/** The content of the node tab. */
export const inspected = computed<Inspected>(() => {
  const here = found.value;
  if (here !== null) return here;
  const answer = asked.value;
  const apart =
    answer !== null && answer.of === scene.value && answer.id === selected.value?.node ? answer.apart : null;
  return { tree: mainTreeNow.value, node: null, dead: false, apart, listed: null };
});

/** The two heights of the store that the step is, for the picture; null where it walked through no node. */
export const storeHeights = computed<{ readonly vacant: number; readonly sufficient: number } | null>(() => {
  const decision = scene.value?.decision ?? null;
  return decision === null || decision.place.kind === 'root pointer'
    ? null
    : { vacant: decision.vacant, sufficient: decision.sufficient };
});

const ids = computed(() => {
  const byAddress = new Map<bigint, number>();
  for (const { picture } of scene.value?.trees ?? [])
    for (const { id, place } of picture.nodes) byAddress.set(addressOf(place), id);
  const half = halfShown.value;
  if (half === null) return byAddress;
  for (const { picture } of half.trees) for (const { id, place } of picture.nodes) byAddress.set(addressOf(place), id);
  for (const { id, place } of [...half.reserve, ...half.loose]) byAddress.set(addressOf(place), id);
  return byAddress;
});

/** Id of the node at an address; 0 if none is known there. */
export const idAt = computed(() => {
  const known = ids.value;
  return (address: bigint): number => (address < NODE_BASE ? 0 : (known.get(address) ?? 0));
});

/** Asks for a node that is in no picture of the page. Gives back what ends this. */
export function startInspecting(): () => void {
  return effect(() => {
    const of = scene.value;
    const id = selected.value?.node ?? null;
    if (found.value !== null || of === null || id === null) return;
    if (asked.peek()?.of === of && asked.peek()?.id === id) return;
    const run = ran.peek();
    askRun('slabNode', { step: of.step, id }).then(
      (node) => {
        if (scene.peek() !== of || ran.peek() !== run) return;
        const state =
          node === null
            ? null
            : node.state === 'tree'
              ? 'large'
              : node.state === 'dead'
                ? 'dead'
                : node.state === 'free'
                  ? 'free'
                  : 'cut off';
        asked.value = {
          of,
          id,
          apart:
            node === null || state === null
              ? null
              : { id: node.id, place: node.place, state, picture: null, bytes: node.bytes },
        };
      },
      // Given up, or the engine broke down, which the page reports elsewhere.
      () => undefined,
    );
  });
}
