// SPDX-License-Identifier: GPL-2.0-or-later
//
// A drawn SVG as one that stands by itself: what style sheets say becomes attributes, colours are those that were
// shown, fonts are generic families. Reads computed styles, so the source must be in the document.

import { hatchPath } from './hatch';
import type { Hatching } from '../shared/pen';
import { put } from '../shared/svg';

const SVG_NS = 'http://www.w3.org/2000/svg';

/**
 * Properties that hand themselves down, which are written where they differ from the parent's; what a file has where
 * nothing is said.
 */
const INHERITED: ReadonlyMap<string, string> = new Map([
  ['fill', 'rgb(0, 0, 0)'],
  ['fill-opacity', '1'],
  ['stroke', 'none'],
  ['stroke-width', '1'],
  ['stroke-opacity', '1'],
  ['stroke-dasharray', 'none'],
  ['stroke-linecap', 'butt'],
  ['stroke-linejoin', 'miter'],
  ['paint-order', 'normal'],
]);
const OF_TEXT: ReadonlyMap<string, string> = new Map([
  ['font-family', ''],
  ['font-size', ''],
  ['font-weight', '400'],
  ['font-style', 'normal'],
  ['text-anchor', 'start'],
  ['dominant-baseline', 'auto'],
  ['letter-spacing', 'normal'],
]);
const START: ReadonlyMap<string, string> = new Map([...INHERITED, ...OF_TEXT]);
/** Those that do not, with what they are unless something else is said. */
const OWN: readonly (readonly [string, string])[] = [
  ['opacity', '1'],
  ['vector-effect', 'none'],
];
/** Attributes that mean nothing outside the page, or repeat the properties above. */
const LEFT_OUT = /^(?:class|style|role|tabindex|focusable|aria-.*|data-.*|id)$/;

/** Elements that are of use only with a pointer. */
const HANDLES = '.ms-fold:not(.is-closed)';

/** Numbers at the end of ids distinguish the pictures on one page; a file has one. */
const INSTANCE = /\b(ms-[a-z]+)-\d+\b/g;

/** Copies an element and all below it into `parent`; what is not shown is left out. Null if it is not shown itself. */
export function flatten(source: Element, parent: Element): Element | null {
  return copyAside(source, parent, null);
}

// Made outside the document, and put in as a whole: each element that comes into it makes the styles that are read
// next be computed anew.
function copyAside(source: Element, parent: Element, above: Known): Element | null {
  const aside = document.createElementNS(SVG_NS, 'g');
  const made = copy(source, aside, above);
  parent.append(...aside.childNodes);
  return made;
}

/** Definitions of the marks of lines, which are never shown by themselves; hatching needs none. */
export function flattenDefinitions(source: Element, parent: Element): void {
  if (source.querySelector('marker') === null) return;
  copyAside(source, parent, 'definitions')
    ?.querySelectorAll('pattern')
    .forEach((pattern) => pattern.remove());
}

type Known = ReadonlyMap<string, string> | 'definitions' | null;

function copy(source: Element, parent: Element, above: Known): Element | null {
  const style = getComputedStyle(source);
  if (above !== 'definitions' && (source.matches(HANDLES) || style.display === 'none' || style.visibility === 'hidden'))
    return null;
  const made = document.createElementNS(SVG_NS, source.localName);
  for (const { name, value } of source.attributes) {
    if (name === 'id' ? above === 'definitions' : !LEFT_OUT.test(name))
      made.setAttribute(name, value.replace(INSTANCE, '$1'));
  }
  const known = above === 'definitions' || above === null ? START : above;
  const told = write(source, made, style, known);
  parent.append(made);
  hatch(source, made, style, parent);
  for (const child of source.childNodes) {
    if (child instanceof Element) copy(child, made, above === 'definitions' ? above : told);
    else if (child.nodeType === Node.TEXT_NODE && (child.textContent ?? '') !== '')
      made.append(child.textContent ?? '');
  }
  return made;
}

