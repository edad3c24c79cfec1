// SPDX-License-Identifier: GPL-2.0-or-later
//
// How long files are: the modules, the built page, and of it what is fetched before the first tree is there.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';

import { projectDir } from '../setup/needs.mjs';

/** A file's length as it is and as a server would send it. */
export interface Weight {
  readonly path: string;
  readonly bytes: number;
  readonly gzipBytes: number;
}

export function weigh(path: string): Weight {
  const content = readFileSync(join(projectDir, path));
  return { path, bytes: content.length, gzipBytes: gzipSync(content, { level: constants.Z_BEST_COMPRESSION }).length };
}

/** Every file of the built page but source maps, which a browser asks for only when its tools are open. */
export function weighPage(): Weight[] {
  if (!existsSync(join(projectDir, 'dist'))) throw new Error('the page is not built');
  return readdirSync(join(projectDir, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => weigh(join(entry.parentPath, entry.name).slice(projectDir.length)))
    .sort((a, b) => b.gzipBytes - a.gzipBytes);
}

/**
 * A file that a visitor needs from the beginning, and who asks for it: the page, the worker alone, or the editor alone.
 */
export interface FirstPart {
  readonly path: string;
  readonly gzipBytes: number;
  readonly by: 'page' | 'worker' | 'editor';
}

export interface FirstView {
  /** Longest first. */
  readonly parts: readonly FirstPart[];
  /** Bytes of HTML, style sheets and scripts of the page, as a server would send them. */
  readonly page: number;
  /** Bytes of scripts that only the worker needs. */
  readonly worker: number;
  /** Bytes of the editor, which is fetched beside the page. */
  readonly editor: number;
  /** The core's modules. */
  readonly modules: readonly { readonly path: string; readonly gzipBytes: number }[];
}

/** Bytes of page, worker and the core that scenarios run on. */
export function untilFirstTree({ page, worker, modules }: Pick<FirstView, 'page' | 'worker' | 'modules'>): number {
  const core = modules.find(({ path }) => /\bexplore\b/.test(path));
  if (core === undefined) throw new Error('the core is not among the modules');
  return page + worker + core.gzipBytes;
}

/** What index.html asks for, and what that imports statically, of a page built in `dist`. */
export function firstView(dist: string): FirstView {
  const gzipped = (path: string): number =>
    gzipSync(readFileSync(join(dist, path)), { level: constants.Z_BEST_COMPRESSION }).length;
  const by = new Map<string, FirstPart['by']>([['index.html', 'page']]);
  const workers = new Set<string>();
  const follow = (path: string, who: FirstPart['by']): void => {
    if (by.has(path)) return;
    by.set(path, who);
    if (!path.endsWith('.js')) return;
    const script = readFileSync(join(dist, path), 'utf8');
    for (const [, name = ''] of script.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      follow(`assets/${name}`, who);
    for (const [, name = ''] of script.matchAll(/new URL\(["'`](worker-[\w-]+\.js)["'`]/g))
      workers.add(`assets/${name}`);
  };
  const asked = [
    ...readFileSync(join(dist, 'index.html'), 'utf8').matchAll(/(?:src|href)="\.\/([^"]+\.(?:js|css))"/g),
  ].map(([, path = '']) => path);
  const isEditor = (path: string): boolean => /\/editor-room-[\w-]+\.js$/.test(path);
  for (const path of asked.filter((one) => !isEditor(one))) follow(path, 'page');
  if (workers.size !== 1) throw new Error(`the page asks for ${workers.size} workers`);
  for (const path of workers) follow(path, 'worker');
  for (const path of asked.filter(isEditor)) follow(path, 'editor');
  const parts = [...by]
    .map(([path, who]) => ({ path, gzipBytes: gzipped(path), by: who }))
    .sort((a, b) => b.gzipBytes - a.gzipBytes);
  const sum = (who: FirstPart['by']): number =>
    parts.filter((part) => part.by === who).reduce((bytes, { gzipBytes }) => bytes + gzipBytes, 0);
  const modules = readdirSync(join(dist, 'assets'))
    .filter((name) => name.endsWith('.wasm'))
    .map((name) => ({ path: `assets/${name}`, gzipBytes: gzipped(`assets/${name}`) }));
  return { parts, page: sum('page'), worker: sum('worker'), editor: sum('editor'), modules };
}
