// SPDX-License-Identifier: GPL-2.0-or-later
//
// A part of the page that is HTML, canvases and SVG as SVG alone: boxes by their computed background and border, text
// line by line where it stands, canvases as what was drawn on them. Draws what is laid out; what is for listeners only
// is left out.

import { paintingOf } from '../shared/pen';
import { put } from '../shared/svg';
import { colourOf, condensed, familyOf, flatten, flattenDefinitions, strokeOf } from './flatten';
import { drawHatching } from './legend';
import { SvgPen } from './svg-pen';

/** For listeners, or for hands. */
const LEFT_OUT = '.ms-offscreen, .ms-tip, .ms-minimap, .ms-large-map, script, style, select, input, textarea';

interface Frame {
  /** Where the drawing begins on the page. */
  readonly left: number;
  readonly top: number;
  /** Elements that the figure does without. */
  readonly omit: string;
  /** For definitions, which stand at the top of the file. */
  readonly file: Element;
}

/** Draws an element and all in it into `parent`, its corner at 0, 0. */
export function drawHtml(root: HTMLElement, parent: Element, { omit, file }: Pick<Frame, 'omit' | 'file'>): void {
  const { left, top } = root.getBoundingClientRect();
  drawElement(root, parent, { left, top, file, omit: [LEFT_OUT, omit].filter((one) => one !== '').join(', ') });
}

function drawElement(element: Element, parent: Element, frame: Frame): void {
  if (element.matches(frame.omit)) return;
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') return;
  // Clipped to nothing: for listeners.
  if (style.clipPath !== 'none' && box.width <= 1) return;
  const place = style.opacity === '1' ? parent : put(parent, 'g', { opacity: style.opacity });
  const at = { x: box.left - frame.left, y: box.top - frame.top, width: box.width, height: box.height };
  if (element instanceof SVGSVGElement) {
    drawSvg(element, place, at, frame);
    return;
  }
  if (element instanceof HTMLCanvasElement) {
    if (element.width > 0 && element.height > 0) drawCanvas(element, place, at);
    return;
  }
  if (box.width > 0 && box.height > 0) drawBox(place, style, at);
  for (const child of element.childNodes) {
    if (child instanceof Element) drawElement(child, place, frame);
    else if (child instanceof Text) drawText(child, place, style, frame);
  }
}

interface At {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws what a canvas shows as vectors, its left top corner at `at`. Throws if nobody kept how it was painted: a figure
 * must not lack a part of the picture.
 */
export function drawCanvas(
  canvas: HTMLCanvasElement,
  place: Element,
  at: { readonly x: number; readonly y: number },
): void {
  const painting = paintingOf(canvas);
  if (painting === undefined) throw new Error('a part of the picture cannot be drawn');
  const pen = new SvgPen({ ground: groundOf(canvas), measure: measurer() });
  painting.paint(pen);
  const inner = put(place, 'svg', {
    ...at,
    width: painting.width * painting.scale,
    height: painting.height * painting.scale,
    viewBox: `0 0 ${painting.width} ${painting.height}`,
  });
  for (const { tag, attributes, words } of pen.parts) {
    const element = put(inner, tag, attributes);
    if (words !== undefined) element.textContent = words;
  }
}

type Measure = (text: string, font: string) => number;

function measurer(): Measure {
  const context = document.createElement('canvas').getContext('2d');
  return (text, font) => {
    if (context === null) return 0;
    context.font = font;
    return context.measureText(text).width;
  };
}

/** The first ground that is not clear, from an element outwards. */
export function groundOf(host: HTMLElement): string {
  for (let at: HTMLElement | null = host; at !== null; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!CLEAR.test(backgroundColor)) return backgroundColor;
  }
  return 'rgb(255, 255, 255)';
}

function drawSvg(drawn: SVGSVGElement, place: Element, at: At, { file }: Frame): void {
  for (const defs of drawn.querySelectorAll('defs')) flattenDefinitions(defs, file);
  const viewBox = drawn.getAttribute('viewBox');
  const inner = put(place, 'svg', { ...at, ...(viewBox === null ? {} : { viewBox }) });
  for (const child of drawn.children) if (child.localName !== 'defs') flatten(child, inner);
}

const CLEAR = /^(?:rgba\(.*, 0\)|transparent|color\(srgb .* \/ 0\))$/;

function drawBox(place: Element, style: CSSStyleDeclaration, at: At): void {
  const rx = Math.min(parseFloat(style.borderTopLeftRadius) || 0, at.height / 2, at.width / 2);
  const stripes =
    style.backgroundImage.match(/(?:rgba?|color)\([^)]*\)/g)?.filter((colour) => !CLEAR.test(colour)) ?? [];
  const hatched = style.backgroundImage.startsWith('repeating-linear-gradient(135deg');
  const fill = !CLEAR.test(style.backgroundColor) ? style.backgroundColor : hatched ? null : (stripes[0] ?? null);
  if (fill !== null) put(place, 'rect', { ...at, ...(rx > 0 ? { rx } : {}), fill: colourOf(fill) });
  if (hatched) drawHatching(place, style.backgroundImage, at);
  drawBorders(place, style, at, rx);
  drawOutline(place, style, at, rx);
}