// Programs and printers turn patterns into images: the box gets the pattern's ground, and over it the lines.
function hatch(source: Element, made: Element, style: CSSStyleDeclaration, parent: Element): void {
  const id = /^url\(["']?#([^"')]+)["']?\)/.exec(style.fill)?.[1];
  if (id === undefined || source.localName !== 'rect') return;
  const hatching = readPattern(source.ownerDocument.getElementById(id));
  if (hatching === null) return;
  const of = (name: string): number => Number(made.getAttribute(name) ?? 0);
  const edge = style.stroke === 'none' ? 0 : parseFloat(style.strokeWidth) / 2;
  const box = { x: of('x') + edge, y: of('y') + edge, w: of('width') - 2 * edge, h: of('height') - 2 * edge };
  made.setAttribute('fill', colourOf(hatching.ground));
  const opacity = made.getAttribute('opacity');
  put(parent, 'path', {
    d: hatchPath([box], hatching.step),
    fill: 'none',
    stroke: colourOf(hatching.line),
    'stroke-width': hatching.width,
    'stroke-dasharray': 'none',
    ...(opacity === null ? {} : { opacity }),
  });
}

// A hatching as the views make one: a ground, and a line at the left edge of a tile that is turned by half a right
// angle. Of a stroked line one half is in the tile.
function readPattern(pattern: Element | null): Hatching | null {
  const [ground, line] = pattern?.children ?? [];
  if (pattern === null || ground === undefined || line === undefined) return null;
  const style = getComputedStyle(line);
  const stroked = line.localName === 'line';
  return {
    ground: getComputedStyle(ground).fill,
    line: stroked ? style.stroke : style.fill,
    width: stroked ? parseFloat(style.strokeWidth) / 2 : Number(line.getAttribute('width')),
    step: Number(pattern.getAttribute('width')) * Math.SQRT2,
  };
}

function write(
  source: Element,
  made: Element,
  style: CSSStyleDeclaration,
  above: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const told = new Map(above);
  const texts = source.localName === 'text' || source.localName === 'tspan';
  for (const name of texts ? START.keys() : INHERITED.keys()) {
    const value = plain(name, style.getPropertyValue(name));
    if (value === '' || above.get(name) === value) {
      made.removeAttribute(name);
      continue;
    }
    made.setAttribute(name, value);
    told.set(name, value);
  }
  for (const [name, usual] of OWN) {
    const value = style.getPropertyValue(name);
    if (value === '' || value === usual) made.removeAttribute(name);
    else made.setAttribute(name, value);
  }
  return told;
}

function plain(name: string, value: string): string {
  if (name === 'font-family') return familyOf(value);
  if (name === 'fill' || name === 'stroke') return colourOf(value);
  return value.replace(/(?<=\d)px\b/g, '');
}

/** The generic family that stands for a list of families. */
export function familyOf(families: string): string {
  return /mono/i.test(families) ? 'monospace' : 'sans-serif';
}

/**
 * Of a text that is `written` pixels wide in its generic family: attributes that condense it to its `room`, so that it
 * does not run over its neighbour. A narrower text keeps its own width: stretched letters are ugly.
 */
export function condensed(written: number, room: number): Record<string, string | number> {
  return written <= room ? {} : { textLength: Math.max(1, room), lengthAdjust: 'spacingAndGlyphs' };
}

/** A computed colour as every program reads it: `rgb(…)`, `none`, or what it names in the same file. */
export function colourOf(value: string): string {
  const url = /^url\(["']?#([^"')]+)["']?\)/.exec(value);
  if (url !== null) return `url(#${(url[1] ?? '').replace(INSTANCE, '$1')})`;
  const wide = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ ([\d.e-]+))?\)$/.exec(value);
  if (wide === null) return value;
  const [r, g, b] = [wide[1], wide[2], wide[3]].map((part) => Math.round(255 * Math.max(0, Math.min(1, Number(part)))));
  return wide[4] === undefined
    ? `rgb(${r ?? 0}, ${g ?? 0}, ${b ?? 0})`
    : `rgba(${r ?? 0}, ${g ?? 0}, ${b ?? 0}, ${wide[4]})`;
}

/** A border of CSS as attributes of an SVG shape; `w` is its width, `kind` its style. */
export function strokeOf({
  w,
  kind,
  colour,
}: {
  readonly w: number;
  readonly kind: string;
  readonly colour: string;
}): Record<string, string | number> {
  const dashes = kind === 'dashed' ? `${2 * w} ${w}` : kind === 'dotted' ? `${w} ${w}` : null;
  return { stroke: colour, 'stroke-width': w, ...(dashes === null ? {} : { 'stroke-dasharray': dashes }) };
}
