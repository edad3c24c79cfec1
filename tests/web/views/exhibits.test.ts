// SPDX-License-Identifier: GPL-2.0-or-later
//
// The exhibits show every room of views/ and every part of them, each on what the engine made. That all of it
// looks as kept is tested in a browser (e2e/exhibit-pictures.spec.ts).

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const views = fileURLToPath(new URL('../../../web/views', import.meta.url));

const exhibits = fileURLToPath(new URL('../../../web/exhibits', import.meta.url));
const sources = readdirSync(exhibits)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(exhibits, name), 'utf8'));

test('every room of views/ that draws something has an exhibit', () => {
  const rooms = readdirSync(views, { withFileTypes: true })
    .filter((one) => one.isDirectory() && one.name !== 'shared')
    .map(({ name }) => name);
  expect(rooms.length).toBeGreaterThan(10);
  const imported = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/^import \{ (?!type )[^}]*\} from '\.\.\/views\/([a-z]+)\//gm)].map((match) => match[1]),
    ),
  );
  expect(
    rooms.filter((room) => !imported.has(room)),
    'add an exhibit that draws these rooms of web/views/ to a file of web/exhibits/ (web/README.md, "Adding a view")',
  ).toEqual([]);
});

test('every panel and chart of the rooms stands there', () => {
  const drawn = readdirSync(views, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.includes('/') && !path.startsWith('shared') && path.endsWith('.tsx'),
  );
  const text = [...sources, ...drawn.map((path) => readFileSync(join(views, path), 'utf8'))].join('\n');
  const unseen = drawn.filter(
    (path) =>
      !new RegExp(`from '(\\.\\./views/${path.slice(0, -4)}|\\./${path.slice(path.indexOf('/') + 1, -4)})'`).test(text),
  );
  expect(
    unseen,
    'add an exhibit of each of these files of web/views/ to web/exhibits/, as inspector.ts does ' +
      '(web/README.md, "Adding a view")',
  ).toEqual([]);
});

test('no exhibit shows what the engine did not make', () => {
  for (const text of sources) expect(text).not.toMatch(/from '[./]*tests\//);
});
