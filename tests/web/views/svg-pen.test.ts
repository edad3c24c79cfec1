// SPDX-License-Identifier: GPL-2.0-or-later
//
// The pen that records a drawing as SVG, and hatching as lines.

import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { childOf, forkOf } from './forks';
import { readGolden } from './golden-file';
import { stepsOf } from './fixtures';
import { SvgPen, type SvgPart } from '../../../web/views/export/svg-pen';
import { drawDup, type DupScene } from '../../../web/views/fork/dup-draw';
import { layoutShape } from '../../../web/views/fork/dup-layout';
import { dupModel } from '../../../web/views/fork/dup-model';
import { entryLooks } from '../../../web/views/shared/entry-look';
import { hatchLines, keepHatching } from '../../../web/views/shared/pen';

const newPen = (): SvgPen => new SvgPen({ ground: 'white', measure: (text) => 6 * text.length });

const paths = (parts: readonly SvgPart[]): readonly unknown[] => parts.map(({ attributes }) => attributes['d']);

describe('the pen', () => {
  it('writes rectangles, lines and circles with their colours, widths and dashes', () => {
    const pen = newPen();
    pen.fillStyle = 'red';
    pen.fillRect(1, 2, 3, 4);
    pen.strokeStyle = 'blue';
    pen.lineWidth = 2;
    pen.setLineDash([4, 3]);
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.lineTo(5, 5);
    pen.stroke();
    pen.beginPath();
    pen.arc(10, 10, 2, 0, 2 * Math.PI);
    pen.fill();
    expect(pen.parts.map(({ attributes }) => attributes)).toEqual([
      { d: 'M1,2h3v4h-3z', fill: 'red' },
      { d: 'M0,0L5,5', fill: 'none', stroke: 'blue', 'stroke-width': 2, 'stroke-dasharray': '4 3' },
      { d: 'M12,10A2,2 0 0 1 8,10A2,2 0 0 1 12,10', fill: 'red' },
    ]);
  });

  it('joins neighbours of one opaque look, and neither others nor what lets the ground through', () => {
    const pen = newPen();
    pen.fillStyle = 'red';
    pen.fillRect(0, 0, 1, 1);
    pen.fillRect(2, 0, 1, 1);
    pen.fillRect(3, 0, 0, 1);
    pen.fillStyle = 'blue';
    pen.fillRect(4, 0, 1, 1);
    pen.globalAlpha = 0.5;
    pen.fillRect(0, 0, 9, 1);
    pen.fillRect(0, 0, 9, 1);
    expect(paths(pen.parts)).toEqual(['M0,0h1v1h-1zM2,0h1v1h-1z', 'M4,0h1v1h-1z', 'M0,0h9v1h-9z', 'M0,0h9v1h-9z']);
  });

  it('places texts by anchor and middle, no wider than they may be, and turned as the canvas was', () => {
    const pen = newPen();
    pen.font = '600 10px Inter, sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.save();
    pen.translate(3, 4);
    pen.rotate(-Math.PI / 2);
    pen.fillText('abc', 1, 0, 12);
    pen.restore();
    pen.fillText('abc', 20, 30);
    expect(pen.parts).toMatchObject([
      { tag: 'text', words: 'abc', attributes: { textLength: 12, y: 3.5, transform: 'matrix(0 -1 1 0 3 4)' } },
      { tag: 'text', attributes: { x: 20, y: 33.5, 'text-anchor': 'middle', 'font-size': 10, 'font-weight': '600' } },
    ]);
    expect(pen.parts[1]!.attributes).not.toHaveProperty('transform');
  });

  it('condenses a text whose generic family is wider than the page’s, and stretches none', () => {
    const widthIn = (generic: number): SvgPen =>
      new SvgPen({ ground: 'white', measure: (_, font) => (font.includes('Inter') ? 18 : generic) });
    const [wider, narrower] = [widthIn(20), widthIn(15)];
    for (const pen of [wider, narrower]) {
      pen.font = '600 10px Inter, sans-serif';
      pen.fillText('abc', 0, 0);
    }
    expect(wider.parts[0]!.attributes).toMatchObject({ textLength: 18, lengthAdjust: 'spacingAndGlyphs' });
    expect(narrower.parts[0]!.attributes).not.toHaveProperty('textLength');
  });

  it('shows the ground where something was erased, and nothing where nothing was drawn', () => {
    const pen = newPen();
    pen.clearRect(0, 0, 99, 99);
    expect(pen.parts).toEqual([]);
    pen.fillRect(0, 0, 9, 9);
    pen.clearRect(1, 1, 2, 2);
    expect(pen.parts[1]!.attributes).toEqual({ d: 'M1,1h2v2h-2z', fill: 'white' });
  });

  it('draws a pattern that is known as lines, and refuses one that is not', () => {
    const pen = newPen();
    const pattern = {} as CanvasPattern;
    pen.fillStyle = pattern;
    expect(() => pen.fillRect(0, 0, 8, 8)).toThrow();
    keepHatching(pattern, { ground: 'gray', line: 'black', width: 2, step: 8 });
    pen.fillRect(0, 0, 8, 8);
    expect(pen.parts.map(({ attributes }) => attributes)).toEqual([
      { d: 'M0,0h8v8h-8z', fill: 'gray' },
      { d: 'M0,8L8,0', fill: 'none', stroke: 'black', 'stroke-width': 2 },
    ]);
  });
});

