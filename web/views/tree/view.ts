// SPDX-License-Identifier: GPL-2.0-or-later
//
// The tree picture: puts the parts together. A canvas for the far picture under an SVG for the near one; a dock for what
// is gone; a legend; a tip; and the outline, which is the same picture for assistive technology.
//
// Invariants: what is drawn depends on the data, the size and the camera alone, never on the way there; moving over the
// picture redraws marks only.

import { select } from 'd3-selection';
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomTransform } from 'd3-zoom';
import { sameRef, WHOLE_NODE, type SlotRef } from '../refs';
import { motionAllowed, stopMotion, tween } from '../shared/motion';
import { entryLooks } from '../shared/entry-look';
import { onSchemeChange, resolveColours, type Colours } from '../shared/palette';
import { clip, plural, WORD_ADVANCE } from '../shared/text';
import { drawFar } from './canvas';
import { describe } from './describe';
import { put } from '../shared/svg';
import { drawNodes, type NodeDatum, type NodeGroups } from './draw';
import { arrowPaths } from './arrows';
import { chooseGhosts, DOCK_HEIGHT, drawDock, readersOfTheDead, type Ghost } from './ghosts';
import type { NodeBox } from './layout';
import { cellWidth, type Detail } from './node-box';
import { drawLegend, showLegend, type LegendWants } from './legend';
import { LETTER_LEAST, letteringOf, type Lettering } from './letters';
import { drawMarks } from './marks';
import { morph, remember } from './morph';
import { createMinimap } from './minimap';
import { createOutline } from './outline';
import type { SceneTree } from '../../model/run';
import { changeOf, EMPTY_WORLD, findBox, findPane, HEAD_LEAST, HEADED_NODES, hit, layWorld, leafSlotsOver, pathTo, textsOf, titlePlace, touchedRun, type Marked, type Pane, type World } from './pane';
import { dockTop, NARROW, roomOf, SIDE } from './room';
import { slotKey, type Trail } from '../shared/trail';
import { slotNotes } from './notes';
import { drawTrail } from './trail-layer';
import { placeTrail } from './trail-places';
import type { TreeView, TreeViewData, TreeViewOptions } from './types';

/** A picture narrower than this shows one tree of a pair: the one that the step was about. */
const ONE_TREE = 480;
/** Nodes in full detail at most: some 60 elements each. */
const NEAR_NODES = 44;
/** Sizes of letters on the screen, at most and at a zoom of 1: with pivots below them, and without. */
const LETTER_MOST = { full: 13, plain: 16, far: 13 } as const;
/** A touched entry of so many letters may not fit its cell and is written over it: there is room for that. */
const CAPTION_FROM = 4;
/** Below this zoom pivots cannot be read and are left out. */
const PIVOT_ZOOM = 0.74;
/** Letters are at most some 20 pixels high, however near. */
const ZOOM_MAX = 1.55;
/** Out to this part of the zoom at which all is seen. */
const ZOOM_OUT = 0.6;
/** One notch of the wheel, as a power of two: 1.2 times. */
const NOTCH = Math.log2(1.2);
const WORD_LEAST = 90;

let instances = 0;

