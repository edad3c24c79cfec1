// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the tree picture shows now: for the picture on the page, and for a figure of it. Reads signals, so an effect
// that asks follows them.

import { indexDigits } from '../../base/number-base';
import type { Scene } from '../../model/run';
import type { Spoilt } from '../../views/tree/damage';
import type { TreeViewData } from '../../views/tree/types';
import { findRings } from '../store/find';
import { storeHeights } from '../store/inspected';
import { halfShown } from '../store/motion';
import { fitZoomMax } from '../store/projector';
import {
  asTable,
  everything,
  hovered,
  labels,
  ran,
  scene,
  selected,
  shownTrees,
  touchedNow,
  trail,
} from '../store/state';
import { childTypes } from '../store/tree-view';

const NO_READERS: Scene['readers'] = [];

export function pictureData(): TreeViewData {
  const now = scene.value;
  return {
    trees: shownTrees.value,
    labels: labels.value,
    touched: touchedNow.value,
    trail: trail.value,
    readers: now?.readers ?? NO_READERS,
    waiting: now?.waiting ?? 0,
    existing: now?.trees.map(({ picture }) => picture.name) ?? [],
    selected: selected.value,
    hovered: hovered.value,
    balance: null,
    step: now?.step ?? 0,
    half: halfShown.value,
    rings: findRings.value,
    heights: everything.value ? storeHeights.value : null,
    pointers: childTypes.value,
    spoilt: spoiltBy(now),
    fitZoomMax: fitZoomMax.value,
    table: asTable.value,
  };
}

// Of a step that wrote over a field on purpose: where, and what was there.
function spoiltBy(now: Scene | null): Spoilt | null {
  const brief = ran.value?.summary.steps[(now?.step ?? 0) - 1];
  const event = now?.events.find(({ name }) => name === 'corrupted');
  if (
    brief?.op !== 'corrupt' ||
    brief.tree === null ||
    event?.was === undefined ||
    event.node === null ||
    event.slot === null
  )
    return null;
  return { tree: brief.tree, node: event.node, slot: event.slot, was: `was ${indexDigits(event.was)}` };
}
