// SPDX-License-Identifier: GPL-2.0-or-later
//
// A canvas's pen that writes vectors: what drawing code draws becomes paths and texts of an SVG, one for each call.
// Knows no document, so that tests need none.

import { hatchingOf, type HatchBox, type Pen } from '../shared/pen';
import { colourOf, condensed, familyOf } from './flatten';
import { hatchPath, num } from './hatch';

/** An SVG element to be. */
export interface SvgPart {
  readonly tag: 'path' | 'text';
  readonly attributes: Record<string, string | number>;
  readonly words?: string;
}

export interface SvgPenOptions {
  /** Colour that an erased rectangle shows. */
  readonly ground: string;
  /** Width of a text in a font, in pixels. */
  readonly measure: (text: string, font: string) => number;
}

type Style = CanvasRenderingContext2D['fillStyle'];
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

interface State {
  fillStyle: Style;
  strokeStyle: Style;
  font: string;
  globalAlpha: number;
  lineJoin: CanvasLineJoin;
  lineWidth: number;
  textAlign: CanvasTextAlign;
  textBaseline: CanvasTextBaseline;
  dash: readonly number[];
  matrix: Matrix;
}

const START: State = {
  fillStyle: '#000000',
  strokeStyle: '#000000',
  font: '10px sans-serif',
  globalAlpha: 1,
  lineJoin: 'miter',
  lineWidth: 1,
  textAlign: 'start',
  textBaseline: 'alphabetic',
  dash: [],
  matrix: IDENTITY,
};

const ANCHORS: Readonly<Record<CanvasTextAlign, string>> = {
  start: 'start',
  left: 'start',
  center: 'middle',
  right: 'end',
  end: 'end',
};
/** How far the middle of letters is above the line that they stand on, in parts of their size. */
const MIDDLE = 0.35;

/** Records a drawing; `parts` are in the order in which they were drawn. */
export class SvgPen implements Pen {
  readonly parts: SvgPart[] = [];
  fillStyle = START.fillStyle;
  strokeStyle = START.strokeStyle;
  font = START.font;
  globalAlpha = START.globalAlpha;
  lineJoin = START.lineJoin;
  lineWidth = START.lineWidth;
  textAlign = START.textAlign;
  textBaseline = START.textBaseline;
  private dash = START.dash;
  private matrix = START.matrix;
  private readonly saved: State[] = [];
  private d = '';
  private boxes: HatchBox[] = [];

  private readonly options: SvgPenOptions;

  constructor(options: SvgPenOptions) {
    this.options = options;
  }

  save(): void {
    const { fillStyle, strokeStyle, font, globalAlpha, lineJoin, lineWidth, textAlign, textBaseline } = this;
    this.saved.push({
      ...{ fillStyle, strokeStyle, font, globalAlpha, lineJoin, lineWidth, textAlign, textBaseline },
      dash: this.dash,
      matrix: this.matrix,
    });
  }

  restore(): void {
    const state = this.saved.pop();
    if (state !== undefined) Object.assign(this, state);
  }

  translate(x: number, y: number): void {
    this.turn([1, 0, 0, 1, x, y]);
  }

  scale(x: number, y: number): void {
    this.turn([x, 0, 0, y, 0, 0]);
  }

  rotate(angle: number): void {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    this.turn([cos, sin, -sin, cos, 0, 0]);
  }

  setLineDash(dash: readonly number[]): void {
    this.dash = [...dash];
  }

  beginPath(): void {
    this.d = '';
    this.boxes = [];
  }

