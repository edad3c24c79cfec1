// SPDX-License-Identifier: GPL-2.0-or-later
//
// The legend of a picture, which is HTML on the page, as SVG: each item's swatch by what is computed of it, its words
// beside it, in rows as wide as the figure.

import { put } from '../shared/svg';
import { colourOf, familyOf, flatten, strokeOf } from './flatten';
import { hatchPath } from './hatch';

const ROW = 22;
const GAP = 18;
const BESIDE = 6;
/** Other fonts than the page's may be wider. */
const SLACK = 1.08;

/** Draws the items that are shown, from `top` on; gives the height that they took. */
export function drawLegendRows(parent: Element, legend: Element, width: number, top: number): number {
  const rows = put(parent, 'g', {});
  let [x, y] = [0, Math.round(top)];
  let any = false;
  for (const item of legend.querySelectorAll<HTMLElement>('.item')) {
    if (item.hidden || getComputedStyle(item).display === 'none') continue;
    const mark = item.firstElementChild;
    const words = [...item.childNodes]
      .map((child) => (child.nodeType === Node.TEXT_NODE ? (child.textContent ?? '') : ''))
      .join('')
      .trim();
    const markBox = mark?.getBoundingClientRect() ?? new DOMRect();
    const wide = Math.ceil(markBox.width + BESIDE + (item.getBoundingClientRect().width - markBox.width) * SLACK);
    if (any && x + wide > width) [x, y] = [0, y + ROW];
    const place = put(rows, 'g', { transform: `translate(${x},${y + ROW / 2})` });
    if (mark instanceof SVGSVGElement) {
      const inner = put(place, 'svg', {
        x: 0,
        y: -markBox.height / 2,
        width: markBox.width,
        height: markBox.height,
        viewBox: mark.getAttribute('viewBox') ?? '',
      });
      for (const child of mark.children) flatten(child, inner);
    } else if (mark instanceof HTMLElement) drawSwatch(place, mark, markBox);
    const style = getComputedStyle(item);
    put(place, 'text', {
      x: markBox.width + BESIDE,
      y: 4,
      fill: colourOf(style.color),
      'font-size': parseFloat(style.fontSize),
      'font-family': familyOf(style.fontFamily),
    }).textContent = words;
    x += wide + GAP;
    any = true;
  }
  return any ? y + ROW - top : 0;
}

interface Hatching {
  readonly ground: string | null;
  readonly line: string;
  /** Of a line, and from one line to the next, in CSS pixels. */
  readonly thick: number;
  readonly period: number;
}

/**
 * The colour of a computed `repeating-linear-gradient` of two colours: the last one that is not transparent is the
 * lines'.
 */
export function hatchingOf(gradient: string): Hatching {
  const stops = [...gradient.matchAll(/((?:rgba?|color)\([^)]*\)|transparent) ([\d.]+)px/g)].map(([, colour, at]) => ({
    colour: colour ?? '',
    at: Number(at),
  }));
  const clear = (colour: string): boolean => /, 0\)$|^transparent$/.test(colour);
  const line = stops.findLast(({ colour }) => !clear(colour))?.colour ?? 'none';
  const places = stops.filter(({ colour }) => colour === line).map(({ at }) => at);
  const ground = stops.find(({ colour }) => colour !== line)?.colour ?? '';
  return {
    ground: ground === '' || clear(ground) ? null : ground,
    line,
    thick: Math.max(...places) - Math.min(...places),
    period: Math.max(...stops.map(({ at }) => at)),
  };
}

/** Draws what a computed `repeating-linear-gradient(135deg, …)` paints in a box. */
export function drawHatching(
  place: Element,
  gradient: string,
  { x, y, width, height }: Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>,
): void {
  const { ground, line, thick, period } = hatchingOf(gradient);
  put(place, 'rect', { x, y, width, height, fill: ground === null ? 'none' : colourOf(ground) });
  put(place, 'path', {
    d: hatchPath([{ x, y, w: width, h: height }], period * Math.SQRT2),
    fill: 'none',
    stroke: colourOf(line),
    'stroke-width': thick,
  });
}

function drawSwatch(place: Element, swatch: HTMLElement, { width, height }: DOMRect): void {
  const style = getComputedStyle(swatch);
  const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) => ({
    w: parseFloat(style[`border${side}Width`]),
    kind: style[`border${side}Style`],
    colour: colourOf(style[`border${side}Color`]),
  }));
  const [above, right, , left] = sides;
  const box = { x: 0, y: -height / 2, width, height };
  const stops = style.backgroundImage.match(/(?:rgba?|color)\([^)]*\)/g) ?? [];
  if (style.backgroundImage.startsWith('repeating')) {
    drawHatching(place, style.backgroundImage, box);
  } else if (/^linear-gradient\(45deg/.test(style.backgroundImage)) {
    // Crossed out, as a destroyed node is.
    put(place, 'path', {
      d: `M0,${-height / 2}l${width},${height}m0,${-height}l${-width},${height}`,
      fill: 'none',
      stroke: colourOf(stops.find((stop) => !/, 0\)$/.test(stop)) ?? 'none'),
      'stroke-width': 1.6,
    });
  } else if (stops.length > 1) {
    // Partly filled, as a node is.
    put(place, 'rect', { ...box, fill: colourOf(stops.at(-1) ?? 'none') });
    put(place, 'rect', { ...box, width: width * 0.6, fill: colourOf(stops[0] ?? 'none') });
  } else if (!/^(?:rgba\(.*, 0\)|transparent)$/.test(style.backgroundColor)) {
    put(place, 'rect', {
      ...box,
      rx: Math.min(parseFloat(style.borderTopLeftRadius) || 0, height / 2),
      fill: colourOf(style.backgroundColor),
    });
  }
  if (above !== undefined && right !== undefined && left !== undefined) {
    if (above.w > 0 && right.w > 0) {
      const inset = above.w / 2;
      put(place, 'rect', {
        x: inset,
        y: inset - height / 2,
        width: width - above.w,
        height: height - above.w,
        rx: Math.min(parseFloat(style.borderTopLeftRadius) || 0, height / 2),
        fill: 'none',
        ...strokeOf(above),
      });
    } else if (above.w > 0)
      put(place, 'path', { d: `M0,${above.w / 2 - height / 2}h${width}`, fill: 'none', ...strokeOf(above) });
    else if (left.w > 0)
      put(place, 'path', { d: `M${left.w / 2},${-height / 2}v${height}`, fill: 'none', ...strokeOf(left) });
  }
  const letters = swatch.textContent;
  if (letters === '') return;
  const size = parseFloat(style.fontSize);
  const from = parseFloat(style.paddingLeft) || 0;
  const attributes = from > 0 ? { x: from + 1, 'text-anchor': 'start' } : { x: width / 2, 'text-anchor': 'middle' };
  put(place, 'text', {
    ...attributes,
    y: size * 0.35,
    fill: colourOf(style.color),
    'font-size': size,
    'font-weight': style.fontWeight,
    'font-style': style.fontStyle,
    'font-family': familyOf(style.fontFamily),
  }).textContent = letters;
}
