// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm run build`: the core to WebAssembly, then the page to dist/, ready to be copied to any static host.

import { ensure } from './needs.mjs';
import { MAKE_WASM, must } from './run.mjs';

ensure(['emscripten', 'make']);
must(MAKE_WASM);
must(['vite', 'build', '--logLevel', 'warn']);
