// SPDX-License-Identifier: GPL-2.0-or-later
//
// The tree picture: puts the parts together. A canvas for the far picture under an SVG for the near one; a dock for
// what is gone; a legend; a tip; and the outline, which is the same picture for assistive technology and loads after
// it.
//
// Invariants: what is drawn depends on the data, the size and the camera alone, never on the way there; moving over the
// picture redraws marks only.

import { sameRef } from '../shared/refs';
import { createSkeleton } from '../shared/skeleton';
import { createZooming } from '../shared/zooming';
import { bringIntoView, centre, fit, focusNode, hold, zoomBy } from './camera';
import { draw, drawOverlay } from './drawing';
import { showOutline } from './show-outline';
import { scenesAt } from './halfway';
import { createMinimap } from './minimap';
import { buildParts } from './parts';
import { fold, listen, showLevels, wheelZoom } from './pointer';
import { catchUp, relay, resize } from './re-layout';
import { emptyStage, seen, type Pieces, type Stage } from './stage';
import { createTools } from './tools';
import type { TreeView, TreeViewData, TreeViewOptions } from './types';
import { labelOf, movesOn, namesOf, sameList } from './view-data';

/** Milliseconds between two steps: those that follow each other faster are shown without motion. */
const SETTLED = 300;

let instances = 0;

export function createTreeView(options: TreeViewOptions): TreeView {
  const instance = ++instances;
  const hatch = `ms-hatch-${instance}`;
  const parts = buildParts(options.host, hatch, instance);
  const stage = emptyStage({ options, parts, instance, hatch }, piecesFor);
  const { skeleton, zooming, tools, minimap } = stage.pieces;
  parts.host.append(tools.element, minimap.element);
  listen(stage);
  return {
    update: (next) => update(stage, next),
    fit: () => fit(stage),
    zoomBy: (factor) => zoomBy(stage, factor),
    focusNode: (tree, node, unlessRead) => focusNode(stage, tree, node, unlessRead),
    hold: () => hold(stage),
    fold: (tree, node) => fold(stage, tree, node),
    levelsBy(by) {
      const { shown, all } = stage.folds.levels();
      showLevels(stage, Math.max(1, Math.min(all, shown + by)));
    },
    destroy() {
      zooming.destroy();
      stage.stopCamera();
      skeleton.destroy();
    },
  };
}

function piecesFor(stage: Stage): Pieces {
  const { parts, options } = stage;
  return {
    skeleton: createSkeleton({
      host: parts.host,
      name: 'ms-tree-view',
      frame: parts.frame,
      tip: parts.tip,
      draw: () => draw(stage),
      resized() {
        const { clientWidth: width, clientHeight: height } = parts.frame;
        if (width === stage.size.width && height === stage.size.height) return;
        stage.size = { width, height };
        resize(stage);
      },
    }),
    zooming: createZooming({
      svg: parts.svg,
      wheelDelta: wheelZoom,
      onZoom(next, byHand) {
        stage.camera = next;
        if (byHand) {
          stage.stopCamera();
          stage.fitted = false;
          stage.aim = next;
        }
        draw(stage);
        stage.pieces.skeleton.hideTip();
      },
    }),
    tools: createTools({
      showLevels: (levels) => showLevels(stage, levels),
      showPointers: (shown) => options.onPointers?.(shown),
    }),
    forOutline: {
      onFocus(ref) {
        stage.focused = ref;
        if (ref !== null) bringIntoView(stage, ref);
        drawOverlay(stage);
        options.onHover?.(ref);
      },
      onSelect: (ref) => options.onSelect?.(ref),
      onFold: (ref) => fold(stage, ref.tree, ref.node),
      onZoom: (ref) => focusNode(stage, ref.tree, ref.node),
    },
    minimap: createMinimap((x, y) => centre(stage, x, y, stage.camera.k, false)),
  };
}

function update(stage: Stage, next: TreeViewData): void {
  const { data: before, parts } = stage;
  stage.data = next;
  if (!sameList(before.trees, next.trees) || before.half !== next.half) stage.scenes = scenesAt(next.trees, next.half);
  parts.host.classList.toggle('show-table', next.table);
  if (next.table && !before.table) void import('./outline-look').catch(() => undefined);
  parts.balance.textContent = next.balance ?? '';
  parts.balance.hidden = next.balance === null;
  parts.frame.setAttribute('aria-label', labelOf(next));
  if (sameLayout(before, next)) {
    redraw(stage, before);
    // A wheel that closed the list has moved the picture: that is laid out when the pointer leaves.
    if (stage.fitted) catchUp(stage);
    return;
  }
  // Another tree is shown whole first; the same tree stays where the person left it.
  if (namesOf(before) !== namesOf(next)) stage.fitted = true;
  const at = performance.now();
  const moves = movesOn(before, next);
  relay(stage, moves && at - stage.lastChange > SETTLED);
  // A jump does not count: the step after it moves.
  if (moves) stage.lastChange = at;
}

function sameLayout(before: TreeViewData, next: TreeViewData): boolean {
  return (
    sameList(before.trees, next.trees) &&
    before.labels === next.labels &&
    before.balance === next.balance &&
    before.touched === next.touched &&
    before.trail === next.trail &&
    before.waiting === next.waiting &&
    before.readers === next.readers &&
    before.rings.length > 0 === next.rings.length > 0 &&
    before.half === next.half
  );
}

// Everything stays where it is; what is marked, and what cells say, may be others.
function redraw(stage: Stage, before: TreeViewData): void {
  const { data: next, world, size, folds, detail } = stage;
  const { tools, minimap, skeleton } = stage.pieces;
  const otherRings = before.rings !== next.rings;
  const otherPointers = before.pointers !== next.pointers;
  if (otherPointers || before.heights !== next.heights || (otherRings && detail === 'far')) draw(stage);
  if (otherPointers) tools.update({ ...folds.levels(), pointers: next.pointers });
  if (otherRings) minimap.update(world, seen(stage), size, { colours: skeleton.colours, rings: next.rings });
  if (!sameRef(before.selected, next.selected) || otherRings) showOutline(stage);
  drawOverlay(stage);
}
