// SPDX-License-Identifier: GPL-2.0-or-later
//
// The elements that the tree picture is made of, one over the other: canvas, arrows, the world that the camera moves
// with its layers, what keeps the screen's size; then dock, legend, tip. Made once and filled by others.

import { frameIn, tipIn } from '../shared/skeleton';
import { put } from '../shared/svg';

export interface Parts {
  readonly host: HTMLElement;
  /** The layers under the camera: canvas and SVG one over the other. */
  readonly frame: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly svg: SVGSVGElement;
  readonly world: SVGGElement;
  readonly edges: SVGGElement;
  readonly nodes: SVGGElement;
  /** Copies of cells on their way, over the nodes. */
  readonly flights: SVGGElement;
  readonly marks: SVGGElement;
  readonly trail: SVGGElement;
  /** Heights of the write, at the left edge. */
  readonly levels: SVGGElement;
  readonly titles: SVGGElement;
  readonly arrows: SVGGElement;
  readonly dock: HTMLElement;
  readonly legend: HTMLElement;
  readonly balance: HTMLElement;
  readonly tip: HTMLElement;
  /** Leads back when nothing is in view. */
  readonly lost: HTMLButtonElement;
}

export function buildParts(host: HTMLElement, hatch: string, instance: number): Parts {
  const { frame, canvas } = frameIn(host, 'ms-tree-frame', 'group');
  const svg = put(frame, 'svg', { 'aria-hidden': 'true', focusable: 'false' }) as SVGSVGElement;
  const defs = put(svg, 'defs', {});
  const pattern = put(defs, 'pattern', {
    id: hatch,
    width: 5,
    height: 5,
    patternUnits: 'userSpaceOnUse',
    patternTransform: 'rotate(45)',
  });
  put(pattern, 'rect', { width: 5, height: 5, class: 'hatch-ground' });
  put(pattern, 'line', { x1: 0, y1: 0, x2: 0, y2: 5, class: 'hatch-line' });
  const marker = put(defs, 'marker', {
    id: `ms-arrow-${instance}`,
    viewBox: '0 0 8 8',
    refX: 5,
    refY: 4,
    markerWidth: 7,
    markerHeight: 7,
    orient: 'auto-start-reverse',
  });
  put(marker, 'path', { d: 'M1,1L7,4L1,7z', class: 'arrow-head' });
  const arrows = put(svg, 'g', { class: 'arrows' }) as SVGGElement;
  const world = put(svg, 'g', { class: 'world' }) as SVGGElement;
  const layer = (name: string): SVGGElement => put(world, 'g', { class: name }) as SVGGElement;
  const [edges, nodes, flights, marks] = [layer('edges'), layer('nodes'), layer('flights'), layer('marks')];
  const trail = put(svg, 'g', { class: 'trail' }) as SVGGElement;
  const levels = put(svg, 'g', { class: 'levels' }) as SVGGElement;
  const titles = put(svg, 'g', { class: 'titles' }) as SVGGElement;
  const dock = div('ms-dock');
  const legend = div('ms-legend');
  const balance = div('ms-balance');
  dock.setAttribute('aria-hidden', 'true');
  legend.setAttribute('aria-hidden', 'true');
  const lost = document.createElement('button');
  lost.type = 'button';
  lost.className = 'ms-lost';
  lost.title = 'Show the whole tree  0';
  lost.hidden = true;
  host.append(frame, balance, dock, legend, lost);
  const tip = tipIn(host);
  return {
    host,
    frame,
    canvas,
    svg,
    world,
    edges,
    nodes,
    flights,
    marks,
    trail,
    levels,
    titles,
    arrows,
    dock,
    legend,
    balance,
    tip,
    lost,
  };
}

/** An empty division of a class. */
export function div(cls: string): HTMLElement {
  const element = document.createElement('div');
  element.className = cls;
  return element;
}
