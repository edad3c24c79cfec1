// SPDX-License-Identifier: GPL-2.0-or-later
//
// The data of the tree picture: for the picture on the page, and for a figure of it. Reads signals, so an effect that
// calls it follows them.

import { indexDigits } from '../../base/number-base';
import { asked, granted } from '../../model/outcome';
import type { Scene } from '../../model/run';
import type { Spoilt } from '../../views/tree/damage';
import type { FailedStep, TreeViewData } from '../../views/tree/types';
import { findRings } from '../store/actions/find';
import { handsAt } from '../store/actions/hands';
import { storeHeights } from '../store/run/inspected';
import { halfShown, slow } from '../store/run/motion';
import { fitZoomMax } from '../store/page/projector';
import {
  asTable,
  briefNow,
  everything,
  hovered,
  labels,
  scene,
  selected,
  shownTrees,
  touchedNow,
  trail,
} from '../store/page/state';
import { childTypes } from '../store/page/tree-view';

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
    still: handsAt.value !== null,
    hovered: hovered.value,
    balance: null,
    step: now?.step ?? 0,
    half: halfShown.value,
    rings: findRings.value,
    heights: everything.value ? storeHeights.value : null,
    pointers: childTypes.value,
    failed: failedStep(now),
    spoilt: spoiltBy(now),
    fitZoomMax: fitZoomMax.value,
    entire: slow.value,
    table: asTable.value,
  };
}

// Nodes that the step was given and that no tree has after it were freed with it.
function failedStep(now: Scene | null): FailedStep | null {
  const record = now?.record ?? null;
  if (now === null || record === null || record.error === null || now.eventsDropped > 0) return null;
  const kept = new Set(now.trees.flatMap(({ picture }) => picture.nodes.map(({ id }) => id)));
  const given = now.events.flatMap(({ name, node }) => (name === 'node_out' && node !== null ? [node] : []));
  const freed = now.trees.some(({ partial }) => partial !== undefined) ? [] : given.filter((id) => !kept.has(id));
  return { freed: [...new Set(freed)], refused: asked(record) - granted(record) };
}

// Of a step that wrote over a field on purpose: where, and what was there.
function spoiltBy(now: Scene | null): Spoilt | null {
  const brief = briefNow.value;
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
