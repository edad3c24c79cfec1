// SPDX-License-Identifier: GPL-2.0-or-later
//
// What `npm run build` puts into dist/: the same bytes in every folder, no path of the machine that built it, the
// licenses of everything in it, and no more for the first view than it says. Two copies of the project are built, with
// real copies of the packages that are shipped.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BOUNDS } from '../bench/bounds';
import { firstView, untilFirstTree } from '../bench/weigh';
import { projectDir } from './needs.mjs';
import { IN_SERVICE_WORKER } from './page-offline';

const FOLDERS = ['one', 'another folder/further down'].map((name) => join(projectDir, 'build/test-dist', name));
const COPIED = [
  'web',
  'tests/setup',
  'core/wasm/licenses.txt',
  'build/core/explore.wasm',
  'build/core/cachelines.wasm',
  'build/core/bench.wasm',
  'build/core/hunt.wasm',
  'tests/golden',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'LICENSE',
];
/** Packages that build, and whose licenses are copied. */
const BUILDERS = ['vite', 'rolldown', 'vite-plugin-pwa', ...IN_SERVICE_WORKER];
const BUILD_MS = 180_000;

const lock = JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { dev?: boolean; version?: string }>;
};
/** Paths of the packages that the page may be made of. */
const shippable = Object.keys(lock.packages).filter(
  (path) => path !== '' && lock.packages[path]?.dev !== true && existsSync(join(projectDir, path)),
);

function copyProject(to: string): void {
  for (const path of [...COPIED, ...shippable]) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(projectDir, path), join(to, path), { recursive: true });
  }
  for (const name of BUILDERS) symlinkSync(join(projectDir, 'node_modules', name), join(to, 'node_modules', name));
}

function build(folder: string): void {
  // As `npm run build` does: the test's own NODE_ENV would make another page of it.
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

describe('dist/', () => {
  const [first = '', second = ''] = FOLDERS.map((folder) => join(folder, 'dist'));
  const remove = (): void => rmSync(join(projectDir, 'build/test-dist'), { recursive: true, force: true });

  beforeAll(() => {
    remove();
    for (const folder of FOLDERS) {
      copyProject(folder);
      build(folder);
    }
  }, BUILD_MS);
  afterAll(remove, BUILD_MS);

  test('has the same bytes, whichever folder it was built in', () => {
    const sums = (dist: string): string[] =>
      filesOf(dist).map(
        (file) =>
          `${createHash('sha256')
            .update(readFileSync(join(dist, file)))
            .digest('hex')} ${file}`,
      );
    expect(filesOf(first).length).toBeGreaterThan(20);
    expect(sums(second)).toEqual(sums(first));
  });

  test('names no folder of the machine', () => {
    const roots = [projectDir.replace(/\/$/, ''), ...FOLDERS, 'file:///'];
    for (const file of filesOf(first)) {
      const bytes = readFileSync(join(first, file), 'latin1');
      if (file !== 'index.html')
        for (const root of roots) expect(bytes.includes(root), `${file} names ${root}`).toBe(false);
    }
    const maps = filesOf(first).filter((file) => file.endsWith('.map'));
    expect(maps.length).toBeGreaterThan(10);
    for (const map of maps) {
      const { sources } = JSON.parse(readFileSync(join(first, map), 'utf8')) as { sources: readonly string[] };
      expect(
        sources.filter((source) => source.startsWith('/') || /^[a-z]+:/i.test(source)),
        map,
      ).toEqual([]);
    }
  });

  test('has the licenses of all that is shipped', () => {
    const text = readFileSync(join(first, 'licenses.txt'), 'utf8');
    const sections = new Map(
      text
        .split(/^## (?=\S.* \()/m)
        .slice(1)
        .map((section): [string, string] => [section.slice(0, section.indexOf('\n')), section]),
    );
    expect([...sections.keys()].at(0)).toBe('Maplescope (GPL-2.0-or-later)');
    for (const [name, section] of sections) expect(section.split('\n').length, name).toBeGreaterThan(10);

    // Every package that a source map names is listed, with the version that is installed.
    const shipped = new Set(
      filesOf(first)
        .filter((file) => file.endsWith('.map'))
        .flatMap(
          (file) => (JSON.parse(readFileSync(join(first, file), 'utf8')) as { sources: readonly string[] }).sources,
        )
        .flatMap((source) => /node_modules\/((?:@[^/]+\/)?[^/?]+)/.exec(source)?.[1] ?? []),
    );
    expect(shipped.size).toBeGreaterThan(15);
    for (const name of shipped)
      expect(
        [...sections.keys()].filter((key) =>
          key.startsWith(`${name} - ${lock.packages[`node_modules/${name}`]?.version ?? '?'} (`),
        ),
        name,
      ).toHaveLength(1);

    // What no map names: the C library in the WebAssembly, and the bundler's helpers.
    for (const name of [
      /^The C library in explore\.wasm/,
      /^compiler-rt in explore\.wasm/,
      /^tree\.h of libuv in cachelines\.wasm/,
      /^vite - /,
      /^rolldown - /,
    ])
      expect(
        [...sections.keys()].some((key) => name.test(key)),
        String(name),
      ).toBe(true);
  });

  test('fetches no more for the first view than it says, in few files, with modules of the core that are short', () => {
    const view = firstView(first);
    const kb = 1000;
    const parts = view.parts
      .map(({ path, gzipBytes, by }) => `${String(gzipBytes).padStart(8)} ${path} (${by})`)
      .join('\n');
    console.log(
      `${parts}\n` +
        `${view.page} bytes for the page, ${view.worker} more for the worker, ${untilFirstTree(view)} with the core; ` +
        `${view.editor} for the editor\n`,
    );
    expect(untilFirstTree(view)).toBeLessThanOrEqual(BOUNDS.firstTreeKb * kb);
    expect(view.editor).toBeLessThanOrEqual(BOUNDS.editorKb * kb);
    expect(view.parts.filter(({ by }) => by !== 'editor').length).toBeLessThanOrEqual(BOUNDS.files);
    expect(view.modules.length).toBeGreaterThan(0);
    for (const { path, gzipBytes } of view.modules) expect(gzipBytes, path).toBeLessThanOrEqual(BOUNDS.moduleKb * kb);
  });
});
