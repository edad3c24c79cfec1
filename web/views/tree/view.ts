// SPDX-License-Identifier: GPL-2.0-or-later
//
// The tree picture: puts the parts together. A canvas for the far picture under an SVG for the near one; a dock for
// what is gone; a legend; a tip; and the outline, which is the same picture for assistive technology.
//
// Invariants: what is drawn depends on the data, the size and the camera alone, never on the way there; moving over the
// picture redraws marks only.

import { sameRef, WHOLE_NODE, type SlotRef } from '../shared/refs';
import { motionAllowed, stopMotion, tween } from '../shared/motion';
import { oneTip } from '../shared/one-tip';
import { looksIn } from '../shared/entry-look';
import { onSchemeChange, resolveColours, type Colours } from '../shared/palette';
import { createZooming, IDENTITY, transformOf, type Transform } from '../shared/zooming';
import { withFormer } from './damage';
import type { Camera } from './canvas';
import { describe } from './describe';
import { drawFar, drawFound } from './canvas';
import { createFolds } from './fold';
import { scenesAt } from './halfway';
import { drawLevels, levelLine } from './levels';
import { createTools } from './tools';
import { focusByKeysOnly } from '../shared/pointer-focus';
import { put } from '../shared/svg';
import { drawEdges, drawTitles } from './lines';
import { buildParts } from './parts';
import { drawNodes, type NodeDatum, type NodeGroups } from './draw';
import { arrowPaths } from './arrows';
import { chooseGhosts, DOCK_HEIGHT, drawDock, readersOfTheDead, TWO_ROWS, type Ghost } from './ghosts';
import { PIVOT_ZOOM, type NodeBox } from './layout';
import { cellWidth, elementsOf, entryWidth, HEAD_LEAST, type Detail } from './node-box';
import { drawLegend, showLegend, type LegendWants } from './legend';
import { LETTER_LEAST, letteringOf, type Lettering } from './letters';
import { drawMarks } from './marks';
import { planMotion, remember } from './flights';
import { createMinimap } from './minimap';
import { linesOf, morph } from './morph';
import { createOutline } from './outline';
import { drawShelf, eventRef, shelfFor } from './shelf';
import { drawTrail } from './trail-layer';
import { placeTrail } from './trail-places';
import type { SceneTree } from '../../model/run';
import {
  changeOf,
  EMPTY_WORLD,
  findBox,
  findPane,
  hit,
  isLoose,
  layWorld,
  leafSlotsOver,
  nodesBelow,
  pivotZoom,
  textsOf,
  touchedRun,
  type Marked,
  type Pane,
  type Settled,
  type World,
} from './pane';
import { dockTop, NARROW, roomOf, SIDE, type RoomWants } from './room';
import type { Trail } from '../shared/trail';
import { slotNotes } from './notes';
import { childWord } from './words';
import type { TreeView, TreeViewData, TreeViewOptions } from './types';
import { EMPTY, labelOf, movesOn, namesOf, sameList } from './view-data';

/** A picture narrower than this shows one tree of a pair: the one that the step was about. */
const ONE_TREE = 480;
/** Under a second row of ghosts: the legend may need another line. */
const DOCK_AIR = 14;
/** SVG elements that the nodes are drawn with at most: with lines, marks and what moves there are fewer than 3,000. */
const ELEMENTS_MOST = 2500;
/** Sizes of letters on the screen, at most and at a zoom of 1: with pivots below them, and without. */
const LETTER_MOST = { full: 13, plain: 16, far: 13 } as const;
/** A touched entry of so many letters may not fit its cell and is written over it: there is room for that. */
const CAPTION_FROM = 4;
/** Width of a letter of what a child word says, in pixels of the screen. */
const POINTER_LETTER = 5;
/** Letters are at most some 20 pixels high, however near. */
const ZOOM_MAX = 1.6;
/** Out to this part of the zoom at which all is seen. */
const ZOOM_OUT = 0.6;
/** A tree that would be smaller is given the room of a lower dock. */
const CROWDED = 0.8;
/** One notch of the wheel, as a power of two: 1.2 times. */
const NOTCH = Math.log2(1.2);

