// SPDX-License-Identifier: GPL-2.0-or-later
//
// The rules that comments of the core cite by name stand in core/README.md, each once and each cited.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const core = fileURLToPath(new URL('../core', import.meta.url));

const sources = ['src', 'mm', 'wasm', 'include'].flatMap((folder) => readdirSync(join(core, folder)).map((name) => join(folder, name))).filter((path) => /\.(c|h|def)$/.test(path));
const readme = readFileSync(join(core, 'README.md'), 'utf8');

/** A source with its comments unbroken, so that a citation may run over the end of a line. */
function unbroken(path: string): string {
  return readFileSync(join(core, path), 'utf8').replace(/\n\s*\/\/ ?/g, ' ');
}

function citedIn(text: string): string[] {
  return [...text.matchAll(/\b[Rr]ules?((?:(?:,| and)? "[^"]+")+)/g)].flatMap(([, names = '']) => [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name));
}

const section = readme.slice(readme.indexOf('## Rules, by name'), readme.indexOf('## Evidence'));
const defined = [...section.matchAll(/^\| ([A-Za-z ]+) \|/gm)].map(([, name = '']) => name).filter((name) => name !== 'name');

test('each rule that the core cites stands in core/README.md', () => {
  expect(sources.flatMap((path) => citedIn(unbroken(path)).filter((name) => !defined.includes(name)).map((name) => `${path}: ${name}`))).toEqual([]);
});

test('each rule stands there once, and is cited', () => {
  const cited = new Set([...sources.map(unbroken), readme].flatMap(citedIn));
  expect(new Set(defined).size).toBe(defined.length);
  expect(defined.filter((name) => !cited.has(name))).toEqual([]);
});

test('no source of the core cites what is not in the repository', () => {
  expect(sources.filter((path) => /\bspec\/|\b[Ss]ections? \d/.test(unbroken(path)))).toEqual([]);
});
