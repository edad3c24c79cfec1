// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page's build (vite.config.ts, `--mode single`): one file, maplescope.html, that opens from a disk. Vite makes one
// script of everything that is imported, vite-plugin-singlefile puts it and the styles into the page. What remains is
// here: a worker becomes a script of its own inside the file, and the page's policy names the sums of its scripts.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type PluginOption, type UserConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

import { LICENSES } from './page-licenses.ts';
import { goldenFiles } from './page-plugins.ts';

export const SINGLE_MODE = 'single';
export const SINGLE_FILE = 'maplescope.html';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const icon = fileURLToPath(new URL('../../web/public/icon.svg', import.meta.url));
const WORKER = '?worker&url';
/** The loader of later parts, which names import.meta, has nothing to load here. */
const CHECKS = { bundlerTimings: false, emptyImportMeta: false } as const;

/** Everything of the single file, in the order in which it is done. `of`: the build of the page. */
export function singleFile(of: UserConfig): PluginOption[] {
  return [workersInside(of), viteSingleFile({ removeViteModuleLoader: false }), pageInOneFile()];
}

/** `…?worker&url`: the address of the worker's script, which is kept as text in the page's. */
function workersInside(of: UserConfig): Plugin {
  return {
    name: 'workers-inside',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(WORKER)) return null;
      const code = await scriptOf(id.slice(0, -WORKER.length), of);
      return [
        `const code = ${JSON.stringify(code)};`,
        `export default URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));`,
      ].join('\n');
    },
  };
}

async function scriptOf(worker: string, of: UserConfig): Promise<string> {
  const made = await build({
    ...of,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [goldenFiles('inside')],
    build: {
      target: 'es2022',
      write: false,
      assetsInlineLimit: () => true,
      modulePreload: false,
      rolldownOptions: { checks: CHECKS, input: worker, output: { format: 'iife', codeSplitting: false } },
    },
  });
  const chunks = (Array.isArray(made) ? made : [made]).flatMap((one) => ('output' in one ? one.output : []));
  const [chunk, ...more] = chunks.filter((one) => one.type === 'chunk');
  if (chunk === undefined || more.length > 0) throw new Error(`${worker} did not become one script`);
  return chunk.code;
}

function pageInOneFile(): Plugin {
  return {
    name: 'page-in-one-file',
    enforce: 'post',
    transformIndexHtml: (html) =>
      html
        .replace(/<p id="from-file"[^]*?<\/p>\s*/, '')
        .replace('href="./icon.svg"', `href="data:image/svg+xml;base64,${readFileSync(icon).toString('base64')}"`),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page === undefined || page.type !== 'asset') throw new Error('the build has no page');
        const licenses = readFileSync(`${dist}${LICENSES}`, 'utf8').replaceAll('<', '&lt;');
        const whole = withPolicy(String(page.source));
        // The page's script names the same tag.
        const end = whole.lastIndexOf('</body>');
        const blocks =
          `<script type="application/json" id="taken"></script>\n` +
          `<script type="text/plain" id="licenses">\n${licenses}</script>\n`;
        delete bundle['index.html'];
        this.emitFile({
          type: 'asset',
          fileName: SINGLE_FILE,
          source: whole.slice(0, end) + blocks + whole.slice(end),
        });
      },
    },
  };
}

/** Scripts of this file and nothing else; workers and modules of the core come from the text of these scripts. */
function withPolicy(html: string): string {
  const sums = [...html.matchAll(/<script(?: type="module")?(?: crossorigin)?>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  if (sums.length < 2) throw new Error('the page has fewer scripts than it had');
  return html
    .replace(
      /script-src 'self' 'wasm-unsafe-eval'[^;]*;/,
      () => `script-src 'wasm-unsafe-eval' blob: ${sums.join(' ')};`,
    )
    .replace("worker-src 'self'", 'worker-src blob:')
    .replace("connect-src 'self'", 'connect-src data:')
    .replace("style-src 'self' 'unsafe-inline'", "style-src 'unsafe-inline'")
    .replace("img-src 'self' data: blob:; manifest-src 'self';", 'img-src data: blob:;');
}
