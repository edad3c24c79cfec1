// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm run build`: the core to WebAssembly, then the page to dist/, ready to be copied to any static host.
// `npm run build -- --single` also makes dist/maplescope.html: everything in one file, which opens from a disk.

import { COMMANDS, ensure } from './needs.mjs';
import { switchesOf } from './options.mjs';
import { buildPageCore, must, toCompileForPage } from './run.mjs';

const USAGE = `usage: npm run build [-- --single]
  --single   also writes the page as one file, dist/maplescope.html, which opens from a disk`;

const { single } = switchesOf(USAGE, ['single']);
ensure(COMMANDS.build);
await buildPageCore(toCompileForPage());
must(['vite', 'build', '--logLevel', 'warn']);
if (single) must(['vite', 'build', '--mode', 'single', '--logLevel', 'warn']);
console.log(`The page is in dist/${single ? ', and as one file in dist/maplescope.html' : ''}`);
