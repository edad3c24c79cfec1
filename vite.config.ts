// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page's build: root web/, output dist/, every path relative, so that the result works on any host under any
// sub-path. The core's WebAssembly comes from build/core/ (made by `make -C core wasm`) and is imported with `?url`.
// VITE_PUBLIC_BASE, when set, is the public address under which shared links open; the page reads it. What is done
// otherwise than Vite does it by itself lies in tests/setup/page-*.ts.

import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';

import { embedPage } from './tests/setup/page-embed.ts';
import { filesOfTheFirstView } from './tests/setup/page-files.ts';
import { allLicenses, LICENSES } from './tests/setup/page-licenses.ts';
import { worksOffline } from './tests/setup/page-offline.ts';
import {
  editorBesideThePage,
  goldenFiles,
  mapsWithoutReferences,
  sheetsFetchedAgain,
  themeBeforePaint,
  workerOfTheSameBuild,
} from './tests/setup/page-plugins.ts';
import { SINGLE_MODE, singleFile } from './tests/setup/page-single.ts';

const projectDir = fileURLToPath(new URL('.', import.meta.url));

const JSX = { runtime: 'automatic', importSource: 'preact' } as const;
/**
 * What `npm start` sends with every answer, and any other host should. Other sites may not put the page into a frame.
 */
const HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': "frame-ancestors 'self'" };

const page = {
  root: `${projectDir}web`,
  base: './',
  // Pages are files: an unknown path is a 404, never the first page.
  appType: 'mpa',
  envDir: projectDir,
  cacheDir: `${projectDir}node_modules/.vite`,
  oxc: { jsx: JSX },
  // The scan for dependencies before a first `npm start -- --dev` compiles by itself, and would look for React.
  optimizeDeps: { rolldownOptions: { transform: { jsx: JSX } } },
  worker: { format: 'es' },
  plugins: [
    goldenFiles(),
    workerOfTheSameBuild(),
    sheetsFetchedAgain(),
    themeBeforePaint(),
    editorBesideThePage(),
    embedPage(),
    allLicenses(),
    mapsWithoutReferences(),
    worksOffline(),
  ],
  // The core's modules stay files of their own: a data URL of that size would only make the page's script larger.
  build: {
    outDir: `${projectDir}dist`,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: true,
    license: { fileName: LICENSES },
    // A part that is fetched later brings its style sheet; a table of everything that it imports would be dead weight
    // here, and a worker has no document to put it into.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    // What page and worker both read with is a file of its own; so is the editor, which comes beside the page.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'parser', priority: 9, test: /node_modules\/@lezer\/(common|lr)\// },
            ...filesOfTheFirstView(),
          ],
        },
      },
    },
  },
  // No watching of what is built or installed; files outside web/ are served only from this project.
  server: { fs: { allow: [projectDir] }, strictPort: false, headers: HEADERS },
  preview: { strictPort: true, headers: HEADERS },
} satisfies UserConfig;

/** `vite build --mode single`: everything in one file, beside the others. */
const single = {
  ...page,
  publicDir: false,
  plugins: singleFile(page),
  build: {
    ...page.build,
    emptyOutDir: false,
    sourcemap: false,
    license: false,
    modulePreload: false,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
} satisfies UserConfig;

export default defineConfig(({ mode }) => (mode === SINGLE_MODE ? single : page));
