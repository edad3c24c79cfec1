// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm run build`: the core to WebAssembly, then the page to dist/, ready to be copied to any static host.

import { ensure } from './needs.mjs';
import { buildPageCore, must, toCompileForPage } from './run.mjs';

ensure(['emscripten', 'make']);
await buildPageCore(toCompileForPage());
must(['vite', 'build', '--logLevel', 'warn']);
