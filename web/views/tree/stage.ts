// SPDX-License-Identifier: GPL-2.0-or-later
//
// All that a tree picture remembers, as one record that its parts read and write: what it was given, how that is laid
// out, where the camera is, what is drawn. Holds no way to draw.

import type { SceneTree } from '../../model/run';
import type { Size, Skeleton } from '../shared/skeleton';
import type { SlotRef } from '../shared/refs';
import { IDENTITY, type Transform, type Zooming } from '../shared/zooming';
import type { Camera } from './canvas';
import type { NodeGroups } from './draw';
import { createFolds, type Folds } from './fold';
import type { Ghost } from './ghosts';
import type { Minimap } from './minimap';
import type { Detail } from './node-box';
import type { Outline, OutlineOptions } from './outline';
import { EMPTY_WORLD, type World } from './pane';
import type { Parts } from './parts';
import { roomOf, type Room } from './room';
import type { Tools } from './tools';
import type { TreeViewData, TreeViewOptions } from './types';
import { EMPTY } from './view-data';

/** Letters are at most some 20 pixels high, however near. */
export const ZOOM_MAX = 1.6;
/** Out to this part of the zoom at which all is seen. */
export const ZOOM_OUT = 0.6;

/** How the trees after a step are laid out, which the half-way ones are like. */
export interface Whole {
  readonly of: readonly SceneTree[];
  readonly size: Size;
  readonly world: World;
  readonly foot: number;
  readonly zoom: number;
}

export interface Stage {
  readonly options: TreeViewOptions;
  readonly parts: Parts;
  /** Number of the picture on the page, and the name of its hatching: both for references inside the SVG. */
  readonly instance: number;
  readonly hatch: string;
  readonly folds: Folds;
  readonly pieces: Pieces;

  data: TreeViewData;
  /** The trees as drawn: those of the data, or half-way through its step. */
  scenes: readonly SceneTree[];
  whole: Whole | null;
  world: World;
  room: Room;
  size: Size;

  camera: Transform;
  /** Where the camera is going: `camera` itself unless it is moving. */
  aim: Transform;
  stopCamera: () => void;
  /** The whole is shown, and stays shown whatever the size. */
  fitted: boolean;
  /** A pointer that is down: what it is on. */
  pressed: { readonly ref: SlotRef | null } | null;
  /** Where the pointer clicked last, in pixels from the left; null if nowhere. */
  clicked: number | null;
  /** The size is another, and the layout still that of the size before (`TreeViewData.still`). */
  late: boolean;
  /** How far out and in one may zoom. */
  zooms: { readonly least: number; readonly most: number };

  ghosts: readonly Ghost[];
  groups: NodeGroups | null;
  detail: Detail;
  hover: SlotRef | null;
  focused: SlotRef | null;
  /** Null until it has loaded. */
  outline: Outline | null;
  /** When a step last moved, in milliseconds of the page. */
  lastChange: number;
}

/** The elements beside the drawing, and their common parent. */
export interface Pieces {
  readonly skeleton: Skeleton;
  readonly zooming: Zooming;
  /** The functions that the outline calls once it has loaded. */
  readonly forOutline: OutlineOptions;
  readonly tools: Tools;
  readonly minimap: Minimap;
}

/** Before anything is given; `pieces` is made with the stage, by functions that reach it. */
export function emptyStage(
  given: Pick<Stage, 'options' | 'parts' | 'instance' | 'hatch'>,
  piecesFor: (stage: Stage) => Pieces,
): Stage {
  const size = { width: 0, height: 0 };
  const stage: Omit<Stage, 'pieces'> & { pieces: Pieces | null } = {
    ...given,
    folds: createFolds(),
    pieces: null,
    data: EMPTY,
    scenes: [],
    whole: null,
    world: EMPTY_WORLD,
    room: roomOf(size, { balance: false, pair: false, departures: false, kept: false }),
    size,
    camera: IDENTITY,
    aim: IDENTITY,
    stopCamera: () => undefined,
    fitted: true,
    pressed: null,
    clicked: null,
    late: false,
    zooms: { least: ZOOM_OUT, most: ZOOM_MAX },
    ghosts: [],
    groups: null,
    detail: 'full',
    hover: null,
    focused: null,
    outline: null,
    lastChange: -Infinity,
  };
  stage.pieces = piecesFor(stage as Stage);
  return stage as Stage;
}

/** The camera as canvases take it. */
export function seen({ camera }: Stage): Camera {
  return { k: camera.k, tx: camera.x, ty: camera.y };
}
