// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page's build: root web/, output dist/, every path relative, so that the result works on any host under any
// sub-path. The core's WebAssembly comes from build/core/ (made by `make -C core wasm`) and is imported with `?url`.
// VITE_PUBLIC_BASE, when set, is the public address under which shared links open; the page reads it.

import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const projectDir = fileURLToPath(new URL('.', import.meta.url));
const NO_TRANSITION = `${projectDir}web/views/shared/no-transition.ts`;
const WORKER = `${projectDir}web/engine/worker.ts`;

/**
 * The worker as one more way into the same build, so that what the page and the worker both need (the language's parser,
 * the engine's records) is one file that is fetched once. Vite alone would bundle the worker by itself.
 */
function workerOfTheSameBuild(): Plugin {
  return {
    name: 'worker-of-the-same-build',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== `${WORKER}?worker&url`) return null;
      const ref = this.emitFile({ type: 'chunk', id: WORKER, name: 'worker' });
      return `export default import.meta.ROLLUP_FILE_URL_${ref};`;
    },
  };
}

/**
 * A style sheet that could not be fetched is asked for again with its part. What Vite gives the page for this holds every sheet
 * that it has asked for once for one that is there, and finds the failed link in the document: the part would come back bare.
 */
function sheetsFetchedAgain(): Plugin {
  const changes: readonly (readonly [RegExp, string])[] = [
    [/\(err\) => \{\s*seen\[href\] = (?:void 0|undefined);/, '(err) => { delete seen[href];'],
    [/if \(e\.type === "error"\) rej\(/, 'if (e.type === "error") link.remove(), rej('],
  ];
  return {
    name: 'sheets-fetched-again',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!id.includes('vite/preload-helper')) return null;
      return {
        code: changes.reduce((text, [from, to]) => {
          if (!from.test(text)) this.error('Vite’s helper for later parts is another one: see sheetsFetchedAgain');
          return text.replace(from, to);
        }, code),
        map: null,
      };
    },
  };
}

export default defineConfig({
  root: `${projectDir}web`,
  base: './',
  envDir: projectDir,
  cacheDir: `${projectDir}node_modules/.vite`,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  plugins: [workerOfTheSameBuild(), sheetsFetchedAgain()],
  // What moves in the page is moved by the views; zooming alone needs nothing of the transitions, colours and curves that come with it.
  resolve: { alias: { 'd3-transition': NO_TRANSITION, 'd3-interpolate': NO_TRANSITION } },
  // The core's modules stay files of their own: a data URL of that size would only make the page's script larger.
  build: {
    outDir: `${projectDir}dist`,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: true,
    // A part that is fetched later brings its style sheet; a table of everything that it imports would be dead weight here,
    // and a worker has no document to put it into.
    modulePreload: { polyfill: false, resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : files.filter((file) => file.endsWith('.css'))) },
    // The editor changes seldom and is the larger half: a file of its own stays in caches when the page changes. What it
    // needs only when somebody writes in it is fetched then.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'parser', priority: 2, test: /node_modules\/@lezer\/(common|lr)\// },
            { name: 'editor', test: /node_modules\/(@codemirror\/(?!autocomplete|commands|lint|search)|@lezer\/highlight|@marijn\/|style-mod\/|w3c-keyname\/)/ },
          ],
        },
      },
    },
  },
  // No watching of what is built or installed; files outside web/ are served only from this project.
  server: { fs: { allow: [projectDir] }, strictPort: false },
  preview: { strictPort: true },
});