it('records the picture of a fork: the number of every node, outlines, and nothing but paths and texts', () => {
  const parent = stepsOf(readGolden('vma-loader'), 'mm').find(({ scene }) => scene.picture.entries >= 38)!.scene
    .picture;
  const fork = forkOf(parent, {});
  const model = dupModel(fork, parent, childOf(parent));
  const scene: DupScene = {
    ...{ model, side: 'child', cursor: model.marks.length, look: entryLooks(null, []), words: 'words', mono: 'mono' },
    colours: new Proxy({}, { get: (_, name: string) => name }) as DupScene['colours'],
  };
  const pen = newPen();
  drawDup(pen, layoutShape(model.child, 900), scene);
  const texts = pen.parts.flatMap(({ words }) => words ?? []);
  for (const order of model.order) expect(texts).toContain(order.toString());
  expect([...new Set(pen.parts.map(({ tag }) => tag))].sort()).toEqual(['path', 'text']);
  expect(pen.parts.every(({ attributes }) => !/NaN|undefined/.test(JSON.stringify(attributes)))).toBe(true);
  // Letters that can be read on paper and on the page.
  const sizes = pen.parts.flatMap(({ tag, attributes }) => (tag === 'text' ? Number(attributes['font-size']) : []));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12);
  const outlines = pen.parts.filter(({ attributes }) => attributes['stroke'] !== undefined);
  expect(outlines.length).toBeGreaterThan(0);
});

it('keeps hatching inside its box, on lines of one slope that are a step apart', () => {
  const length = fc.double({ min: 0.5, max: 200, noNaN: true });
  const place = fc.double({ min: -500, max: 500, noNaN: true });
  fc.assert(
    fc.property(
      place,
      place,
      length,
      length,
      fc.double({ min: 2, max: 9, noNaN: true }),
      place,
      (x, y, w, h, step, phase) => {
        const lines = hatchLines({ x, y, w, h }, step, phase);
        const eps = 1e-6;
        for (const [x1, y1, x2, y2] of lines) {
          for (const at of [x1, x2]) expect(at >= x - eps && at <= x + w + eps).toBe(true);
          for (const at of [y1, y2]) expect(at >= y - eps && at <= y + h + eps).toBe(true);
          expect(x1 + y1).toBeCloseTo(x2 + y2, 6);
          expect(Math.abs(Math.round((x1 + y1 - phase) / step) - (x1 + y1 - phase) / step)).toBeLessThan(1e-6);
        }
        expect(lines.length).toBeGreaterThanOrEqual(Math.floor((w + h) / step) - 1);
      },
    ),
  );
});