export function createTreeView(options: TreeViewOptions): TreeView {
  const instance = ++instances;
  const hatch = `ms-hatch-${instance}`;
  const parts = buildParts(options.host, hatch, instance);
  const context = parts.canvas.getContext('2d');

  let data: TreeViewData = EMPTY;
  let world: World = EMPTY_WORLD;
  let room = roomOf({ width: 0, height: 0 }, { balance: false, pair: false, departures: false, kept: false });
  let size = { width: 0, height: 0 };
  let camera: ZoomTransform = zoomIdentity;
  /** Where the camera is going: `camera` itself unless it is moving. */
  let aim: ZoomTransform = zoomIdentity;
  let stopCamera = (): void => undefined;
  let fitted = true;
  let ghosts: readonly Ghost[] = [];
  let hover: SlotRef | null = null;
  let focused: SlotRef | null = null;
  let colours: Colours | null = null;
  let groups: NodeGroups | null = null;
  let detail: Detail = 'full';

  const behaviour = zoom<SVGSVGElement, unknown>()
    .wheelDelta((event) => Math.max(-NOTCH, Math.min(NOTCH, -event.deltaY * (event.deltaMode === 1 ? 0.05 : event.deltaMode === 2 ? 1 : 0.002))))
    .on('zoom', (event: D3ZoomEvent<SVGSVGElement, unknown>) => {
      camera = event.transform;
      if (event.sourceEvent !== null) {
        stopCamera();
        fitted = false;
        aim = camera;
      }
      draw();
      hideTip();
    });
  const svg = select(parts.svg).call(behaviour).on('dblclick.zoom', null);

  const outline = createOutline({
    onFocus(ref) {
      focused = ref;
      if (ref !== null) bringIntoView(ref);
      drawOverlay();
      options.onHover?.(ref);
    },
    onSelect: (ref) => options.onSelect?.(ref),
  });
  const minimap = createMinimap((x, y) => {
    fitted = false;
    moveCamera(zoomIdentity.translate(size.width / 2 - x * camera.k, size.height / 2 - y * camera.k).scale(camera.k), false);
  });
  parts.host.append(minimap.element, outline.element);

  // --- Camera ---

  function fitTransform(): ZoomTransform {
    const k = world.zoom;
    return zoomIdentity.translate((size.width - world.width * k) / 2, room.top).scale(k);
  }

  function moveCamera(target: ZoomTransform, animate: boolean): void {
    stopCamera();
    aim = target;
    if (!animate || !motionAllowed()) {
      behaviour.transform(svg, target);
      return;
    }
    const from = camera;
    const between = (a: number, b: number, part: number): number => a + (b - a) * part;
    stopCamera = tween((part) => {
      const k = between(from.k, target.k, part);
      const at = zoomIdentity.translate(between(from.x, target.x, part), between(from.y, target.y, part)).scale(k);
      behaviour.transform(svg, part === 1 ? target : at);
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
    moveCamera(zoomIdentity.translate(size.width / 2 - x * k, size.height / 2 - y * k).scale(k), true);
  }

  // --- Drawing ---

  function draw(): void {
    if (size.width === 0) return;
    const visible = visibleNodes();
    detail = detailOf(visible.length);
    const letters = lettering();
    const near = detail !== 'far';
    parts.world.setAttribute('transform', camera.toString());
    parts.host.dataset.detail = detail;
    parts.host.style.setProperty('--zoom', camera.k.toFixed(3));
    parts.nodes.style.setProperty('--letter', `${((letters?.px ?? LETTER_LEAST) / camera.k).toFixed(2)}px`);
    groups = drawNodes(parts.nodes, near ? visible.map((datum) => ({ ...datum, detail, letters: letters?.room ?? null })) : [], hatch);
    drawEdges(near ? new Set(visible.map((d) => d.key)) : null);
    drawTitles();
    clearCanvas();
    colours ??= resolveColours(parts.host);
    const seen = { k: camera.k, tx: camera.x, ty: camera.y };
    if (!near && context !== null) drawFar(context, world, seen, size, colours, { touched: touchedShown(), trail: data.trail });
    const places = placeTrail(world, { trail: data.trail, readers: data.readers, touched: data.touched, detail, letters, camera: seen, inView: viewTest() });
    drawTrail(parts.trail, places);
    showLegend(parts.legend, { detail, places });
    minimap.update(world, seen, size, colours);
    drawOverlay();
    placeDock();
    drawArrows();
    parts.lost.hidden = world.panes.length === 0 || anythingSeen();
  }

  // Heads that can be read; with pivots where these can be read as well.
  function detailOf(visible: number): Detail {
    const head = Math.min(...world.panes.map(({ layout }) => layout.metrics.head)) * camera.k;
    if (head < HEAD_LEAST || visible > HEADED_NODES) return 'far';
    return camera.k < PIVOT_ZOOM || visible > NEAR_NODES ? 'plain' : 'full';
  }

  // One size for all leaves in the picture.
  function lettering(): Lettering | null {
    const [pane] = world.panes;
    if (pane === undefined) return null;
    const kind = pane.layout.boxes.find(({ node }) => node.children.length === 0)?.node.kind ?? 'leaf';
    return letteringOf(textsOf(world.panes), cellWidth(kind, pane.layout.metrics) * camera.k, LETTER_MOST[detail] * Math.max(camera.k, detail === 'full' ? 0 : 0.8));
  }

  // Visits tell what they touched, in order; a lone touched range is marked as a whole.
  function touchedShown(): TreeViewData['touched'] {
    return data.trail !== null && data.trail.visits.length > 0 ? null : data.touched;
  }

  function anythingSeen(): boolean {
    const [x0, y0] = camera.invert([0, 0]);
    const [x1, y1] = camera.invert([size.width, size.height - room.legend]);
    return world.panes.some((pane) => pane.layout.boxes.some((b) => pane.x + b.x < x1 && pane.x + b.x + b.w > x0 && pane.y + b.y < y1 && pane.y + b.y + b.h > y0));
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
          broken: pane.broken.get(box.node.id) ?? [],
        })),
    );
  }

  function drawEdges(shown: ReadonlySet<string> | null): void {
    const edges = (shown === null ? [] : world.panes).flatMap((pane) => {
      const on = onWay(pane);
      return pane.routes
        .filter((route) => shown?.has(`${pane.name}/${route.child}`) === true || shown?.has(`${pane.name}/${route.parent}`) === true)
        .flatMap((route) => {
          const edge = { pane, route, key: `${pane.name}/${route.child}`, kind: on(route) ? 'on-path' : '', dx: 0 };
          // Up again beside the way down.
          const climbed = data.trail?.tree === pane.name && data.trail.climbed.has(slotKey(route.parent, route.slot));
          return climbed ? [edge, { ...edge, key: `${edge.key} up`, kind: 'climbed', dx: 4 }] : [edge];
        });
    });
    edges.sort((a, b) => Number(a.kind !== '') - Number(b.kind !== ''));
    select(parts.edges)
      .selectAll<SVGPathElement, (typeof edges)[number]>('path')
      .data(edges, (d) => d.key)
      .join('path')
      .attr('class', (d) => `edge ${d.kind}`.trim())
      .attr('transform', (d) => `translate(${d.pane.x + d.dx},${d.pane.y})`)
      .attr('marker-start', (d) => (d.kind === 'climbed' ? `url(#ms-arrow-${instance})` : null))
      .attr('d', (d) => d.route.path)
      .order();
  }

  // Whether a line belongs to the way: that of the trail, else that to the touched range.
  function onWay(pane: Pane): (route: Pane['routes'][number]) => boolean {
    const { touched, trail } = data;
    if (trail?.tree === pane.name) return (route) => trail.down.has(slotKey(route.parent, route.slot));
    const path = touched !== null && touched.tree === pane.name ? pathTo(pane, touched.first, touched.last) : null;
    return (route) => path?.has(route.child) === true;
  }

  // Each name stands in a row of its own over its tree; the counts only where they fit.
  function drawTitles(): void {
    parts.titles.replaceChildren();
    if (data.trees.length < 2) return;
    for (const [k, pane] of world.panes.entries()) {
      const alone = world.panes.length === 1 ? { y: camera.y - 8, font: 12 } : null;
      const place = alone ?? titlePlace(pane, world, { k: camera.k, tx: camera.x, ty: camera.y });
      const right = camera.applyX(pane.x + pane.layout.width);
      if (place === null || right < 0) continue;
      const next = world.panes[k + 1];
      const limit = next === undefined || next.x <= pane.x ? size.width - SIDE : camera.applyX(next.x) - 12;
      const { picture, partial } = pane.scene;
      const counts = `${plural(partial?.nodes ?? picture.nodes.length, 'node')} · ${plural(picture.entries, 'entry', 'entries')}`;
      const x = Math.max(SIDE, camera.applyX(pane.x));
      const text = put(parts.titles, 'text', { x, y: place.y, class: 'title', 'font-size': place.font });
      const letters = Math.floor(Math.min(limit, Math.max(right, x + WORD_LEAST)) - x) / (place.font * WORD_ADVANCE);
      put(text, 'tspan', { class: 'name' }).textContent = clip(pane.name, Math.max(1, Math.floor(letters)));
      if (pane.name.length + 2 + counts.length < letters) put(text, 'tspan', { dx: 8 }).textContent = counts;
    }
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
      hovered: hover ?? data.hovered,
      focused,
      detail,
      inView: viewTest(),
    });
  }

  function drawArrows(): void {
    parts.arrows.replaceChildren();
    if (room.ghosts === 'told' || !anythingSeen()) return;
    const top = dockPlace();
    for (const path of arrowPaths(ghosts, world, { k: camera.k, tx: camera.x, ty: camera.y }, top)) {
      put(parts.arrows, 'path', { d: path, class: 'arrow', 'marker-end': `url(#ms-arrow-${instance})` });
    }
  }

  function dockPlace(): number {
    return dockTop(size, room, fitted ? camera.applyY(world.height) : null);
  }

  function placeDock(): void {
    parts.dock.style.top = `${dockPlace()}px`;
    parts.dock.classList.toggle('over', !fitted);
    const dock = !fitted && ghosts.length > 0 ? room.dock : 0;
    parts.host.style.setProperty('--map-foot', `${room.legend + dock}px`);
  }

  // The tree that the step was about, where there is room for one only.
  function treesShown(): readonly SceneTree[] {
    if (data.trees.length < 2 || size.width >= ONE_TREE) return data.trees;
    const about = data.trees.find(({ picture }) => picture.name === data.touched?.tree) ?? data.trees.at(-1);
    return about === undefined ? [] : [about];
  }

  function relay(animate: boolean): void {
    if (size.width === 0) return;
    const before = remember(world);
    const trees = treesShown();
    const dead = readersOfTheDead(data.readers, trees.map(({ picture }) => picture.name), data.existing);
    const departures = dead.length > 0 || data.waiting > 0 || trees.some((tree) => tree.changes.gone.length > 0);
    const wants = { balance: data.balance !== null, pair: trees.length > 1, departures, kept: dead.length > 0 };
    room = roomOf(size, wants);
    const marked = markedNodes(trees);
    world = layWorld(trees, data.labels, room, marked);
    const chosen = chooseGhosts(world, data.touched, size.width, dead, data.waiting);
    const drawn = room.ghosts === 'told' ? [] : chosen.shown;
    const legend = writeLegend({ touched: touchedShown() !== null, trail: trailOfShown(), readers: data.readers, fates: new Set(drawn.filter(({ waits }) => !waits).map(({ fate }) => fate)), kept: drawn.some(({ waits }) => waits) });
    if (legend > room.legend) {
      room = roomOf(size, { ...wants, legend });
      world = layWorld(trees, data.labels, room, marked);
      parts.legend.style.height = `${room.legend}px`;
    }
    behaviour.scaleExtent([Math.min(1, world.zoom) * ZOOM_OUT, ZOOM_MAX]);
    ghosts = chosen.shown.map((ghost) => ({ ...ghost, pane: ghost.pane === null ? null : findPane(world, ghost.pane.name) }));
    drawDock(parts.dock, chosen, { hatch, looks: data.trail?.looks ?? [] });
    parts.dock.classList.toggle('told', room.ghosts === 'told');
    parts.dock.classList.toggle('low', room.ghosts === 'drawn' && room.dock < DOCK_HEIGHT);
    parts.dock.style.height = `${room.dock}px`;
    stopMotion(parts.svg);
    if (fitted) moveCamera(fitTransform(), false);
    else draw();
    if (!fitted && animate) showTouched();
    if (animate && groups !== null && detail !== 'far' && motionAllowed()) morph(groups, world, before);
    outline.update(outlineWorld(), data);
  }

  // Fills the legend; the height that its lines need.
  function writeLegend(wants: LegendWants): number {
    parts.legend.classList.toggle('narrow', size.width < NARROW);
    parts.legend.style.height = `${room.legend}px`;
    drawLegend(parts.legend, world, wants);
    if (parts.legend.scrollHeight > parts.legend.clientHeight + 1) parts.legend.classList.add('narrow');
    return parts.legend.scrollHeight > parts.legend.clientHeight + 1 ? parts.legend.scrollHeight + 2 : room.legend;
  }

  // Nodes that something is written on between head and cells.
  function markedNodes(trees: readonly SceneTree[]): Marked {
    const { trail, touched, readers } = data;
    const marked = new Map(trees.map(({ picture }) => [picture.name, new Set<number>()]));
    if (trail !== null) for (const { node } of [...trail.looks, ...trail.visits]) marked.get(trail.tree)?.add(node);
    for (const { tree, node, dead } of readers) if (node !== null && !dead) marked.get(tree)?.add(node.id);
    const tree = trees.find(({ picture }) => picture.name === touched?.tree);
    if (touched === null || tree === undefined) return marked;
    const look = entryLooks(tree.vmas, data.labels);
    for (const node of tree.picture.nodes) {
      const run = touchedRun(node, touched.first, touched.last);
      if (run !== null && node.slots.slice(run.from, run.to + 1).some((word) => look(word).text.length >= CAPTION_FROM)) marked.get(touched.tree)?.add(node.id);
    }
    return marked;
  }

  function trailOfShown(): Trail | null {
    return world.panes.some(({ name }) => name === data.trail?.tree) ? data.trail : null;
  }

  // For the table, all trees there are: it has room for them.
  function outlineWorld(): World {
    if (world.panes.length === data.trees.length) return world;
    return layWorld(data.trees, data.labels, room);
  }

  // A picture that the person has moved stays where it is, but for what the step was about.
  function showTouched(): void {
    const { touched } = data;
    const pane = touched === null ? null : findPane(world, touched.tree);
    const first = pane === null || touched === null ? undefined : leafSlotsOver(pane, touched.first, touched.last, 1)[0];
    if (first !== undefined) bringIntoView({ ...first, slot: WHOLE_NODE });
  }

  // --- Pointer and keys ---

  function refAt(event: PointerEvent | MouseEvent): SlotRef | null {
    const box = parts.svg.getBoundingClientRect();
    const [x, y] = camera.invert([event.clientX - box.left, event.clientY - box.top]);
    return hit(world, x, y);
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
  parts.svg.addEventListener('click', (event) => options.onSelect?.(refAt(event)));
  parts.svg.addEventListener('dblclick', (event) => {
    const ref = refAt(event);
    if (ref === null) api.fit();
    else api.focusNode(ref.tree, ref.node);
  });
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
    moveCamera(zoomIdentity.translate(aim.x + dx, aim.y + dy).scale(aim.k), false);
  }

  const resizer = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = parts.frame;
    if (width === size.width && height === size.height) return;
    size = { width, height };
    behaviour.extent([
      [0, 0],
      [width, height],
    ]);
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
        before.readers === next.readers;
      if (!same) {
        // Another tree is looked at as a whole first; the same tree stays where the person left it.
        if (namesOf(before) !== namesOf(next)) fitted = true;
        relay(before !== EMPTY);
        return;
      }
      if (!sameRef(before.selected, next.selected)) outline.update(outlineWorld(), next);
      drawOverlay();
    },
    fit() {
      fitted = true;
      moveCamera(fitTransform(), true);
    },
    zoomBy(factor) {
      fitted = false;
      const [least, most] = behaviour.scaleExtent();
      const k = Math.min(most, Math.max(least, aim.k * factor));
      const [x, y] = aim.invert([size.width / 2, size.height / 2]);
      moveCamera(zoomIdentity.translate(size.width / 2 - x * k, size.height / 2 - y * k).scale(k), true);
    },
    focusNode(tree, node) {
      const found = findBox(world, { tree, node, slot: WHOLE_NODE });
      if (found === null) return;
      const { pane, box } = found;
      const k = Math.min(1.1, (size.width - 2 * SIDE) / box.w);
      centre(pane.x + box.x + box.w / 2, pane.y + box.y + box.h / 2, Math.max(camera.k, k));
    },
    destroy() {
      resizer.disconnect();
      stopScheme();
      stopCamera();
      parts.host.replaceChildren();
      parts.host.classList.remove('ms-tree-view');
    },
  };
  return api;
}

