// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page's build: root web/, output dist/, every path relative, so that the result works on any host under any
// sub-path. The core's WebAssembly comes from build/core/ (made by `make -C core wasm`) and is imported with `?url`.
// VITE_PUBLIC_BASE, when set, is the public address under which shared links open; the page reads it.

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const projectDir = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  root: `${projectDir}web`,
  base: './',
  envDir: projectDir,
  cacheDir: `${projectDir}node_modules/.vite`,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  // The core's modules stay files of their own: a data URL of that size would only make the page's script larger.
  build: {
    outDir: `${projectDir}dist`,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: true,
    // The editor changes seldom and is the larger half: a file of its own stays in caches when the page changes.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups: [{ name: 'editor', test: /node_modules\/(@codemirror|@lezer|@marijn|style-mod|crelt|w3c-keyname)\// }] } },
    },
  },
  // No watching of what is built or installed; files outside web/ are served only from this project.
  server: { fs: { allow: [projectDir] }, strictPort: false },
  preview: { strictPort: true },
});