  moveTo(x: number, y: number): void {
    this.d += `M${num(x)},${num(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.d += `${this.d === '' ? 'M' : 'L'}${num(x)},${num(y)}`;
  }

  closePath(): void {
    if (this.d !== '') this.d += 'z';
  }

  rect(x: number, y: number, w: number, h: number): void {
    this.d += boxPath(x, y, w, h);
    this.boxes.push({ x, y, w, h });
  }

  /** In halves, so that a whole circle is drawn, too. */
  arc(x: number, y: number, radius: number, from: number, to: number): void {
    const at = (angle: number): string => `${num(x + radius * Math.cos(angle))},${num(y + radius * Math.sin(angle))}`;
    const half = `A${num(radius)},${num(radius)} 0 0 ${to < from ? 0 : 1} `;
    this.d += `${this.d === '' ? 'M' : 'L'}${at(from)}${half}${at((from + to) / 2)}${half}${at(to)}`;
  }

  fill(): void {
    if (this.d === '') return;
    if (typeof this.fillStyle === 'string') this.path(this.d, this.filled(this.fillStyle));
    else this.hatch(this.boxes, this.fillStyle);
  }

  stroke(): void {
    if (this.d !== '') this.path(this.d, this.stroked());
  }

  fillRect(x: number, y: number, w: number, h: number): void {
    if (w === 0 || h === 0) return;
    if (typeof this.fillStyle === 'string') this.path(boxPath(x, y, w, h), this.filled(this.fillStyle));
    else this.hatch([{ x, y, w, h }], this.fillStyle);
  }

  strokeRect(x: number, y: number, w: number, h: number): void {
    this.path(boxPath(x, y, w, h), this.stroked());
  }

  /** An erased area shows the ground; erasing before anything is drawn leaves nothing. */
  clearRect(x: number, y: number, w: number, h: number): void {
    if (this.parts.length > 0) this.path(boxPath(x, y, w, h), { fill: colourOf(this.options.ground) });
  }

  measureText(text: string): TextMetrics {
    return { width: this.options.measure(text, this.font) } as TextMetrics;
  }

  fillText(text: string, x: number, y: number, most = Infinity): void {
    const { size, weight, family } = fontOf(this.font);
    const width = Math.min(most, this.options.measure(text, this.font));
    if (text.trim() === '' || width <= 0) return;
    const generic = familyOf(family);
    const written = this.options.measure(text, `${weight} ${size}px ${generic}`);
    this.parts.push({
      tag: 'text',
      attributes: {
        x,
        y: this.textBaseline === 'middle' ? y + size * MIDDLE : y,
        'text-anchor': ANCHORS[this.textAlign],
        'font-size': size,
        'font-family': generic,
        ...(weight === '400' ? {} : { 'font-weight': weight }),
        ...condensed(written, width),
        ...this.placed(),
        ...this.filled(typeof this.fillStyle === 'string' ? this.fillStyle : (START.fillStyle as string)),
      },
      words: text,
    });
  }

  private turn([a, b, c, d, e, f]: Matrix): void {
    const [p, q, r, s, t, u] = this.matrix;
    this.matrix = [p * a + r * b, q * a + s * b, p * c + r * d, q * c + s * d, p * e + r * f + t, q * e + s * f + u];
  }

  private placed(): Record<string, string> {
    return this.matrix.every((part, k) => part === IDENTITY[k])
      ? {}
      : { transform: `matrix(${this.matrix.map((part) => Number(part.toFixed(5))).join(' ')})` };
  }

  private filled(colour: string): Record<string, string | number> {
    return { fill: colourOf(colour), ...(this.globalAlpha === 1 ? {} : { 'fill-opacity': this.globalAlpha }) };
  }

  private stroked(): Record<string, string | number> {
    return {
      fill: 'none',
      stroke: colourOf(typeof this.strokeStyle === 'string' ? this.strokeStyle : (START.strokeStyle as string)),
      'stroke-width': this.lineWidth,
      ...(this.lineJoin === 'miter' ? {} : { 'stroke-linejoin': this.lineJoin }),
      ...(this.dash.length === 0 ? {} : { 'stroke-dasharray': this.dash.map(num).join(' ') }),
      ...(this.globalAlpha === 1 ? {} : { 'stroke-opacity': this.globalAlpha }),
    };
  }

  private hatch(boxes: readonly HatchBox[], style: CanvasPattern | CanvasGradient): void {
    const hatching = hatchingOf(style as CanvasPattern);
    if (hatching === undefined) throw new Error('a figure cannot draw this pattern');
    const { ground, line, width, step } = hatching;
    this.path(boxes.map(({ x, y, w, h }) => boxPath(x, y, w, h)).join(''), this.filled(ground));
    this.path(hatchPath(boxes, step), { fill: 'none', stroke: colourOf(line), 'stroke-width': width });
  }

  // Later shapes in the same opaque look join this path.
  private path(d: string, look: Readonly<Record<string, string | number>>): void {
    if (d === '') return;
    const all = { ...look, ...this.placed() };
    const last = this.parts.at(-1);
    if (last?.tag === 'path' && this.globalAlpha === 1 && isSame(last.attributes, all))
      last.attributes['d'] = `${last.attributes['d'] ?? ''}${d}`;
    else this.parts.push({ tag: 'path', attributes: { ...all, d } });
  }
}

function isSame(
  { d: _, ...one }: Readonly<Record<string, string | number>>,
  other: Readonly<Record<string, string | number>>,
): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

function boxPath(x: number, y: number, w: number, h: number): string {
  return `M${num(x)},${num(y)}h${num(w)}v${num(h)}h${num(-w)}z`;
}

function fontOf(font: string): { readonly weight: string; readonly size: number; readonly family: string } {
  const [, weight, size, family] = /^(?:(\d+|bold) )?([\d.]+)px (.*)$/s.exec(font) ?? [];
  return { weight: weight ?? '400', size: Number(size ?? 10), family: family ?? 'sans-serif' };
}