const EMPTY: TreeViewData = {
  trees: [],
  labels: [],
  touched: null,
  trail: null,
  readers: [],
  waiting: 0,
  existing: [],
  selected: null,
  hovered: null,
  balance: null,
  table: false,
};

function sameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((x, k) => x === b[k]);
}

function namesOf(data: TreeViewData): string {
  return data.trees.map(({ picture }) => picture.name).join('|');
}

function labelOf(data: TreeViewData): string {
  const trees = data.trees.map(({ picture }) => `${picture.name}, ${plural(picture.nodes.length, 'node')}`).join(' and ');
  return `Picture of ${trees === '' ? 'no tree' : trees}. Arrow keys pan, plus and minus zoom, 0 shows everything.`;
}

interface Parts {
  readonly host: HTMLElement;
  /** What the camera looks through: canvas and SVG one over the other. */
  readonly frame: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly svg: SVGSVGElement;
  readonly world: SVGGElement;
  readonly edges: SVGGElement;
  readonly nodes: SVGGElement;
  readonly marks: SVGGElement;
  readonly trail: SVGGElement;
  readonly titles: SVGGElement;
  readonly arrows: SVGGElement;
  readonly dock: HTMLElement;
  readonly legend: HTMLElement;
  readonly balance: HTMLElement;
  readonly tip: HTMLElement;
  /** Leads back when nothing is in view. */
  readonly lost: HTMLButtonElement;
}

