// SPDX-License-Identifier: GPL-2.0-or-later
//
// A lab is one file, found by its folder: no other source names it. Plot is imported by one file, which is fetched with
// the first chart.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const web = fileURLToPath(new URL('../../../web/', import.meta.url));
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(`${web}${name}`, 'utf8') }));
const naming = (import_: RegExp): string[] => sources.filter(({ text }) => import_.test(text)).map(({ name }) => name);

test('no source outside of their folder imports a lab by its name', () => {
  expect(
    naming(/from '[^']*\/labs\/(?:fork|preallocation|paths|redblack|pagecopy|failure|fill|real|conformance)'/),
  ).toEqual([]);
  expect(naming(/import\.meta\.glob<Lab>/)).toEqual(['app/labs/lab-worker.ts']);
});

test('Plot comes with the first chart of a lab, and with nothing else', () => {
  expect(naming(/@observablehq/)).toEqual(['app/labs/draw-chart.ts']);
  expect(naming(/from '[^']*draw-chart'/)).toEqual([]);
  expect(naming(/import\('[^']*draw-chart'\)/)).toEqual(['app/labs/chart-view.tsx']);
});
