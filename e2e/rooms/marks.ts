// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is drawn in a part of the page, as marks: a line for each thing that can be seen, with its place, its colours
// and its words. Two readings are compared mark by mark, places within a pixel and a half; or, where letters are not
// the same as those of the recorded reading, by what marks there are and how many. Knows nothing of what the marks
// mean.

import type { Locator } from '@playwright/test';

/** One thing that is seen. Places are in px from the upper left corner of the part. */
export interface Mark {
  readonly tag: string;
  /** Left, top, width, height, and for a line its length. */
  readonly box: readonly number[];
  /** Its colours, fill and stroke or ground, ink and edge. */
  readonly look: string;
  /** Its own words, or the grid of mean colours of a canvas. */
  readonly text: string;
}

/** Reads a part as it stands, in document order. */
export function marksOf(part: Locator): Promise<Mark[]> {
  return part.evaluate((root) => {
    const frame = root.getBoundingClientRect();
    const short = (colour: string): string => {
      const [r = 0, g = 0, b = 0, a = 1] = (/^rgba?\(([^)]*)\)$/.exec(colour)?.[1] ?? '').split(/[ ,/]+/).map(Number);
      // A pattern is numbered by how many pictures the document has had.
      if (!colour.startsWith('rgb')) return colour.replace(/-\d+(?="?\)$)/, '');
      const digits = [r, g, b].map((x) => Math.round(x).toString(16).padStart(2, '0'));
      return `#${digits.join('')}${a === 1 ? '' : `@${a.toFixed(2)}`}`;
    };
    const clear = (colour: string): boolean => colour === 'none' || colour === 'transparent' || /, 0\)$/.test(colour);
    const wordsOf = (node: Element): string => {
      if (node instanceof HTMLInputElement) return node.value;
      return [...node.childNodes]
        .flatMap((child) => (child.nodeType === Node.TEXT_NODE ? [child.textContent ?? ''] : []))
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim();
    };
    // Mean colours of a grid of 12 by 6 cells.
    const gridOf = (canvas: HTMLCanvasElement): string => {
      const small = document.createElement('canvas');
      [small.width, small.height] = [12, 6];
      const pen = small.getContext('2d')!;
      pen.imageSmoothingQuality = 'high';
      pen.drawImage(canvas, 0, 0, 12, 6);
      return [...pen.getImageData(0, 0, 12, 6).data]
        .flatMap((x, k) => (k % 4 === 3 ? [] : [x.toString(16).padStart(2, '0')]))
        .join('');
    };
    const round = (x: number): number => Math.round(x * 2) / 2;
    const lookOf = (node: Element, style: CSSStyleDeclaration, words: string): string => {
      const faint = style.opacity === '1' ? [] : [`faint ${Number(style.opacity).toFixed(2)}`];
      if (node instanceof SVGGeometryElement || node instanceof SVGTextContentElement) {
        const parts = [
          ...(clear(style.fill) ? [] : [`fill ${short(style.fill)}`]),
          ...(clear(style.stroke) ? [] : [`stroke ${short(style.stroke)}`]),
        ];
        return parts.length === 0 ? '' : [...parts, ...faint].join(' ');
      }
      if (node instanceof SVGElement) return '';
      const edge =
        [style.borderTopWidth, style.borderBottomWidth, style.borderLeftWidth].some((x) => parseFloat(x) > 0) &&
        style.borderTopStyle !== 'none';
      const parts = [
        ...(clear(style.backgroundColor) ? [] : [`ground ${short(style.backgroundColor)}`]),
        ...(words === '' ? [] : [`ink ${short(style.color)}`]),
        ...(edge && !clear(style.borderTopColor) ? [`edge ${short(style.borderTopColor)}`] : []),
      ];
      return parts.length === 0
        ? /^(canvas|img)$/i.test(node.tagName)
          ? 'shown'
          : ''
        : [...parts, ...faint].join(' ');
    };
    return [...root.querySelectorAll('*')].flatMap((node): Mark[] => {
      if (node.closest('defs, clipPath, marker, pattern, option, script, style') !== null) return [];
      const box = node.getBoundingClientRect();
      const [left, top] = [box.left - frame.left, box.top - frame.top];
      if (
        box.width + box.height === 0 ||
        left >= frame.width ||
        top >= frame.height ||
        left + box.width <= 0 ||
        top + box.height <= 0
      )
        return [];
      if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
      const style = getComputedStyle(node);
      const words = wordsOf(node);
      const look = lookOf(node, style, words);
      if (look === '') return [];
      const length = node instanceof SVGPathElement ? [round(node.getTotalLength())] : [];
      const text = node instanceof HTMLCanvasElement ? (node.width * node.height === 0 ? '' : gridOf(node)) : words;
      return [
        {
          tag: node.tagName.toLowerCase(),
          box: [left, top, box.width, box.height].map(round).concat(length),
          look,
          text,
        },
      ];
    });
  });
}

