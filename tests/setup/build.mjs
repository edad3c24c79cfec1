// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm run build`: the core to WebAssembly, then the page to dist/, ready to be copied to any static host.

import { ensure } from './needs.mjs';
import { buildCore, must } from './run.mjs';

ensure(['emscripten', 'make']);
buildCore();
must(['vite', 'build', '--logLevel', 'warn']);