// Over the ground: it may lie inside the box.
function drawOutline(place: Element, style: CSSStyleDeclaration, at: At, rx: number): void {
  const outline = parseFloat(style.outlineWidth);
  if (style.outlineStyle !== 'none' && outline > 0) {
    const away = parseFloat(style.outlineOffset) + outline / 2;
    put(place, 'rect', {
      x: at.x - away,
      y: at.y - away,
      width: at.width + 2 * away,
      height: at.height + 2 * away,
      rx: rx + away,
      fill: 'none',
      ...strokeOf({ w: outline, kind: style.outlineStyle, colour: style.outlineColor }),
    });
  }
}

function drawBorders(place: Element, style: CSSStyleDeclaration, at: At, rx: number): void {
  const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) => ({
    side,
    w: parseFloat(style[`border${side}Width`]),
    kind: style[`border${side}Style`],
    colour: style[`border${side}Color`],
  }));
  const seen = sides.filter(
    ({ w, kind, colour }) => w > 0 && kind !== 'none' && kind !== 'hidden' && !CLEAR.test(colour),
  );
  const [one] = seen;
  if (one === undefined) return;
  if (
    seen.length === 4 &&
    seen.every(({ w, kind, colour }) => w === one.w && kind === one.kind && colour === one.colour)
  ) {
    put(place, 'rect', {
      x: at.x + one.w / 2,
      y: at.y + one.w / 2,
      width: Math.max(0, at.width - one.w),
      height: Math.max(0, at.height - one.w),
      ...(rx > 0 ? { rx } : {}),
      fill: 'none',
      ...strokeOf({ ...one, colour: colourOf(one.colour) }),
    });
    return;
  }
  for (const line of seen) {
    const half = line.w / 2;
    const [x, y] = [
      line.side === 'Right' ? at.x + at.width - half : at.x + (line.side === 'Left' ? half : 0),
      line.side === 'Bottom' ? at.y + at.height - half : at.y + (line.side === 'Top' ? half : 0),
    ];
    const d =
      line.side === 'Top' || line.side === 'Bottom' ? `M${at.x},${y}h${at.width}` : `M${x},${at.y}v${at.height}`;
    put(place, 'path', { d, fill: 'none', ...strokeOf({ ...line, colour: colourOf(line.colour) }) });
  }
}

const ANCHORS: Readonly<Record<string, 'middle' | 'end'>> = { center: 'middle', right: 'end', end: 'end' };

interface Line {
  words: string;
  readonly box: DOMRect;
  end: number;
}

// A line of text is the words whose boxes begin at the same height.
function drawText(text: Text, place: Element, style: CSSStyleDeclaration, frame: Frame): void {
  const range = document.createRange();
  let line: Line | null = null;
  for (const { 0: word, index: at } of text.data.matchAll(/\S+/g)) {
    range.setStart(text, at);
    range.setEnd(text, at + word.length);
    for (const box of range.getClientRects()) {
      if (box.width === 0) continue;
      if (line !== null && Math.abs(line.box.top - box.top) < 2) {
        line.words += ` ${word}`;
        line.end = box.right;
      } else {
        drawLine(line, text, place, style, frame);
        line = { words: word, box, end: box.right };
      }
      // A word that is broken over lines is written where it begins.
      break;
    }
  }
  drawLine(line, text, place, style, frame);
}

function drawLine(line: Line | null, text: Text, place: Element, style: CSSStyleDeclaration, frame: Frame): void {
  if (line === null || line.words.trim() === '') return;
  const size = parseFloat(style.fontSize);
  const family = familyOf(style.fontFamily);
  const measure = measurer();
  const apart = parseFloat(style.letterSpacing) || 0;
  const width = (words: string): number =>
    measure(words, `${style.fontStyle} ${style.fontWeight} ${size}px ${family}`) + apart * words.length;
  const full = style.textTransform === 'uppercase' ? line.words.toUpperCase() : line.words;
  const clip = clipOf(text);
  const [left, right] = [Math.max(line.box.left, clip.left), Math.min(line.end, clip.right)];
  const room = right - left;
  const words =
    left > line.box.left + 1
      ? cutTo(full, room, width, (letters) => `…${full.slice(-letters)}`)
      : right < line.end - 1
        ? cutTo(full, room, width, (letters) => `${full.slice(0, letters)}…`)
        : full;
  if (words === '') return;
  const anchor = ANCHORS[style.textAlign] ?? 'start';
  const x = anchor === 'end' ? right : anchor === 'middle' ? (left + right) / 2 : left;
  put(place, 'text', {
    x: x - frame.left,
    y: line.box.top - frame.top + line.box.height / 2 + size * 0.35,
    fill: colourOf(style.color),
    'font-size': size,
    'font-family': family,
    ...(style.fontWeight === '400' ? {} : { 'font-weight': style.fontWeight }),
    ...(style.fontStyle === 'normal' ? {} : { 'font-style': style.fontStyle }),
    ...(apart === 0 ? {} : { 'letter-spacing': apart }),
    ...(anchor === 'start' ? {} : { 'text-anchor': anchor }),
    // Half a pixel is lost in rounding.
    ...condensed(width(words) - 0.5, room),
  }).textContent = words;
}

// Where the page cuts a text that is too long for its box: at its end, or a number at its beginning.
function clipOf(text: Text): { readonly left: number; readonly right: number } {
  for (let at = text.parentElement; at !== null; at = at.parentElement)
    if (getComputedStyle(at).textOverflow === 'ellipsis') return at.getBoundingClientRect();
  return { left: -Infinity, right: Infinity };
}

function cutTo(
  words: string,
  room: number,
  width: (words: string) => number,
  keep: (letters: number) => string,
): string {
  for (let letters = words.length - 1; letters > 0; letters--) if (width(keep(letters)) <= room) return keep(letters);
  return '';
}