/** Of a touched range so many slots are looked at. */

/** Milliseconds between two steps: those that follow each other faster are shown without motion. */
const SETTLED = 300;

let instances = 0;

export function createTreeView(options: TreeViewOptions): TreeView {
  const instance = ++instances;
  const hatch = `ms-hatch-${instance}`;
  const parts = buildParts(options.host, hatch, instance);
  const context = parts.canvas.getContext('2d');

  let data: TreeViewData = EMPTY;
  /** The trees as drawn: those of the data, or half-way through its step. */
  let scenes: readonly SceneTree[] = [];
  /** How the trees after the step are laid out, which the half-way ones are like. */
  let whole: {
    readonly of: readonly SceneTree[];
    readonly size: typeof size;
    readonly world: World;
    readonly foot: number;
    readonly zoom: number;
  } | null = null;
  const folds = createFolds();
  let world: World = EMPTY_WORLD;
  let room = roomOf({ width: 0, height: 0 }, { balance: false, pair: false, departures: false, kept: false });
  let size = { width: 0, height: 0 };
  let camera: Transform = IDENTITY;
  /** Where the camera is going: `camera` itself unless it is moving. */
  let aim: Transform = IDENTITY;
  let stopCamera = (): void => undefined;
  let fitted = true;
  let ghosts: readonly Ghost[] = [];
  let hover: SlotRef | null = null;
  let focused: SlotRef | null = null;
  let colours: Colours | null = null;
  let groups: NodeGroups | null = null;
  let detail: Detail = 'full';
  let lastChange = -Infinity;

  const zooming = createZooming({
    svg: parts.svg,
    wheelDelta: (event) =>
      Math.max(
        -NOTCH,
        Math.min(NOTCH, -event.deltaY * (event.deltaMode === 1 ? 0.05 : event.deltaMode === 2 ? 1 : 0.002)),
      ),
    onZoom(next, byHand) {
      camera = next;
      if (byHand) {
        stopCamera();
        fitted = false;
        aim = camera;
      }
      draw();
      hideTip();
    },
  });
  /** How far out and in one may zoom. */
  let [least, most] = [ZOOM_OUT, ZOOM_MAX];

  const tools = createTools({
    showLevels(levels) {
      folds.showLevels(levels);
      relay(true);
    },
    showPointers: (shown) => options.onPointers?.(shown),
  });
  parts.host.append(tools.element);
  const outline = createOutline({
    onFocus(ref) {
      focused = ref;
      if (ref !== null) bringIntoView(ref);
      drawOverlay();
      options.onHover?.(ref);
    },
    onSelect: (ref) => options.onSelect?.(ref),
    onFold: (ref) => api.fold(ref.tree, ref.node),
    onZoom: (ref) => api.focusNode(ref.tree, ref.node),
  });
  const minimap = createMinimap((x, y) => {
    fitted = false;
    moveCamera(transformOf(camera.k, size.width / 2 - x * camera.k, size.height / 2 - y * camera.k), false);
  });
  parts.host.append(minimap.element, outline.element);

  // --- Camera ---

  function fitTransform(): Transform {
    const k = Math.min(world.zoom, whole?.zoom ?? Infinity);
    return transformOf(k, (size.width - world.width * k) / 2, room.top);
  }

  function moveCamera(target: Transform, animate: boolean): void {
    stopCamera();
    aim = target;
    if (!animate || !motionAllowed()) {
      zooming.put(target);
      return;
    }
    const from = camera;
    const between = (a: number, b: number, part: number): number => a + (b - a) * part;
    stopCamera = tween((part) => {
      const k = between(from.k, target.k, part);
      const at = transformOf(k, between(from.x, target.x, part), between(from.y, target.y, part));
      zooming.put(part === 1 ? target : at);
    });
  }

  function bringIntoView(ref: SlotRef): void {
    const found = findBox(world, ref);
    if (found === null) return;
    const { pane, box } = found;
    const x0 = camera.applyX(pane.x + box.x);
    const y0 = camera.applyY(pane.y + box.y);
    const x1 = camera.applyX(pane.x + box.x + box.w);
    const y1 = camera.applyY(pane.y + box.y + box.h);
    if (x0 >= 0 && y0 >= 0 && x1 <= size.width && y1 <= size.height) return;
    centre(pane.x + box.x + box.w / 2, pane.y + box.y + box.h / 2, camera.k);
  }

  function centre(x: number, y: number, k: number): void {
    fitted = false;
    moveCamera(transformOf(k, size.width / 2 - x * k, size.height / 2 - y * k), true);
  }

  function seen(): Camera {
    return { k: camera.k, tx: camera.x, ty: camera.y };
  }

  // --- Drawing ---

  function draw(): void {
    if (size.width === 0) return;
    const visible = visibleNodes();
    detail = detailOf(visible, camera.k);
    const letters = lettering();
    const near = detail !== 'far';
    parts.world.setAttribute('transform', camera.toString());
    parts.host.dataset.detail = detail;
    parts.host.style.setProperty('--zoom', camera.k.toFixed(3));
    parts.world.style.setProperty('--type', typeSize().toFixed(3));
    parts.world.style.setProperty('--letter', `${((letters?.px ?? LETTER_LEAST) / camera.k).toFixed(2)}px`);
    groups = drawNodes(
      parts.nodes,
      near ? visible.map((datum) => ({ ...datum, detail, letters: letters?.room ?? null })) : [],
      hatch,
    );
    drawEdges(parts.edges, world, data, near ? new Set(visible.map((d) => d.key)) : null, instance);
    drawTitles(parts.titles, world, { pair: data.trees.length > 1, camera: seen(), width: size.width - toolsWidth() });
    clearCanvas();
    colours ??= resolveColours(parts.host);
    const at = seen();
    if (!near && context !== null)
      drawFar(context, world, at, size, colours, { touched: touchedShown(), trail: data.trail });
    if (!near && context !== null) drawFound(context, world, at, size, colours, data.rings);
    const places = placeTrail(world, {
      trail: data.trail,
      readers: data.readers,
      touched: data.touched,
      detail,
      letters,
      camera: at,
      corner: () => (tools.element.hidden ? size.width : tools.element.offsetLeft - 4),
      inView: viewTest(),
    });
    drawTrail(parts.trail, places);
    drawLevels(parts.levels, levelLine(data, size.width));
    showLegend(parts.legend, detail, places.signs);
    minimap.update(world, at, size, { colours, rings: data.rings });
    drawOverlay();
    placeDock();
    drawArrows();
    parts.lost.hidden = world.panes.length === 0 || anythingSeen();
  }

  // Heads that can be read, with pivots where these can be read as well; and no more of both than a browser draws at
  // once.
  function detailOf(visible: readonly Pick<NodeDatum, 'node'>[], k: number): Detail {
    const head = Math.min(...world.panes.map(({ layout }) => layout.metrics.head)) * k;
    const fits = (tried: Detail): boolean =>
      visible.reduce((sum, { node }) => sum + elementsOf(node, tried), 0) <= ELEMENTS_MOST;
    if (head < HEAD_LEAST || !fits('plain')) return 'far';
    return k * typeSize() < pivotZoom(data) || !fits('full') ? 'plain' : 'full';
  }

  function typeSize(): number {
    return world.panes[0]?.layout.metrics.type ?? 1;
  }

  // One size for all leaves in the picture.
  function lettering(): Lettering | null {
    const [pane] = world.panes;
    if (pane === undefined) return null;
    const leaves = world.panes.flatMap(({ layout: { boxes, metrics } }) =>
      boxes.flatMap(({ node }) => (node.children.length > 0 ? [] : [entryWidth(node, metrics)])),
    );
    const cell = leaves.length > 0 ? Math.min(...leaves) : cellWidth({ kind: 'leaf', end: 0 }, pane.layout.metrics);
    return letteringOf(
      textsOf(world.panes),
      cell * camera.k,
      LETTER_MOST[detail] * Math.max(camera.k * Math.min(1.3, typeSize()), detail === 'full' ? 0.9 : 0.8),
    );
  }

  // Visits tell what they touched, in order; a lone touched range is marked as a whole.
  function touchedShown(): TreeViewData['touched'] {
    return data.trail !== null && data.trail.visits.length > 0 ? null : data.touched;
  }

  function anythingSeen(): boolean {
    const [x0, y0] = camera.invert([0, 0]);
    const [x1, y1] = camera.invert([size.width, size.height - room.legend]);
    return world.panes.some((pane) =>
      pane.layout.boxes.some(
        (b) => pane.x + b.x < x1 && pane.x + b.x + b.w > x0 && pane.y + b.y < y1 && pane.y + b.y + b.h > y0,
      ),
    );
  }

  function viewTest(): (pane: Pane, box: NodeBox) => boolean {
    const [x0, y0] = camera.invert([-40, -40]);
    const [x1, y1] = camera.invert([size.width + 40, size.height + 40]);
    return (pane, b) => pane.x + b.x < x1 && pane.x + b.x + b.w > x0 && pane.y + b.y < y1 && pane.y + b.y + b.h > y0;
  }

  function visibleNodes(): readonly Omit<NodeDatum, 'detail' | 'letters'>[] {
    const inView = viewTest();
    return world.panes.flatMap((pane) =>
      pane.layout.boxes
        .filter((box) => inView(pane, box))
        .map((box) => ({
          key: `${pane.name}/${box.node.id}`,
          node: box.node,
          x: pane.x + box.x,
          y: pane.y + box.y,
          metrics: box.metrics,
          change: changeOf(pane, box.node.id),
          look: pane.look,
          broken: withFormer(pane.broken.get(box.node.id) ?? [], pane.name, box.node.id, data.spoilt ?? null),
          pointers: pointersOf(box),
          fold: foldOf(pane, box),
          root: box.depth === 0,
          loose: box.node.children.flatMap((_, slot) => (isLoose(pane, box.node, slot) ? [slot] : [])),
        })),
    );
  }

  // What the name of one of several trees leaves free at the right; the names of a pair stand under the tools.
  function toolsWidth(): number {
    return data.trees.length < 2 || world.panes.length > 1 || tools.element.hidden ? 0 : tools.element.offsetWidth;
  }

  // What of the child words can be read in the cells of a node.
  function pointersOf({ node, metrics }: NodeBox): NodeDatum['pointers'] {
    if (!data.pointers || node.children.length === 0) return null;
    const cell = cellWidth(node, metrics) * camera.k;
    const longest = Math.max(...node.slots.map((word) => childWord(word).name.length));
    return cell >= POINTER_LETTER * longest + 2 ? 'words' : cell >= POINTER_LETTER * 3 + 2 ? 'bits' : null;
  }

  // The root of a tree of two levels or more, and every other node that has something below it, can be folded.
  function foldOf(pane: Pane, { node }: NodeBox): NodeDatum['fold'] {
    if (node.children.length === 0 || node.children.every((id) => !pane.nodes.has(id))) return null;
    const open = !pane.folded.has(node.id);
    return { open, below: open ? 0 : nodesBelow(pane, node) };
  }

  function clearCanvas(): void {
    if (context === null) return;
    const ratio = window.devicePixelRatio || 1;
    const [w, h] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
    if (parts.canvas.width !== w || parts.canvas.height !== h) [parts.canvas.width, parts.canvas.height] = [w, h];
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
  }

  function drawOverlay(): void {
    drawMarks(parts.marks, world, {
      touched: touchedShown(),
      selected: data.selected,
      event: eventRef(world, data.half),
      rings: data.rings,
      hovered: hover ?? data.hovered,
      focused,
      detail,
      zoom: camera.k,
      inView: viewTest(),
    });
  }

  function drawArrows(): void {
    parts.arrows.replaceChildren();
    if (room.ghosts === 'told' || data.half !== null || !anythingSeen()) return;
    const top = dockPlace();
    for (const path of arrowPaths(ghosts, world, seen(), { dock: top, width: size.width })) {
      put(parts.arrows, 'path', { d: path, class: 'arrow', 'marker-end': `url(#ms-arrow-${instance})` });
    }
  }

  function dockPlace(): number {
    return dockTop(
      size,
      room,
      fitted && room.legend > 0 ? camera.applyY(Math.max(world.height, whole?.foot ?? 0)) : null,
    );
  }

  // From the dock's top to the legend while the whole tree is shown.
  function freeBelow(): number {
    return size.height - room.legend - room.arrows - fitTransform().applyY(Math.max(world.height, whole?.foot ?? 0));
  }

  function placeDock(): void {
    parts.dock.style.top = `${dockPlace()}px`;
    parts.dock.classList.toggle('over', !fitted);
    const dock = !fitted && (ghosts.length > 0 || data.half !== null) ? room.dock : 0;
    parts.host.style.setProperty('--map-foot', `${room.legend + dock}px`);
  }

  // The tree that the step was about, where there is room for one only.
  function treesShown(): readonly SceneTree[] {
    if (scenes.length < 2 || size.width >= ONE_TREE) return scenes;
    const about = scenes.find(({ picture }) => picture.name === data.touched?.tree) ?? scenes.at(-1);
    return about === undefined ? [] : [about];
  }

  function relay(animate: boolean): void {
    if (size.width === 0) return;
    const before = animate && motionAllowed() ? remember(world, seen(), detail, viewTest()) : null;
    const lines = before === null ? new Map<string, string>() : linesOf(parts.edges);
    const trees = treesShown();
    folds.follow(trees);
    const dead =
      data.half === null
        ? readersOfTheDead(
            data.readers,
            trees.map(({ picture }) => picture.name),
            data.existing,
          )
        : [];
    const departures =
      data.half !== null || dead.length > 0 || data.waiting > 0 || trees.some((tree) => tree.changes.gone.length > 0);
    const wants = {
      balance: data.balance !== null,
      pair: trees.length > 1,
      departures,
      kept: dead.length > 0,
      half: data.half && shelfFor(data.trees),
    };
    room = roomOf(size, wants);
    const settled: Settled = { marked: markedNodes(trees), folded: folds.folded, fitZoomMax: data.fitZoomMax };
    lay(trees, settled);
    const low =
      room.ghosts === 'drawn' && world.zoom < CROWDED && data.half === null && lowerDock(trees, settled, wants);
    const rows = room.ghosts === 'drawn' && !low && freeBelow() >= TWO_ROWS + DOCK_AIR ? 2 : 1;
    const choose = () =>
      chooseGhosts(
        world,
        data.touched,
        size.width,
        dead,
        data.half === null ? data.waiting : 0,
        room.ghosts === 'told' ? 0 : rows,
      );
    let chosen = choose();
    const drawn = room.ghosts === 'told' ? [] : chosen.shown;
    const legend = writeLegend({
      data,
      touched: touchedShown() !== null,
      trail: trailOfShown(),
      fates: new Set(drawn.filter(({ waits }) => !waits).map(({ fate }) => fate)),
      kept: drawn.some(({ waits }) => waits),
    });
    if (legend > room.legend) {
      room = roomOf(size, { ...wants, legend, low });
      lay(trees, settled);
      chosen = choose();
      parts.legend.style.height = `${room.legend}px`;
    }
    if (chosen.shown.some(({ row }) => row > 0)) room = { ...room, dock: TWO_ROWS };
    [least, most] = [Math.min(1, world.zoom) * ZOOM_OUT, Math.max(ZOOM_MAX, world.zoom)];
    zooming.limit({ ...size, least, most, bounded: false });
    ghosts = chosen.shown.map((ghost) => ({
      ...ghost,
      pane: ghost.pane === null ? null : findPane(world, ghost.pane.name),
    }));
    if (data.half === null) drawDock(parts.dock, chosen, { hatch, looks: data.trail?.looks ?? [] });
    else
      drawShelf(parts.dock, data.half, size.width, {
        hatch,
        look: world.panes[0]?.look ?? null,
        told: room.ghosts === 'told',
      });
    parts.dock.classList.toggle('told', room.ghosts === 'told');
    parts.dock.classList.toggle('low', room.ghosts === 'drawn' && room.dock < DOCK_HEIGHT);
    parts.dock.style.height = `${room.dock}px`;
    tools.update({ ...folds.levels(), pointers: options.onPointers === undefined ? null : data.pointers });
    stopMotion(parts.svg);
    parts.flights.replaceChildren();
    if (fitted) moveCamera(fitTransform(), false);
    else draw();
    if (!fitted && animate) showTouched();
    if (before !== null && groups !== null)
      morph(
        groups,
        planMotion(before, world, seen(), detail),
        {
          flights: parts.flights,
          edges: parts.edges,
          hatch,
          late: [parts.marks, parts.trail, parts.arrows, parts.dock],
        },
        lines,
      );
    outline.update(outlineWorld(), data);
  }

  // Where that makes the pivots legible, or better to read; whether nodes are gone in this step or not.
  function lowerDock(trees: readonly SceneTree[], settled: Settled, wants: RoomWants): boolean {
    const usual = { room, world };
    room = roomOf(size, { ...wants, low: true });
    lay(trees, settled);
    if (world.zoom >= PIVOT_ZOOM && world.zoom > usual.world.zoom) return true;
    ({ room, world } = usual);
    return false;
  }

  // A half-way tree stands like the tree after its step, so that nodes keep their places from event to event. Where
  // there is little room it does so from when it has as many levels: a lone leaf would be too small to be read beside
  // its children.
  function lay(trees: readonly SceneTree[], settled: Settled): void {
    if (data.half === null) {
      whole = null;
      world = layWorld(trees, data.labels, room, settled);
      return;
    }
    const after = data.trees.filter(({ picture }) => trees.some((shown) => shown.picture.name === picture.name));
    if (whole?.size !== size || !sameList(whole.of, after))
      whole = {
        of: after,
        size,
        world: layWorld(after, data.labels, room, { ...settled, marked: markedNodes(after) }),
        foot: 0,
        zoom: 0,
      };
    const alike =
      size.width >= NARROW ||
      trees.every(({ picture }, k) => picture.nodes.at(-1)?.depth === after[k]?.picture.nodes.at(-1)?.depth);
    const like = new Map(whole.world.panes.map(({ name, layout }) => [name, layout]));
    world = layWorld(trees, data.labels, room, alike ? { ...settled, like } : settled);
    whole = {
      ...whole,
      foot: Math.max(whole.foot, whole.world.height, world.height),
      zoom: alike ? whole.world.zoom : world.zoom,
    };
  }

  // Fills the legend; the height that the lines of what is seen need.
  function writeLegend(wants: LegendWants): number {
    parts.legend.classList.toggle('narrow', size.width < NARROW);
    parts.legend.style.height = `${room.legend}px`;
    drawLegend(parts.legend, world, wants);
    showLegend(
      parts.legend,
      detailOf(
        world.panes.flatMap(({ layout }) => layout.boxes),
        fitted ? fitTransform().k : camera.k,
      ),
      data.trail?.looks ?? [],
    );
    if (parts.legend.scrollHeight > parts.legend.clientHeight + 1) parts.legend.classList.add('narrow');
    return room.legend > 0 && parts.legend.scrollHeight > parts.legend.clientHeight + 1
      ? parts.legend.scrollHeight + 2
      : room.legend;
  }

  // Nodes that something is written on between head and cells.
  function markedNodes(trees: readonly SceneTree[]): Marked {
    const { trail, touched, readers } = data;
    const marked = new Map(trees.map(({ picture }) => [picture.name, new Set<number>()]));
    if (trail !== null) for (const { node } of [...trail.looks, ...trail.visits]) marked.get(trail.tree)?.add(node);
    for (const { tree, node, dead } of readers) if (node !== null && !dead) marked.get(tree)?.add(node.id);
    const tree = trees.find(({ picture }) => picture.name === touched?.tree);
    if (touched === null || tree === undefined) return marked;
    const look = looksIn(tree, data.labels);
    for (const node of tree.picture.nodes) {
      const run = touchedRun(node, touched.first, touched.last);
      if (run !== null && node.slots.slice(run.from, run.to + 1).some((word) => look(word).text.length >= CAPTION_FROM))
        marked.get(touched.tree)?.add(node.id);
    }
    return marked;
  }

  function trailOfShown(): Trail | null {
    return world.panes.some(({ name }) => name === data.trail?.tree) ? data.trail : null;
  }

  // For the table, all trees there are: it has room for them.
  function outlineWorld(): World {
    if (world.panes.length === scenes.length) return world;
    return layWorld(scenes, data.labels, room);
  }

  // A picture that the person has moved stays where it is, but for what the step was about.
  function showTouched(): void {
    const { touched } = data;
    const pane = touched === null ? null : findPane(world, touched.tree);
    const first =
      pane === null || touched === null ? undefined : leafSlotsOver(pane, touched.first, touched.last, 1)[0];
    if (first !== undefined) bringIntoView({ ...first, slot: WHOLE_NODE });
  }

  // --- Pointer and keys ---

  function refAt(event: PointerEvent | MouseEvent): SlotRef | null {
    const box = parts.svg.getBoundingClientRect();
    const [x, y] = camera.invert([event.clientX - box.left, event.clientY - box.top]);
    return hit(world, x, y);
  }

  // The node whose handle is under the pointer.
  function handleAt(event: MouseEvent): SlotRef | null {
    const group =
      event.target instanceof Element ? event.target.closest('.ms-fold')?.closest<SVGGElement>('.ms-node') : null;
    const key = groups?.find(({ element }) => element === group)?.datum.key;
    if (key === undefined) return null;
    const at = key.lastIndexOf('/');
    return { tree: key.slice(0, at), node: Number(key.slice(at + 1)), slot: WHOLE_NODE };
  }

  function hideTip(): void {
    parts.tip.hidden = true;
  }

  function showTip(ref: SlotRef, event: PointerEvent): void {
    const found = findBox(world, ref);
    if (found === null) return;
    const lines = [...describe(found.pane, found.box.node, ref), ...slotNotes(ref, data)];
    parts.tip.replaceChildren(
      ...lines.map((line, k) => {
        const element = document.createElement(k === 0 ? 'strong' : 'div');
        if (k === 1) element.className = 'ms-mono';
        element.textContent = line;
        return element;
      }),
    );
    tips.shown();
    parts.tip.hidden = false;
    const host = parts.host.getBoundingClientRect();
    const tip = parts.tip.getBoundingClientRect();
    const x = Math.min(event.clientX - host.left + 14, host.width - tip.width - 6);
    const { pane, box } = found;
    const under = camera.applyY(pane.y + box.y + box.h) + 12;
    const over = camera.applyY(pane.y + box.y) - tip.height - 12;
    const y = under + tip.height <= host.height - 4 ? under : over >= 4 ? over : event.clientY - host.top + 18;
    parts.tip.style.transform = `translate(${Math.max(6, x)}px, ${Math.max(4, y)}px)`;
  }

  function setHover(ref: SlotRef | null): void {
    if (sameRef(ref, hover)) return;
    hover = ref;
    drawOverlay();
    options.onHover?.(ref);
  }

  parts.lost.addEventListener('click', () => api.fit());
  parts.svg.addEventListener('pointermove', (event) => {
    const ref = refAt(event);
    setHover(ref);
    parts.svg.classList.toggle('on-node', ref !== null);
    if (ref === null || event.buttons !== 0 || sameRef(ref, data.selected) || event.pointerType === 'touch') hideTip();
    else showTip(ref, event);
  });
  parts.svg.addEventListener('pointerleave', () => {
    setHover(null);
    hideTip();
  });
  parts.svg.addEventListener('click', (event) => {
    const node = handleAt(event);
    if (node === null) options.onSelect?.(refAt(event));
    else api.fold(node.tree, node.node);
  });
  parts.svg.addEventListener('dblclick', (event) => {
    const ref = refAt(event);
    if (handleAt(event) !== null) return;
    if (ref === null) api.fit();
    else api.focusNode(ref.tree, ref.node);
  });
  focusByKeysOnly(parts.frame);
  parts.frame.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 240 : 60;
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => pan(step, 0),
      ArrowRight: () => pan(-step, 0),
      ArrowUp: () => pan(0, step),
      ArrowDown: () => pan(0, -step),
      '+': () => api.zoomBy(1.4),
      '=': () => api.zoomBy(1.4),
      '-': () => api.zoomBy(1 / 1.4),
      '0': () => api.fit(),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });

  function pan(dx: number, dy: number): void {
    fitted = false;
    moveCamera(transformOf(aim.k, aim.x + dx, aim.y + dy), false);
  }

  const tips = oneTip(hideTip);

  const resizer = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = parts.frame;
    if (width === size.width && height === size.height) return;
    size = { width, height };
    relay(false);
  });
  resizer.observe(parts.frame);
  const stopScheme = onSchemeChange(() => {
    colours = null;
    draw();
  });

  const api: TreeView = {
    update(next) {
      const before = data;
      data = next;
      if (!sameList(before.trees, next.trees) || before.half !== next.half) scenes = scenesAt(next.trees, next.half);
      parts.host.classList.toggle('show-table', next.table);
      parts.balance.textContent = next.balance ?? '';
      parts.balance.hidden = next.balance === null;
      parts.frame.setAttribute('aria-label', labelOf(next));
      const same =
        sameList(before.trees, next.trees) &&
        before.labels === next.labels &&
        before.balance === next.balance &&
        before.touched === next.touched &&
        before.trail === next.trail &&
        before.waiting === next.waiting &&
        before.readers === next.readers &&
        before.rings.length > 0 === next.rings.length > 0 &&
        before.half === next.half;
      if (!same) {
        // Another tree is looked at as a whole first; the same tree stays where the person left it.
        if (namesOf(before) !== namesOf(next)) fitted = true;
        const at = performance.now();
        const moves = movesOn(before, next);
        relay(moves && at - lastChange > SETTLED);
        // A jump does not count: the step after it moves.
        if (moves) lastChange = at;
        return;
      }
      if (
        before.pointers !== next.pointers ||
        before.heights !== next.heights ||
        (before.rings !== next.rings && detail === 'far')
      )
        draw();
      if (before.pointers !== next.pointers) tools.update({ ...folds.levels(), pointers: next.pointers });
      if (before.rings !== next.rings)
        minimap.update(world, seen(), size, { colours: colours ?? resolveColours(parts.host), rings: next.rings });
      if (!sameRef(before.selected, next.selected) || before.rings !== next.rings) outline.update(outlineWorld(), next);
      drawOverlay();
    },
    fit() {
      fitted = true;
      moveCamera(fitTransform(), true);
    },
    zoomBy(factor) {
      fitted = false;
      const k = Math.min(most, Math.max(least, aim.k * factor));
      const [x, y] = aim.invert([size.width / 2, size.height / 2]);
      moveCamera(transformOf(k, size.width / 2 - x * k, size.height / 2 - y * k), true);
    },
    focusNode(tree, node) {
      const found = findBox(world, { tree, node, slot: WHOLE_NODE });
      if (found === null) return;
      const { pane, box } = found;
      const k = Math.min(1.1, (size.width - 2 * SIDE) / box.w);
      centre(pane.x + box.x + box.w / 2, pane.y + box.y + box.h / 2, Math.max(camera.k, k));
    },
    fold(tree, node) {
      folds.toggle(tree, node);
      relay(true);
    },
    levelsBy(by) {
      const { shown, all } = folds.levels();
      folds.showLevels(Math.max(1, Math.min(all, shown + by)));
      relay(true);
    },
    destroy() {
      resizer.disconnect();
      tips.end();
      stopScheme();
      zooming.destroy();
      stopCamera();
      parts.host.replaceChildren();
      parts.host.classList.remove('ms-tree-view');
    },
  };
  return api;
}