function buildParts(host: HTMLElement, hatch: string, instance: number): Parts {
  host.replaceChildren();
  host.classList.add('ms-tree-view');
  const frame = div('ms-tree-frame');
  frame.tabIndex = 0;
  frame.setAttribute('role', 'group');
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  frame.append(canvas);
  const svg = put(frame, 'svg', { 'aria-hidden': 'true', focusable: 'false' }) as SVGSVGElement;
  const defs = put(svg, 'defs', {});
  const pattern = put(defs, 'pattern', { id: hatch, width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' });
  put(pattern, 'rect', { width: 5, height: 5, class: 'hatch-ground' });
  put(pattern, 'line', { x1: 0, y1: 0, x2: 0, y2: 5, class: 'hatch-line' });
  const marker = put(defs, 'marker', { id: `ms-arrow-${instance}`, viewBox: '0 0 8 8', refX: 5, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto-start-reverse' });
  put(marker, 'path', { d: 'M1,1L7,4L1,7z', class: 'arrow-head' });
  const arrows = put(svg, 'g', { class: 'arrows' }) as SVGGElement;
  const world = put(svg, 'g', { class: 'world' }) as SVGGElement;
  const layer = (name: string): SVGGElement => put(world, 'g', { class: name }) as SVGGElement;
  const [edges, nodes, marks] = [layer('edges'), layer('nodes'), layer('marks')];
  const trail = put(svg, 'g', { class: 'trail' }) as SVGGElement;
  const titles = put(svg, 'g', { class: 'titles' }) as SVGGElement;
  const dock = div('ms-dock');
  const legend = div('ms-legend');
  const balance = div('ms-balance');
  const tip = div('ms-tip');
  tip.hidden = true;
  tip.setAttribute('aria-hidden', 'true');
  dock.setAttribute('aria-hidden', 'true');
  legend.setAttribute('aria-hidden', 'true');
  const lost = document.createElement('button');
  lost.type = 'button';
  lost.className = 'ms-lost';
  lost.textContent = 'Nothing here: fit';
  lost.hidden = true;
  host.append(frame, balance, dock, legend, lost, tip);
  return { host, frame, canvas, svg, world, edges, nodes, marks, trail, titles, arrows, dock, legend, balance, tip, lost };
}

function div(cls: string): HTMLElement {
  const element = document.createElement('div');
  element.className = cls;
  return element;
}
