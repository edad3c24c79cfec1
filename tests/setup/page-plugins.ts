// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page's build (vite.config.ts): five small changes to what Vite makes by itself, each with its reason.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The engine's worker. */
export const WORKER = fileURLToPath(new URL('../../web/engine/service/worker.ts', import.meta.url));
/** The worker that runs labs, which needs much of what the engine's needs. */
const LAB_WORKER = fileURLToPath(new URL('../../web/app/labs/lab-worker.ts', import.meta.url));
const GOLDEN = fileURLToPath(new URL('../golden/', import.meta.url));

/**
 * `virtual:golden`: the recorded vectors as files of the page, `{ name: address }`. Labs fetch those that they replay.
 * `inside`: the addresses are data: URLs.
 */
export function goldenFiles(where: 'beside' | 'inside' = 'beside'): Plugin {
  const NAME = '\0virtual:golden';
  let serves = where === 'inside';
  return {
    name: 'golden-files',
    configResolved: ({ command }) => {
      serves ||= command === 'serve';
    },
    resolveId: (source) => (source === 'virtual:golden' ? NAME : null),
    load(id) {
      if (id !== NAME) return null;
      const names = readdirSync(GOLDEN)
        .filter((name) => /\.jsonl(\.gz)?$/.test(name))
        .sort();
      if (serves) {
        const imports = names.map((name, k) => `import v${k} from ${JSON.stringify(`${GOLDEN}${name}?url`)};`);
        return (
          `${imports.join('\n')}\n` +
          `export const files = { ${names.map((name, k) => `${JSON.stringify(name)}: v${k}`).join(', ')} };`
        );
      }
      // Not imported: the source map would hold what depends on the folder of the build.
      const emitted = (name: string): string =>
        this.emitFile({ type: 'asset', name, source: readFileSync(`${GOLDEN}${name}`) });
      const files = names.map((name) => `${JSON.stringify(name)}: import.meta.ROLLUP_FILE_URL_${emitted(name)}`);
      return `export const files = { ${files.join(', ')} };`;
    },
  };
}

/**
 * A worker as one more way into the same build, so that what the page and its workers need (the language's parser,
 * the engine's records) is one file that is fetched once. Vite alone would bundle the worker by itself.
 */
export function workerOfTheSameBuild(): Plugin {
  return {
    name: 'worker-of-the-same-build',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const worker = [WORKER, LAB_WORKER].find((one) => id === `${one}?worker&url`);
      if (worker === undefined) return null;
      const ref = this.emitFile({ type: 'chunk', id: worker, name: worker === WORKER ? 'worker' : 'lab-worker' });
      return `export default import.meta.ROLLUP_FILE_URL_${ref};`;
    },
  };
}

/**
 * A style sheet that could not be fetched is asked for again with its part. What Vite gives the page for this holds
 * every sheet that it has asked for once for one that is there, and finds the failed link in the document: the part
 * would come back bare.
 */
export function sheetsFetchedAgain(): Plugin {
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

/**
 * The editor is asked for beside the page, not after it: the page asks by import() once it runs, and finds it fetched.
 */
export function editorBesideThePage(): Plugin {
  return {
    name: 'editor-beside-the-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }) {
        if (path !== '/index.html') return html;
        const chunk = Object.values(bundle ?? {}).find(
          (one) => one.type === 'chunk' && one.facadeModuleId?.endsWith('/editor/editor-room.tsx') === true,
        );
        if (chunk === undefined) throw new Error('the editor is no chunk of its own');
        return [
          {
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${chunk.fileName}` },
            injectTo: 'head' as const,
          },
        ];
      },
    },
  };
}

/** Nothing is drawn before the first script has set the theme: it is short, and asked for before all others. */
export function themeBeforePaint(): Plugin {
  return {
    name: 'theme-before-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path }) {
        // The exhibits have a page of their own.
        if (path !== '/index.html') return html;
        if (!/src="[^"]*\/first-/.test(html)) throw new Error('the page does not begin with its first script');
        return html.replace(/<script (?=[^>]*src="[^"]*\/first-)/, '<script blocking="render" ');
      },
    },
  };
}

/**
 * Source maps hold what modules of `?url` were before the addresses were known: a reference that depends on the order
 * in which the files were read. Without it two builds of the same sources have the same bytes.
 */
export function mapsWithoutReferences(): Plugin {
  return {
    name: 'maps-without-references',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((one) => one.endsWith('.map'))) {
        const map = readFileSync(join(dir, name), 'utf8');
        writeFileSync(join(dir, name), map.replaceAll(/\b(ROLLDOWN_FILE_URL)_[\w$-]+/g, '$1'));
      }
    },
  };
}
