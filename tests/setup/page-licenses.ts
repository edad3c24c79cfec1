// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page's build (vite.config.ts): licenses.txt, beside index.html. Vite lists the npm packages that ended up in a
// script of the page or the worker; this adds what Vite does not see: Maplescope itself, the C library inside the
// core's WebAssembly, and the helpers that the bundler puts into the scripts.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

import { IN_SERVICE_WORKER } from './page-offline.ts';

/** Its name in dist/, for `build.license` too. */
export const LICENSES = 'licenses.txt';

const projectDir = fileURLToPath(new URL('../..', import.meta.url));
const HELPERS: readonly (readonly [RegExp, string, string])[] = [
  [/^\0vite\//, 'vite', 'LICENSE.md'],
  [/^\0rolldown\//, 'rolldown', 'LICENSE'],
];

/** Completes the file that Vite has written. */
export function allLicenses(): Plugin {
  return {
    name: 'all-licenses',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      const file = join(dir ?? '', LICENSES);
      const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
      const helpers = HELPERS.filter(([virtual]) => modules.some((id) => virtual.test(id))).map(([, name, path]) =>
        packageLicense(name, path, 'for the helpers in its output'),
      );
      const packages = readFileSync(file, 'utf8')
        .replace(/^# Licenses\n+.*:\n/, '')
        .trim();
      const parts = [
        `# Licenses of everything in this folder\n\n## Maplescope (GPL-2.0-or-later)\n\n${read('LICENSE')}`,
        packages,
        read('core/wasm/licenses.txt'),
        ...helpers,
        ...IN_SERVICE_WORKER.map((name) => packageLicense(name, 'LICENSE', 'in sw.js')),
      ];
      writeFileSync(file, `${parts.map((part) => part.trim()).join('\n\n')}\n`);
    },
  };
}

/**
 * The license of a package of which something is shipped, without those of the packages that it is made of itself.
 */
function packageLicense(name: string, path: string, what: string): string {
  const { version, license } = JSON.parse(read(`node_modules/${name}/package.json`)) as {
    version: string;
    license: string;
  };
  const text = read(`node_modules/${name}/${path}`).replace(/\n#+ Licenses of bundled dependencies[^]*$/, '');
  return `## ${name} - ${version} (${license}), ${what}\n\n${text.trim()}`;
}

function read(path: string): string {
  return readFileSync(join(projectDir, path), 'utf8').replaceAll('\r\n', '\n');
}
