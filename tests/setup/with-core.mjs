// SPDX-License-Identifier: GPL-2.0-or-later
//
// `with-core.mjs FILE ARGUMENT…` runs a TypeScript program of this project once everything that it stands on is there:
// packages, tools, the built core. Standard output is the program's alone. With --page first, the module of the core that
// the page runs is all that is built, which `npm start` has done already; with --help among the arguments, none is.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { ensure, projectDir } from './needs.mjs';
import { buildCore, buildPageCore, toCompileForPage, toCompileText } from './run.mjs';

const words = process.argv.slice(2);
const page = words[0] === '--page';
const [file = '', ...args] = words.slice(page ? 1 : 0);
if (page && args.includes('--help')) ensure([]);
else {
  ensure(['emscripten', 'make']);
  if (page) await pageCore();
  else buildCore();
}
const command = ['--import', import.meta.resolve('tsx'), join(projectDir, file), ...args];
process.exitCode = spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1;

// Says what takes its time only where something does.
async function pageCore() {
  const count = toCompileForPage();
  if (count > 0) console.error(`first the core, from C to WebAssembly (${toCompileText(count)})`);
  await buildPageCore(count, console.error);
}
