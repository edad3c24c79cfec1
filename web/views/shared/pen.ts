// SPDX-License-Identifier: GPL-2.0-or-later
//
// The part of a canvas's context that pictures are drawn with, so that a figure can record the same drawing as vectors
// (views/export/svg-pen.ts). A canvas remembers how it was painted last.

/** The interface of drawing code. Clipping is not in it: hatching, the only use, is computed by `hatchLines`. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'arc'
  | 'beginPath'
  | 'clearRect'
  | 'closePath'
  | 'fill'
  | 'fillRect'
  | 'fillStyle'
  | 'fillText'
  | 'font'
  | 'globalAlpha'
  | 'lineJoin'
  | 'lineTo'
  | 'lineWidth'
  | 'measureText'
  | 'moveTo'
  | 'rect'
  | 'restore'
  | 'rotate'
  | 'save'
  | 'scale'
  | 'setLineDash'
  | 'stroke'
  | 'strokeRect'
  | 'strokeStyle'
  | 'textAlign'
  | 'textBaseline'
  | 'translate'
>;

/** How a canvas was painted: its size in pixels before `scale`, and the drawing. */
export interface Painting {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly paint: (pen: Pen) => void;
}

const paintings = new WeakMap<HTMLCanvasElement, Painting>();

/** Remembers how a canvas is painted; the latest painting counts. */
export function keepPainting(canvas: HTMLCanvasElement, painting: Painting): void {
  paintings.set(canvas, painting);
}

/** The painting of a canvas; undefined if none was kept. */
export function paintingOf(canvas: HTMLCanvasElement): Painting | undefined {
  return paintings.get(canvas);
}

export interface HatchBox {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export type Segment = readonly [x1: number, y1: number, x2: number, y2: number];

/** Lines from bottom left to top right, cut at the edges of a box: those on which x + y is `phase` + k · `step`. */
export function hatchLines({ x, y, w, h }: HatchBox, step: number, phase = 0): readonly Segment[] {
  const lines: Segment[] = [];
  if (w <= 0 || h <= 0) return lines;
  const first = phase + Math.ceil((x + y - phase) / step) * step;
  for (let sum = first; sum < x + w + y + h; sum += step) {
    const [from, to] = [Math.max(x, sum - y - h), Math.min(x + w, sum - y)];
    if (to > from) lines.push([from, sum - from, to, sum - to]);
  }
  return lines;
}

/** A hatching that a pattern paints: lines of a colour on a ground, `step` apart from left to right. */
export interface Hatching {
  readonly ground: string;
  readonly line: string;
  readonly width: number;
  readonly step: number;
}

const hatchings = new WeakMap<CanvasPattern, Hatching>();

/** Remembers what a pattern looks like, which a pattern does not say. */
export function keepHatching(pattern: CanvasPattern, hatching: Hatching): void {
  hatchings.set(pattern, hatching);
}

/** The hatching of a pattern; undefined if none was kept. */
export function hatchingOf(pattern: CanvasPattern): Hatching | undefined {
  return hatchings.get(pattern);
}