// --- As text, to be kept ---

const LINE = /^([a-z0-9-]+) (\S+) ([a-z0-9-]+)(?: (.*))?$/i;

/** A reading as text: a list of the looks, then one line per mark. */
export function writeMarks(marks: readonly Mark[]): string {
  const looks = [...new Set(marks.map(({ look }) => look))];
  const names = new Map(looks.map((look, k) => [look, k.toString(36)]));
  const lines = marks.map(
    ({ tag, box, look, text }) => `${names.get(look) ?? ''} ${box.join()} ${tag}${text === '' ? '' : ` ${text}`}`,
  );
  return [...looks.map((look, k) => `${k.toString(36)}: ${look}`), '', ...lines, ''].join('\n');
}

export function parseMarks(text: string): Mark[] {
  const [head = '', body = ''] = text.split(/\n\n/, 2);
  const looks = new Map(
    head.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  return body.split('\n').flatMap((line) => {
    const m = LINE.exec(line);
    return m === null
      ? []
      : [
          {
            look: looks.get(m[1] ?? '') ?? '',
            box: (m[2] ?? '').split(',').map(Number),
            tag: m[3] ?? '',
            text: m[4] ?? '',
          },
        ];
  });
}

// --- Side by side ---

const PLACE_PX = 1.5;
const CANVAS_SHADES = 16;

const told = (mark: Mark | undefined): string =>
  mark === undefined
    ? 'nothing'
    : `${mark.tag} at ${mark.box.join()}, ${mark.look}${mark.text === '' ? '' : `, “${mark.text.slice(0, 60)}”`}`;

function alike(a: Mark, b: Mark): boolean {
  const same = a.tag === b.tag && a.look === b.look && a.box.length === b.box.length;
  // The length of a line is the sum of many roundings.
  if (!same || a.box.some((x, k) => Math.abs(x - (b.box[k] ?? NaN)) > (k === 4 ? PLACE_PX + x / 100 : PLACE_PX)))
    return false;
  if (a.tag !== 'canvas') return a.text === b.text;
  const shades = (text: string): number[] => (text.match(/../g) ?? []).map((x) => parseInt(x, 16));
  const other = shades(b.text);
  return (
    a.text.length === b.text.length && shades(a.text).every((x, k) => Math.abs(x - (other[k] ?? NaN)) <= CANVAS_SHADES)
  );
}

/** What differs, mark by mark; at most ten lines. */
export function differences(kept: readonly Mark[], now: readonly Mark[]): string[] {
  const lines = kept.length === now.length ? [] : [`${now.length} marks, not ${kept.length}`];
  for (let k = 0; k < Math.max(kept.length, now.length) && lines.length < 10; k++) {
    const [a, b] = [kept[k], now[k]];
    if (a === undefined || b === undefined || !alike(a, b)) lines.push(`mark ${k}: ${told(b)}; kept: ${told(a)}`);
  }
  return lines;
}

/** Kinds of marks, by tag and colours, and how many there are of each. */
export function kindsOf(marks: readonly Mark[]): ReadonlyMap<string, number> {
  const sum = new Map<string, number>();
  for (const { tag, look } of marks) sum.set(`${tag} ${look}`, (sum.get(`${tag} ${look}`) ?? 0) + 1);
  return sum;
}

/** What differs where letters may be others: kinds of which there are more or fewer, by more than a tenth and two. */
export function coarseDifferences(kept: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): string[] {
  return [...new Set([...kept.keys(), ...now.keys()])].flatMap((kind) => {
    const [a, b] = [kept.get(kind) ?? 0, now.get(kind) ?? 0];
    return Math.abs(a - b) > 2 + Math.max(a, b) / 10 ? [`${b} × ${kind}; kept: ${a}`] : [];
  });
}
