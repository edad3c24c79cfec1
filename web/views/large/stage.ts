// SPDX-License-Identifier: GPL-2.0-or-later
//
// All that the picture of a large tree remembers, as one record that its parts read and write, and what follows from
// it.

import { pathOf, rowOf, type TreeOverview } from '../../model/overview';
import { entryLooks, type LookUp } from '../shared/entry-look';
import type { Size, Skeleton } from '../shared/skeleton';
import { countTexts, letteringOf, type Texts } from '../tree/letters';
import type { Ring, Scenery } from './draw';
import type { Minimap } from './minimap';
import type { Ink, Letters } from './node';
import { layoutRows, metricsFor, spansOf, type Camera, type Row, type Spans } from './rows';
import type { LargeScale, LargeViewData, LargeViewOptions } from './types';

const LETTER_MOST = 13;

const NOTHING: LargeViewData = {
  overview: null,
  nodes: new Map(),
  vmas: null,
  labels: [],
  touched: null,
  selected: null,
  hovered: null,
  rings: [],
  table: false,
};

/** The parts of the picture. */
export interface Parts {
  readonly canvas: HTMLCanvasElement;
  readonly ground: HTMLElement;
  readonly names: HTMLElement;
  readonly scales: HTMLElement;
  readonly twin: HTMLElement;
  readonly table: HTMLTableElement;
  readonly minimap: Minimap;
}

export interface Stage {
  readonly options: LargeViewOptions;
  readonly parts: Parts;
  readonly skeleton: Skeleton;

  data: LargeViewData;
  overview: TreeOverview | null;
  scale: LargeScale;
  spans: Spans;
  size: Size;
  camera: Camera;
  rows: readonly Row[];
  /** Of all rows. */
  height: number;
  /** The whole width is in view, and stays so whatever the size. */
  fitted: boolean;
  readonly folded: Set<number>;
  rings: readonly Ring[];
  stopMoving: () => void;

  ink: Ink | null;
  look: LookUp;
  texts: Texts | null;
  /** Letters by the width of a cell, until other nodes are known. */
  readonly lettered: Map<number, Letters | null>;
}

/** A stage that has something to draw. */
export type Shown = Stage & { readonly overview: TreeOverview };

export function isShown(stage: Stage): stage is Shown {
  return stage.overview !== null;
}

export function emptyStage(given: Pick<Stage, 'options' | 'parts' | 'skeleton'>): Stage {
  return {
    ...given,
    data: NOTHING,
    overview: null,
    scale: 'leaves',
    spans: { from: [], to: [], width: 1 },
    size: { width: 0, height: 0 },
    camera: { k: 1, x: 0, y: 0 },
    rows: [],
    height: 0,
    fitted: true,
    folded: new Set(),
    rings: [],
    stopMoving: () => undefined,
    ink: null,
    look: entryLooks(null, []),
    texts: null,
    lettered: new Map(),
  };
}

export function sceneryOf(stage: Shown): Scenery {
  const { overview, data, spans, rows, camera, size, look, rings } = stage;
  const { nodes, touched, selected, hovered } = data;
  const letters = (cell: number): Letters | null => lettersFor(stage, cell);
  const metrics = metricsFor(overview);
  return { overview, nodes, spans, rows, camera, size, metrics, look, letters, touched, selected, hovered, rings };
}

function lettersFor(stage: Stage, cell: number): Letters | null {
  const { lettered, data, look } = stage;
  const width = Math.round(cell * 2) / 2;
  const known = lettered.get(width);
  if (known !== undefined) return known;
  stage.texts ??= countTexts(
    [...data.nodes.values()].flatMap((node) => (node.kind === 'leaf' ? node.slots.map(look) : [])),
  );
  const found = letteringOf(stage.texts, width, Math.min(LETTER_MOST, width));
  lettered.set(width, found);
  return found;
}

/** The small map stands below the lowest row, not over it. */
export function layOut({ overview, spans, size, folded, parts }: Stage, k: number): ReturnType<typeof layoutRows> {
  if (overview === null) return { rows: [], height: 0 };
  const found = layoutRows(overview, spans, k, size, folded);
  return { ...found, height: found.height + parts.minimap.room(overview, spans, k, size) };
}

export function takeSpans(stage: Stage): void {
  if (isShown(stage)) stage.spans = spansOf(stage.overview, stage.scale);
}

/** Leaves from the left edge to the right. */
export function leavesInView({ camera, size }: Stage): readonly [number, number] {
  return [camera.x, camera.x + size.width / camera.k];
}

export function lowestRow({ rows }: Stage): Row | undefined {
  return rows.findLast((one) => !one.folded);
}

/** The overview's row of the chosen node; −1 if none of this tree is. */
export function chosenRow({ overview, data }: Shown): number {
  return data.selected?.tree === overview.tree ? rowOf(overview, data.selected.node) : -1;
}

/**
 * From where to where (in leaves) the chosen node reaches, else the leaves that the step touched; null if out of view.
 */
export function lookedFor(stage: Shown): readonly [number, number] | null {
  const { overview, data, spans } = stage;
  const chosen = chosenRow(stage);
  const touched = data.touched?.tree === overview.tree ? data.touched : null;
  const [left, right] = leavesInView(stage);
  const ends = [
    chosen >= 0 ? [chosen] : [],
    touched === null ? [] : [touched.first, touched.last].flatMap((index) => pathOf(overview, index).slice(-1)),
  ];
  for (const rowsOfIt of ends) {
    const [from, to] = [spans.from[rowsOfIt[0] ?? -1], spans.to[rowsOfIt.at(-1) ?? -1]];
    if (from !== undefined && to !== undefined && to > left && from < right) return [from, to];
  }
  return null;
}
