// SPDX-License-Identifier: GPL-2.0-or-later
//
// `with-core.mjs COMMAND FILE ARGUMENT…` runs a TypeScript program of this project after installing the packages and
// the tools that needs.mjs lists for the npm command, and building the core. Standard output is the program's alone.
// For `scenario`, `lesson`, `shrink`, `lab` and `reality` only the modules of the core that the page runs are built,
// which `npm start` has done already. With --help or -h among the arguments, nothing is built.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { COMMANDS, ensure, projectDir } from './needs.mjs';
import { buildCore, buildPageCore, toCompileForPage, toCompileText } from './run.mjs';

const words = process.argv.slice(2);
const [command = '', file = '', ...args] = words;
if (!(command in COMMANDS)) {
  console.error(`with-core.mjs: no command ${command}; needs.mjs lists ${Object.keys(COMMANDS).join(', ')}`);
  process.exit(2);
}
const page = ['scenario', 'lesson', 'shrink', 'lab', 'reality'].includes(command);
if (args.includes('--help') || args.includes('-h')) ensure([]);
else {
  ensure(COMMANDS[/** @type {keyof typeof COMMANDS} */ (command)]);
  if (page) await pageCore();
  else buildCore();
}
const program = ['--import', import.meta.resolve('tsx'), join(projectDir, file), ...args];
process.exitCode = spawnSync(process.execPath, program, { stdio: 'inherit' }).status ?? 1;

// Says what takes its time only where something does.
async function pageCore() {
  const count = toCompileForPage();
  if (count > 0) console.error(`first the core, from C to WebAssembly (${toCompileText(count)})`);
  await buildPageCore(count, console.error);
}
