// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm run build`: the core to WebAssembly, then the page to dist/, ready to be copied to any static host.

import { COMMANDS, ensure } from './needs.mjs';
import { buildPageCore, must, toCompileForPage } from './run.mjs';

ensure(COMMANDS.build);
await buildPageCore(toCompileForPage());
must(['vite', 'build', '--logLevel', 'warn']);
