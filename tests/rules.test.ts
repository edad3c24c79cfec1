// SPDX-License-Identifier: GPL-2.0-or-later
//
// The rules that comments cite by name stand in core/README.md, each once and each cited by the core.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const project = fileURLToPath(new URL('..', import.meta.url));

/** These files name the sections that they were made from. No other file may. */
const RECORDED = /^tests\/(golden\/|model\/|core\/figures\.)|^tests\/rules\.test\.ts$/;

const paths = ['core', 'web', 'tests', 'e2e']
  .flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((path) => /\.(c|h|def|ts|tsx|mjs|py|maple)$/.test(path) && !RECORDED.test(path));
const ofTheCore = (path: string): boolean => path.startsWith('core/');
const readme = readFileSync(join(project, 'core/README.md'), 'utf8');

/** A source with its comments unbroken, so that a citation may run over the end of a line. */
const unbroken = new Map(
  paths.map((path) => [path, readFileSync(join(project, path), 'utf8').replace(/\n\s*(?:\/\/|\*|#) ?/g, ' ')]),
);

function citedIn(text: string): string[] {
  return [...text.matchAll(/\b[Rr]ules?((?:(?:,| and)? "[A-Za-z ]+")+)/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
  );
}

const section = readme.slice(readme.indexOf('## Rules, by name'), readme.indexOf('## Evidence'));
const defined = [...section.matchAll(/^\| ([A-Za-z ]+) \|/gm)]
  .map(([, name = '']) => name)
  .filter((name) => name !== 'name');

test('each rule that is cited stands in core/README.md', () => {
  const unknown = [...unbroken].flatMap(([path, text]) =>
    citedIn(text)
      .filter((name) => !defined.includes(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('each rule stands there once, and the core cites it', () => {
  const cited = new Set(
    [...[...unbroken].filter(([path]) => ofTheCore(path)).map(([, text]) => text), readme].flatMap(citedIn),
  );
  expect(new Set(defined).size).toBe(defined.length);
  expect(defined.filter((name) => !cited.has(name))).toEqual([]);
});

test('no source cites what is not in the repository', () => {
  expect(
    [...unbroken]
      .filter(([path, text]) => /\b[Ss]pec\/0/.test(text) || (ofTheCore(path) && /\b[Ss]ections? \d/.test(text)))
      .map(([path]) => path),
  ).toEqual([]);
});
