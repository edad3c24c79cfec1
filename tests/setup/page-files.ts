// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page's build (vite.config.ts): which file a module of the first view lies in. A bundler makes a file for each set
// of users, three dozen of them, some of a hundred bytes; each file costs a visitor a request, and compresses worse
// than a part of a longer one. Here they are five, by who needs them.

import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

import { WORKER } from './page-plugins.ts';

const FIRST = fileURLToPath(new URL('../../web/app/shell/first.ts', import.meta.url));
const PAGE = fileURLToPath(new URL('../../web/main.ts', import.meta.url));

interface Modules {
  getModuleInfo(
    id: string,
  ): { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null;
}

/** Everything that an entry imports; with `later` also what it asks for by import(). */
function reachOf(entry: string, modules: Modules, later: boolean): ReadonlySet<string> {
  const found = new Set<string>();
  const go = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    const info = modules.getModuleInfo(id);
    for (const next of info?.importedIds ?? []) go(next);
    if (later) for (const next of info?.dynamicallyImportedIds ?? []) go(next);
  };
  go(entry);
  return found;
}

/** The groups of the first view's modules, each a file that is fetched whole by who needs any of it. */
export function filesOfTheFirstView(): Rolldown.CodeSplittingGroup[] {
  const reaches = new Map<string, ReadonlySet<string>>();
  const fileOf = (id: string, modules: Modules): string | null => {
    const reached = (entry: string, later = false): boolean => {
      const key = `${entry} ${later}`;
      const known = reaches.get(key) ?? reachOf(entry, modules, later);
      reaches.set(key, known);
      return known.has(id);
    };
    if (reached(FIRST)) return 'first';
    if (reached(PAGE)) return reached(WORKER, true) ? 'both' : 'page';
    if (!reached(WORKER) || id === WORKER) return null;
    return reached(PAGE, true) ? 'reading' : 'engine';
  };
  // A group takes along what its modules import: those that others use as well come first.
  return ['first', 'both', 'reading', 'page', 'engine'].map((name, k) => ({
    name: (id, modules) => (fileOf(id, modules) === name ? name : null),
    priority: 5 - k,
  }));
}
