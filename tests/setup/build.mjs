// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm run build`: the core to WebAssembly, then the page to dist/, ready to be copied to any static host.
// `npm run build -- --single` also makes dist/maplescope.html: everything in one file, which opens from a disk.

import { parseArgs } from 'node:util';

import { COMMANDS, ensure } from './needs.mjs';
import { buildPageCore, must, toCompileForPage } from './run.mjs';

/** @returns {boolean} whether the single file is wanted too */
function readOptions() {
  try {
    const { values } = parseArgs({ options: { single: { type: 'boolean', default: false } } });
    return values.single;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\nnpm run build -- [--single]`);
    process.exit(2);
  }
}

const single = readOptions();
ensure(COMMANDS.build);
await buildPageCore(toCompileForPage());
must(['vite', 'build', '--logLevel', 'warn']);
if (single) must(['vite', 'build', '--mode', 'single', '--logLevel', 'warn']);
