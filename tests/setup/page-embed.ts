// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page's build (vite.config.ts): embed.html, the page for frames on other sites. It is index.html with a mark by
// which main.ts starts the rooms of a frame, so that both share every file and every rule of the policy.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const EMBED = 'embed.html';
const index = fileURLToPath(new URL('../../web/index.html', import.meta.url));

/** The frame that stands before the script is the whole page's; of it only what cannot run says so. */
const BARE = `<style>
      :root:not([data-keeps]) #app :is(.header, .welcome, .editor-pane, .transport, .inspector) { visibility: hidden; }
    </style>`;

export function embedPage(): Plugin {
  return {
    name: 'embed-page',
    enforce: 'post',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.replace(/[?#].*$/, '') !== `/${EMBED}`) {
          next();
          return;
        }
        server.transformIndexHtml('/index.html', readFileSync(index, 'utf8')).then((html) => {
          response.setHeader('Content-Type', 'text/html');
          response.end(embedded(html));
        }, next);
      });
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        // The exhibits, which tests build, are another page.
        if (page?.type !== 'asset') return;
        this.emitFile({ type: 'asset', fileName: EMBED, source: embedded(String(page.source)) });
      },
    },
  };
}

function embedded(html: string): string {
  const changes: readonly (readonly [RegExp, string])[] = [
    [/<html lang="en">/, '<html lang="en" data-embed>'],
    [/<\/title>/, '</title>\n    <meta name="robots" content="noindex" />\n    ' + BARE],
  ];
  // A frame without the script needs no editor; one that has it asks for it.
  const whole = html.replace(/\s*<link rel="modulepreload" crossorigin href="[^"]*editor-room[^"]*">/, '');
  return changes.reduce((text, [from, to]) => {
    if (!from.test(text)) throw new Error(`index.html has no ${from.source}`);
    return text.replace(from, () => to);
  }, whole);
}
